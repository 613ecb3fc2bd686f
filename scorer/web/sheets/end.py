"""The end of an evening: who has won, the places, the curve, what to remember, and the same table again."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...exports.text.wording import ranked, winners
from ...sheet.core.ledger import Ledger
from ...sheet.file.document import file_name
from ...sheet.questions import highlights, lead
from ...sheet.questions.highlights import Deeds
from ..app import access
from ..responses import back_to_sheet
from .again import again

bp = Blueprint("end", __name__, url_prefix="/sheets/<sheet_id>")

MOST_DEEDS = 3
"""So many equals are named, of more it is said how many there are."""


@bp.get("/end")
def show(sheet_id: str) -> ResponseReturnValue:
    """The sheet itself where it still goes on."""
    snapshot = access.snapshot_to_view(sheet_id)
    ledger = snapshot.ledger
    if not ledger.over:
        return back_to_sheet(sheet_id, "The sheet goes on.")
    first = ledger.standings[0]
    return render_template(
        "sheets/end.html",
        snapshot=snapshot,
        ledger=ledger,
        winners=winners(ledger),
        places=[(standing, place, abs(standing.total - first.total)) for standing, place in ranked(ledger)],
        best=highlights.best_hand(ledger),
        boldest=_boldest(ledger),
        run=highlights.longest_run(ledger),
        said=snapshot.lead_in_words,
        changes=" ".join(lead.changes(ledger, lead.leads(ledger))),
        again=again(snapshot) if access.may_score(sheet_id) else None,
        name=file_name(snapshot.sheet),
        MOST_DEEDS=MOST_DEEDS,
    )


def _boldest(ledger: Ledger) -> tuple[str, Deeds] | None:
    """The boldest contract as it is written: of several in other suits the number alone."""
    deeds = highlights.boldest_contract(ledger)
    bids = {deed.rows[0].result.contract.bid for deed in deeds}
    if not bids:
        return None
    return next(iter(bids)).symbols if len(bids) == 1 else f"{next(iter(bids)).level}", deeds
