"""The sheet as a picture."""

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from ...exports.svg import picture
from ..app import access
from ..app.long_work import SHEETS, take_turn
from .export import file_name

pages = Blueprint("picture", __name__, url_prefix="/sheets/<sheet_id>")


@pages.get("/picture")
def show(sheet_id: str) -> ResponseReturnValue:
    """The picture, and how to keep it."""
    page = access.page_to_view(sheet_id)
    return render_template("files/picture.html", page=page, name=file_name(page))


@pages.get("/picture.svg")
def as_svg(sheet_id: str) -> ResponseReturnValue:
    """To be shown in the page, and saved from it."""
    page = access.page_to_view(sheet_id)
    take_turn(SHEETS)
    response = Response(picture.draw(page.ledger, page.fingerprint), content_type="image/svg+xml")
    response.headers.set("Content-Disposition", "inline", filename=f"{file_name(page)}.svg")
    return response
