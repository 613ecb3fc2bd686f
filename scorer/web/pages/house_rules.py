"""House rules changed in mid-sheet: from the next hand on, or for the whole sheet."""

from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...store.scorebook import Command, Snapshot
from ..app import access
from ..commands import commands
from ..commands.preview import apply_change, preview_change
from ..forms.base import CorrectionForm, TextField
from ..forms.options import OptionsForm

bp = Blueprint("house_rules", __name__, url_prefix="/sheets/<sheet_id>/house-rules")


class HouseRulesForm(CorrectionForm, OptionsForm):
    """whole: for the whole sheet, or else from the next hand on."""

    reach = TextField(name="whole")

    @property
    def whole(self) -> bool:
        return self.reach.data == "1"


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    form = _form(snapshot)
    form.choose(snapshot.ledger.table.game.options)
    form.begin(snapshot.version)
    return _render(snapshot, form)


@bp.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = _form(snapshot)
    if not form.check_options():
        return _render(snapshot, form), 422
    return apply_change(
        snapshot,
        form,
        _command(form),
        lambda now, notice: _render(now, form, notice),
        changed=_changed(snapshot, form),
    )


@bp.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the house rules as they are chosen would move."""
    snapshot = access.snapshot_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(snapshot, _form(snapshot)))


def _form(snapshot: Snapshot) -> HouseRulesForm:
    return HouseRulesForm.of(type(snapshot.ledger.table.game))


def _command(form: HouseRulesForm) -> Command:
    return commands.change_rules(form.values(), whole=form.whole)


def _changed(snapshot: Snapshot, form: HouseRulesForm) -> bool:
    """Whether the next hand, or of the whole sheet any hand, has been played by other rules."""
    games = [snapshot.ledger.table.game, *(row.game for row in snapshot.ledger.rows if form.whole)]
    chosen = form.values()
    meant = {option.name: chosen[option.name] for option in form.options if option.applies(chosen)}
    return any(getattr(game.options, key) != value for game in games for key, value in meant.items())


def _render(snapshot: Snapshot, form: HouseRulesForm, notice: str = "") -> str:
    return render_template("pages/house_rules.html", notice=notice, **_context(snapshot, form))


def _context(snapshot: Snapshot, form: HouseRulesForm) -> dict[str, Any]:
    changed = form.check_options() and _changed(snapshot, form)
    weighed = preview_change(snapshot, _command(form) if changed else None)
    number = len(snapshot.ledger.rows) + 1
    sentences = []
    moves = weighed.consequence and (weighed.consequence.totals or weighed.consequence.standings)
    if weighed.consequence and not moves:
        sentences.append("No total moves now." if weighed.consequence.due else "No total moves.")
    return {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "game": snapshot.ledger.table.game,
        "form": form,
        "number": number,
        "wish": "" if changed else next(iter(form.option_errors.values()), "Change a house rule above."),
        "sentences": sentences,
        "weighed": weighed,
        "verb": "Change",
    }
