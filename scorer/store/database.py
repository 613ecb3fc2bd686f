"""The database: which is meant, what may be wrong with it, its revisions, and how it is written by one at a time;
with some of its disk kept free for what is on its sheets already.
"""

import os
import re
import shlex
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import URL, Connection, Engine, Executable, Row, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from .models import db


class UnusableDatabaseError(Exception):
    """A database that this release cannot use; the message says why, for a person, after a colon."""


class DatabaseInUseError(UnusableDatabaseError):
    """What is asked needs the database alone, and the app or another command has it open."""

    def __init__(self) -> None:
        super().__init__("it is in use. Stop the app first")


class DatabaseBusyError(Exception):
    """Another write holds the database for too long. This one was not begun."""


class DatabaseMovedError(Exception):
    """The file of the database is not in its place any more: what is written would be lost with it."""


class NoRoomError(Exception):
    """The disk has less room than is kept free. Nothing was written. megabytes: how much that is."""

    def __init__(self, megabytes: int) -> None:
        super().__init__(f"less than {megabytes} MB are left")
        self.megabytes = megabytes


DATABASE = "scorer.db"
"""The file in the folder of an app that is told of no other database."""
EXTRA = "pip install 'table-scorer[postgres]'"


def url_of(database: str) -> URL:
    """A URL as it is, a file's name as the URL of its SQLite database. Raises UnusableDatabaseError."""
    if "://" not in database:
        return URL.create("sqlite", database=str(Path(database).resolve()))
    try:
        return make_url(database)
    except (ArgumentError, ValueError):
        # What could not be read is not repeated: a password may be in it.
        raise UnusableDatabaseError("what was given is no URL of a database") from None


