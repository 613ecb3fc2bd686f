"""Backups of an SQLite database, made while the app serves, and restored while it does not; copies from before a
release changed the tables; and when everything on a phone alone was saved last.
"""

import filecmp
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from time import time
from typing import NamedTuple, cast

from sqlalchemy import func, select

from .database import DatabaseInUseError, UnusableDatabaseError, alone_in_file, folder_of, now, reason_of
from .inspection import LOGS, Contents, contents_of, is_idle, reading
from .models import EntryRecord, db

ABANDONED = 3600
"""Seconds after which a draft that nobody writes on is what a killed backup has left."""
PATIENCE = 5
"""Seconds to wait for a database that another program has locked."""
PAGES = 2000
"""Of a database that are copied before somebody is asked again whether to give up."""
COPIES_KEPT = 3
"""How many of those made before a release stay, the latest."""
_COPY = re.compile(r"before-\d[^-]*-(.+)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-(\d+))?\.db")
"""The name of a copy: the name of its database, the time, and a number where there are several of that time."""
MANY = 3
"""Sheets written on without a backup, after which the phone asks for one."""
_SAVED = "saved"


GivesUp = Callable[[], bool]
"""Asked now and then whether something takes too long."""


class BackupError(Exception):
    """The command was not done and nothing was changed. The message says why, for a person."""


class GivenUpError(BackupError):
    """It would have taken too long."""


def back_up(database: Path, file: Path, gives_up: GivesUp = lambda: False) -> Contents:
    """Copy the database as it stands to a file, whole or not at all; an earlier backup there is replaced.

    The file is its owner's alone to read. gives_up: asked now and then whether it takes too long. Raises
    BackupError, and GivenUpError.
    """
    with _or_given_up(gives_up), refusing("The database is not saved"):
        if not database.is_file():
            raise BackupError(f"There is no database {database}.")
        target = file.resolve()
        _check_target(file, target, database.resolve(), gives_up)
        uri = f"{database.resolve().as_uri()}?mode=rw"
        with draft_in(target.parent) as draft:
            # Not read-only: then SQLite leaves no log behind where the app does not run.
            with closing(sqlite3.connect(uri, PATIENCE, uri=True, isolation_level=None)) as source:
                source.execute("BEGIN")
                copy(source, draft, gives_up)
            saved = contents_of(draft, gives_up)
            if gives_up():
                raise GivenUpError("It takes too long.")
            put_in_place(draft, target)
    return saved


@contextmanager
def _or_given_up(gives_up: GivesUp) -> Iterator[None]:
    """Raise GivenUpError for what fails because it was given up: SQLite says only that it was interrupted."""
    try:
        yield
    except BackupError:
        if gives_up():
            raise GivenUpError("It takes too long.") from None
        raise


def _check_target(file: Path, target: Path, database: Path, gives_up: GivesUp) -> None:
    """Raises BackupError where a backup would overwrite anything but an earlier backup."""
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}.")
    if not os.access(target.parent, os.W_OK):
        raise BackupError(f"The database is not saved: the folder {target.parent} cannot be written.")
    if target.exists() and target.samefile(database):
        raise BackupError(f"{file} is the database itself. Name another file.")
    if str(target) in [f"{database}{end}" for end in LOGS]:
        raise BackupError(f"{file} is a part of the database. Name another file.")
    if target.exists():
        with refusing(f"{file} is there already and is not replaced"):
            contents_of(target, gives_up)


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Raise BackupError for whatever goes wrong inside."""
    try:
        yield
    except UnusableDatabaseError as error:
        raise BackupError(f"{what}: {error}.") from None
    except (OSError, sqlite3.Error) as error:
        reason = reason_of(error)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR:
            reason = "the disk does not take it; it may be full"
        raise BackupError(f"{what}: {reason[:1].lower()}{reason[1:]}.") from None


def make_folder(database: Path) -> Path:
    """Make that folder, readable by its owner alone."""
    folder = folder_of(database)
    if not folder.is_dir():
        folder.mkdir(mode=0o700, exist_ok=True)
        give(folder, database.parent)
    return folder


def free_name(folder: Path, what: str) -> Path:
    """The name of a database that is kept before something is done to it."""
    stem = f"before-{what}-{now():%Y-%m-%dT%H-%M-%SZ}"
    names = (folder / f"{stem}{f'-{number}' if number else ''}.db" for number in count())
    return next(name for name in names if not name.exists())


def copy(source: sqlite3.Connection, draft: Path, gives_up: GivesUp = lambda: False) -> None:
    """Copy a database, as one transaction sees it, into one file without a log beside it. Raises GivenUpError."""

    def ask(*_: object) -> None:
        if gives_up():
            raise GivenUpError("It takes too long.")

    # Read first, and so wait no longer than is meant: the copying itself waits for ever.
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
    with closing(sqlite3.connect(draft)) as target:
        source.backup(target, pages=PAGES, progress=ask)
        target.execute("PRAGMA journal_mode = DELETE").fetchone()


def copy_file(file: Path, draft: Path) -> None:
    """Copy the database in a file as it stands. Raises UnusableDatabaseError."""
    with reading(file) as connection:
        copy(cast(sqlite3.Connection, connection.connection.driver_connection), draft)


@contextmanager
def draft_in(folder: Path) -> Iterator[Path]:
    """A temporary file, readable by its owner alone. It is removed in the end, unless it was put in place."""
    clear_drafts(folder)
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".scorer-", suffix=".part")
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        for end in ("", *LOGS):
            Path(name + end).unlink(missing_ok=True)


def clear_drafts(folder: Path) -> None:
    """Remove abandoned temporary files from a folder; one that a process still writes stays."""
    with suppress(OSError):
        for draft in folder.glob(".scorer-*.part*"):
            if time() - draft.stat().st_mtime > ABANDONED:
                draft.unlink()


def put_in_place(draft: Path, target: Path) -> None:
    """Rename a file in one step and sync it: after a power cut it is there whole, or not at all."""
    sync(draft)
    os.replace(draft, target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Have the disk keep a file, or which files a folder holds. Windows syncs no folder, and of files only those
    that are open to be written.
    """
    is_folder = path.is_dir()
    try:
        descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    except PermissionError:
        if is_folder:
            return
        raise
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give(path: Path, model: Path) -> None:
    """Give a file the owner of another: the app must be able to write what an administrator has put there."""
    with suppress(PermissionError, AttributeError):  # Windows has no such owners.
        shutil.chown(path, model.stat().st_uid, model.stat().st_gid)


