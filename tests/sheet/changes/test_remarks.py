"""What is said of a sheet beside its points: house rules and their changes, remarks, warnings."""

from datetime import UTC, datetime
from typing import Any

import pytest

from scorer.sheet.changes.disputes import Agreement
from scorer.sheet.changes.remarks import Remarks, SheetWarning, changes, seating, sheet_warnings
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, Hand, Outcome, Sheet
from scorer.web import disputes as disputing

from ..acts import FIVE_TRICKS, HANDS, PLAYERS, Acts
from ..evening import Evening

AT = "22 November 2026, 20:15 UTC"
HAD = "Betty had it as Cindy and Diana 5♣, took 5; Betty: “It was five.”"
BY_HAND = {"points": dict.fromkeys(PLAYERS, 1), "note": "revoke"}


class Timed(Acts):
    """The same, every act of them at a quarter past eight."""

    def add(self, kind: EntryKind, **facts: Any) -> int:
        number = len(self.entries) + 1
        self.entries.append(Entry(number, kind, facts, at=datetime(2026, 11, 22, 20, 15, tzinfo=UTC)))
        return number

    def settle(self, number: int, outcome: str, **facts: Any) -> int:
        return self.add(EntryKind.SETTLE, dispute=number, entry=4, outcome=outcome, **{"agreed": [], **facts})


def disputed() -> tuple[Timed, int]:
    acts = Timed()
    return acts, acts.dispute()


def remarks(acts: Acts) -> Remarks:
    return Remarks.of(acts.standing, acts.ledger)


def test_nothing_is_remarked_where_nothing_was_said() -> None:
    assert remarks(Timed()) == Remarks()


def test_a_dispute_that_is_open_tells_who_has_the_hand_how() -> None:
    acts, _ = disputed()
    said = remarks(acts)
    assert said.open == (3,)
    assert list(said.at_the_foot()) == ["In dispute: hand 3."]
    assert said.hands == {
        3: (f"Disputed {AT}, and not settled; Betty has it as Cindy and Diana 5♣, took 5; Betty: “It was five.”",)
    }


def test_a_settled_dispute_tells_how_by_whom_and_why() -> None:
    acts, number = disputed()
    acts.settle(number, "corrected", agreed=["Betty", "Ellie"], reason="counted again", hand=FIVE_TRICKS)
    said = remarks(acts)
    assert said.open == ()
    ended = f"Dispute settled {AT}, the hand was corrected, agreed by Betty and Ellie: “counted again”."
    assert said.hands == {3: (f"{ended} {HAD}",)}


def test_every_ending_is_told_in_words() -> None:
    told = {}
    for outcome, facts in {"upheld": {}, "struck": {}, "by hand": {"hand": BY_HAND}}.items():
        acts, number = disputed()
        acts.settle(number, outcome, **facts)
        said = remarks(acts)
        told[outcome] = (said.sheet, [sentence for hand in said.hands.values() for sentence in hand])
    assert told == {
        "upheld": ((), [f"Dispute settled {AT}, the hand stands. {HAD}"]),
        "struck": ((f"A hand that was recorded {AT}: Dispute settled {AT}, the hand was deleted.",), []),
        "by hand": ((), [f"Dispute settled {AT}, the table wrote down the points. {HAD}"]),
    }


def test_who_agreed_to_a_hand_is_told_in_the_order_of_seats() -> None:
    acts = Timed()
    for player in ("Cindy", "Amber"):
        acts.add(EntryKind.AGREE, entry=2, player=player)
    for player in PLAYERS:
        acts.add(EntryKind.AGREE, entry=3, player=player)
    assert remarks(acts).hands == {1: ("Agreed by Amber and Cindy.",), 2: ("Agreed by all.",)}


def test_who_signed_the_sheet_as_it_stands_is_told_with_the_time() -> None:
    acts = Timed()
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.SIGN, player="Betty")
    assert list(remarks(acts).of_sheet()) == [f"Signed by Amber, {AT}.", f"Signed by Betty, {AT}."]
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    acts.add(EntryKind.SIGN, player="Betty")
    assert list(remarks(acts).of_sheet()) == [
        "Amber had signed the sheet before it was changed.",
        f"Signed by Betty, {AT}.",
    ]


def test_an_end_that_somebodys_words_have_is_the_end_of_the_sentence() -> None:
    acts, number = disputed()
    acts.settle(number, "upheld", reason="counted again.", player="Betty", own_phone=True)
    ended = f"Dispute settled {AT} by Betty (own phone), the hand stands: “counted again.”"
    assert remarks(acts).hands == {3: (f"{ended} {HAD}",)}


def test_who_settled_is_named_and_what_all_agreed_to_is_said_once() -> None:
    acts, number = disputed()
    acts.settle(number, "upheld", agreed=PLAYERS, phone="Kitchen")
    [[said]] = remarks(acts).hands.values()
    assert said.startswith(
        f"Dispute settled {AT} on the phone “Kitchen”, the hand stands, agreed by Amber, Betty,"
    )
    assert Agreement(acts.standing).missing(acts.ledger.rows[2]) == ()
    by_hand, number = disputed()
    by_hand.settle(number, "by hand", agreed=PLAYERS[:3], reason="revoke", hand={**BY_HAND, "by": PLAYERS[:3]})
    assert remarks(by_hand).hands == {
        3: (f"Dispute settled {AT}, the table wrote down the points, agreed by Amber, Betty and Cindy. {HAD}",)
    }
    assert Agreement(by_hand.standing).missing(by_hand.ledger.rows[2]) == ("Diana", "Ellie")


def test_a_renamed_player_has_settled_under_the_new_name() -> None:
    evening = Evening(*HANDS)
    evening.act(disputing.to_dispute(4))
    evening.act(disputing.to_settle(5, Outcome.UPHELD, (), "", None, player="Betty"))
    evening.rename(Betty="Bea")
    [[said, agreed]] = Remarks.of(evening.snapshot.line.acts, evening.ledger).hands.values()
    assert " by Bea (own phone), the hand stands." in said
    assert agreed == "Agreed by Bea (own phone)."


def of(acts: Acts) -> tuple[SheetWarning, ...]:
    return sheet_warnings(acts.standing, acts.ledger)


NOBODY = {"contract": None}


@pytest.mark.parametrize(
    "hands", [HANDS, (NOBODY, NOBODY), (NOBODY, {**HANDS[0], "dealer": "Ellie"}), (HANDS[0], HANDS[1], HANDS[0])]
)
def test_an_ordinary_evening_has_none(hands: tuple[dict[str, Any], ...]) -> None:
    """Also where nobody bids twice, and the dealer deals again."""
    assert of(Acts(hands)) == ()


def test_the_same_hand_twice_in_a_row_is_flagged() -> None:
    [flag] = of(Acts((HANDS[0], HANDS[1], HANDS[1])))
    assert flag.hand == 3
    assert flag.text == "Hands 2 and 3 are the same: Betty and Ellie 7♠, took 6. Recorded twice?"


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
    assert changes(ledger)[1] == ["From hand 2 on at the table: East, North, South and West.", SCORING]
    assert ledger.columns == ("North & South", "East & West")
