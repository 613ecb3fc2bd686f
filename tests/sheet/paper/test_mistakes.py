"""One error of each kind planted in the document's own table [S0]: the right cell is found, the slip named."""

from typing import Any

import pytest

from scorer.sheet.paper.check import POINTS, TOTAL, check

from ..papers import POINTS_DUE, TABLE, TOTALS_DUE, filed, planted, read, table

AMBER, BETTY, CINDY, DIANA, ELLIE = range(5)
NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie")

IN_TOTALS = {
    "digits transposed": (2, CINDY, 78, "Two digits changed places: 78 for 87."),
    "bonus on the tricks taken, set": (
        2,
        DIANA,
        37,
        "The bonus was counted on the 6 tricks the offense took, not on the bid: 10 + 21 = 31, and 6 + 31 = 37.",
    ),
    "bonus to the wrong side": (
        2,
        BETTY,
        55,
        "The bonus of the defense went to the offense: 21 + 28 = 49, and 6 + 49 = 55.",
    ),
    "a line left out": (3, CINDY, 102, "36 (8 tricks) was left out, and 87 + 15 = 102."),
    "a sign put": (4, BETTY, 2, "A minus sign stands before 28, and 30 − 28 = 2."),
    "a trick more": (3, DIANA, 104, "Counted as if one trick more had been taken, 9: 15 + 45 = 60, and 44 + 60"),
    "a neighbor's points": (4, BETTY, 72, "42 is what Amber, Cindy and Ellie scored in this hand, and 30 + 42"),
    "the hand before": (4, ELLIE, 33, "3 is what this column scored in hand 3, and 30 + 3 = 33."),
    "nothing added": (4, BETTY, 30, "Nothing was added: 30 is the total of the hand before."),
    "added twice": (4, ELLIE, 114, "The points of this hand were added twice: 30 + 42 and 42 again."),
    "a neighbor's total": (4, ELLIE, 58, "This is the total of Betty."),
    "a total copied wrong": (
        4,
        CINDY,
        225,
        "The total before was copied wrong. Two digits changed places: 183 for",
    ),
    "a ten not carried": (4, DIANA, 113, "Added wrong: 95 + 28 = 123, not 113."),
}


@pytest.mark.parametrize("kind", IN_TOTALS)
@pytest.mark.parametrize("carried", [False, True])
def test_a_wrong_running_total_is_found_and_its_slip_is_named(kind: str, carried: bool) -> None:
    hand, column, claimed, said = IN_TOTALS[kind]
    checked = table(totals=planted(TOTALS_DUE, hand, column, claimed, carried=carried))
    (wrong,) = checked.wrong
    assert (wrong.hand, wrong.column, wrong.kind, wrong.claimed) == (hand, NAMES[column], TOTAL, claimed)
    assert any(slip.startswith(said) for slip in wrong.mistakes), wrong.mistakes
    assert wrong == checked.findings[0]
    assert len(checked.carried) == (len(TOTALS_DUE) - hand if carried else 0)


IN_POINTS = {
    "digits transposed": (2, AMBER, 83, "Two digits changed places: 83 for 38."),
    "bonus on the tricks taken": (3, CINDY, 72, "The bonus was counted on the 8 tricks the offense took"),
    "added wrong": (1, CINDY, 39, "21 + 28 was added wrong."),
}


@pytest.mark.parametrize("kind", IN_POINTS)
def test_wrong_points_are_one_error_whatever_the_totals_do(kind: str) -> None:
    hand, column, claimed, said = IN_POINTS[kind]
    points = planted(POINTS_DUE, hand, column, claimed)
    off = claimed - POINTS_DUE[hand - 1][column]
    total = TOTALS_DUE[hand - 1][column] + off
    for totals in (None, TOTALS_DUE, planted(TOTALS_DUE, hand, column, total, carried=True)):
        checked = table(points, totals)
        (wrong,) = checked.wrong
        assert (wrong.hand, wrong.column, wrong.kind) == (hand, NAMES[column], POINTS)
        assert any(slip.startswith(said) for slip in wrong.mistakes), wrong.mistakes
        assert checked.findings[0] == wrong


