"""House rules as a form holds them: one choice for each option of the game."""

from typing import Any

from flask import request
from flask_wtf import FlaskForm

from ..rules.game import Game, Option


class OptionsForm(FlaskForm):
    """chosen: the text chosen for each option, empty for its default; option_errors: by the option's name."""

    def __init__(self, *args: Any, game: type[Game], **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.options = game.options_type.described()
        self.option_errors: dict[str, str] = {}
        self.chosen = {option.name: request.form.get(f"option-{option.name}", "") for option in self.options}

    def choose(self, now: Any) -> None:
        """Choose the house rules as they are. now: the game's options."""
        for option in self.options:
            value = getattr(now, option.name)
            texts = (text for text, known in option_values(option).items() if known == value)
            self.chosen[option.name] = next(texts, "")

    def check_options(self) -> bool:
        for option in self.options:
            text = self.chosen[option.name]
            if text and text not in option_values(option):
                self.option_errors[option.name] = f"“{option.title}” is {option.allowed()}."
        return not self.option_errors

    def values(self) -> dict[str, Any]:
        """Every house rule by its key, the default where nothing was chosen; of choices that were checked."""
        chosen = self.chosen
        return {
            option.name: option_values(option)[chosen[option.name]] if chosen[option.name] else option.default
            for option in self.options
        }


def option_values(option: Option) -> dict[str, Any]:
    """The values of a house rule by the text that a form sends for them."""
    return {str(value).lower() if isinstance(value, bool) else str(value): value for value in option.values}
