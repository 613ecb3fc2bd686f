"""The sheet's fingerprint: to be compared with another phone's, or with one on paper."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...sheet.audit import hash_chain
from ...sheet.core.entries import Entry
from ...store import importing, scorebook
from ...store.scorebook import Snapshot
from ..app import access
from ..forms.base import TextField

bp = Blueprint("fingerprint", __name__, url_prefix="/sheets/<sheet_id>")


class HeardForm(Form):
    """heard: the fingerprint of another phone, or of paper."""

    heard = TextField(filters=[str.strip])


@dataclass(frozen=True)
class Comparison:
    """A fingerprint that was heard, and the entry after which it was this sheet's; None for never."""

    fingerprint: str
    entry: Entry | None


@bp.get("/fingerprint")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    typed = HeardForm(request.args).heard.data
    heard = hash_chain.read_fingerprint(typed)
    shown = render_template(
        "questions/fingerprint.html",
        snapshot=snapshot,
        typed=typed,
        compared=heard and _compare(snapshot, heard),
        refused=bool(typed) and heard is None,
        imports=importing.imports(sheet_id),
        altered=hash_chain.mismatches(snapshot.entries, scorebook.stored_digests(snapshot)),
    )
    return shown, 422 if typed and heard is None else 200


def _compare(snapshot: Snapshot, heard: str) -> Comparison:
    entries = reversed(list(zip(snapshot.entries, snapshot.digests, strict=True)))
    return Comparison(
        heard, next((entry for entry, digest in entries if hash_chain.fingerprint(digest) == heard), None)
    )
