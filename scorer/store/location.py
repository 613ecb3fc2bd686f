"""Which database is meant, by a file's name or a URL, and how it is named to people: never with its password."""

import shlex
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from .errors import UnusableDatabaseError

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
        in_memory = url.database in (None, "", ":memory:")
        return "memory alone, and is gone when the app stops" if in_memory else str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)


def saving(url: URL, file: str) -> str:
    """The command that saves a PostgreSQL database to a file; a password is left to be asked for."""
    return f"pg_dump --format custom --file {file} {shlex.quote(plain(url))}"


def plain(url: URL) -> str:
    """The URL of a PostgreSQL database for its own programs, without its password."""
    options = {name: value for name, value in url.query.items() if "password" not in name}
    return url.set(drivername="postgresql", query=options)._replace(password=None).render_as_string()


def reason_of(error: Exception, url: URL | None = None) -> str:
    """Why something failed, on one line for a person, with the file that it is about. url: the database's."""
    if isinstance(error, ImportError) and (error.name or "").startswith("psycopg"):
        begins = " and begin its address with postgresql+psycopg://" if error.name == "psycopg2" else ""
        return f"the driver of PostgreSQL is not here. Install the extra postgres{begins}: {EXTRA}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    said, _, _ = f"{getattr(error, 'orig', None) or error}".partition("\n\tIs the server running")
    reason = " ".join(said.split()).rstrip(".")
    return reason.replace(f"{url.password}", "***") if url and url.password else reason
