"""Entries folded into facts; names and house rules in them, whoever wrote them when."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorer.rules.offender import KEYS
from scorer.sheet import audit, importing, sheet_file
from scorer.sheet.audit import TamperedHistoryError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, Folded, Sheet, fold, renamed, renamed_call
from scorer.sheet.importing import Sealed
from scorer.store.scorebook import Snapshot

from ...rules.spades_table import FOUR
from ..evening import Evening
from ..files import FIVE, NOBODY, RESULT, content

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
    "only the next hand inherits": ((record(**SEATED), HAND, HAND, strike(2)), [{**RESULT, **SEATED}, RESULT], {}),
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


NAMES = {"Amber": "Ann"}

HANDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "the offense is renamed": (RESULT, {**RESULT, "proposer": "Ann"}),
    "the players and the dealer are renamed": (
        {**NOBODY, "players": ["Betty", "Amber", "Cindy"], "dealer": "Amber"},
        {**NOBODY, "players": ["Betty", "Ann", "Cindy"], "dealer": "Ann"},
    ),
    "the calls are renamed": (
        {"calls": ["Amber: 3H", "Betty: accept", "Amber: no proposal"]},
        {"calls": ["Ann: 3H", "Betty: accept", "Ann: no proposal"]},
    ),
    "points written down are renamed in their place": (
        {"points": {"Betty": 1, "Amber": 2}},
        {"points": {"Betty": 1, "Ann": 2}},
    ),
    "the points of two who become one are added up": (
        {"points": {"Amber": Decimal("0.5"), "Betty": 7, "Ann": Decimal("1.5")}},
        {"points": {"Ann": 2, "Betty": 7}},
    ),
    "a note and the house rules are left as they are": (
        {**NOBODY, "note": "Amber", "options": {"speaks_next": "Amber"}},
        {**NOBODY, "note": "Amber", "options": {"speaks_next": "Amber"}},
    ),
    "a hand without the player stays": ({**RESULT, "proposer": "Betty"}, {**RESULT, "proposer": "Betty"}),
}


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_with_other_names(case: str) -> None:
    facts, expected = HANDS[case]
    assert renamed(facts, NAMES, KEYS) == expected


def test_two_points_that_make_a_whole_one_are_a_whole_number() -> None:
    points = renamed({"points": {"Amber": Decimal("0.5"), "Ann": Decimal("1.5")}}, NAMES, KEYS)["points"]
    assert type(points["Ann"]) is int


def test_two_players_may_have_been_written_for_each_other() -> None:
    written = {**RESULT, "players": ["Amber", "Betty", "Cindy"]}
    read = {**RESULT, "players": ["Cindy", "Betty", "Amber"], "proposer": "Cindy", "accepter": "Amber"}
    assert renamed(written, {"Amber": "Cindy", "Cindy": "Amber"}, KEYS) == read


def taking_over(heir: str, leaver: str, **points: int) -> dict[str, Any]:
    return {"points": points, "note": f"{heir} takes over from {leaver}"}


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (taking_over("Fiona", "Amber", Amber=0, Fiona=49), taking_over("Fiona", "Ann", Ann=0, Fiona=49)),
        (taking_over("Amber", "Betty", Betty=0, Amber=49), taking_over("Ann", "Betty", Betty=0, Ann=49)),
        (taking_over("Amber", "Ann", Ann=0, Amber=49), {"points": {"Ann": 0}}),
        (taking_over("Ann", "Amber", Amber=0, Ann=49), {"points": {"Ann": 0}}),
    ],
)
def test_a_newcomer_took_over_nothing_from_whom_she_is_herself(
    facts: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert renamed(facts, NAMES, KEYS) == expected


def test_a_hand_is_never_changed_itself() -> None:
    facts = {"points": {"Amber": 1}, "players": ["Amber"], "calls": ["Amber: 3H"]}
    for names in ({}, NAMES):
        assert renamed(facts, names, KEYS) is not facts
    assert facts == {"points": {"Amber": 1}, "players": ["Amber"], "calls": ["Amber: 3H"]}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Amber: 3H", "Ann: 3H"),
        ("Betty: 3H", "Betty: 3H"),
        ("Amberley: accept", "Amberley: accept"),
        ("Amber: Amber: 3H", "Amber: Amber: 3H"),
    ],
)
def test_a_call_names_its_player_before_the_last_colon(call: str, expected: str) -> None:
    assert renamed_call(call, NAMES) == expected


OLD, NEW = {"variant": "barmore", "sets_to_lose": 3}, {"variant": "new-york", "sets_to_lose": 3}
UNBID: dict[str, Any] = {"tricks": [7, 6]}
BID: dict[str, Any] = {"bids": [6, 5], "tricks": [7, 6]}
OLD_HAND: dict[str, Any] = {"bids": dict.fromkeys(FOUR, 3), "tricks": [7, 6]}
HEAD: dict[str, Any] = {"game": "spades", "players": list(FOUR), "dealer": "West"}


def old_evening() -> Evening:
    """As a phone wrote it that called the variant so: from the start, in mid-sheet, in a hand that was amended."""
    evening = Evening(UNBID, BID, **{**HEAD, "options": OLD})
    evening.rules(variant="standard", sets_to_lose=2)
    evening.record(OLD_HAND)
    evening.record({**BID, "options": {"variant": "barmore"}})
    evening.amend(4, {**BID, "tricks": [6, 7], "options": {"variant": "barmore"}}, "miscounted")
    entries = (replace(entry, key=f"key-{entry.number}") for entry in evening.entries)
    evening.snapshot = Snapshot.of(evening.snapshot.id, tuple(entries))
    return evening


def exported(evening: Evening) -> bytes:
    """Its file as it was written then."""
    file = sheet_file.write(evening.snapshot.sheet, audit.lines(evening.entries, ()))
    return file.replace(b'"variant": "new-york"', b'"variant": "barmore"')


def test_a_file_that_says_barmore_is_the_same_sheet_and_is_written_as_new_york() -> None:
    hands = (UNBID, BID, {**BID, "options": {**OLD, "sets_to_lose": 4}})
    today = (*hands[:2], {**BID, "options": {**NEW, "sets_to_lose": 4}})
    old = sheet_file.load(content(*hands, **HEAD, options=OLD))
    new = sheet_file.load(content(*today, **HEAD, options=NEW))
    assert old == new
    assert sheet_file.write(old) == sheet_file.write(new)
    assert Ledger.of(old).totals == Ledger.of(new).totals == (190, 160)
    assert b"barmore" not in sheet_file.write(old)


def test_entries_keep_their_word_and_their_digests() -> None:
    evening = old_evening()
    before = audit.digests(evening.entries)
    assert evening.entries[0].facts["options"] == OLD
    assert evening.snapshot.sheet.options == NEW
    assert evening.snapshot.sheet.hands[3].facts["options"] == {"variant": "new-york"}
    evening.record(BID)
    assert audit.digests(evening.entries)[: len(before)] == before


def test_an_old_export_still_verifies_and_comes_back_as_it_was_written() -> None:
    evening = old_evening()
    file = exported(evening)
    assert b'"variant": "barmore"' in file.partition(b'"history"')[0]
    assert audit.verify(file).entries == len(evening.entries)
    read = importing.read(file)
    assert isinstance(read, Sealed)
    assert (read.entries, read.digests) == (evening.entries, audit.digests(evening.entries))


def test_an_export_of_today_with_an_old_history_verifies_too() -> None:
    evening = old_evening()
    file = sheet_file.write(evening.snapshot.sheet, audit.lines(evening.entries, ()))
    assert b"new-york" in file
    assert b"barmore" in file
    assert audit.verify(file).entries == len(evening.entries)
    with pytest.raises(TamperedHistoryError, match="“options” of the sheet is another one"):
        audit.verify(file.replace(b'"sets_to_lose": 3', b'"sets_to_lose": 4', 1))


def test_the_published_schema_takes_both_names() -> None:
    validator = Draft202012Validator(sheet_file.schema())
    for options in (OLD, NEW, {**OLD, "blind_margin": 0, "first_hand": "bid"}):
        assert validator.is_valid(sheet_file.parse(content(UNBID, BID, **HEAD, options=options)))
    for wrong in ({"variant": "redd"}, {"sets_to_lose": 3}, {"variant": "barmore", "nil": 50}):
        assert not validator.is_valid(sheet_file.parse(content(**HEAD, options=wrong)))
