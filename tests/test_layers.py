"""The layers: imports run strictly downward, the rules are pure, no game goes without its tests."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import scorer
from scorer.rules.registry import GAMES

from . import nap

FOLDERS = (Path(scorer.__file__).parent, nap.HERE / "scorer")
FILES = {str(path.relative_to(folder)): path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))}
RULES = [file for file in FILES if file.startswith("rules/")]
SHEET = [file for file in FILES if file.startswith("sheet/")]
STATISTICS = [file for file in FILES if file.startswith("statistics/")]

# What each layer may import from; "" is the package itself, the factory of the web.
BELOW = {
    "rules": {"rules"},
    "sheet": {"sheet", "rules"},
    "statistics": {"statistics", "sheet", "rules"},
    "exports": {"exports", "statistics", "sheet", "rules"},
    "store": {"store", "sheet", "rules"},
    "web": {"web", "store", "exports", "statistics", "sheet", "rules"},
    "site": {"site", "web", "", "store", "exports", "statistics", "sheet", "rules"},
    "cli": {"cli", "site", "", "web", "store", "exports", "statistics", "sheet", "rules"},
    "": {"", "web", "store", "exports", "statistics", "sheet", "rules"},
}
# The packages within a layer, from the ground up: each imports from itself and from those before it.
WEB = """assets protection responses app forms entry games repeats commands table_forms source sheet hand
corrections new_sheet auction disputes questions checks people home help export imports backups statistics club
factory"""
SHEETS = "core looks sheet_file changes audit paper highlights questions importing"
ORDERS: dict[str, list[str]] = {"web": [*WEB.split()], "sheet": [*SHEETS.split()]}
IMPURE = {"asyncio", "datetime", "glob", "io", "os", "pathlib", "random", "secrets", "shutil", "socket"}
IMPURE |= {"sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "importlib", "zoneinfo"}


def nodes(file: str) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(FILES[file].read_text("utf-8"), file))


@cache
def imported(file: str) -> set[str]:
    """The full name of everything a file imports, wherever in it, relative imports resolved."""
    found: set[str] = set()
    package = ["scorer", *Path(file).parent.parts]
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def layer(name: str) -> str:
    """The layer of a full name: "rules" for scorer.rules.core.Rule."""
    second = name.split(".")[1] if "." in name else ""
    return second if second in BELOW else ""


def layer_of(file: str) -> str:
    return layer("scorer." + file.removesuffix(".py").removesuffix("__init__").replace("/", "."))


def ours(name: str) -> bool:
    return name.split(".")[0] == "scorer"


def test_the_layers_and_their_imports_are_found() -> None:
    assert {"rules", "sheet", "statistics", "exports", "cli", ""} <= {layer_of(file) for file in FILES}
    assert "scorer.rules.registry.GAMES" in imported("sheet/sheet_file.py")
    assert "scorer.rules.reading" in imported("sheet/sheet_file.py")
    assert "scorer.sheet.core.ledger.Ledger" in imported("cli/files.py")
    assert layer("scorer.sheet.core.ledger.Ledger") == "sheet"
    assert layer("scorer.create_app") == ""


def test_a_file_imports_only_from_its_own_layer_and_those_below() -> None:
    found = [
        (file, name)
        for file in FILES
        for name in imported(file)
        if ours(name) and layer(name) not in BELOW[layer_of(file)]
    ]
    assert found == []


def module_of(file: str) -> str:
    """The full name of a file of Python: "scorer.rules.core"."""
    parts = file.removesuffix(".py").removesuffix("__init__").split("/")
    return ".".join(filter(None, ("scorer", *parts)))


def test_no_modules_import_each_other_in_a_circle() -> None:
    modules = {module_of(file): file for file in FILES}

    def module(name: str) -> str:
        return name if name in modules else name.rpartition(".")[0]

    below = {own: {module(name) for name in imported(file)} & {*modules} - {own} for own, file in modules.items()}
    # Without those that import nothing more of what is left, again and again: circles stay.
    while done := {own for own, needed in below.items() if not needed & {*below}}:
        below = {own: needed for own, needed in below.items() if own not in done}
    assert below == {}


def test_the_packages_of_the_web_and_of_a_sheet_have_an_order() -> None:
    found: list[tuple[str, str]] = []
    for file in FILES:
        within, *packages = file.removesuffix(".py").split("/")
        if within in ORDERS and packages[0] != "__init__":
            order = ORDERS[within]
            below = order[: order.index(packages[0]) + 1]
            own = [name for name in imported(file) if name.startswith(f"scorer.{within}.")]
            found += [(file, name) for name in own if name.split(".")[2] not in below]
    assert found == []


def test_rules_sheet_and_statistics_need_nothing_but_the_standard_library() -> None:
    foreign = [(file, name) for file in (*RULES, *SHEET, *STATISTICS) for name in imported(file) if not ours(name)]
    assert [each for each in foreign if each[1].split(".")[0] not in sys.stdlib_module_names] == []


def test_the_rules_know_no_clock_no_chance_no_machine_and_no_float() -> None:
    words = {"open", "print", "input", "eval", "exec", "__import__", "float"}
    for file in RULES:
        assert {name.split(".")[0] for name in imported(file)}.isdisjoint(IMPURE), file
        for node in nodes(file):
            where = f"{file}, line {getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Name) and node.id in words), where
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex)), where


def test_the_key_of_a_game_is_its_key_in_the_registry() -> None:
    assert {key: game.key for key, game in GAMES.items()} == {key: key for key in GAMES}


def test_a_game_imports_no_other_game() -> None:
    homes = {".".join(game.__module__.split(".")[:3]) for game in GAMES.values()}
    for own in homes:
        others = tuple(f"{home}." for home in homes if home != own)
        files = [file for file in FILES if f"scorer.{file[:-3]}.".replace("/", ".").startswith(f"{own}.")]
        assert files, own
        assert [(file, name) for file in files for name in imported(file) if name.startswith(others)] == []
