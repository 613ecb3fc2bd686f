"""Opening the database, for an app and for a command: SQLite made safe, migrations applied, one writer at a time,
and some of its disk kept free for what is on its sheets already.
"""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from logging import Logger, getLogger
from pathlib import Path
from time import monotonic

from flask import Flask
from sqlalchemy import URL, Connection, Engine, inspect, make_url, text

from .errors import DatabaseBusyError, DatabaseInUseError, NoRoomError, UnusableDatabaseError
from .location import DATABASE, reason_of, saving
from .models import db
from .postgresql import engine_options, is_postgresql, refuse_others, share, take_migrations_lock
from .sqlite import (
    OPENED,
    alone,
    make_ready,
    make_safe,
    refuse_emptied,
    refuse_lost,
    refuse_moved,
    sqlite_file,
    waiting,
)

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


def open_database(app: Flask, release: str, *, ran_before: bool) -> None:
    """Bind the app to its database and bring the tables up to date, after a copy. Raises UnusableDatabaseError.

    release: this one, which names the copy; ran_before: whether an app has run in this folder, so that its
    database is not begun anew.
    """
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    given = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {**engine_options(url), **given}
    try:
        db.init_app(app)
    except TypeError as error:
        raise UnusableDatabaseError(f"SQLALCHEMY_ENGINE_OPTIONS do not fit it: {error}") from None
    except ImportError as error:
        raise UnusableDatabaseError(reason_of(error)) from None
    with app.app_context():
        file = sqlite_file(db.engine.url, Path(app.instance_path))
        if file:
            refuse_emptied(file)
            if ran_before and file == Path(app.instance_path, DATABASE):
                refuse_lost(file)
            make_ready(file)
        if db.engine.dialect.name == "sqlite":
            make_safe(db.engine, "DELETE" if app.config.get("PHONE_ALONE") else "WAL")
        elif is_postgresql(url):
            share(db.engine)
        bring_up_to_date(app, release)


def bring_up_to_date(app: Flask, release: str) -> None:
    """Bring the tables of the app's database up to date, after a copy. Raises UnusableDatabaseError."""
    file = sqlite_file(db.engine.url, Path(app.instance_path))
    upgrade(db.engine, save=partial(save_first, file, release, app.logger))


def save_first(file: Path | None, release: str, log: Logger, connection: Connection) -> None:
    """Save a database that is about to be changed by this release, or say how. Raises UnusableDatabaseError."""
    if connection.dialect.name != "sqlite":
        # Its migrations are one transaction; but a copy is made by programs of the server alone.
        command = saving(connection.engine.url, f"before-{release}.dump")
        log.warning(
            "Bringing the database up to date, which is not saved before. For the next release: %s", command
        )
        return
    from .upkeep.backup import BackupError, save_before

    _, _, opened = connection.exec_driver_sql("PRAGMA database_list").one()
    if not opened:
        return  # It is in memory alone.
    try:
        kept = save_before(release, file or Path(opened))
    except BackupError as error:
        reason = str(error).rstrip(".")
        raise UnusableDatabaseError(
            f"an earlier release made it, and it is left as it is because it cannot be saved first. {reason}"
        ) from None
    log.warning("Bringing the database up to date. As it was before, it is kept in %s.", kept)


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


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that reads and writes, alone; committed at its end, undone by any exception.

    The threads of this process take turns, where SQLite would make them sleep and try again.
    Raises DatabaseBusyError and DatabaseMovedError.
    """
    # Whoever waits for a turn holds no connection meanwhile.
    db.session.rollback()
    with _turns.one():
        opened = db.session.connection(execution_options={"writes": True}).info.get(OPENED)
        _turns.works()
        try:
            refuse_moved(opened)
            yield
            db.session.commit()
            # Nothing is acknowledged that only a file holds which nobody can open any more.
            refuse_moved(opened)
        except BaseException:
            db.session.rollback()
            raise


def now() -> datetime:
    return datetime.now(UTC)


def upgrade_alone(engine: Engine, file: Path | None, release: str) -> None:
    """Bring the tables up to date, after a copy, but not under an app that serves. Raises UnusableDatabaseError.

    file: of an SQLite database; release: this one.
    """
    # What was looked at before keeps no connection open, by which the database would be in use.
    engine.dispose()

    def save(connection: Connection) -> None:
        refuse_others(connection)
        save_first(file, release, getLogger("scorer"), connection)

    try:
        if file:
            with alone(file):
                pass  # Nobody has it open.
        upgrade(engine, save=save)
    except DatabaseInUseError:
        raise UnusableDatabaseError(
            "an earlier release made it, and it is in use. Stop the app first: then this command brings it up to "
            "date"
        ) from None


@contextmanager
def at_hand(url: URL, instance: Path, release: str) -> Iterator[None]:
    """Open a database for a command. One of an earlier release is brought up to date, after a copy; none is made.

    instance: the folder that a relative URL is read from; release: this one. Raises UnusableDatabaseError, and
    what the driver raises.
    """
    app = Flask("scorer", instance_path=str(instance.resolve()))
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    db.init_app(app)
    with app.app_context():
        file = sqlite_file(db.engine.url, instance)
        if file and not file.is_file():
            raise UnusableDatabaseError(f"there is no file {file}")
        if db.engine.dialect.name == "sqlite":
            make_safe(db.engine)
        elif is_postgresql(url):
            share(db.engine)
        try:
            with db.engine.connect() as connection:
                revision = revision_of(connection)
            if revision is None:
                raise UnusableDatabaseError("it is empty")
            if revision != newest_revision():
                upgrade_alone(db.engine, file, release)
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


def _room_left() -> int | None:
    """Bytes left on the disk of an SQLite file; None for another database, and for a disk that cannot be asked."""
    opened = db.session.connection().info.get(OPENED)
    try:
        return shutil.disk_usage(Path(opened[0]).parent).free if opened else None
    except (OSError, AttributeError, NotImplementedError):
        return None


def require_room(least: int) -> None:
    """Raises NoRoomError where less than this is left; what cannot be known is room."""
    left = _room_left()
    if left is not None and left < least:
        raise NoRoomError(least // MEGABYTE)
