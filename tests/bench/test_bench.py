"""A short run of `python -m tests.bench`: every line is there. How quick the app is, no test says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import figures
from .figures import FILE, Figure

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
    "hands a second on PostgreSQL, 16 phones: one process, two",
    "a hand on two processes while 0, 2, 4, 8 look: 99 of 100 within",
    "2,121 entries on SQLite, and on PostgreSQL: saved, brought back",
    "a contract scored with its reasons ÷ `endplay` without",
    "a call judged ÷ the same one read by `endplay`, which judges none",
    "the phone alone, first time: MB over the wire",
    "the phone alone, from the icon to the last sheet ÷ bare Pyodide",
    "the phone alone, Save to the next page: ms, 99 of 100 within",
    "the same hand on a server, in the same browser: ms, 99 of 100 within",
    "the phone alone, its first page: ms",
    "Lighthouse mobile: home, new sheet, hand, sheet of 20, auction",
)
NOT_IN_SHORT = ("the phone alone", "the same hand on a server")
"""What a short run does not measure."""
_NUMBER = re.compile(r"[\d,]+")
_LINE = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", re.MULTILINE)


@pytest.mark.long
def test_a_short_run_prints_every_figure() -> None:
    command = [sys.executable, "-m", "tests.bench", "--short"]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False, timeout=500)
    assert ran.returncode == 0, ran.stderr
    named = [name for name, *_ in _LINE.findall(ran.stdout) if name not in ("figure", "---")]
    assert named == [name for name in FIGURES if not name.startswith(NOT_IN_SHORT)]
    measured = lines_of(ran.stdout)
    for name, value in measured.items():
        assert re.search(r"\d|by hand|no release", value), (name, value)


@pytest.mark.long
def test_a_run_of_some_measures_prints_these_and_writes_no_table_of_them() -> None:
    command = [sys.executable, "-m", "tests.bench", "--short", "--only", "rules"]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True, timeout=100)
    assert len(lines_of(ran.stdout)) == 3
    refused = subprocess.run(
        [*command, "--write"], cwd=TOP, capture_output=True, text=True, check=False, timeout=100
    )
    assert (refused.returncode, "the table is written whole" in refused.stderr) == (2, True)


def lines_of(text: str) -> dict[str, str]:
    """What was measured, by the name of each figure without its numbers."""
    found = _LINE.findall(text)
    return {_NUMBER.sub("N", name): value for name, value, _ in found if name not in ("figure", "---")}


def test_the_baseline_loads_nothing_of_the_app_but_its_server() -> None:
    loaded = "import runpy, sys; runpy.run_path('tests/bench/bare.py'); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", loaded], cwd=TOP, capture_output=True, text=True, check=True)
    assert [name for name in told.stdout.split() if name.startswith("scorer.")] == ["scorer.connections"]


def test_the_benchmarks_quote_every_figure_and_the_machine() -> None:
    text = FILE.read_text("utf-8")
    assert list(lines_of(text)) == [_NUMBER.sub("N", name) for name in FIGURES]
    assert re.search(r"^Measured on: .+, \d+ cores, Python 3\.\d+\.\d+\.$", text, re.MULTILINE)


def test_the_table_of_a_run_takes_the_place_of_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "BENCHMARKS.md"
    copy.write_text(FILE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(figures, "FILE", copy)
    written = ""
    for value in ("0.17", "0.29"):
        figures.write([Figure(name, f"{value} (so many)", "≥ 1", False) for name in FIGURES])
        written = copy.read_text("utf-8")
        assert written.count("Measured on: ") == 1
        assert written.count(f"{value} (so many)") == len(FIGURES)
    assert "## Where a goal is not reached" in written
