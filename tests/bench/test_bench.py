"""A short run of `python -m tests.bench`: every line is there. How quick the app is, no test says."""

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
FIGURES = (
    "a recorded hand ÷ a raw write of bare Flask, 16 phones",
    "the same, 99 of 100 answered within",
    "a look with nothing new ÷ a bare hello, 16 phones",
    "bytes after a recorded hand, 20 and 60 hands: who recorded, who watched",
    "first visit",
    "the page of a sheet of 60 hands ÷ of 20",
    "hand 60 recorded ÷ hand 10",
    "hand 2,100 of a database recorded ÷ hand 100",
    "start to the first answer ÷ bare Flask",
    "memory then",
    "memory after 10 sheets opened ÷ at the start",
    "a contract scored with its reasons ÷ `endplay` without",
    "a call judged ÷ the same one read by `endplay`, which judges none",
    "Lighthouse mobile: home, new sheet, hand, sheet of 20, auction",
)
_LINE = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", re.MULTILINE)


def test_a_short_run_prints_every_figure() -> None:
    command = [sys.executable, "-m", "tests.bench", "--short"]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False, timeout=500)
    assert ran.returncode == 0, ran.stderr
    measured = {name: value for name, value, _ in _LINE.findall(ran.stdout) if name != "figure"}
    assert tuple(measured) == FIGURES
    for name, value in measured.items():
        assert re.search(r"\d|by hand|no release", value), (name, value)
