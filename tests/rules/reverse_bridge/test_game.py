"""Reverse Bridge: the document's Table 1 [S4], its two examples, and the end of the sheet."""

import re
from pathlib import Path

import pytest

from scorer.rules.calls import parse_contract
from scorer.rules.core import RuleViolation
from scorer.rules.reverse_bridge import A_TRICK, BIDDERS, NO_TRUMP, OPPONENTS, ReverseBridge, ReverseBridgeOptions

from ..four import EAST, EW, FOUR, NORTH, NS, SOUTH, WEST, reverse, reverse_bridge

HERE = Path(__file__).parents[1]
Cells = dict[tuple[int, str], str]
"""By the opponents' tricks and the bid as the table heads it: "7H/S"."""


def table(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text("utf-8").splitlines()]


def mended() -> Cells:
    """The table as it was printed: "21-10"."""
    (_, *bids), *rows = table("table_1.txt")
    return {(int(row[0]), bid): cell for row in rows for bid, cell in zip(bids, row[1:], strict=True)}


TABLE = mended()
ROWS = range(1, 14)
BIDS = list(dict.fromkeys(bid for _, bid in TABLE))


def test_table_1_has_thirteen_rows_of_thirty_nine_bids() -> None:
    assert len(TABLE) == 13 * 39
    assert {(tricks, bid) for tricks in ROWS for bid in BIDS} == set(TABLE)


@pytest.mark.parametrize("bid", BIDS)
def test_every_cell_of_table_1_comes_out(bid: str) -> None:
    """The bid-team's points over the opponents', for both suits of a heading and whoever bids."""
    for denomination in re.sub(r"\d", "", bid).split("/"):
        for tricks in ROWS:
            for declarer in (NORTH, EAST):
                hand = reverse(re.sub(r"\D+", "", bid) + denomination, declarer, tricks)
                score, _ = reverse_bridge().score(hand, WEST, 0)
                ours, theirs = (NS, EW) if declarer == NORTH else (EW, NS)
                assert f"{score.total(ours)}-{score.total(theirs)}" == TABLE[tricks, bid]


@pytest.mark.parametrize(
    ("scoring", "contract", "tricks", "points"),
    [
        # [S4] "5 points if the non-bidding team made contract", "1 point for every trick below or above".
        ("first play-test", "7S", 7, "5-0"),
        ("first play-test", "7S", 9, "5-2"),
        ("first play-test", "3C", 13, "5-10"),
        ("first play-test", "7NT", 7, "5-0"),
        ("first play-test", "9D", 6, "0-3"),
        # "2 or 3 points per trick-over, depending upon the suit bid"; all else as in Table 1.
        ("second play-test", "7S", 9, "21-6"),
        ("second play-test", "7C", 9, "14-4"),
        ("second play-test", "7NT", 9, "22-6"),
        ("second play-test", "7NT", 7, "22-0"),
        ("second play-test", "9D", 6, "0-15"),
    ],
)
def test_the_points_of_the_play_tests_are_paid_by_house_rule(
    scoring: str, contract: str, tricks: int, points: str
) -> None:
    game = ReverseBridge(FOUR, ReverseBridgeOptions(scoring=scoring))
    score, _ = game.score(reverse(contract, NORTH, tricks), WEST, 0)
    assert f"{score.total(NS)}-{score.total(EW)}" == points


# [rules 7.1] The cells of the scan that hold a stray or misread character, with their digits as scanned.
MISREAD = {
    (1, "4H/S"): "0150", (1, "10H/S"): "0450", (1, "12H/S"): "0550", (1, "8NT"): "0350", (1, "10NT"): "0450",
    (1, "12NT"): "0550", (1, "13NT"): "0600",  # a trailing 0
    (2, "2H/S"): "00", (3, "3H/S"): "900", (6, "3C/D"): "015", (6, "2H/S"): "020",  # 6 or 9 read as 0
    (13, "6NT"): "1035",  # 19 read as 10
    (4, "4H/S"): "201", (4, "3NT"): "051", (4, "4NT"): "301",  # a number wrapped to the next row
    (10, "10C/D"): "2000", (10, "12H/S"): "0100",  # an extra 0
}  # fmt: skip


