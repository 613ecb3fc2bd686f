"""Tests of many cases that take the same way: some run always, all with `--long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def in_short(cases: Iterable[Any], *short: Any) -> list[Any]:
    """All cases of a test, as pytest takes them. short: those that run without `--long` too."""
    cases = list(cases)
    assert set(short) <= set(cases), "a case that there is not"
    return [case if case in short else pytest.param(case, marks=pytest.mark.long) for case in cases]
