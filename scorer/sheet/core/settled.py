"""What a hand settled by the table says beside its points: what had been bid and taken, and who agreed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...rules import reading
from ...rules.core import SETTLED, Score, ScoreLine
from ...rules.fields import Context
from ...rules.game import Game
from ...rules.reading import FormatError, Reader


def beside_points(game: Game, carry: Any) -> dict[str, Reader]:
    """Readers of what stands beside the points. What had been played need not be whole, nor possible as a whole:
    that may be what the table has settled.
    """
    results = game.readers(carry)
    return {
        "played": lambda value, where: reading.keys(value, where, results),
        "by": _agreed(game.players),
        "carry": _reader_of_carry(game, carry),
    }


@dataclass(frozen=True)
class _NextHand(Context):
    """Here a value is checked as what is carried, and not as what was bid or taken."""

    check_one: Callable[[str, Any], None] = field(default=lambda key, value: None)

    def check(self, value: Any) -> None:
        self.check_one(self.key, value)


def _reader_of_carry(game: Game, carry: Any) -> Reader:
    """A reader of `carry`, after a hand with this carry: the numbers by key. It raises FormatError, and
    RuleViolation.
    """

    def reader(key: str) -> Reader:
        context = _NextHand(game, key, carry, game.check_carried)
        return lambda value, where: game.carried[key].field.read(value, where, context)

    def read(value: Any, where: str) -> dict[str, tuple[int | None, ...]]:
        if not game.carried:
            detail = f"{game.title} as it is played here carries nothing to the next hand that could be set"
            raise FormatError(where, detail)
        return reading.keys(value, where, {key: reader(key) for key in game.carried})

    return read


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