BESIDE = {
    (3, CINDY, 128): "Added wrong: 87 + 51 = 138, not 128.",
    (2, CINDY, 132): "The total before was copied wrong. Two digits changed places: 94 for 49.",
    (2, BETTY, 70): "The total before was copied wrong. 49 was the total of Amber and Cindy.",
    (3, CINDY, 87): "Nothing was added: 87 is the total of the hand before.",
    (3, CINDY, 189): "The points of this hand were added twice: 87 + 51 and 51 again.",
}


@pytest.mark.parametrize(("hand", "column", "claimed"), BESIDE)
def test_the_slip_in_a_total_beside_its_points_is_named_first(hand: int, column: int, claimed: int) -> None:
    checked = table(POINTS_DUE, planted(TOTALS_DUE, hand, column, claimed, carried=True))
    (wrong,) = checked.wrong
    assert (wrong.hand, wrong.column, wrong.kind) == (hand, NAMES[column], TOTAL)
    assert wrong.mistakes[0] == BESIDE[hand, column, claimed]
    assert len(checked.carried) == len(TOTALS_DUE) - hand


def test_a_figure_that_nothing_explains_is_told_without_a_slip() -> None:
    (wrong,) = table(totals=planted(TOTALS_DUE, 4, AMBER, 999)).wrong
    assert wrong.mistakes == ()


def test_the_slip_named_first_is_the_one_that_explains_the_whole_hand() -> None:
    """A trick too few in hand 4: 28 for the offense alone could be many things, and so could 46."""
    points = [list(row) for row in POINTS_DUE]
    points[3] = [46, 21, 46, 21, 46]
    named = {finding.mistakes[0].partition(",")[0] for finding in table(points).wrong}
    assert named == {"Counted as if one trick less had been taken"}


WHOLE_HANDS = {
    "Offense and defense were taken for one another": [21, 38, 21, 21, 38],
    "28 (bid 7, set) was left out": [10, 21, 10, 10, 21],
    "The bonus of the defense went to the offense": [10, 49, 10, 10, 49],
    "The bonus went to both sides": [38, 49, 38, 38, 49],
}


@pytest.mark.parametrize("slip", WHOLE_HANDS)
def test_a_slip_that_the_rest_of_the_hand_refutes_is_not_named(slip: str) -> None:
    points = [list(row) for row in POINTS_DUE]
    points[1] = WHOLE_HANDS[slip]
    named = {said.partition(": ")[0].rstrip(".") for finding in table(points).wrong for said in finding.mistakes}
    assert named == {slip}


def test_a_slip_is_looked_for_in_the_column_of_the_player_wherever_she_sits() -> None:
    """Fiona sits down for Amber, whose column stays: the game's own columns are not those of the sheet."""
    moved = {**TABLE["hands"][1], "players": ["Fiona", "Betty", "Cindy", "Diana", "Ellie"]}
    sheet = {**TABLE, "hands": [TABLE["hands"][0], moved]}
    (wrong,) = check(read(filed(sheet, [{}, {"points": {"Fiona": 31}}]))).wrong
    assert wrong.due == 38
    assert wrong.mistakes[0].endswith("took, not on the bid: 10 + 21 = 31.")


def test_the_total_of_the_hand_before_last_carried_on_is_named() -> None:
    # 49 after hand 1, to which the 51 of hand 3 were added.
    (wrong, *_) = table(totals=planted(TOTALS_DUE, 3, 2, 49 + 51)).wrong
    assert wrong.mistakes[0] == "The total before was copied wrong. 49 was the total after hand 1."


