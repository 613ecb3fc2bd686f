"""`scorer export` and `scorer season`: what a host collects of all sheets, whichever phones they are on."""

import sys
from pathlib import Path

import click

from .answers import print_line
from .exports.text import terminal as text
from .options import DATABASE, DEFAULT_DATABASE, DEFAULT_PORT
from .sheet_commands import ADDRESS


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@DATABASE
def export(folder: Path, database: str | None) -> None:
    """Write every sheet with its history to FOLDER, as sheet files and as bundles (ZIP) that can be imported.

    FOLDER must be empty, or not there yet. Also while the app runs. Deleted sheets are left out. Exit status 1
    when a sheet cannot be read: it is named, and the others are written.
    """
    from .exporting import export as write

    exported = write(database or str(DEFAULT_DATABASE), folder)
    for line in (*exported.summary, *exported.too_large):
        print_line(text.printable([line]))
    for line in exported.unreadable:
        print_line(text.printable([line]), error=True)
    sys.exit(bool(exported.unreadable))


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
    from . import season_links as doing

    database = database or str(DEFAULT_DATABASE)
    if name is None:
        if how or number is not None:
            raise click.UsageError("The name of a season is missing: “scorer season” lists them.")
        lines = doing.list_seasons(database)
    elif how and number is not None:
        raise click.UsageError("--remove stands alone.")
    elif number is not None:
        lines = iter((doing.remove(database, name, number),))
    elif how == "sheets":
        lines = doing.sheets(database, name)
    elif how == "delete":
        if not yes:
            print_line(text.printable([doing.about_to_end(database, name)]))
            click.confirm("Remove this season for everybody?", abort=True)
        lines = iter((doing.end(database, name),))
    else:
        lines = doing.links(database, name, address, DEFAULT_PORT, renew=how == "renew")
    for line in lines:
        print_line(text.printable([line]))
