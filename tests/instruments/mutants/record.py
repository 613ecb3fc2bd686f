"""A plugin for pytest: which tests execute which lines of the app, and how long each takes.

`MUTANTS_RECORD` names the folder that each process of the run leaves its part in. What a fixture of the whole
session executes counts for every test that uses it, whichever came first.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

FOLDER = "MUTANTS_RECORD"
FIXTURE = "fixture "
_folder = Path(os.environ.get(FOLDER, "."))
_cover = coverage.Coverage(data_file=str(_folder / "coverage"), data_suffix=f"{os.getpid()}", source=["scorer"])
_tests: dict[str, dict[str, Any]] = {}
_context = ""
_runs_tests = False


def pytest_configure(config: pytest.Config) -> None:
    global _runs_tests
    # The process that hands tests out to others runs none.
    _runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if _runs_tests:
        _cover.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not _runs_tests:
        return
    _cover.stop()
    _cover.save()
    (_folder / f"tests.{os.getpid()}.json").write_text(json.dumps(_tests), encoding="utf-8")


def _switch(context: str) -> None:
    global _context
    if not _runs_tests:
        return
    _cover.switch_context(context)
    _context = context


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _switch(item.nodeid)
    try:
        return (yield)
    finally:
        _switch("")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, object, object]:
    before = _context
    if fixturedef.scope == "session":
        _switch(FIXTURE + fixturedef.argname)
    try:
        return (yield)
    finally:
        _switch(before)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    test = _tests.setdefault(report.nodeid, {"seconds": 0.0})
    test["seconds"] += report.duration
    if not report.passed:
        test["failed"] = True


def pytest_runtest_setup(item: pytest.Item) -> None:
    _tests.setdefault(item.nodeid, {"seconds": 0.0})["fixtures"] = list(getattr(item, "fixturenames", ()))