def shown(url: URL) -> str:
    """Where a database is kept, as the end of a sentence: "Every hand is kept in"."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)


def saving(url: URL, file: str) -> str:
    """The command that saves a PostgreSQL database to a file; a password is left to be asked for."""
    return f"pg_dump --format custom --file {file} {shlex.quote(plain(url))}"


def plain(url: URL) -> str:
    """The URL of a PostgreSQL database for its own programs, without its password."""
    options = {name: value for name, value in url.query.items() if "password" not in name}
    return url.set(drivername="postgresql", query=options)._replace(password=None).render_as_string()


def reason_of(error: Exception, *urls: URL | None) -> str:
    """Why something failed, on one line for a person, with the file that it is about. urls: of the databases."""
    if isinstance(error, ImportError) and (error.name or "").startswith("psycopg"):
        begins = " and begin its address with postgresql+psycopg://" if error.name == "psycopg2" else ""
        return f"the driver of PostgreSQL is not here. Install the extra postgres{begins}: {EXTRA}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    said, _, _ = f"{getattr(error, 'orig', None) or error}".partition("\n\tIs the server running")
    reason = " ".join(said.split()).rstrip(".")
    for url in urls:
        reason = reason.replace(f"{url.password}", "***") if url and url.password else reason
    return reason


_DAY = re.compile(r"-\d{4}-\d{2}-\d{2}\.db")
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


def folder_of(database: Path) -> Path:
    """The folder for the backups of a database, beside it. It may not exist yet."""
    return database.parent / "backups"


def dailies(database: Path) -> list[Path]:
    """The daily backups of a database, the oldest first."""
    made = (path for path in folder_of(database).glob("*.db") if path.name.startswith(database.stem))
    return sorted(path for path in made if _DAY.fullmatch(path.name.removeprefix(database.stem)))


def refuse_lost(file: Path, *, is_meant: bool) -> None:
    """Raises UnusableDatabaseError where the database was lost: a new one would be begun beside its backups, or
    (is_meant) where an app has run on it, as its key shows.
    """
    if file.exists():
        refuse_unwritable(file)
    if (kept := dailies(file)) and not (file.exists() and _has_tables(file)):
        what = f"{file} is empty" if file.exists() else f"there is no {file}"
        raise UnusableDatabaseError(
            f"{what}, but there are backups of it. “scorer restore {kept[-1]}” brings the latest back; to begin "
            f"anew, move the folder {kept[-1].parent} away"
        )
    if is_meant and not file.exists():
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
def alone_in_file(file: Path, begin: str = "EXCLUSIVE") -> Iterator[None]:
    """Keep every other program out of a database; with IMMEDIATE they may read. What a crash left is folded in.

    It asks for SQLite's own locks: those that any program has which has the file open, an earlier release too, and
    that the system takes back from one that is killed. Raises DatabaseInUseError, and what SQLite raises.
    """
    uri = f"{file.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as connection:
        try:
            # Only who has it alone may do that; it also folds a log that was left behind into the database.
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute(f"BEGIN {begin}")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise DatabaseInUseError from None
            raise
        yield


def make_safe(engine: Engine, journal: str = "WAL", *, shared: bool = False) -> None:
    """Of SQLite WAL and full synchronisation, so that what was answered survives a power cut. We begin each
    transaction.

    journal: DELETE where the database is to be one file after each transaction.
    shared: whether PostgreSQL is told that it is in use.

    The driver's own transactions start too late to guard a read that a write depends on, so it is set to leave
    them alone, and a writing transaction takes its lock at once.
    """
    if engine.dialect.name != "sqlite":
        if shared:
            _share(engine)
        return

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        settings = {"journal_mode": journal, "synchronous": "FULL", "foreign_keys": "ON", "busy_timeout": "5000"}
        for name, value in settings.items():
            connection.execute(f"PRAGMA {name} = {value}")
        _, _, file = connection.execute("PRAGMA database_list").fetchone()
        record.info[OPENED] = (file, _identity(file)) if file else None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("one_read", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")


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


TIMEOUTS = {"statement_timeout": 20_000, "lock_timeout": 5_000, "idle_in_transaction_session_timeout": 60_000}
"""Milliseconds after which the server gives up: a statement, one that waits for a lock, and a transaction of a
machine that went away without a word.
"""
SETTINGS = {"synchronous_commit": "on", **TIMEOUTS}
"""Of every connection. A hand that is acknowledged is on the disk, also where the server would not wait for it."""
CONNECTING = 5
"""Seconds to reach the server."""
MIGRATING = 0x53636F726572
"""The number of the lock for whoever makes or changes the tables."""
_TAKE = text("SELECT pg_advisory_xact_lock(:lock)")
OPEN = 0x53636F726573
"""The number of the lock that all share who have the database open, and that whoever needs it alone has alone."""
_SHARE = f"SELECT pg_try_advisory_lock_shared({OPEN})"
_ALONE = text(f"SELECT pg_try_advisory_lock({OPEN})")
ALONE_UNTIL_THE_END = text(f"SELECT pg_try_advisory_xact_lock({OPEN})")


def engine_options(url: URL) -> Mapping[str, Any]:
    """How to connect. What the URL itself says goes before; none but PostgreSQL needs any."""
    if url.get_backend_name() != "postgresql":
        return {}
    # A connection that ended while nobody used it, as all do when the server is started anew, is made again.
    options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": {}}
    if "options" not in url.query:
        options["connect_args"]["options"] = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    if "connect_timeout" not in url.query:
        options["connect_args"]["connect_timeout"] = CONNECTING
    return options


def take_migrations_lock(connection: Connection) -> None:
    """Wait for every other process that changes the tables, until the end of this transaction.

    A migration takes as long as it takes: the time-outs are not for it.
    """
    if connection.dialect.name == "postgresql":
        for name in TIMEOUTS:
            connection.execute(text(f"SET LOCAL {name} = 0"))
        connection.execute(_TAKE, {"lock": MIGRATING})


class _TakenError(Exception):
    sqlstate = "55P03"
    """As of a lock that was not free."""


def _share(engine: Engine) -> None:
    """Let each connection say, as long as it is open, that the database is in use. The server takes that back from
    a process that is killed.
    """

    @event.listens_for(engine, "connect")
    def hold(connection: Any, record: object) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute(_SHARE)
                (is_shared,) = cursor.fetchone()
            connection.commit()
            if not is_shared:
                raise _TakenError("another program copies it, or brings it up to date")
        except (_TakenError, engine.dialect.loaded_dbapi.Error) as error:
            connection.close()
            raise OperationalError(_SHARE, {}, error) from None


@contextmanager
def alone_on_server(engine: Engine) -> Iterator[None]:
    """Keep the app away, and every command. engine: one without a pool, which does not say that it uses it.

    Raises DatabaseInUseError.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.scalar(_ALONE):
            raise DatabaseInUseError
        yield


MIGRATIONS = Path(__file__).with_name("migrations")

OURS = {"sheet", "entry"}
"""Tables that every release has had."""
VERSIONS = "alembic_version"
_REVISIONS = text(f"SELECT version_num FROM {VERSIONS}")  # noqa: S608 (a constant)

PATIENCE = 0.5
"""Seconds that the others wait for an act that does not get at the database: each keeps a thread from readers."""
WORK = 5
"""Seconds that they wait for one that has got at it, and writes."""
MIGRATION = 60
"""Seconds to wait for another process that saves an SQLite database and brings it up to date."""

