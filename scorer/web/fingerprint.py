"""The sheet's fingerprint, or a receipt: to be compared with another phone's, or with one on paper."""

from typing import NamedTuple

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from ..sheet import audit
from ..sheet.audit import Receipt
from ..sheet.core.sheet import Entry
from ..store import files, scorebook
from ..store.scorebook import Snapshot
from .app import access
from .forms import NumberField, TextField

bp = Blueprint("fingerprint", __name__, url_prefix="/sheets/<sheet_id>")


class HeardForm(Form):
    """heard: the fingerprint of another phone, or of paper; or the receipt that the code on paper gives."""

    heard = TextField(filters=[str.strip])


class Comparison(NamedTuple):
    """What was heard, and the entry after which it was this sheet's; None for never."""

    heard: str | Receipt
    entry: Entry | None


@bp.get("/fingerprint")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    typed = HeardForm(request.args).heard.data
    heard = audit.read_fingerprint(typed) or _receipt_in(typed)
    shown = render_template(
        "questions/fingerprint.html",
        snapshot=snapshot,
        typed=typed,
        compared=heard and _compare(snapshot, heard),
        refused=bool(typed) and heard is None,
        imports=files.imports(sheet_id),
        altered=audit.mismatches(snapshot.entries, scorebook.stored_digests(snapshot)),
    )
    return shown, 422 if typed and heard is None else 200


class ReceiptForm(Form):
    """number: of the entry whose receipt is asked for."""

    number = NumberField()


@bp.get("/receipt")
def receipt(sheet_id: str) -> ResponseReturnValue:
    """Number and digest of an entry as it stands now, "21:" and 64 letters and digits; empty where none is."""
    snapshot = access.snapshot_to_view(sheet_id)
    number = ReceiptForm(request.args).number.data or 0
    there = 1 <= number <= snapshot.version
    return Response(str(Receipt(number, snapshot.digests[number - 1])) if there else "", mimetype="text/plain")


def _receipt_in(typed: str) -> Receipt | None:
    try:
        return Receipt.read(typed)
    except ValueError:
        return None


def _compare(snapshot: Snapshot, heard: str | Receipt) -> Comparison:
    if isinstance(heard, Receipt):
        contained = heard.digest in snapshot.digests[heard.number - 1 : heard.number]
        return Comparison(heard, snapshot.entries[heard.number - 1] if contained else None)
    entries = reversed(list(zip(snapshot.entries, snapshot.digests, strict=True)))
    return Comparison(
        heard, next((entry for entry, digest in entries if audit.fingerprint(digest) == heard), None)
    )
