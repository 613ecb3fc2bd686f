"""`scorer sheets`, `links`, `season` and `export`: every sheet for whoever runs the app, on whichever phones."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import click

from .common import DATABASE, say

NUMBER = click.argument("number", type=int, required=False)
ALL = click.option("--all", "everything", is_flag=True, help="List every sheet, not only the latest.")


def _address(context: click.Context, option: click.Parameter, given: str) -> str:
    address = urlsplit(given)
    is_one = address.scheme in ("http", "https") and address.hostname and not (address.query or address.fragment)
    if given and not is_one:
        raise click.BadParameter(f"{given!r} is no address of the app, as https://cards.example.org is.")
    return given


_WHERE = "Where phones reach the app; by default this machine."
ADDRESS = click.option("--address", default="", metavar="URL", callback=_address, help=_WHERE)
ONE_LINK = (
    "A sheet has one link now, which asks who you are: under “Share” on a phone that scores it lets watch, and a "
    "player who opens it agrees and signs. “scorer links {}” prints one that lets score."
)


@click.command()
@NUMBER
@click.option("--archive", "how", flag_value="archive", help="Take it off the first page of every phone.")
@click.option("--unarchive", "how", flag_value="unarchive", help="Put it back there.")
@click.option(
    "--take-over",
    "how",
    flag_value="take over",
    help="Remove every phone, stop every link, and print a new one to score with.",
)
@click.option("--delete", "how", flag_value="delete", help="Close it to everybody; after 30 days it is gone.")
@click.option("--undelete", "how", flag_value="undelete", help="Bring it back within these days.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@ALL
@ADDRESS
@DATABASE
def sheets(
    number: int | None, how: str | None, yes: bool, everything: bool, address: str, database: str | None
) -> None:
    """List the sheets, or say of sheet NUMBER who has it, and who scores.

    Also while the app runs. What was recorded stays, whatever is done here but --delete.
    """
    from ..store import catalogue
    from . import hosting

    if number is None:
        if how:
            raise click.UsageError("The number of a sheet is missing: “scorer sheets” lists them.")
        with hosting.opened(database):
            say(hosting.list_sheets(everything=everything))
        return
    if how == "delete" and not yes:
        with hosting.opened(database):
            sheet = hosting.described_line(catalogue.sheet(hosting.sheet_numbered(number)))
        _ask(sheet, "Delete it for everybody?")
    doing: dict[str | None, Callable[[int], Iterable[str]]] = {
        None: hosting.described,
        "archive": hosting.archive,
        "unarchive": partial(hosting.archive, archived=False),
        "take over": partial(hosting.take_over, address=address),
        "delete": hosting.delete,
        "undelete": hosting.undelete,
    }
    with hosting.opened(database, to_share=how == "take over"):
        say(doing[how](number))


@click.command()
@NUMBER
@click.option("--renew", is_flag=True, help="Stop all links and codes of the sheet, and print a new one.")
@click.option("--view", is_flag=True, hidden=True)
@click.option("--agree", is_flag=True, hidden=True)
@ALL
@ADDRESS
@DATABASE
def links(
    number: int | None, renew: bool, view: bool, agree: bool, everything: bool, address: str, database: str | None
) -> None:
    """List the sheets, or print a link that lets whoever opens it score sheet NUMBER, and its code.

    Also while the app runs. A sheet keeps its number as long as the database is the same, and a link stays the
    same until it is made anew; a code lasts for a day.
    """
    from . import hosting

    if view or agree:
        raise click.UsageError(ONE_LINK.format(number or "NUMBER"))
    with hosting.opened(database, to_share=number is not None):
        if number is None:
            say(hosting.list_sheets(everything=everything))
        else:
            made, code = hosting.link(number, address, renew=renew)
            say((made, code))
            hosting.show_code(made)


def _ask(what: str, question: str) -> None:
    """Go on only after a yes."""
    say([what])
    click.confirm(question, abort=True)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@DATABASE
def export(folder: Path, database: str | None) -> None:
    """Write every sheet with its history to FOLDER, as sheet files and as bundles (ZIP) that can be imported.

    FOLDER must be empty, or not there yet. Also while the app runs. Deleted sheets are left out. Exit status 1
    when a sheet cannot be read: it is named, and the others are written.
    """
    from .hosting import export as write

    lines, unreadable = write(database, folder)
    say(lines)
    say(unreadable, error=True)
    sys.exit(bool(unreadable))


@click.command()
@click.argument("name", required=False, callback=lambda context, option, value: value and " ".join(value.split()))
@click.option(
    "--renew", "how", flag_value="renew", help="Make its links anew: those before show nothing any more."
)
@click.option("--sheets", "how", flag_value="sheets", help="List its sheets.")
@click.option("--remove", "number", type=int, metavar="SHEET", help="Take a sheet out of it, by its number.")
@click.option("--delete", "how", flag_value="delete", help="Remove the season; its sheets stay as they are.")
@click.option("--yes", is_flag=True, help="Remove it without asking.")
@ADDRESS
@DATABASE
def season(
    name: str | None, how: str | None, number: int | None, yes: bool, address: str, database: str | None
) -> None:
    """List the seasons of the server, or print the links of season NAME, which is made the first time.

    Whoever has a link sees figures and names, and opens no sheet by it: one shows the statistics, the other the
    tables of tonight. A sheet counts once whoever scores it adds it, under Share, until they or --remove take it
    out. Also while the app runs.
    """
    from . import hosting

    if name is None and (how or number is not None):
        raise click.UsageError("The name of a season is missing: “scorer season” lists them.")
    if how and number is not None:
        raise click.UsageError("--remove stands alone.")
    if name and how == "delete" and not yes:
        with hosting.opened(database):
            what = hosting.described_season(hosting.season_named(name))
        _ask(what, "Remove this season for everybody?")
    with hosting.opened(database, to_share=name is not None and number is None and how in (None, "renew")):
        if name is None:
            lines = hosting.list_seasons()
        elif number is not None:
            lines = hosting.remove_from_season(name, number)
        elif how == "sheets":
            lines = hosting.sheets_of_season(name)
        elif how == "delete":
            lines = hosting.end_season(name)
        else:
            lines = hosting.season_links(name, address, renew=how == "renew")
        say(lines)
