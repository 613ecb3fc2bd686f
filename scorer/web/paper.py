"""Checking a paper sheet: typed or uploaded whole, or the totals of a sheet of the app as paper has them."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from wtforms import Form, TextAreaField

from ..exports import texts
from ..rules.core import Points
from ..rules.reading import FormatError, number_of
from ..rules.registry import GAMES
from ..sheet.core.judge import IllegalHandError
from ..sheet.paper import table as paper_table
from ..sheet.paper.check import Checked, Claims, Paper, check
from ..sheet.paper.lines import decoded
from ..store.scorebook import Snapshot
from .app import access, limits
from .app.display import fault_text
from .app.limits import FILES, take_turn, takes_a_file
from .app.settings import TYPED_BYTES
from .forms import PageForm, TextField, with_fields

bp = Blueprint("paper", __name__)


class ExampleForm(Form):
    """example: whether to begin with one."""

    example = TextField()


class PaperForm(PageForm):
    """What paper says: as typed, or a file, which then stands where one types and can be put right there."""

    text = TextAreaField("What the paper says")
    file = FileField("Or a file")

    def content(self) -> bytes:
        uploaded = self.file.data.read() if self.file.data else b""
        if not uploaded:
            return (self.text.data or "").encode(errors="replace")
        shown = ""
        with suppress(FormatError):  # Which is told when it is read.
            shown = decoded(uploaded)
        self.text.data = shown if len(uploaded) <= TYPED_BYTES // 2 else ""
        return uploaded

    def typed(self) -> dict[str, str]:
        return {"text": self.text.data or ""}


@bp.get("/check-paper")
def choose() -> ResponseReturnValue:
    return render_template("questions/check_paper.html", games=GAMES.values(), game=None)


@bp.route("/check-paper/<game>", methods=["GET", "POST"])
@takes_a_file(paper_table.MOST_BYTES)
def check_typed(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    form = PaperForm()
    if request.method == "GET":
        if ExampleForm(request.args).example.raw_data:
            form.text.data = GAMES[game].paper_example
        return _typed(game, form)
    content = form.content()
    if not content.strip():
        return _typed(game, form, error="Type what the paper says, or choose a file."), 422
    limits.admit_file(form.typed)
    take_turn(FILES, form.typed)
    try:
        return _typed(game, form, check(paper_table.load(content, game)))
    except FormatError as fault:
        return _typed(game, form, error=fault_text(fault)), 422
    except IllegalHandError as fault:
        return _typed(game, form, broken=fault), 422


def _typed(game: str, form: PaperForm, checked: Checked | None = None, **faults: Any) -> str:
    return render_template(
        "questions/check_paper.html",
        games=GAMES.values(),
        game=GAMES[checked.ledger.sheet.game if checked else game],
        asked=GAMES[game],
        example=GAMES[game].paper_example,
        form=form,
        checked=checked,
        summary=texts.check_summary,
        read_as=texts.read_as,
        **faults,
    )


@bp.route("/sheets/<sheet_id>/check-paper", methods=["GET", "POST"])
def check_sheet(sheet_id: str) -> ResponseReturnValue:
    """The running totals that paper has for the hands of this sheet. Nothing is written."""
    snapshot = access.snapshot_to_view(sheet_id)
    names = [
        field(row.number, column) for row in snapshot.ledger.rows for column in range(len(snapshot.ledger.columns))
    ]
    form = with_fields(PageForm, {name: TextField(filters=[str.strip]) for name in names})()
    given = {name: form[name].data for name in names if form[name].data}
    claims, errors = _claims(snapshot, given)
    checked = None
    if request.method == "POST" and not errors:
        checked = check(Paper(snapshot.sheet, claims), snapshot.ledger)
    shown = render_template(
        "questions/check_sheet.html",
        snapshot=snapshot,
        given=given,
        errors=errors,
        checked=checked,
        wrong={(hand, name): each for (hand, name, _), each in checked.found.items()} if checked else {},
        summary=texts.check_summary,
        read_as=texts.read_as,
        field=field,
    )
    return (shown, 422) if errors else shown


def field(hand: int, column: int) -> str:
    """The name of the field for a total; hand counts from 1."""
    return f"total-{hand}-{column}"


def _claims(snapshot: Snapshot, given: dict[str, str]) -> tuple[tuple[Claims, ...], dict[str, str]]:
    """The totals that were typed, and what is wrong with those that are no number, by their fields."""
    claims: list[Claims] = []
    errors: dict[str, str] = {}
    for row in snapshot.ledger.rows:
        totals: dict[str, Points] = {}
        for column, name in enumerate(snapshot.ledger.columns):
            if text := given.get(field(row.number, column)):
                try:
                    totals[name] = number_of(text, decimal_comma=True)
                except ValueError as fault:
                    errors[field(row.number, column)] = f"Hand {row.number}, {name}: {fault}."
        claims.append(Claims(totals=totals))
    return tuple(claims), errors
