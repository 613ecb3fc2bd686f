"""When everything on a phone alone was saved last, and what was written since."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from ..database import now
from ..models import EntryRecord, db

MANY = 3
"""Sheets written on without a backup, after which the phone asks for one."""
_NAME = "saved"


@dataclass(frozen=True)
class Saved:
    """at: when everything was saved last, None for never; sheets: how many were written on since."""

    at: datetime | None
    sheets: int

    @property
    def is_due(self) -> bool:
        return self.sheets >= MANY


def saved(instance: Path) -> Saved:
    at = None
    with suppress(OSError, ValueError):
        at = datetime.fromisoformat((instance / _NAME).read_text("utf-8"))
    query = select(func.count(EntryRecord.sheet_id.distinct()))
    return Saved(at, db.session.scalar(query.where(EntryRecord.at > at) if at else query) or 0)


def mark(instance: Path) -> None:
    """Everything is saved as it is now."""
    (instance / _NAME).write_text(now().isoformat(), "utf-8")
