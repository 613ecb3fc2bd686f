"""The two sides of Spades, and what they carry from hand to hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..carried import Carried
from ..core import Points, Seat, counted
from ..fields.each import PerSide
from ..fields.values import CountField

SIDES: tuple[tuple[Seat, Seat], ...] = ((0, 2), (1, 3))
TRICKS = 13
BAGS_CARRIED = {"bags": Carried(PerSide(CountField()), lambda number: counted(number, "bag"), "Bags")}
SETS_CARRIED = {
    "sets": Carried(PerSide(CountField()), lambda number: f"{counted(number, 'set')} in a row", "Sets in a row")
}


@dataclass(frozen=True)
class Side:
    """What a side carries from hand to hand.

    total: its points so far, those the table settled too. bags: all it ever took; paid: those of them that have
    cost their penalty. sets: how many in a row. boston: whether it has just won the game by a Boston.
    """

    total: Points = 0
    bags: int = 0
    paid: int = 0
    sets: int = 0
    boston: bool = False

    @property
    def carried(self) -> int:
        """The bags that have not cost their penalty."""
        return self.bags - self.paid


@dataclass(frozen=True)
class Carry:
    """hands: how many have been scored or settled."""

    hands: int = 0
    sides: tuple[Side, ...] = (Side(), Side())

    def behind(self, side: int) -> Points:
        """How many points a side is behind the other; negative where it leads."""
        return self.sides[1 - side].total - self.sides[side].total

    def with_partners(self, before: tuple[int | None, ...]) -> "Carry":
        """When others sit together. before: by side the one whose carry it has, None where it begins anew."""
        return replace(self, sides=tuple(Side() if side is None else self.sides[side] for side in before))

    def plus(self, points: Mapping[int, Points], hands: int = 1) -> "Carry":
        """After one more hand with these points by side, or none."""
        sides = tuple(replace(side, total=side.total + points.get(i, 0)) for i, side in enumerate(self.sides))
        return Carry(self.hands + hands, sides)

    def numbers(self, key: str) -> tuple[int, ...]:
        """The bags or the sets that each side carries."""
        return tuple(side.carried if key == "bags" else side.sets for side in self.sides)

    def begun_with(self, numbers: Mapping[str, Sequence[int | None]]) -> "Carry":
        """With these bags or sets by side."""
        bags, sets = numbers.get("bags", (None, None)), numbers.get("sets", (None, None))
        sides = tuple(
            replace(
                side,
                bags=side.bags if bags[i] is None else side.paid + (bags[i] or 0),
                sets=side.sets if sets[i] is None else sets[i] or 0,
            )
            for i, side in enumerate(self.sides)
        )
        return replace(self, sides=sides)
