"""`scorer score`, `auction`, `verify`, `check-paper` and `statistics`: what sheet files say."""

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from ..exports import json_answer, texts, zones
from ..exports.from_workbook import as_table
from ..rules.core import upper_first
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from ..sheet import audit, sheet_file
from ..sheet.audit import Receipt, read_lines
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger
from ..sheet.core.sheet import read_date
from ..sheet.paper.check import Checked
from ..sheet.paper.check import check as check_figures
from ..sheet.paper.table import load as load_paper
from ..statistics.evening import Evening, without_copies
from ..statistics.season import Choice, season_of
from ..statistics.standings import BY, Ranking
from .common import OF_DATABASE, answer, chosen, local, print_line, read_file, say

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object a file, on one line.")


@click.command()
@FILES
@JSON
def score(files: tuple[str, ...], as_json: bool) -> None:
    """Score sheet files ("-" reads standard input). A name that could be taken for another is warned of.

    Exit status 0; 1 when a rule of the game is broken; 2 when a file is not a score sheet; the highest of all.
    """
    sys.exit(answer(files, as_json, _ledger, json_answer.score, texts.score, warn=_warnings))


@click.command()
@FILES
@JSON
def auction(files: tuple[str, ...], as_json: bool) -> None:
    """Say whose turn it is and what may be called, in the open hand of a sheet file.

    Exit status as for `score`.
    """
    sys.exit(answer(files, as_json, _ledger, json_answer.auction, texts.auction))


def _ledger(content: bytes) -> Ledger:
    return Ledger.of(sheet_file.load(content))


def _warnings(ledger: Ledger) -> Iterator[str]:
    yield from texts.unclear_names(ledger)
    if unknown := zones.unknown(ledger.sheet.zone):
        yield unknown


@click.command()
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
    sys.exit(answer(files, as_json, partial(audit.verify, receipt=receipt), json_answer.verify, texts.verify))


def _receipt(written: str | None) -> Receipt | None:
    try:
        return None if written is None else Receipt.read(written)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


@click.command()
@FILES
@JSON
@click.option("--game", default="", metavar="KEY", help="The game, where a table does not say it.")
def check_paper(files: tuple[str, ...], as_json: bool, game: str) -> None:
    """Check the figures of paper sheets: tables (CSV), or sheet files with the figures claimed.

    Exit status 0 when no figure is wrong; 1 when one is or cannot be read, or a rule of the game is broken; 2 when
    a file cannot be read; the highest of all.
    """

    def read(content: bytes) -> Checked:
        return check_figures(load_paper(as_table(content), game))

    sys.exit(answer(files, as_json, read, json_answer.check_paper, texts.check_paper, texts.check_error))


@click.command()
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
def statistics(
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
    if bool(files) == (database is not None):
        raise click.UsageError("Name files, or --database for all sheets of a server; one of the two.")

    if game not in ("", *GAMES):
        raise click.BadParameter(f"there is no game “{game}”", param_hint="--game")
    spellings = dict(_spelling(each) for each in same)
    choice = Choice(game, players, _date(first, "--from"), _date(last, "--to"), spellings)
    ranking = Ranking(by, best, least)
    if database is not None:
        sys.exit(_of_database(chosen(database), choice, ranking, as_json=as_json))
    sys.exit(_of_files(files, choice, ranking, as_json=as_json))


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


def _of_files(files: Iterable[str], choice: Choice, ranking: Ranking, *, as_json: bool) -> int:
    """Print the figures of a season; the exit status. Where a file cannot be counted, only what is wrong with it:
    figures without it would be of another season.
    """
    evenings: list[Evening] = []
    worst = 0
    for name, content in _sheets(files):
        try:
            if isinstance(content, FormatError):
                raise content
            sheet = sheet_file.load(content)
            evening = Evening.of(Ledger.of(sheet), name, None if sheet.date else _begun(content, sheet.zone))
            choice.check(evening)
            evenings.append(evening)
        except (FormatError, IllegalHandError) as fault:
            worst = max(worst, 2 if isinstance(fault, FormatError) else 1)
            answered = sheet_file.dumps({"file": name, **json_answer.error(fault)}) if as_json else ""
            print_line(answered or f"{name}: {texts.error(fault)}", error=not as_json)
    if not worst:
        _tell(evenings, choice, ranking, as_json=as_json)
    return worst


def _of_database(database: str, choice: Choice, ranking: Ranking, *, as_json: bool) -> int:
    """The same over all sheets of a database, each called by its number. One that cannot be read is named and left
    out, as on a phone. Raises ClickException.
    """
    from ..store import catalogue
    from ..store.models import CorruptSheetError
    from .hosting import opened, unreadable

    evenings: list[Evening] = []
    worst = 0
    with opened(database):
        for number, sheet in catalogue.every():
            if isinstance(sheet, CorruptSheetError):
                say([unreadable(number, sheet)], error=True)
                worst = 1
                continue
            evening = Evening.of(sheet.ledger, f"sheet {number}", local(sheet.entries[0].at, sheet.sheet.zone))
            try:
                choice.check(evening)
            except FormatError as fault:
                print_line(f"Sheet {number}: {fault.detail}.", error=True)
                return 2
            evenings.append(evening)
    _tell(evenings, choice, ranking, as_json=as_json)
    return worst


def _tell(evenings: Iterable[Evening], choice: Choice, ranking: Ranking, *, as_json: bool) -> None:
    season = season_of(without_copies(evenings), choice)
    print_line(
        sheet_file.dumps(json_answer.statistics(season, ranking)) if as_json else texts.statistics(season, ranking)
    )


def _begun(content: bytes, zone: str) -> datetime | None:
    """When the first entry of a sheet file with its history was made, in the time zone of the sheet."""
    first = next(iter(read_lines(content)), None)
    return local(first.entry.at, zone) if first and first.entry else None


def _sheets(files: Iterable[str]) -> Iterator[tuple[str, bytes | FormatError]]:
    """The sheet files, those in bundles too, with their names."""
    from ..exports import bundle

    for file in files:
        try:
            content = read_file(file)
        except FormatError as fault:
            yield file, fault
            continue
        if not content.startswith(bundle.BEGINNINGS):
            yield file, content
            continue
        try:
            for packed in bundle.read(content, bundle.MOST_UNPACKED):
                refused = FormatError("$", packed.why)
                yield f"{Path(file).name}/{packed.name}", refused if packed.content is None else packed.content
        except bundle.UnreadableBundleError as unreadable:
            yield file, FormatError("$", upper_first(str(unreadable)))
