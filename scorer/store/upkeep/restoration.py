"""Restore a backup while the app does not run."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..errors import DatabaseInUseError, UnusableDatabaseError
from ..sqlite import alone
from .backup import BackupError, copy, draft_in, free_name, give, make_folder, put_in_place, refusing, sync
from .inspection import LOGS, Contents, contents_of, is_idle, reading

SHARED_LOCK = 510, 0x40000002
"""What every program that has a database open keeps locked of its file: how many bytes, from which on."""
IN_USE = "The database is in use. Stop the app first."


@dataclass(frozen=True)
class Restored:
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
        with _alone(target), draft_in(target.parent) as draft:
            with reading(file) as connection:
                copy(cast(sqlite3.Connection, connection.connection.driver_connection), draft)
            contents = contents_of(draft)
            if target.exists():
                draft.chmod(target.stat().st_mode)
            give(draft, target if target.exists() else target.parent)
            sync(draft)
            former = _set_aside(target)
            put_in_place(draft, target)
    return Restored(contents, former)


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Keep every other program out of the database. Raises BackupError while one has it open."""
    if not database.exists():
        yield
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(database))
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
    import fcntl

    with database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED_LOCK)
        except OSError:
            return True
    return False


def _set_aside(database: Path) -> Path | None:
    """Move the database among its backups, and remove the files that would change the restored one."""
    if not database.exists() and is_idle(database):
        return None
    former = free_name(make_folder(database), "restore")
    if database.exists():
        try:
            os.link(database, former)
        except OSError:
            # A file system without links, or another one.
            shutil.copy2(database, former)
            sync(former)
        former.chmod(0o600)
        give(former, former.parent)
    # Left by a crash on a database too damaged to take it in: it would be written over the restored one.
    for end in LOGS:
        if (log := Path(f"{database}{end}")).exists():
            shutil.move(log, f"{former}{end}")
    sync(former.parent)
    return former if former.exists() else None
