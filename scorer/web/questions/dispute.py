"""A disputed hand: who has it how, what each version would make of the sheet, and how it ends."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation
from ...sheet.changes.disputes import Dispute, columns_to_settle, versions
from ...sheet.changes.settling import carried_on, majority
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Row
from ...store import scorebook
from ...store.scorebook import Snapshot, StaleVersionError
from ..app import access
from ..app.flashes import broken, say, say_refused
from ..commands import commands, disputes, repeats
from ..commands.disputes import AlreadyDoneError
from ..forms.base import CommandForm
from ..forms.dispute import SettlementForm, StatementForm
from ..games import EntryForm
from ..pages.hand import NOBODY_BID, context_of, form_for, row_of

bp = Blueprint("disputes", __name__, url_prefix="/sheets/<sheet_id>")


@bp.post("/hand/<int:entry>/dispute")
def dispute(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = CommandForm()
    row = row_of(snapshot, entry)
    try:
        after, raised = commands.take(snapshot, form, disputes.dispute(entry), allow_stale=True)
    except StaleVersionError:
        say("That hand is not on the sheet any more.")
        return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)
    except AlreadyDoneError:
        snapshot = scorebook.read(sheet_id)
        known = disputes.open_dispute(snapshot, entry)
        number = known.number if known else 0
    else:
        said = f"Hand {row.number} is disputed. Play goes on; settle it when you like."
        return repeats.done(after, raised, said)
    return redirect(url_for("disputes.show", sheet_id=sheet_id, number=number), 303)


@bp.get("/dispute/<int:number>")
def show(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _render(snapshot, _dispute(snapshot, number))


@bp.post("/dispute/<int:number>/statement")
def state(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    known = _dispute(snapshot, number)
    row = _row(snapshot, known)
    form = StatementForm()
    form.players, form.words_needed = row.game.players, True
    if not form.validate():
        return _render(snapshot, known, statement=form), 422
    return _said(snapshot, form, number, None)


@bp.get("/dispute/<int:number>/version")
def version_form(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    known = _dispute(snapshot, number)
    row = _row(snapshot, known)
    form = form_for(snapshot, row.judged.table)
    prefilled = commands.known_of(row)
    if prefilled:
        form.prefill(row.game, prefilled)
    return _version_page(snapshot, known, row, form, StatementForm(formdata=None))


@bp.post("/dispute/<int:number>/version")
def version(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    known = _dispute(snapshot, number)
    row = _row(snapshot, known)
    form = form_for(snapshot, row.judged.table)
    statement = StatementForm()
    statement.players = row.game.players
    nobody_bid = row.game.may_pass_out and request.form.get("nobody_bid") == "1"
    sound = nobody_bid or form.validate()
    if not statement.validate() or not sound or request.form.get("look"):
        sound = sound and not statement.errors
        return _version_page(snapshot, known, row, form, statement), 200 if sound else 422
    try:
        return _said(snapshot, statement, number, NOBODY_BID if nobody_bid else form.facts())
    except (IllegalHandError, RuleViolation) as error:
        form.blame(broken(error))
        return _version_page(snapshot, known, row, form, statement), 422


def _said(
    snapshot: Snapshot, form: StatementForm, number: int, hand: Mapping[str, Any] | None
) -> ResponseReturnValue:
    """Take a statement. Raises BrokenHand for a version that the sheet cannot hold."""
    command = disputes.state(number, form.player.data or "", form.said, hand)
    lost = f" “{form.said}” was not written down." if form.said else ""
    try:
        after, entry = commands.take(snapshot, form, command, allow_stale=True)
    except AlreadyDoneError:
        say(f"The dispute was settled meanwhile.{lost}")
    except StaleVersionError:
        say(f"The dispute, or its hand, is on the sheet no more as it was.{lost}")
        return redirect(url_for("sheets.show", sheet_id=snapshot.id), 303)
    else:
        return repeats.done(after, entry, f"{commands.history(after).describe(entry)}.")
    return _again(snapshot, number)


@bp.post("/dispute/<int:number>/settle")
def settle(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    known = _dispute(snapshot, number)
    form = SettlementForm()
    row = _row(snapshot, known)
    form.offer(snapshot, row, versions(snapshot.ledger, row, known))
    if not form.validate():
        notice = ""
        if form.seen_number != snapshot.version:
            notice = commands.meanwhile(sheet_id, form, "look again how it ends")
            form.seen.data = str(snapshot.version)
        return _render(snapshot, known, settlement=form, notice=notice), 422
    outcome, chosen = form.decided()
    command = disputes.settle(number, outcome, form.agreed, (form.reason.data or "").strip(), chosen)
    try:
        after, entry = commands.take(snapshot, form, command)
    except StaleVersionError:
        notice = commands.meanwhile(sheet_id, form, "nothing was settled")
        snapshot = scorebook.read(sheet_id)
        form.seen.data = str(snapshot.version)
        known = _dispute(snapshot, number)
        return _render(snapshot, known, settlement=form, notice=f"{notice} What you entered is still here."), 409
    except AlreadyDoneError:
        say("The dispute was settled before.")
        return _again(snapshot, number)
    except (IllegalHandError, RuleViolation) as error:
        say_refused("Nothing was settled", error, snapshot)
        return _render(snapshot, known, settlement=form), 422
    return repeats.done(after, entry)


def _again(snapshot: Snapshot, number: int) -> ResponseReturnValue:
    return redirect(url_for("disputes.show", sheet_id=snapshot.id, number=number), 303)


def _dispute(snapshot: Snapshot, number: int) -> Dispute:
    """404 where no dispute was ever raised by this entry; where it was undone, the sheet itself."""
    known = next((one for one in disputes.known(snapshot) if one.number == number), None)
    if known is None and 1 <= number <= snapshot.version and snapshot.entries[number - 1].kind.value == "dispute":
        say("That dispute is not on the sheet any more.")
        abort(redirect(url_for("sheets.show", sheet_id=snapshot.id), 303))
    return known or abort(404)


def _row(snapshot: Snapshot, known: Dispute) -> Row:
    return row_of(snapshot, known.hand)


def _render(
    snapshot: Snapshot,
    known: Dispute,
    statement: StatementForm | None = None,
    settlement: SettlementForm | None = None,
    notice: str = "",
) -> str:
    row = snapshot.ledger.row(known.hand)
    return render_template(
        "questions/dispute.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        dispute=known,
        row=row,
        versions=versions(snapshot.ledger, row, known) if row else (),
        columns=columns_to_settle(snapshot.ledger, row) if row else (),
        carried_on=tuple(carried_on(snapshot.ledger, row)) if row else (),
        needed=majority(row.game.players) if row else 0,
        statement=statement or StatementForm(formdata=None),
        settlement=settlement or SettlementForm(formdata=None),
        scoring=access.may_score(snapshot.id) and row is not None and not known.settlement,
        notice=notice,
    )


def _version_page(snapshot: Snapshot, known: Dispute, row: Row, form: EntryForm, statement: StatementForm) -> str:
    return render_template(
        "pages/hand.html",
        notice="",
        dispute=known.number,
        statement=statement,
        players=row.game.players,
        **context_of(snapshot, form, row, locked=False),
    )
