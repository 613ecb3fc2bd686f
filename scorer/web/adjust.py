"""Points without a deal: a penalty or a bonus, given after the last hand, amended and struck like a hand."""

from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from wtforms import FieldList, SelectMultipleField, StringField

from ..rules.core import Points
from ..sheet.core.ledger import AdjustmentRow
from ..store.scorebook import Command, Snapshot
from . import commands
from .app import access
from .commands import apply_change, preview_change
from .forms import REASON_LENGTH, CorrectionForm, PointsField, line

bp = Blueprint("adjust", __name__, url_prefix="/sheets/<sheet_id>/adjust")


class AdjustForm(CorrectionForm):
    """Points for each column, as many as are filled in; why; and who agreed."""

    points = FieldList(PointsField())
    note = StringField(validators=line("reason", REASON_LENGTH))
    by = SelectMultipleField()

    def __init__(self, snapshot: Snapshot, row: AdjustmentRow | None) -> None:
        """row: the adjustment that is amended, None for a new one."""
        self.columns = row.columns if row else snapshot.ledger.columns_so_far
        given: dict[str, Points] = row.adjustment.facts["points"] if row else {}
        words = {"note": row.note, "by": row.by} if row else {}
        super().__init__(points=[given.get(name) for name in self.columns], **words)
        for _ in range(len(self.columns) - len(self.points)):
            self.points.append_entry()
        self.by.choices = [(name, name) for name in snapshot.ledger.played]
        if not self.is_submitted():
            self.begin(snapshot.version)

    @property
    def facts(self) -> dict[str, Any]:
        """The adjustment as its entry holds it; empty where none has points. Only of a valid form."""
        written = {name: field.data for name, field in zip(self.columns, self.points, strict=False)}
        points = {name: number for name, number in written.items() if number is not None}
        if any(points.values()):
            points = {name: number for name, number in points.items() if number}
        words = {"note": (self.note.data or "").strip(), "by": list(self.by.data or ())}
        return {"points": points, **{key: value for key, value in words.items() if value}} if points else {}


@bp.get("")
@bp.get("/<int:entry>")
def show(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    row = _row(snapshot, entry)
    return _render(snapshot, row, AdjustForm(snapshot, row))


@bp.post("")
@bp.post("/<int:entry>")
def save(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = _row(snapshot, entry)
    form = AdjustForm(snapshot, row)
    if not form.validate():
        return _render(snapshot, row, form), 422
    if not form.facts:
        return _render(snapshot, row, form, "Write points for somebody first."), 422
    return apply_change(
        snapshot,
        form,
        commands.adjust(form.facts, entry),
        lambda now, notice: _render(now, row, form, notice),
        changed=row is None or form.facts != row.adjustment.facts,
    )


@bp.post("/<int:entry>/strike")
def strike(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = _row(snapshot, entry)
    return apply_change(
        snapshot,
        CorrectionForm(),
        commands.adjust(None, entry),
        lambda now, notice: _render(now, row, AdjustForm(now, row), notice),
        changed=True,
    )


@bp.post("/preview")
@bp.post("/<int:entry>/preview")
def preview(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
    """What the points as they are written would move."""
    snapshot = access.snapshot_to_score(sheet_id)
    row = _row(snapshot, entry)
    form = AdjustForm(snapshot, row)
    form.validate()
    return render_template("parts/correction.html", **_context(snapshot, row, form))


def _row(snapshot: Snapshot, entry: int | None) -> AdjustmentRow | None:
    """The adjustment that an entry first wrote; None for a new one. 404 where it is not on the sheet."""
    if entry is None:
        return None
    return next((row for row in snapshot.ledger.adjusted if row.entry == entry), None) or abort(404)


def _render(snapshot: Snapshot, row: AdjustmentRow | None, form: AdjustForm, notice: str = "") -> str:
    return render_template("pages/adjust.html", notice=notice, **_context(snapshot, row, form))


def _context(snapshot: Snapshot, row: AdjustmentRow | None, form: AdjustForm) -> dict[str, Any]:
    facts = {} if form.errors else form.facts
    command: Command | None = commands.adjust(facts, row and row.entry) if facts else None
    after = row.after if row else len(snapshot.ledger.rows)
    return {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "game": snapshot.ledger.table.game,
        "form": form,
        "row": row,
        "wish": "" if facts else "Correct the points above." if form.errors else "Write points for somebody.",
        "sentences": [
            f"After hand {after}, without a deal." if after else "Before the first hand, without a deal."
        ],
        "weighed": preview_change(snapshot, command),
        "verb": "Save",
    }
