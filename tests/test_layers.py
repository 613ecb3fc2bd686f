"""The layers: imports run strictly downward, the rules are pure, no game goes without its tests."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer
from scorer.rules.registry import GAMES

from . import nap

FOLDERS = (Path(scorer.__file__).parent, nap.HERE / "scorer")
FILES = {str(path.relative_to(folder)): path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))}
RULES = [file for file in FILES if file.startswith("rules/")]
SHEET = [file for file in FILES if file.startswith("sheet/")]
SEASONS = [file for file in FILES if file.startswith("seasons/")]

# What each layer may import from; "" is the package itself, the factory of the web.
BELOW = {
    "rules": {"rules"},
    "sheet": {"sheet", "rules"},
    "seasons": {"seasons", "sheet", "rules"},
    "exports": {"exports", "seasons", "sheet", "rules"},
    "store": {"store", "sheet", "rules"},
    "web": {"web", "store", "exports", "seasons", "sheet", "rules"},
    "cli": {"cli", "", "store", "exports", "seasons", "sheet", "rules"},
    "": {"", "web", "store", "exports", "seasons", "sheet", "rules"},
}
# The packages within a layer, from the ground up: each imports from itself and from those before it.
ORDERS = {
    "web": [
        "responses",
        "app",
        "forms",
        "games",
        "commands",
        "pages",
        "sheets",
        "questions",
        "files",
        "seasons",
        "routes",
    ],
    "sheet": ["core", "file", "changes", "audit", "paper", "questions", "importing"],
}
IMPURE = {"asyncio", "datetime", "glob", "io", "os", "pathlib", "random", "secrets", "shutil", "socket"}
IMPURE |= {"sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "importlib", "zoneinfo"}


def tree(file: str) -> ast.Module:
    return ast.parse(FILES[file].read_text("utf-8"), file)


def imported(file: str) -> Iterator[str]:
    """The full name of everything a file imports, wherever in it, relative imports resolved."""
    package = ["scorer", *Path(file).parent.parts]
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def layer(name: str) -> str:
    """The layer of a full name: "rules" for scorer.rules.core.Rule."""
    second = name.split(".")[1] if "." in name else ""
    return second if second in BELOW else ""


def layer_of(file: str) -> str:
    return layer("scorer." + file.removesuffix(".py").removesuffix("__init__").replace("/", "."))


def ours(name: str) -> bool:
    return name.split(".")[0] == "scorer"


def test_the_layers_and_their_imports_are_found() -> None:
    assert {"rules", "sheet", "seasons", "exports", "cli", ""} <= {layer_of(file) for file in FILES}
    assert "scorer.rules.registry.GAMES" in set(imported("sheet/file/document.py"))
    assert "scorer.rules.reading" in set(imported("sheet/file/document.py"))
    assert "scorer.sheet.core.ledger.Ledger" in set(imported("cli.py"))
    assert layer("scorer.sheet.core.ledger.Ledger") == "sheet"
    assert layer("scorer.create_app") == ""


@pytest.mark.parametrize("file", FILES)
def test_a_file_imports_only_from_its_own_layer_and_those_below(file: str) -> None:
    assert {layer(name) for name in imported(file) if ours(name)} <= BELOW[layer_of(file)]


@pytest.mark.parametrize("file", [file for file in FILES if re.match(r"(web|sheet)/(?!__init__)", file)])
def test_the_packages_of_the_web_and_of_a_sheet_have_an_order(file: str) -> None:
    within, package = file.removesuffix(".py").split("/")[:2]
    order = ORDERS[within]
    names = [name.split(".")[2] for name in imported(file) if name.startswith(f"scorer.{within}.")]
    assert [name for name in names if name not in order[: order.index(package) + 1]] == []


@pytest.mark.parametrize("file", [*RULES, *SHEET, *SEASONS])
def test_rules_sheet_and_seasons_need_nothing_but_the_standard_library(file: str) -> None:
    foreign = {name.split(".")[0] for name in imported(file) if not ours(name)}
    assert foreign <= sys.stdlib_module_names
    assert foreign.isdisjoint({"flask", "sqlalchemy"})


@pytest.mark.parametrize("file", RULES)
def test_the_rules_know_no_clock_no_chance_and_no_machine(file: str) -> None:
    assert {name.split(".")[0] for name in imported(file)}.isdisjoint(IMPURE)
    called = {node.id for node in ast.walk(tree(file)) if isinstance(node, ast.Name)}
    assert called.isdisjoint({"open", "print", "input", "eval", "exec", "__import__"})


@pytest.mark.parametrize("file", RULES)
def test_the_rules_know_no_float(file: str) -> None:
    for node in ast.walk(tree(file)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno


@pytest.mark.parametrize("key", GAMES)
def test_the_key_of_a_game_is_its_key_in_the_registry(key: str) -> None:
    assert GAMES[key].key == key


@pytest.mark.parametrize("key", GAMES)
def test_a_game_imports_no_other_game(key: str) -> None:
    packages = {game.__module__.rpartition(".")[0] for game in GAMES.values()}
    own = GAMES[key].__module__.rpartition(".")[0]
    folder = own.removeprefix("scorer.").replace(".", "/") + "/"
    others = tuple(f"{package}." for package in packages - {own})
    files = [file for file in FILES if file.startswith(folder)]
    assert files
    assert [name for file in files for name in imported(file) if name.startswith(others)] == []
