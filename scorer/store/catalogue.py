"""Every sheet of a database, numbered in the order they were begun, for whoever runs the app; and what becomes of
one that was deleted: it waits for a month, and then what is stored of it goes.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from flask import Flask
from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from .database import DatabaseBusyError, DatabaseMovedError, now, writing
from .listing import last_at
from .models import Base, CorruptSheetError, EntryRecord, SheetRecord, db, utc
from .scorebook import Snapshot, stored


def how_many(*, deleted: bool = False) -> int:
    """How many sheets there are, of those that were deleted the ones that can be taken back; or these alone."""
    which = (SheetRecord.deleted_at.is_not(None),) if deleted else ()
    return db.session.scalar(select(func.count()).select_from(SheetRecord).where(_is_there(), *which)) or 0


def _is_there() -> ColumnElement[bool]:
    return SheetRecord.deleted_at.is_(None) | exists().where(EntryRecord.sheet_id == SheetRecord.id)


def latest(most: int | None) -> Iterator[tuple[int, Snapshot | CorruptSheetError]]:
    """So many sheets, or all, each with its number, the one written on last first."""
    number = func.row_number().over(order_by=(SheetRecord.made_at, SheetRecord.id)).label("number")
    numbered = select(SheetRecord.id, number).subquery()
    query = select(SheetRecord.id, numbered.c.number).join(numbered, numbered.c.id == SheetRecord.id)
    query = query.where(_is_there()).order_by(last_at(SheetRecord.id).desc().nulls_last(), SheetRecord.id)
    for sheet_id, place in db.session.execute(query.limit(most)).all():
        yield place, sheet(sheet_id)


def every(among: Collection[str] | None = None) -> Iterator[tuple[int, Snapshot | CorruptSheetError]]:
    """All sheets but the deleted ones, or those of them with these ids, each with its number, the one begun first
    first; read one by one.
    """
    query = select(SheetRecord.id, SheetRecord.deleted_at).order_by(SheetRecord.made_at, SheetRecord.id)
    for number, (sheet_id, deleted_at) in enumerate(db.session.execute(query).all(), start=1):
        if deleted_at is None and (among is None or sheet_id in among):
            yield number, sheet(sheet_id)


def sheet(sheet_id: str) -> Snapshot | CorruptSheetError:
    """As it is stored, or why it cannot be read."""
    try:
        return stored(db.session, sheet_id)
    except CorruptSheetError as damaged:
        return damaged


def numbered(number: int) -> str | None:
    """The id of the sheet with this number, if there is one. The number of a sheet that is gone stays unused."""
    if not 1 <= number <= 10**9:
        return None
    query = select(SheetRecord.id).order_by(SheetRecord.made_at, SheetRecord.id)
    found = db.session.scalar(query.offset(number - 1).limit(1))
    there = SheetRecord.id == found, _is_there()
    return found and db.session.scalar(select(SheetRecord.id).where(*there))


WAITS = timedelta(days=30)
"""How long a deleted sheet can be taken back."""
OF_A_SHEET = [table for table in Base.metadata.sorted_tables if "sheet_id" in table.c]


class Deletion(NamedTuple):
    """by: who deleted the sheet, as they were called then."""

    at: datetime
    by: str

    @property
    def until(self) -> datetime:
        """As long as it can be taken back."""
        return self.at + WAITS


def deletion_of(sheet_id: str) -> Deletion | None:
    """When a sheet was deleted, and by whom; None for one that was not."""
    record = db.session.get(SheetRecord, sheet_id)
    return Deletion(utc(record.deleted_at), record.deleted_by or "") if record and record.deleted_at else None


def purge() -> int:
    """Remove what is stored of the sheets that were deleted a month ago; of how many. A number is kept of each, so
    that those of the others stay.
    """
    due = SheetRecord.deleted_at < now() - WAITS, exists().where(EntryRecord.sheet_id == SheetRecord.id)
    ids = db.session.scalars(select(SheetRecord.id).where(*due)).all()
    for sheet_id in ids:
        with writing():
            _empty(sheet_id)
            db.session.execute(update(SheetRecord).where(SheetRecord.id == sheet_id).values(deleted_by=None))
    return len(ids)


def purge_in(app: Flask) -> None:
    """The same for an app, at its start and once a day; what keeps the database from it is logged."""
    with app.app_context():
        try:
            purge()
        except (SQLAlchemyError, DatabaseBusyError, DatabaseMovedError) as error:
            db.session.rollback()
            app.logger.warning("Deleted sheets are not removed yet: %s", error)


def delete_at_once(sheet_id: str) -> None:
    """Remove a sheet and all that belongs to it."""
    with writing():
        _empty(sheet_id)
        db.session.execute(delete(SheetRecord).where(SheetRecord.id == sheet_id))


def _empty(sheet_id: str) -> None:
    for table in OF_A_SHEET:
        db.session.execute(delete(table).where(table.c.sheet_id == sheet_id))
