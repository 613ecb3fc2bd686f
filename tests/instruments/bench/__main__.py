"""Measure, and print the table; `--write` also puts it into .github/BENCHMARKS.md."""

import argparse
import time
from pathlib import Path

from tests.instruments.bench import beside, felt, lone, postgresql, rules, speed, wire
from tests.instruments.bench.figures import FULL, SHORT, Measure, machine, table, write

MEASURES: tuple[Measure, ...] = (
    speed.speed,
    speed.tables,
    wire.wire,
    felt.felt,
    speed.length,
    speed.many,
    speed.start,
    speed.memory,
    postgresql.hands,
    postgresql.saved,
    rules.rules,
    lone.lone,
)


def main() -> None:
    names = [measure.__name__ for measure in MEASURES]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="see that it runs: its figures mean nothing")
    parser.add_argument("--write", action="store_true", help="put the table into .github/BENCHMARKS.md")
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="measure these, and write nothing")
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="FOLDER",
        help="measure another keeper's static site beside the app alone",
    )
    parser.add_argument("--tap", default="", metavar="SELECTOR", help="what is tapped on its first page")
    asked = parser.parse_args()
    if asked.write and (asked.only != names or asked.beside):
        parser.error("the table is written whole")
    begun = time.monotonic()
    extent = SHORT if asked.short else FULL
    if asked.beside:
        figures = beside.beside(extent, asked.beside, asked.tap)
    else:
        measures = (measure for measure in MEASURES if measure.__name__ in asked.only)
        figures = [figure for measure in measures for figure in measure(extent)]
    print(f"{machine()}\n\n{table(figures)}\n\n{time.monotonic() - begun:.0f} seconds.")
    if asked.write:
        write(figures)


main()
