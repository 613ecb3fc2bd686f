"""Sheets that nobody has written on for long, taken off the home page of every phone. Nothing is deleted."""

from datetime import datetime

from sqlalchemy import func, update

from ..database import writing
from ..listing import last_at
from ..models import GrantRecord, db


def archive_untouched(before: datetime) -> int:
    """Archive the sheets whose last act is older; how many. A phone keeps one that it opened, or took back out
    of its archive, since then.
    """
    wanted_at = func.coalesce(GrantRecord.unarchived_at, GrantRecord.opened_at)
    untouched = last_at(GrantRecord.sheet_id) < before, wanted_at < before
    with writing():
        put_away = update(GrantRecord).where(GrantRecord.archived.is_(False), *untouched).values(archived=True)
        options = {"synchronize_session": False}
        found = db.session.execute(put_away.returning(GrantRecord.sheet_id), execution_options=options)
        sheets = set(found.scalars())
    return len(sheets)