MEGABYTE = 1_000_000
FOR_A_SHEET = 200 * MEGABYTE
"""Bytes below which no sheet is started or imported."""
FOR_AN_ENTRY = 20 * MEGABYTE
"""Bytes below which nothing is written on a sheet; its end may still be."""


class Turns:
    """Writes of this process, one after the other, as long as each is done in time.

    The timeout of a lock counts the time of all who wait before, and would refuse the last of many quick writes.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._until: float | None = None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait until nobody else has the turn. Raises DatabaseBusyError where somebody has had it for too long."""
        with self._changed:
            while self._until is not None:
                left = self._until - monotonic()
                if left <= 0:
                    raise DatabaseBusyError
                self._changed.wait(left)
            self._until = monotonic() + PATIENCE
        try:
            yield
        finally:
            with self._changed:
                self._until = None
                self._changed.notify()

    def works(self) -> None:
        """Say that the current write has reached the database, so it gets more time."""
        with self._changed:
            self._until = monotonic() + WORK


_turns = Turns()


def revisions_here() -> set[str]:
    """The revisions that this release knows, by the numbers before the names of their files."""
    return {file.name.partition("_")[0] for file in MIGRATIONS.glob("versions/[0-9]*_*.py")}


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables there are; None while there are none. Raises UnusableDatabaseError."""
    tables = set(inspect(connection).get_table_names())
    revisions = connection.scalars(_REVISIONS).all() if VERSIONS in tables else ()
    if not revisions:
        # In a larger database ours may stand beside other tables; a file with other tables is another program's.
        if connection.dialect.name == "sqlite" and tables - {VERSIONS}:
            raise UnusableDatabaseError("it is not a database of Scorer")
        return None
    if not tables >= OURS:
        raise UnusableDatabaseError("it is not a database of Scorer")
    if not revisions_here().issuperset(revisions):
        raise UnusableDatabaseError("it was made by a later release of Scorer, which this one cannot read")
    return revisions[0]


def is_up_to_date(connection: Connection) -> bool:
    """Whether the tables are those of this release; raises what the driver raises."""
    return connection.scalars(_REVISIONS).all() == [newest_revision()]


def newest_revision() -> str:
    """The revision that this release works with."""
    return max(revisions_here())


def upgrade(engine: Engine, revision: str = "head", *, save: Callable[[Connection], object]) -> None:
    """Bring the tables up to a revision. Raises UnusableDatabaseError.

    save: called before any table that there is is changed, while nobody else can write; what it raises ends it.
    """
    wanted = newest_revision() if revision == "head" else revision
    with engine.connect() as connection, connection.begin():
        if revision_of(connection) == wanted:
            return
    with (
        engine.connect().execution_options(writes=True) as connection,
        waiting(connection, MIGRATION),
        connection.begin(),
    ):
        take_migrations_lock(connection)
        found = revision_of(connection)
        # Another process that has started at the same moment may have done it meanwhile.
        if found == wanted:
            return
        if found:
            save(connection)
        # Loaded only where there is something to bring up to date: the first page is to be there soon.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def rows_of(query: Executable, wanted: Mapping[str, Any]) -> Sequence[Row[*tuple[Any, ...]]]:
    """What one query finds, by itself: without a session, and on SQLite without a transaction, of which each takes
    longer than to answer it.
    """
    with db.engine.connect() as connection:
        return connection.execution_options(one_read=True).execute(query, wanted).all()


@contextmanager
def writing() -> Iterator[Connection]:
    """A transaction that reads and writes, alone; committed at its end, undone by any exception. It is that of the
    session, and its connection is quicker for what needs no records.

    The threads of this process take turns, where SQLite would make them sleep and try again.
    Raises DatabaseBusyError and DatabaseMovedError.
    """
    # Whoever waits for a turn holds no connection meanwhile.
    db.session.rollback()
    with _turns.one():
        connection = db.session.connection(execution_options={"writes": True})
        opened = connection.info.get(OPENED)
        _turns.works()
        try:
            refuse_moved(opened)
            yield connection
            db.session.commit()
            # Nothing is acknowledged that only a file holds which nobody can open any more.
            refuse_moved(opened)
        except BaseException:
            db.session.rollback()
            raise


def now() -> datetime:
    return datetime.now(UTC)


def require_room(least: int) -> None:
    """Raises NoRoomError where the disk of an SQLite file has fewer bytes left, as far as it can be asked."""
    opened = db.session.connection().info.get(OPENED)
    with suppress(OSError, AttributeError, NotImplementedError):
        if opened and shutil.disk_usage(Path(opened[0]).parent).free < least:
            raise NoRoomError(least // MEGABYTE)
