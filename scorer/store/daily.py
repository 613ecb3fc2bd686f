"""Backups that are made by themselves while the app serves: a day's, an evening's, and one at the stop.

There is one file for a day, and the last seven are kept. What is made later in a day takes the place of that day's
file in one step, and only if something was written since. Of PostgreSQL its own programs make one, when a command
asks for it.
"""

import os
import re
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta
from logging import Logger
from pathlib import Path
from time import monotonic

from sqlalchemy import URL, func, inspect, select

from . import backup
from .backup import BackupError, GivenUpError, GivesUp, refusing
from .database import UnusableDatabaseError, dailies, folder_of, plain
from .inspection import look, reading
from .models import Base

KEPT = 7
"""How many daily backups stay, the latest."""
TIME_TO_LOOK = 20
"""Seconds for the look for damage."""
MOST_LOGGED = 10
"""Faults of one look that are logged."""
PAUSE = 60
"""Seconds from one round to the next."""
AFTER_FIRST = timedelta(minutes=10)
"""After the first entry of an evening its backup is made."""
QUIET = timedelta(hours=6)
"""An entry after so long without one is the first of an evening."""
AFTER_FAILURE = timedelta(hours=1)
"""What has failed is tried again then."""
TIME_TO_STOP = 10
"""Seconds for the backup at the stop: whoever stops the app, or the machine, waits for it."""
TOO_LONG = f"Not saved at the stop, for it takes longer than {TIME_TO_STOP} seconds."
BEGINNING = b"PGDMP"
"""Of a file that pg_dump writes in its own format."""
_DUMP_DAY = re.compile(r"-\d{4}-\d{2}-\d{2}\.dump")
_NOT_IN_NAMES = re.compile(r"[^\w.-]")

Rows = dict[str, int]
"""How many rows each table has: entries are never changed, so that these tell whether something was written."""


def back_up_daily(
    database: Path, today: date, *, anew: bool = False, keep_all: bool = False, gives_up: GivesUp = lambda: False
) -> Path | None:
    """Make today's backup, and give its file; None where there is one, or no sheet to save. Raises BackupError.

    anew: whether one that there is is replaced, unless nothing was written since.
    keep_all: whether no older one is removed, as where the database was found damaged.
    gives_up: as of `back_up`.
    """
    with refusing("There is no backup of today"):
        made = dailies(database)
        file = folder_of(database) / f"{database.stem}-{today.isoformat()}.db"
        if file in made and not anew:
            return None
        rows = rows_of(database)
        if not rows.get("sheet") or (anew and made and rows == _rows_saved(made[-1])):
            return None
        backup.make_folder(database)
        backup.back_up(database, file, gives_up)
        backup.give(file, file.parent)
        for older in () if keep_all else dailies(database)[:-KEPT]:
            older.unlink(missing_ok=True)
    return file


def rows_of(file: Path, *names: str) -> Rows:
    """Of these tables, or of all there are. Raises UnusableDatabaseError."""
    with reading(file) as connection:
        there = {*names} or {*inspect(connection).get_table_names()}
        tables = [table for table in Base.metadata.sorted_tables if table.name in there]
        return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


def _rows_saved(file: Path) -> Rows:
    """Nothing where it cannot be read."""
    with suppress(UnusableDatabaseError):
        return rows_of(file)
    return {}