def save_before(release: str, database: Path) -> Path:
    """Copy the database as it stands among its backups, and look the copy through; the file. Raises BackupError.

    A migration that failed and is tried again finds its copy there, and older ones are not pushed out.
    """
    with refusing("The database is not saved"):
        earlier = copies(database)
        made = free_name(make_folder(database), f"{release}-{database.stem}")
        back_up(database, made)
        if earlier and filecmp.cmp(earlier[-1], made, shallow=False):
            made.unlink()
            return earlier[-1]
        for older in [*earlier, made][:-COPIES_KEPT]:
            older.unlink(missing_ok=True)
    return made


def copies(database: Path) -> list[Path]:
    """The copies of a database that were made before a release, the oldest first."""
    found = ((_COPY.fullmatch(path.name), path) for path in folder_of(database).glob("before-*.db"))
    made = [(match[2], int(match[3] or 0), path) for match, path in found if match and match[1] == database.stem]
    return [path for _, _, path in sorted(made)]


class Saved(NamedTuple):
    """at: when everything was saved last, None for never; sheets: how many were written on since."""

    at: datetime | None
    sheets: int

    @property
    def is_due(self) -> bool:
        return self.sheets >= MANY


def saved(instance: Path) -> Saved:
    at = None
    with suppress(OSError, ValueError):
        at = datetime.fromisoformat((instance / _SAVED).read_text("utf-8"))
    query = select(func.count(EntryRecord.sheet_id.distinct()))
    return Saved(at, db.session.scalar(query.where(EntryRecord.at > at) if at else query) or 0)


def mark(instance: Path) -> None:
    """Everything is saved as it is now."""
    (instance / _SAVED).write_text(now().isoformat(), "utf-8")


SHARED_LOCK = 510, 0x40000002
"""What every program that has a database open keeps locked of its file: how many bytes, from which on."""
IN_USE = "The database is in use. Stop the app first."


class Restored(NamedTuple):
    """What was restored, and where the former database is now, if there was one."""

    contents: Contents
    former: Path | None


def restore(file: Path, database: Path) -> Restored:
    """Put a backup in the place of the database, which is kept among the backups. Raises BackupError."""
    with refusing(f"{file} is not restored"):
        target = database.resolve()
        contents_of(file)
        if target.exists() and target.samefile(file):
            raise UnusableDatabaseError("it is the database itself")
        target.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held, draft_in(target.parent) as draft:
            held.enter_context(_alone(target))
            copy_file(file, draft)
            contents = contents_of(draft)
            if target.exists():
                draft.chmod(target.stat().st_mode)
            give(draft, target if target.exists() else target.parent)
            sync(draft)
            former = _set_aside(target)
            try:
                _replace(target, draft, former)
            except PermissionError:
                # Windows replaces no file that is open, and this one is, to keep others out.
                held.close()
                _replace(target, draft, former)
    return Restored(contents, former if former and former.exists() else None)


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Keep every other program out of the database. Raises BackupError while one has it open."""
    if not database.exists():
        yield
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(alone_in_file(database))
        except DatabaseInUseError:
            raise BackupError(IN_USE) from None
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            # Too damaged to ask SQLite; and the reason why it is to be replaced.
            if _is_open_elsewhere(database):
                raise BackupError(IN_USE) from None
        yield


def _is_open_elsewhere(database: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return False  # Windows itself refuses to replace a file that is open.
    with database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED_LOCK)
        except OSError:
            return True
    return False


def _set_aside(database: Path) -> Path | None:
    """Keep the database among its backups, too; the file, or where one would be, and None where there is none."""
    if not database.exists() and is_idle(database):
        return None
    former = free_name(make_folder(database), "restore")
    if database.exists():
        try:
            os.link(database, former)
        except (AttributeError, OSError):
            # A system or a disk without links, or another disk.
            shutil.copy2(database, former)
            sync(former)
        former.chmod(0o600)
        give(former, former.parent)
    return former


def _replace(database: Path, draft: Path, former: Path | None) -> None:
    """Put a draft in the place of the database, whose logs go to the former one."""
    # Left by a crash on a database too damaged to take it in: it would be written over the restored one.
    for end in LOGS if former else ():
        if (log := Path(f"{database}{end}")).exists():
            shutil.move(log, f"{former}{end}")
    if former:
        sync(former.parent)
    put_in_place(draft, database)
