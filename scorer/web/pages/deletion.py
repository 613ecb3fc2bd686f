"""A sheet is deleted for everybody by the phone that began it; every other phone can take it off itself."""

from flask import Blueprint, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...store import catalogue, files, people
from ...store.people import LastScorerError
from ...store.scorebook import Snapshot
from ..app import access
from ..app.access import SOMEBODY, name_here
from ..responses import back_to_sheet, say
from .people import LAST_SCORER

bp = Blueprint("deletion", __name__, url_prefix="/sheets/<sheet_id>")


def _to_delete(sheet_id: str) -> Snapshot:
    snapshot = access.snapshot_to_score(sheet_id)
    first = files.imports(sheet_id).get(1) or snapshot.entries[0]
    if not current_app.config["PHONE_ALONE"] and first.device != access.device():
        abort(403)
    return snapshot


@bp.get("/delete")
def ask(sheet_id: str) -> ResponseReturnValue:
    """What would be deleted, with the offer to save it first."""
    return render_template("pages/delete.html", snapshot=_to_delete(sheet_id), days=catalogue.WAITS.days)


@bp.post("/delete")
def delete(sheet_id: str) -> ResponseReturnValue:
    snapshot = _to_delete(sheet_id)
    title = snapshot.sheet.title or snapshot.ledger.table.game.title
    if current_app.config["PHONE_ALONE"]:
        catalogue.delete_at_once(sheet_id)
        say(f"{title} is deleted.")
    else:
        name = name_here(snapshot)
        people.delete(sheet_id, "The phone that began it" if name == SOMEBODY else name)
        days = catalogue.WAITS.days
        say(f"{title} is deleted for everybody. Whoever runs Scorer can bring it back for {days} days.")
    return redirect(url_for("home.archived"), 303)


@bp.post("/leave")
def leave(sheet_id: str) -> ResponseReturnValue:
    """Take the sheet off this phone."""
    access.grant(sheet_id)
    try:
        people.leave(sheet_id, access.device_here())
    except LastScorerError:
        return back_to_sheet(sheet_id, LAST_SCORER)
    say("Taken off this phone. The sheet’s link opens it again.")
    return redirect(url_for("home.archived"), 303)
