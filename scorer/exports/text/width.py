"""How much room a text takes, and how it is made to fit: names are in any script, and of up to forty letters."""

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


def shortened(text: str, room: float, measure: Measure = ems) -> str:
    """The text, or as much of its beginning as has room before an ellipsis."""
    if measure(text) <= room:
        return text
    taken = accumulate(map(measure, text), initial=measure("…"))
    fitting = sum(1 for _ in takewhile(lambda so_far: so_far <= room, taken)) - 1
    return f"{text[: max(0, fitting)].rstrip()}…"


def told_apart(names: Sequence[str], room: float, measure: Measure = ems) -> list[str]:
    """Names shortened; those that begin alike keep their ends as well."""
    short = [shortened(name, room, measure) for name in names]
    return [name if short.count(name) == 1 else _ends(names[at], room, measure) for at, name in enumerate(short)]


def _ends(text: str, room: float, measure: Measure) -> str:
    """The beginning and the end of a text that is too long."""
    last = text[-3:]
    return f"{shortened(text[:-3], room - measure(last), measure)}{last}"
