"""Opening the database: SQLite made safe, migrations applied, one writer at a time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from flask import Flask
from sqlalchemy import Connection, Engine, event

from .models import db

MIGRATIONS = Path(__file__).with_name("migrations")

_writer = threading.Lock()


def open_database(app: Flask) -> None:
    """Bind the app to its database and bring the tables up to date."""
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _make_sqlite_safe(db.engine)
        upgrade(db.engine)


def _make_sqlite_safe(engine: Engine) -> None:
    """WAL and full synchronisation: what was answered survives a power cut; transactions begun by us alone.

    The driver's own transactions start too late to guard a read that a write depends on, so it is set to
    leave them alone, and a writing transaction takes its lock at once.
    """

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def upgrade(engine: Engine, revision: str = "head") -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that reads and writes, alone; committed at its end, undone by any exception.

    The lock keeps the threads of this process in a queue, where SQLite would make them sleep and try again.
    """
    # Whoever waits for the lock holds no connection meanwhile.
    db.session.rollback()
    with _writer:
        db.session.connection(execution_options={"writes": True})
        try:
            yield
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise


def now() -> datetime:
    return datetime.now(UTC)
