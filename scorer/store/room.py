"""How much room the disk of the database has: some is kept for what is on its sheets already."""

import shutil
from pathlib import Path

from .errors import NoRoomError
from .models import db
from .sqlite import OPENED

MEGABYTE = 1_000_000
FOR_A_SHEET = 200 * MEGABYTE
"""Bytes below which no sheet is started or imported."""
FOR_AN_ENTRY = 20 * MEGABYTE
"""Bytes below which nothing is written on a sheet; its end may still be."""


def free() -> int | None:
    """Bytes left on the disk of an SQLite file; None for another database, and for a disk that cannot be asked."""
    opened = db.session.connection().info.get(OPENED)
    try:
        return shutil.disk_usage(Path(opened[0]).parent).free if opened else None
    except (OSError, AttributeError, NotImplementedError):
        return None


def require(least: int) -> None:
    """Raises NoRoomError where less than this is left; what cannot be known is room."""
    left = free()
    if left is not None and left < least:
        raise NoRoomError(least // MEGABYTE)