class DailyBackup(threading.Thread):
    """Looks now and then what is due, as long as the app serves; whatever fails is logged and tried again.

    Before a day's backup, and at the start, it looks for damage. faults: what was found, a line each.
    """

    def __init__(self, database: Path, log: Logger, *, tidy: Callable[[], object] = lambda: None) -> None:
        """database: its file; tidy: what is done besides each day, after the backup."""
        super().__init__(name="daily backup", daemon=True)
        self._database = database
        self._log = log
        self._tidy = tidy
        self._tidied: date | None = None
        self._looked: date | None = None
        self._failed: datetime | None = None
        self._entries: int | None = None
        self._last: datetime | None = None
        self._begun: datetime | None = None
        self.faults: list[str] = []
        self._ended = threading.Event()
        self._until = 0.0

    def run(self) -> None:
        for folder in (self._database.parent, folder_of(self._database)):
            backup.clear_drafts(folder)
        while not self._ended.is_set():
            self.go_round(datetime.now().astimezone())
            self._ended.wait(PAUSE)
        self.save_at_the_stop(datetime.now().astimezone())

    def go_round(self, now: datetime) -> None:
        """Do what is due."""
        # Also where the clock was put back meanwhile.
        if self._failed and abs(now - self._failed) < AFTER_FAILURE:
            return
        today = now.date()
        try:
            if self._looked != today:
                self._looked = today
                self._look()
            back_up_daily(self._database, today, keep_all=bool(self.faults), gives_up=self._gives_up)
            self._notice(now)
            if self._begun and abs(now - self._begun) >= AFTER_FIRST:
                self._save_again(today)
                self._begun = None
            if self._tidied != today:
                self._tidied = today
                self._tidy()
            self._failed = None
        except GivenUpError:
            """The app is being stopped."""
        except Exception as error:
            self._failed = now
            self._log.error("Daily backup: %s It is tried again later.", _sentence(error))

    def _notice(self, now: datetime) -> None:
        """See whether an evening has begun: it has, where there is an entry that the last backup lacks."""
        entries = rows_of(self._database, "entry")["entry"]
        if self._entries is None:
            made = dailies(self._database)
            self._entries = _rows_saved(made[-1]).get("entry", 0) if made else 0
        if entries != self._entries:
            if self._last is None or abs(now - self._last) > QUIET:
                self._begun = now
            self._entries, self._last = entries, now

    def _save_again(self, today: date) -> None:
        # What the backup of today holds was written before the database was damaged.
        if not self.faults:
            back_up_daily(self._database, today, anew=True, gives_up=self._gives_up)

    def save_at_the_stop(self, now: datetime) -> None:
        """Save what was written since the last backup, or say that it is not."""
        self._until = self._until or monotonic() + TIME_TO_STOP
        self._ended.set()
        try:
            self._save_again(now.date())
        except GivenUpError:
            self._log.warning(TOO_LONG)
        except Exception as error:
            self._log.error("Not saved at the stop: %s", _sentence(error))

    def _gives_up(self) -> bool:
        return self._ended.is_set() and monotonic() > self._until

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
        """Finish the backup that is being made, save what was written since, and wait for that; not for long."""
        self._until = monotonic() + TIME_TO_STOP
        self._ended.set()
        self.join(TIME_TO_STOP + 1)
        if self.is_alive():
            # In the midst of a step that asks nobody, as on a disk that hangs: it ends with the process.
            self._log.warning(TOO_LONG)


def _sentence(error: Exception) -> str:
    return f"{error}" if isinstance(error, BackupError) else f"{error}."


def dump(url: URL, file: Path) -> None:
    """Save a database to a file that pg_restore reads, whole or not at all; an earlier one there is replaced.

    The file is its owner's alone to read. Raises BackupError.
    """
    with refusing("The database is not saved"):
        target = file.resolve()
        if not target.parent.is_dir():
            raise BackupError(f"There is no folder {file.parent}.")
        if target.exists() and (not target.is_file() or not _is_dump(target)):
            raise BackupError(f"{file} is there already and is not replaced: it is no file of pg_dump.")
        with backup.draft_in(target.parent) as draft:
            words = ("--format", "custom", "--no-password", "--file", f"{draft}", "--dbname", plain(url))
            _run(url, "pg_dump", *words)
            # It reads what there is to restore, and so the file to its end.
            _run(url, "pg_restore", "--file", os.devnull, f"{draft}")
            backup.put_in_place(draft, target)


def dump_daily(url: URL, folder: Path, today: date) -> Path:
    """Save it as the backup of today in this folder, where the last seven stay; the file. Raises BackupError."""
    name = _NOT_IN_NAMES.sub("_", url.database or "") or "scorer"
    with refusing("The database is not saved"):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            backup.give(folder, folder.parent)
        file = folder / f"{name}-{today.isoformat()}.dump"
        dump(url, file)
        backup.give(file, folder)
        made = (path for path in folder.iterdir() if path.name.startswith(name))
        for older in sorted(path for path in made if _DUMP_DAY.fullmatch(path.name.removeprefix(name)))[:-KEPT]:
            older.unlink(missing_ok=True)
    return file


def _is_dump(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(BEGINNING)) == BEGINNING


def _run(url: URL, program: str, *words: str) -> None:
    """Run one of PostgreSQL's programs. Its password is in no list of processes. Raises BackupError."""
    password = url.password or url.query.get("password")
    own = {"PGPASSWORD": f"{password}"} if password else {}
    try:
        # One of two programs, and words of our own.
        env, as_text = {**os.environ, **own}, {"capture_output": True, "text": True, "errors": "replace"}
        done = subprocess.run([program, *words], env=env, check=False, **as_text)  # noqa: S603
    except FileNotFoundError:
        raise BackupError(
            f"The database is not saved: there is no {program}. Install the client programs of PostgreSQL, of the "
            "server's release or a later one."
        ) from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"it ended with {done.returncode}"
        raise BackupError(f"The database is not saved: {said.replace(f'{password}', '***') if password else said}")
