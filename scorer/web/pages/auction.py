"""The auction, call by call."""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...rules.auctions import Auction
from ...rules.calls import parse_call
from ...rules.core import RuleViolation
from ...sheet.core.entries import EntryKind
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Row
from ...store.scorebook import Snapshot, StaleVersionError
from ..app import access
from ..commands import commands, repeats
from ..commands.preview import meanwhile
from ..forms.auction_felt import Felt
from ..forms.base import CommandForm, TextField
from ..forms.call_keys import Panel
from ..games import entry_form
from ..responses import broken
from .hand import note_for, notes_at, undone

bp = Blueprint("auction", __name__, url_prefix="/sheets/<sheet_id>/auction")


@dataclass(frozen=True)
class Refused:
    """A call that was not taken: who made it, the call as the file writes it, and the rule it would break."""

    player: str
    call: str
    violation: RuleViolation


class CallForm(CommandForm):
    """A call as it is tapped: a word, or a number and a suit."""

    call = TextField()
    level = TextField()
    suit = TextField()
    player = TextField()

    @property
    def suit_alone(self) -> str:
        """The suit that was tapped before its number; then the page asks for the number."""
        return "" if self.call.data or self.level.data else self.suit.data


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    return _auction(access.snapshot_for_a_hand(sheet_id))


@bp.post("")
def call(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    auction = commands.open_auction(snapshot)
    if auction is None:
        abort(404)
    form = CallForm()
    if form.suit_alone in {key.denomination.value for key in Panel(auction).suits}:
        return _auction(snapshot, suit=form.suit_alone)
    level = form.level.data
    try:
        spoken = parse_call(form.call.data or f"{level}{form.suit.data}")
    except ValueError as error:
        return _auction(snapshot, level, complaint=f"{error}.".replace("“”", "Nothing")), 422
    player = form.player.data or auction.name(auction.turn)
    if player not in auction.players:
        return _auction(snapshot, level, complaint=f"“{player[:40]}” is not at this table."), 422
    try:
        after, entry = commands.take(snapshot, form, commands.speak(player, spoken))
    except StaleVersionError:
        complaint = meanwhile(snapshot.id, form, "the call was not taken")
        return _auction(snapshot, level, complaint=complaint), 409
    except (RuleViolation, IllegalHandError) as error:
        return _auction(snapshot, level, refused=Refused(player, f"{spoken}", broken(error))), 422
    abandoned = entry.kind is EntryKind.RECORD
    return repeats.done(after, entry, _abandoned(after.history.row(entry), after) if abandoned else None)


def _abandoned(row: Row, after: Snapshot) -> str:
    """That the bidding has ended without a contract, and who deals now."""
    table = after.ledger.table
    dealer = table.game.players[table.dealer]
    outcome = row.judged.auction.outcome() if row.judged.auction else "no contract"
    deals = f"{dealer} deals {'again' if dealer == row.dealer else 'next'}"
    return f"Hand {row.number} is abandoned: {outcome}. {deals}."


def _last_call(snapshot: Snapshot, auction: Auction) -> str:
    """What undo takes back where that is a call, also one that abandoned the hand before; else empty."""
    last = snapshot.line.last_act
    row = snapshot.ledger.row(last.number) if last else None
    abandoned = row is not None and row.judged.auction is not None and row.judged.result is None
    return snapshot.history.act(last) if last and (auction.calls or abandoned) else ""


def _auction(
    snapshot: Snapshot, level: str = "", *, complaint: str = "", refused: Refused | None = None, suit: str = ""
) -> str:
    """level: the number that was tapped, of a call that was not taken; suit: that which waits for its number."""
    auction = commands.open_auction(snapshot)
    if auction is None:
        abort(404)
    game = snapshot.ledger.table.game
    entry = entry_form(snapshot.ledger.table, formdata=None)
    facts, taken_back = commands.bid_so_far(snapshot), undone(snapshot)
    if facts:
        entry.prefill({**facts, **(commands.facts_of(taken_back) if taken_back else {})})
    return render_template(
        "pages/auction.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        table=snapshot.ledger.table,
        game=game,
        number=len(snapshot.ledger.rows) + 1,
        auction=auction,
        felt=Felt(auction, snapshot.ledger.table.dealer),
        totals=notes_at(snapshot, snapshot.ledger.table, None),
        panel=Panel(auction),
        wish=entry.first_wish(),
        chosen_level=level,
        suit=next((key for key in Panel(auction).suits if key.denomination.value == suit), None),
        form=entry,
        noted=note_for(snapshot),
        settled=facts,
        takes_back=_last_call(snapshot, auction),
        complaint=complaint,
        refusal=refused,
    )
