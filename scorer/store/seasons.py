"""Seasons of the server: sheets that their tables have added, and the two links that show what is counted of them.

The links open no sheet. They are derived as those of sheets are, from the host's secret key: none is stored.
"""

import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from .database import now, writing
from .listing import last_at
from .models import SeasonRecord, SeasonSheetRecord, SheetRecord, db
from .sharing import derived_key

STATISTICS, TONIGHT = "season", "tonight"
"""What a link shows: the figures of all its sheets, or the tables of tonight."""
NAME_LENGTH = 40


class SeasonExistsError(ValueError):
    """There is a season of this name, or was a moment ago."""


class SharedSeason(NamedTuple):
    """A season that the host has made. generation: how many times its links were made."""

    id: str
    name: str
    generation: int

    def key(self, shows: str) -> str:
        """The end of the address that shows this."""
        return derived_key(shows, self.id, self.generation)


def every() -> list[SharedSeason]:
    """All seasons, the one made last first."""
    records = db.session.scalars(select(SeasonRecord).order_by(SeasonRecord.made_at.desc(), SeasonRecord.id))
    return [SharedSeason(record.id, record.name, record.generation) for record in records]


def named(name: str) -> SharedSeason | None:
    """The season of a name, however its capitals are written."""
    return next((season for season in every() if season.name.casefold() == name.casefold()), None)


def opened_by(key: str, shows: str) -> SharedSeason | None:
    """The season whose link with this key shows this; None for a key that never was, or is in force no more."""
    found = None
    # All are compared: how long that takes tells nothing.
    for season in every():
        if hmac.compare_digest(season.key(shows).encode(), key.encode()):
            found = season
    return found


def make(name: str) -> SharedSeason:
    """Raises SeasonExistsError."""
    if named(name):
        raise SeasonExistsError(name)
    record = SeasonRecord(id=secrets.token_urlsafe(12), name=name, generation=1, made_at=now())
    made = SharedSeason(record.id, record.name, record.generation)
    try:
        with writing():
            db.session.add(record)
    except IntegrityError:
        raise SeasonExistsError(name) from None
    return made


def renew(season_id: str) -> None:
    """Make both links anew: those before show nothing any more."""
    with writing():
        record = db.session.get(SeasonRecord, season_id, with_for_update=True)
        if record:
            record.generation += 1


def end(season_id: str) -> None:
    """Remove a season: its links show nothing any more. Its sheets stay as they are."""
    with writing():
        db.session.execute(delete(SeasonSheetRecord).where(SeasonSheetRecord.season_id == season_id))
        db.session.execute(delete(SeasonRecord).where(SeasonRecord.id == season_id))


def sheets_of(season_id: str, since: datetime | None = None) -> Sequence[str]:
    """The ids of its sheets but the deleted ones, in the order in which they were added.

    since: those alone that were begun, or written on, from then on.
    """
    here = SeasonSheetRecord.season_id == season_id, SheetRecord.deleted_at.is_(None)
    query = select(SeasonSheetRecord.sheet_id).where(*here)
    query = query.join(SheetRecord, SheetRecord.id == SeasonSheetRecord.sheet_id)
    query = query.order_by(SeasonSheetRecord.added_at, SeasonSheetRecord.sheet_id)
    if since:
        query = query.where((SheetRecord.made_at >= since) | (last_at(SheetRecord.id) >= since))
    return db.session.scalars(query).all()


def how_many_sheets() -> dict[str, int]:
    """By the id of each season that has any, without the deleted ones."""
    query = select(SeasonSheetRecord.season_id, func.count().label("number"))
    query = query.join(SheetRecord, SheetRecord.id == SeasonSheetRecord.sheet_id)
    query = query.where(SheetRecord.deleted_at.is_(None)).group_by(SeasonSheetRecord.season_id)
    return {row.season_id: row.number for row in db.session.execute(query)}


def seasons_of(sheet_id: str) -> set[str]:
    """The ids of the seasons that a sheet was added to."""
    query = select(SeasonSheetRecord.season_id).where(SeasonSheetRecord.sheet_id == sheet_id)
    return set(db.session.scalars(query))


def add(season_id: str, sheet_id: str) -> None:
    """Add a sheet to a season, where there is one; a sheet that was added stays added."""
    try:
        with writing():
            there = db.session.get(SeasonRecord, season_id)
            if there and not db.session.get(SeasonSheetRecord, (sheet_id, season_id)):
                db.session.add(SeasonSheetRecord(sheet_id=sheet_id, season_id=season_id, added_at=now()))
    except IntegrityError:
        # Another process added it, or removed the season, at the same moment.
        return


def remove(season_id: str, sheet_id: str) -> bool:
    """Take a sheet out of a season; whether it was in it."""
    with writing():
        record = db.session.get(SeasonSheetRecord, (sheet_id, season_id))
        if record:
            db.session.delete(record)
    return record is not None
