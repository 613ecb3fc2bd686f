"""Forms that every game shares: the fields of an act, and the start of a sheet."""

import hashlib
import unicodedata
from datetime import date, datetime
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import DateField, HiddenField, StringField, ValidationError
from wtforms.validators import Length, Optional

from ..rules.game import Game, Option
from ..sheet.reading import NAME_LENGTH
from .access import new_key

TITLE_LENGTH = 80
KEY_LENGTH = 64
LAST_PLAYER = "last"
SEATS_OFFERED = 5


INVISIBLE = dict.fromkeys(
    (0xAD, 0x61C, 0x200B, 0x200C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF)
)
"""Characters that take no room: soft hyphen, zero-width spaces, marks of direction; not the joiner of pictures."""


def printable(text: str) -> bool:
    """No control characters and no ends of lines; marks of the direction of writing are fine."""
    return not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)


def seen_as(name: str) -> str:
    """What is seen of a name: two that look the same are the same here."""
    return unicodedata.normalize("NFKC", name).translate(INVISIBLE).strip()


class ActForm(FlaskForm):
    """An act at the table. key: the request's own; seen: the last entry of the sheet that the form knew.

    after: the key of an act of this phone that waits to be sent before this one; it then says what was seen.
    """

    key = HiddenField()
    seen = HiddenField()
    after = HiddenField()

    @property
    def act_key(self) -> str:
        return own_key(self.key.data)

    @property
    def seen_number(self) -> int:
        # What is no number has seen nothing: the act is then refused as stale, with everything kept.
        return small_number(self.seen.data or "") or 0

    @property
    def after_key(self) -> str:
        return own_key(self.after.data) if self.after.data else ""


def own_key(given: str | None) -> str:
    """A request's key as it is stored: as given, or its digest where it would not fit; a new one for none."""
    if not given:
        return new_key()
    fits = len(given) <= KEY_LENGTH and given.isascii() and given.isprintable()
    return given if fits else hashlib.sha256(given.encode(errors="replace")).hexdigest()


def small_number(text: str) -> int | None:
    """A whole number of at most nine digits, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class NewSheetForm(FlaskForm):
    """A sheet before its first hand. Players are read from as many fields called "player" as there are."""

    key = HiddenField()
    title = StringField("Title", validators=[Optional(), Length(max=TITLE_LENGTH)])
    date = DateField("Date", validators=[Optional()])

    def __init__(self, game: type[Game], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.options = game.options_type.described()
        self.rows = self._rows()
        self.deals_first = request.form.get("dealer", LAST_PLAYER)
        self.player_errors: dict[int, str] = {}
        self.players_error = ""
        self.option_errors: dict[str, str] = {}
        self.chosen = {option.name: request.form.get(f"option-{option.name}", "") for option in self.options}

    def _rows(self) -> list[str]:
        given = [name.strip() for name in request.form.getlist("player")]
        return given + [""] * (SEATS_OFFERED - len(given))

    @property
    def names(self) -> list[str]:
        return [name for name in self.rows if name]

    def seating(self) -> str:
        """Who deals and who speaks first, as far as the names are there."""
        if len(self.names) not in self.game.sizes or self.player_errors:
            return "Names clockwise around the table."
        dealer = self._dealer_name() or self.names[-1]
        eldest = self.names[(self.names.index(dealer) + 1) % len(self.names)]
        return f"{dealer} deals, {eldest} speaks first."

    def rearrange(self, action: str, what: str) -> None:
        """Add a name, or move a player up or down; the mark of the first dealer moves along."""
        rows = self.rows
        if action == "seat" and len(rows) < self.game.sizes[-1]:
            rows.append("")
        elif action == "add" and "" not in rows and len(rows) < self.game.sizes[-1]:
            rows.append(what[:NAME_LENGTH])
        elif action == "add" and "" in rows and what not in rows:
            rows[rows.index("")] = what[:NAME_LENGTH]
        elif action in ("up", "down") and (here := small_number(what)) is not None and here < len(rows):
            there = (here + (1 if action == "down" else -1)) % len(rows)
            rows[here], rows[there] = rows[there], rows[here]
            moved = {str(here): str(there), str(there): str(here)}
            self.deals_first = moved.get(self.deals_first, self.deals_first)

    def validate_title(self, field: StringField) -> None:
        if not printable(field.data or ""):
            raise ValidationError("A title is written in one line of ordinary characters.")

    def validate(self, extra_validators: Any = None) -> bool:
        fine = super().validate(extra_validators)
        self._check_players()
        self._check_options()
        return fine and not (self.player_errors or self.players_error or self.option_errors)

    def _check_players(self) -> None:
        sizes = self.game.sizes
        before: set[str] = set()
        for index, name in enumerate(self.rows):
            shown = seen_as(name)
            if len(name) > NAME_LENGTH:
                self.player_errors[index] = f"A name has at most {NAME_LENGTH} characters; this has {len(name)}."
            elif not printable(name):
                self.player_errors[index] = "A name is written in one line of ordinary characters."
            elif name and not shown:
                self.player_errors[index] = "Nobody could see this name: write it with letters."
            elif name and shown in before:
                self.player_errors[index] = f"{shown} already sits at the table: add a letter to tell them apart."
            before.add(shown)
        if len(self.names) not in sizes:
            self.players_error = (
                f"{self.game.title} is for {sizes[0]} to {sizes[-1]} players: "
                f"there {'is' if len(self.names) == 1 else 'are'} {len(self.names) or 'none'} so far."
            )
        if self.deals_first != LAST_PLAYER and not self._dealer_name():
            self.players_error = self.players_error or "Nobody sits where the first dealer should be."

    def _check_options(self) -> None:
        for option in self.options:
            text = self.chosen[option.name]
            if text and text not in option_values(option):
                self.option_errors[option.name] = f"“{option.title}” is {option.allowed()}."

    def _dealer_name(self) -> str:
        at = small_number(self.deals_first)
        return self.rows[at] if at is not None and at < len(self.rows) else ""

    def facts(self) -> dict[str, Any]:
        """What the sheet starts with, in the words of the sheet file."""
        options = {
            option.name: option_values(option)[self.chosen[option.name]]
            for option in self.options
            if self.chosen[option.name]
        }
        return {
            "game": self.game.key,
            "players": self.names,
            "dealer": self._dealer_name() or self.names[-1],
            "options": {
                option.name: options[option.name]
                for option in self.options
                if option.name in options and options[option.name] != option.default
            },
            "title": (self.title.data or "").strip(),
            "date": (self.date.data or today()).isoformat(),
        }


def today() -> date:
    """The evening's date where the table is."""
    return datetime.now().astimezone().date()


def option_values(option: Option) -> dict[str, Any]:
    """The values of a house rule by the text that a form sends for them."""
    return {str(value).lower() if isinstance(value, bool) else str(value): value for value in option.values}
