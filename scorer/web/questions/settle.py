"""Settling a question: where the ways to an answer begin."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ..app import access

bp = Blueprint("settle", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/settle")
def show(sheet_id: str) -> ResponseReturnValue:
    return render_template(
        "questions/settle.html", snapshot=access.snapshot_to_view(sheet_id), scoring=access.may_score(sheet_id)
    )
