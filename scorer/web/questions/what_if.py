"""What if: every result that a hand could have had, another contract, other house rules. Nothing is stored."""

import re
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.core import upper_first
from ...rules.reading import FormatError
from ...sheet.changes.history import compare, lead
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Ledger, Row
from ...sheet.questions.what_if import (
    OptionMismatchError,
    Results,
    may_be_asked,
    results,
    under,
    why_none,
    with_contract,
)
from ...store.scorebook import Snapshot
from ..app import access
from ..forms.hand_fields import HandFieldsForm
from ..forms.options import OptionsForm
from ..pages.hand import row_of

bp = Blueprint("what_if", __name__, url_prefix="/sheets/<sheet_id>/what-if")


@bp.get("/<int:entry>")
def hand(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    row = row_of(snapshot, entry)
    form = HandFieldsForm.of(row.judged.table, row.result, request.args)
    found = _asked(snapshot.ledger, row, form) if form.sent and may_be_asked(row) else None
    refused = form.sent and may_be_asked(row) and found is None
    shown = found or results(snapshot.ledger, row)
    return render_template(
        "questions/what_if_hand.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        row=row,
        game=row.game,
        form=form if may_be_asked(row) else None,
        found=shown,
        why_none=why_none(row),
        refused=refused,
    ), 422 if refused else 200


def _asked(ledger: Ledger, row: Row, form: HandFieldsForm) -> Results | None:
    """The results with another contract; None where it cannot be, and the form says why."""
    if not form.validate():
        return None
    try:
        return with_contract(ledger, row, form.facts())
    except IllegalHandError as broken:
        form.violation = broken.violation
        form.blame(broken.violation.field, broken.violation.detail)
    except FormatError as fault:
        key = re.match(r"\$\.hands\[\d+\]\.(\w+)", fault.where)
        form.blame(key and key[1], f"{upper_first(fault.detail)}.")
    return None


@bp.get("/rules")
def rules(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    game = snapshot.ledger.table.game
    form = OptionsForm.of(type(game), request.args)
    if not any(field.raw_data for field in form):
        form.choose(game.options)
        return _rules(snapshot, form)
    if not form.check_options():
        return _rules(snapshot, form), 422
    then, why = None, {}
    try:
        then = under(snapshot.ledger, form.values())
    except IllegalHandError as broken:
        why = {"broken": broken.hand, "violation": broken.violation, "detail": broken.violation.detail}
    except OptionMismatchError as otherwise:
        why = {"detail": str(otherwise)}
    return _rules(snapshot, form, then=then, **why)


def _rules(snapshot: Snapshot, form: OptionsForm, **found: Any) -> str:
    then: Ledger | None = found.get("then")
    standings = {standing.column: standing for standing in then.standings} if then else {}
    return render_template(
        "questions/what_if_rules.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        game=snapshot.ledger.table.game,
        form=form,
        consequence=compare(snapshot.ledger, then) if then else None,
        beside=[(now, standings[now.column]) for now in snapshot.ledger.standings if now.column in standings],
        lead=lead(then) if then else "",
        **found,
    )
