"""A sheet's entries as they are stored, and what is wrong with those that are damaged."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, func, insert, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, scoped_session

from ..sheet.core.entries import ABOUT_A_HAND, Entry, EntryKind
from .models import Base, EntryRecord

Reader = Connection | Session | scoped_session[Any]

ENTRIES = Base.metadata.tables["entry"]
"""The table itself, for what is asked at every request: nothing has to be made a record first."""
COLUMNS = tuple(ENTRIES.c[name] for name in ("number", "kind", "facts", "key", "device_id", "at"))
OF_SHEET = select(*COLUMNS).where(ENTRIES.c.sheet_id == bindparam("sheet")).order_by(ENTRIES.c.number)
ONE = OF_SHEET.where(ENTRIES.c.number == bindparam("number"))
_before = ENTRIES.alias().c
_count = select(func.count()).where(_before.sheet_id == bindparam("sheet"), _before.number >= 1)
_LAST = (
    select(ENTRIES.c.number, ENTRIES.c.digest, _count.scalar_subquery().label("count"))
    .where(ENTRIES.c.sheet_id == bindparam("sheet"))
    .order_by(ENTRIES.c.number.desc())
    .limit(1)
)
_LATEST = (
    select(ENTRIES.c.sheet_id, func.max(ENTRIES.c.number).label("number"))
    .add_columns(func.count().filter(ENTRIES.c.number >= 1).label("count"))
    .where(ENTRIES.c.sheet_id.in_(bindparam("sheets", expanding=True)))
    .group_by(ENTRIES.c.sheet_id)
    .subquery()
)
_LAST_OF_EACH = select(_LATEST, ENTRIES.c.digest).join(
    _LATEST, (ENTRIES.c.sheet_id == _LATEST.c.sheet_id) & (ENTRIES.c.number == _LATEST.c.number)
)
FROM_ON = (
    ENTRIES.c.number >= bindparam("first"),
    select(func.count())
    .where(_before.sheet_id == bindparam("sheet"), _before.number >= 1, _before.number < bindparam("first"))
    .scalar_subquery()
    == bindparam("before"),
)
"""Which entries of a sheet: those from a number on, if there are so many before it."""
_INSERT = insert(ENTRIES)
_NEWER = OF_SHEET.where(*FROM_ON)
UNREADABLE = (ValueError, TypeError, OperationalError)
"""What is raised where a stored value is none; the last one also for what is no damage."""
ABOUT_ANOTHER = (*ABOUT_A_HAND, EntryKind.UNDO, EntryKind.REDO)


class CorruptSheetError(Exception):
    """What is stored of a sheet makes no sheet.

    reason: which entry or hand, and why, for a person; title: the sheet's, "" where that cannot be read either.
    """

    def __init__(self, sheet_id: str, reason: str, title: str = "") -> None:
        super().__init__(f"sheet {sheet_id}: {reason}")
        self.sheet_id = sheet_id
        self.reason = reason
        self.title = title


def entries_of(reader: Reader, sheet_id: str, first: int = 1) -> tuple[Entry, ...]:
    """The stored entries of a sheet from this number on, in order; none where one before it is missing.

    Raises CorruptSheetError.
    """
    wanted = from_on(sheet_id, first)
    try:
        return _entries(reader, _NEWER, wanted)
    except UNREADABLE as error:
        if not is_damage(error):
            raise
    # One entry that cannot be read spoils the reading of all: look for it alone.
    numbers = select(EntryRecord.number).where(EntryRecord.sheet_id == sheet_id).order_by(EntryRecord.number)
    for number in reader.scalars(numbers).all():
        try:
            _entries(reader, ONE, {"sheet": sheet_id, "number": number})
        except UNREADABLE as error:
            if not is_damage(error):
                raise
            raise CorruptSheetError(
                sheet_id, f"entry {number}: {_why(error)}", title_of(reader, sheet_id)
            ) from None
    return _entries(reader, _NEWER, wanted)


def from_on(sheet_id: str, first: int) -> dict[str, Any]:
    """What FROM_ON asks for: the entries of a sheet from this number on."""
    return {"sheet": sheet_id, "first": first, "before": first - 1}


def _entries(reader: Reader, query: Executable, wanted: Mapping[str, Any]) -> tuple[Entry, ...]:
    return tuple(entry_in(row) for row in reader.execute(query, wanted))


def to_row(sheet_id: str, entry: Entry, digest: str) -> EntryRecord:
    return EntryRecord(**values_of(sheet_id, entry, digest))


def values_of(sheet_id: str, entry: Entry, digest: str) -> dict[str, Any]:
    """What the columns of an entry hold."""
    return {
        "sheet_id": sheet_id,
        "number": entry.number,
        "kind": entry.kind.value,
        "facts": dict(entry.facts),
        "key": entry.key,
        "device_id": entry.device,
        "at": entry.at,
        "digest": digest,
    }


def append_row(reader: Reader, sheet_id: str, entry: Entry, digest: str) -> None:
    """Write an entry. Raises IntegrityError where there is one of its number."""
    reader.execute(_INSERT, values_of(sheet_id, entry, digest))


def last_of(reader: Reader, sheet_id: str) -> tuple[int, str | None]:
    """The number of the last entry of a sheet, 0 where one before it is missing, and the digest that it is stored
    with.
    """
    row = reader.execute(_LAST, {"sheet": sheet_id}).first()
    return _last_in(row) if row else (0, None)


def last_of_each(reader: Reader, sheet_ids: Sequence[str]) -> dict[str, tuple[int, str | None]]:
    """As `last_of`, of many sheets at once; of those that have entries."""
    return {row.sheet_id: _last_in(row) for row in reader.execute(_LAST_OF_EACH, {"sheets": sheet_ids})}


def _last_in(row: Row[*tuple[Any, ...]]) -> tuple[int, str | None]:
    return row.number if row.number == row.count else 0, row.digest


def digests_of(reader: Reader, sheet_id: str, last: int) -> tuple[str | None, ...]:
    """The digests that the entries of a sheet up to this one were given when they were written, None for none."""
    query = select(EntryRecord.number, EntryRecord.digest).where(EntryRecord.sheet_id == sheet_id)
    found = {row.number: row.digest for row in reader.execute(query)}
    return tuple(found.get(number) for number in range(1, last + 1))


def entry_in(row: Row[*tuple[Any, ...]]) -> Entry:
    return Entry(row.number, _kind(row.kind), row.facts, row.key, row.device_id, utc(row.at))


def _kind(word: Any) -> EntryKind:
    try:
        return EntryKind(word)
    except ValueError:
        raise ValueError(f"“{word}” is no kind of entry") from None


def utc(time: datetime) -> datetime:
    # SQLite keeps no time zone; what is stored is UTC.
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_damage(error: Exception) -> bool:
    """Whether a value was read that is none; not, that the database did not answer."""
    return not isinstance(error, OperationalError) or "decode to UTF-8" in str(error.orig)


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return "its facts are not JSON"
    return "it is not text" if isinstance(error, OperationalError | UnicodeDecodeError) else str(error)


def title_of(reader: Reader, sheet_id: str) -> str:
    """The title of a sheet that may be damaged; "" where it has none or cannot be read."""
    try:
        return next((title_in(entry) for entry in _entries(reader, ONE, {"sheet": sheet_id, "number": 1})), "")
    except (ValueError, TypeError, OperationalError):
        return ""


def title_in(start: Entry) -> str:
    facts: Any = start.facts
    title = facts.get("title") if isinstance(facts, dict) else None
    return title if isinstance(title, str) else ""


def fault_of(entries: Sequence[Entry]) -> str | None:
    """What keeps these entries from being one sheet's, numbered and each about an earlier one; None if nothing."""
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            return f"entry {number} is missing"
        if (entry.kind is EntryKind.START) != (number == 1):
            return f"entry {number} is {'not ' if number == 1 else ''}the start of a sheet"
        if entry.kind in ABOUT_ANOTHER:
            about = entry.facts["entry"]
            if not isinstance(about, int) or not 1 < about < number:
                return f"entry {number} is about entry {about}, which is none before it"
            earlier = entries[about - 1]
            if entry.kind is EntryKind.REDO and earlier.kind is not EntryKind.UNDO:
                return f"entry {number} is about entry {about}, which took nothing back"
            # Whoever takes over somebody's points is given them by a hand that the seating records.
            recorded = earlier.kind is EntryKind.RECORD or (
                earlier.kind is EntryKind.SEATS and "hand" in earlier.facts
            )
            if entry.kind in ABOUT_A_HAND and not recorded:
                return f"entry {number} is about entry {about}, which recorded no hand"
        if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
            raised = entry.facts["dispute"]
            if raised not in range(1, number) or entries[raised - 1].kind is not EntryKind.DISPUTE:
                return f"entry {number} is about the dispute of entry {raised}, which raised none"
    return None
