"""What if: every result that a hand could have had, another contract, other house rules. Nothing is stored."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, SelectField, StringField
from wtforms.validators import StopValidation

from ..rules.core import RuleViolation, upper_first
from ..rules.fields import Context, Value
from ..rules.fields import Field as HandField
from ..rules.reading import FormatError
from ..sheet.changes.history import compare, lead
from ..sheet.core.judge import IllegalHandError, Table
from ..sheet.core.ledger import Ledger, Row
from ..sheet.questions import OptionMismatchError, Results, may_be_asked, results, under, why_none, with_contract
from ..store.scorebook import Snapshot
from .app import access
from .entry import blank_of, choices_of, has_choices, hint, label_of, typed
from .forms import with_fields
from .hand import row_of
from .house_rules import OptionsForm


class Typed:
    """A text that a value can be read from. optional: or none."""

    def __init__(self, value: Value, *, optional: bool) -> None:
        self.value = value
        self.optional = optional

    def __call__(self, form: Form, field: Field) -> None:
        text = (field.data or "").strip()
        if not text and not self.optional:
            done = "chosen" if isinstance(field, SelectField) else "written"
            raise StopValidation(f"{field.label.text}: nothing is {done} yet.")
        try:
            typed(self.value, text)
        except ValueError as error:
            if text:
                raise StopValidation(f"{field.label.text}: {error}") from None


@dataclass
class KeyLines:
    """The lines of one key. names: of the form's fields; blamed: what is wrong with them together."""

    key: str
    field: HandField
    title: str
    hint: str
    names: tuple[str, ...]
    lines: list[Field] = dataclasses.field(default_factory=list)
    blamed: list[str] = dataclasses.field(default_factory=list)

    @property
    def errors(self) -> list[str]:
        return [*(error for line in self.lines for error in line.errors), *self.blamed]

    def read(self, players: Sequence[str]) -> Any:
        """The file value, of lines that are valid."""
        texts = [(line.data or "").strip() for line in self.lines]
        return self.field.gather([typed(self.field.single, text) if text else None for text in texts], players)


class HandFieldsForm(Form):
    """sent: whether anything came with the request; violation: the rule that what is asked would break."""

    violation: RuleViolation | None = None
    sent: bool
    players: tuple[str, ...]
    groups: tuple[KeyLines, ...]

    @classmethod
    def of(cls, table: Table, result: Any, sent: MultiDict[str, str]) -> Self:
        """The form for a hand at this table. result: of the hand, None where it has none."""
        game = table.game
        facts: Mapping[str, Any] = game.to_file(result) if result is not None else {}
        lines: dict[str, Any] = {}
        groups: list[KeyLines] = []
        for key, each in game.keys.items():
            context = Context(game, key, table.carry)
            # Who may bid at all is not for the table to choose: a hand without bids asks for none.
            if key == game.outcomes.counted or not each.single.scores or not has_choices(each.single, context):
                continue
            owned = _lines(context, each, facts.get(key), sent)
            groups.append(KeyLines(key, each, label_of(key), hint(each, context), tuple(owned)))
            lines |= owned
        made = with_fields(cls, {**lines, "sent": bool(sent), "players": game.players})
        form = made(sent or None)
        for group in groups:
            group.lines = [form[name] for name in group.names]
        form.groups = tuple(groups)
        return form

    @property
    def changes(self) -> list[str]:
        """What is otherwise than on the sheet: "accepter Betty"."""
        return [
            f"{line.label.text if group.lines[1:] else group.title.lower()} {line.data or 'none'}"
            for group in self.groups
            for line in group.lines
            if line.data != line.description
        ]

    def facts(self) -> dict[str, Any]:
        """The keys in the words of the sheet file, of a form that is valid."""
        return {group.key: group.read(self.players) for group in self.groups}

    def blame(self, key: str | None, detail: str) -> None:
        """Say what is wrong where it is wrong."""
        for group in self.groups:
            if group.key == key:
                group.blamed.append(detail)
                return
        self.form_errors.append(detail)


def _lines(context: Context, each: HandField, file_value: Any, sent: Mapping[str, str]) -> dict[str, Any]:
    """A field of the form for each owner of a value; its description is what stands on the sheet."""
    owners = each.owners(context.players, context.sides)
    value_field = each.single
    lines: dict[str, Any] = {}
    for index, (owner, inner) in enumerate(zip(owners, each.file_values(file_value, owners), strict=True)):
        text = blank_of(value_field) if inner is None else value_field.words(inner)
        options: dict[str, Any] = {
            "label": owner or label_of(context.key),
            "description": text,
            "default": "" if sent else text,
            "validators": [Typed(value_field, optional=each.may_be_blank)],
        }
        choices = choices_of(value_field, context.players)
        name = f"{context.key}-{index}" if owner else context.key
        if choices:
            pairs = {choice: choice for choice in choices}
            lines[name] = SelectField(choices=pairs, validate_choice=False, **options)
        else:
            lines[name] = StringField(**options)
    return lines


bp = Blueprint("what_if", __name__, url_prefix="/sheets/<sheet_id>/what-if")


@bp.get("/<int:entry>")
def hand(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    row = row_of(snapshot, entry)
    form = HandFieldsForm.of(row.judged.table, row.result, request.args)
    found = _asked(snapshot.ledger, row, form) if form.sent and may_be_asked(row) else None
    refused = form.sent and may_be_asked(row) and found is None
    shown = found or results(snapshot.ledger, row)
    return render_template(
        "questions/what_if_hand.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        row=row,
        game=row.game,
        form=form if may_be_asked(row) else None,
        found=shown,
        why_none=why_none(row),
        refused=refused,
    ), 422 if refused else 200


def _asked(ledger: Ledger, row: Row, form: HandFieldsForm) -> Results | None:
    """The results with another contract; None where it cannot be, and the form says why."""
    if not form.validate():
        return None
    try:
        return with_contract(ledger, row, form.facts())
    except IllegalHandError as broken:
        form.violation = broken.violation
        form.blame(broken.violation.field, broken.violation.detail)
    except FormatError as fault:
        key = re.match(r"\$\.hands\[\d+\]\.(\w+)", fault.where)
        form.blame(key and key[1], f"{upper_first(fault.detail)}.")
    return None


@bp.get("/rules")
def rules(sheet_id: str) -> ResponseReturnValue:
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
        then = under(snapshot.ledger, form.values())
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
