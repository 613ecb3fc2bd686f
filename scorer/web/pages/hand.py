"""A hand, contract only: entered, previewed, recorded, amended, struck."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation, minus
from ...sheet.changes.diff import compare, lead
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Row
from ...sheet.core.table import Table
from ...store import scorebook
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..app import access
from ..app.display import signed
from ..app.flashes import broken, say, say_refused
from ..commands import commands, repeats
from ..forms.base import CommandForm, ReasonForm, small_number
from ..games import FORMS, EntryForm

bp = Blueprint("hands", __name__, url_prefix="/sheets/<sheet_id>")

NOBODY_BID = {"contract": None}
STILL_HERE = "What you tapped is still here: record it if it is still right."


@bp.get("/hand")
def new(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_for_a_hand(sheet_id)
    form = form_for(snapshot, snapshot.ledger.table)
    known = commands.known_so_far(snapshot)
    if known:
        form.prefill(snapshot.ledger.table.game, known)
    return _entry(snapshot, form)


@bp.post("/hand")
def record(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    return _take(snapshot, form_for(snapshot, snapshot.ledger.table), None)


@bp.get("/hand/<int:entry>")
def amend_form(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    row = row_of(snapshot, entry)
    form = form_for(snapshot, row.judged.table)
    known = commands.known_of(row)
    if known:
        form.prefill(row.game, known)
    return _entry(snapshot, form, row)


@bp.post("/hand/<int:entry>")
def amend(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = row_of(snapshot, entry)
    return _take(snapshot, form_for(snapshot, row.judged.table), row)


@bp.post("/hand/<int:entry>/strike")
def strike(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = row_of(snapshot, entry)
    reason = ReasonForm()
    if not reason.validate():
        form = form_for(snapshot, row.judged.table)
        return _entry(snapshot, form, row), 422
    try:
        after, struck = commands.take(snapshot, CommandForm(), commands.strike(row, reason.text))
    except StaleVersionError:
        say(commands.meanwhile(sheet_id, CommandForm(), "nothing was struck"))
    except (IllegalHandError, RuleViolation) as error:
        say_refused(f"Hand {row.number} cannot be struck", error, snapshot, "Strike or amend that one first.")
    else:
        return repeats.done(after, struck)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


@bp.post("/hand/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What recording would do, as the entry page shows it while it is being filled in."""
    snapshot = access.snapshot_to_score(sheet_id)
    amends = small_number(request.args.get("amends", ""))
    row = None if amends is None else row_of(snapshot, amends)
    form = form_for(snapshot, row.judged.table if row else snapshot.ledger.table)
    on_felt = request.args.get("after") != "auction"
    dispute = small_number(request.args.get("dispute", ""))
    return render_template(
        "parts/preview.html",
        oob=True,
        felt=on_felt,
        dispute=dispute,
        **context_of(snapshot, form, row, locked=not dispute),
    )


def _take(snapshot: Snapshot, form: EntryForm, row: Row | None) -> ResponseReturnValue:
    game = (row.judged.table if row else snapshot.ledger.table).game
    nobody_bid = game.may_pass_out and request.form.get("nobody_bid") == "1"
    if not nobody_bid and not form.validate():
        return _entry(snapshot, form, row), 422
    if request.form.get("look"):
        return _entry(snapshot, form, row)
    reason = ReasonForm()
    if not reason.validate():
        return _entry(snapshot, form, row), 422
    facts = NOBODY_BID if nobody_bid else form.facts()
    try:
        after, entry = commands.take(
            snapshot, form, commands.amend(row, facts, reason.text) if row else commands.record(facts)
        )
    except StaleVersionError:
        notice = commands.meanwhile(snapshot.id, form, "nothing was recorded")
        snapshot = scorebook.read(snapshot.id)
        form.seen.data = str(snapshot.version)
        if row:
            row = row_of(snapshot, row.hand.entry)
        return _entry(snapshot, form, row, notice=f"{notice} {STILL_HERE}"), 409
    except (IllegalHandError, RuleViolation) as error:
        form.blame(broken(error))
        return _entry(snapshot, form, row), 422
    return repeats.done(after, entry, f"{repeats.told(after, entry)} {lead(after.ledger)}" if row else "")


def form_for(snapshot: Snapshot, table: Table) -> EntryForm:
    """The entry form of a hand at this table, as sent or new."""
    form = FORMS[snapshot.sheet.game]()
    form.offer_at(table)
    if request.method == "GET":
        form.key.data = access.new_key()
        form.seen.data = str(snapshot.version)
    return form


def row_of(snapshot: Snapshot, entry: int | None) -> Row:
    """The hand that an entry recorded; where it is on the sheet no more, the sheet itself."""
    row = snapshot.ledger.row(entry)
    if row is None and any(known.hand == entry for known in snapshot.entries):
        say("That hand is not on the sheet any more.")
        abort(redirect(url_for("sheets.show", sheet_id=snapshot.id), 303))
    return row or abort(404)


def _entry(snapshot: Snapshot, form: EntryForm, row: Row | None = None, notice: str = "") -> str:
    return render_template("pages/hand.html", notice=notice, **context_of(snapshot, form, row))


def context_of(snapshot: Snapshot, form: EntryForm, row: Row | None, *, locked: bool = True) -> dict[str, object]:
    """What the page of a hand shows. row: the hand that is amended or disputed, None for the next one; locked:
    whether a finished sheet says so, as it does where something would be written on it.
    """
    table = row.judged.table if row else snapshot.ledger.table
    wish = form.first_wish()
    number = row.number if row else len(snapshot.ledger.rows) + 1
    context: dict[str, Any] = {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "form": form,
        "table": table,
        "game": table.game,
        "amends": row,
        "number": number,
        "wish": wish,
        "untouched": not any(form.facts_so_far()),
        "after": None,
        "outcome": None,
        "violation": form.broken,
        "reason": _reason(),
        "settled": row is not None and row.judged.settled is not None,
    }
    if not wish and form.broken is None and form.is_sound():
        facts = form.facts()
        command: Command = commands.amend(row, facts) if row else commands.record(facts)
        try:
            after = commands.preview(snapshot, command, locked=locked).ledger
        except (IllegalHandError, RuleViolation) as error:
            context["violation"] = broken(error)
            if isinstance(error, IllegalHandError) and error.hand != number:
                context["breaks"] = error.hand
        else:
            context["after"] = after
            outcome = after.rows[number - 1]
            spoken = row.hand.calls if row else snapshot.ledger.playing and snapshot.sheet.hands[-1].calls
            context["outcome"] = outcome
            context["consequence"] = compare(snapshot.ledger, after) if row else None
            context["drops_calls"] = bool(spoken) and "calls" not in outcome.hand.facts
    context["notes"] = _notes(snapshot, table, context["outcome"])
    return context


def _reason() -> ReasonForm:
    """Why, as it was sent, with what is wrong with it."""
    reason = ReasonForm()
    if request.method == "POST":
        reason.validate()
    return reason


def _notes(snapshot: Snapshot, table: Table, outcome: Row | None) -> list[str]:
    """A short text for each seat: the total so far, or what the hand would make of it."""
    ledger = snapshot.ledger
    notes = []
    for seat, name in enumerate(table.game.players):
        own = table.game.column_of(seat) if table.game.partnerships else None
        column = ledger.columns.index(name) if name in ledger.columns else own
        if outcome and column is not None:
            notes.append(f"{minus(outcome.totals[column])} ({signed(outcome.points[column])})")
        else:
            notes.append("0" if column is None else minus(ledger.totals[column]))
    return notes
