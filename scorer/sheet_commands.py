"""`scorer sheets` and `scorer links`: every sheet for whoever runs the app, whatever became of the phones."""

import click

from .answers import print_line
from .exports.text import terminal as text
from .options import DATABASE, DEFAULT_DATABASE, DEFAULT_PORT

NUMBER = click.argument("number", type=int, required=False)
ALL = click.option("--all", "everything", is_flag=True, help="List every sheet, not only the latest.")
ADDRESS = click.option(
    "--address", default="", metavar="URL", help="Where phones reach the app; by default this machine."
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
@ALL
@ADDRESS
@DATABASE
def sheets(number: int | None, how: str | None, everything: bool, address: str, database: str | None) -> None:
    """List the sheets, or say of sheet NUMBER which phones have it and which links open it.

    Also while the app runs. What was recorded stays, whatever is done here.
    """
    from . import links as doing

    database = database or str(DEFAULT_DATABASE)
    if number is None:
        if how:
            raise click.UsageError("The number of a sheet is missing: “scorer sheets” lists them.")
        lines = doing.list_sheets(database, everything=everything)
    elif how == "take over":
        put_out, made, code = doing.take_over(database, number, address, DEFAULT_PORT)
        lines = iter((put_out, made, _typed(code)))
    elif how:
        lines = iter((doing.archive(database, number, archived=how == "archive"),))
    else:
        lines = doing.described(database, number)
    for line in lines:
        print_line(text.printable([line]))


@click.command()
@NUMBER
@click.option("--view", is_flag=True, help="A link to look only, not to score.")
@click.option("--agree", is_flag=True, help="A link to look, and to agree and sign as one player.")
@click.option("--renew", is_flag=True, help="Make the link anew; the one before opens the sheet no more.")
@ALL
@ADDRESS
@DATABASE
def links(
    number: int | None,
    view: bool,
    agree: bool,
    renew: bool,
    everything: bool,
    address: str,
    database: str | None,
) -> None:
    """List the sheets, or print the link that opens sheet NUMBER on a phone, and its code.

    Also while the app runs. A sheet keeps its number as long as the database is the same, and a link stays the
    same until it is made anew or stopped.
    """
    from .links import link, list_sheets, show_code
    from .store.devices import AGREE, SCORE, VIEW

    if view and agree:
        raise click.UsageError("A link is made with --view or with --agree, not with both.")
    database = database or str(DEFAULT_DATABASE)
    if number is None:
        for line in list_sheets(database, everything=everything):
            print_line(text.printable([line]))
        return
    role = VIEW if view else AGREE if agree else SCORE
    made, code = link(database, number, role, address, DEFAULT_PORT, renew=renew)
    print_line(made)
    print_line(_typed(code))
    show_code(made)


def _typed(code: str) -> str:
    return f"Or this code, typed under Join: {code[:4]} {code[4:]}"
