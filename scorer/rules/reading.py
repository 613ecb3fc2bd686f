"""Reading what came from outside, value by value: each fault names its place in the file.

A place is a path such as "$.hands[2].tricks"; "$" is the whole file.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, TypeGuard, cast

from .core import Points, whole

NAME_LENGTH = 40
_SHOWN = 60
WHOLE_DIGITS = 9
DECIMALS = 6
"""What points written by hand may have: together no more digits than a JSON number keeps exactly."""


class FormatError(ValueError):
    """This is not a score sheet: where, and what is wrong there."""

    def __init__(self, where: str, detail: str) -> None:
        super().__init__(f"{detail} (at {where})")
        self.where = where
        self.detail = detail


class JsonObject(dict[str, Any]):
    """A JSON object that remembers the first key it was given twice, and how many keys stood before that."""

    doubled: str | None = None
    doubled_after = 0

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> "JsonObject":
        made = cls(pairs)
        if len(made) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    made.doubled, made.doubled_after = key, len(seen)
                    break
                seen.add(key)
        return made


Reader = Callable[[Any, str], Any]


def at(where: str, key: str) -> str:
    """The place of a key: "$.points.Amber", or "$.points["Mary Ann"]" where the key is no plain word."""
    short = key if len(key) <= _SHOWN else f"{key[:_SHOWN]}…"
    # Nearly every key is an identifier, and a pattern takes much longer to say so. Others hold marks, too.
    plain = (short.isascii() and short.isidentifier()) or re.fullmatch(r"\w+", short)
    return f"{where}.{key}" if plain else f"{where}[{json.dumps(short, ensure_ascii=False)}]"


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def json_object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FormatError(where, f"expected an object, found {_kind(value)}")
    return cast("dict[str, Any]", value)


def keys(value: Any, where: str, readers: Mapping[str, Reader], required: Iterable[str] = ()) -> dict[str, Any]:
    """Read an object key by key in the order of the file. An unknown key, and a missing one, is a fault."""
    read = {key: known(readers, key, where)(value[key], at(where, key)) for key in in_order(value, where)}
    for key in required:
        if key not in read:
            raise missing(where, key)
    return read


def in_order(value: Any, where: str) -> Iterator[str]:
    """The keys of an object as they stand in the file; a key that stands twice is a fault at its second place."""
    given, doubled = json_object(value, where), getattr(value, "doubled", None)
    yield from given if doubled is None else islice(given, value.doubled_after)
    if doubled is not None:
        raise FormatError(at(where, doubled), "this key stands twice in one object")


def known(readers: Mapping[str, Reader], key: str, where: str) -> Reader:
    if key not in readers:
        raise unknown(where, key)
    return readers[key]


def unknown(where: str, key: str) -> FormatError:
    return FormatError(at(where, key), f"unknown key {_shown(key)}: a newer Scorer may have made the file")


def missing(where: str, key: str) -> FormatError:
    return FormatError(at(where, key), f"the key “{key}” is missing")


def items(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(where, f"expected a list, found {_kind(value)}")
    return cast("list[Any]", value)


def text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise FormatError(where, f"expected a text, found {_kind(value)}")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise FormatError(where, "the text holds half a character (a lone surrogate)")
    return value


def printable(text: str) -> bool:
    """No control characters, ends of lines or noncharacters; marks of the direction of writing are fine."""
    return not any(unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or _is_none(ord(each)) for each in text)


def _is_none(code: int) -> bool:
    """Whether this is one of the 66 noncharacters of Unicode, two of which XML cannot hold."""
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(where, f"expected true or false, found {_kind(value)}")
    return value


def count(value: Any, where: str) -> int:
    """A whole number; a boolean or a float is none, even 7.0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError(where, f"expected a whole number, found {_kind(value)}")
    return value


