"""A new sheet: who plays, who deals first, by which house rules."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...rules.registry import GAMES
from ...store import devices, scorebook
from ...store.scorebook import Snapshot
from ..app import access, limits
from ..forms.base import TextField, TitleForm, own_key, today
from ..forms.options import OptionsForm
from ..forms.players import PlayersForm

bp = Blueprint("new_sheet", __name__)


class LikeForm(Form):
    """like: the id of a sheet whose players, seats and house rules the new one begins with."""

    like = TextField()


class NewSheetForm(PlayersForm, TitleForm, OptionsForm):
    """A sheet before its first hand. wait: why it cannot be started right now."""

    action = TextField(default="start")
    seats_offered = 5
    wait = ""

    def begin_like(self, snapshot: Snapshot) -> None:
        """As a sheet stands: everybody in their seat, the deal moved on, by the same house rules."""
        table = snapshot.ledger.table
        self.rows = [*table.game.players]
        self.deals_first = str(table.dealer)
        self.choose(table.game.options)

    @property
    def unusual(self) -> list[str]:
        """The house rules that differ from the game as it is published: "No-trump: yes"."""
        chosen = self.values()
        return [
            f"{option.title}: {option.in_words(chosen[option.name])}"
            for option in self.options
            if option.name in chosen and chosen[option.name] != option.default
        ]

    def validate(self, extra_validators: Any = None) -> bool:
        # Both are asked, so that each says what is wrong with it.
        return all((super().validate(extra_validators), self.check_options()))

    def facts(self) -> dict[str, Any]:
        """What the sheet starts with, in the words of the sheet file."""
        described, options = self.options, self.values()
        unusual = {o.name: options[o.name] for o in described if options[o.name] != o.default}
        return {
            "game": self.game.key,
            "players": self.names,
            "dealer": self.dealer,
            "options": unusual,
            **self.title_facts(),
        }


@bp.route("/new/<game>", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    form = NewSheetForm.of(GAMES[game])
    like = LikeForm(request.args).like.data
    if request.method == "GET":
        if like:
            snapshot = access.snapshot_to_view(like)
            if snapshot.sheet.game != game:
                abort(404)
            form.begin_like(snapshot)
        form.date.data = today()
        form.key.data = access.new_key()
        return _render(form, like)
    if form.action.data != "start":
        form.rearrange()
        return _render(form, like)
    if not form.validate():
        return _render(form, like), 422
    if seconds := limits.seconds_to_wait():
        form.wait = f"{limits.in_words(seconds)} What you entered stays here."
        return _render(form, like), 429, {"Retry-After": str(seconds)}
    sheet_id = scorebook.start(form.facts(), key=own_key(form.key.data), device=access.device_here())
    return redirect(url_for("hands.new", sheet_id=sheet_id), 303)


def _render(form: NewSheetForm, like: str) -> str:
    template = "parts/new_sheet_form.html" if request.headers.get("HX-Request") else "pages/new_sheet.html"
    names = [name for name in devices.names_used(access.device()) if name not in form.names]
    return render_template(template, form=form, game=form.game, names=names, like=like)
