"""Sheets that nobody has written on for long, taken off the home page of every phone. Nothing is deleted."""

from datetime import datetime

from sqlalchemy import update

from ..database import writing
from ..listing import last_at
from ..models import GrantRecord, db


def archive_untouched(before: datetime) -> int:
    """Archive the sheets whose last act is older, on all phones; how many. A phone can take one back."""
    untouched = last_at(GrantRecord.sheet_id) < before
    with writing():
        put_away = update(GrantRecord).where(GrantRecord.archived.is_(False), untouched).values(archived=True)
        options = {"synchronize_session": False}
        found = db.session.execute(put_away.returning(GrantRecord.sheet_id), execution_options=options)
        sheets = set(found.scalars())
    return len(sheets)
