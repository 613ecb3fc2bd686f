"""The players of a table as a form holds them, names clockwise, and its house rules."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Flask
from wtforms import HiddenField

from ..rules.game import Game
from ..rules.names import name_faults
from ..rules.options import Decimals, Figures, Length, Listed, Option, Options, Sums, Written, value_text
from ..rules.reading import NAME_LENGTH, keyed
from .forms import GameForm, TextField, TextsField, small_number

LAST_PLAYER = "last"


class PlayersForm(GameForm):
    """Players are read from as many fields called "player" as there are; a field left empty is no seat.

    rows: the fields as they stand, without the empty ones behind those that are always offered.
    deals_first: the row of the dealer as text, or "last".
    player_errors: by row.
    action: the button that was tapped, and after a colon what it is about.
    drawn: whether it drew the dealer.
    known: the names that are on the sheet already.
    """

    key = HiddenField()
    player = TextsField()
    dealer_row = TextField(name="dealer", default=LAST_PLAYER)
    action = TextField()
    seats_offered = 0
    drawn = False
    known: Sequence[str] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: list[str] = [name.strip() for name in self.player.data]
        offered = min(self.seats_offered, self.game.sizes[-1])
        while len(self.rows) > offered and not self.rows[-1]:
            self.rows.pop()
        self.rows += [""] * (offered - len(self.rows))
        self.deals_first = self.dealer_row.data
        self.player_errors: dict[int, str] = {}
        self.players_error = ""

    @property
    def seats(self) -> list[str]:
        """Who sits there, row by row, "" for nobody."""
        return self.rows

    @property
    def offered(self) -> int:
        """How many rows are seen: those there are, and an empty one behind the last name."""
        return len(self.rows) + (not self.rows or bool(self.rows[-1]))

    @property
    def names(self) -> list[str]:
        return [name for name in self.seats if name]

    @property
    def last_row(self) -> int:
        """That of the last player, who deals unless somebody else is marked."""
        return next((row for row in reversed(range(len(self.seats))) if self.seats[row]), len(self.rows) - 1)

    @property
    def dealer(self) -> str:
        """Who deals: the marked row's player, else the last; empty where there is nobody yet."""
        return self._marked() or "".join(self.names[-1:])

    def _marked(self) -> str:
        row = small_number(self.deals_first)
        return self.seats[row] if row is not None and row < len(self.rows) else ""

    def seating(self, options: Options | None = None) -> str:
        """Who deals and who speaks first, as far as the names are there, or what is wrong with these. options: the
        house rules, None for those of the game as it is published.
        """
        if len(self.names) not in self.game.sizes:
            return "The last player deals first, unless you tap another."
        if self.player_errors:
            return self.fault
        game = self.game.of(tuple(self.names), options)
        auction = game.auction(self.names.index(self.dealer), game.carrying.first)
        if not auction or auction.over:
            return f"{self.dealer} deals."
        first = auction.name(auction.turn)
        return f"{self.dealer} deals{' and' if first == self.dealer else f', {first}'} speaks first."

    def rearrange(self) -> None:
        """Add a name, let a player sit out, move one up or down or opposite the first, with the dealer's
        mark; or draw the first dealer by lot [S2].
        """
        rows = self.rows
        action, _, what = self.action.data.partition(":")
        here = small_number(what)
        if action == "add" and what not in rows and "" in rows:
            rows[rows.index("")] = what[:NAME_LENGTH]
        elif action == "add" and what not in rows and len(rows) < self.game.sizes[-1]:
            rows.append(what[:NAME_LENGTH])
        elif action == "add" and what not in rows:
            self.players_error = f"All {len(rows)} seats are taken: empty one for {what[:NAME_LENGTH]}."
        elif action == "lot":
            named = [str(row) for row, name in enumerate(rows) if name]
            self.deals_first = secrets.choice(named or [LAST_PLAYER])
            self.drawn = bool(named)
        elif here is None or here >= len(rows):
            return
        elif action == "out":
            rows[here] = ""
        elif (there := self._goes_to(action, here)) is not None:
            self.exchange(here, there)
            moved = {str(here): str(there), str(there): str(here)}
            self.deals_first = moved.get(self.deals_first, self.deals_first)

    def exchange(self, here: int, there: int) -> None:
        """The players of two rows change places."""
        self.rows[here], self.rows[there] = self.rows[there], self.rows[here]

    def _goes_to(self, action: str, here: int) -> int | None:
        """The row with which one changes places: opposite the first, or the next up or down with a name."""
        named = [row for row, name in enumerate(self.rows) if name]
        match action:
            case "partner":
                return min(2, len(self.rows) - 1)
            case "up" if self.rows[here]:
                return next((row for row in reversed(named) if row < here), None)
            case "down" if self.rows[here]:
                return next((row for row in named if row > here), None)
        return None

    def validate(self, extra_validators: Any = None) -> bool:
        fine = super().validate(extra_validators)
        rows = [row for row, name in enumerate(self.rows) if name]
        self.player_errors = {rows[seat]: f"{fault}." for seat, fault in name_faults(self.names, self.known)}
        sizes = self.game.sizes
        if len(self.names) not in sizes:
            self.players_error = (
                f"{self.game.title} is for {_range(sizes)} players: "
                f"there {'is' if len(self.names) == 1 else 'are'} {len(self.names) or 'none'} so far."
            )
        elif self.deals_first != LAST_PLAYER and not self._marked():
            self.players_error = "Nobody sits where the dealer should be."
        return fine and not (self.player_errors or self.players_error)

    @property
    def fault(self) -> str:
        """The first thing that is wrong; empty where nothing is."""
        return self.players_error or next(iter(self.player_errors.values()), "")


