"""The sheet: standings, hands, undo, and whether there is anything new."""

from collections import Counter

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...exports.table.score_table import ScoreTable, won
from ...rules.core import RuleViolation
from ...sheet.changes.agreement import Agreement, seated
from ...sheet.changes.disputes import disputes
from ...sheet.changes.house_rules import changes, first_game
from ...sheet.changes.warnings import sheet_warnings
from ...sheet.core.entries import timeline
from ...store import importing
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..app import access
from ..app.flashes import say, say_refused
from ..commands import commands, repeats
from ..forms.base import CommandForm, small_number

bp = Blueprint("sheets", __name__, url_prefix="/sheets/<sheet_id>")

CARDS = 40
"""Hands shown as cards at first, the latest; the table has them all."""


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
    known = timeline(snapshot.entries)
    history = commands.history(snapshot)
    agreement = Agreement.of(known.acts)
    disputed = disputes(known.acts, ledger)
    table = ScoreTable.of(ledger)
    return render_template(
        "pages/sheet.html",
        snapshot=snapshot,
        ledger=ledger,
        shown=ledger.rows if request.args.get("hands") == "all" else ledger.rows[-CARDS:],
        scoring=scoring,
        now=now,
        why_at=url_for("sheets.show", sheet_id=snapshot.id) + "/why/",
        then=f"&then={snapshot.version}" if now else "",
        imports=importing.imports(snapshot.id) if now else {},
        told=now and commands.history(now).events(snapshot.entries[-1]),
        undoes=known.last_act and history.act(known.last_act),
        redoes=known.undone and history.describe(known.undone[-1].undo),
        amended=known.amended,
        agreement=agreement,
        not_agreed=agreement.open_rows(ledger) if agreement.begun else (),
        disputed={one.hand: one for one in disputed if not one.settlement},
        settled={one.hand: one for one in disputed if one.settlement},
        sheet_warnings=() if now else sheet_warnings(known.acts, ledger),
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


@bp.get("/news")
def news(sheet_id: str) -> ResponseReturnValue:
    """204 while the sheet is as the asking page knows it; else the page is told to load again.

    A page where a hand is being entered is only told what happened, so that no tap is lost.
    """
    snapshot = access.snapshot_to_view(sheet_id)
    if request.args.get("seen") == str(snapshot.version):
        return Response(status=204)
    if request.args.get("entering"):
        return render_template("parts/live.html", snapshot=snapshot, news=True)
    return Response(headers={"HX-Refresh": "true"})


@bp.post("/undo")
def undo(sheet_id: str) -> ResponseReturnValue:
    """Take back the last act, or, given `to`, all that came after that entry."""
    down_to = small_number(request.values.get("to", ""))
    return _back_or_forth(sheet_id, commands.undo(down_to), "Undone")


@bp.post("/redo")
def redo(sheet_id: str) -> ResponseReturnValue:
    return _back_or_forth(sheet_id, commands.redo, "Redone")


def _back_or_forth(sheet_id: str, command: Command, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = CommandForm()
    try:
        return repeats.done(*commands.take(snapshot, form, command))
    except commands.NothingToUndoError:
        say(f"There is nothing to {'undo' if done == 'Undone' else 'redo'}.")
    except StaleVersionError:
        say(commands.meanwhile(sheet_id, form, f"nothing was {done.lower()}"))
    if request.values.get("back") == "auction":
        return redirect(url_for("auction.show", sheet_id=sheet_id, _anchor="turn"), 303)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


@bp.post("/finish")
def finish(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.finish, "The sheet is finished.")


@bp.post("/reopen")
def reopen(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.reopen, "The sheet is open again.")


def _close(sheet_id: str, command: Command, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    try:
        after, entry = commands.take(snapshot, CommandForm(), command)
    except StaleVersionError:
        say(commands.meanwhile(sheet_id, CommandForm(), "nothing was changed"))
    except RuleViolation as violation:
        say_refused("That was not done", violation, snapshot)
    else:
        return repeats.done(after, entry, done)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)
