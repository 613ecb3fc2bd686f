"""What a table says in figures or beside its hands, as facts: points without a deal, house rules."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...rules.core import Points
from ...rules.game import Game
from ...rules.options import Option, Options
from ...rules.reading import FormatError
from ..core.judge import read_options
from ..core.sheet import read_adjustment_facts
from .cells import NONE, option_value
from .claims import Claims

SETTLED = "settled by the table"
"""Stands for the result of a hand whose points the table gave by hand; the points themselves are in its row."""


def adjustment_facts(
    points: Mapping[str, Points], note: str, by: Collection[str], everybody: Collection[str], where: str
) -> dict[str, Any]:
    """Points without a deal, as the sheet file has them. everybody: who may have agreed. Raises FormatError."""
    for index, name in enumerate(by):
        if name not in everybody:
            raise FormatError(f"{where}.by[{index}]", f"nobody at this table is named “{name}”")
    said = {**({"note": note} if note else {}), **({"by": list(by)} if by else {})}
    return read_adjustment_facts({"points": dict(points), **said}, where)


def option_values(game: type[Game], written: Mapping[str, str]) -> dict[str, Any]:
    """House rules as the sheet file has them; what is none is left for its reader to refuse."""
    described = {option.name: option for option in game.options_type.described()}
    return {
        name: _option_value(described[name], text) if name in described else text for name, text in written.items()
    }


def _option_value(option: Option, text: str) -> Any:
    if option.may_be_none and text.lower() == NONE:
        return None
    return text if option.accepts(text) else option_value(text, option.values)


def is_settled(results: Mapping[str, str]) -> bool:
    """Whether nothing is told of a hand but that the table settled it."""
    [first, *more] = [text.lower() for text in results.values()] or [""]
    return not more and (first in ("settled", SETTLED) or first.startswith(("settled: ", f"{SETTLED}: ")))


def with_points(facts: dict[str, Any], claim: Claims, columns: Sequence[str]) -> tuple[dict[str, Any], Claims]:
    """A hand whose points are its facts. columns: which have points then; what other columns say is claimed.

    Raises FormatError, by line and column, where one of these facts cannot be read.
    """
    claim.check_facts(columns)
    points = {name: claim.points[name] for name in columns if name in claim.points}
    others = {name: figure for name, figure in claim.points.items() if name not in points}
    return {**facts, "points": points}, replace(claim, points=others)


def options_of(game: type[Game], written: Mapping[str, str]) -> Options:
    """The house rules that the columns go by; the usual ones where these cannot be read: the fault is told, with
    its place, when the sheet is read.
    """
    with suppress(FormatError):
        return game.options_type(**read_options(game)(option_values(game, written), "$.options"))
    return game.options_type()
