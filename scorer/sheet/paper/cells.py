"""What stands in one cell of a paper sheet beside the fields of the hand: figures, house rules, seats."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from ...rules.cells import FLAGS, NUMBER, folded, keyed, names_written, number_of, parts_in, short
from ...rules.core import Points, whole
from ...rules.fields import Field
from ...rules.game import Game
from ...rules.options import Length, Values, Written

NONE = "none"
"""Stands for a house rule that is switched off."""
_WORKING = re.compile(rf"({NUMBER})((?: ?[+-] ?[0-9.]+)+) ?= ?({NUMBER})")
_TWO_NUMBERS = re.compile(r"\d [+−-]? ?\d")


def guarded(cell: str) -> str:
    """A cell without the mark that keeps a spreadsheet from taking a text for a formula."""
    return cell[1:].strip() if re.match("'+[=+@\\t\\r-]", cell) else cell


def figures_of(text: str, *, decimal_comma: bool = False) -> tuple[Points | None, Points]:
    """A figure, and what was added to come to it: "49 + 38 = 87" is 38 and 87. Raises ValueError."""
    working = _WORKING.fullmatch(keyed(text, decimal_comma=decimal_comma))
    if not working:
        if "=" in text or _TWO_NUMBERS.search(folded(text)):
            raise ValueError(f"“{short(text)}” is no figure, nor a working such as “49 + 38 = 87”")
        return None, number_of(text, decimal_comma=decimal_comma)
    added = [number_of(term.replace(" ", "")) for term in re.findall(r"[+-] ?[0-9.]+", working[2])]
    return whole(sum(added, 0)), number_of(working[3])


def played_of(text: str, keys: Mapping[str, Field], players: Sequence[str]) -> dict[str, Any]:
    """Several fields in one cell: "contract: 6H; proposer: Amber; tricks: 7". Raises as `Field.parse`."""
    parts = parts_in(text)
    return {key: keys[key].parse_part(part, players) if key in keys else part for key, part in parts.items()}


def option_value(text: str, values: Values) -> Any:
    """The value of a house rule; what is none is left for the reader of the sheet file to refuse."""
    if isinstance(values, Written):
        try:
            return values.read(text)
        except ValueError:
            return text
    if text.lower() in FLAGS and True in values and not isinstance(values, range):
        return FLAGS[text.lower()]
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text


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
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return Length.in_words(cast("Mapping[str, int]", value))
    return str(value) if isinstance(value, str | int) else ", ".join(map(str, value))


def changes(before: Game, now: Game) -> Iterator[tuple[str, str]]:
    """What a hand changes from itself on, by the key of the sheet file: who plays, and house rules."""
    if now.players != before.players:
        yield "players", names_written(now.players)
    held = asdict(before.options)
    changed = {name: value for name, value in asdict(now.options).items() if value != held[name]}
    if changed:
        yield "options", options_written(changed)
