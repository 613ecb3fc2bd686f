"""`scorer sheets` and `scorer links`: every sheet for whoever runs the app, whatever became of the phones."""

from urllib.parse import urlsplit

import click

from .answers import print_line
from .exports.text import terminal as text
from .options import DATABASE, DEFAULT_DATABASE, DEFAULT_PORT

NUMBER = click.argument("number", type=int, required=False)
ALL = click.option("--all", "everything", is_flag=True, help="List every sheet, not only the latest.")


def _address(context: click.Context, option: click.Parameter, given: str) -> str:
    begins = urlsplit(given)
    if given and (
        begins.scheme not in ("http", "https") or not begins.hostname or begins.query or begins.fragment
    ):
        raise click.BadParameter(f"{given!r} is no address of the app, as https://cards.example.org is.")
    return given


ADDRESS = click.option(
    "--address",
    default="",
    metavar="URL",
    callback=_address,
    help="Where phones reach the app; by default this machine.",
)
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
    from . import links as doing

    database = database or str(DEFAULT_DATABASE)
    if number is None:
        if how:
            raise click.UsageError("The number of a sheet is missing: “scorer sheets” lists them.")
        lines = doing.list_sheets(database, everything=everything)
    elif how == "take over":
        done, made, code = doing.take_over(database, number, address, DEFAULT_PORT)
        lines = iter((done, made, _typed(code)))
    elif how == "delete":
        if not yes:
            print_line(text.printable([doing.about_to_delete(database, number)]))
            click.confirm("Delete it for everybody?", abort=True)
        lines = iter((doing.delete(database, number),))
    elif how == "undelete":
        lines = iter((doing.undelete(database, number),))
    elif how:
        lines = iter((doing.archive(database, number, archived=how == "archive"),))
    else:
        lines = doing.described(database, number)
    for line in lines:
        print_line(text.printable([line]))


@click.command()
@NUMBER
@click.option("--renew", is_flag=True, help="Stop all links and codes of the sheet, and print a new one.")
@click.option("--view", is_flag=True, hidden=True)
@click.option("--agree", is_flag=True, hidden=True)
@ALL
@ADDRESS
@DATABASE
def links(
    number: int | None,
    renew: bool,
    view: bool,
    agree: bool,
    everything: bool,
    address: str,
    database: str | None,
) -> None:
    """List the sheets, or print a link that lets whoever opens it score sheet NUMBER, and its code.

    Also while the app runs. A sheet keeps its number as long as the database is the same, and a link stays the
    same until it is made anew; a code lasts for a day.
    """
    from .links import link, list_sheets, show_code

    if view or agree:
        raise click.UsageError(ONE_LINK.format(number or "NUMBER"))
    database = database or str(DEFAULT_DATABASE)
    if number is None:
        for line in list_sheets(database, everything=everything):
            print_line(text.printable([line]))
        return
    made, code = link(database, number, address, DEFAULT_PORT, renew=renew)
    print_line(made)
    print_line(_typed(code))
    show_code(made)


def _typed(code: str) -> str:
    return f"Or this code, typed under Join within a day: {code[:4]} {code[4:]}"
