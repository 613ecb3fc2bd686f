"""The sheet as text, to be copied into a chat."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...exports.text import chat
from ...sheet.changes.remarks import Remarks
from ...sheet.core.entries import timeline
from ..app import access

bp = Blueprint("chat", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/text")
def show(sheet_id: str) -> ResponseReturnValue:
    """The short text and the whole one."""
    snapshot = access.snapshot_to_view(sheet_id)
    remarks = Remarks.of(timeline(snapshot.entries).acts, snapshot.ledger)
    summary = chat.summary(snapshot.ledger, snapshot.fingerprint, remarks)
    return render_template(
        "files/chat.html", snapshot=snapshot, summary=summary, whole=chat.whole(snapshot.ledger, remarks)
    )
