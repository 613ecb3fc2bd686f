"""The text in one cell of a table: numbers as people write them, names, a value for each player.

What is written here is read here as the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from .core import Points, whole

QUOTE = '"'
FLAGS = {"true": True, "yes": True, "false": False, "no": False}
NUMBER = r"[+-]?[0-9]{1,13}(?:\.[0-9]{1,6})?"
"""With enough digits for the total of a thousand hands, each with as many points as a hand can have."""
DASHES = "−–—‐‑－"
"""What phones and word processors write for the minus sign of a keyboard."""
_KEYBOARD = str.maketrans(dict.fromkeys(DASHES, "-"))
_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")
_GROUPED = re.compile(r"([+-]?[0-9]{1,3}(?:([.,])[0-9]{3})(?:\2[0-9]{3})*)(?!\2)([.,])([0-9]{1,6})")
"""Thousands set apart, and decimals: "1.234,5" and "1,234.5"."""
_BETWEEN = re.compile("[,;]")
_NOT_PLAIN = re.compile('[,;:"\r\n]')


def folded(text: str) -> str:
    """With one blank for each white space, however long: what a pattern reads is then no longer than it looks."""
    return " ".join(text.split())


def keyed(text: str, *, decimal_comma: bool = False) -> str:
    """A number with the minus sign of a keyboard, and a point before the decimals."""
    written = folded(text).translate(_KEYBOARD)
    if grouped := _GROUPED.fullmatch(written):
        return f"{grouped[1].replace(grouped[2], '')}.{grouped[4]}"
    # Three digits behind a comma may be thousands, where no comma was expected.
    return written.replace(",", ".") if decimal_comma else _DECIMAL_COMMA.sub(".", written)


def number_of(text: str, *, decimal_comma: bool = False) -> Points:
    """A number as people write it: "−5", "+12", "0,5". Raises ValueError."""
    written = keyed(text, decimal_comma=decimal_comma)
    if not re.fullmatch(NUMBER, written):
        raise ValueError(f"“{short(text)}” is no number")
    return whole(Decimal(written).normalize())


def short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def named(text: str, names: Iterable[str]) -> str:
    """The name that is written so, in whatever capitals; the text itself where it is none of them, or two."""
    alike = [name for name in names if name.casefold() == text.casefold()]
    return text if text in alike or len(alike) != 1 else alike[0]


def names_in(text: str) -> tuple[str, ...]:
    """ "Amber, Betty", or with semicolons; in quotation marks stands a name that holds one of these itself."""
    if QUOTE not in text:
        return tuple(name for part in _BETWEEN.split(text) if (name := part.strip()))
    found: list[str] = []
    index = 0
    while index < len(text):
        if text[index].isspace():
            index += 1
            continue
        name, behind = unquoted(text, index) if text[index] == QUOTE else ("", index)
        mark = _BETWEEN.search(text, behind)
        end = mark.start() if mark else len(text)
        found.append((name + text[behind:end]).strip())
        index = end + 1
    return tuple(name for name in found if name)


def unquoted(text: str, start: int) -> tuple[str, int]:
    """What stands in the quotation marks that begin at `start`, and where the text goes on. `""` is a mark."""
    parts: list[str] = []
    while (end := text.find(QUOTE, start + 1)) >= 0:
        parts.append(text[start + 1 : end])
        if not text.startswith(QUOTE, end + 1):
            return QUOTE.join(parts), end + 1
        start = end + 1
    return QUOTE.join((*parts, text[start + 1 :])), len(text)


def names_written(names: Iterable[str]) -> str:
    return ", ".join(_quoted(name) if _NOT_PLAIN.search(name) else name for name in names)


def parts_in(text: str) -> dict[str, str]:
    """ "contract: 6H; proposer: Amber": by their keys; a semicolon in quotation marks parts nothing."""
    ends: list[int] = []
    index = 0
    while index < len(text):
        if text[index] == QUOTE:
            _, index = unquoted(text, index)
            continue
        if text[index] == ";":
            ends.append(index)
        index += 1
    starts = [0, *(end + 1 for end in ends)]
    parts = (text[start:end].partition(":") for start, end in zip(starts, [*ends, len(text)], strict=True))
    return {key.strip(): value.strip() for key, _, value in parts if key.strip()}


def each_in(text: str, players: Sequence[str]) -> dict[str, str]:
    """ "Amber 3, Betty: nil": the value of each player that is named. Raises ValueError."""
    found: dict[str, str] = {}
    more = True
    index = 0
    while more:
        index += len(text[index:]) - len(text[index:].lstrip())
        name, behind = _player_at(text, index, players)
        mark = _BETWEEN.search(text, behind)
        value = text[behind : mark.start() if mark else None].strip()
        if name in found or not value:
            raise ValueError(text)
        found[name] = value
        more, index = bool(mark), mark.end() if mark else index
    return found


def _player_at(text: str, index: int, players: Sequence[str]) -> tuple[str, int]:
    """Who is named there, and where the value begins. Raises ValueError."""
    name, behind = unquoted(text, index) if text.startswith(QUOTE, index) else ("", index)
    if name not in players:
        # The longest, for names may begin alike; in whatever capitals, where none is written so.
        alike = [name for name in players if text.startswith((f"{name} ", f"{name}:"), index)]
        folded_text = text.casefold()
        alike = alike or [
            n for n in players if folded_text.startswith((f"{n} ".casefold(), f"{n}:".casefold()), index)
        ]
        name = max(alike, key=len, default="")
        behind = index + len(name)
    if not name:
        raise ValueError(text)
    return name, behind + text.startswith(":", behind)


def each_written(values: Mapping[str, Any], players: Sequence[str]) -> str:
    """ "Amber 3, Betty nil". A name that could be taken for another, or for more than a name, is quoted."""
    return ", ".join(f"{_apart(name, players)} {value}" for name, value in values.items())


def _apart(name: str, names: Iterable[str]) -> str:
    alike = any(other.startswith(f"{name} ") for other in names)
    return _quoted(name) if alike or _NOT_PLAIN.search(name) else name


def _quoted(name: str) -> str:
    return f"{QUOTE}{name.replace(QUOTE, 2 * QUOTE)}{QUOTE}"
