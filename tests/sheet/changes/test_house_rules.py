"""What the table changed in the course of a sheet, in sentences."""

from scorer.sheet.changes.remarks import changes, seating
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet

NORTH_FIRST = ("North", "East", "South", "West")
CROSSED = ("East", "North", "South", "West")
"""North and East have changed places: East now plays with South."""
SCORING = "East & South score in the column “North & South”, North & West in the column “East & West”."
HAND = {"bids": {"North": 3, "East": 4, "South": 3, "West": 2}, "tricks": [7, 6]}


def spades(*hands: dict[str, object]) -> Ledger:
    recorded = tuple(Hand(facts, number) for number, facts in enumerate(hands, start=2))
    return Ledger.of(Sheet("spades", NORTH_FIRST, "West", hands=recorded))


def test_where_partners_change_it_is_said_whose_column_keeps_the_points_and_gets_the_next() -> None:
    ledger = spades(HAND)
    assert list(seating(ledger, None, CROSSED)) == [
        "What was made before hand 2 stays in its column: North & South 61, bags 1; East & West 60, bags 0.",
        f"From hand 2 on {SCORING}",
    ]


def test_partners_who_change_places_with_each_other_change_no_column() -> None:
    assert not list(seating(spades(HAND), None, ("South", "East", "North", "West")))


def test_before_the_first_hand_other_partners_give_the_columns_their_names() -> None:
    assert list(seating(spades(), None, CROSSED)) == ["The columns are called East & South and North & West."]


def test_a_game_of_single_players_has_no_partners_to_change() -> None:
    ledger = Ledger.of(Sheet("plain", NORTH_FIRST, "West"))
    assert not list(seating(ledger, None, CROSSED))


def test_the_sheet_says_who_scores_in_which_column_from_then_on() -> None:
    ledger = spades(HAND, {**HAND, "players": list(CROSSED)})
    assert changes(ledger)[1] == [
        "From hand 2 on at the table: East, North, South and West.",
        SCORING,
    ]
    assert ledger.columns == ("North & South", "East & West")
