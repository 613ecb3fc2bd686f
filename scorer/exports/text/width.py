"""How wide a text is, and how it is shortened: names are in any script, and have up to forty letters."""

import unicodedata
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile

Measure = Callable[[str], float]
WIDE = frozenset("MWmw%@—…")
NARROW = frozenset("ijlIJtfr.,:;'|!()[]/ -·")


def cells(text: str) -> int:
    """The columns that a text takes up in monospace: two for a Chinese letter, none for an accent."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def ems(text: str) -> float:
    """About how wide a text is drawn, in ems of its size; of the usual letters the wider ones are assumed."""
    return sum(_ems(letter) for letter in text)


def _ems(letter: str) -> float:
    if (taken := _cells(letter)) != 1:
        return taken * 0.62
    if letter in WIDE:
        return 1.0
    return 0.42 if letter in NARROW else 0.75 if letter.isupper() else 0.63


def shortened(text: str, width: float, measure: Measure = ems) -> str:
    """The text, or as much of its beginning as fits before an ellipsis."""
    if measure(text) <= width:
        return text
    taken = accumulate(map(measure, text), initial=measure("…"))
    fitting = sum(1 for _ in takewhile(lambda so_far: so_far <= width, taken)) - 1
    return f"{text[: max(0, fitting)].rstrip()}…"


def distinct(names: Sequence[str], width: float, measure: Measure = ems) -> list[str]:
    """Names shortened, each to another text: those that begin alike keep their ends as well."""
    short = [shortened(name, width, measure) for name in names]
    return [
        text if short.count(text) == 1 else _with_end(name, width, measure)
        for name, text in zip(names, short, strict=True)
    ]


def _with_end(text: str, width: float, measure: Measure) -> str:
    """The beginning and the end of a text that is too long."""
    last = text[-3:]
    return f"{shortened(text[:-3], width - measure(last), measure)}{last}"
