"""Why? The answer to a number on the sheet, to the deal, to a turn and to a refused call, one screen each."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...rules.core import minus, ordinal
from ...sheet.core.entries import timeline
from ...sheet.core.ledger import Ledger, Row
from ...sheet.questions import why, why_places, why_play
from ...sheet.questions.why import Answer, NoAnswerError
from ...store.scorebook import Snapshot
from ..app import access
from ..commands import commands, disputes
from ..forms.base import NumberField, TextField
from ..pages.sheet import CARDS

bp = Blueprint("why", __name__, url_prefix="/sheets/<sheet_id>/why")


class WhyForm(Form):
    """column: of the sheet, from 0; hand: the entry after which a number is asked for; name: of a counter.

    then: the entry after which the sheet is shown; player, call: of a refused call; back: where one asks from.
    """

    column = NumberField()
    hand = NumberField()
    name = TextField()
    then = NumberField()
    player = TextField()
    call = TextField()
    back = TextField()


Way = tuple[str, str]
"""Where it goes on: what the link says, and its address."""


@bp.get("/points/<int:entry>")
def points(sheet_id: str, entry: int) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why.points(ledger, _row(ledger, entry), _column(ledger)))


@bp.get("/total")
def total(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why.total(ledger, _column(ledger), _asked_row(ledger)))


@bp.get("/standing")
def standing(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why_places.standing(ledger, _column(ledger)))


@bp.get("/mark")
def mark(sheet_id: str) -> ResponseReturnValue:
    name = WhyForm(request.args).name.data
    return _answer(sheet_id, lambda ledger: why.mark(ledger, _column(ledger), name, _asked_row(ledger)))


@bp.get("/closing")
def closing(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why.closing(ledger, _column(ledger)))


@bp.get("/payment")
def payment(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why_places.payment(ledger, _column(ledger)))


@bp.get("/dealer")
def dealer(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, lambda ledger: why_play.dealer(ledger, _asked_row(ledger)))


@bp.get("/turn")
def turn(sheet_id: str) -> ResponseReturnValue:
    return _answer(sheet_id, why_play.turn)


@bp.get("/call")
def call(sheet_id: str) -> ResponseReturnValue:
    form = WhyForm(request.args)
    return _answer(sheet_id, lambda ledger: why_play.call(ledger, form.player.data, form.call.data))


def _answer(sheet_id: str, ask: Callable[[Ledger], Answer]) -> ResponseReturnValue:
    """The page of an answer; 404 where there is nothing to ask for."""
    snapshot, then = _render(sheet_id)
    try:
        answer = ask(snapshot.ledger)
    except NoAnswerError:
        abort(404)
    history = commands.history(snapshot)
    return render_template(
        "questions/why.html",
        snapshot=snapshot,
        then=then,
        answer=answer,
        column=_column(snapshot.ledger) if WhyForm(request.args).column.raw_data else None,
        corrections=list(why.corrections(history, answer.row)) if answer.row else [],
        amended=timeline(snapshot.entries).amended,
        back=_back(snapshot, answer.row, then),
        ways=[*_numbers(snapshot.ledger, answer, sheet_id, then), *_acts(snapshot, answer.row, then)],
        disputable=_disputable(snapshot, answer.row, then),
    )


def _render(sheet_id: str) -> tuple[Snapshot, int | None]:
    """The sheet as it stands, or as it stood after the entry that is asked for, and the number of that."""
    snapshot = access.snapshot_to_view(sheet_id)
    then = WhyForm(request.args).then.data
    if then is None or not 1 <= then <= snapshot.version:
        return snapshot, None
    return Snapshot.of(sheet_id, snapshot.entries[:then], snapshot), then


def _column(ledger: Ledger) -> int:
    column = WhyForm(request.args).column.data
    return abort(404) if column is None or column >= len(ledger.columns) else column


def _asked_row(ledger: Ledger) -> Row | None:
    """The hand after which a number is asked for, by the entry that recorded it; None for the number now."""
    hand = WhyForm(request.args).hand
    return _row(ledger, hand.data) if hand.raw_data else None


def _row(ledger: Ledger, entry: int | None) -> Row:
    return ledger.row(entry) or abort(404)


def _back(snapshot: Snapshot, row: Row | None, then: int | None) -> str:
    """Where the question came from: the page of the hand that is played, or the sheet, at the hand it is about."""
    asked = WhyForm(request.args).back.data
    playing = then is None and access.may_score(snapshot.id) and not snapshot.ledger.over
    if playing and asked == "auction":
        return url_for("auction.show", sheet_id=snapshot.id)
    if playing and asked == "hand":
        return url_for("hands.new", sheet_id=snapshot.id)
    place: dict[str, Any] = {}
    if row:
        early = row.number <= len(snapshot.ledger.rows) - CARDS
        place = {"_anchor": f"hand-{row.number}", "hands": "all" if early else None}
    if then is not None:
        return url_for("sheets.as_it_was", sheet_id=snapshot.id, number=then, **place)
    return url_for("sheets.show", sheet_id=snapshot.id, **place)


def _numbers(ledger: Ledger, answer: Answer, sheet_id: str, then: int | None) -> list[Way]:
    """The numbers beside the one that was asked for, of the same column; of the deal, whose turn it is."""
    here, row = request.endpoint, answer.row
    if here in ("why.dealer", "why.turn", "why.call"):
        back = WhyForm(request.args).back.data or None
        beside = {"why.dealer": "turn", "why.turn": "dealer", "why.call": "turn"}[here]
        text = "Whose turn is it?" if beside == "turn" else "Who deals, and why?"
        speaks = beside == "dealer" or (row is None and not ledger.over and ledger.table.auction())
        return [(text, url_for(f"why.{beside}", sheet_id=sheet_id, back=back, then=then))] if speaks else []
    column = _column(ledger)
    name = ledger.columns[column]

    def way(text: str, endpoint: str, **asked: Any) -> Way:
        return text, url_for(f"why.{endpoint}", sheet_id=sheet_id, column=column, **asked, then=then)

    ways: list[Way] = []
    if here == "why.points" and row:
        after = minus(ledger.padded(row.totals)[column])
        ways.append(way(f"Why {after} in all after hand {row.number}?", "total", hand=row.hand.entry))
    elif here != "why.total":
        ways.append(way(f"Why {minus(ledger.totals[column])} in all?", "total"))
    if row is not None:
        return ways
    place = next(standing.place for standing in ledger.standings if standing.column == name)
    if here == "why.total" and ledger.rows:
        ways.append(way(f"Why {ordinal(place)}?", "standing"))
    for mark in ledger.counters.get(name, ()):
        if WhyForm(request.args).name.data != mark.name:
            ways.append(way(f"Why {mark.name} {mark.text}?", "mark", name=mark.name))
    if ledger.closing_score and here != "why.closing":
        ways.append(way("What did the end of the sheet pay?", "closing"))
    if ledger.payments and here != "why.payment":
        ways.append(way("Why this payment?", "payment"))
    return ways


def _disputable(snapshot: Snapshot, row: Row | None, then: int | None) -> bool:
    """Whether this phone may raise a dispute about the hand."""
    if row is None or then is not None:
        return False
    return access.may_score(snapshot.id) and not disputes.open_dispute(snapshot, row.hand.entry)


def _acts(snapshot: Snapshot, row: Row | None, then: int | None) -> list[Way]:
    """What can be done about the hand: its history, its other results, its dispute, and putting it right."""
    if row is None or then is not None:
        return []
    entry = row.hand.entry
    ways = [("History of the hand", url_for("history.show", sheet_id=snapshot.id, hand=entry))]
    if row.result is not None and row.game.alternatives(row.result):
        ways.append(("What if", url_for("what_if.hand", sheet_id=snapshot.id, entry=entry)))
    disputed = disputes.open_dispute(snapshot, entry)
    if disputed:
        ways.append(("The dispute", url_for("disputes.show", sheet_id=snapshot.id, number=disputed.number)))
    if access.may_score(snapshot.id) and not snapshot.sheet.finished:
        ways.append(("Amend or strike", url_for("hands.amend_form", sheet_id=snapshot.id, entry=entry)))
    return ways
