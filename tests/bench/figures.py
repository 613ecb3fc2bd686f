"""The figures of the table: what is measured, what is wanted, and how much of everything a run takes."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Extent:
    """How long a run is. rounds of seconds each; hands: of a long sheet; sheets: opened one after the other;
    many: sheets in a large database; starts: of each server; crowd: phones that look on; pause: seconds from one
    hand of a phone to the next, where it pauses.
    """

    rounds: int
    seconds: float
    hands: int
    sheets: int
    many: int
    starts: int
    crowd: int
    pause: float


FULL = Extent(rounds=5, seconds=2.5, hands=1000, sheets=1000, many=10_000, starts=7, crowd=1000, pause=1.0)
SHORT = Extent(rounds=1, seconds=0.05, hands=60, sheets=10, many=20, starts=1, crowd=8, pause=0.05)


@dataclass(frozen=True)
class Figure:
    """A line of the table, in texts. reached: whether what was measured is as good as a goal that there is."""

    name: str
    measured: str
    goal: str
    reached: bool | None = None

    def __str__(self) -> str:
        mark = {True: "yes", False: "**no**", None: ""}[self.reached]
        return f"| {self.name} | {self.measured} | {self.goal} | {mark} |"


def at_least(name: str, measured: float, goal: float, beside: str) -> Figure:
    """beside: what the ratio is made of."""
    return Figure(name, f"{measured:.2f} ({beside})", f"≥ {goal:g}", measured >= goal)


def at_most(name: str, measured: float, goal: float, beside: str) -> Figure:
    return Figure(name, f"{measured:.2f} ({beside})", f"≤ {goal:g}", measured <= goal)


Measure = Callable[[Extent], list[Figure]]
