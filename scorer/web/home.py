"""Home: the sheets this phone may open, the search in them, and the archive."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form, StringField

from ..rules.registry import GAMES
from ..store import listing, people, scorebook
from ..store.backup import saved
from ..store.database import now
from ..store.models import CorruptSheetError
from ..store.scorebook import Snapshot
from . import source
from .app import access, devices, limits
from .forms import NumberField
from .responses import say

bp = Blueprint("home", __name__)

SHOWN = 30
"""How many sheets are listed on one page; the others are not even read."""
COUNTED = 300
"""Of so many sheets, archived ones too, the first page looks whether they are all counted."""
LONGEST_SEARCH = 80
THIS_EVENING = timedelta(hours=18)
"""How long after its last act an unfinished sheet is still taken for the one being played."""


class Item(NamedTuple):
    """A sheet in a list. sheet: as it stands, or what is wrong with it."""

    sheet: Snapshot | CorruptSheetError
    archived: bool

    @property
    def snapshot(self) -> Snapshot | None:
        return self.sheet if isinstance(self.sheet, Snapshot) else None

    @property
    def running(self) -> bool:
        """Whether more hands may follow."""
        return bool(self.snapshot) and not (self.snapshot.sheet.finished or self.snapshot.ledger.over)

    @property
    def is_on_felt(self) -> bool:
        """Whether it is being played: more hands may follow, and the last act on it is of this evening."""
        snapshot = self.snapshot
        return self.running and snapshot is not None and now() - snapshot.entries[-1].at < THIS_EVENING


class Listing(NamedTuple):
    """A page of sheets, the one written on last first.

    number: the page's, from 1.
    last: the last page's.
    total: how many sheets are on all of them.
    """

    items: list[Item]
    number: int
    last: int
    total: int


class ListForm(Form):
    """page: the one asked for, from 1; q: the words to look for."""

    page = NumberField()
    q = StringField(
        "Title, player or game", filters=[lambda text: " ".join((text or "").split())[:LONGEST_SEARCH]]
    )


@bp.get("/")
def home() -> ResponseReturnValue:
    device = devices.device()
    shown = _page(archived=False)
    running = next((item for item in shown.items if item.is_on_felt), None) if shown.number == 1 else None
    latest = next((item.snapshot for item in shown.items if item.snapshot), None) if shown.number == 1 else None
    grant = people.grant(device, running.snapshot.id) if running and running.snapshot else None
    archived = listing.how_many(device, archived=True) if device else 0
    few = latest is not None and shown.total + archived <= COUNTED
    return render_template(
        "pages/home.html",
        shown=shown,
        running=running,
        may_score=bool(grant) and grant.role == people.SCORE,
        latest=latest,
        headline=source.headline([item.snapshot for item in shown.items if item.snapshot]) if few else "",
        archived=archived,
        games=GAMES.values(),
        saved=saved(Path(current_app.instance_path)) if current_app.config["PHONE_ALONE"] else None,
    )


@bp.get("/archive")
def archived() -> ResponseReturnValue:
    shown = _page(archived=True)
    ids = [item.snapshot.id for item in shown.items if item.snapshot]
    begun = {*ids} if current_app.config["PHONE_ALONE"] else listing.begun_by(devices.device(), ids)
    return render_template("pages/archive.html", shown=shown, begun=begun)


@bp.get("/search")
def search() -> ResponseReturnValue:
    """The sheets in which all the words stand, archived ones too; every sheet where no word is given."""
    form = ListForm(request.args)
    device = devices.device()
    words = (form.q.data or "").casefold().split()
    found = listing.found(device, words, lambda key: GAMES[key].title if key in GAMES else "") if device else []
    return render_template("pages/search.html", form=form, shown=_listed(len(found), lambda skip: found[skip:]))


def _page(*, archived: bool) -> Listing:
    """The page that is asked for, of the archived sheets or of the others."""
    device = devices.device()

    def latest(skip: int) -> list[tuple[str, bool]]:
        return [(each, archived) for each in listing.latest(device, archived=archived, most=SHOWN, skip=skip)]

    return _listed(listing.how_many(device, archived=archived) if device else 0, latest)


def _listed(total: int, sheets_from: Callable[[int], Sequence[tuple[str, bool]]]) -> Listing:
    """The page that is asked for. sheets_from: gives those after so many, each with whether it is archived."""
    last = max(1, -(-total // SHOWN))
    number = min(ListForm(request.args).page.data or 1, last)
    sheets = sheets_from((number - 1) * SHOWN)[:SHOWN] if total else ()
    return Listing([Item(_read(sheet_id), archived) for sheet_id, archived in sheets], number, last, total)


def _read(sheet_id: str) -> Snapshot | CorruptSheetError:
    try:
        return scorebook.read(sheet_id)
    except CorruptSheetError as error:
        return error


@bp.post("/sheets/<sheet_id>/archive")
@limits.is_act
def archive(sheet_id: str) -> ResponseReturnValue:
    access.grant(sheet_id)
    people.archive(devices.device_here(), sheet_id, archived=True)
    say("Archived on this phone.", way="Undo", address=url_for("home.unarchive", sheet_id=sheet_id))
    return redirect(url_for("home.home"), 303)


@bp.post("/sheets/<sheet_id>/unarchive")
@limits.is_act
def unarchive(sheet_id: str) -> ResponseReturnValue:
    access.grant(sheet_id)
    people.archive(devices.device_here(), sheet_id, archived=False)
    return redirect(url_for("home.home"), 303)
