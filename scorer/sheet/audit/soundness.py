"""Whether the entries of a history from elsewhere are such as this program writes, each and all together.

A history whose digests hold may still have been made up. Every page of a sheet relies on what is looked at here.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError, Reader, at
from ..changes.disputes import Outcome, disputes, with_hand
from ..core.entries import ABOUT_A_HAND, Entry, EntryKind, timeline
from ..core.facts import DEALT, Sheet, kept_beside
from ..core.fold import states
from ..core.ledger import Ledger
from ..file import document
from ..work import CARRIED_ON, LOOKED_BACK, SCORED_AGAIN, Work

MOST_ENTRIES = 5000
MOST_JUDGED = 20
"""How many hands are judged for each entry on the average, those again that come after one that was amended."""
LOOKS_BACK = (EntryKind.UNDO, EntryKind.REDO, EntryKind.STATEMENT, EntryKind.SETTLE)
"""Acts for which all before them are looked through once more."""
KEY_LENGTH = 64
DEVICE_LENGTH = 24
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


def check(entries: Sequence[Entry], work: Work | None = None) -> None:
    """work: what may be looked through.

    Raises TooMuchWorkError, FormatError at "$.history[3].facts.reason", and IllegalHandError where a hand once
    broke a rule.
    """
    if len(entries) > MOST_ENTRIES:
        raise FormatError(
            "$.history", f"a history has at most {MOST_ENTRIES} entries here, this one {len(entries)}"
        )
    keys: set[str] = set()
    for index, entry in enumerate(entries):
        _check_alone(entry, f"$.history[{index}]")
        if entry.key in keys:
            raise FormatError(f"$.history[{index}].key", "another entry has the same key")
        keys.add(entry.key)
    _check_states(entries, work or Work())


def _check_alone(entry: Entry, where: str) -> None:
    """What can be said of an entry without the others."""
    needed, others = FACTS[entry.kind]
    reading.keys(entry.facts, at(where, "facts"), {**needed, **others}, needed)
    if entry.kind is EntryKind.SETTLE:
        rewrites = Outcome(entry.facts["outcome"]) in (Outcome.CORRECTED, Outcome.BY_HAND)
        if rewrites != ("hand" in entry.facts):
            raise FormatError(at(where, "facts"), "the hand and the outcome do not fit together")
    for name, length in (("key", KEY_LENGTH), ("device", DEVICE_LENGTH)):
        value = getattr(entry, name)
        if not len(value) <= length or not value.isprintable():
            raise FormatError(at(where, name), f"this is no {name} of an entry")
    if not EARLIEST <= entry.at <= LATEST:
        raise FormatError(at(where, "at"), "nothing can have happened then")


def _check_states(entries: Sequence[Entry], work: Work) -> None:
    """Look at the sheet after each entry: every one of them can be asked for."""
    ledger: Ledger | None = None
    left = MOST_JUDGED * (len(entries) + 50)
    sheets = states(entries)
    for entry in entries:
        where = f"$.history[{entry.number - 1}]"
        if ledger:
            work.spend(len(ledger.rows) // CARRIED_ON)
            if entry.kind in LOOKS_BACK:
                work.spend(entry.number // LOOKED_BACK)
            again = _check_place(entries, entry, ledger, where)
            left -= again
            work.spend(again)
        sheet = next(sheets)
        if not ledger or "revised" in entry.facts:
            _check_head(sheet)
        known, ledger = ledger, Ledger.of(sheet, ledger)
        ended = entry.kind is EntryKind.RECORD or entry.rewrites
        if ended and all(row.hand.entry != entry.hand for row in ledger.rows):
            raise FormatError(at(where, "facts"), "the hand has not ended")
        kept = known.rows if known else ()
        judged = len(ledger.rows) - sum(
            row.judged is old.judged for row, old in zip(ledger.rows, kept, strict=False)
        )
        scored = len(ledger.rows) - sum(row is old for row, old in zip(ledger.rows, kept, strict=False))
        left -= judged
        work.spend(judged + scored // SCORED_AGAIN)
        if left < 0:
            raise FormatError("$.history", "it holds more corrections than can be looked through")


def _check_head(sheet: Sheet) -> None:
    head = {key: getattr(sheet, key) for key in ("game", "dealer", "options", "title", "date")}
    given = {key: value for key, value in head.items() if value}
    document.sheet_of({"format": document.FORMAT, **given, "players": list(sheet.players), "hands": []})


def _check_place(entries: Sequence[Entry], entry: Entry, before: Ledger, where: str) -> int:
    """Whether what an act is about stood on the sheet before it; how many hands were judged to see that."""
    about = entry.facts.get("entry")
    if entry.kind is EntryKind.START:
        raise FormatError(where, "a sheet is started once")
    if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
        known = timeline(entries[: entry.number - 1])
        back = {act.number for act in known.acts[1:]}
        forth = {known.undone[-1].undo.number} if known.undone else set[int]()
        if about not in (back if entry.kind is EntryKind.UNDO else forth):
            raise FormatError(where, f"it takes back or brings back entry {about}, which it cannot")
    if entry.kind not in ABOUT_A_HAND:
        return 0
    row = before.row(about)
    if row is None:
        raise FormatError(where, f"it is about entry {about}, which is no hand that stood on the sheet then")
    if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
        raised = disputes(timeline(entries[: entry.number - 1]).acts, before)
        if (entry.facts["dispute"], about) not in {(dispute.number, dispute.hand) for dispute in raised}:
            raise FormatError(
                where, f"it is about entry {entry.facts['dispute']}, which is no dispute of that hand"
            )
        if entry.kind is EntryKind.STATEMENT and "hand" in entry.facts:
            with_hand(before, row, {**kept_beside(row.hand.facts), **entry.facts["hand"]})
            return len(before.rows) - row.number + 1
    return 0


def _list_of(reader: Reader) -> Reader:
    def read(value: Any, where: str) -> None:
        for index, inner in enumerate(reading.items(value, where)):
            reader(inner, f"{where}[{index}]")

    return read


def _by_name(reader: Reader) -> Reader:
    def read(value: Any, where: str) -> None:
        for key, inner in reading.json_object(value, where).items():
            reader(inner, at(where, key))

    return read


def _of(**readers: Reader) -> Reader:
    """An object with these keys, or some of them."""
    return lambda value, where: reading.keys(value, where, readers)


def _date(value: Any, where: str) -> Any:
    return value == "" or document.read_date(value, where)


def _count_or_none(value: Any, where: str) -> Any:
    return value is None or reading.count(value, where)


def _by_entry(reader: Reader) -> Reader:
    def read(value: Any, where: str) -> None:
        for key, inner in reading.json_object(value, where).items():
            if not re.fullmatch("[1-9][0-9]{0,8}", key):
                raise FormatError(at(where, key), "a hand is named by the number of its entry")
            reader(inner, at(where, key))

    return read


def _taken_over(value: Any, where: str) -> None:
    hand = reading.json_object(value, where)
    reading.text(hand.get("note"), at(where, "note"))


_TEXTS = _list_of(reading.text)
_SETTING: dict[str, Reader] = {"players": _TEXTS, "dealer": reading.text, "options": reading.json_object}
_CARDS: dict[str, Reader] = dict.fromkeys(DEALT, reading.count)
_COMING = _of(**_SETTING, **_CARDS, note=reading.text)
_REVISED = _of(head=_of(**_SETTING), hands=_by_entry(reading.json_object), coming=_COMING, calls=_TEXTS)
_PINS: dict[str, Reader] = {"dealer": reading.text, **dict.fromkeys(DEALT, _count_or_none)}
_STRUCK: dict[str, Reader] = {"pinned": _by_entry(_of(**_PINS)), "coming": _of(**_PINS)}
_HEAD: dict[str, Reader] = {"game": reading.text, "players": _TEXTS, "dealer": reading.text}
_TITLE: dict[str, Reader] = {"title": reading.text, "date": _date}
_ABOUT: dict[str, Reader] = {"entry": reading.count}
_HAND: dict[str, Reader] = {"hand": reading.json_object}
_REASON: dict[str, Reader] = {"reason": reading.text}
_PLAYER: dict[str, Reader] = {"player": reading.text}
_SETTLED: dict[str, Reader] = {
    **_ABOUT,
    "dispute": reading.count,
    "outcome": reading.one_of(*(outcome.value for outcome in Outcome)),
    "agreed": _TEXTS,
}

FACTS: dict[EntryKind, tuple[dict[str, Reader], dict[str, Reader]]] = {
    EntryKind.START: (_HEAD, {"options": reading.json_object, **_TITLE}),
    EntryKind.CALL: ({"call": reading.text, "dealer": reading.text}, {}),
    EntryKind.RECORD: (_HAND, {"coming": _of(**_CARDS)}),
    EntryKind.AMEND: ({**_ABOUT, **_HAND}, _REASON),
    EntryKind.STRIKE: (_ABOUT, {**_REASON, **_STRUCK}),
    EntryKind.SEATS: (
        {"entry": _count_or_none, "players": _TEXTS, "dealer": reading.text, "revised": _REVISED},
        {"hand": _taken_over, "names": _by_name(reading.text)},
    ),
    EntryKind.RULES: ({"options": reading.json_object, "whole": reading.flag, "revised": _REVISED}, {}),
    EntryKind.RENAME: ({"names": _by_name(reading.text), "revised": _REVISED}, {}),
    EntryKind.TITLE: (_TITLE, {}),
    EntryKind.FINISH: ({}, {}),
    EntryKind.REOPEN: ({}, {}),
    EntryKind.UNDO: (_ABOUT, {}),
    EntryKind.REDO: (_ABOUT, {}),
    EntryKind.DISPUTE: (_ABOUT, {}),
    EntryKind.STATEMENT: ({**_ABOUT, **_PLAYER, "dispute": reading.count}, {"words": reading.text, **_HAND}),
    EntryKind.SETTLE: (_SETTLED, {**_HAND, **_REASON, **_STRUCK}),
    EntryKind.AGREE: ({**_ABOUT, **_PLAYER}, {}),
    EntryKind.SIGN: (_PLAYER, {}),
    EntryKind.DISMISS: ({"flag": reading.text, "said": reading.text}, {}),
}
"""What the facts of each kind of entry hold, by their keys: those that it always has, and others."""
