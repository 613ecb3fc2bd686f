"""Measure, and print the table; `--write` also puts it into .github/BENCHMARKS.md."""

import argparse
import time

from . import length, postgresql, rules, speed, start, wire
from .figures import FULL, SHORT, Measure
from .report import machine, table, write

MEASURES: tuple[Measure, ...] = (
    speed.speed,
    wire.wire,
    length.length,
    length.many,
    start.start,
    start.memory,
    postgresql.hands,
    postgresql.saved,
    rules.rules,
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="see that it runs: its figures mean nothing")
    parser.add_argument("--write", action="store_true", help="put the table into .github/BENCHMARKS.md")
    asked = parser.parse_args()
    begun = time.monotonic()
    figures = [figure for measure in MEASURES for figure in measure(SHORT if asked.short else FULL)]
    print(f"{machine()}\n\n{table(figures)}\n\n{time.monotonic() - begun:.0f} seconds.")
    if asked.write:
        write(figures)


main()
