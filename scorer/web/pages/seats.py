"""Who sits where and who deals, from any hand on."""

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.core import Points
from ...rules.registry import GAMES
from ...sheet.changes.corrections import substitutions
from ...sheet.changes.house_rules import seating
from ...sheet.core.ledger import Row, seated
from ...store.scorebook import Command, Snapshot
from ..app import access
from ..commands import commands
from ..commands.preview import apply_change, preview_change
from ..forms.base import CorrectionForm, NumberField, TextField, TextsField
from ..forms.players import PlayersForm
from .hand import table_of

bp = Blueprint("seats", __name__, url_prefix="/sheets/<sheet_id>/seats")


WISH = "Change the seats or the dealer above."


class SeatsForm(PlayersForm, CorrectionForm):
    """heirs: newcomers who start with the points of the players whose seats they take; hand: the entry of the hand
    from which on others sit, None for the next.
    """

    action = TextField(default="save")
    heirs = TextsField(name="heir")
    hand = NumberField(name="from")


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    form = _form(snapshot)
    table = table_of(snapshot, _row(snapshot, form))
    form.rows = list(table.game.players)
    form.deals_first = str(table.dealer)
    form.begin(snapshot.version)
    return _render(snapshot, form)


@bp.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = _form(snapshot)
    if form.action.data != "save":
        form.rearrange()
        return _render(snapshot, form)
    if not form.validate():
        return _render(snapshot, form), 422
    return apply_change(
        snapshot,
        form,
        _command(snapshot, form),
        lambda now, notice: _render(now, form, notice),
        changed=_changed(snapshot, form),
    )


@bp.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the seating as it is entered would move."""
    snapshot = access.snapshot_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(snapshot, _form(snapshot)))


def _form(snapshot: Snapshot) -> SeatsForm:
    form = SeatsForm.of(GAMES[snapshot.sheet.game], request.values)
    form.known = seated(snapshot.ledger)
    return form


def _row(snapshot: Snapshot, form: SeatsForm) -> Row | None:
    """The hand from which on; None for the next."""
    return None if form.hand.data is None else snapshot.ledger.row(form.hand.data) or abort(404)


def _changed(snapshot: Snapshot, form: SeatsForm) -> bool:
    table = table_of(snapshot, _row(snapshot, form))
    old = table.game.players
    return tuple(form.names) != old or form.dealer != old[table.dealer]


def _command(snapshot: Snapshot, form: SeatsForm) -> Command:
    row = _row(snapshot, form)
    heir = next((name for name in form.heirs.data if name in _heirs(snapshot, row, form)), "")
    return commands.seat(row.hand.entry if row else None, tuple(form.names), form.dealer, heir)


def _heirs(snapshot: Snapshot, row: Row | None, form: SeatsForm) -> dict[str, tuple[str, Points]]:
    """The newcomers who may start with the points of the player they come for: {comes: (leaves, points)}.

    Those points are a hand settled by the table: where hands are counted none can be spared for that.
    """
    ledger = snapshot.ledger
    number = row.number if row else len(ledger.rows) + 1
    game = table_of(snapshot, row).game
    if number == 1 or game.partnerships or game.counts_hands:
        return {}
    totals = dict(zip(ledger.columns, ledger.totals_after(number - 1), strict=True))
    comes = substitutions(game.players, tuple(form.names))
    newcomers = {come: leave for leave, come in comes.items() if come not in totals}
    return {come: (leave, totals[leave]) for come, leave in newcomers.items() if totals[leave]}


def _render(snapshot: Snapshot, form: SeatsForm, notice: str = "") -> str:
    template = "parts/seats_form.html" if request.headers.get("HX-Request") else "pages/seats.html"
    return render_template(template, notice=notice, **_context(snapshot, form))


def _context(snapshot: Snapshot, form: SeatsForm) -> dict[str, Any]:
    ledger = snapshot.ledger
    row = _row(snapshot, form)
    number = row.number if row else len(ledger.rows) + 1
    table = table_of(snapshot, row)
    old, new = table.game.players, tuple(form.names)
    sound = form.validate() if request.method == "POST" else True
    changed = sound and _changed(snapshot, form)
    comes = substitutions(old, new)
    return {
        "snapshot": snapshot,
        "ledger": ledger,
        "game": table.game,
        "form": form,
        "number": number,
        "row": row,
        "bench": [name for name in ledger.columns if name not in new] if not table.game.sides_have_columns else [],
        "heirs": _heirs(snapshot, row, form),
        "wish": "" if changed else WISH if sound else form.fault,
        "sentences": [
            f"From hand {number} on.",
            *(f"{come} comes for {leave}." for leave, come in comes.items()),
            form.seating(table.game.options),
            *(seating(ledger, row, new) if changed else ()),
        ],
        "weighed": preview_change(snapshot, _command(snapshot, form) if changed else None),
        "verb": "Save",
    }
