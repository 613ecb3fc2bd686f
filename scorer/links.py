"""`scorer links`: whoever runs the app can reach every sheet, even when no phone has its link any more."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import segno
from sqlalchemy.exc import SQLAlchemyError

from .exports.text.wording import day
from .rules.core import counted, listed
from .server import lan_address
from .store import catalogue, devices
from .store.database import UnusableDatabaseError, at_hand
from .store.entry_rows import CorruptSheetError
from .store.location import reason_of, url_of
from .store.scorebook import Snapshot

LISTED = 20
"""How many sheets are listed where not all are asked for."""


def list_sheets(database: str, *, everything: bool) -> Iterator[str]:
    """A line for each sheet, the one written on last first. Raises ClickException."""
    with _opened(database):
        total = catalogue.how_many()
        if not total:
            yield "There is no sheet yet."
        for number, sheet in catalogue.latest(None if everything else LISTED):
            yield f"{number:>{len(str(total))}}  {_described(sheet)}"
        if total > LISTED and not everything:
            yield f"And {counted(total - LISTED, 'older sheet')}: --all lists them too."


def _described(sheet: Snapshot | CorruptSheetError) -> str:
    if isinstance(sheet, CorruptSheetError):
        return f"{sheet.title or 'A sheet'}, which cannot be read: {sheet.reason}"
    facts = sheet.sheet
    title = f"{facts.title}, " if facts.title else ""
    last = sheet.entries[-1].at.astimezone()
    return (
        f"{title}{sheet.ledger.table.game.title}, {listed(facts.players)}, {day(facts.date)}"
        f"; last act {last.day} {last:%b %Y, %H:%M}"
    )


def new_link(database: str, number: int, role: str, address: str, port: int) -> str:
    """A new link to a sheet, by its number in the list.

    address: where phones reach the app, "" for this machine's own at this port. Raises ClickException.
    """
    with _opened(database):
        sheet_id = catalogue.numbered(number)
        if sheet_id is None:
            raise click.ClickException(f"There is no sheet {number}: “scorer links” lists them.")
        place = address.rstrip("/") or f"http://{lan_address() or '127.0.0.1'}:{port}"
        return f"{place}/join/{sheet_id}/{devices.new_link(sheet_id, role)}"


@contextmanager
def _opened(database: str) -> Iterator[None]:
    url = None
    try:
        url = url_of(database)
        with at_hand(url, Path("instance")):
            yield
    except (OSError, ImportError, SQLAlchemyError, UnusableDatabaseError) as error:
        raise click.ClickException(f"The database cannot be opened: {reason_of(error, url)}.") from None


def show_code(link: str) -> None:
    """Draw the link as a QR code on a terminal."""
    if sys.stdout and sys.stdout.isatty():
        segno.make(link, error="m").terminal(sys.stdout, compact=True)