def _range(sizes: range) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"


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
        option = next(option for option in self.options if name == f"option-{option.name}")
        if isinstance(option.values, Figures):
            return option.values.joined(self[name].data) if len(self[name].data) > 1 else "".join(self[name].data)
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
        lacking = {o.name for o in self.options if o.needed and o.applies(read) and read.get(o.name) is None}
        return {name: value for name, value in {**read, **unused}.items() if name not in lacking}

    @property
    def example(self) -> tuple[Any, ...]:
        """A hand as these house rules count it, where they are numbers of the table."""
        return self.game.options_type(**self.values()).example()


def read_option(option: Option, text: str) -> Any:
    """The value that a text stands for. Raises ValueError where it is none of this house rule's."""
    if not text.strip():
        return option.default
    if isinstance(option.values, Written):
        return option.values.read(text)
    if isinstance(option.values, range):
        if (written := keyed(text)) not in map(str, option.values):
            raise ValueError(text)
        return int(written)
    values = {option_text(value): value for value in option.values}
    respelt = option.respelt(text)
    if respelt not in values:
        raise ValueError(text)
    return values[respelt]


def option_text(value: Any) -> str:
    """The text that a form sends for a value; empty for a default that the game chooses."""
    return "" if value is None else value_text(value)


def option_choices(option: Option) -> dict[str, Any] | None:
    """The values to choose from by the text that a form sends for them; None where the value is written."""
    values = option.values
    if isinstance(values, Listed):
        return {option_text(word): word for word in values.words}
    if isinstance(values, Decimals | Length | Figures | Sums) or len(values) > MANY:
        return None
    return {option_text(value): value for value in values}


def option_kind(option: Option) -> str:
    """How a house rule is asked: by a "switch", "choices" below each other, a "list" to choose from, choices and a
    list of "one's own", a sentence with "figures", or a text that is "written".
    """
    if isinstance(option.values, Listed):
        return "one's own"
    if isinstance(option.values, Figures):
        return "figures"
    choices = option_choices(option)
    if choices is None:
        return "written"
    if {*choices.values()} == {False, True} and isinstance(option.default, bool):
        return "switch"
    return "choices" if len(choices) <= FEW and option.default is not None else "list"
