"""The history of a sheet and of its hands: who did what, when, and why."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...store import files
from ..app import access
from ..app.access import devices_of, names_on
from ..forms import NumberField

bp = Blueprint("history", __name__)

ACTS = 20
"""How many entries stand on one page."""


class HistoryForm(Form):
    """hand: the entry of the hand whose history is asked for; before: the entry that the page ends before."""

    hand = NumberField()
    before = NumberField()


@bp.get("/sheets/<sheet_id>/history")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    history = snapshot.history
    form = HistoryForm(request.args)
    hand = form.hand.data
    before = form.before.data or snapshot.version + 1
    events = history.of_hand(hand) if hand is not None else list(history.latest(before, ACTS))
    imports = files.imports(sheet_id)
    standing = {act.number for act in snapshot.line.acts}
    here = access.device_here()
    wrote = devices_of(snapshot, imports)
    names = names_on(snapshot)
    return render_template(
        "pages/history.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        events=events,
        hand=hand,
        older=events[-1].entry.number if hand is None and events and events[-1].entry.number > 1 else None,
        standing=standing,
        scoring=access.may_score(sheet_id) and not snapshot.sheet.finished,
        imports=imports,
        phones={device: names.get(device) or f"Phone {number}" for number, device in enumerate(wrote, 1)},
        here=here,
    )
