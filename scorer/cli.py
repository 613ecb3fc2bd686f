"""The `scorer` command."""

import gc
import sys
from pathlib import Path

import click

from . import __version__, configuration
from .answers import answer, print_line
from .collecting_commands import export, season
from .database_commands import add, archive, backup, check, copy_to, restore
from .exports.text import findings, json_answer
from .exports.text import terminal as text
from .options import DATABASE, DEFAULT_PORT, OF_DATABASE, checked, chosen
from .rules.reading import FormatError
from .rules.registry import GAMES
from .seasons.season import Choice
from .seasons.standings import BY, Ranking
from .sheet.audit import verification
from .sheet.audit.verification import Receipt, verify_receipt
from .sheet.core.ledger import Ledger
from .sheet.core.sheet import read_date
from .sheet.file import document
from .sheet.paper.check import Checked
from .sheet.paper.check import check as check_figures
from .sheet.paper.table import load as load_paper
from .sheet_commands import links, sheets

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object a file, on one line.")


HELP = ("-h", "--help")


class Commands(click.Group):
    """Commands that begin only where every setting in the environment is one that can be; help is there anyhow."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = not {*HELP}.isdisjoint(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        if not ctx.obj:
            try:
                configuration.read()
            except configuration.SettingsError as error:
                raise click.UsageError(str(error)) from None
        return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, but with the first sentence of each command whole."""
        whole = [(name, command.get_short_help_str(200)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(whole)


@click.group(cls=Commands, context_settings={"help_option_names": [*HELP]})
@click.version_option(__version__)
def main() -> None:
    """The scorekeeper that lies on the table while people play cards with a real deck.

    Settings can also stand in the environment, as SCORER_DATABASE_URL; the file HOSTING of Scorer lists
    them. An option goes before them. One that is mistyped or cannot be so ends every command at once.
    """


for command in (add, archive, backup, check, copy_to, export, links, restore, season, sheets):
    main.add_command(command)


@main.command()
@FILES
@JSON
def score(files: tuple[str, ...], as_json: bool) -> None:
    """Score sheet files ("-" reads standard input). A name that could be taken for another is warned of.

    Exit status 0; 1 when a rule of the game is broken; 2 when a file is not a score sheet; the highest of all.
    """
    sys.exit(answer(files, as_json, _ledger, json_answer.score, text.score, warn=text.unclear_names))


@main.command()
@FILES
@JSON
def auction(files: tuple[str, ...], as_json: bool) -> None:
    """Say whose turn it is and what may be called, in the open hand of a sheet file.

    Exit status as for `score`.
    """
    sys.exit(answer(files, as_json, _ledger, json_answer.auction, text.auction))


@main.command()
@FILES
@JSON
@click.option(
    "--receipt",
    metavar="NUMBER:DIGEST",
    callback=lambda context, option, value: _receipt(value),
    help="An entry that the history must contain, as a phone or a printout has kept it.",
)
def verify(files: tuple[str, ...], as_json: bool, receipt: Receipt | None) -> None:
    """Say whether the history in a sheet file is as it was written, and the sheet what the history makes.

    Exit status 0; 1 when an entry was altered, removed, added or moved, or that of the receipt is not in it; 2
    when a file is not a score sheet with a history; the highest of all.
    """

    def read(content: bytes) -> verification.Verified:
        return verify_receipt(content, receipt) if receipt else verification.verify(content)

    sys.exit(answer(files, as_json, read, json_answer.verify, text.verify))


def _receipt(written: str | None) -> Receipt | None:
    try:
        return None if written is None else Receipt.read(written)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


@main.command()
@FILES
@JSON
@click.option("--game", default="", metavar="KEY", help="The game, where a table does not say it.")
def check_paper(files: tuple[str, ...], as_json: bool, game: str) -> None:
    """Check the figures of paper sheets: tables (CSV), or sheet files with the figures claimed.

    Exit status 0 when no figure is wrong; 1 when one is or cannot be read, or a rule of the game is broken; 2 when
    a file cannot be read; the highest of all.
    """

    def read(content: bytes) -> Checked:
        return check_figures(load_paper(content, game))

    sys.exit(answer(files, as_json, read, findings.as_object, findings.as_text, findings.error))


@main.command()
@click.argument("files", nargs=-1, metavar="[FILE...]")
@OF_DATABASE
@click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object, on one line.")
@click.option("--game", default="", metavar="KEY", help="The game; by default the one of the most sheets.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="One of the players; may be repeated.")
@click.option("--from", "first", default="", metavar="DATE", help="The first day, as 2026-01-31.")
@click.option("--to", "last", default="", metavar="DATE", help="The last day.")
@click.option("--same", multiple=True, metavar="SPELLED=NAME", help="Another spelling of a player.")
@click.option("--by", type=click.Choice(BY), default=BY[0], show_default=True, help="How the players are ranked.")
@click.option(
    "--best", type=click.IntRange(1), help="How many nights of a player count, the best; by default all."
)
@click.option(
    "--least", type=click.IntRange(0), help="To how many nights a ranked player came; by default to half."
)
def stats(
    files: tuple[str, ...],
    database: str | None,
    as_json: bool,
    game: str,
    players: tuple[str, ...],
    first: str,
    last: str,
    same: tuple[str, ...],
    by: str,
    best: int | None,
    least: int | None,
) -> None:
    """Say what a season tells: standings, players and partnerships over many sheets.

    These are in FILE, as sheet files or bundles; or all sheets of a database but the deleted ones.

    Exit status 0; 1 when a rule of a game is broken, or a sheet of the database cannot be read; 2 when a file is
    not a score sheet; the highest of all.
    """
    from .stats import of_database, of_files

    if bool(files) == (database is not None):
        raise click.UsageError("Name files, or --database for all sheets of a server; one of the two.")

    if game not in ("", *GAMES):
        raise click.BadParameter(f"there is no game “{game}”", param_hint="--game")
    spellings = dict(_spelling(each) for each in same)
    choice = Choice(game, players, _date(first, "--from"), _date(last, "--to"), spellings)
    ranking = Ranking(by, best, least)
    if database is not None:
        sys.exit(of_database(chosen(database), choice, ranking, as_json=as_json))
    sys.exit(of_files(files, choice, ranking, as_json=as_json))


def _date(written: str, option: str) -> str:
    try:
        return written and read_date(written, option)
    except FormatError as fault:
        raise click.BadParameter(fault.detail, param_hint=option) from None


def _spelling(written: str) -> tuple[str, str]:
    spelled, separator, name = written.partition("=")
    if not (spelled and separator and name):
        raise click.BadParameter("two names stand on either side of =", param_hint="--same")
    return spelled, name


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; all by default.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535))
@DATABASE
@click.option(
    "--name",
    "names",
    multiple=True,
    callback=lambda _, option, given: tuple(checked("HOST_NAMES", option, name) for name in given),
    help="Another name this server is reached by; may be repeated.",
)
@click.option(
    "--new-sheets",
    envvar="SCORER_NEW_SHEETS_A_MINUTE",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    help="How many sheets one address may start in a minute; 0 for any number.",
)
@click.option(
    "--club-code",
    metavar="CODE",
    callback=lambda _, option, given: checked("CLUB_CODE", option, given),
    help="What phones type once before they start or import a sheet; by default nothing is asked.",
)
@click.option("--new", is_flag=True, help="Begin a new database, where the one there was is gone for good.")
def serve(
    host: str,
    port: int,
    database: str | None,
    names: tuple[str, ...],
    new_sheets: int,
    club_code: str | None,
    new: bool,
) -> None:
    """Start the app, with its database in the folder instance below this one.

    A database of an earlier release is brought up to date, after it was saved in the folder backups beside it.
    """
    # What is loaded now stays: the search for what is garbage in it would take a good part of the start.
    gc.disable()
    from .server import serve as start

    start(host, port, database, names, new_sheets, club_code, new=new)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--pyodide",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The unpacked package of Pyodide; by default npm gets it.",
)
def site(folder: Path, pyodide: Path | None) -> None:
    """Write the app as static files into FOLDER: phones that open them on https keep score without a server.

    FOLDER must be empty, or hold a site built before. Node is needed to build, not to serve.
    """
    from .site.building import build
    from .site.pyodide import SiteError

    try:
        built = build(folder, pyodide)
    except SiteError as refused:
        raise click.ClickException(str(refused)) from None
    print_line(f"Wrote release {built.release} of the site to {folder}.")
    print_line(f"{built.size / 1e6:.1f} MB; {built.packed / 1e6:.1f} MB where the host compresses with gzip.")
    print_line("Left out, because no page, export or import on a phone asks for it:")
    for part, size in sorted(built.left_out.items(), key=lambda left: (-left[1], left[0])):
        print_line(f"  {part}{f', {size // 1000 + 1} kB' if size else ''}")


def _ledger(content: bytes) -> Ledger:
    return Ledger.of(document.load(content))
