"""What a cell of a table holds beside numbers: several names, house rules, a value for each player.

Written here and read here, so that what the app writes it reads as the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from ..rules.game import Game

NONE = "none"
"""Stands for a house rule that is switched off."""
QUOTE = '"'
_BETWEEN = re.compile("[,;]")
_NOT_PLAIN = re.compile('[,;:"\r\n]')


def names_in(text: str) -> tuple[str, ...]:
    """ "Amber, Betty", or with semicolons; in quotation marks stands a name that holds one of these itself."""
    found: list[str] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        name, behind = unquoted(text, at) if text[at] == QUOTE else ("", at)
        mark = _BETWEEN.search(text, behind)
        end = mark.start() if mark else len(text)
        found.append((name + text[behind:end]).strip())
        at = end + 1
    return tuple(name for name in found if name)


def unquoted(text: str, start: int) -> tuple[str, int]:
    """What the quotation marks that begin at start hold, and where the text goes on. A mark within is doubled."""
    parts: list[str] = []
    while (end := text.find(QUOTE, start + 1)) >= 0:
        parts.append(text[start + 1 : end])
        if not text.startswith(QUOTE, end + 1):
            return QUOTE.join(parts), end + 1
        start = end + 1
    return QUOTE.join((*parts, text[start + 1 :])), len(text)


def names_written(names: Iterable[str]) -> str:
    return ", ".join(_quoted(name) if _NOT_PLAIN.search(name) else name for name in names)


def options_in(text: str) -> dict[str, str]:
    """ "no_trump: true; tricks: 9", each value as it is written."""
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


def options_written(options: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}: {option_written(value)}" for name, value in options.items())


def option_written(value: Any) -> str:
    """The value of a house rule, in the words of the sheet file; of a list, number after number."""
    if value is None:
        return NONE
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def each_written(values: Mapping[str, Any]) -> str:
    """ "Amber 3, Betty nil". A name that could be taken for another, or for more than a name, is quoted."""
    return ", ".join(f"{_apart(name, values)} {value}" for name, value in values.items())


def _apart(name: str, names: Iterable[str]) -> str:
    alike = any(other.startswith(f"{name} ") for other in names)
    return _quoted(name) if alike or _NOT_PLAIN.search(name) else name


def _quoted(name: str) -> str:
    return f"{QUOTE}{name.replace(QUOTE, 2 * QUOTE)}{QUOTE}"


def changes(before: Game, now: Game) -> Iterator[tuple[str, str]]:
    """What a hand changes from itself on, by the key of the sheet file: who plays, and house rules."""
    if now.players != before.players:
        yield "players", names_written(now.players)
    held = asdict(before.options)
    changed = {name: value for name, value in asdict(now.options).items() if value != held[name]}
    if changed:
        yield "options", options_written(changed)
