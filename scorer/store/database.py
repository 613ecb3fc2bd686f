"""Opening the database: SQLite made safe, migrations applied, one writer at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from flask import Flask
from sqlalchemy import URL, Connection, Engine, inspect, make_url, text

from .errors import DatabaseBusyError, UnusableDatabaseError
from .models import db
from .postgresql import engine_options, take_migrations_lock
from .sqlite import OPENED, make_ready, make_safe, refuse_emptied, refuse_moved, sqlite_file

MIGRATIONS = Path(__file__).with_name("migrations")

OURS = {"sheet", "entry"}
"""Tables that every release has had."""
VERSIONS = "alembic_version"
_REVISIONS = text(f"SELECT version_num FROM {VERSIONS}")  # noqa: S608 (a constant)

PATIENCE = 0.5
"""Seconds that the others wait for an act that does not get at the database: each keeps a thread from readers."""
WORK = 5
"""Seconds that they wait for one that has got at it, and writes."""


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


def open_database(app: Flask) -> None:
    """Bind the app to its database and bring the tables up to date. Raises UnusableDatabaseError."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        **engine_options(url),
        **app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {}),
    }
    db.init_app(app)
    with app.app_context():
        file = sqlite_file(db.engine.url, Path(app.instance_path))
        if file:
            refuse_emptied(file)
            make_ready(file)
        if db.engine.dialect.name == "sqlite":
            make_safe(db.engine)
        upgrade(db.engine)


@contextmanager
def at_hand(url: URL, instance: Path) -> Iterator[None]:
    """Open a database for a command, as it is: none is created or migrated.

    instance: the folder that a relative URL is read from. Raises UnusableDatabaseError, and what the driver
    raises.
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
        try:
            with db.engine.connect() as connection:
                revision = revision_of(connection)
            if revision is None:
                raise UnusableDatabaseError("it is empty")
            if revision != newest_revision():
                raise UnusableDatabaseError(
                    "an earlier release made it: start the app on it first, which brings it up to date"
                )
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


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


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to a revision. Raises UnusableDatabaseError."""
    wanted = newest_revision() if revision == "head" else revision
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if revision_of(connection) == wanted:
            return
        take_migrations_lock(connection)
        # Another process that has started at the same moment may have done it meanwhile.
        if revision_of(connection) == wanted:
            return
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
