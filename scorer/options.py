"""Options that several commands take, and the database that they name."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sqlalchemy import URL

DEFAULT_PORT = 8000
DEFAULT_DATABASE = Path("instance", "scorer.db")

DATABASE = click.option(
    "--database",
    metavar="FILE|URL",
    envvar=["SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI"],
    help="The database; by default $SCORER_DATABASE_URL, or else instance/scorer.db.",
)


def located(database: str | None) -> "Path | URL":
    """The file of an SQLite database, as `serve` finds it, or the URL of another database."""
    from .store.errors import UnusableDatabaseError
    from .store.location import url_of
    from .store.sqlite import sqlite_file

    if database is None:
        return DEFAULT_DATABASE
    if "://" not in database:
        return Path(database)
    try:
        url = url_of(database)
    except UnusableDatabaseError as error:
        raise click.ClickException(f"The database cannot be found: {error}.") from None
    return sqlite_file(url, DEFAULT_DATABASE.parent) or url
