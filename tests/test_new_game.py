"""Every game has all that it needs; and what CONTRIBUTING says on adding one is enough: it is done with Nap."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.rules.registry import GAMES
from scorer.web.games import FORMS

from . import nap
from .test_contributing import CONTRIBUTING, TOP

STEP = re.compile(r"^\d\. `([^`]+)`", re.MULTILINE)


def places(game: str) -> list[Path]:
    """Where CONTRIBUTING says that the parts of a game stand."""
    section = CONTRIBUTING.partition("## Add a game")[2].partition("\n## ")[0]
    module = game.replace("-", "_")
    return [Path(step.replace("NAME", module).replace("KEY", game)) for step in STEP.findall(section)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_its_parts(game: str) -> None:
    roots = (TOP, nap.HERE) if game == "nap" else (TOP,)
    assert [place for place in places(game) if not any((root / place).is_file() for root in roots)] == []
    assert game in FORMS


def test_the_steps_of_the_guide_add_a_game(tmp_path: Path) -> None:
    """The sample game's files are put where the guide says, without what registers it in the tests."""
    sample = shutil.ignore_patterns("__pycache__", "nap")
    for folder in ("scorer", "templates", "static", "tests"):
        shutil.copytree(TOP / folder, tmp_path / folder, ignore=sample)
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "__init__.py").write_text("")
    for folder in ("scorer", "templates", "tests"):
        shutil.copytree(nap.HERE / folder, tmp_path / folder, dirs_exist_ok=True)
    for place in places("nap"):
        if place.name in ("registry.py", "__init__.py"):
            _register(tmp_path / place)
    tests = ["tests/rules/nap/test_game.py", "tests/sheet/core/test_ledger.py", "tests/exports/test_wide_csv.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", "nap and not snap"]
    played = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert played.returncode == 0, played.stdout + played.stderr
    assert re.search(r"^\d\d passed", played.stdout, re.MULTILINE)


def _register(registry: Path) -> None:
    """Put Nap beside Offender, as a person would: an import, and a line."""
    text = registry.read_text("utf-8")
    text, imports = re.subn(r"^from \.offender(?:\.game)? import .*$", _beside, text, flags=re.MULTILINE)
    text, lines = re.subn(r"^ +(\"offender\": Offender\w+|Offender),$", _beside, text, flags=re.MULTILINE)
    assert (imports, lines) == (1, 1), f"{registry.name} is not laid out as the guide says"
    registry.write_text(text, encoding="utf-8")


def _beside(found: re.Match[str]) -> str:
    return found[0] + "\n" + found[0].replace("offender", "nap").replace("Offender", "Nap")
