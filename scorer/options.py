"""Options that several commands take, and the database that they name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import configuration

if TYPE_CHECKING:
    from sqlalchemy import URL

DEFAULT_PORT = 8000
DEFAULT_DATABASE = Path("instance", "scorer.db")

VARIABLES = ("SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI")


def checked(name: str, option: click.Parameter, given: str | None) -> str | None:
    """What an option says of one of the app's settings, as it may be."""
    try:
        if given is not None:
            configuration.read({name: given}, {})
    except configuration.SettingsError:
        wanted = configuration.OURS[name].wanted
        for more in (configuration.OR_NULL, configuration.OR_LIST):
            wanted = wanted.removesuffix(more)
        raise click.BadParameter(f"it has to be {wanted}.", param=option) from None
    return given


def checked_database(_: click.Context, option: click.Parameter, given: str | None) -> str | None:
    # What is no URL may be any file, and "" is the database that `serve` would take.
    return checked("DATABASE_URL", option, given) if given and "://" in given else given


DATABASE = click.option(
    "--database",
    metavar="FILE|URL",
    envvar=VARIABLES,
    callback=checked_database,
    help="The database; by default $SCORER_DATABASE_URL, or else instance/scorer.db.",
)

OF_DATABASE = click.option(
    "--database",
    metavar="[FILE|URL]",
    is_flag=False,
    flag_value="",
    callback=checked_database,
    help="All sheets of a database in the place of files; the one that `serve` would take, if none is named.",
)


def chosen(database: str) -> str:
    """The database that an option names, "" for the one of the environment, or else the one in this folder."""
    variables = (os.environ.get(name) for name in VARIABLES)
    return database or next(filter(None, variables), str(DEFAULT_DATABASE))


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
