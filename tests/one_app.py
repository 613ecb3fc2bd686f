"""One app for the tests of a process: each has it on a folder of its own, as if it had just been made there.

Making an app takes a tenth of a second, for its addresses and tables, and a new app compiles every query again.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import event

from scorer import create_app
from scorer.store.models import db
from scorer.store.snapshots import forget_snapshots
from scorer.web.app import limits


def close(app: Flask) -> None:
    """Let go of the database, as the end of a process does."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    forget_snapshots()


class OneApp:
    """made: the folder that the app was made in, which stays as it was then."""

    def __init__(self, made: Path) -> None:
        self._app = create_app({"TESTING": True}, made)
        with self._app.app_context():
            self._engine = db.engine
        event.listen(self._engine, "do_connect", self._connect)
        event.listen(self._engine, "connect", self._hurry)
        self._made = made
        self._config = dict(self._app.config)
        self._views = dict(self._app.view_functions)
        close(self._app)

    @contextmanager
    def on(self, folder: Path) -> Iterator[Flask]:
        """The app on a new folder, until the end. A test may set its config and replace its views."""
        shutil.copytree(self._made, folder)
        self._engine.url = self._engine.url.set(database=str(folder / "scorer.db"))
        self._app.instance_path = str(folder)
        self._app.config.clear()
        self._app.config.update(self._config, SQLALCHEMY_DATABASE_URI=f"sqlite:///{folder / 'scorer.db'}")
        self._app.view_functions.update(self._views)
        self._app.extensions.pop(limits.EXTENSION, None)
        with self._engine.connect():
            """Leave a connection in the pool, as making an app does."""
        yield self._app
        close(self._app)

    def _connect(self, dialect: Any, record: Any, arguments: list[Any], options: dict[str, Any]) -> None:
        arguments[0] = self._engine.url.database

    def _hurry(self, connection: sqlite3.Connection, record: Any) -> None:
        """Write without waiting for the disk: the power that this app may lose is that of the tests."""
        connection.execute("PRAGMA synchronous = OFF")
