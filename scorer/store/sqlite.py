"""SQLite: the file of a database, and connections that lose nothing."""

import glob
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from .errors import DatabaseInUseError, DatabaseMovedError, UnusableDatabaseError

OPENED = "scorer file"
"""Under what a connection knows its file."""


def sqlite_file(url: URL, instance: Path) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for any other kind of database."""
    named = url.database if url.get_backend_name() == "sqlite" else None
    return None if not named or named == ":memory:" or named.startswith("file:") else instance / named


def make_ready(file: Path) -> None:
    """Make the database's file where there is none. Raises UnusableDatabaseError where it cannot be written, and
    OSError.
    """
    refuse_unwritable(file)
    if not file.exists():
        # SQLite would make it for everybody to read.
        file.touch(mode=0o600)


def refuse_unwritable(file: Path) -> None:
    """Raises UnusableDatabaseError where a database is, or its folder, and cannot be written."""
    for path in (file, file.parent):
        # SQLite would open it all the same, and leave a log that cannot be written later either.
        if path.exists() and not os.access(path, os.W_OK):
            raise UnusableDatabaseError(f"{path} cannot be written")


def backups_of(file: Path) -> list[Path]:
    """The daily backups of a database in the folder beside it, the latest last."""
    return sorted((file.parent / "backups").glob(f"{glob.escape(file.stem)}-????-??-??.db"))


def refuse_emptied(file: Path) -> None:
    """Raises UnusableDatabaseError where the database was lost: a new one would be begun beside its backups."""
    kept = backups_of(file)
    if file.exists():
        refuse_unwritable(file)
    if not kept or (file.exists() and _has_tables(file)):
        return
    what = f"{file} is empty" if file.exists() else f"there is no {file}"
    raise UnusableDatabaseError(
        f"{what}, but there are backups of it. “scorer restore {kept[-1]}” brings the latest back; to begin anew, "
        f"move the folder {kept[-1].parent} away"
    )


def refuse_lost(file: Path) -> None:
    """Raises UnusableDatabaseError for a database that is gone where an app has run on it, as its key shows."""
    if not file.exists():
        raise UnusableDatabaseError(
            f"there is no {file}, though the key beside it was made for one. “scorer restore FILE” brings a "
            "backup back, --database says where it is, and “scorer serve --new” begins a new one"
        )


def _has_tables(file: Path) -> bool:
    """Whether there is anything in a database; one that cannot be read is not empty."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    except sqlite3.Error:
        return True


@contextmanager
def waiting(connection: Connection, seconds: float) -> Iterator[None]:
    """Have a connection wait so long for whoever has locked the database."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    (before,) = driver.execute("PRAGMA busy_timeout").fetchone()
    driver.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {before}")


@contextmanager
def alone(file: Path, begin: str = "EXCLUSIVE") -> Iterator[None]:
    """Keep every other program out of a database; with IMMEDIATE they may read. What a crash left is folded in.

    It asks for SQLite's own locks: those that any program has which has the file open, an earlier release too, and
    that the system takes back from one that is killed. Raises DatabaseInUseError, and what SQLite raises.
    """
    with closing(
        sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None)
    ) as connection:
        try:
            # Only who has it alone may do that; it also folds a log that was left behind into the database.
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute(f"BEGIN {begin}")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise DatabaseInUseError from None
            raise
        yield


def make_safe(engine: Engine, journal: str = "WAL") -> None:
    """WAL and full synchronisation, so that what was answered survives a power cut. We begin each transaction.

    journal: DELETE where the database is to be one file after each transaction.

    The driver's own transactions start too late to guard a read that a write depends on, so it is set to
    leave them alone, and a writing transaction takes its lock at once.
    """

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in (
            f"journal_mode = {journal}",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
        ):
            connection.execute(f"PRAGMA {pragma}")
        _, _, file = connection.execute("PRAGMA database_list").fetchone()
        record.info[OPENED] = (file, _identity(file)) if file else None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _identity(file: str) -> tuple[int, int] | None:
    """What tells a file from every other, whatever its name; None for one that is not there."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def refuse_moved(opened: tuple[str, tuple[int, int] | None] | None) -> None:
    """opened: the file of a connection as it was when it was opened. Raises DatabaseMovedError."""
    if opened and _identity(opened[0]) != opened[1]:
        raise DatabaseMovedError(opened[0])


def refuse_unfit_disk(connection: Connection) -> None:
    """Raises DatabaseMovedError where the file of an SQLite database is not in its place any more, and
    UnusableDatabaseError where it cannot be written there.
    """
    if opened := connection.info.get(OPENED):
        refuse_moved(opened)
        refuse_unwritable(Path(opened[0]))
