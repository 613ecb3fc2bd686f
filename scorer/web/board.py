"""Table mode: the totals as large as the screen allows, for a phone propped up on the table or a television."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from ..exports.wording import won
from ..rules.auctions import Auction
from ..rules.core import counted, minus
from ..sheet.core.ledger import Ledger
from .app import access
from .forms import TextField
from .sheet import Ahead, auction_now, columns_now

bp = Blueprint("board", __name__, url_prefix="/sheets/<sheet_id>/board")

MOST_COLUMNS = 12
MOST_DIGITS = 12
"""The stylesheet has a size for each number up to these; more columns are scrolled, longer totals cut."""
QUARTERS = 4


class BoardForm(Form):
    """near: who sits at the foot of the phone that lies flat; the page then turns towards whoever is asked."""

    near = TextField()


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    ledger, near = snapshot.ledger, BoardForm(request.args).near.data or ""
    auction = auction_now(ledger)
    return render_template(
        "sheets/board.html",
        snapshot=snapshot,
        ledger=ledger,
        lines=tuple(columns_now(ledger, auction)),
        columns=min(len(ledger.columns), MOST_COLUMNS + 1),
        digits=min(max(len(minus(total)) for total in ledger.totals), MOST_DIGITS),
        auction=auction,
        begun=bool(ledger.playing),
        won=won(ledger),
        turn=_turn(ledger, auction, near),
        near=near,
        coming=_coming(ledger),
        may_score=access.may_score(sheet_id),
        hands_ahead=Ahead.of,
    )


def _turn(ledger: Ledger, auction: Auction | None, near: str) -> int:
    """By how many degrees the page turns towards who is asked, the dealer where nobody is. near: who sits at the
    foot of the phone.
    """
    players = ledger.table.game.players
    if near not in players or ledger.over:
        return 0
    asked = auction.turn if auction and auction.turn is not None else ledger.table.dealer
    seats = (asked - players.index(near)) % len(players)
    return round(QUARTERS * seats / len(players)) % QUARTERS * 360 // QUARTERS


def _coming(ledger: Ledger) -> tuple[str, str]:
    """The next hand, and what is dealt, each in words."""
    hand = f"Hand {len(ledger.rows) + 1}"
    if ledger.over:
        return counted(len(ledger.rows), "hand"), ""
    notes = ledger.table.game.deal_notes(ledger.table.dealer, ledger.table.carry)
    dealt = notes[0] if notes else f"{ledger.table.game.players[ledger.table.dealer]} deals."
    first, colon, rest = dealt.partition(": ")
    return (first, rest) if colon and first.startswith(hand) else (hand, dealt)