FOUR = ["North", "East", "South", "West"]
SET = {"bids": {"North": 5, "East": "nil", "South": 4, "West": 3}, "tricks": [8, 5], "nil_tricks": {"East": 1}}
BAGS = {"bids": {"North": 3, "East": 4, "South": 2, "West": 3}, "tricks": [7, 6]}
PIRATES = ["Alan", "Dave", "Gracie", "Mike"]
MET, MISSED = {"Ann": 3, "Bo": 3, "Cid": 3}, {"Ann": 3, "Bo": 2, "Cid": 5}
LEVEL = {"bids": {"North": 3, "East": 4, "South": 2, "West": 2}, "tricks": [5, 8]}
PLAYED: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "a set": ("spades", FOUR, SET),
    "a set with more bid": ("spades", FOUR, {**SET, "bids": {**SET["bids"], "West": 5}}),
    "bags": ("spades", FOUR, BAGS),
    "five tricks": ("spades", FOUR, {**BAGS, "tricks": [5, 8]}),
    "a nil": ("spades", FOUR, {**BAGS, "bids": {**BAGS["bids"], "North": "nil"}}),
    "bags of the others": ("spades", FOUR, LEVEL),
    "oh hell": ("oh-hell", ["Ann", "Bo", "Cid"], {"bids": MET, "tricks": MISSED}),
    "a double": ("ten-bridge", FOUR, {"contract": "3majorX", "declarer": "South", "tricks": 6}),
    "four levels": ("ten-bridge", FOUR, {"contract": "4major", "declarer": "South", "tricks": 9}),
    "two past": ("reverse-bridge", FOUR, {"contract": "7S", "declarer": "North", "opponent_tricks": 9}),
    "made": ("pirate-bridge", PIRATES, {"contract": "4S", "declarer": "Alan", "acceptor": "Mike", "tricks": 10}),
    "down": ("pirate-bridge", PIRATES, {"contract": "2SX", "declarer": "Dave", "acceptor": "Mike", "tricks": 6}),
}
SLIPS_OF_GAMES = [
    ("a set", "North & South", 90, "The minus sign of −90 was lost."),
    ("a set", "East & West", 132, "−100 (East's nil, failed) was added and not taken off."),
    ("five tricks", "North & South", 51, "Counted as if one trick more had been taken, 6 to 7: 50 + 1 = 51."),
    ("bags", "North & South", 50, "2 (2 bags) was left out."),
    ("oh hell", "Bo", 13, "The bid was counted as met, though it was missed: 3 + 10 = 13."),
    ("a double", "East & West", 10, "The double was forgotten: 10."),
    ("four levels", "North & South", 80, "Every level was paid as an extra level: 20 + 20 + 40 = 80."),
    ("two past", "North & South", 27, "The bidders were paid for the 9 tricks taken, not for the bid: 27."),
    ("bags of the others", "North & South", 62, "The two sides were taken for one another: 60 + 2 = 62."),
    ("bags of the others", "East & West", 50, "The two sides were taken for one another: 50."),
    ("two past", "East & West", 21, "The two sides were taken for one another: 21."),
    ("a nil", "North & South", -75, "North's nil was counted as set, though it was made: 20 + 5 − 100 = −75."),
    ("bags", "North & South", 70, "10 were counted for each of 2 bags: 50 + 20 = 70."),
    (
        "a set with more bid",
        "East & West",
        -50,
        "The tricks of a failed nil were counted as tricks for the partner: 50 − 100 = −50.",
    ),
    ("oh hell", "Cid", -4, "Scored by another method, “squares”: −4."),
    ("made", "Alan", 420, "Scored by contract bridge, not vulnerable: 120 + 300 = 420."),
    ("made", "Mike", 0, "Nothing was given to Mike, as if without a partner: 0."),
    ("made", "Alan", 90, "All tricks were counted below the line: 90."),
    ("down", "Alan", 100, "The double was forgotten: 100."),
    ("down", "Alan", 300, "Counted as if one trick less had been taken, 5: 300."),
]
"""A hand of another game, who had which points written down for it, and the slip that is named."""


def test_the_point_for_no_trump_that_was_forgotten_is_named_before_another_suit() -> None:
    hand = {"contract": "2NT", "declarer": "East", "opponent_tricks": 2}
    sheet = {"format": "score-sheet/1", "game": "reverse-bridge", "players": FOUR, "hands": [hand]}
    (wrong,) = check(read(filed(sheet, [{"points": {"East & West": 6}}]))).wrong
    assert wrong.mistakes[0] == "1 (no trump) was left out."


@pytest.mark.parametrize(("played", "column", "claimed", "said"), SLIPS_OF_GAMES)
def test_the_slips_of_other_games_are_named(played: str, column: str, claimed: int, said: str) -> None:
    game, players, hand = PLAYED[played]
    sheet = {"format": "score-sheet/1", "game": game, "players": players, "hands": [hand]}
    (wrong,) = check(read(filed(sheet, [{"points": {column: claimed}}]))).wrong
    assert said in wrong.mistakes
