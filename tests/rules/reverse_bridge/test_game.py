"""Reverse Bridge: the document's Table 1 [S4] and its play-tests over every hand, and the end of the sheet."""

from itertools import product
from pathlib import Path

import pytest

from scorer.rules.calls import parse_contract
from scorer.rules.core import Rule, RuleViolation
from scorer.rules.reverse_bridge import (
    BIDDERS,
    FIRST_BIDDERS,
    FIRST_OPPONENTS,
    NO_TRUMP,
    OPPONENTS,
    SECOND_PAST,
    ReverseBridge,
    ReverseBridgeOptions,
)

from ..four import EAST, EW, FOUR, NORTH, NS, WEST, reverse, reverse_bridge

HEADINGS = {"C": "C/D", "D": "C/D", "H": "H/S", "S": "H/S", "NT": "NT"}
A_TRICK = {"C": 2, "D": 2, "H": 3, "S": 3, "NT": 3}


def table_1() -> dict[tuple[int, str], str]:
    """Its cells as printed, "21-10", by the opponents' tricks and the bid as the table heads it: "7H/S"."""
    text = (Path(__file__).parents[1] / "table_1.txt").read_text("utf-8")
    (_, *bids), *rows = [line.split("\t") for line in text.splitlines()]
    return {(int(row[0]), bid): cell for row in rows for bid, cell in zip(bids, row[1:], strict=True)}


def due(scoring: str, name: str, level: int, tricks: int) -> tuple[list[tuple[int, Rule]], list[tuple[int, Rule]]]:
    """What the bidders score, and their opponents, with the rules [S4 Scoring; rules 7.2 R1, 7.2 R2]."""
    made, off = tricks >= level, abs(tricks - level)
    if scoring == "first play-test":
        return [(5, FIRST_BIDDERS)] * made, [(off, FIRST_OPPONENTS)] * (off > 0)
    past = scoring == "second play-test" and made
    bidders = [(A_TRICK[name] * level, BIDDERS), *([(1, NO_TRUMP)] if name == "NT" else [])]
    opponents = (off * A_TRICK[name], SECOND_PAST) if past else (5 * off, OPPONENTS)
    return bidders if made else [], [opponents] * (off > 0)


@pytest.mark.parametrize("scoring", ["final", "first play-test", "second play-test"])
def test_every_hand_pays_as_table_1_has_it_or_as_its_play_tests_did(scoring: str) -> None:
    """[rules 7.1] The table has no row 0: no tricks at all are short of every bid."""
    game, printed = ReverseBridge(FOUR, ReverseBridgeOptions(scoring=scoring)), table_1()
    assert len(printed) == 13 * 39
    for name, level, tricks, declarer in product(A_TRICK, range(1, 14), range(14), (NORTH, EAST)):
        score, _ = game.score(reverse(f"{level}{name}", declarer, tricks), WEST, 0)
        ours, theirs = (NS, EW) if declarer == NORTH else (EW, NS)
        bidders, opponents = due(scoring, name, level, tricks)
        assert [(line.column, line.points, line.rule) for line in score.lines] == [
            *((ours, *line) for line in bidders),
            *((theirs, *line) for line in opponents),
        ], (level, name, tricks)
        if scoring == "final" and tricks:
            cell = printed[tricks, f"{level}{HEADINGS[name]}"]
            assert f"{score.total(ours)}-{score.total(theirs)}" == cell, (level, name, tricks)


def test_every_line_of_a_score_names_its_reason() -> None:
    for contract, tricks, reasons in (
        ("7S", 9, ["bid 7♠, made", "2 tricks over"]),
        ("9D", 6, ["3 tricks short"]),
        ("5NT", 4, ["1 trick short"]),
        ("13NT", 13, ["bid 13 NT, made", "no trump"]),
    ):
        score, _ = reverse_bridge().score(reverse(contract, EAST, tricks), WEST, 0)
        assert [line.reason for line in score.lines] == reasons


