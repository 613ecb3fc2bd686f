"""Whether a history from elsewhere is one that this program writes: each entry, and all of them together.

A history whose digests hold may still be made up, and every page of a sheet relies on what is checked here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError, Reader, at
from ..changes.disputes import disputes, with_hand
from ..core.entries import ABOUT_A_HAND, Entry, EntryKind, Outcome, timeline
from ..core.ledger import Ledger
from ..core.sheet import DEALT, Sheet, kept_beside, read_adjustment_facts, read_date, states
from ..file import document
from .work import CARRIED_ON, LOOKED_BACK, SCORED_AGAIN, Work

MOST_ENTRIES = 5000
MOST_JUDGED = 20
"""How many hands are judged for each entry on average; those after an amended hand are judged again."""
LOOKS_BACK = (EntryKind.UNDO, EntryKind.REDO, EntryKind.STATEMENT, EntryKind.SETTLE)
"""Acts for which all acts before them are looked through once more."""
LENGTHS = {"key": 64, "device": 24}
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


def check(entries: Sequence[Entry], work: Work | None = None) -> None:
    """work: what may be looked through.

    Raises TooMuchWorkError, FormatError at "$.history[3].facts.reason", and IllegalHandError where a hand at some
    time broke a rule.
    """
    if len(entries) > MOST_ENTRIES:
        raise FormatError(
            "$.history", f"a history has at most {MOST_ENTRIES} entries here, this one {len(entries)}"
        )
    keys: set[str] = set()
    for index, entry in enumerate(entries):
        where = f"$.history[{index}]"
        check_payload(entry, where)
        for name, length in LENGTHS.items():
            value = getattr(entry, name)
            if not len(value) <= length or not value.isprintable():
                raise FormatError(at(where, name), f"this is no {name} of an entry")
        if not EARLIEST <= entry.at <= LATEST:
            raise FormatError(at(where, "at"), "nothing can have happened then")
        if entry.key in keys:
            raise FormatError(at(where, "key"), "another entry has the same key")
        keys.add(entry.key)
    _check_states(entries, work or Work())


def _check_states(entries: Sequence[Entry], work: Work) -> None:
    """Look at the sheet after each entry: every one of them can be asked for."""
    left = MOST_JUDGED * (len(entries) + 50)
    ledger: Ledger | None = None
    sheets = states(entries)
    for entry in entries:
        where = f"$.history[{entry.number - 1}]"
        judged = 0
        if ledger:
            work.spend(len(ledger.rows) // CARRIED_ON)
            if entry.kind in LOOKS_BACK:
                work.spend(entry.number // LOOKED_BACK)
            judged = _check_act(entries, entry, ledger, where)
        sheet = next(sheets)
        if not ledger or "revised" in entry.facts:
            _check_head(sheet)
        before, ledger = ledger.rows if ledger else (), Ledger.of(sheet, ledger)
        ends_hand = entry.kind is EntryKind.RECORD or entry.rewrites
        if ends_hand and not ledger.row(entry.about_hand):
            raise FormatError(at(where, "facts"), "the hand has not ended")
        pairs = list(zip(ledger.rows, before, strict=False))
        judged += len(ledger.rows) - sum(row.judged is old.judged for row, old in pairs)
        scored = len(ledger.rows) - sum(row is old for row, old in pairs)
        left -= judged
        work.spend(judged + scored // SCORED_AGAIN)
        if left < 0:
            raise FormatError("$.history", "it holds more corrections than can be looked through")


def _check_head(sheet: Sheet) -> None:
    head = {key: getattr(sheet, key) for key in ("game", "dealer", "options", "title", "date")}
    given = {key: value for key, value in head.items() if value}
    document.sheet_of({"format": document.FORMAT, **given, "players": list(sheet.players), "hands": []})


def _check_act(entries: Sequence[Entry], entry: Entry, before: Ledger, where: str) -> int:
    """Check that what an act is about stood on the sheet before it. Gives how many hands were judged for that."""
    about = entry.facts.get("entry")
    if entry.kind is EntryKind.START:
        raise FormatError(where, "a sheet is started once")
    if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
        past = timeline(entries[: entry.number - 1])
        back = {act.number for act in past.acts[1:]}
        forth = {past.undone[-1].undo.number} if past.undone else set[int]()
        if about not in (back if entry.kind is EntryKind.UNDO else forth):
            raise FormatError(where, f"it takes back or brings back entry {about}, which it cannot")
    if entry.kind not in ABOUT_A_HAND:
        return 0
    row = before.row(about)
    if row is None:
        raise FormatError(where, f"it is about entry {about}, which is no hand that stood on the sheet then")
    if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
        number = entry.facts["dispute"]
        raised = disputes(timeline(entries[: entry.number - 1]).acts, before)
        if (number, about) not in {(dispute.number, dispute.hand) for dispute in raised}:
            raise FormatError(where, f"it is about entry {number}, which is no dispute of that hand")
        if entry.kind is EntryKind.STATEMENT and "hand" in entry.facts:
            with_hand(before, row, {**kept_beside(row.hand.facts), **entry.facts["hand"]})
            return len(before.rows) - row.number + 1
    return 0


ENTRY_NUMBER = re.compile("[1-9][0-9]{0,8}")


def check_payload(entry: Entry, where: str) -> None:
    """Raises FormatError where an entry does not hold the facts of its kind. where: the entry's place."""
    required, optional = PAYLOADS[entry.kind]
    reading.keys(entry.facts, at(where, "facts"), {**required, **optional}, required)
    if entry.kind is EntryKind.SETTLE:
        outcome = Outcome(entry.facts["outcome"])
        if (outcome in (Outcome.CORRECTED, Outcome.BY_HAND)) != ("hand" in entry.facts):
            raise FormatError(at(where, "facts"), "the hand and the outcome do not fit together")


