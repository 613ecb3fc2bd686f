"""How a database is opened, by the app or by a command: brought up to date, after a copy of what it was."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from logging import Logger, getLogger
from pathlib import Path

from flask import Flask
from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import OperationalError

from . import database
from .backup import BackupError, save_before
from .models import db


def open_database(app: Flask, release: str, *, ran_before: bool) -> None:
    """Bind the app to its database, once, and bring the tables up to date, after a copy.

    Raises UnusableDatabaseError.
    release: this one, which names the copy.
    ran_before: whether an app has run in this folder, so that its database is not begun anew.
    """
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    given = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    is_bound = "sqlalchemy" in app.extensions
    if not is_bound:
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {**database.engine_options(url), **given}
        try:
            with _options_fit():
                db.init_app(app)
        except ImportError as error:
            raise database.UnusableDatabaseError(database.reason_of(error)) from None
    with app.app_context():
        file = database.sqlite_file(db.engine.url, Path(app.instance_path))
        if file:
            database.refuse_lost(file, is_meant=ran_before and file == Path(app.instance_path, database.DATABASE))
            database.make_ready(file)
        if not is_bound:
            database.make_safe(db.engine, "DELETE" if app.config.get("PHONE_ALONE") else "WAL", shared=True)
        if given:
            # What else is wrong with the database is said when its tables are looked at.
            with _options_fit(), suppress(OperationalError):
                db.engine.connect().close()
        bring_up_to_date(app, release)


@contextmanager
def _options_fit() -> Iterator[None]:
    """What fails here is said to be the options that a host has set. Raises UnusableDatabaseError."""
    try:
        yield
    except (AttributeError, TypeError, ValueError) as error:
        raise database.UnusableDatabaseError(f"SQLALCHEMY_ENGINE_OPTIONS do not fit it: {error}") from None


def bring_up_to_date(app: Flask, release: str) -> None:
    """Bring the tables of the app's database up to date, after a copy. Raises UnusableDatabaseError."""
    file = database.sqlite_file(db.engine.url, Path(app.instance_path))
    database.upgrade(db.engine, save=partial(save_first, file, release, app.logger))


def save_first(file: Path | None, release: str, log: Logger, connection: Connection) -> None:
    """Save a database that is about to be changed by this release, or say how. Raises UnusableDatabaseError."""
    if connection.dialect.name != "sqlite":
        # Its migrations are one transaction; but a copy is made by programs of the server alone.
        command = database.saving(connection.engine.url, f"before-{release}.dump")
        log.warning(
            "Bringing the database up to date, which is not saved before. For the next release: %s", command
        )
        return
    _, _, opened = connection.exec_driver_sql("PRAGMA database_list").one()
    if not opened:
        return  # It is in memory alone.
    try:
        kept = save_before(release, file or Path(opened))
    except BackupError as error:
        reason = str(error).rstrip(".")
        raise database.UnusableDatabaseError(
            f"an earlier release made it, and it is left as it is because it cannot be saved first. {reason}"
        ) from None
    log.warning("Bringing the database up to date. As it was before, it is kept in %s.", kept)


def upgrade_alone(engine: Engine, file: Path | None, release: str) -> None:
    """Bring the tables up to date, after a copy, but not under an app that serves. Raises UnusableDatabaseError.

    file: of an SQLite database.
    release: this one.
    """
    # What was looked at before keeps no connection open, by which the database would be in use.
    engine.dispose()

    def save(connection: Connection) -> None:
        if connection.dialect.name == "postgresql" and not connection.scalar(database.ALONE_UNTIL_THE_END):
            raise database.DatabaseInUseError
        save_first(file, release, getLogger("scorer"), connection)

    try:
        if file:
            with database.alone_in_file(file):
                pass  # Nobody has it open.
        database.upgrade(engine, save=save)
    except database.DatabaseInUseError:
        raise database.UnusableDatabaseError(
            "an earlier release made it, and it is in use. Stop the app first: then this command brings it up to "
            "date"
        ) from None


@contextmanager
def at_hand(url: URL, instance: Path, release: str) -> Iterator[None]:
    """Open a database for a command. One of an earlier release is brought up to date, after a copy; none is made.

    instance: the folder that a relative URL is read from.
    release: this one.

    Raises UnusableDatabaseError, and what the driver raises.
    """
    app = Flask("scorer", instance_path=str(instance.resolve()))
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    db.init_app(app)
    with app.app_context():
        file = database.sqlite_file(db.engine.url, instance)
        if file and not file.is_file():
            raise database.UnusableDatabaseError(f"there is no file {file}")
        database.make_safe(db.engine, shared=True)
        try:
            with db.engine.connect() as connection:
                revision = database.revision_of(connection)
            if revision is None:
                raise database.UnusableDatabaseError("it is empty")
            if revision != database.newest_revision():
                upgrade_alone(db.engine, file, release)
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
