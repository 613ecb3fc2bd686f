"""Home: the sheets this phone may open."""

from datetime import datetime

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ..rules.games import GAMES
from ..store import devices, scorebook
from ..store.rows import Damaged
from ..store.scorebook import Page
from . import access
from .said import say

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> ResponseReturnValue:
    shown: list[Page] = []
    hidden: list[Page] = []
    damaged: dict[bool, list[Damaged]] = {False: [], True: []}
    for opening in devices.openings(access.device()):
        try:
            (hidden if opening.hidden else shown).append(scorebook.read(opening.sheet_id))
        except Damaged as error:
            damaged[opening.hidden].append(error)
    sheets = sorted(shown, key=_latest, reverse=True)
    return render_template(
        "home.html",
        sheets=sheets,
        latest=GAMES[sheets[0].sheet.game] if sheets else None,
        hidden=sorted(hidden, key=_latest, reverse=True),
        damaged=damaged[False],
        damaged_hidden=damaged[True],
        games=GAMES.values(),
    )


def _latest(page: Page) -> datetime:
    return page.entries[-1].at


@pages.post("/sheets/<sheet_id>/hide")
def hide(sheet_id: str) -> ResponseReturnValue:
    access.opening(sheet_id)
    devices.hide(access.device_here(), sheet_id, hidden=True)
    say("Hidden from this phone.", way="Undo", address=url_for("home.unhide", sheet_id=sheet_id))
    return redirect(url_for("home.home"), 303)


@pages.post("/sheets/<sheet_id>/unhide")
def unhide(sheet_id: str) -> ResponseReturnValue:
    access.opening(sheet_id)
    devices.hide(access.device_here(), sheet_id, hidden=False)
    return redirect(url_for("home.home"), 303)
