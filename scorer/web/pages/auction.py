"""The auction, call by call."""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.calls import Call, parse_call
from ...rules.core import RuleViolation
from ...sheet.core.entries import EntryKind, timeline
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Row
from ...store.scorebook import Snapshot, StaleVersionError
from ..app import access
from ..app.flashes import broken
from ..commands import commands, repeats
from ..forms.base import CommandForm
from ..forms.call_keys import Panel
from ..games import FORMS

bp = Blueprint("auction", __name__, url_prefix="/sheets/<sheet_id>/auction")


@dataclass(frozen=True)
class Refused:
    """A call that was not taken: who made it, the call as the file writes it, and the rule it would break."""

    player: str
    call: str
    violation: RuleViolation


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    return _auction(access.snapshot_for_a_hand(sheet_id))


@bp.post("")
def call(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    auction = commands.open_auction(snapshot)
    if auction is None:
        abort(404)
    if _suit_alone() in {key.denomination.value for key in Panel(auction).suits}:
        return _auction(snapshot, suit=_suit_alone())
    spoken, complaint = _spoken()
    if spoken is None:
        return _auction(snapshot, complaint=complaint), 422
    player = request.form.get("player") or auction.name(auction.turn)
    if player not in auction.players:
        return _auction(snapshot, complaint=f"“{player[:40]}” is not at this table."), 422
    try:
        after, entry = commands.take(snapshot, CommandForm(), commands.speak(player, spoken))
    except StaleVersionError:
        return _auction(
            snapshot, complaint=commands.meanwhile(snapshot.id, CommandForm(), "the call was not taken")
        ), 409
    except (RuleViolation, IllegalHandError) as error:
        return _auction(snapshot, refused=Refused(player, f"{spoken}", broken(error))), 422
    abandoned = entry.kind is EntryKind.RECORD
    return repeats.done(after, entry, _abandoned(commands.history(after).row(entry), after) if abandoned else None)


def _abandoned(row: Row, after: Snapshot) -> str:
    """That the bidding has ended without a contract, and who deals now."""
    table = after.ledger.table
    dealer = table.game.players[table.dealer]
    outcome = row.judged.auction.outcome() if row.judged.auction else "no contract"
    deals = f"{dealer} deals {'again' if dealer == row.dealer else 'next'}"
    return f"Hand {row.number} is abandoned: {outcome}. {deals}."


def _suit_alone() -> str:
    """The suit that was tapped before its number; then the page asks for the number."""
    return "" if request.form.get("call") or request.form.get("level") else request.form.get("suit", "")


def _spoken() -> tuple[Call | None, str]:
    """The call that was tapped: a word, or a number and a suit; else what is amiss."""
    word, level, suit = (request.form.get(name, "") for name in ("call", "level", "suit"))
    try:
        return parse_call(word or f"{level}{suit}"), ""
    except ValueError as error:
        return None, f"{error}.".replace("“”", "Nothing")


def _auction(snapshot: Snapshot, complaint: str = "", refused: Refused | None = None, suit: str = "") -> str:
    """suit: that which waits for its number."""
    auction = commands.open_auction(snapshot)
    if auction is None:
        abort(404)
    game = snapshot.ledger.table.game
    entry = FORMS[snapshot.sheet.game](formdata=None)
    entry.offer_at(snapshot.ledger.table)
    known = commands.known_so_far(snapshot)
    if known:
        entry.prefill(game, known)
    undoable = timeline(snapshot.entries).last_act
    return render_template(
        "pages/auction.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        table=snapshot.ledger.table,
        game=game,
        number=len(snapshot.ledger.rows) + 1,
        auction=auction,
        panel=Panel(auction),
        wish=entry.first_wish(),
        chosen_level=request.form.get("level", "") if complaint or refused else "",
        suit=next((key for key in Panel(auction).suits if key.denomination.value == suit), None),
        form=entry,
        known=known,
        takes_back=undoable and commands.history(snapshot).act(undoable),
        complaint=complaint,
        refusal=refused,
    )
