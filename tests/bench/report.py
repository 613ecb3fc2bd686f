"""The table of a run, and its place in BENCHMARKS.md."""

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from .figures import Figure

TOP = Path(__file__).parents[2]
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
