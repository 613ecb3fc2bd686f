"""Change what was taken in one hand of many random evenings, in their workbooks; status 0 if the formulas give
what the app says.
"""

import argparse
import random
import shutil
import sys
from collections import Counter

from scorer.exports.workbook import workbook as xlsx
from tests.exports.changed_facts import random_change


def run(each: int, seed: int, games: list[str]) -> bool:
    """each: how many evenings of every game."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    found: list[str] = []
    cells = Counter[str]()
    for game in games:
        for number in range(each):
            change = random_change(game, random.Random(f"{seed} {game} {number}"))
            engines = [change.recalculated(), *([change.by_office(office)] if office else [])]
            cells[game] += len(engines[0])
            found += [
                f"{game}, evening {number}, {fault}" for given in engines for fault in change.differences(given)
            ]
        print(f"{game}: {each} evenings, {cells[game]} formulas.", flush=True)
    for fault in found[:20]:
        print(fault)
    engines = "pycel and LibreOffice" if office else "pycel; LibreOffice is not installed"
    print(f"Recalculated by {engines} (seed {seed}). Differences: {len(found)}.")
    return not found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.changed_facts", description=__doc__)
    parser.add_argument("--each", type=int, default=50, help="evenings of every game (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="only these (default: all whose points have formulas)"
    )
    asked = parser.parse_args()
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    return 0 if run(asked.each, seed, asked.games or [*xlsx.FORMULAS]) else 1


if __name__ == "__main__":
    sys.exit(main())
