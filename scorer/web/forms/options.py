"""House rules as a form holds them: a choice, or a line to write in, for each option of the game."""

from contextlib import suppress
from typing import Any

from flask import Flask, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict

from ...rules.game import Game
from ...rules.options import Decimals, Listed, Option

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


class OptionsForm(FlaskForm):
    """chosen: the text chosen or written for each option, empty for its default; option_errors: by its name."""

    def __init__(self, *args: Any, game: type[Game], **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.options = game.options_type.described()
        self.option_errors: dict[str, str] = {}
        self.chosen = self._chosen(request.form)

    def _chosen(self, sent: MultiDict[str, str]) -> dict[str, str]:
        """A switch that is off sends only what its page sends for it; one that is on, its own word after that."""
        chosen = {}
        for option in self.options:
            name = f"option-{option.name}"
            text = sent.getlist(name)[-1:] or [""]
            chosen[option.name] = sent.get(f"{name}-list", "") if text == [WRITTEN] else text[0]
        return chosen

    def choose(self, now: Any) -> None:
        """Choose the house rules as they are, the default where one means nothing now. now: the game's options."""
        known = {option.name: getattr(now, option.name) for option in self.options}
        for option in self.options:
            value = known[option.name] if option.applies(known) else option.default
            self.chosen[option.name] = option_text(value)

    def check_options(self) -> bool:
        read = self._read()
        for option in self.options:
            if option.name not in read:
                values = option.values
                allowed = values.list_allowed() if isinstance(values, Listed) else option.allowed()
                self.option_errors[option.name] = f"“{option.title}” is {allowed}."
        return not self.option_errors

    def values(self) -> dict[str, Any]:
        """Every house rule by its key, the default where nothing was chosen; of choices that were checked."""
        return self._read()

    def _read(self) -> dict[str, Any]:
        """What can be read of the choices; the default where one means nothing beside the others and is hidden."""
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
    if isinstance(option.values, Decimals | Listed):
        return option.values.read(text)
    if isinstance(option.values, range):
        if text.strip() not in map(str, option.values):
            raise ValueError(text)
        return int(text)
    known = {option_text(value): value for value in option.values}
    now = option.respelt(text)
    if now not in known:
        raise ValueError(text)
    return known[now]


def option_text(value: Any) -> str:
    """The text that a form sends for a value; empty for a default that the game chooses."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_choices(option: Option) -> dict[str, Any] | None:
    """The values to choose from by the text that a form sends for them; None where the value is written."""
    values = option.values
    if isinstance(values, Listed):
        return {word: word for word in values.words}
    if isinstance(values, Decimals) or len(values) > MANY:
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
