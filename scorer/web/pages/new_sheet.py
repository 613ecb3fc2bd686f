"""A new sheet: who plays, who deals first, by which house rules."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...rules.options import Options
from ...rules.registry import GAMES
from ...store import devices, listing, scorebook
from ...store.entry_rows import CorruptSheetError
from ...store.scorebook import Snapshot
from ..app import access, limits
from ..commands import replay
from ..forms.base import TextField, TitleForm, own_key, small_number, today
from ..forms.options import OptionsForm
from ..forms.players import LAST_PLAYER, PlayersForm

bp = Blueprint("new_sheet", __name__)

PRESET = "preset:"
LOOKED_AT = 5
"""Among how many of the latest sheets the last one of the game is looked for."""


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

    def rearrange(self) -> None:
        """Fill in the house rules of a preset; or move seats."""
        key = self.action.data.removeprefix(PRESET)
        if preset := next((each for each in self.game.options_type.presets if each.key == key), None):
            self.fill_in(preset)
        else:
            super().rearrange()

    @property
    def filled_in(self) -> bool:
        """Whether a preset was tapped, so that its house rules are to be seen."""
        return self.action.data.startswith(PRESET)

    def _leave(self, row: int) -> None:
        """The seat goes with its player, but one that the game needs stays, empty."""
        dealer = small_number(self.deals_first)
        if len(self.rows) == self.game.sizes[0]:
            super()._leave(row)
            return
        del self.rows[row]
        if dealer is not None and dealer >= row:
            self.deals_first = LAST_PLAYER if dealer == row else str(dealer - 1)

    @property
    def unusual(self) -> list[str]:
        """The house rules that differ from the game as it is published: "No-trump: yes"."""
        chosen = self.values()
        return [
            f"{option.title}: {option.in_words(chosen[option.name])}"
            for option in self.options
            if option.name in chosen and chosen[option.name] != option.default
        ]

    def seating(self, options: Options | None = None) -> str:
        """By the house rules chosen so far."""
        return super().seating(options or self.game.options_type(**self.values()))

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
    replay.compare_start(form.facts())
    if seconds := limits.seconds_to_wait():
        form.wait = f"{limits.in_words(seconds)} What you entered stays here."
        return _render(form, like), 429, {"Retry-After": str(seconds)}
    sheet_id = scorebook.start(form.facts(), key=own_key(form.key.data), device=access.device_here())
    return redirect(url_for("hands.new", sheet_id=sheet_id), 303)


def _render(form: NewSheetForm, like: str) -> str:
    template = "parts/new_sheet_form.html" if request.headers.get("HX-Request") else "pages/new_sheet.html"
    names = [name for name in devices.names_used(access.device()) if name not in form.names]
    same = "" if form.names else _latest(form.game.key)
    return render_template(template, form=form, game=form.game, names=names, like=like, same=same)


def _latest(game: str) -> str:
    """The id of the last of this phone's latest sheets that is one of this game; empty for none."""
    device = access.device()
    for sheet_id in listing.latest(device, archived=False, most=LOOKED_AT) if device else ():
        # A sheet that cannot be read is offered to nobody, and keeps no other from being started.
        with suppress(CorruptSheetError):
            if scorebook.read(sheet_id).sheet.game == game:
                return sheet_id
    return ""
