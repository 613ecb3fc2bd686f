"""The sheet as a picture."""

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from ...exports.svg import picture
from ..app import access
from ..app.long_work import SHEETS, take_turn
from .export import file_name

bp = Blueprint("picture", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/picture")
def show(sheet_id: str) -> ResponseReturnValue:
    """The picture, and how to keep it."""
    snapshot = access.snapshot_to_view(sheet_id)
    return render_template("files/picture.html", snapshot=snapshot, name=file_name(snapshot))


@bp.get("/picture.svg")
def as_svg(sheet_id: str) -> ResponseReturnValue:
    """To be shown in the page, and saved from it."""
    snapshot = access.snapshot_to_view(sheet_id)
    take_turn(SHEETS)
    response = Response(picture.draw(snapshot.ledger, snapshot.fingerprint), content_type="image/svg+xml")
    response.headers.set("Content-Disposition", "inline", filename=f"{file_name(snapshot)}.svg")
    return response
