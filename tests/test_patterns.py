"""No pattern takes long, whatever it reads: the time grows with the length of a text, not with its square."""

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import ModuleType
from typing import Any

import pytest

import scorer

READS = ("match", "fullmatch", "search", "split", "sub", "subn", "findall", "finditer")
LENGTH = 2000
SUSPICIOUS = 0.001
"""Seconds that a pattern may take for so many characters without another look: many times what any takes."""
TIMES_LONGER = 4
GROWTH = 9
"""By how much a text four times as long may take longer: between 4, which is linear, and 16, the square."""

ONES = [*" \n\t\u00a01aAé+-−.,;:=/()[]{}\"'_x♣\0"]
PAIRS = ["".join(pair) for pair in product(' 1a+,["', repeat=2)]
BEFORE = ("", "1", "a", "1+", '["')
AFTER = ("x", "!")


@dataclass(frozen=True)
class Use:
    """A pattern and what is asked of it. where: the module and the line."""

    where: str
    pattern: re.Pattern[Any]
    method: str

    def run(self, text: str) -> None:
        given: Any = text.encode() if isinstance(self.pattern.pattern, bytes) else text
        ask = getattr(self.pattern, self.method)
        found = ask(given[:0], given) if self.method in ("sub", "subn") else ask(given)
        if self.method == "finditer":
            for _ in found:
                pass

    def seconds(self, text: str, times: int = 1) -> float:
        """Of this thread, so that it does not matter what else the machine does; the least of several."""
        taken: list[float] = []
        for _ in range(times):
            begun = time.thread_time()
            self.run(text)
            taken.append(time.thread_time() - begun)
        return min(taken)

    def grows_too_fast(self, make: Callable[[int], str]) -> bool:
        if self.seconds(make(LENGTH)) < SUSPICIOUS:
            return False
        return self.seconds(make(LENGTH * TIMES_LONGER), 2) > GROWTH * self.seconds(make(LENGTH), 3)


def hostile(pattern: re.Pattern[Any]) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Texts of any length, each described: repetitions of what patterns, and this one in particular, read."""
    written = pattern.pattern.decode() if isinstance(pattern.pattern, bytes) else pattern.pattern
    units = dict.fromkeys((*ONES, *PAIRS, *(letter for letter in written if letter.isprintable())))
    for unit, before, after in product(units, BEFORE, AFTER):
        yield (
            f"{before!r} + {unit!r} * n + {after!r}",
            lambda n, unit=unit, before=before, after=after: before + unit * (n // len(unit)) + after,
        )


def uses(module: ModuleType, source: str) -> Iterator[Use]:
    """Every use of a pattern in a module. Raises AssertionError for one that is known only when it runs."""
    tree = ast.parse(source)
    parents = {inner: outer for outer in ast.walk(tree) for inner in ast.iter_child_nodes(outer)}
    for node in ast.walk(tree):
        where = f"{module.__name__}, line {getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom):
            assert node.module != "re", f"{where}: import re itself"
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            continue
        known = vars(module).get(node.id)
        if known is not re and not isinstance(known, re.Pattern):
            continue
        method, call = parents[node], parents[parents[node]]
        if isinstance(known, re.Pattern):
            assert isinstance(method, ast.Attribute), f"{where}: a pattern is not handed on"
            if method.attr == "pattern":
                continue
            assert isinstance(call, ast.Call), f"{where}: a pattern is asked at once"
            assert method.attr in READS, f"{where}: {method.attr} is not measured"
            yield Use(where, known, method.attr)
        elif isinstance(call, ast.Call) and call.func is method and isinstance(method, ast.Attribute):
            if method.attr == "compile":
                outside = isinstance(parents[call], ast.Assign) and isinstance(parents[parents[call]], ast.Module)
                assert outside, f"{where}: a pattern is a constant of its module"
            elif method.attr in READS:
                flags = [each for each in (*call.args[1:], *(k.value for k in call.keywords)) if _is_flag(each)]
                yield Use(
                    where,
                    re.compile(*(_value(module, each, where) for each in (call.args[0], *flags))),
                    method.attr,
                )


def _is_flag(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "re"


def _value(module: ModuleType, node: ast.expr, where: str) -> Any:
    try:
        return eval(compile(ast.Expression(node), where, "eval"), vars(module))
    except NameError as error:
        raise AssertionError(f"{where}: a pattern is a constant of its module ({error})") from None


@cache
def every_use() -> list[Use]:
    """Found when it is asked for, as it reads the source of the whole app."""
    found: list[Use] = []
    for info in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if ".migrations" in info.name:
            continue  # Alembic runs them; they read nothing.
        module = importlib.import_module(info.name)
        source = inspect.getsource(module)
        named = any(known is re or isinstance(known, re.Pattern) for known in vars(module).values())
        if named or "from re " in source:
            found += uses(module, source)
    return found


def test_no_pattern_takes_the_square_of_the_time_for_a_longer_text() -> None:
    for use in {(use.pattern, use.method): use for use in every_use()}.values():
        slow = next((described for described, make in hostile(use.pattern) if use.grows_too_fast(make)), None)
        assert slow is None, f"{use.where}: {use.pattern.pattern!r} is slow with {slow}"


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\d\s+[+−-]?\s*\d", "search"),
        (r"\s*[–/:]\s*|\s+-\s+", "split"),
        (r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)", "fullmatch"),
        (r"(a+)!?(a*)b", "match"),
        (r"(\.\w+|\[(\d+|\".*\")\])$", "search"),
    ],
)
def test_a_pattern_that_takes_the_square_is_found_out(pattern: str, method: str) -> None:
    use = Use("", re.compile(pattern), method)
    assert any(use.grows_too_fast(make) for _, make in hostile(use.pattern))


@pytest.mark.parametrize(
    "source",
    [
        "from re import compile",
        "def read(text):\n    return re.compile(text)",
        "def read(text, notation):\n    return re.fullmatch(notation, text)",
        "def read(text):\n    return ask(_NUMBER, text)",
        "ALL = [re.compile('a')]",
    ],
)
def test_no_pattern_is_hidden_from_this_test(source: str) -> None:
    module = ModuleType("with_a_pattern")
    vars(module).update(re=re, _NUMBER=re.compile("[0-9]"))
    with pytest.raises(AssertionError):
        list(uses(module, source))


def test_patterns_are_found_wherever_they_are_used() -> None:
    found = {(use.pattern.pattern, use.method) for use in every_use()}
    assert {("[0-9]{1,9}", "fullmatch"), (r"[\s,;]+", "split"), ("([♣♦♥♠])", "split")} <= found
