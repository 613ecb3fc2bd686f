"""What looks odd on a sheet: the same hand twice, a dealer skipped, a correction after the signatures."""

from scorer.sheet.changes.remarks import SheetWarning, sheet_warnings
from scorer.sheet.core.entries import EntryKind

from ..acts import HANDS, PLAYERS, Acts


def of(acts: Acts) -> tuple[SheetWarning, ...]:
    return sheet_warnings(acts.standing, acts.ledger)


def test_an_ordinary_evening_has_none() -> None:
    assert of(Acts()) == ()


def test_the_same_hand_twice_in_a_row_is_flagged_and_later_is_not() -> None:
    [flag] = of(Acts((HANDS[0], HANDS[1], HANDS[1])))
    assert flag.hand == 3
    assert flag.text == "Hands 2 and 3 are the same: Betty and Ellie 7♠, took 6. Recorded twice?"
    assert of(Acts((HANDS[0], HANDS[1], HANDS[0]))) == ()


def test_two_hands_that_nobody_bid_are_nothing_odd() -> None:
    assert of(Acts(({"contract": None}, {"contract": None}))) == ()


def test_a_dealer_out_of_turn_is_flagged_with_whose_deal_it_was() -> None:
    [flag] = of(Acts((HANDS[0], {**HANDS[1], "dealer": "Cindy"}, HANDS[2])))
    assert flag.text == "Hand 2: Cindy dealt, and by rotation it was Amber's deal."


def test_a_dealer_whom_the_table_has_set_by_hand_is_nothing_odd() -> None:
    acts = Acts(HANDS[:1])
    seats = {"players": PLAYERS, "dealer": "Cindy"}
    acts.add(EntryKind.SEATS, entry=None, **seats, revised={"coming": {"dealer": "Cindy"}})
    acts.add(EntryKind.RECORD, hand={**HANDS[1], "dealer": "Cindy"})
    assert of(acts) == ()
    # The next one out of turn was set by nobody, until somebody seats that hand.
    number = acts.add(EntryKind.RECORD, hand={**HANDS[2], "dealer": "Betty"})
    assert [flag.hand for flag in of(acts)] == [3]
    acts.add(EntryKind.SEATS, entry=number, players=PLAYERS, dealer="Betty", revised={})
    assert of(acts) == ()


def test_the_dealer_who_deals_again_after_nobody_bid_is_in_turn() -> None:
    assert of(Acts(({"contract": None}, {**HANDS[0], "dealer": "Ellie"}))) == ()


def test_a_change_after_the_signatures_is_flagged() -> None:
    acts = Acts()
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.STRIKE, entry=4)
    [flag] = of(acts)
    assert flag.text == "The sheet was changed after Amber had signed it."


def test_a_dismissed_flag_stays_away_and_another_comes() -> None:
    acts = Acts((HANDS[1], HANDS[1]))
    [flag] = of(acts)
    acts.add(EntryKind.DISMISS, flag=flag.key, said=flag.text)
    assert of(acts) == ()
    acts.add(EntryKind.RECORD, hand=HANDS[1])
    assert [flag.hand for flag in of(acts)] == [3]
