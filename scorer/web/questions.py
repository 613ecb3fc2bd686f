"""Why? A hand opened from the sheet, and the answer to a number, to the deal, to a turn and to a refused call.

What if? Every result that a hand could have had, another contract, other house rules. Nothing is stored.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Self

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import Form

from ..rules.core import RuleViolation, ScoreLine, minus, ordinal, signed, upper_first
from ..rules.game import Game
from ..rules.reading import FormatError
from ..sheet import questions
from ..sheet.changes.disputes import Dispute
from ..sheet.changes.history import compare, lead
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger, Row
from ..sheet.questions import Answer, NoAnswerError, OptionMismatchError, Results
from ..store.scorebook import Snapshot
from . import commands
from .app import access
from .app.access import speaker_on
from .entry import Asked, EntryForm
from .forms import NumberField, TextField
from .hand import row_of
from .repeats import sheet_address
from .sheet import Fit, headline, notes, places
from .table_forms import OptionsForm

bp = Blueprint("why", __name__, url_prefix="/sheets/<sheet_id>")


class WhyForm(Form):
    """column: of the sheet, from 0.
    hand: the entry after which a number is asked for.
    name: of a counter.

    player, call: of a refused call.
    back: where one asks from.
    then: the entry after which the sheet is shown.
    """

    column = NumberField()
    hand = NumberField()
    name = TextField()
    player = TextField()
    call = TextField()
    back = TextField()
    then = NumberField()

    def column_of(self, ledger: Ledger) -> int:
        column = self.column.data
        return abort(404) if column is None or column >= len(ledger.columns) else column

    def row_of(self, ledger: Ledger) -> Row | None:
        """The hand after which a number is asked for; None for the number now."""
        return (ledger.row(self.hand.data) or abort(404)) if self.hand.raw_data else None


def _then(now: Snapshot) -> tuple[Snapshot, int | None]:
    """The sheet as it is asked for, and after which entry; None for the sheet as it stands."""
    then = WhyForm(request.args).then.data
    return (now, None) if then is None or not 1 <= then <= now.version else (now.up_to(then), then)


Way = tuple[str, str]
"""Where it goes on: what the link says, and its address."""

ASKED: dict[str, Callable[[Ledger, WhyForm], Answer]] = {
    "total": lambda ledger, form: questions.total(ledger, form.column_of(ledger), form.row_of(ledger)),
    "standing": lambda ledger, form: questions.standing(ledger, form.column_of(ledger)),
    "mark": lambda ledger, form: questions.mark(
        ledger, form.column_of(ledger), form.name.data, form.row_of(ledger)
    ),
    "closing": lambda ledger, form: questions.closing(ledger, form.column_of(ledger)),
    "payment": lambda ledger, form: questions.payment(ledger, form.column_of(ledger)),
    "dealer": lambda ledger, form: questions.dealer(ledger, form.row_of(ledger)),
    "turn": lambda ledger, form: questions.turn(ledger),
    "call": lambda ledger, form: questions.call(ledger, form.player.data, form.call.data),
}
"""What can be asked, by the end of the address."""


@bp.get("/why/points/<int:entry>")
def points(sheet_id: str, entry: int) -> ResponseReturnValue:
    return _answer(
        sheet_id,
        lambda ledger, form: questions.points(ledger, ledger.row(entry) or abort(404), form.column_of(ledger)),
    )


def _answer(sheet_id: str, ask: Callable[[Ledger, WhyForm], Answer]) -> ResponseReturnValue:
    """The page of an answer; 404 where there is nothing to ask for."""
    form = WhyForm(request.args)
    snapshot, then = _then(access.snapshot_to_view(sheet_id))
    try:
        answer = ask(snapshot.ledger, form)
    except NoAnswerError:
        abort(404)
    now = answer.row if then is None else None
    disputed = snapshot.open_disputes.get(now.hand.entry or 0) if now else None
    speaker = speaker_on(snapshot)
    return render_template(
        "questions/why.html",
        snapshot=snapshot,
        then=then,
        answer=answer,
        column=form.column_of(snapshot.ledger) if form.column.raw_data else None,
        corrections=list(questions.corrections(snapshot.history, answer.row)) if answer.row else [],
        amended=snapshot.line.amended,
        back=_back(snapshot, form, answer.row, then),
        ways=[*_numbers(snapshot.ledger, form, answer, sheet_id, then), *_about(snapshot, now, disputed)],
        disputable=now is not None and not disputed and speaker.may_dispute(now),
        player=speaker.objector(now) if now else "",
    )


for name, ask in ASKED.items():
    bp.add_url_rule(f"/why/{name}", name, lambda sheet_id, ask=ask: _answer(sheet_id, ask))


def _back(snapshot: Snapshot, form: WhyForm, row: Row | None, then: int | None) -> str:
    """Where the question came from: the entry of a hand, the hand that it is about, or the sheet."""
    playing = then is None and access.may_score(snapshot.id) and not snapshot.ledger.over
    if playing and form.back.data == "auction":
        return url_for("auction.show", sheet_id=snapshot.id)
    if playing and form.back.data == "hand":
        return url_for("hands.new", sheet_id=snapshot.id)
    if row:
        return url_for("why.hand", sheet_id=snapshot.id, entry=row.hand.entry, then=then)
    return sheet_address(snapshot, None, then)


def _numbers(ledger: Ledger, form: WhyForm, answer: Answer, sheet_id: str, then: int | None) -> list[Way]:
    """The numbers beside the one that was asked for, of the same column; of the deal, whose turn it is."""
    here, row = request.endpoint, answer.row
    if here in ("why.dealer", "why.turn", "why.call"):
        beside = {"why.dealer": "turn", "why.turn": "dealer", "why.call": "turn"}[here]
        text = "Whose turn is it?" if beside == "turn" else "Who deals, and why?"
        speaks = beside == "dealer" or (row is None and not ledger.over and ledger.table.auction())
        address = url_for(f"why.{beside}", sheet_id=sheet_id, back=form.back.data or None, then=then)
        return [(text, address)] if speaks else []
    column = form.column_of(ledger)
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
        if form.name.data != mark.name:
            ways.append(way(f"Why {mark.name} {mark.text}?", "mark", name=mark.name))
    if ledger.closing_score and here != "why.closing":
        ways.append(way("What did the end of the sheet pay?", "closing"))
    if ledger.payments and here != "why.payment":
        ways.append(way("Why this payment?", "payment"))
    return ways


def _about(snapshot: Snapshot, row: Row | None, disputed: Dispute | None) -> list[Way]:
    """What can be done about a hand: its history, its other results, its dispute, and putting it right."""
    if row is None:
        return []
    entry = row.hand.entry
    ways = [("History of the hand", url_for("history.show", sheet_id=snapshot.id, hand=entry))]
    if row.result is not None and row.game.outcomes.alternatives(row.result):
        ways.append(("What if", url_for("what_if.hand", sheet_id=snapshot.id, entry=entry, _anchor="played")))
    if disputed:
        ways.append(("The dispute", url_for("disputes.show", sheet_id=snapshot.id, number=disputed.number)))
    if access.may_score(snapshot.id) and not snapshot.sheet.finished:
        ways.append(("Change", url_for("hands.amend_form", sheet_id=snapshot.id, entry=entry)))
    return ways


@bp.get("/hands/<int:entry>")
def hand(sheet_id: str, entry: int) -> ResponseReturnValue:
    """entry: the one that recorded the hand."""
    now = access.snapshot_to_view(sheet_id)
    snapshot, then = _then(now)
    row, ledger, speaker = row_of(snapshot, entry), snapshot.ledger, speaker_on(snapshot)
    who, what = headline(row)
    points = [signed(number) for number in ledger.padded(row.points)]
    about = [dispute for dispute in snapshot.disputes if dispute.hand == entry]
    return render_template(
        "questions/hand.html",
        snapshot=snapshot,
        ledger=ledger,
        row=row,
        game=row.game,
        then=then,
        back=sheet_address(snapshot, row, then),
        headline=" ".join(filter(None, (who, what))) if what else "",
        places=places(ledger, row, short=False),
        fit=Fit.of(ledger),
        digits=max(map(len, points)),
        best=(min if row.game.lowest_wins else max)(row.points, default=0),
        totals=[minus(total) for total in ledger.padded(row.totals)],
        reasons=list(_reasons(ledger, row)),
        notes=[*notes(row), *row.settled_from],
        changed=entry in snapshot.line.amended,
        changes=not then and access.may_score(sheet_id) and not snapshot.sheet.finished,
        what_if=not then and row.result is not None and bool(row.game.outcomes.alternatives(row.result)),
        dispute=None if then or not about else about[-1],
        disputable=not then and entry not in snapshot.open_disputes and speaker.may_dispute(row),
        player=speaker.objector(row),
    )


Reason = tuple[list[str], int, tuple[ScoreLine, ...], str]


def _reasons(ledger: Ledger, row: Row) -> list[Reason]:
    """The columns that score the same for the same reasons, the index of the first, the lines, and their sum.

    A line of no points is left out beside others: it adds nothing, and says nothing that they do not. Where all
    score the same for one reason it stands once and without names: the points stand above. What the table settled
    keeps the way to its reasons.
    """
    found: list[Reason] = []
    for names, lines, total in ledger.workings(row):
        paid = tuple(line for line in lines if line.points) or lines[:1]
        found.append((names, ledger.columns.index(names[0]), paid, minus(total)))
    alike = {(tuple((line.reason, line.rule) for line in lines), total) for _, _, lines, total in found}
    if row.judged.settled is None and len(found) > 1 and len(alike) == 1:
        return [([], 0, found[0][2][:1], "")]
    return found


class AskedForm(EntryForm[Any]):
    """A hand as it might have been: all of it that scores, but for what is counted.

    sent: whether anything came with the request.
    now: the same of the hand as it stands on the sheet.
    """

    sent: bool
    now: Self

    @classmethod
    def asking(cls, row: Row, sent: MultiDict[str, str]) -> Self:
        form, now = (cls.at(row.judged.table, formdata=each) for each in (sent or None, None))
        form.sent, form.now = bool(sent), now
        for each in (now,) if sent else (form, now):
            each.prefill(commands.facts_of(row))
        return form

    @classmethod
    def inputs(cls, game: Game, carry: Any) -> Iterator[Asked]:
        for each in super().inputs(game, carry):
            # Who may bid at all is not for the table to choose: a hand without bids asks for none.
            if each.key != game.outcomes.counted and each.value.scores and each.input.choices != ():
                yield each

    @property
    def changes(self) -> list[str]:
        """What is otherwise than on the sheet: "accepter Betty"."""
        found: list[str] = []
        for (_, owner), inputs in groupby(self.asked, lambda each: (each.key, each.owner)):
            fields = [(self[each.name], self.now[each.name]) for each in inputs]
            if any((field.data or "") != (now.data or "") for field, now in fields):
                chosen = [dict(getattr(field, "choices", ())).get(field.data, field.data) for field, _ in fields]
                words = " ".join(filter(None, chosen)) or "none"
                found.append(f"{owner or fields[0][0].label.text.lower()} {words}")
        return found

    def blame(self, violation: RuleViolation) -> None:
        super().blame(violation)
        if self.field_of(violation.field) is None:
            self.form_errors.append(violation.detail)


what_if_bp = Blueprint("what_if", __name__, url_prefix="/sheets/<sheet_id>/what-if")


@what_if_bp.get("/<int:entry>", endpoint="hand")
def other_results(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    row = row_of(snapshot, entry)
    form = AskedForm.asking(row, request.args)
    found = _asked(snapshot.ledger, row, form) if form.sent and questions.may_be_asked(row) else None
    refused = form.sent and questions.may_be_asked(row) and found is None
    shown = found or questions.results(snapshot.ledger, row)
    return render_template(
        "questions/what_if_hand.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        row=row,
        game=row.game,
        form=form if questions.may_be_asked(row) else None,
        found=shown,
        why_none=questions.why_none(row),
        refused=refused,
    ), 422 if refused else 200


def _asked(ledger: Ledger, row: Row, form: AskedForm) -> Results | None:
    """The results with another contract; None where it cannot be, and the form says why."""
    if not form.validate():
        return None
    facts = form.facts()
    try:
        return questions.with_contract(ledger, row, {each.key: facts.get(each.key) for each in form.asked})
    except IllegalHandError as broken:
        form.blame(broken.violation)
    except FormatError as fault:
        form.form_errors.append(f"{upper_first(fault.detail)}.")
    return None


@what_if_bp.get("/rules", endpoint="rules")
def other_rules(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    game = snapshot.ledger.table.game
    form = OptionsForm.of(type(game), request.args)
    if not any(field.raw_data for field in form):
        form.choose(game.options)
        return _rules(snapshot, form)
    if not form.check_options():
        return _rules(snapshot, form), 422
    then, why = None, {}
    try:
        then = questions.under(snapshot.ledger, form.values())
    except IllegalHandError as broken:
        why = {"broken": broken.hand, "violation": broken.violation, "detail": broken.violation.detail}
    except OptionMismatchError as otherwise:
        why = {"detail": str(otherwise)}
    return _rules(snapshot, form, then=then, **why)


def _rules(snapshot: Snapshot, form: OptionsForm, **found: Any) -> str:
    then: Ledger | None = found.get("then")
    standings = {standing.column: standing for standing in then.standings} if then else {}
    return render_template(
        "questions/what_if_rules.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        game=snapshot.ledger.table.game,
        form=form,
        consequence=compare(snapshot.ledger, then) if then else None,
        beside=[(now, standings[now.column]) for now in snapshot.ledger.standings if now.column in standings],
        lead=lead(then) if then else "",
        **found,
    )
