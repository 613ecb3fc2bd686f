"""What the commands of `sheets` do and say in an opened database, for whoever runs the app: a lost phone loses
nothing. What cannot be done is a ClickException.

Flask and the database are loaded with this module, so a command imports it when it is run.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import segno
from flask import current_app
from sqlalchemy.exc import SQLAlchemyError

from .. import __version__, configuration
from ..exports import bundle
from ..exports.wording import day
from ..rules.core import counted, listed
from ..sheet.core.sheet import name_now
from ..store import catalogue, people, seasons, sharing
from ..store.catalogue import Deletion
from ..store.database import UnusableDatabaseError, now, reason_of, url_of
from ..store.files import SheetFile
from ..store.models import CorruptSheetError
from ..store.opening import at_hand
from ..store.people import SCORE
from ..store.scorebook import Snapshot
from ..store.seasons import NAME_LENGTH, STATISTICS, TONIGHT, SeasonExistsError, SharedSeason
from .common import DEFAULT_DATABASE, DEFAULT_PORT, INSTANCE, local
from .serving import lan_address

HOST = "Whoever runs Scorer"
LISTED = 20
"""How many sheets are listed where not all are asked for."""
HOW_IT_GROWS = "A sheet is in it once whoever scores adds it, on a phone under “Share”."
SHEETS = "sheets"
"""The folder of the sheet files in the one that is given."""


def list_sheets(*, everything: bool) -> Iterator[str]:
    """A line for each sheet, the one written on last first."""
    total = catalogue.how_many()
    if not total:
        yield "There is no sheet yet."
    for number, sheet in catalogue.latest(None if everything else LISTED):
        gone = catalogue.deletion_of(sheet.id if isinstance(sheet, Snapshot) else sheet.sheet_id)
        yield f"{number:>{len(str(total))}}  {described_line(sheet)}{f'; {_deleted(gone)}' if gone else ''}"
    if total > LISTED and not everything:
        yield f"And {counted(total - LISTED, 'older sheet')}: --all lists them too."


def described_line(sheet: Snapshot | CorruptSheetError) -> str:
    if isinstance(sheet, CorruptSheetError):
        return f"{sheet.title or 'A sheet'}, which cannot be read: {sheet.reason}"
    facts = sheet.sheet
    title = f"{facts.title}, " if facts.title else ""
    last = local(sheet.entries[-1].at, facts.zone)
    what = f"{title}{sheet.ledger.table.game.title}, {listed(facts.players)}, {day(facts.date)}"
    return f"{what}; last entry {last.day} {last:%b %Y, %H:%M}"


def unreadable(number: int, damaged: CorruptSheetError) -> str:
    title = f", {damaged.title}," if damaged.title else ""
    return f"Sheet {number}{title} cannot be read: {damaged.reason}."


def link(number: int, address: str, *, renew: bool = False) -> tuple[str, str]:
    """A link that lets whoever opens it score a sheet, and a line with its code.

    address: where phones reach the app, "" for this machine's own.
    renew: whether all that opened the sheet before stops.
    """
    sheet_id = sheet_numbered(number)
    if renew:
        sharing.renew(sheet_id)
    made = f"{place(address)}/join/{sheet_id}/{sharing.link(sheet_id, SCORE).key}"
    code = sharing.code(sheet_id, SCORE).text
    return made, f"Or this code, typed under Join within a day: {code[:4]} {code[4:]}"


def place(address: str) -> str:
    """What a link begins with. address: as of `link`."""
    return address.rstrip("/") or f"http://{lan_address() or '127.0.0.1'}:{DEFAULT_PORT}"


def described(number: int) -> Iterator[str]:
    """A sheet and its people, a line each."""
    sheet_id = sheet_numbered(number, deleted=True)
    sheet = catalogue.sheet(sheet_id)
    yield described_line(sheet)
    if gone := catalogue.deletion_of(sheet_id):
        yield f"  {_deleted(gone)}"
    for one in people.people(sheet_id):
        since = local(one.opened_at)
        who = one.grant.settled
        name = who.name if who else ""
        if isinstance(who, people.Player) and isinstance(sheet, Snapshot):
            name = name_now(sheet.entries, *who)
        archived = ", archived" if one.grant.archived else ""
        does = "scores" if one.grant.role == SCORE else "watches"
        name = name or f"A guest, {one.device[:4]}"
        yield f"  {name}: {does}, since {since.day} {since:%b %Y, %H:%M}{archived}"


def _deleted(gone: Deletion) -> str:
    until = local(gone.until)
    by = "whoever runs Scorer" if gone.by == HOST else gone.by
    return f"deleted by {by}; --undelete brings it back until {until.day} {until:%b %Y}"


def archive(number: int, *, archived: bool = True) -> Iterator[str]:
    """Take a sheet off the first page of every phone, or put it back."""
    on = people.archive_everywhere(sheet_numbered(number), archived=archived)
    yield f"{'Archived' if archived else 'Put back'} on {counted(on, 'phone')}."


def take_over(number: int, address: str) -> Iterator[str]:
    """Remove every phone and stop every link; a new link to score with. address: as of `link`."""
    sheet_id = sheet_numbered(number)
    sharing.renew(sheet_id)
    yield f"Removed {counted(people.remove_all(sheet_id, HOST), 'phone')}, and stopped all links."
    yield from link(number, address)


def delete(number: int) -> Iterator[str]:
    """Close a sheet to everybody."""
    catalogue.purge()
    sheet_id = sheet_numbered(number)
    people.delete(sheet_id, HOST)
    until = local((catalogue.deletion_of(sheet_id) or Deletion(now(), "")).until)
    yield f"Deleted for everybody. Until {until.day} {until:%b %Y} --undelete brings it back."


def undelete(number: int) -> Iterator[str]:
    """Open a deleted sheet again to those who had it."""
    sheet_id = sheet_numbered(number, deleted=True)
    if not catalogue.deletion_of(sheet_id):
        raise click.ClickException(f"Sheet {number} is not deleted.")
    yield f"Brought back on {counted(people.undelete(sheet_id), 'phone')}."


def sheet_numbered(number: int, *, deleted: bool = False) -> str:
    """deleted: whether it may be one that was deleted."""
    sheet_id = catalogue.numbered(number)
    if sheet_id is None:
        raise click.ClickException(f"There is no sheet {number}: “scorer links” lists them.")
    if not deleted and catalogue.deletion_of(sheet_id):
        raise click.ClickException(
            f"Sheet {number} is deleted: “scorer sheets {number} --undelete” brings it back."
        )
    return sheet_id


@contextmanager
def opened(
    database: str | None, *, to_share: bool = False, refused: str = "The database cannot be opened"
) -> Iterator[None]:
    """database: None for the one in this folder.
    to_share: whether links are made, for which the secret key of the app is needed.
    refused: what is said, before the reason, where it cannot be used.
    """
    url = None
    try:
        url = url_of(database or str(DEFAULT_DATABASE))
        with at_hand(url, INSTANCE, __version__):
            if to_share:
                key = configuration.read().get("SECRET_KEY") or configuration.secret_key_at_hand(INSTANCE)
                if not key:
                    raise UnusableDatabaseError(
                        f"there is no key {configuration.secret_key_file(INSTANCE)}, which links are derived "
                        "from: start the app here first"
                    )
                current_app.config["SECRET_KEY"] = key
            yield
    except (OSError, ImportError, SQLAlchemyError, UnusableDatabaseError) as error:
        raise click.ClickException(f"{refused}: {reason_of(error, url)}.") from None


def show_code(link: str) -> None:
    """Draw the link as a QR code on a terminal."""
    if sys.stdout and sys.stdout.isatty():
        segno.make(link, error="m").terminal(sys.stdout, compact=True)


def list_seasons() -> Iterator[str]:
    """A line for each season, the one made last first."""
    found = seasons.every()
    if not found:
        yield "There is no season yet: “scorer season NAME” makes one."
    yield from map(described_season, found)


def season_links(name: str, address: str, *, renew: bool) -> Iterator[str]:
    """The links of a season, which is made where there is none of this name, unless its links are to be renewed.

    address: as of `link`.
    """
    season = seasons.named(name)
    if season is None and not renew:
        season = _make_season(name)
        yield f"Made the season {season.name}. {HOW_IT_GROWS}"
    season = season or season_named(name)
    if renew:
        seasons.renew(season.id)
        season = season_named(name)
        yield "These are new links. Those before show nothing any more."
    yield described_season(season)
    yield f"Its figures: {place(address)}/season/{season.key(STATISTICS)}"
    yield f"Its tables of tonight, for a television: {place(address)}/tonight/{season.key(TONIGHT)}"


def sheets_of_season(name: str) -> Iterator[str]:
    """A line for each sheet of a season, with the number that it has in `scorer sheets`."""
    among = {*seasons.sheets_of(season_named(name).id)}
    for number, sheet in catalogue.every(among) if among else ():
        yield f"{number}  {described_line(sheet)}"
    if not among:
        yield f"No sheet is in it yet. {HOW_IT_GROWS}"


def remove_from_season(name: str, number: int) -> Iterator[str]:
    season = season_named(name)
    if not seasons.remove(season.id, sheet_numbered(number, deleted=True)):
        raise click.ClickException(f"Sheet {number} is not in the season {season.name}.")
    yield f"Sheet {number} counts no more in the season {season.name}. It stays as it is."


def end_season(name: str) -> Iterator[str]:
    season = season_named(name)
    seasons.end(season.id)
    yield f"The season {season.name} is gone: its links show nothing any more. Its sheets stay as they are."


def season_named(name: str) -> SharedSeason:
    season = seasons.named(name)
    if season is None:
        raise click.ClickException(f"There is no season {name}: “scorer season” lists them.")
    return season


def _make_season(name: str) -> SharedSeason:
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise click.ClickException(f"The name of a season has 1 to {NAME_LENGTH} letters, on one line.")
    try:
        return seasons.make(name)
    except SeasonExistsError:
        # Another command made it at the same moment: then that is the one.
        return season_named(name)


def described_season(season: SharedSeason) -> str:
    return f"{season.name}, {counted(seasons.how_many_sheets().get(season.id, 0), 'sheet')}"


def export(database: str | None, folder: Path) -> tuple[list[str], list[str]]:
    """Write the sheets of a database to a folder that is empty, or not there yet; what there is to know, and which
    sheets cannot be read, a line each. Raises ClickException.
    """
    with opened(database):
        try:
            if folder.is_dir() and any(folder.iterdir()):
                raise click.ClickException(f"The folder {folder} is not empty: choose another one.")
            (folder / SHEETS).mkdir(parents=True)
            return _write(folder)
        except OSError as error:
            raise click.ClickException(f"The sheets cannot be written to {folder}: {error.strerror}.") from None


def _write(folder: Path) -> tuple[list[str], list[str]]:
    written: list[str] = []
    damaged: list[str] = []
    too_large: list[str] = []

    def files() -> Iterator[tuple[str, bytes]]:
        """Those that a bundle may hold, one after the other, once they are written."""
        names = bundle.FreeNames()
        for number, sheet in catalogue.every():
            if isinstance(sheet, CorruptSheetError):
                damaged.append(unreadable(number, sheet))
                continue
            file = SheetFile.of(sheet)
            name = names.take(file.name)
            (folder / SHEETS / name).write_bytes(file.content)
            written.append(name)
            if file.can_be_imported:
                yield name, file.content
            else:
                too_large.append(f"Sheet {number}, {name}, is too long for an import: it is in no bundle.")

    bundles = 0
    for part in filter(None, bundle.parts(files())):
        bundles += 1
        (folder / f"score-sheets-{bundles}.zip").write_bytes(bundle.write(part))
    lines = [f"Wrote {counted(len(written), 'sheet')}, and {counted(bundles, 'bundle')} to import them."]
    if deleted := catalogue.how_many(deleted=True):
        left_out = f"{counted(deleted, 'deleted sheet')} left out"
        lines.append(f"{left_out}: “scorer sheets NUMBER --undelete” brings one back.")
    return [*lines, *too_large], damaged
