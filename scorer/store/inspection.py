"""What is in a database, read without writing, also while the app runs."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from sqlalchemy import URL, ColumnElement, Connection, create_engine, exists, func, inspect, select, text, true
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from ..rules.core import counted
from ..sheet import audit
from .database import UnusableDatabaseError, newest_revision, reason_of, revision_of
from .models import CorruptSheetError, EntryRecord, SheetRecord, digests_of
from .scorebook import stored

STEPS = 100_000
"""Of SQLite's own machine, after which somebody is asked whether to give up."""
LOGS = ("-wal", "-shm", "-journal")
"""The ends of the names of the files that SQLite keeps beside a database while it is in use."""


class Contents(NamedTuple):
    """How much is in a database, and the revision of its tables."""

    revision: str
    sheets: int
    entries: int

    def __str__(self) -> str:
        return f"{counted(self.sheets, 'sheet')} with {counted(self.entries, 'entry', 'entries')}"

    @property
    def is_older(self) -> bool:
        """Whether an earlier release made it: it is brought up to date when the app starts on it."""
        return self.revision != newest_revision()


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """The database in a file as it stands at one moment. Raises UnusableDatabaseError where it cannot be read."""
    if not file.is_file():
        raise UnusableDatabaseError("it is not a file" if file.exists() else f"there is no file {file}")
    # Opened as usual, SQLite would leave a log beside a database that nobody uses.
    how = "mode=ro&immutable=1" if is_idle(file) else "mode=ro"
    uri = f"{file.resolve().as_uri()}?{how}"
    connect = partial(sqlite3.connect, uri, uri=True, isolation_level=None)
    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
    except DatabaseError as error:
        raise UnusableDatabaseError(str(error.orig)) from None


def is_idle(file: Path) -> bool:
    """Whether no program has the database open, and none has left it half written."""
    return not any(Path(f"{file.resolve()}{end}").exists() for end in LOGS)


def contents(connection: Connection) -> Contents:
    """Raises UnusableDatabaseError for a database that is not Scorer's, or of a later release."""
    revision = revision_of(connection)
    if revision is None:
        raise UnusableDatabaseError("it is empty")
    sheets = connection.scalar(select(func.count()).select_from(SheetRecord).where(_is_there(connection))) or 0
    return Contents(revision, sheets, connection.scalar(select(func.count()).select_from(EntryRecord)) or 0)


def _is_there(connection: Connection) -> ColumnElement[bool]:
    """Which sheets are more than the number of one that was deleted; earlier releases have no such."""
    if "deleted_at" not in {column["name"] for column in inspect(connection).get_columns("sheet")}:
        return true()
    return SheetRecord.deleted_at.is_(None) | exists().where(EntryRecord.sheet_id == SheetRecord.id)


def contents_of(file: Path, gives_up: Callable[[], bool] | None = None) -> Contents:
    """What is in a file that is a whole database of Scorer. gives_up: asked now and then whether to end this.

    Raises UnusableDatabaseError.
    """
    with reading(file) as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(gives_up, STEPS)
        if broken := next(_integrity(connection), None):
            raise UnusableDatabaseError(f"it is damaged ({broken.removeprefix('database: ')})")
        return contents(connection)


Findings = tuple[Contents | None, list[str]]
"""What is in a database, None where it is too damaged to be counted, and what is wrong with it, a line each."""


def check(file: Path) -> Findings:
    """Look through a database file. Raises UnusableDatabaseError for one that is not Scorer's."""
    was_idle = is_idle(file)
    with reading(file) as connection:
        wrong = [*_integrity(connection)]
        try:
            found = contents(connection)
            wrong += faults(connection)
        except DatabaseError as error:
            # Where SQLite cannot even count, the sheets cannot be gone through either.
            found = None
            wrong += [] if wrong else [f"database: {error.orig}"]
    if wrong and was_idle and not is_idle(file):
        # The app was started meanwhile and wrote under our eyes: look again, now that it can be seen.
        return check(file)
    return found, wrong


def check_server(url: URL) -> Findings:
    """The same for a database that a server keeps. Raises also ImportError where its driver is missing."""
    try:
        engine = create_engine(url, poolclass=NullPool)
        # Each statement by itself: after one that fails, PostgreSQL would refuse all others of the transaction.
        options = {"isolation_level": "AUTOCOMMIT", "postgresql_readonly": True}
        with engine.connect().execution_options(**options) as connection:
            return contents(connection), [*faults(connection)]
    except SQLAlchemyError as error:
        raise UnusableDatabaseError(reason_of(error, url)) from None


def look(file: Path, seconds: float, ended: Callable[[], bool]) -> list[str]:
    """What is wrong in a database, as far as it is found in this time, while the app serves.

    SQLite looks through all of it; of the sheets as many are read as there is time for, in any order, and after
    each nothing is done for as long as it took. ended: whether to stop. Raises UnusableDatabaseError.
    """
    until = begun = monotonic()
    until += seconds

    def go_on() -> bool:
        nonlocal begun
        sleep(min(monotonic() - begun, 1))
        begun = monotonic()
        return begun < until and not ended()

    with reading(file) as connection:
        if revision_of(connection) != newest_revision():
            return []
        return [*_integrity(connection), *faults(connection, go_on)]


def _integrity(connection: Connection) -> Iterator[str]:
    try:
        for line in connection.scalars(text("PRAGMA integrity_check")):
            if line != "ok":
                yield f"database: {' '.join(line.split())}"
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        yield f"database: {error.orig}"


def faults(connection: Connection, go_on: Callable[[], bool] | None = None) -> Iterator[str]:
    """Everything that is wrong in the stored data, a line each. go_on: whether there is time for another sheet;
    where it is asked, the sheets come in any order, so that in the long run none is left out.
    """
    if connection.dialect.name == "sqlite":
        for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"table {table}, row {row}: it belongs to no {other} that there is"
    sealed = "digest" in {column["name"] for column in inspect(connection).get_columns("entry")}
    there = select(SheetRecord.id).where(_is_there(connection))
    sheets = [*connection.scalars(there.order_by(SheetRecord.made_at))]
    if go_on:
        random.shuffle(sheets)
    for sheet_id in sheets:
        if go_on and not go_on():
            return
        try:
            snapshot = stored(connection, sheet_id)
            digests = digests_of(connection, sheet_id, snapshot.version) if sealed else snapshot.digests
            for number in audit.mismatches(snapshot.entries, digests):
                yield f"{_named(sheet_id, snapshot.sheet.title)}: entry {number} does not match its digest"
        except CorruptSheetError as damaged:
            yield f"{_named(sheet_id, damaged.title)}: {damaged.reason}"
        except DatabaseError as error:
            yield f"sheet {sheet_id}: {error.orig}"


def _named(sheet_id: str, title: str) -> str:
    return f"sheet {sheet_id}{f', “{title}”' if title else ''}"
