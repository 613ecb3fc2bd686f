"""What becomes of a sheet that was deleted: it waits for a month, and then what is stored of it goes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Flask
from sqlalchemy import delete, exists, select, update
from sqlalchemy.exc import SQLAlchemyError

from .database import now, writing
from .entry_rows import utc
from .errors import DatabaseBusyError, DatabaseMovedError
from .models import (
    CodeRecord,
    EntryRecord,
    FormerGrantRecord,
    GrantRecord,
    LinkRecord,
    SeasonSheetRecord,
    SharedLinkRecord,
    SheetRecord,
    db,
)

WAITS = timedelta(days=30)
"""How long a deleted sheet can be taken back."""
OF_A_SHEET = (
    EntryRecord,
    GrantRecord,
    FormerGrantRecord,
    SharedLinkRecord,
    CodeRecord,
    LinkRecord,
    SeasonSheetRecord,
)


@dataclass(frozen=True)
class Deletion:
    """by: who deleted the sheet, as they were called then."""

    at: datetime
    by: str

    @property
    def until(self) -> datetime:
        """As long as it can be taken back."""
        return self.at + WAITS


def of(sheet_id: str) -> Deletion | None:
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
        db.session.execute(delete(table).where(table.sheet_id == sheet_id))
