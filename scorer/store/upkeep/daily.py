"""A backup a day, the last seven kept, made by itself while the app serves."""

import re
import threading
from collections.abc import Callable
from datetime import date, datetime
from logging import Logger
from pathlib import Path

from sqlalchemy import func, select

from ..database import UnusableDatabaseError
from ..models import SheetRecord
from .backup import BackupError, back_up, clear_drafts, folder_of, make_folder, refusing
from .inspection import look, reading

KEPT = 7
"""How many daily backups stay, the latest."""
TIME_TO_LOOK = 20
"""Seconds for the look for damage."""
MOST_LOGGED = 10
"""Faults of one look that are logged."""
PAUSE = 3600
"""Seconds from one look at the calendar to the next."""
_DAY = re.compile(r"-\d{4}-\d{2}-\d{2}\.db")


def back_up_daily(database: Path, today: date, *, keep_all: bool = False) -> Path | None:
    """Make today's backup, and give its file; None where there is one, or no sheet to save. Raises BackupError.

    keep_all: whether no older one is removed, as where the database was found damaged.
    """
    with refusing("There is no backup of today"):
        name = f"{database.stem}-{today.isoformat()}.db"
        if any(made.name == name for made in dailies(database)) or not _has_sheets(database):
            return None
        file = make_folder(database) / name
        back_up(database, file)
        for older in () if keep_all else dailies(database)[:-KEPT]:
            older.unlink(missing_ok=True)
    return file


def dailies(database: Path) -> list[Path]:
    """The daily backups of a database, the oldest first."""
    stem = database.stem
    made = (path for path in folder_of(database).glob("*.db") if path.name.startswith(stem))
    return sorted(path for path in made if _DAY.fullmatch(path.name.removeprefix(stem)))


def _has_sheets(database: Path) -> bool:
    with reading(database) as connection:
        return bool(connection.scalar(select(func.count()).select_from(SheetRecord)))


class DailyBackup(threading.Thread):
    """Looks at the calendar now and then, as long as the app serves; whatever fails is logged and tried again.

    Before each backup, and at the start, it looks for damage. faults: what was found, a line each.
    """

    def __init__(
        self, database: Path, log: Logger, pause: float = PAUSE, *, tidy: Callable[[], object] = lambda: None
    ) -> None:
        """database: its file; pause: seconds; tidy: what is done besides each day, after the backup."""
        super().__init__(name="daily backup", daemon=True)
        self._database = database
        self._log = log
        self._pause = pause
        self._tidy = tidy
        self._tidied: date | None = None
        self._looked: date | None = None
        self.faults: list[str] = []
        self._ended = threading.Event()

    def run(self) -> None:
        for folder in (self._database.parent, folder_of(self._database)):
            clear_drafts(folder)
        while not self._ended.is_set():
            try:
                today = datetime.now().astimezone().date()
                if self._looked != today:
                    self._looked = today
                    self._look()
                back_up_daily(self._database, today, keep_all=bool(self.faults))
                if self._tidied != today:
                    self._tidied = today
                    self._tidy()
            except BackupError as error:
                self._log.error("Daily backup: %s It is tried again later.", error)
            except Exception as error:
                self._log.error("Daily backup: %s. It is tried again later.", error)
            self._ended.wait(self._pause)

    def _look(self) -> None:
        try:
            found = look(self._database, TIME_TO_LOOK, self._ended.is_set)
        except UnusableDatabaseError as error:
            found = [f"database: {error}"]
        # What was found stays found: not every look goes through every sheet.
        self.faults = list(dict.fromkeys((*self.faults, *found)))
        for fault in found[:MOST_LOGGED]:
            self._log.error("The database is damaged: %s", fault)

    def end(self) -> None:
        """Finish the backup that is being made, and no other."""
        self._ended.set()
        self.join()
