"""What a hand settled by the table says beside its points: what had been bid and taken, and who agreed."""

from collections.abc import Mapping
from typing import Any

from ...rules import reading
from ...rules.core import Score, ScoreLine
from ...rules.game import Game
from ...rules.reading import FormatError, Reader
from ...rules.sheet_rules import SETTLED


def beside_points(game: Game, carry: Any) -> dict[str, Reader]:
    """Readers of what stands beside the points. What had been played need not be whole, nor possible as a whole:
    that may be what the table has settled.
    """
    results = game.readers(carry)
    return {
        "played": lambda value, where: reading.keys(value, where, results),
        "by": _agreed(game.players),
        "carry": game.read_carried(carry),
    }


def _agreed(players: tuple[str, ...]) -> Reader:
    player = reading.player(players)

    def read(value: Any, where: str) -> tuple[str, ...]:
        names: list[str] = []
        for index, inner in enumerate(reading.items(value, where)):
            names.append(player(inner, f"{where}[{index}]"))
            if names[-1] in names[:-1]:
                raise FormatError(f"{where}[{index}]", f"the name “{names[-1]}” stands twice")
        return tuple(names)

    return read


def score(points: Mapping[str, Any], columns: tuple[str, ...]) -> Score:
    """The points as the table wrote them down, by column of the sheet."""
    return Score(
        tuple(
            ScoreLine(column, points[name], "settled by the table", SETTLED)
            for column, name in enumerate(columns)
            if name in points
        )
    )


def in_words(game: Game, played: Mapping[str, Any]) -> str:
    """What had been bid and taken: as of any hand where it is whole, else key by key."""
    if "contract" in played and played["contract"] is None:
        return "no contract"
    if played and all(key in played for key, field in game.keys.items() if field.needed):
        return game.summarize(game.hand_type(**played))
    return "; ".join(
        f"{key.replace('_', ' ')} {game.keys[key].words(game.keys[key].write(value, game.players))}"
        for key, value in played.items()
    )
