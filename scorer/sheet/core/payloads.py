"""The facts that each kind of entry holds, and their check where an entry comes from elsewhere."""

import re
from collections.abc import Mapping
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError, Reader, at
from .adjustments import read_facts
from .entries import Entry, EntryKind, Outcome
from .facts import DEALT, read_date

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

# What the act makes of facts that stood before it, as `fold.revise` takes it.
_revised: dict[str, Reader] = {
    "revised": _some_of(
        head=_some_of(**_setting),
        hands=_by_entry(_object),
        adjustments=_by_entry(read_facts),
        coming=_some_of(**_setting, **_cards, note=_text),
        calls=_names,
    )
}
# What the hands after a struck one name from now on, as `fold.pin` takes it.
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
        {"adjustment": _or(None, read_facts)},
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
