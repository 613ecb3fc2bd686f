"""Sheets imported from elsewhere, new ones and more of those that are here; and sheets saved as files."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from ..sheet import audit, importing, sheet_file
from ..sheet.core.sheet import Entry
from .database import FOR_A_SHEET, now, require_room, writing
from .models import ENTRIES, CorruptSheetError, EntryRecord, GrantRecord, SheetRecord, db, utc, values_of
from .people import SCORE, NotAllowedError, right_to_write
from .scorebook import Snapshot, StaleVersionError, keep, new_id, read, sealed, sound, stored_digests, write_new


def first_written(acts: importing.Acts, *, key: str, device: str) -> tuple[Entry, ...]:
    """The entries of a sheet that is imported without its history, all of them written by this request."""
    time = now()
    keys = (hashlib.sha256(f"{key} {number}".encode()).hexdigest() for number in count(1))
    numbered = zip(count(1), acts, keys, strict=False)
    return tuple(Entry(number, kind, dict(facts), each, device, time) for number, (kind, facts), each in numbered)


def brought(*, key: str, device: str) -> str | None:
    """The sheet that a request has imported before."""
    sheet_id = new_id(device, key)
    return None if db.session.get(SheetRecord, sheet_id) is None else sheet_id


class Import(NamedTuple):
    """Which device imported an entry from a file, and when, UTC."""

    device: str
    at: datetime


def imports(sheet_id: str) -> dict[int, Import]:
    """The entries of a sheet that were imported with a history, by their numbers.

    Who wrote them, and when, is for these only what the file says.
    """
    columns = (EntryRecord.number, EntryRecord.imported_by, EntryRecord.imported_at)
    query = select(*columns).where(EntryRecord.sheet_id == sheet_id, EntryRecord.imported_by.is_not(None))
    rows = db.session.execute(query)
    return {number: Import(device, utc(time)) for number, device, time in rows if device and time}


def _rows(sheet_id: str, sealed: Iterable[tuple[Entry, str]], imported_by: str | None) -> list[dict[str, Any]]:
    imported = {"imported_by": imported_by, "imported_at": now()} if imported_by else {}
    return [{**values_of(sheet_id, *each), **imported} for each in sealed]


def bring(
    entries: tuple[Entry, ...], digests: Sequence[str], *, key: str, device: str, history: bool = True
) -> str:
    """Import a sheet, its entries and their digests as they are, for a device to score; give its id.

    history: whether the entries were written elsewhere, or made by this very request. A repeated request gives
    the same sheet. Raises FormatError, IllegalHandError and CorruptSheetError for entries that make none.
    """
    sheet_id = new_id(device, key)
    sound(sheet_id, entries)
    write_new(sheet_id, _rows(sheet_id, zip(entries, digests, strict=True), device if history else None), device)
    return sheet_id


def go_on(sheet_id: str, entries: tuple[Entry, ...], digests: Sequence[str], *, device: str) -> Snapshot:
    """Append to a sheet what its history has beyond it elsewhere, entries and digests as they are.

    device: the one that imports them.

    Raises StaleVersionError where the sheet is none of that history, NotAllowedError where the device does not
    score it, and SheetNotFoundError, FormatError, IllegalHandError, CorruptSheetError and NoRoomError.
    """
    # Before the others have to wait: it takes long for a long evening.
    grown = sound(sheet_id, entries)
    try:
        with writing() as connection:
            if right_to_write(connection, sheet_id, device) != SCORE:
                raise NotAllowedError
            snapshot = read(sheet_id)
            if tuple(digests[: snapshot.version]) != sealed(snapshot):
                raise StaleVersionError
            require_room(FOR_A_SHEET)
            newer = [*zip(entries, digests, strict=True)][snapshot.version :]
            if newer:
                connection.execute(insert(ENTRIES), _rows(sheet_id, newer, device))
    except IntegrityError:
        # Another process wrote on the sheet between our reading and writing.
        raise StaleVersionError from None
    return keep(grown)


def begun_with(digest: str, device: str) -> list[Snapshot]:
    """The sheets that a device may score and whose first entry has this digest."""
    query = select(EntryRecord.sheet_id).join(GrantRecord, GrantRecord.sheet_id == EntryRecord.sheet_id)
    query = query.where(GrantRecord.device_id == device, GrantRecord.role == SCORE)
    query = query.where(EntryRecord.number == 1, (EntryRecord.digest == digest) | EntryRecord.digest.is_(None))
    snapshots: list[Snapshot] = []
    for sheet_id in db.session.scalars(query).all():
        with suppress(CorruptSheetError):
            snapshots.append(read(sheet_id))
    return [snapshot for snapshot in snapshots if sealed(snapshot)[0] == digest]


class SheetFile(NamedTuple):
    """A sheet with its history.

    order: by what is in it alone: the same sheets are the same bundle on every phone.
    entries: how many it has.
    """

    order: tuple[str, datetime, str]
    name: str
    content: bytes
    entries: int

    @classmethod
    def of(cls, snapshot: Snapshot) -> "SheetFile":
        name = snapshot.sheet.file_name
        order = (name, snapshot.entries[0].at, snapshot.digests[-1])
        return cls(order, f"{name}.json", with_history(snapshot), snapshot.version)

    @property
    def can_be_imported(self) -> bool:
        """Whether it is within the limits of what one import looks through."""
        return len(self.content) <= importing.MOST_BYTES and self.entries <= importing.MOST_ENTRIES


def with_history(snapshot: Snapshot) -> bytes:
    return sheet_file.write(snapshot.sheet, audit.lines(snapshot.entries, stored_digests(snapshot)))
