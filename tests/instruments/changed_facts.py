"""Change what was taken in one hand of many random evenings, in their workbooks; status 0 if the formulas give
what the app says.
"""

import argparse
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from openpyxl import load_workbook

from scorer.exports.workbook import workbook as xlsx
from scorer.exports.workbook.book import SCORE
from tests.exports.changed_facts import Change, random_change
from tests.exports.recalculation import Cell, Workbook


def by_office(office: str, change: Change) -> dict[Cell, Any]:
    """What LibreOffice gives for the changed workbook. office: its program."""
    workbook = Workbook(xlsx.write(change.before), change.cells)
    with TemporaryDirectory() as folder:
        file, out = Path(folder, "changed.xlsx"), Path(folder, "out")
        workbook.written.save(file)
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        convert = ("--headless", "--convert-to", "xlsx", "--outdir", str(out), str(file))
        subprocess.run([office, profile, *convert], check=True, capture_output=True, timeout=120)
        sheet = load_workbook(out / file.name, data_only=True)[SCORE]
    return {cell: sheet[cell[1]].value for cell in workbook.formulas() if cell[0] == SCORE}


def run(each: int, seed: int, games: list[str]) -> bool:
    """each: how many evenings of every game."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    found: list[str] = []
    cells = Counter[str]()
    for game in games:
        for number in range(each):
            change = random_change(game, random.Random(f"{seed} {game} {number}"))
            engines = [change.recalculated(), *([by_office(office, change)] if office else [])]
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