def points(value: Any, where: str) -> Points:
    """Points written down by hand: a number, decimals kept exactly."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise FormatError(where, f"expected a number of points, found {_kind(value)}")
    # Looked at digit by digit: arithmetic on a monstrous exponent would not come back.
    written = value if isinstance(value, Decimal) else Decimal(value)
    if written and written.adjusted() >= WHOLE_DIGITS:
        raise FormatError(where, f"points have at most {WHOLE_DIGITS} digits")
    if int(written.normalize().as_tuple().exponent) < -DECIMALS:
        raise FormatError(where, f"points have at most {DECIMALS} decimals")
    return whole(written.normalize())


def name(value: Any, where: str) -> str:
    """A player's name, trimmed: 1 to 40 characters."""
    trimmed = text(value, where).strip()
    if not 1 <= len(trimmed) <= NAME_LENGTH:
        raise FormatError(where, f"a name has 1 to {NAME_LENGTH} characters, this one {len(trimmed)}")
    return trimmed


def names(value: Any, where: str, sizes: range) -> tuple[str, ...]:
    """Players clockwise, no name twice; as many as the game has seats for."""
    read: dict[str, None] = {}
    for index, inner in enumerate(items(value, where)):
        player = name(inner, f"{where}[{index}]")
        if player in read:
            raise FormatError(f"{where}[{index}]", f"the name {_shown(player)} stands twice")
        read[player] = None
    if len(read) not in sizes:
        asked = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
        raise FormatError(where, f"the game is for {asked} players, not {len(read)}")
    return tuple(read)


def player(players: Iterable[str]) -> Reader:
    """A reader of a name that must be one of the players'."""
    names = tuple(players)

    def read(value: Any, where: str) -> str:
        trimmed = text(value, where).strip()
        if trimmed not in names:
            raise FormatError(where, f"{_shown(trimmed)} is no player here: {', '.join(names)}")
        return trimmed

    return read


def one_of(*values: Any) -> Reader:
    def read(value: Any, where: str) -> Any:
        if value not in values:
            raise FormatError(where, f"expected {' or '.join(map(_shown, values))}, found {_shown(value)}")
        return value

    return read


def _shown(value: Any) -> str:
    shown = f"“{value}”" if isinstance(value, str) else str(value) if value is not None else "nothing"
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _kind(value: object) -> str:
    kinds: dict[type, str] = {
        bool: "true or false",
        int: "a whole number",
        Decimal: "a number with decimals",
        str: "a text",
        list: "a list",
        type(None): "null",
    }
    return kinds.get(type(value), "an object")


QUOTE = '"'
FLAGS = {"true": True, "yes": True, "false": False, "no": False}
NUMBER = r"[+-]?[0-9]{1,13}(?:\.[0-9]{1,6})?"
"""With enough digits for the total of a thousand hands, each with as many points as a hand can have."""
DASHES = "−–—‐‑－"
"""What phones and word processors write for the minus sign of a keyboard."""
KEYBOARD = str.maketrans(dict.fromkeys(DASHES, "-"))
_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")
_GROUPED = re.compile(r"([+-]?[0-9]{1,3}(?:([.,])[0-9]{3})(?:\2[0-9]{3})*)(?!\2)([.,])([0-9]{1,6})")
"""Thousands set apart, and decimals: "1.234,5" and "1,234.5"."""
_BETWEEN = re.compile("[,;]")
_NAME = re.compile(r'\s*(?:"((?:[^"]|"")*)(?:"|$))?([^,;]*)[,;]?')
"""What stands in quotation marks, and what behind them."""
_PART = re.compile(r'((?:"(?:[^"]|"")*(?:"|$)|[^";])*)(?:;|$)')
_NOT_PLAIN = re.compile('[,;:"\r\n]')


def folded(text: str) -> str:
    """With one blank for each white space, however long: what a pattern reads is then no longer than it looks."""
    return " ".join(text.split())


def keyed(text: str, *, decimal_comma: bool = False) -> str:
    """A number with the minus sign of a keyboard, and a point before the decimals."""
    written = folded(text).translate(KEYBOARD)
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
    names = (f"{quoted.replace(2 * QUOTE, QUOTE)}{rest}".strip() for quoted, rest in _NAME.findall(text))
    return tuple(filter(None, names))


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
    parts = (part.partition(":") for part in _PART.findall(text))
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
        small = text.casefold()
        alike = alike or [n for n in players if small.startswith((f"{n} ".casefold(), f"{n}:".casefold()), index)]
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
