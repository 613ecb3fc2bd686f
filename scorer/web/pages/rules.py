"""The rules of a game, by number, in our own words."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...rules.registry import GAMES

bp = Blueprint("rules", __name__)


@bp.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    return render_template("pages/rules.html", game=GAMES[game])
