"""The sheets of another database, which a phone or a server saved as a file, added to this one."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy.pool import NullPool

from ...rules.core import counted
from ...sheet.audit import hash_chain
from ..database import now, upgrade, writing
from ..entry_rows import ENTRIES, CorruptSheetError, digests_of, utc
from ..models import FormerGrantRecord, GrantRecord, SheetRecord, db
from ..scorebook import SheetNotFoundError, Snapshot, new_id, read, sealed, stored
from .backup import BackupError, copy, draft_in, put_in_place, refusing
from .inspection import Contents, check, reading


class AddStatus(Enum):
    NEW = "new"
    UPDATE = "update"  # the sheet here is this one at an earlier time
    SAME = "same"  # all of it is here already
    COPY = "copy"  # the sheet here has gone another way


@dataclass(frozen=True)
class Found:
    """A sheet of the file, what becomes of it, and the id that it has here then."""

    snapshot: Snapshot
    status: AddStatus
    sheet_id: str


def prepare(file: Path, target: Path, called: str = "") -> Contents:
    """Copy a saved database to a file that can be read here: looked through, and brought up to date.

    called: the name of the file for people. The file itself stays as it is.

    Raises BackupError where it is damaged, of a later release, or no database of this app.
    """
    called = called or file.name
    with refusing(f"{called} cannot be used"), draft_in(target.parent) as draft:
        with reading(file) as connection:
            copy(cast(sqlite3.Connection, connection.connection.driver_connection), draft)
        contents, wrong = check(draft)
        if wrong or not contents:
            raise BackupError(f"{called} cannot be used: it is damaged ({wrong[0]}).")
        if contents.is_older:
            engine = create_engine(f"sqlite:///{draft}", poolclass=NullPool)
            # What is brought up to date is a copy already.
            upgrade(engine, save=lambda connection: None)
            engine.dispose()
        put_in_place(draft, target)
    return contents


def sheets_in(prepared: Path) -> list[Found]:
    """The sheets of a prepared file, the oldest first, and what `add` would make of each."""
    with reading(prepared) as source:
        return list(_found(source))


def add(prepared: Path) -> list[Found]:
    """Add every sheet of a prepared file that is missing here, all of them or none; nothing here is overwritten.

    A sheet keeps its id, its entries and their digests. One that is here at an earlier time is brought up to date;
    one that has parted from the sheet here comes in as another. A repeated file adds nothing.
    """
    with reading(prepared) as source, writing():
        found = list(_found(source))
        for each in found:
            if each.status is AddStatus.SAME:
                continue
            if each.status is not AddStatus.UPDATE:
                made_at = source.scalar(select(SheetRecord.made_at).where(SheetRecord.id == each.snapshot.id))
                # One that was deleted here long ago, of which only its number is left, comes back in its place.
                db.session.merge(SheetRecord(id=each.sheet_id, made_at=made_at and utc(made_at), deleted_at=None))
                db.session.flush()
            here = read(each.sheet_id).version if each.status is AddStatus.UPDATE else 0
            rows = [{**row, "sheet_id": each.sheet_id} for row in _rows(source, each.snapshot.id, here)]
            db.session.execute(insert(ENTRIES), rows)
        for each in found:
            _name_phones(source, each)
    return found


def summary(found: Sequence[Found]) -> str:
    """What was added, for a person: "2 sheets added, 1 brought up to date, 3 were here already"."""
    number = Counter(each.status for each in found)
    new, copies = number[AddStatus.NEW], number[AddStatus.COPY]
    parts = (
        f"{counted(new, 'sheet')} added" if new or not found else "",
        f"{counted(copies, 'sheet')} added beside the one here that went another way" if copies else "",
        f"{number[AddStatus.UPDATE]} brought up to date" if number[AddStatus.UPDATE] else "",
        f"{number[AddStatus.SAME]} here already" if number[AddStatus.SAME] else "",
    )
    return ", ".join(filter(None, parts))


def _found(source: Connection) -> Iterator[Found]:
    there = select(SheetRecord.id).where(SheetRecord.deleted_at.is_(None))
    for sheet_id in source.scalars(there.order_by(SheetRecord.made_at, SheetRecord.id)).all():
        snapshot = stored(source, sheet_id)
        digests = hash_chain.digests(snapshot.entries, digests_of(source, sheet_id, snapshot.version))
        yield Found(snapshot, *_status(sheet_id, digests))


def _status(sheet_id: str, digests: tuple[str, ...]) -> tuple[AddStatus, str]:
    """What becomes of a sheet with this id and these digests, and its id here."""
    status = AddStatus.NEW
    while True:
        try:
            here = sealed(read(sheet_id))
        except SheetNotFoundError:
            return status, sheet_id
        except CorruptSheetError:
            here = ()
        parted = next((at for at, pair in enumerate(zip(here, digests, strict=False)) if len({*pair}) > 1), None)
        if here and parted is None:
            return (AddStatus.SAME if len(digests) <= len(here) else AddStatus.UPDATE), sheet_id
        # From the entry at which they parted, so that the same file, or a later one of that phone, finds it again.
        status, sheet_id = AddStatus.COPY, new_id(sheet_id, digests[parted or 0])


def _rows(source: Connection, sheet_id: str, after: int) -> list[Mapping[str, Any]]:
    rows = (
        select(ENTRIES).where(ENTRIES.c.sheet_id == sheet_id, ENTRIES.c.number > after).order_by(ENTRIES.c.number)
    )
    # A file holds times without their zone, and a server would take them for those of its own.
    return [
        {name: utc(value) if isinstance(value, datetime) else value for name, value in row.items()}
        for row in source.execute(rows).mappings()
    ]


def _name_phones(source: Connection, found: Found) -> None:
    """Keep who the phones were that wrote on a sheet; nobody gets in by that."""
    for table in (GrantRecord, FormerGrantRecord):
        columns = table.device_id, table.opened_at, table.player, table.player_number, table.guest
        for row in source.execute(select(*columns).where(table.sheet_id == found.snapshot.id)):
            device, opened_at, player, number, guest = row
            key = found.sheet_id, device
            if (
                (player or guest)
                and not db.session.get(GrantRecord, key)
                and not db.session.get(FormerGrantRecord, key)
            ):
                who = {"player": player, "player_number": number, "guest": guest}
                times = {"opened_at": utc(opened_at), "left_at": now()}
                db.session.add(
                    FormerGrantRecord(sheet_id=key[0], device_id=device, archived=False, **who, **times)
                )
