"""The mutants: one small fault each, drawn by a seed over every package of the app.

A mutant is found again by the function it is in and by the source of the node that it changes, so that the same
one can be tried on a later commit, where it stands on another line.
"""

import ast
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

SEED, NUMBER = 2026, 60
LIST = Path(__file__).with_name("drawn.json")
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    """file: below the top; function: its name with those it is in, "" at the top of a module; before, after:
    source of the node; nth: which node of that source in the function, from 0.
    """

    file: str
    function: str
    before: str
    after: str
    nth: int

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.before} -> {self.after}"


@dataclass(frozen=True)
class Place:
    """Where a mutant stands in a source: the node's lines and columns (in bytes), as `ast` counts them."""

    line: int
    column: int
    end_line: int
    end_column: int


def drawn(top: Path, seed: int = SEED, number: int = NUMBER) -> list[Mutant]:
    """As many from each package as it has lines to change, so that no package is left out."""
    draw = random.Random(seed)
    by_package: dict[str, list[Mutant]] = {}
    for path in sorted((top / "scorer").rglob("*.py")):
        file = path.relative_to(top).as_posix()
        if "/migrations/" not in file:
            package = "/".join(file.split("/")[1:-1][:1])
            by_package.setdefault(package, []).extend(mutants_of(file, path.read_text(encoding="utf-8")))
    every = sum(map(len, by_package.values()))
    chosen: list[Mutant] = []
    left: list[Mutant] = []
    for _, mutants in sorted(by_package.items()):
        mixed = draw.sample(mutants, len(mutants))
        share = max(1, number * len(mutants) // every)
        chosen += mixed[:share]
        left += mixed[share:]
    return [*chosen, *draw.sample(left, number - len(chosen))]


@cache
def mutants_of(file: str, source: str) -> tuple[Mutant, ...]:
    seen: dict[tuple[str, str], int] = {}
    found: list[Mutant] = []
    for function, node in _nodes(ast.parse(source), ""):
        if not (faults := [*_changed(node)]):
            continue  # Without its source, which would be written once for each node that it is in.
        before = ast.unparse(node)
        nth = seen.get((function, before), 0)
        seen[function, before] = nth + 1
        found += [Mutant(file, function, before, ast.unparse(changed), nth) for changed in faults]
    return tuple(found)


def place_of(mutant: Mutant, source: str) -> Place | None:
    """Where a mutant stands; None where the code has gone."""
    nth = 0
    for function, node in _nodes(ast.parse(source), ""):
        if function == mutant.function and ast.unparse(node) == mutant.before:
            if nth == mutant.nth:
                return Place(node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
            nth += 1
    return None


def found_in(mutant: Mutant, top: Path) -> Mutant | None:
    """The mutant in the file where its code stands now: its own, or the only other module that has it."""
    own = top / mutant.file
    if own.exists() and place_of(mutant, own.read_text(encoding="utf-8")):
        return mutant
    others = [replace(mutant, file=path.relative_to(top).as_posix()) for path in (top / "scorer").rglob("*.py")]
    moved = [other for other in others if place_of(other, (top / other.file).read_text(encoding="utf-8"))]
    return moved[0] if len(moved) == 1 else None


def applied(mutant: Mutant, source: str, place: Place) -> str:
    """The source with the fault; parentheses keep it one expression wherever it stands."""
    lines = source.encode().splitlines(keepends=True)
    first, last = lines[place.line - 1], lines[place.end_line - 1]
    text = mutant.after if mutant.after == "pass" or mutant.after.startswith("return") else f"({mutant.after})"
    changed = first[: place.column] + text.encode() + last[place.end_column :]
    return b"".join([*lines[: place.line - 1], changed, *lines[place.end_line :]]).decode()


def _nodes(tree: ast.AST, function: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """What can be changed, with the function that it is in; no annotation, and nothing inside an f-string."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.JoinedStr):
            continue
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inside = f"{function}.{child.name}".lstrip(".")
            for statement in child.body:
                yield from _nodes(ast.Module([statement], []), inside)
            continue
        if isinstance(child, ast.AnnAssign):
            if child.value:
                yield from _nodes(ast.Expression(child.value), function)
            continue
        if isinstance(child, ast.expr | ast.stmt):
            yield function, child
        yield from _nodes(child, function)


def _changed(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [operator], compared) if type(operator) in COMPARED:
            yield ast.Compare(left, [COMPARED[type(operator)]()], compared)
        case ast.BinOp(left, operator, right) if type(operator) in COMPUTED:
            yield ast.BinOp(left, COMPUTED[type(operator)](), right)
        case ast.BoolOp(ast.And(), values):
            yield ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(ast.Or(), values):
            yield ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)):
            yield ast.Constant(-number - 1)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield ast.Pass()
        case _:
            return


def write(mutants: list[Mutant], file: Path) -> None:
    file.write_text(json.dumps([asdict(mutant) for mutant in mutants], indent=1) + "\n", encoding="utf-8")


def read(file: Path) -> list[Mutant]:
    return [Mutant(**mutant) for mutant in json.loads(file.read_text(encoding="utf-8"))]
