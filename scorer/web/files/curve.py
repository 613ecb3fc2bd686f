"""The curve of a sheet as an image, fetched by itself, so that its pages stay light."""

from flask import Blueprint, Flask, Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...exports import curve
from ...store.scorebook import Snapshot
from .. import responses
from ..app import access
from ..forms import NumberField, TextField

bp = Blueprint("curve", __name__, url_prefix="/sheets/<sheet_id>")

A_WEEK = 7 * 24 * 3600
"""How long a phone may keep a curve, whose address changes with the sheet, in seconds."""


class CurveForm(Form):
    """at: the last entry of the sheet that is drawn; seal: how the digest of that entry begins; wide: for a wide
    screen; strip: without figures.
    """

    at = NumberField()
    seal = TextField()
    wide = NumberField()
    strip = NumberField()


def register(app: Flask) -> None:
    app.jinja_env.globals.update(curve_address=address, curve_size=size)


def address(snapshot: Snapshot, *, wide: bool = False, strip: bool = False) -> str:
    """Of the curve as it stands at this version: another version has another address."""
    drawn = {"at": snapshot.version, "seal": _seal(snapshot), "wide": int(wide), "strip": int(strip)}
    return url_for("curve.show", sheet_id=snapshot.id, **{name: value for name, value in drawn.items() if value})


def size(snapshot: Snapshot, *, wide: bool = False, strip: bool = False) -> tuple[int, int]:
    """Width and height in pixels."""
    return curve.size(snapshot.ledger, wide=wide, strip=strip)


def _seal(snapshot: Snapshot) -> str:
    return snapshot.digests[-1][:8]


@bp.get("/curve.svg")
def show(sheet_id: str) -> ResponseReturnValue:
    """404 for a sheet without a hand."""
    snapshot = access.snapshot_to_view(sheet_id)
    form = CurveForm(request.args)
    version = form.at.data or snapshot.version
    if not 1 <= version <= snapshot.version:
        abort(404)
    if version < snapshot.version:
        snapshot = Snapshot.of(sheet_id, snapshot.entries[:version], snapshot)
    if not snapshot.ledger.rows:
        abort(404)
    drawn = curve.draw(snapshot.ledger, wide=bool(form.wide.data), strip=bool(form.strip.data))
    response = Response(drawn, content_type="image/svg+xml")
    response.headers[responses.POLICY] = responses.style_policy(curve.style(snapshot.ledger))
    if form.seal.data == _seal(snapshot):
        response.headers["Cache-Control"] = f"private, max-age={A_WEEK}, immutable"
    return response
