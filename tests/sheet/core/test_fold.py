"""From the acts at the table to the facts as they stand."""

from typing import Any

import pytest

from scorer.sheet.core.entries import Entry, EntryKind
from scorer.sheet.core.sheet import Folded, Sheet, fold

from ..files import FIVE, NOBODY, RESULT

START = {"game": "offender", "players": FIVE, "dealer": "Ellie"}
WITH_FIONA = [*FIVE[:4], "Fiona"]
SIX = [*FIVE, "Fiona"]

Act = tuple[EntryKind, dict[str, Any]]
HAND: Act = EntryKind.RECORD, {"hand": RESULT}


def record(**beside: Any) -> Act:
    return EntryKind.RECORD, {"hand": {**RESULT, **beside}}


def call(said: str, dealer: str = "Ellie") -> Act:
    return EntryKind.CALL, {"call": said, "dealer": dealer}


def strike(entry: int) -> Act:
    return EntryKind.STRIKE, {"entry": entry}


def revise(**revised: Any) -> Act:
    return EntryKind.SEATS, {"revised": revised}


def settled(**points: int) -> dict[str, Any]:
    return {"points": {**dict.fromkeys(FIVE, 0), **points}}


def settling(**points: int) -> Act:
    return EntryKind.RECORD, {"hand": settled(**points)}


def sheet(*acts: Act) -> Sheet:
    """Entry 1 starts the sheet; the acts are 2 and so on. Folded one after the other, they give the same."""
    entries = [Entry(1, EntryKind.START, START), *(Entry(number, *act) for number, act in enumerate(acts, 2))]
    whole = fold(entries)
    step = Folded.of(entries[:1])
    for number in range(1, len(entries)):
        before = step.sheet()
        after = Folded.of(entries[: number + 1], step, number)
        assert step.sheet() == before
        step = after
    assert step.sheet() == whole
    return whole


def hands(*acts: Act) -> list[dict[str, Any]]:
    return [dict(hand.facts) for hand in sheet(*acts).hands]


def test_the_start_gives_the_head_of_the_sheet() -> None:
    known = sheet()
    assert (known.game, known.players, known.dealer) == ("offender", tuple(FIVE), "Ellie")
    assert (known.title, known.date, known.options, known.hands, known.coming) == ("", "", {}, (), {})
    assert not known.finished


def test_hands_stand_in_the_order_they_were_recorded_and_know_their_entries() -> None:
    known = sheet(HAND, (EntryKind.TITLE, {"title": "", "date": ""}), (EntryKind.RECORD, {"hand": NOBODY}))
    assert [(hand.facts, hand.entry) for hand in known.hands] == [(RESULT, 2), (NOBODY, 4)]


def test_calls_open_a_hand_and_the_record_of_its_result_takes_their_place() -> None:
    calls = call("Amber: 3H"), call("Betty: accept")
    assert hands(HAND, *calls)[1:] == [{"calls": ["Amber: 3H", "Betty: accept"], "dealer": "Ellie"}]
    assert sheet(HAND, *calls).hands[-1].entry is None
    assert hands(HAND, *calls, HAND) == [RESULT, RESULT]


def test_the_dealer_of_an_open_hand_is_who_dealt_at_its_first_call() -> None:
    assert sheet(call("Amber: 3H", "Ellie"), call("Betty: accept", "Amber")).hands[0].facts["dealer"] == "Ellie"


def test_an_amended_hand_keeps_its_place_and_its_entry() -> None:
    known = sheet(HAND, HAND, (EntryKind.AMEND, {"entry": 2, "hand": NOBODY}))
    assert [(hand.facts, hand.entry) for hand in known.hands] == [(NOBODY, 2), (RESULT, 3)]


def test_a_struck_hand_is_off_the_sheet_for_good() -> None:
    assert hands(HAND, record(tricks=6), strike(2)) == [{**RESULT, "tricks": 6}]
    amended = EntryKind.AMEND, {"entry": 2, "hand": NOBODY}
    assert hands(HAND, strike(2), amended) == hands(HAND, strike(2), strike(2)) == []


SEATED = {"players": WITH_FIONA}
RULED = {"options": {"no_trump": True}}

STRUCK: dict[str, tuple[tuple[Act, ...], list[dict[str, Any]], dict[str, Any]]] = {
    "its seats go to the next hand": ((record(**SEATED), HAND, strike(2)), [{**RESULT, **SEATED}], {}),
    "its house rules go to the next hand": ((record(**RULED), HAND, strike(2)), [{**RESULT, **RULED}], {}),
    "its dealer and its note go with it": ((record(dealer="Betty", note="late"), HAND, strike(2)), [RESULT], {}),
    "the seats of the next hand are its own": (
        (record(**SEATED), record(players=SIX), strike(2)),
        [{**RESULT, "players": SIX}],
        {},
    ),
    "the house rules of the next hand are added to": (
        (record(**RULED), record(options={"tricks": 9}), strike(2)),
        [{**RESULT, "options": {"no_trump": True, "tricks": 9}}],
        {},
    ),
    "the same house rule in the next hand is its own": (
        (record(**RULED), record(options={"no_trump": False}), strike(2)),
        [{**RESULT, "options": {"no_trump": False}}],
        {},
    ),
    "only the next hand inherits": (
        (record(**SEATED), HAND, HAND, strike(2)),
        [{**RESULT, **SEATED}, RESULT],
        {},
    ),
    "after the last hand the coming one inherits": ((HAND, record(**SEATED), strike(3)), [RESULT], SEATED),
    "an open hand inherits": (
        (record(**SEATED), call("Amber: 3H"), strike(2)),
        [{"calls": ["Amber: 3H"], "dealer": "Ellie", **SEATED}],
        {},
    ),
    "what the coming hand changes by itself is its own": (
        (record(**SEATED), revise(coming={"players": SIX}), strike(2)),
        [],
        {"players": SIX},
    ),
}


