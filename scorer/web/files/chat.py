"""The sheet as text, to be copied into a chat."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...exports.text import chat
from ...sheet.changes.remarks import Remarks
from ...sheet.core.entries import trail
from ..app import access

pages = Blueprint("chat", __name__, url_prefix="/sheets/<sheet_id>")


@pages.get("/text")
def show(sheet_id: str) -> ResponseReturnValue:
    """The short text and the whole one."""
    page = access.page_to_view(sheet_id)
    remarks = Remarks.of(trail(page.entries).acts, page.ledger)
    summary = chat.summary(page.ledger, page.fingerprint, remarks)
    return render_template("files/chat.html", page=page, summary=summary, whole=chat.whole(page.ledger, remarks))
