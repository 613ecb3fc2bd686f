"""What `scorer sheets` and `scorer links` do, for whoever runs the app: a lost phone loses nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import segno
from flask import current_app
from sqlalchemy.exc import SQLAlchemyError

from . import configuration, secret_key
from .exports.text.wording import day
from .rules.core import counted, listed
from .server import lan_address
from .store import catalogue, devices, sharing
from .store.database import UnusableDatabaseError, at_hand
from .store.devices import AGREE, SCORE, VIEW
from .store.entry_rows import CorruptSheetError
from .store.location import reason_of, url_of
from .store.scorebook import Snapshot, read
from .store.sharing import Link

INSTANCE = Path("instance")
MAY = {SCORE: "score", AGREE: "look and agree", VIEW: "look"}
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
        f"; last entry {last.day} {last:%b %Y, %H:%M}"
    )


def link(
    database: str, number: int, role: str, address: str, port: int, *, renew: bool = False
) -> tuple[str, str]:
    """The link to a sheet, by its number in the list, and its code: the same ones each time.

    address: where phones reach the app, "" for this machine's own at this port; renew: whether to make it anew, so
    that the one before opens nothing any more. Raises ClickException.
    """
    with _opened(database, to_share=True):
        sheet_id = _numbered(number)
        made = (sharing.renew if renew else sharing.give)(sheet_id, role)
        return _address(made, address, port), made.code


def _address(link: Link, address: str, port: int) -> str:
    place = address.rstrip("/") or f"http://{lan_address() or '127.0.0.1'}:{port}"
    return f"{place}/join/{link.sheet_id}/{link.key}"


def described(database: str, number: int) -> Iterator[str]:
    """A sheet, the phones that have it, and the links that open it, a line each. Raises ClickException."""
    with _opened(database):
        sheet_id = _numbered(number)
        yield _described(_read(sheet_id))
        for phone in devices.phones(sheet_id):
            since = phone.opened_at.astimezone()
            name = phone.name or f"A phone without a name, {phone.device[:4]}"
            archived = ", archived" if phone.archived else ""
            yield f"  {name}: may {MAY[phone.role]}, since {since.day} {since:%b %Y, %H:%M}{archived}"
        roles = [MAY[role] for role in sharing.in_force(sheet_id)] if current_app.config["SECRET_KEY"] else []
        if roles:
            yield f"  Links in force: to {', to '.join(roles)}"
        if older := sharing.older(sheet_id):
            yield f"  {counted(older, 'link')} of earlier releases"


def archive(database: str, number: int, *, archived: bool) -> str:
    """Take a sheet off the first page of every phone, or put it back; what was done. Raises ClickException."""
    with _opened(database):
        on = devices.archive_everywhere(_numbered(number), archived=archived)
        return f"{'Archived' if archived else 'Put back'} on {counted(on, 'phone')}."


def take_over(database: str, number: int, address: str, port: int) -> tuple[str, str, str]:
    """Remove every phone and stop every link; what was done, and a new link to score with and its code.

    address, port: as of `link`. Raises ClickException.
    """
    with _opened(database, to_share=True):
        sheet_id = _numbered(number)
        sharing.revoke(sheet_id)
        out = devices.put_out(sheet_id, *(phone.device for phone in devices.phones(sheet_id)))
        made = sharing.give(sheet_id, SCORE)
        return f"Removed {counted(out, 'phone')}, and stopped all links.", _address(made, address, port), made.code


def _read(sheet_id: str) -> Snapshot | CorruptSheetError:
    try:
        return read(sheet_id)
    except CorruptSheetError as damaged:
        return damaged


def _numbered(number: int) -> str:
    sheet_id = catalogue.numbered(number)
    if sheet_id is None:
        raise click.ClickException(f"There is no sheet {number}: “scorer links” lists them.")
    return sheet_id


@contextmanager
def _opened(database: str, *, to_share: bool = False) -> Iterator[None]:
    """to_share: whether links are made, for which the secret key of the app is needed."""
    url = None
    try:
        url = url_of(database)
        with at_hand(url, INSTANCE):
            key = configuration.read().get("SECRET_KEY") or secret_key.at_hand(INSTANCE)
            current_app.config["SECRET_KEY"] = key
            if to_share and not key:
                raise UnusableDatabaseError(
                    f"there is no key {secret_key.file_in(INSTANCE)}, which links are derived from: start the app "
                    "here first"
                )
            yield
    except (OSError, ImportError, SQLAlchemyError, UnusableDatabaseError) as error:
        raise click.ClickException(f"The database cannot be opened: {reason_of(error, url)}.") from None


def show_code(link: str) -> None:
    """Draw the link as a QR code on a terminal."""
    if sys.stdout and sys.stdout.isatty():
        segno.make(link, error="m").terminal(sys.stdout, compact=True)
