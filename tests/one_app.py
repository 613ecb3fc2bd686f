"""One app for the tests of a process: each has it on a folder of its own, as if it had just been made there.

Making an app takes a tenth of a second, for its addresses and tables, and a new app compiles every query again.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from flask import Flask
from sqlalchemy import URL, Engine, event

from scorer import create_app
from scorer.store.database import newest_revision
from scorer.store.models import Base, db
from scorer.store.scorebook import forget_snapshots
from scorer.web.app import limits

from .postgresql import Server


def close(app: Flask) -> None:
    """Let go of the database, as the end of a process does."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    forget_snapshots()


class Databases(Protocol):
    """Databases that are each as the app has just made them."""

    empty: URL
    """Where the app makes its tables."""

    def watch(self, engine: Engine) -> None:
        """Let the engine that was made for the empty one connect to whatever its URL names."""

    def new(self, folder: Path) -> URL: ...

    def drop(self, database: URL) -> None: ...


class Files(Databases):
    """SQLite's. made: the folder of the empty one."""

    def __init__(self, made: Path) -> None:
        self._made = made
        self.empty = URL.create("sqlite", database=str(made / "scorer.db"))

    def watch(self, engine: Engine) -> None:
        event.listen(engine, "do_connect", partial(self._connect, engine))
        event.listen(engine, "connect", self._hurry)

    def new(self, folder: Path) -> URL:
        shutil.copyfile(self._made / "scorer.db", folder / "scorer.db")
        return self.empty.set(database=str(folder / "scorer.db"))

    def drop(self, database: URL) -> None:
        """It goes with its folder."""

    def _connect(self, engine: Engine, dialect: Any, record: Any, arguments: list[Any], options: object) -> None:
        arguments[0] = engine.url.database

    def _hurry(self, connection: sqlite3.Connection, record: Any) -> None:
        """Write without waiting for the disk: the power that this app may lose is that of the tests."""
        connection.execute("PRAGMA synchronous = OFF")


class OnServer(Databases):
    """PostgreSQL's: one, emptied after each test, as a new one takes as long as many tests."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.empty = server.new_database()
        self._used: URL | None = None
        self._emptying = "; ".join(f"DELETE FROM {table.name}" for table in reversed(Base.metadata.sorted_tables))

    def watch(self, engine: Engine) -> None:
        event.listen(engine, "do_connect", partial(self._connect, engine))

    def new(self, folder: Path) -> URL:
        self._used = self._used or self._server.new_database(self.empty.database or "")
        return self._used

    def drop(self, database: URL) -> None:
        try:
            self._server.run(self._emptying, database.database or "")
            found = self._server.run("SELECT version_num FROM alembic_version", database.database or "")
            sound = found == [(newest_revision(),)]
        except Exception:
            sound = False
        if not sound:
            # A test has altered the tables.
            self._server.drop(database)
            self._used = None

    def _connect(self, engine: Engine, dialect: Any, record: Any, arguments: object, options: Any) -> None:
        options["dbname"] = engine.url.database


class OneApp:
    """made: the folder that the app was made in, which stays as it was then."""

    def __init__(self, made: Path, databases: Databases) -> None:
        self._app = create_app(
            {"TESTING": True, "ACTS_A_MINUTE": 0, "SQLALCHEMY_DATABASE_URI": databases.empty}, made
        )
        with self._app.app_context():
            self._engine = db.engine
        databases.watch(self._engine)
        self._databases = databases
        self._made = made
        self._config = dict(self._app.config)
        self._views = dict(self._app.view_functions)
        close(self._app)

    @contextmanager
    def on(self, folder: Path) -> Iterator[Flask]:
        """The app on a new folder, until the end. A test may set its config and replace its views."""
        shutil.copytree(self._made, folder, ignore=shutil.ignore_patterns("scorer.db*"))
        self._engine.url = self._databases.new(folder)
        self._app.instance_path = str(folder)
        self._app.config.clear()
        self._app.config.update(self._config, SQLALCHEMY_DATABASE_URI=self._engine.url)
        self._app.view_functions.update(self._views)
        self._app.extensions.pop(limits.EXTENSION, None)
        with self._engine.connect():
            """Leave a connection in the pool, as making an app does."""
        yield self._app
        close(self._app)
        self._databases.drop(self._engine.url)
