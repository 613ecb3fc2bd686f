"""The figures of the table, what is wanted of each, how long a run is, and their place in BENCHMARKS.md."""

import os
import platform
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


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


TOP = Path(__file__).parents[3]
FILE = TOP / ".github" / "BENCHMARKS.md"
_BLOCK = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
_MODEL = re.compile(r"^model name\s*: (.*)$", re.MULTILINE)
BY_HAND = Figure(
    "Lighthouse mobile: home, new sheet, hand, sheet of 20, auction",
    "run by hand",
    "100 each, ≤ 1.2 s",
)


def machine() -> str:
    """Processor, cores and Python, and nothing else of this machine."""
    info = Path("/proc/cpuinfo")
    found = _MODEL.search(info.read_text("utf-8")) if info.exists() else None
    model = found[1] if found else platform.machine()
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def table(figures: Sequence[Figure]) -> str:
    head = ["| figure | measured | goal | reached |", "|---|---|---|---|"]
    return "\n".join([*head, *map(str, figures), str(BY_HAND)])


def write(figures: Sequence[Figure]) -> None:
    """Put the table of a run in the place of the last one's."""
    block = f"\nMeasured on: {machine()}.\n\n{table(figures)}\n\n"
    FILE.write_text(_BLOCK.sub(lambda _: block, FILE.read_text("utf-8")), "utf-8")
