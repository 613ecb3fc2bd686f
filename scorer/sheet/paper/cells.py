"""What stands in one cell of a paper sheet, as people and spreadsheets write it."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ...rules.core import Points, whole
from ...rules.fields import Arity, Field, FieldType
from ...rules.options import Decimals, Listed, Values
from .table_cells import each_in, names_in, parts_in

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": ""}
NO_CONTRACT = ("no contract", "none", "-", "–")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}
_NUMBER = r"[+-]?[0-9]{1,13}(?:\.[0-9]{1,6})?"
"""With room for the total of a thousand hands, each of as many points as a hand can have."""
_WORKING = re.compile(rf"({_NUMBER})((?: ?[+-] ?[0-9.]+)+) ?= ?({_NUMBER})")
_TWO_NUMBERS = re.compile(r"\d [+−-]? ?\d")
_BETWEEN_SIDES = re.compile(r" ?[–/:] ?| - ")


def guarded(cell: str) -> str:
    """A cell without the mark that keeps a spreadsheet from taking a text for a formula."""
    return cell[1:].strip() if re.match("'+[=+@\\t\\r-]", cell) else cell


def folded(text: str) -> str:
    """With one blank for each white space, however long: what a pattern reads is then no longer than it looks."""
    return " ".join(text.split())


def number_of(text: str, *, decimal_comma: bool = False) -> Points:
    """A number as people write it: "−5", "+12", "0,5". Raises ValueError."""
    written = _plain(text, decimal_comma)
    if not re.fullmatch(_NUMBER, written):
        raise ValueError(f"“{_short(text)}” is no number")
    return whole(Decimal(written).normalize())


def figures_of(text: str, *, decimal_comma: bool = False) -> tuple[Points | None, Points]:
    """A figure, and what was added to come to it: "49 + 38 = 87" is 38 and 87. Raises ValueError."""
    working = _WORKING.fullmatch(_plain(text, decimal_comma))
    if not working:
        if "=" in text or _TWO_NUMBERS.search(folded(text)):
            raise ValueError(f"“{_short(text)}” is no figure, nor a working such as “49 + 38 = 87”")
        return None, number_of(text, decimal_comma=decimal_comma)
    added = [number_of(term.replace(" ", "")) for term in re.findall(r"[+-] ?[0-9.]+", working[2])]
    return whole(sum(added, 0)), number_of(working[3])


def value_of(key: Field, text: str, players: Sequence[str]) -> Any:
    """A key of a hand as the sheet file has it; what is no such thing is left for its reader to refuse.

    Raises ValueError for values of several players in which these cannot be told apart.
    """
    match key.each:
        case Arity.ONE:
            return _one(key.kind, text)
        case Arity.SIDE:
            return [_one(key.kind, part) for part in _BETWEEN_SIDES.split(folded(text))]
        case _:
            return _by_player(key.kind, text, players)


def played_of(text: str, keys: Mapping[str, Field], players: Sequence[str]) -> dict[str, Any]:
    """Several keys of a result in one cell: "contract: 6H; proposer: Amber; tricks: 7". Raises as `value_of`."""
    return {key: _in_part(keys.get(key), written, players) for key, written in parts_in(text).items()}


def _in_part(key: Field | None, text: str, players: Sequence[str]) -> Any:
    if key is None:
        return text
    if key.kind is FieldType.CONTRACT and text.lower() in NO_CONTRACT:
        return None
    if key.kind is FieldType.PLAYER:
        return next(iter(names_in(text)), "")
    return value_of(key, text, players)


def _by_player(kind: FieldType, text: str, players: Sequence[str]) -> dict[str, Any]:
    """ "Amber 3, Betty nil"."""
    try:
        return {name: _one(kind, value) for name, value in each_in(text, players).items()}
    except ValueError:
        example = f"“{players[0]} 3, {players[-1]} 2”"
        raise ValueError(f"“{_short(text)}” does not say for each player, as in {example}") from None


def _one(kind: FieldType, text: str) -> Any:
    match kind:
        case FieldType.CONTRACT:
            return _contract(text)
        case FieldType.COUNT | FieldType.BID:
            return int(text) if re.fullmatch("[0-9]{1,9}", text) else text.lower()
        case FieldType.POINTS:
            return number_of(text)
        case FieldType.FLAG:
            return _FLAGS.get(text.lower(), text)
        case FieldType.TRUMP:
            return _contract(text)
        case _:
            return text


def _contract(text: str) -> str:
    """ "6♥" and "6h" are 6H."""
    written = "".join(SUITS.get(letter, letter) for letter in text)
    return written.upper() if re.fullmatch("[0-9]*(c|d|h|s|nt)x{0,2}", written, re.IGNORECASE) else written


def option_value(text: str, values: Values) -> Any:
    """The value of a house rule; what is none is left for the reader of the sheet file to refuse."""
    if isinstance(values, Decimals | Listed):
        try:
            return values.read(text)
        except ValueError:
            return text
    if text.lower() in _FLAGS and True in values and not isinstance(values, range):
        return _FLAGS[text.lower()]
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text


def _plain(text: str, decimal_comma: bool) -> str:
    """With the minus sign of a keyboard, and a point before the decimals."""
    written = folded(text).replace("−", "-")
    return written.replace(",", ".") if decimal_comma else written


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
