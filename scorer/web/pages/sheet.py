"""The sheet: standings, hands, undo, and whether there is anything new."""

from collections import Counter

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...exports.table.score_table import ScoreTable, won
from ...sheet.changes.agreement import Agreement, seated
from ...sheet.changes.disputes import disputes
from ...sheet.changes.house_rules import changes, first_game
from ...sheet.changes.remarks import Remarks
from ...sheet.changes.warnings import sheet_warnings
from ...sheet.core.entries import timeline
from ...store import importing
from ...store.scorebook import Command, Snapshot
from ..app import access
from ..app.flashes import back_to_sheet, say
from ..app.speaker import speaker_on
from ..commands import commands, repeats
from ..commands.preview import attempt
from ..forms.base import CommandForm, NumberField, TextField

bp = Blueprint("sheets", __name__, url_prefix="/sheets/<sheet_id>")

CARDS = 40
"""Hands shown as cards at first, the latest; the table has them all."""


class HandsForm(Form):
    """hands: "all" for a card of every hand."""

    hands = TextField()


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _sheet(snapshot, scoring=access.may_score(sheet_id))


@bp.get("/history/<int:number>")
def as_it_was(sheet_id: str, number: int) -> ResponseReturnValue:
    """The whole sheet as it stood after entry `number`, to look at."""
    snapshot = access.snapshot_to_view(sheet_id)
    if not 1 <= number <= snapshot.version:
        abort(404)
    then = Snapshot.of(sheet_id, snapshot.entries[:number], snapshot)
    return _sheet(then, scoring=False, now=snapshot)


def _sheet(snapshot: Snapshot, *, scoring: bool, now: Snapshot | None = None) -> str:
    """now: the sheet as it stands, where an earlier state of it is shown."""
    ledger = snapshot.ledger
    line = timeline(snapshot.entries)
    history = commands.history(snapshot)
    agreement = Agreement.of(line.acts)
    disputed = disputes(line.acts, ledger)
    table = ScoreTable.of(ledger)
    return render_template(
        "pages/sheet.html",
        snapshot=snapshot,
        ledger=ledger,
        shown=ledger.rows if HandsForm(request.args).hands.data == "all" else ledger.rows[-CARDS:],
        scoring=scoring,
        speaker=None if now else speaker_on(snapshot),
        now=now,
        why_at=url_for("sheets.show", sheet_id=snapshot.id) + "/why/",
        then=f"&then={snapshot.version}" if now else "",
        imports=importing.imports(snapshot.id) if now else {},
        event=now and commands.history(now).line(snapshot.entries[-1]),
        undoes=line.last_act and history.act(line.last_act),
        redoes=line.undone and history.describe(line.undone[-1].undo),
        amended=line.amended,
        agreement=agreement,
        remarks=Remarks.of(line.acts, ledger),
        not_agreed=agreement.open_rows(ledger) if agreement.begun else (),
        disputed={dispute.hand: dispute for dispute in disputed if not dispute.settlement},
        settled={dispute.hand: dispute for dispute in disputed if dispute.settlement},
        sheet_warnings=() if now else sheet_warnings(line.acts, ledger),
        changes=changes(ledger),
        table=table,
        wide=_is_wide(table),
        seated=seated(ledger),
        won=won(ledger),
        standing_of={standing.column: standing for standing in ledger.standings},
        shared=Counter(standing.place for standing in ledger.standings),
        house_rules=first_game(ledger).options.changed(),
    )


def _is_wide(table: ScoreTable) -> bool:
    """Whether the table of hands needs a wide page: it has many columns, or many for such long names."""
    longest = max(len(word) for name in seated(table.ledger) for word in name.split())
    return table.width > (13 if longest < 9 else 10)


class NewsForm(Form):
    """seen: the last entry that the asking page knows; entering: whether a hand is being entered on it."""

    seen = NumberField()
    entering = TextField()


@bp.get("/news")
def news(sheet_id: str) -> ResponseReturnValue:
    """204 while the sheet is as the asking page has it; else the page is told to load again.

    A page where a hand is being entered is only told what happened, so that no tap is lost.
    """
    snapshot = access.snapshot_to_view(sheet_id)
    form = NewsForm(request.args)
    if form.seen.data == snapshot.version:
        return Response(status=204)
    if form.entering.data:
        return render_template("parts/live.html", snapshot=snapshot, news=True)
    return Response(headers={"HX-Refresh": "true"})


class UndoForm(CommandForm):
    """to: the entry down to which everything is taken back; back: the page that the button stands on."""

    to = NumberField()
    back = TextField()


@bp.post("/undo")
def undo(sheet_id: str) -> ResponseReturnValue:
    """Take back the last command, or, given `to`, all that came after that entry."""
    form = UndoForm(request.values)
    return _back_or_forth(sheet_id, form, commands.undo(form.to.data), "undo", "undone")


@bp.post("/redo")
def redo(sheet_id: str) -> ResponseReturnValue:
    return _back_or_forth(sheet_id, UndoForm(request.values), commands.redo, "redo", "redone")


def _back_or_forth(sheet_id: str, form: UndoForm, command: Command, verb: str, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    try:
        if taken := attempt(snapshot, form, command, unchanged=f"nothing was {done}"):
            return repeats.done(*taken)
    except commands.NothingToUndoError:
        say(f"There is nothing to {verb}.")
    if form.back.data == "auction":
        return redirect(url_for("auction.show", sheet_id=sheet_id, _anchor="turn"), 303)
    return back_to_sheet(sheet_id)


@bp.post("/finish")
def finish(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.finish, "The sheet is finished.")


@bp.post("/reopen")
def reopen(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.reopen, "The sheet is open again.")


def _close(sheet_id: str, command: Command, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    taken = attempt(snapshot, CommandForm(), command, unchanged="nothing was changed", refused="That was not done")
    return repeats.done(*taken, done) if taken else back_to_sheet(sheet_id)
