"""The sheet: standings, hands, undo, and whether there is anything new."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms import Form

from ...exports.score_table import ScoreTable
from ...sheet.changes.remarks import Remarks
from ...store import importing
from ...store.people import SCORE, VIEW
from ...store.scorebook import Command, Snapshot
from ..app import access
from ..commands import commands, repeats
from ..commands.preview import attempt
from ..forms.base import CommandForm, NumberField, TextField
from ..responses import back_to_sheet, say
from . import sheet_rows
from .sheet_rows import Window
from .values import WindowForm, page_values, sheet_values

bp = Blueprint("sheets", __name__, url_prefix="/sheets/<sheet_id>")

PUT_IN_PLACE = Markup(' hx-swap-oob="true"')
"""Marks a part of an answer that takes the place of the part of the page with its id."""


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    return _sheet(access.snapshot_to_view(sheet_id))


@bp.get("/rows")
def rows(sheet_id: str) -> ResponseReturnValue:
    """Older hands, for a page that is open."""
    return _rows(access.snapshot_to_view(sheet_id))


@bp.get("/table")
def table(sheet_id: str) -> ResponseReturnValue:
    """The whole table as the game's document prints it, to look at on a wide screen and to print."""
    return _table(access.snapshot_to_view(sheet_id))


@bp.get("/history/<int:number>")
def as_it_was(sheet_id: str, number: int) -> ResponseReturnValue:
    """The whole sheet as it stood after entry `number`, to look at."""
    snapshot, now = _then(sheet_id, number)
    event = now.history.line(snapshot.entries[-1])
    return _sheet(snapshot, now, event=event, imports=importing.imports(sheet_id))


@bp.get("/history/<int:number>/rows")
def rows_as_they_were(sheet_id: str, number: int) -> ResponseReturnValue:
    return _rows(*_then(sheet_id, number))


@bp.get("/history/<int:number>/table")
def table_as_it_was(sheet_id: str, number: int) -> ResponseReturnValue:
    return _table(*_then(sheet_id, number))


def _then(sheet_id: str, number: int) -> tuple[Snapshot, Snapshot]:
    """The sheet as it stood after an entry, and as it stands."""
    snapshot = access.snapshot_to_view(sheet_id)
    if not 1 <= number <= snapshot.version:
        abort(404)
    return Snapshot.of(sheet_id, snapshot.entries[:number], snapshot), snapshot


def _sheet(snapshot: Snapshot, now: Snapshot | None = None, **more: Any) -> str:
    """now: the sheet as it stands, where an earlier state of it is shown; more: what the template needs then."""
    return render_template("sheets/sheet.html", **page_values(snapshot, now, _window(snapshot)), **more)


def _rows(snapshot: Snapshot, now: Snapshot | None = None) -> str:
    return render_template("sheets/rows.html", **page_values(snapshot, now, _window(snapshot)))


def _window(snapshot: Snapshot) -> Window:
    form = WindowForm(request.args)
    return Window.of(snapshot.ledger, before=form.before.data, shown=form.hand.data)


def _table(snapshot: Snapshot, now: Snapshot | None = None) -> str:
    table = ScoreTable.of(snapshot.ledger)
    return render_template(
        "sheets/full_table.html",
        **sheet_values(snapshot, now),
        table=table,
        wide=_is_wide(table, snapshot.seated),
        remarks=Remarks.of(snapshot.line.acts, snapshot.ledger),
    )


def _is_wide(table: ScoreTable, names: Sequence[str]) -> bool:
    """Whether the table of hands needs a wide page: it has many columns, or many for such long names."""
    longest = max(len(word) for name in names for word in name.split())
    return table.width > (13 if longest < 9 else 10)


class NewsForm(Form):
    """seen: the last entry that the asking page knows; entering: whether a hand is being entered on it; right: who
    the phone was, and what it could do, when the page was made.

    Of the sheet's own page besides: mark: how the digest of that entry begins; acted: whether it has just sent a
    command, so that there is something to be said.
    """

    seen = NumberField()
    entering = TextField()
    right = TextField()
    mark = TextField()
    acted = TextField()


@bp.get("/news")
def news(sheet_id: str) -> ResponseReturnValue:
    """What is new since an entry: 204 for nothing; the parts of the sheet's page that have changed; 205 for any
    other page, which is then to be loaded again.

    A page where a hand is being entered is only told what happened, so that no tap is lost.
    """
    snapshot = access.snapshot_to_view(sheet_id)
    form = NewsForm(request.args)
    seen, mark = form.seen.data or 0, form.mark.data
    grant = access.grant(sheet_id)
    is_other_right = form.right.data not in ("", grant.mark)
    if seen == snapshot.version and not form.acted.data and not is_other_right:
        return Response(status=204)
    if form.entering.data:
        if seen == snapshot.version and grant.role == SCORE:
            # Who says to be whom waits until the hand is entered.
            return Response(status=204)
        return render_template(
            "parts/live.html", snapshot=snapshot, news=True, looks_on=grant.role == VIEW, grant=grant
        )
    if (
        is_other_right
        or not mark
        or not 1 <= seen <= snapshot.version
        or not snapshot.digests[seen - 1].startswith(mark)
    ):
        return Response(status=205)
    changed = sheet_rows.changed(snapshot, seen)
    shown = page_values(snapshot, None, Window.of(snapshot.ledger))
    return render_template("sheets/news.html", **shown, changed=changed, acted=form.acted.data, oob=PUT_IN_PLACE)


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
