"""How everybody is shown wherever their name stands: by a colour with its mark, or with an emoji in its place."""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any, NamedTuple

from .core.ledger import Ledger, seated
from .core.sheet import COLORS

COLOR_NAMES = (
    *("green", "rust", "blue", "ochre", "violet", "teal"),
    *("pink", "slate", "brown", "olive", "coral", "ink"),
)
"""By number, from 1."""
COLOR_NUMBERS = [f"{number}" for number in range(1, COLORS + 1)]
OF_SIDES = (3, 4)
"""Of the two sides, where these have the columns."""


class Look(NamedTuple):
    """color: its number, from 1; emoji: "" where the mark of the colour stands."""

    color: int
    emoji: str = ""


def in_words(look: Mapping[str, Any]) -> str:
    """ "blue 🦊", of a look as the sheet file has it."""
    color, emoji = look.get("color"), look.get("emoji")
    return f"{COLOR_NAMES[color - 1] if color else ''} {emoji or ''}".strip()


def looks_of(names: Iterable[str], chosen: Mapping[str, Mapping[str, Any]]) -> dict[str, Look]:
    """Of each name what was chosen for it, else the colour of its place among them, or the first that nobody has
    where somebody chose that one. Of two who chose one colour the first has it; from the thirteenth on colours are
    shared.
    """
    names = [*names]
    colors: dict[str, int] = {}
    for name, look in chosen.items():
        if name in names and look.get("color") not in (None, *colors.values()):
            colors[name] = look["color"]
    numbers = range(1, COLORS + 1)
    taken = {*colors.values()}
    own = {name: number for name, number in zip(names, numbers, strict=False) if number not in taken}
    colors = {**own, **colors}
    free = cycle([number for number in numbers if number not in colors.values()] or numbers)
    return {name: Look(colors.get(name) or next(free), chosen.get(name, {}).get("emoji", "")) for name in names}


def as_chosen(looks: Mapping[str, Look]) -> dict[str, dict[str, Any]]:
    """As the sheet file has them; nothing where they come so by themselves."""
    if looks == looks_of(looks, {}):
        return {}
    return {name: {key: value for key, value in look._asdict().items() if value} for name, look in looks.items()}


def looks(ledger: Ledger) -> dict[str, Look]:
    """Of everybody who has sat at the table, and of the columns of the sheet. Partners whose side has the column
    have its colour.
    """
    found = looks_of(seated(ledger), ledger.sheet.looks)
    game = ledger.table.game
    if not game.sides_have_columns:
        return found
    sides = {name: Look(color) for name, color in zip(ledger.columns, OF_SIDES, strict=True)}
    by_seat = dict(zip(game.players, (OF_SIDES[seat % 2] for seat in range(len(game.players))), strict=True))
    return {**{name: look._replace(color=by_seat.get(name, look.color)) for name, look in found.items()}, **sides}
