"""What a game needs for its points to stand in the workbook as formulas of its facts."""

from collections.abc import Callable
from dataclasses import dataclass

from ...rules.calls import Denomination
from ...rules.core import Points
from ...sheet.core.ledger import Row
from .book import Content
from .places import Fact, Places

Limits = tuple[int | str, int | str]
"""The least and the most that a fact may be: numbers, or formulas."""


@dataclass(frozen=True)
class Extra:
    """A fact that is no key of the hand, yet its points depend on it: what the house rules made of that hand."""

    key: str
    head: str
    of: Callable[[Row], Content]
    width: int = 8


@dataclass(frozen=True)
class Working:
    """A column of the score sheet between the hand and the points of the players.

    value: what the formula gives by the app's own reckoning.
    """

    key: str
    group: str
    head: str
    formula: Callable[[Places], str]
    value: Callable[[Row], Points | str]
    width: int = 7


def no_limits(row: Row, fact: Fact, at: Places) -> Limits | None:
    return None


@dataclass(frozen=True)
class Live:
    """points: the formula of a column's points, by the hand, its places and the names of those who share the
    column in that hand. limits: what a fact that is counted may be.
    """

    points: Callable[[Row, Places, tuple[str, ...]], str]
    extras: tuple[Extra, ...] = ()
    workings: tuple[Working, ...] = ()
    limits: Callable[[Row, Fact, Places], Limits | None] = no_limits


def trump(denomination: Denomination | None) -> str:
    """As it stands in a cell: "♥" or "NT"."""
    return denomination.symbol.strip() if denomination else ""


def bid(at: Places) -> str:
    """The formula of the contract in a cell: "6 ♥"."""
    return f'{at.fact("contract", "bid")}&" "&{at.fact("contract", "trump")}'


def bid_of(row: Row) -> str:
    contract = row.result.contract
    return f"{contract.level} {trump(contract.denomination)}"
