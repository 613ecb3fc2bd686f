"""10 Bridge: the document's lists of points [S3] over every hand, and its part scores; its chart is a vector."""

from itertools import product

import pytest

from scorer.rules.calls import Denomination, parse_contract
from scorer.rules.core import Rule, RuleViolation
from scorer.rules.ten_bridge import (
    CARRIED_GAME,
    EXTRA_LEVEL,
    FULL_HOUSE,
    LOVE,
    OBLIGED,
    OVERTRICKS,
    SINGLE_GAME,
    SINGLE_SUPER_GAME,
    TRICK_POINTS,
    UNDERTRICK_BONUS,
    UNDERTRICKS,
    PartScoreCarrying,
    PartScores,
    TenBridge,
    TenBridgeHand,
    noted,
    off_bonus,
)

from ..four import EAST, EW, FOUR, NORTH, NS, SOUTH, ten, ten_bridge

# [S3 Trick points] Plain, doubled, redoubled.
A_TRICK = {"minor": (4, 6, 10), "red": (4, 6, 10), "black": (5, 7, 11), "major": (5, 7, 11), "NT": (7, 9, 13)}
# [S3 Game bonus, Super game bonus] The levels that make them in a single hand, by what a trick pays; 6: none does.
GAME = {4: 4, 5: 3, 6: 3, 7: 2, 9: 2, 10: 2, 11: 2, 13: 1}
SUPER_GAME = {4: 6, 5: 5, 6: 5, 7: 4, 9: 3, 10: 3, 11: 3, 13: 2}
# [S3 Extra level bonus] The level that they count from, doubled or not.
EXTRA = {"minor": 4, "red": 4, "black": 3, "major": 3, "NT": 2}
# [S3 Overtrick bonus, Undertrick bonus] For none, 1, 2, 3 and so on; undertricks past the sixth are ignored.
OFF = ((0,) * 7, (0, 5, 10, 20, 40, 80, 160), (0, 10, 20, 40, 80, 160, 320))
HANDS = list(product(A_TRICK, range(6), range(3), range(11)))


def due(name: str, level: int, doubling: int, tricks: int, carried: int) -> tuple[list[tuple[int, Rule]], bool]:
    """What a hand pays and by which rules; whether part scores are wiped out. carried: of the declarer's side."""
    a_trick, off = A_TRICK[name][doubling], tricks - 5 - level
    if level == 0:
        return [(5, LOVE)], False
    if off < 0:
        down = min(-off, 6)
        paid = [(a_trick * down, UNDERTRICKS), (OFF[doubling][down], UNDERTRICK_BONUS)]
        return [line for line in paid if line[0]], False
    together = carried + a_trick * level
    game, super_game = level >= GAME[a_trick], level >= SUPER_GAME[a_trick]
    wipes = not super_game and together >= (25 if game else 13)
    for_game = 40 if super_game or (game and wipes) else 20 if game or wipes else 0
    paid = [
        (a_trick * (tricks - 5), TRICK_POINTS),
        (for_game, CARRIED_GAME if wipes else SINGLE_SUPER_GAME if super_game else SINGLE_GAME),
        (10 * max(0, level - EXTRA[name]), EXTRA_LEVEL),
        (50 if level == 5 else 0, FULL_HOUSE),
        (OFF[doubling][off], OVERTRICKS),
    ]
    return [line for line in paid if line[0]], wipes


@pytest.mark.parametrize("declarer", [SOUTH, EAST])
def test_every_hand_pays_by_the_lists_of_the_document(declarer: int) -> None:
    """[rules 6.3, 6.5 T0 to T3]"""
    game, ours = ten_bridge(), NS if declarer == SOUTH else EW
    for (name, level, doubling, tricks), carried in product(HANDS, (0, 4, 5, 8, 9, 12)):
        before = PartScores((carried, 10) if ours == NS else (10, carried))
        hand = ten(f"{level}{name}{'X' * doubling}", declarer, tricks)
        score, after = game.score(hand, NORTH, before)
        lines, wipes = due(name, level, doubling, tricks, carried)
        made = tricks >= 5 + level
        assert [(line.column, line.points, line.rule) for line in score.lines] == [
            (ours if made else 1 - ours, *line) for line in lines
        ], (hand, carried)
        more = A_TRICK[name][doubling] * level if made else 0
        kept = carried + more if more and level < GAME[A_TRICK[name][doubling]] else carried
        assert (after.carried[ours], after.carried[1 - ours]) == ((0, 0) if wipes else (kept, 10)), (hand, carried)


def test_undertricks_past_the_sixth_are_ignored_and_the_reason_says_so() -> None:
    """[S3 Undertrick bonus; rules 6.5 T3]"""
    score, _ = ten_bridge().score(ten("5NTXX", NORTH, 0), NORTH, PartScores())
    assert score.lines[1].reason == "6 undertricks of 10, redoubled"
    assert off_bonus(1, 0) == off_bonus(2, 0) == 0


def after(contract: str, tricks: int, carried: tuple[int, int], declarer: int = NORTH) -> PartScores:
    return ten_bridge().score(ten(contract, declarer, tricks), NORTH, PartScores(carried))[1]


def test_games_and_wiped_part_scores_are_told_and_the_line_is_drawn_under_a_wipe() -> None:
    game, before = ten_bridge(), PartScores((4, 10))
    assert game.carrying.events(PartScores(), after("1minor", 6, (0, 0))) == ()
    assert game.carrying.events(before, after("4major", 9, (4, 10))) == ("North & South made a game.",)
    assert game.carrying.events(before, after("5major", 10, (4, 10), EAST)) == ("East & West made a super game.",)
    carried = after("2major", 7, (4, 10))
    assert game.carrying.events(before, carried) == (
        "North & South made a game with their part score.",
        "Both part scores, 4 and 10, are wiped out.",
    )
    assert game.carrying.ends_game(before, carried)
    assert not game.carrying.ends_game(before, after("4major", 9, (4, 10)))
    assert not game.carrying.ends_game(PartScores(), after("1minor", 6, (0, 0)))


