"""Links that open a sheet on another phone, to score or only to look."""

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import RadioField
from wtforms.validators import InputRequired

from ...store import devices
from ...store.scorebook import Snapshot
from ..app import access
from ..app.flashes import say

bp = Blueprint("links", __name__)


class LinkForm(FlaskForm):
    role = RadioField(choices={role: role for role in devices.ROLES}, validators=[InputRequired()])


@bp.get("/sheets/<sheet_id>/share")
def share(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    return _page(snapshot, address=None)


@bp.post("/sheets/<sheet_id>/share")
def new_link(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = LinkForm()
    if not form.validate():
        abort(400)
    role = form.role.data
    key = devices.new_link(sheet_id, role)
    address = _reachable(url_for("links.join", sheet_id=sheet_id, key=key, _external=True))
    import segno  # Here, not above: the first page is to be there soon.

    code = segno.make(address, error="m").svg_inline(scale=5, border=2, omitsize=True, svgclass="qr")
    # The key stands beside what others wrote: the answer is kept nowhere, and not compressed.
    return _page(snapshot, address=address, code=code, role=role), {"Cache-Control": "no-store"}


@bp.post("/sheets/<sheet_id>/share/revoke")
def revoke(sheet_id: str) -> ResponseReturnValue:
    access.snapshot_to_score(sheet_id)
    devices.revoke_links(sheet_id)
    say(
        "The links given out so far open this sheet no more. Phones that have opened it keep it; those that might "
        "agree may only look now."
    )
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@bp.get("/join/<sheet_id>/<key>")
def join(sheet_id: str, key: str) -> ResponseReturnValue:
    """Exchange a link for the right to open its sheet, and take the key out of the address bar."""
    role = devices.link_role(sheet_id, key)
    if role is None:
        abort(404)
    devices.open_sheet(access.device_here(), sheet_id, role)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _page(snapshot: Snapshot, **made: Any) -> str:
    """made: the link that was just made, if any."""
    counts = {"links": devices.links(snapshot.id), "agreeing": devices.agreeing(snapshot.id)}
    return render_template("pages/share.html", snapshot=snapshot, **counts, **made)


def _reachable(address: str) -> str:
    """The address as another phone can reach it, also where this page was opened as localhost."""
    lan = current_app.config["LAN_ADDRESS"]
    if lan and urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1"):
        parts = urlsplit(address)
        return f"{lan}{parts.path}"
    return address
