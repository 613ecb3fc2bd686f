"""Home: the sheets this phone may open."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...rules.registry import GAMES
from ...store import devices, scorebook
from ...store.entry_rows import CorruptSheetError
from ...store.scorebook import Snapshot
from ..app import access
from ..app.flashes import say
from ..forms.base import NumberField

bp = Blueprint("home", __name__)

SHOWN = 30
"""How many sheets are listed on one page; the others are not even read."""


@dataclass(frozen=True)
class Listing:
    """A page of a phone's sheets, the one written on last first.

    number: the page's, from 1; last: the last page's; total: how many sheets are on all of them.
    """

    sheets: list[Snapshot]
    damaged: list[CorruptSheetError]
    number: int
    last: int
    total: int


class PageForm(Form):
    """The pages asked for, from 1: of the sheets, and of those that are hidden."""

    page = NumberField()
    hidden = NumberField()


@bp.get("/")
def home() -> ResponseReturnValue:
    form = PageForm(request.args)
    shown = _listing(form.page.data, hidden=False)
    return render_template(
        "pages/home.html",
        shown=shown,
        hidden=_listing(form.hidden.data, hidden=True),
        latest=GAMES[shown.sheets[0].sheet.game] if shown.sheets else None,
        games=GAMES.values(),
    )


def _listing(page: int | None, *, hidden: bool) -> Listing:
    device = access.device()
    total = devices.how_many(device, hidden=hidden) if device else 0
    last = max(1, -(-total // SHOWN))
    number = min(page or 1, last)
    sheets: list[Snapshot] = []
    damaged: list[CorruptSheetError] = []
    ids = devices.latest(device, hidden=hidden, most=SHOWN, skip=(number - 1) * SHOWN) if total else ()
    for sheet_id in ids:
        try:
            sheets.append(scorebook.read(sheet_id))
        except CorruptSheetError as error:
            damaged.append(error)
    return Listing(sheets, damaged, number, last, total)


@bp.post("/sheets/<sheet_id>/hide")
def hide(sheet_id: str) -> ResponseReturnValue:
    access.grant(sheet_id)
    devices.hide(access.device_here(), sheet_id, hidden=True)
    say("Hidden from this phone.", way="Undo", address=url_for("home.unhide", sheet_id=sheet_id))
    return redirect(url_for("home.home"), 303)


@bp.post("/sheets/<sheet_id>/unhide")
def unhide(sheet_id: str) -> ResponseReturnValue:
    access.grant(sheet_id)
    devices.hide(access.device_here(), sheet_id, hidden=False)
    return redirect(url_for("home.home"), 303)
