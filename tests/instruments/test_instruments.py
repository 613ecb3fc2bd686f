"""Each instrument runs, shortly. How quick the app is, no test says."""

import random
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser

from ..postgresql import NoPostgreSQLError, running
from .bench.beside import beside
from .bench.figures import FILE, SHORT
from .faults.run import run as record_under_faults
from .hostile.run import run as send_hostile
from .load.run import run as record_under_load
from .mutants.draw import LIST, NUMBER, applied, mutants_of, place_of, read
from .mutants.run import TOP
from .races.run import run as race
from .screenshots.camera import take_pictures
from .screenshots.compare import compare
from .screenshots.contact_sheet import make_contact_sheets
from .screenshots.report import report
from .screenshots.screens import ANY, all_screens

_LINE = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", re.MULTILINE)
_NUMBER = re.compile(r"[\d,]+")


def figures_in(text: str) -> dict[str, str]:
    """What was measured, by the name of each figure without its numbers."""
    return {
        _NUMBER.sub("N", name): value for name, value, _ in _LINE.findall(text) if name not in ("figure", "---")
    }


@pytest.mark.parametrize("only", [("rules",), pytest.param((), marks=pytest.mark.long)])
def test_the_benchmarks_print_figures_that_their_page_quotes(only: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "tests.bench", "--short", *(("--only", *only) if only else ())]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True, timeout=500)
    printed = figures_in(ran.stdout)
    assert len(printed) >= 3
    assert printed.keys() <= figures_in(FILE.read_text("utf-8")).keys()
    assert [name for name, value in printed.items() if not re.search(r"\d|by hand|no release", value)] == []


@pytest.mark.long
def test_another_keeper_s_site_is_measured_beside_the_app(tmp_path: Path) -> None:
    page = "<h1>Whist</h1><button onclick=\"this.textContent = 'Ann 1'\">Ann</button>"
    (tmp_path / "index.html").write_text(page, "utf-8")
    ours, theirs, tap = beside(SHORT, tmp_path, "button")
    assert [int(figure.measured) > 0 for figure in (ours, theirs, tap)] == [True] * 3


@pytest.mark.parametrize("postgresql", [False, pytest.param(True, marks=pytest.mark.long)])
def test_no_phone_has_a_sheet_that_was_closed_to_it_while_it_opened_it(postgresql: bool) -> None:
    try:
        with running() if postgresql else nullcontext() as server:
            report = race(server and server.new_database(), rounds=2, joins=5)
    except NoPostgreSQLError as missing:
        pytest.skip(str(missing))
    assert report.clean, str(report)
    assert [report.counts[kind] for kind in ("taps", "repeats", "renews")] == [2, 2, 2]


@pytest.mark.parametrize("postgresql", [False, pytest.param(True, marks=pytest.mark.long)])
def test_nothing_is_lost_or_doubled_while_server_and_network_are_at_their_worst(postgresql: bool) -> None:
    try:
        with running(fast=False) if postgresql else nullcontext() as database:
            report = record_under_faults(40, seed=1, clients=8, postgresql=database)
    except NoPostgreSQLError as missing:
        pytest.skip(str(missing))
    assert report.clean, str(report)
    counts = report.tally.counts
    assert counts["acknowledged"] == 40
    assert counts["kills"] >= 3
    happened = ("kills in flight", "broken", "dropped", "repeated", "twins", "reordered", "stale", "refused")
    assert postgresql or [what for what in happened if not counts[what]] == []


def test_what_nobody_sends_by_a_tap_is_answered_in_words() -> None:
    report = send_hostile(100, 10, ("offender",))
    assert report.clean, str(report)
    # The requests come as far as views and forms: pages, acts that are taken, fields that are refused.
    assert {200, 303, 404, 405, 422} <= report.statuses.keys()


def test_sixteen_phones_record_every_hand_whatever_others_do_to_the_server() -> None:
    figures = record_under_load(seconds=1)
    assert figures.troubles == [], str(figures)
    assert figures.held >= 200, str(figures)
    assert figures.hands >= figures.phones, str(figures)


def test_a_mutant_is_found_in_the_code_and_changes_one_place_of_it() -> None:
    assert len(read(LIST)) == NUMBER
    file = "scorer/rules/core.py"
    source = (TOP / file).read_text("utf-8")
    drawn = random.Random(1).sample(list(mutants_of(file, source)), 12)
    for mutant in drawn:
        place = place_of(mutant, source)
        assert place is not None, mutant
        faulty = applied(mutant, source, place)
        compile(faulty, file, "exec")
        assert faulty != source


def test_a_screen_is_a_picture_that_is_measured_and_compared(
    app: Flask, chromium: Browser, address: str, tmp_path: Path
) -> None:
    [home, *_] = [screen for screen in all_screens(app, [ANY]) if screen.name.endswith("help")]
    complaints: list[str] = []
    shown = (chromium, address, [home], [(360, 640)], ["black"], tmp_path)
    pictures = take_pictures(*shown, complain=complaints.append)
    assert complaints == []
    [picture] = pictures
    assert picture.file.read_bytes().startswith(b"\x89PNG")
    assert home.name in report(pictures)
    assert [sheet.suffix for sheet in make_contact_sheets(chromium, pictures, tmp_path)] == [".png"]
    assert list(compare(tmp_path, tmp_path, tmp_path)) == []
