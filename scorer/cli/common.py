"""What several commands have in common: their options, the database that these name, and how they answer."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import configuration
from ..exports import json_answer, texts, zones
from ..rules.reading import FormatError
from ..sheet import sheet_file
from ..sheet.audit import TamperedHistoryError, Verified
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger
from ..sheet.paper.check import Checked

if TYPE_CHECKING:
    from sqlalchemy import URL

Found = TypeVar("Found", Ledger, Verified, Checked)

DEFAULT_PORT = 8000
INSTANCE = Path("instance")
DEFAULT_DATABASE = INSTANCE / "scorer.db"

VARIABLES = ("SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI")


def local(moment: datetime, zone: str = "") -> datetime:
    """A moment in a time zone, by default the server's."""
    return zones.local(moment, zone, configuration.read().get("TIME_ZONE"))


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


_database = partial(click.option, "--database", callback=checked_database)
_ONE = "The database; by default $SCORER_DATABASE_URL, or else instance/scorer.db."
DATABASE = _database(metavar="FILE|URL", envvar=VARIABLES, help=_ONE)
_ALL = "All sheets of a database in the place of files; the one that `serve` would take, if none is named."
OF_DATABASE = _database(metavar="[FILE|URL]", is_flag=False, flag_value="", help=_ALL)


def chosen(database: str) -> str:
    """The database that an option names, "" for the one of the environment, or else the one in this folder."""
    variables = (os.environ.get(name) for name in VARIABLES)
    return database or next(filter(None, variables), str(DEFAULT_DATABASE))


def located(database: str | None) -> "Path | URL":
    """The file of an SQLite database, as `serve` finds it, or the URL of another database."""
    from ..store.database import UnusableDatabaseError, sqlite_file, url_of

    if database is None:
        return DEFAULT_DATABASE
    if "://" not in database:
        return Path(database)
    try:
        url = url_of(database)
    except UnusableDatabaseError as error:
        raise click.ClickException(f"The database cannot be found: {error}.") from None
    return sqlite_file(url, INSTANCE) or url


def answer(
    files: Iterable[str],
    as_json: bool,
    read: Callable[[bytes], Found],
    as_object: Callable[[Found], dict[str, Any]],
    as_text: Callable[[Found], str],
    error_text: Callable[[Any], str] = texts.error,
    warn: Callable[[Found], Iterable[str]] = lambda found: (),
) -> int:
    """Print what is found in each file, and warnings of it on standard error; the highest exit status of all."""
    worst = 0
    for index, file in enumerate(files):
        failed, warnings = False, tuple[str, ...]()
        try:
            found = read(read_file(file))
            written = sheet_file.dumps(as_object(found)) if as_json else as_text(found)
            warnings = tuple(warn(found))
            status = int(isinstance(found, Checked) and bool(found.findings or found.unread))
        except (FormatError, IllegalHandError, TamperedHistoryError) as fault:
            failed, status = True, 2 if isinstance(fault, FormatError) else 1
            written = sheet_file.dumps(json_answer.error(fault)) if as_json else f"{file}: {error_text(fault)}"
        for warning in warnings:
            print_line(f"{file}: {warning}", error=True)
        print_line(f"\n{written}" if index and not as_json else written, error=failed and not as_json)
        worst = max(worst, status)
    return worst


def read_file(file: str) -> bytes:
    """A file, or standard input for "-". Raises FormatError."""
    try:
        if file != "-":
            return Path(file).read_bytes()
        return sys.stdin.buffer.read() if sys.stdin else b""
    except OSError as error:
        raise FormatError("$", f"the file cannot be read: {error.strerror}") from None


def say(lines: Iterable[str], *, error: bool = False) -> None:
    """Print lines with names in them, which may hold what a terminal must not be sent."""
    for line in lines:
        print_line(texts.printable([line]), error=error)


@contextmanager
def told(*refusals: type[Exception]) -> Iterator[None]:
    """These errors say what is wrong, in a sentence: it is the answer of the command."""
    try:
        yield
    except refusals as refused:
        raise click.ClickException(str(refused)) from None


def print_line(line: str, *, error: bool = False) -> None:
    # Bytes, so that the answer is UTF-8 under every locale, whatever stands in a file's keys.
    stream = sys.stderr if error else sys.stdout
    if stream is None:
        return
    try:
        stream.buffer.write(f"{line}\n".encode(errors="backslashreplace"))
        stream.flush()
    except OSError as failed:
        # Whoever should have read the answer is gone, or the disk is full: there is nowhere left to say more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise click.ClickException(f"The answer cannot be written: {failed.strerror}.") from None