def test_a_part_score_is_marked_and_pays_five_at_the_end() -> None:
    game = ten_bridge()
    assert [(mark.column, mark.name, mark.text) for mark in game.carrying.counters(PartScores((0, 11)))] == [
        ("East & West", "part score", "11")
    ]
    assert [
        (line.column, line.points, line.reason)
        for line in PartScoreCarrying(game).closing(PartScores((4, 11))).lines
    ] == [(NS, 5, "part score of 4 carried at the end"), (EW, 5, "part score of 11 carried at the end")]
    assert game.carrying.counters(PartScores()) == ()
    assert PartScoreCarrying(game).closing(PartScores()).lines == ()
    assert game.carrying.settled({NS: 100}, PartScores((4, 11))) == PartScores((4, 11))


def test_the_dealer_speaks_first_and_may_not_pass_out() -> None:
    game = ten_bridge()
    assert [column.name for column in game.columns()] == ["North & South", "East & West"]
    cards, first = game.deal_notes(EAST, PartScores())[:2]
    assert cards.startswith("East deals 10 cards each")
    assert first == "East speaks first."
    assert game.auction(EAST, PartScores()).turn == EAST
    assert not game.may_pass_out
    assert list(game.sizes) == [4]
    assert {option.name for option in game.options_type.described()} == {"totals", "carry_goes", "length"}


# [S3 Denominations of bids] The suits that each may mean, the default first.
SUITS = {"minor": "CD", "red": "DH", "black": "SC", "major": "HS"}


@pytest.mark.parametrize("name", SUITS)
def test_the_trump_suit_is_one_of_the_pair_or_else_the_default_and_scores_nothing(name: str) -> None:
    """[S3; rules 6.5 T9]"""
    plain = ten_bridge().score(ten(f"2{name}", NORTH, 7), NORTH, PartScores())
    for suit in "CDHS":
        hand = TenBridgeHand(parse_contract(f"2{name}"), NORTH, 7, Denomination(suit))
        assert hand.trump_suit is Denomination(suit if suit in SUITS[name] else SUITS[name][0])
        assert ten_bridge().score(hand, NORTH, PartScores()) == plain
    assert ten(f"2{name}", NORTH, 7).trump_suit is None
    assert TenBridgeHand(parse_contract("2NT"), NORTH, 7, Denomination.CLUBS).trump_suit is None


def test_the_sentence_of_a_hand_says_what_happened_and_what_it_pays() -> None:
    game = TenBridge.of(FOUR)
    assert game.describe(ten("2NTXX", SOUTH, 8), EAST, PartScores((4, 0))) == (
        "South played 2 NT redoubled, took 8: made. North & South 39 + 40 + 10 = 89."
    )
    assert game.describe(ten("3majorX", SOUTH, 6), NORTH, PartScores()) == (
        "South played 3 major doubled, took 6: set. East & West 14 + 10 = 24."
    )
    assert game.describe(ten("1NT", NORTH, 6), NORTH, PartScores((4, 10))).endswith("7. Part score 11.")
    assert game.describe(ten("2major", SOUTH, 7), NORTH, PartScores((4, 10))).endswith(
        "10 + 20 = 30. Both part scores are wiped out."
    )
    assert game.summarize(ten("2red", EAST, 7)) == "East 2 red, took 7 (+2)"
    hand = TenBridgeHand(parse_contract("2red"), EAST, 7, Denomination.HEARTS)
    assert game.summarize(hand) == "East 2 red (♥), took 7 (+2)"
    assert [game.outcomes.of(ten("2red", EAST, tricks)) for tricks in (6, 7, 8)] == ["set", "made", "made"]


def test_what_no_hand_can_have_is_refused_at_its_key() -> None:
    for hand, field in ((ten("6NT", NORTH, 5), "contract"), (ten("1NT", NORTH, 11), "tricks")):
        with pytest.raises(RuleViolation) as caught:
            ten_bridge().score(hand, NORTH, PartScores())
        assert caught.value.field == field


def test_no_hand_of_10_bridge_is_without_a_contract() -> None:
    with pytest.raises(RuleViolation) as broken:
        TenBridge.of(FOUR).carrying.passed_out(PartScores())
    assert broken.value.rule is OBLIGED


def test_a_result_is_shown_and_read_as_the_chart_writes_it() -> None:
    """[S3 Scoring chart] Above five where the contract is made, relative to the bid where it fails."""
    field = ten_bridge().keys["tricks"]
    for contract, tricks, result in (
        ("1minor", 7, "+2"),  # deal 1 of the chart: 7 tricks, having contracted for 6
        ("3majorX", 6, "−2"),  # deal 5: 6 tricks, 2 below the contract
        ("0NTX", 2, "−3"),
        ("5major", 10, "+5"),
        ("0NT", 5, "+0"),
    ):
        hand = ten(contract, NORTH, tricks)
        assert noted(hand) == result
        assert ten_bridge().summarize(hand).endswith(f", took {tricks} ({result})")
        for written in (result, result.replace("−", "-")):
            assert field.beside(field.parse(written, ()), {"contract": contract}) == tricks


def test_a_result_below_the_contract_needs_the_contract() -> None:
    field = ten_bridge().keys["tricks"]
    assert field.beside(field.parse("-2", ()), {}) == "-2"
    assert field.beside(field.parse("-2", ()), {"contract": "no such"}) == "-2"
    assert field.parse("7", ()) == 7
