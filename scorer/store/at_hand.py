"""The database for a command: opened as it is, or brought up to date where no app has it open."""

from collections.abc import Iterator
from contextlib import contextmanager
from logging import getLogger
from pathlib import Path

from flask import Flask
from sqlalchemy import URL, Connection, Engine

from .database import newest_revision, revision_of, save_first, upgrade
from .errors import DatabaseInUseError, UnusableDatabaseError
from .models import db
from .postgresql import is_postgresql, refuse_others, share
from .sqlite import alone, make_safe, sqlite_file


def bring_up_to_date(engine: Engine, file: Path | None, release: str) -> None:
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
                """Nobody has it open."""
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
                bring_up_to_date(db.engine, file, release)
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
