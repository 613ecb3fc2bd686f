"""A hand opened from the sheet: who gets what and why, told once, and the way to change it first."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...rules.core import ScoreLine, minus, signed
from ...sheet.core.ledger import Ledger, Row
from ..app import access
from ..app.speaker import speaker_on
from ..commands.repeats import sheet_address
from ..pages.hand import row_of
from ..sheets.fitting import Fit
from ..sheets.sheet_rows import headline, notes, places
from .why import ThenForm

bp = Blueprint("opened", __name__, url_prefix="/sheets/<sheet_id>/hands")


@bp.get("/<int:entry>")
def show(sheet_id: str, entry: int) -> ResponseReturnValue:
    """entry: the one that recorded the hand."""
    now = access.snapshot_to_view(sheet_id)
    snapshot, then = ThenForm.read(now)
    row, ledger, speaker = row_of(snapshot, entry), snapshot.ledger, speaker_on(snapshot)
    who, what = headline(row)
    points = [signed(number) for number in ledger.padded(row.points)]
    about = [dispute for dispute in snapshot.disputes if dispute.hand == entry]
    return render_template(
        "questions/hand.html",
        snapshot=snapshot,
        ledger=ledger,
        row=row,
        game=row.game,
        then=then,
        back=sheet_address(snapshot, row, then),
        headline=who + what if what else "",
        places=places(ledger, row, short=False),
        fit=Fit.of(ledger),
        digits=max(map(len, points)),
        most=max(row.points, default=0),
        totals=[minus(total) for total in ledger.padded(row.totals)],
        reasons=list(_reasons(ledger, row)),
        notes=[*notes(row), *row.settled_from],
        changed=entry in snapshot.line.amended,
        changes=not then and access.may_score(sheet_id) and not snapshot.sheet.finished,
        what_if=not then and row.result is not None and bool(row.game.alternatives(row.result)),
        dispute=None if then or not about else about[-1],
        disputable=not then and entry not in snapshot.open_disputes and speaker.may_dispute(row),
        player=speaker.objector(row),
    )


Reason = tuple[list[str], int, tuple[ScoreLine, ...], str]


def _reasons(ledger: Ledger, row: Row) -> list[Reason]:
    """The columns that score the same for the same reasons, the index of the first, the lines, and their sum.

    A line of no points is left out beside others: it adds nothing, and says nothing that they do not. One reason
    of all, whatever it pays each, stands once and without names: the points stand above. What the table settled
    keeps the way to its reasons.
    """
    found: list[Reason] = []
    for names, lines, total in ledger.workings(row):
        paid = tuple(line for line in lines if line.points) or lines[:1]
        found.append((names, ledger.columns.index(names[0]), paid, minus(total)))
    alike = {tuple((line.reason, line.rule) for line in lines) for _, _, lines, _ in found}
    if row.judged.settled is None and len(found) > 1 and len(alike) == 1:
        return [([], 0, found[0][2][:1], "")]
    return found
