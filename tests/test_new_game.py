"""Every game has all that it needs; and what CONTRIBUTING says on adding one is enough: it is done with Nap."""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.fields import CountField, FlagField, PerSide
from scorer.rules.game import Game
from scorer.rules.offender import Offender
from scorer.rules.options import Options, option
from scorer.rules.registry import GAMES, RESERVED, ByGame, by_key
from scorer.sheet.core.sheet import BESIDE, SETTLED
from scorer.sheet.paper import csv

from . import nap
from .nap import Nap
from .parts import TOP, MissingPartError, missing, vectors_of


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_its_parts(game: str) -> None:
    assert missing(game) == []


def test_a_missing_file_is_named_with_what_to_write_there() -> None:
    game, vectors, rule_book = missing("six-nimmt")
    assert game.startswith("six-nimmt has no scorer/rules/six_nimmt.py: write the class of the game, ")
    assert vectors == (
        "six-nimmt has no tests/vectors/six-nimmt.json: write whole sheets with the points and totals that are "
        "expected, as in the files beside it there (.github/CONTRIBUTING.md, Add a game, step 3)"
    )
    assert rule_book == (
        "six-nimmt has no tests/rules/six_nimmt/test_game.py: write the rule book again there "
        "(.github/CONTRIBUTING.md, Add a game, step 4)"
    )
    with pytest.raises(MissingPartError) as caught:
        vectors_of("six-nimmt")
    assert str(caught.value) == vectors


def test_a_class_that_lacks_something_says_what_and_where_to_add_it() -> None:
    class Nullo(Nap):
        __module__ = "scorer.rules.nullo"
        score, summarize = Game.score, Game.summarize

    with pytest.raises(TypeError) as caught:
        by_key(Nullo)
    assert str(caught.value) == (
        "Nullo has no score, summarize: give it to the class Nullo in scorer/rules/nullo.py, as "
        "scorer/rules/game.py says (CONTRIBUTING, Add a game, step 1)."
    )


@dataclass(frozen=True)
class ToTen(Options):
    target: int | None = option(10, (5, 10), "Target", "Who has so many points wins.", "open", may_be_none=True)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            {"may_pass_out": True},
            "has may_pass_out, but no ContractField under the key contract, which says that nobody bid",
        ),
        ({"sizes": range(4, 7)}, "has partnerships, so it is for two sides of two: its sizes are range(4, 5)"),
        (
            {"partnerships": False, "keys": {**Nap.keys, "tricks": PerSide(CountField())}},
            "has a value for each side under the key tricks, but no sides: say partnerships = True",
        ),
        ({"keys": {**Nap.keys, "revoke": FlagField()}}, "has the key revoke, but its NapHand has no such field"),
        (
            {"keys": {**Nap.keys, "wellington": FlagField(needed=False)}},
            "may lack the key wellington: give it a default in NapHand",
        ),
        (
            {"keys": {key: field for key, field in Nap.keys.items() if key != "bid"}},
            "has no key bid, which its NapHand needs",
        ),
        (
            {"keys": {"points": CountField(), "note": FlagField(), **Nap.keys}},
            "has the key note, points, which sheet files have for every hand: call it otherwise",
        ),
        (
            {"outcomes_type": type("NulloOutcomes", (Nap.outcomes_type,), {"counted": "won"})},
            "counts tricks, but no key won holds them: say in NulloOutcomes which is counted",
        ),
        ({"points_are_facts": True}, "has points_are_facts, but no key points under which they stand"),
        (
            {"options_type": ToTen},
            (
                "has the house rule target, which may be None and is not by default, so that no form can choose "
                "None: make it the default, or let a value such as 0 stand for it, named in words"
            ),
        ),
    ],
)
def test_a_class_that_nobody_could_play_is_refused_in_a_sentence(said: dict[str, Any], fault: str) -> None:
    with pytest.raises(TypeError) as caught:
        by_key(type("Nullo", (Nap,), said))
    assert str(caught.value) == f"Nullo {fault} (CONTRIBUTING, Add a game, step 1)."


def test_no_game_may_have_a_key_that_every_hand_has() -> None:
    assert {*BESIDE, *SETTLED, "calls", "coming", *csv.BESIDE} - {*csv.DEALT} == RESERVED


def test_every_look_of_a_game_stands_under_the_key_of_a_game() -> None:
    looks = {file.stem for file in (TOP / "templates" / "games").glob("*.html")} - {"declared"}
    assert looks <= {*GAMES}


def test_what_is_registered_for_no_game_or_twice_for_one_is_refused_in_a_sentence() -> None:
    stakes = ByGame[str]()
    assert stakes.register(Offender)("a cent") == "a cent"
    with pytest.raises(TypeError, match=r"^Offender has one already: a cent\.$"):
        stakes.register(Offender)("a dollar")
    for nullo in (type("Nullo", (Nap,), {"key": "nullo"}), type("Nullo", (Nap,), {})):
        with pytest.raises(TypeError, match=r"^Nullo is not in GAMES \(CONTRIBUTING, Add a game, step 2\)\.$"):
            stakes.register(nullo)("a penny")
    assert stakes == {"offender": "a cent"}


@pytest.mark.long
def test_the_steps_of_the_guide_add_a_game(tmp_path: Path) -> None:
    """The sample game's files are put where the guide says, without what registers it in the tests."""
    sample = shutil.ignore_patterns("__pycache__", "nap")
    for folder in ("scorer", "templates", "static", "tests", ".github"):
        shutil.copytree(TOP / folder, tmp_path / folder, ignore=sample)
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "__init__.py").write_text("")
    for folder in ("scorer", "tests"):
        shutil.copytree(nap.HERE / folder, tmp_path / folder, dirs_exist_ok=True)
    _register(tmp_path / "scorer" / "rules" / "registry.py")
    tests = ["tests/rules/nap/test_game.py", "tests/test_every_vector.py", "tests/sheet/paper/test_hands_table.py"]
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
