"""A sheet added to a season of the server by whoever scores it, and taken out again."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from ...store import seasons
from ..app import access, club_code
from ..forms import TextField
from ..responses import say

bp = Blueprint("season", __name__, url_prefix="/sheets/<sheet_id>/season")


class SeasonForm(FlaskForm):
    """season: its id."""

    season = TextField()


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    return _page(sheet_id)


@bp.post("")
def add(sheet_id: str) -> ResponseReturnValue:
    """Add the sheet to a season; where the host has set a club code, a phone types it once."""
    access.snapshot_to_score(sheet_id)
    form = SeasonForm()
    chosen = next((season for season in seasons.every() if season.id == form.season.data), None)
    if chosen is None:
        return _page(sheet_id, "Choose a season."), 422
    if refusal := club_code.refused():
        return _page(sheet_id, chosen=chosen.id), *refusal
    seasons.add(chosen.id, sheet_id)
    say("Added.")
    return redirect(url_for("season.show", sheet_id=sheet_id), 303)


@bp.post("/remove")
def remove(sheet_id: str) -> ResponseReturnValue:
    access.snapshot_to_score(sheet_id)
    chosen = next((season for season in seasons.every() if season.id == SeasonForm().season.data), None)
    if chosen and seasons.remove(chosen.id, sheet_id):
        say(f"Taken out of {chosen.name}.")
    return redirect(url_for("season.show", sheet_id=sheet_id), 303)


def _page(sheet_id: str, error: str = "", chosen: str = "") -> str:
    """404 where the host has made no season. chosen: the id of the one that was ticked."""
    snapshot, found = access.snapshot_to_score(sheet_id), seasons.every() or abort(404)
    added = seasons.seasons_of(sheet_id)
    return render_template(
        "pages/season.html",
        snapshot=snapshot,
        added=[season for season in found if season.id in added],
        others=[season for season in found if season.id not in added],
        error=error,
        chosen=chosen,
    )
