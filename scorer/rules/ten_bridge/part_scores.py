"""What the two sides of 10 Bridge carry from hand to hand: their part scores, and the games they have made."""

from dataclasses import dataclass, replace

from ..carried import Carried
from ..fields.each import PerSide
from ..fields.values import CountField

GAME, SUPER_GAME = 13, 25
"""The least trick points for them, of the tricks bid."""
CARRIED = {"part_scores": Carried(PerSide(CountField()), "a part score of {}".format, "Part score")}


@dataclass(frozen=True)
class PartScores:
    """carried, games, super_games: by side. What a side carries is less than a game."""

    carried: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    super_games: tuple[int, int] = (0, 0)

    def reached(self, side: int, points: int) -> int:
        """What a side makes of trick points that were bid and made: SUPER_GAME, GAME, or 0 for a part score
        [S3 Part score; rules 6.3].
        """
        together = self.carried[side] + points
        if points >= SUPER_GAME or (points >= GAME and together >= SUPER_GAME):
            return SUPER_GAME
        return GAME if together >= GAME else 0

    def carries(self, side: int, points: int) -> int:
        """What the side has carried towards the game it makes with these points; 0 where they make it alone."""
        reached = self.reached(side, points)
        return self.carried[side] if points < reached else 0

    def after(self, side: int, points: int) -> "PartScores":
        """After a side has made a contract worth these trick points."""
        reached = self.reached(side, points)
        if not reached:
            return replace(self, carried=_more(self.carried, side, points))
        wiped = replace(self, carried=(0, 0)) if self.carries(side, points) else self
        if reached == SUPER_GAME:
            return replace(wiped, super_games=_more(self.super_games, side, 1))
        return replace(wiped, games=_more(self.games, side, 1))

    def with_partners(self, before: tuple[int | None, ...]) -> "PartScores":
        """When others sit together. before: by side the one whose part score it has, None where it begins anew."""
        each = (self.carried, self.games, self.super_games)
        ours, theirs = before
        return PartScores(*((_of(numbers, ours), _of(numbers, theirs)) for numbers in each))


def _of(numbers: tuple[int, int], side: int | None) -> int:
    return 0 if side is None else numbers[side]


def _more(numbers: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    ours, theirs = numbers[side] + more, numbers[1 - side]
    return (ours, theirs) if side == 0 else (theirs, ours)