def scanned() -> Cells:
    """The digits of the scan, its columns and rows counted from 1 and its smear undone [rules 7.1]: in rows 2 to 4
    the bid-team's points of the row below stand at the end of the cell.
    """
    rows = [[re.sub(r"\D", "", cell) for cell in row[1:]] for row in table("table_1_as_scanned.txt")[1:]]
    for tricks in (4, 3, 2):
        for column, bid in enumerate(BIDS):
            below = TABLE[tricks + 1, bid].split("-")[0]
            cell = rows[tricks - 1][column]
            if cell.endswith(below):
                rows[tricks - 1][column] = cell.removesuffix(below)
                rows[tricks][column] = below + rows[tricks][column]
    return {(tricks, bid): rows[tricks - 1][column] for tricks in ROWS for column, bid in enumerate(BIDS)}


def lacks(scan: str, printed: str) -> bool:
    """Whether a scan is what was printed, but for characters that it lost."""
    left = iter(printed)
    return all(digit in left for digit in scan)


def test_table_1_is_the_scan_s_with_no_more_mended_than_its_damage() -> None:
    scan = scanned()
    printed = {place: cell.replace("-", "") for place, cell in TABLE.items()}
    assert {place: scan[place] for place in scan if not lacks(scan[place], printed[place])} == MISREAD
    same = [place for place in scan if scan[place] == printed[place]]
    # rules 7.1 counts 429; how many are whole and how many lack a digit depends on where a smear is cut.
    assert len(same) == 427
    assert {tricks for tricks in ROWS if all((tricks, bid) in same for bid in BIDS)} == {7, 8, 12}


def test_the_two_examples_of_the_text() -> None:
    """[S4 Scoring] 7S and nine tricks; 9D and six."""
    over, _ = reverse_bridge().score(reverse("7S", NORTH, 9), WEST, 0)
    assert [(line.column, line.points, line.reason, line.rule) for line in over.lines] == [
        (NS, 21, "bid 7♠, made", BIDDERS),
        (EW, 10, "2 tricks over", OPPONENTS),
    ]
    under, _ = reverse_bridge().score(reverse("9D", SOUTH, 6), WEST, 0)
    assert [(line.column, line.points, line.reason, line.rule) for line in under.lines] == [
        (EW, 15, "3 tricks short", OPPONENTS),
    ]


def test_no_trump_pays_one_more_a_hand_and_not_a_trick() -> None:
    """[rules 7.2 R2]"""
    score, _ = reverse_bridge().score(reverse("13NT", EAST, 13), WEST, 0)
    assert [(line.column, line.points, line.rule) for line in score.lines] == [
        (EW, 39, BIDDERS),
        (EW, 1, NO_TRUMP),
    ]
    short, _ = reverse_bridge().score(reverse("5NT", EAST, 4), WEST, 0)
    assert [(line.column, line.points, line.reason) for line in short.lines] == [(NS, 5, "1 trick short")]


def test_clubs_and_diamonds_pay_two_a_trick_and_the_others_three() -> None:
    """[rules 7.2 R1]"""
    assert {denomination.value: points for denomination, points in A_TRICK.items()} == {
        "C": 2, "D": 2, "H": 3, "S": 3, "NT": 3,
    }  # fmt: skip


def test_no_tricks_at_all_are_short_of_every_bid() -> None:
    """[rules 7.1] The formula gives a row 0 that the table does not have."""
    for level in range(1, 14):
        score, _ = reverse_bridge().score(reverse(f"{level}H", NORTH, 0), WEST, 0)
        assert [score.total(side) for side in range(2)] == [0, 5 * level]


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
    assert game.deal_notes(WEST, 0) == (
        "West deals 13 cards each.",
        "North speaks first.",
        "Hand 1 of 8 begins.",
    )
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


@pytest.mark.parametrize(
    ("contract", "tricks", "field"),
    [("14S", 5, "contract"), ("0S", 5, "contract"), ("7SX", 5, "contract"), ("7S", 14, "opponent_tricks")],
)
def test_what_no_hand_can_have_is_refused_at_its_key(contract: str, tricks: int, field: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        reverse_bridge().score(reverse(contract, NORTH, tricks), WEST, 0)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ("left of declarer", "East leads to the first trick; nobody is dummy."),
        (
            "left of first namer",
            "The player at the left of whoever first named spades leads to the first trick; nobody is dummy.",
        ),
        ("first namer", "Whoever first named spades leads to the first trick; nobody is dummy."),
    ],
)
def test_the_house_rule_says_who_leads(lead: str, said: str) -> None:
    """[S4; rules 7.2 R4]"""
    game = ReverseBridge.of(FOUR, ReverseBridgeOptions(lead=lead))
    assert game.play_notes({"contract": parse_contract("7S"), "declarer": NORTH}, WEST, 0)[1] == said