def _each(reader: Reader) -> Reader:
    """A reader of every item of a list."""

    def read(value: Any, where: str) -> None:
        for index, item in enumerate(reading.items(value, where)):
            reader(item, f"{where}[{index}]")

    return read


def _by_key(reader: Reader) -> Reader:
    """A reader of every value of an object."""

    def read(value: Any, where: str) -> None:
        for key, inner in reading.json_object(value, where).items():
            reader(inner, at(where, key))

    return read


def _by_entry(reader: Reader) -> Reader:
    """A reader of every value of an object whose keys are numbers of entries."""

    def read(value: Any, where: str) -> None:
        for key, inner in reading.json_object(value, where).items():
            if not ENTRY_NUMBER.fullmatch(key):
                raise FormatError(at(where, key), "a hand is named by the number of its entry")
            reader(inner, at(where, key))

    return read


def _some_of(**readers: Reader) -> Reader:
    """A reader of an object with these keys, or some of them."""
    return lambda value, where: reading.keys(value, where, readers)


def _or(nothing: str | None, reader: Reader) -> Reader:
    """A reader of a value that may also be nothing."""
    return lambda value, where: value == nothing or reader(value, where)


def _hand_with_note(value: Any, where: str) -> None:
    reading.text(reading.json_object(value, where).get("note"), at(where, "note"))


_text, _count, _object = reading.text, reading.count, reading.json_object
_names = _each(_text)
_seating: dict[str, Reader] = {"players": _names, "dealer": _text}
_setting: dict[str, Reader] = {**_seating, "options": _object}
_cards: dict[str, Reader] = dict.fromkeys(DEALT, _count)
_pins: dict[str, Reader] = {"dealer": _text, **dict.fromkeys(DEALT, _or(None, _count))}
_title: dict[str, Reader] = {"title": _text, "date": _or("", read_date)}

# What the act makes of facts that stood before it, as `Folded.revise` takes it.
_revised: dict[str, Reader] = {
    "revised": _some_of(
        head=_some_of(**_setting),
        hands=_by_entry(_object),
        adjustments=_by_entry(read_adjustment_facts),
        coming=_some_of(**_setting, **_cards, note=_text),
        calls=_names,
    )
}
# What the hands after a struck one name from now on, as `Folded.pin` takes it.
_pinned: dict[str, Reader] = {"pinned": _by_entry(_some_of(**_pins)), "coming": _some_of(**_pins)}
# The entry that recorded the hand which the act is about.
_about: dict[str, Reader] = {"entry": _count}
_hand: dict[str, Reader] = {"hand": _object}
_reason: dict[str, Reader] = {"reason": _text}
_player: dict[str, Reader] = {"player": _text}
# Whether the player said it on a phone of their own, and not on the table's.
_own_phone: dict[str, Reader] = {"own_phone": reading.flag}
_outcome = reading.one_of(*(outcome.value for outcome in Outcome))

PAYLOADS: dict[EntryKind, tuple[Mapping[str, Reader], Mapping[str, Reader]]] = {
    EntryKind.START: ({"game": _text, **_seating}, {"options": _object, **_title}),
    EntryKind.CALL: ({"call": _text, "dealer": _text}, {}),  # "Amber: 3H", and whose deal it is
    EntryKind.RECORD: (_hand, {"coming": _some_of(**_cards)}),  # coming: what the next hand is dealt out of turn
    EntryKind.AMEND: ({**_about, **_hand}, _reason),
    EntryKind.STRIKE: (_about, {**_reason, **_pinned}),
    EntryKind.ADJUST: (  # None: struck; entry: the one that first gave the points, where that is another
        {"adjustment": _or(None, read_adjustment_facts)},
        {**_about, **_reason},
    ),
    EntryKind.SEATS: (  # entry: the hand from which on, None for the next; hand: points that are taken over
        {"entry": _or(None, _count), **_seating, **_revised},
        {"hand": _hand_with_note, "names": _by_key(_text)},
    ),
    EntryKind.RULES: ({"options": _object, "whole": reading.flag, **_revised}, {}),  # whole: for the whole sheet
    EntryKind.RENAME: ({"names": _by_key(_text), **_revised}, {}),  # names: {old: new}
    EntryKind.TITLE: (_title, {}),
    EntryKind.FINISH: ({}, {}),
    EntryKind.REOPEN: ({}, {}),
    EntryKind.UNDO: (_about, {}),  # entry: the first act taken back, with all that stood after it
    EntryKind.REDO: (_about, {}),  # entry: the undo that is taken back
    EntryKind.DISPUTE: (_about, {**_player, **_own_phone}),
    EntryKind.STATEMENT: ({**_about, **_player, "dispute": _count}, {"words": _text, **_hand, **_own_phone}),
    EntryKind.SETTLE: (
        {**_about, "dispute": _count, "outcome": _outcome, "agreed": _names},
        {**_hand, **_reason, **_pinned, **_player, **_own_phone, "phone": _text},
    ),
    EntryKind.AGREE: ({**_about, **_player}, _own_phone),
    EntryKind.SIGN: (_player, _own_phone),
    EntryKind.DISMISS: ({"flag": _text, "said": _text}, {}),  # the key and the text of a warning
}
"""By kind of entry, readers of the facts that it always has, and of those that it may have."""
