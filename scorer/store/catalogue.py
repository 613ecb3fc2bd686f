"""Every sheet of a database, numbered in the order they were begun, for whoever runs the app."""

from collections.abc import Iterator

from sqlalchemy import func, select

from .entry_rows import CorruptSheetError
from .listing import last_at
from .models import SheetRecord, db
from .scorebook import Snapshot, stored


def how_many() -> int:
    return db.session.scalar(select(func.count()).select_from(SheetRecord)) or 0


def latest(most: int | None) -> Iterator[tuple[int, Snapshot | CorruptSheetError]]:
    """So many sheets, or all, each with its number, the one written on last first."""
    number = func.row_number().over(order_by=(SheetRecord.made_at, SheetRecord.id))
    query = select(SheetRecord.id, number).order_by(last_at(SheetRecord.id).desc().nulls_last(), SheetRecord.id)
    for sheet_id, place in db.session.execute(query.limit(most)).all():
        try:
            yield place, stored(db.session, sheet_id)
        except CorruptSheetError as damaged:
            yield place, damaged


def numbered(number: int) -> str | None:
    """The id of the sheet with this number, if there is one. As no sheet is ever removed, it stays its number."""
    if not 1 <= number <= how_many():
        return None
    query = select(SheetRecord.id).order_by(SheetRecord.made_at, SheetRecord.id)
    return db.session.scalar(query.offset(number - 1).limit(1))
