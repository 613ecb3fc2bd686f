"""The `scorer` command."""

import gc
import os
from pathlib import Path
from typing import Any

import click

from .. import __version__, configuration
from . import databases, files, sheets
from .common import DATABASE, DEFAULT_PORT, checked, print_line, told

HELP = ("-h", "--help")
# Names of earlier releases, which scripts of hosts may use still.
EARLIER = {"stats": "statistics"}


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

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, EARLIER.get(cmd_name, cmd_name))

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


for command in (
    *(files.auction, files.check_paper, files.score, files.statistics, files.verify),
    *(databases.add, databases.archive, databases.backup, databases.check, databases.copy_to, databases.restore),
    *(sheets.export, sheets.links, sheets.season, sheets.sheets),
):
    main.add_command(command)


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
def serve(**options: Any) -> None:
    """Start the app, with its database in the folder instance below this one.

    A database of an earlier release is brought up to date, after it was saved in the folder backups beside it.
    """
    # What is loaded now stays: the search for what is garbage in it would take a good part of the start.
    gc.disable()
    from .serving import serve as start

    start(**options)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--pyodide",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The unpacked package of Pyodide; by default npm gets it.",
)
@click.option("--verbose", is_flag=True, help="Also list what is left out.")
def site(folder: Path, pyodide: Path | None, verbose: bool) -> None:
    """Write the app as static files into FOLDER: phones that open them on https keep score without a server.

    FOLDER must be empty, or hold a site built before. Node is needed to build, not to serve.
    """
    from ..site.building import SiteError, build

    with told(SiteError):
        built = build(folder, pyodide)
    if verbose:
        print_line("Left out, because no page, export or import on a phone asks for it:")
        for part, size in sorted(built.left_out.items(), key=lambda left: (-left[1], left[0])):
            print_line(f"  {part}{f', {size // 1000 + 1} kB' if size else ''}")
    print_line(f"Wrote release {built.release} of the site to {folder}.")
    print_line(f"{built.size / 1e6:.1f} MB; {built.packed / 1e6:.1f} MB where the host compresses with gzip.")
    python = "py" if os.name == "nt" else "python3"
    serving = f'{python} -m http.server 8080 -b localhost -d "{folder}"'
    print_line(f"Try it here: {serving}, then open http://localhost:8080")
    print_line("For phones copy the folder to a host that serves https, under a name of its own: see HOSTING.")
