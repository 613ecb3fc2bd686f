"""House rules as a form holds them, and changed in mid-sheet: from the next hand on, or for the whole sheet."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Flask, render_template
from flask.typing import ResponseReturnValue

from ..rules.game import Game
from ..rules.options import Decimals, Length, Listed, Option, Written
from ..store.scorebook import Command, Snapshot
from . import commands
from .app import access
from .commands import apply_change, preview_change
from .forms import CorrectionForm, GameForm, TextField, TextsField

MANY = 25
"""From so many numbers on, one is written and not chosen from a list."""
FEW = 4
"""Up to so many choices stand one below the other, each with what it means."""
WRITTEN = "written"
"""The choice of a list of one's own, which stands in a field beside it."""


def register(app: Flask) -> None:
    app.jinja_env.globals.update(
        option_choices=option_choices, option_kind=option_kind, option_text=option_text, WRITTEN=WRITTEN
    )


class OptionsForm(GameForm):
    """chosen: the text chosen or written for each option, empty for its default; option_errors: by its name."""

    @classmethod
    def fields_of(cls, game: type[Game]) -> dict[str, Any]:
        """Two fields for each option: for its choice, and for a list of one's own."""
        names = [f"option-{option.name}" for option in game.options_type.described()]
        return {name: TextsField() for name in names} | {f"{name}-list": TextField() for name in names}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = self.game.options_type.described()
        self.option_errors: dict[str, str] = {}
        self.chosen = {option.name: self._text(f"option-{option.name}") for option in self.options}

    def _text(self, name: str) -> str:
        # A switch that is off sends only what its page sends for it; one that is on, its own word after that.
        text = "".join(self[name].data[-1:])
        return self[f"{name}-list"].data if text == WRITTEN else text

    def choose(self, now: Any) -> None:
        """Choose the house rules as they are, the default where one means nothing now. now: the game's options."""
        current = {option.name: getattr(now, option.name) for option in self.options}
        for option in self.options:
            value = current[option.name] if option.applies(current) else option.default
            self.chosen[option.name] = option_text(value)

    def check_options(self) -> bool:
        read = self.values()
        for option in self.options:
            if option.name not in read:
                values = option.values
                allowed = values.list_allowed() if isinstance(values, Listed) else option.allowed()
                self.option_errors[option.name] = f"“{option.title}” is {allowed}."
        return not self.option_errors

    def values(self) -> dict[str, Any]:
        """The house rules that can be read, by key: the default where nothing is chosen, or where one is hidden
        because it means nothing beside the others.
        """
        read = {}
        for option in self.options:
            with suppress(ValueError):
                read[option.name] = read_option(option, self.chosen[option.name])
        unused = {option.name: option.default for option in self.options if not option.applies(read)}
        return {**read, **unused}


def read_option(option: Option, text: str) -> Any:
    """The value that a text stands for. Raises ValueError where it is none of this house rule's."""
    if not text.strip():
        return option.default
    if isinstance(option.values, Written):
        return option.values.read(text)
    if isinstance(option.values, range):
        if text.strip() not in map(str, option.values):
            raise ValueError(text)
        return int(text)
    values = {option_text(value): value for value in option.values}
    respelt = option.respelt(text)
    if respelt not in values:
        raise ValueError(text)
    return values[respelt]


def option_text(value: Any) -> str:
    """The text that a form sends for a value; empty for a default that the game chooses."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        return Length.in_words(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_choices(option: Option) -> dict[str, Any] | None:
    """The values to choose from by the text that a form sends for them; None where the value is written."""
    values = option.values
    if isinstance(values, Listed):
        return {word: word for word in values.words}
    if isinstance(values, Decimals | Length) or len(values) > MANY:
        return None
    return {option_text(value): value for value in values}


def option_kind(option: Option) -> str:
    """How a house rule is asked: by a "switch", "choices" below each other, a "list" to choose from, choices and a
    list of "one's own", or a text that is "written".
    """
    if isinstance(option.values, Listed):
        return "one's own"
    choices = option_choices(option)
    if choices is None:
        return "written"
    if {*choices.values()} == {False, True} and isinstance(option.default, bool):
        return "switch"
    return "choices" if len(choices) <= FEW and option.default is not None else "list"


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
