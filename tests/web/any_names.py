"""A sheet file of every game, with as many players as it takes up to seven, under any names."""

import json
from collections.abc import Sequence
from typing import Any

from ..sheet.vectors import VECTORS

NAMES = (
    "Maximiliana Featherstone",
    "Bartholomew",
    "Christophe-Alexandre",
    "Wilhelmina van der Berg",
    "Evangelina",
    "Ferdinand Montgomery",
    "Anneliese",
)
SEVEN = {"offender": "offender-open-1", "oh-hell": "oh-hell-open-3"}
FIVE = {"offender": "offender-open-5", "oh-hell": "oh-hell-open-8"}
FOUR = {
    "pirate-bridge": "pirate-bridge-open-1",
    "reverse-bridge": "reverse-bridge-open-1",
    "spades": "spades-open-1",
    "ten-bridge": "scoring-chart",
}
"""The vectors with many hands, by the game's key and how many play."""


def with_names(game: str, names: Sequence[str], most: int = 7) -> bytes:
    """The file of a sheet of `most` players, 5 or 7, or of four where more cannot play."""
    vectors = {**(SEVEN if most == 7 else FIVE), **FOUR}
    sheet = VECTORS[f"{game}: {vectors[game]}"]["sheet"] if game in vectors else _plain(most)
    called = dict(zip(sheet["players"], names, strict=False))
    return json.dumps(_renamed(sheet, called)).encode()


def _plain(players: int) -> dict[str, Any]:
    names = [f"P{number}" for number in range(players)]
    hands = [{"points": {name: 7 * at - 12 * hand for at, name in enumerate(names)}} for hand in range(9)]
    return {"format": "score-sheet/1", "game": "plain", "players": names, "hands": hands}


def _renamed(part: Any, called: dict[str, str]) -> Any:
    """A part of a sheet file; whoever is named alone or as a side ("Amber & Cindy") has the new name."""
    if isinstance(part, dict):
        return {_renamed(key, called): _renamed(value, called) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(each, called) for each in part]
    if isinstance(part, str):
        return " & ".join(called.get(name, name) for name in part.split(" & "))
    return part