def test_the_sentence_of_a_hand_says_what_happened_and_what_it_pays() -> None:
    game = reverse_bridge()
    assert game.describe(reverse("7S", NORTH, 9), WEST, 0) == (
        "North & South bid 7♠, East & West took 9: made, 2 over. North & South 21, East & West 10."
    )
    assert game.describe(reverse("9D", EAST, 6), WEST, 0) == (
        "East & West bid 9♦, North & South took 6: set, 3 short. East & West 0, North & South 15."
    )
    assert game.describe(reverse("5NT", WEST, 5), WEST, 0) == (
        "East & West bid 5 NT, North & South took 5: made. East & West 15 + 1 = 16, North & South 0."
    )
    assert game.summarize(reverse("7S", NORTH, 9)) == "North 7♠, opponents took 9"
    assert [game.outcomes.of(reverse("7S", NORTH, tricks)) for tricks in (6, 7, 8)] == ["set", "made", "made"]


def test_the_table_is_told_what_to_do_before_the_first_trick() -> None:
    game = reverse_bridge(8)
    assert game.deal_notes(WEST, 0) == ("West deals 13 cards each.", "North speaks first.", "Hand 1 of 8 begins.")
    assert game.deal_notes(WEST, 7)[2] == "Hand 8 of 8 begins."
    assert len(reverse_bridge().deal_notes(WEST, 7)) == 2


def test_hands_that_somebody_bid_and_settled_ones_count_towards_the_end() -> None:
    """[S4 Scoring: a multiple of four; rules 7.2 R5]"""
    game = reverse_bridge(4)
    _, carry = game.score(reverse("7S", NORTH, 9), WEST, 0)
    assert carry == 1
    assert game.carrying.passed_out(carry) == 1
    assert game.carrying.passed_out(0) == 0
    assert game.carrying.settled({NS: 3}, carry) == 2
    assert game.carrying.settled({}, 0) == 1


def test_the_most_points_win_after_the_last_hand_and_equals_share() -> None:
    columns, totals = ("North & South", "East & West"), (40, 31)
    assert reverse_bridge(4).ending(columns, totals, 3) is None
    assert reverse_bridge().ending(columns, totals, 400) is None
    ending = reverse_bridge(4).ending(columns, totals, 4)
    assert ending
    assert (ending.reason, ending.winners) == ("4 hands are played", (0,))
    drawn = reverse_bridge(4).ending(columns, (7, 7), 4)
    assert drawn
    assert drawn.winners == (0, 1)


def test_the_number_of_hands_is_a_multiple_of_four_or_open() -> None:
    hands = next(each for each in ReverseBridge.options_type.described() if each.name == "hands")
    assert (hands.name, hands.default) == ("hands", None)
    assert [number for number in range(-4, 26) if hands.accepts(number)] == [4, 8, 12, 16, 20, 24]
    assert hands.accepts(None)
    assert not hands.accepts(True)


def test_what_no_hand_can_have_is_refused_at_its_key() -> None:
    for contract, tricks, field in (("14S", 5, "contract"), ("7SX", 5, "contract"), ("7S", 14, "opponent_tricks")):
        with pytest.raises(RuleViolation) as caught:
            reverse_bridge().score(reverse(contract, NORTH, tricks), WEST, 0)
        assert caught.value.field == field


def test_the_house_rule_says_who_leads() -> None:
    """[S4; rules 7.2 R4]"""
    for lead, leader in (
        ("left of declarer", "East"),
        ("left of first namer", "The player at the left of whoever first named spades"),
        ("first namer", "Whoever first named spades"),
    ):
        game = ReverseBridge.of(FOUR, ReverseBridgeOptions(lead=lead))
        notes = game.play_notes({"contract": parse_contract("7S"), "declarer": NORTH}, WEST, 0)
        assert notes[1] == f"{leader} leads to the first trick; nobody is dummy."