@pytest.mark.parametrize("case", STRUCK)
def test_of_a_struck_hand(case: str) -> None:
    acts, left, coming = STRUCK[case]
    assert hands(*acts) == left
    assert sheet(*acts).coming == coming


FORGOTTEN: dict[str, tuple[tuple[Act, ...], list[dict[str, Any]]]] = {
    "she leaves the settled hands where she scored nought": (
        (settling(Amber=5, Fiona=0), strike(2)),
        [settled(Amber=5)],
    ),
    "she stays where she scored": ((settling(Fiona=3), strike(2)), [settled(Fiona=3)]),
    "she stays once she has sat down after all": (
        (settling(Fiona=0), record(players=SIX), settling(Fiona=0), strike(2)),
        [settled(), settled(Fiona=0)],
    ),
    "she stays where another hand is struck": ((HAND, settling(Fiona=0), strike(4)), [settled(Fiona=0)]),
}


@pytest.mark.parametrize("case", FORGOTTEN)
def test_whom_only_a_struck_hand_had_seated(case: str) -> None:
    acts, left = FORGOTTEN[case]
    told = hands(record(**SEATED), record(players=FIVE), *acts)
    assert [hand for hand in told if "points" in hand] == left


def test_a_correction_says_what_stands_instead_and_what_it_does_not_name_stays() -> None:
    before = HAND, record(tricks=6), call("Amber: 3H")
    assert sheet(*before, revise()) == sheet(*before)
    known = sheet(*before, revise(head={"players": WITH_FIONA}, hands={"3": NOBODY}))
    assert (known.players, known.dealer) == (tuple(WITH_FIONA), "Ellie")
    assert [dict(hand.facts) for hand in known.hands] == [
        RESULT,
        NOBODY,
        {"calls": ["Amber: 3H"], "dealer": "Ellie"},
    ]
    assert [hand.entry for hand in known.hands] == [2, 3, None]


def test_a_correction_may_drop_the_calls_of_the_open_hand_or_take_its_seats_anew() -> None:
    known = sheet(call("Amber: 3H"), revise(coming={"dealer": "Betty"}, calls=[]))
    assert (known.hands, known.coming) == ((), {"dealer": "Betty"})
    known = sheet(call("Amber: 3H"), revise(coming={"dealer": "Ellie", **SEATED}))
    assert known.hands[0].facts == {"calls": ["Amber: 3H"], "dealer": "Ellie", **SEATED}
    assert known.coming == {}


def test_what_the_next_hand_changes_is_no_more_once_it_is_recorded() -> None:
    coming = revise(coming=SEATED)
    assert sheet(coming).coming == SEATED
    assert sheet(coming, record(**SEATED)).coming == {}


def test_a_seating_may_settle_a_hand_of_its_own() -> None:
    taken: Act = (EntryKind.SEATS, {"revised": {}, "hand": settled(Amber=5)})
    known = sheet(HAND, taken)
    assert [(hand.facts, hand.entry) for hand in known.hands] == [(RESULT, 2), (settled(Amber=5), 3)]
    assert hands(HAND, taken, strike(3)) == [RESULT]


def test_house_rules_and_names_are_put_right_as_seats_are() -> None:
    revised = {"revised": {"head": {"options": {"tricks": 9}}, "hands": {"2": NOBODY}}}
    for kind in (EntryKind.RULES, EntryKind.RENAME):
        known = sheet(HAND, (kind, revised))
        assert (known.options, known.hands[0].facts) == ({"tricks": 9}, NOBODY)


def test_the_last_title_stands() -> None:
    known = sheet(
        (EntryKind.TITLE, {"title": "Friday", "date": "2026-11-20"}), (EntryKind.TITLE, {"title": "", "date": ""})
    )
    assert (known.title, known.date) == ("", "")


def test_a_finished_sheet_has_no_coming_hand_until_it_is_reopened() -> None:
    finished = revise(coming=SEATED), (EntryKind.FINISH, {})
    assert sheet(*finished).finished
    assert sheet(*finished).coming == {}
    reopened = sheet(*finished, (EntryKind.REOPEN, {}))
    assert not reopened.finished
    assert reopened.coming == SEATED


def test_what_was_undone_is_not_folded_and_what_was_redone_is() -> None:
    undone = HAND, record(tricks=6), strike(2), (EntryKind.UNDO, {"entry": 3})
    assert sheet(*undone) == sheet(HAND)
    assert sheet(*undone, (EntryKind.REDO, {"entry": 5})) == sheet(HAND, record(tricks=6), strike(2))
