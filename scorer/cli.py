"""The `scorer` command."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from . import __version__
from .exports.text import findings, json_answer
from .exports.text import terminal as text
from .rules.core import counted
from .rules.reading import FormatError
from .sheet.audit import verification
from .sheet.audit.verification import TamperedHistoryError, Verified
from .sheet.core.judge import IllegalHandError
from .sheet.core.ledger import Ledger
from .sheet.file import document
from .sheet.paper.check import check as check_figures
from .sheet.paper.file import load as load_paper

if TYPE_CHECKING:
    from sqlalchemy import URL

DEFAULT_PORT = 8000
DEFAULT_DATABASE = Path("instance", "scorer.db")

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
DATABASE = click.option(
    "--database",
    metavar="FILE|URL",
    envvar=["SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI"],
    help="The database; by default $SCORER_DATABASE_URL, or else instance/scorer.db.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object a file, on one line.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """The scorekeeper that lies on the table while people play cards with a real deck."""


@main.command()
@FILES
@JSON
def score(files: tuple[str, ...], as_json: bool) -> None:
    """Score sheet files ("-" reads standard input).

    Exit status 0; 1 when a rule of the game is broken; 2 when a file is not a score sheet; the highest of all.
    """
    sys.exit(_answer(files, as_json, json_answer.score, text.score, _ledger))


@main.command()
@FILES
@JSON
def auction(files: tuple[str, ...], as_json: bool) -> None:
    """Say whose turn it is and what may be called, in the open hand of a sheet file.

    Exit status as for `score`.
    """
    sys.exit(_answer(files, as_json, json_answer.auction, text.auction, _ledger))


@main.command()
@FILES
@JSON
def verify(files: tuple[str, ...], as_json: bool) -> None:
    """Say whether the history in a sheet file is as it was written, and the sheet what the history makes.

    Exit status 0; 1 when an entry was altered, removed, added or moved; 2 when a file is not a score sheet with a
    history; the highest of all.
    """
    sys.exit(_answer(files, as_json, json_answer.verify, text.verify, verification.verify))


@main.command()
@FILES
@JSON
@click.option("--game", default="", metavar="KEY", help="The game, where a table does not say it.")
def check_paper(files: tuple[str, ...], as_json: bool, game: str) -> None:
    """Check the figures of paper sheets: tables (CSV), or sheet files with the figures claimed.

    Exit status 0 when no figure is wrong; 1 when one is, or a rule of the game is broken; 2 when a file cannot be
    read; the highest of all.
    """
    sys.exit(_check_papers(files, as_json, game))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; all by default.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535))
@DATABASE
@click.option("--name", "names", multiple=True, help="Another name this server is reached by; may be repeated.")
@click.option(
    "--new-sheets",
    envvar="SCORER_NEW_SHEETS_A_MINUTE",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    help="How many sheets one address may start in a minute; 0 for any number.",
)
def serve(host: str, port: int, database: str | None, names: tuple[str, ...], new_sheets: int) -> None:
    """Start the app, with its database in the folder instance below this one."""
    from .server import serve as start

    start(host, port, database, names, new_sheets)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def backup(file: Path, database: str | None) -> None:
    """Save the database to FILE, also while the app runs.

    A backup that FILE holds already is replaced; nothing else is.
    """
    from .store.backup import BackupError, back_up

    try:
        saved = back_up(_database_file(database), file)
    except BackupError as refused:
        raise click.ClickException(str(refused)) from None
    _print(f"Saved {saved} to {file}.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def restore(file: Path, database: str | None) -> None:
    """Put the backup FILE in the place of the database, while the app does not run.

    The database as it was is kept in the folder backups beside it.
    """
    from .store.backup import BackupError
    from .store.restoration import restore as put_back

    try:
        restored = put_back(file, _database_file(database))
    except BackupError as refused:
        raise click.ClickException(str(refused)) from None
    _print(f"Restored {restored.contents} from {file}.")
    if restored.contents.is_older:
        _print("An earlier release made it: the app brings it up to date when it starts.")
    if former := restored.former:
        shown = former.relative_to(Path.cwd()) if former.is_relative_to(Path.cwd()) else former
        _print(f"The database as it was before is kept in {shown}.")


@main.command()
@DATABASE
def check(database: str | None) -> None:
    """Look for damage in the database, and in every sheet. Nothing is changed.

    Exit status 1 when anything is damaged, each on a line of its own.
    """
    from .store import inspection
    from .store.database import UnusableDatabaseError
    from .store.location import reason_of

    location = _located(database)
    try:
        if isinstance(location, Path):
            found, faults = inspection.check(location)
        else:
            found, faults = inspection.check_server(location)
    except (UnusableDatabaseError, ImportError, OSError) as error:
        raise click.ClickException(f"The database cannot be checked: {reason_of(error)}.") from None
    for fault in faults:
        _print(_printable(fault))
    if found and found.is_older:
        _print("An earlier release made this database: the app brings it up to date when it starts.")
    told = counted(len(faults), "fault") if faults else "no fault"
    _print(f"{found or 'Not all can be counted'}: {told}.")
    sys.exit(bool(faults))


@main.command()
@click.argument("number", type=int, required=False)
@click.option("--view", is_flag=True, help="A link to look only, not to score.")
@click.option("--all", "everything", is_flag=True, help="List every sheet, not only the latest.")
@click.option("--address", default="", metavar="URL", help="Where phones reach the app; by default this machine.")
@DATABASE
def links(number: int | None, view: bool, everything: bool, address: str, database: str | None) -> None:
    """List the sheets, or print a new link that opens sheet NUMBER on a phone.

    Also while the app runs. A sheet keeps its number as long as the database is the same.
    """
    from .links import list_sheets, new_link, show_code
    from .store.devices import SCORE, VIEW

    database = database or str(DEFAULT_DATABASE)
    if number is None:
        for line in list_sheets(database, everything=everything):
            _print(_printable(line))
        return
    link = new_link(database, number, VIEW if view else SCORE, address or "", DEFAULT_PORT)
    _print(link)
    show_code(link)


def _located(database: str | None) -> "Path | URL":
    """The file of an SQLite database, as `serve` finds it, or the URL of another database."""
    from .store.database import UnusableDatabaseError, sqlite_file
    from .store.location import url_of

    if database is None:
        return DEFAULT_DATABASE
    if "://" not in database:
        return Path(database)
    try:
        url = url_of(database)
    except UnusableDatabaseError as error:
        raise click.ClickException(f"The database cannot be found: {error}.") from None
    return sqlite_file(url, DEFAULT_DATABASE.parent) or url


def _database_file(database: str | None) -> Path:
    location = _located(database)
    if not isinstance(location, Path):
        raise click.ClickException("Only an SQLite file is saved so. Save a PostgreSQL database with pg_dump.")
    return location


def _ledger(content: bytes) -> Ledger:
    return Ledger.of(document.load(content))


Found = TypeVar("Found", Ledger, Verified)


def _answer(
    files: tuple[str, ...],
    as_json: bool,
    as_object: Callable[[Found], dict[str, Any]],
    as_text: Callable[[Found], str],
    look: Callable[[bytes], Found],
) -> int:
    worst = 0
    for index, file in enumerate(files):
        try:
            found = look(_read(file))
            said = document.dumps(as_object(found)) if as_json else as_text(found)
            status = 0
        except (FormatError, IllegalHandError, TamperedHistoryError) as fault:
            status = 2 if isinstance(fault, FormatError) else 1
            said = document.dumps(json_answer.error(fault)) if as_json else f"{file}: {text.error(fault)}"
        if index and not as_json:
            said = f"\n{said}"
        _print(said, error=bool(status) and not as_json)
        worst = max(worst, status)
    return worst


def _check_papers(files: tuple[str, ...], as_json: bool, game: str) -> int:
    worst = 0
    for index, file in enumerate(files):
        unread = False
        try:
            checked = check_figures(load_paper(_read(file), game))
            said = document.dumps(findings.as_object(checked)) if as_json else findings.as_text(checked)
            status = int(bool(checked.findings))
        except (FormatError, IllegalHandError) as fault:
            unread, status = True, 2 if isinstance(fault, FormatError) else 1
            said = document.dumps(json_answer.error(fault)) if as_json else f"{file}: {findings.error(fault)}"
        if index and not as_json:
            said = f"\n{said}"
        _print(said, error=unread and not as_json)
        worst = max(worst, status)
    return worst


def _printable(line: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in line)


def _read(file: str) -> bytes:
    try:
        if file != "-":
            return Path(file).read_bytes()
        return sys.stdin.buffer.read() if sys.stdin else b""
    except OSError as error:
        raise FormatError("$", f"the file cannot be read: {error.strerror}") from None


def _print(line: str, *, error: bool = False) -> None:
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
