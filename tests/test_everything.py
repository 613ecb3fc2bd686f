"""`python -m tests` ends badly if anything is wrong, and what it prints last is what pytest said."""

import sys
from pathlib import Path

import pytest

from . import __main__ as everything

TOOLS = ("ruff", "oxlint", "pyright", "python")


@pytest.mark.parametrize("wrong", [None, *TOOLS])
def test_the_status_is_that_of_every_check_and_the_last_line_the_tests_own(
    wrong: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in TOOLS:
        wait = "while [ ! -e typed ]; do sleep 0.02; done; sleep 0.2" if name == "python" else "true"
        typed = "touch typed" if name == "pyright" else "true"
        status = int(name == wrong)
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\n{wait}\necho {name} has ended\n{typed}\nexit {status}\n", encoding="utf-8")
        tool.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(everything, "TOP", tmp_path)
    monkeypatch.setattr(everything, "get_browsers", lambda: None)
    assert everything.main([]) == (wrong is not None)
    said, complaints = capfd.readouterr()
    assert said.endswith("python has ended\n")
    # What a tool says of the types is of no use where they are clean.
    assert ("pyright has ended" in complaints) == (wrong == "pyright")
    assert ("not clean" in complaints) == (wrong in TOOLS[:3])
