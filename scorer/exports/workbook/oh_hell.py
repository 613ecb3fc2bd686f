"""Oh Hell as formulas: the fourteen ways to score a bid [rules 5.1], each hand by the one that held for it."""

from collections.abc import Callable
from typing import Any

from ...sheet.core.ledger import Row
from .live import Extra, Limits, Live, Working
from .places import Fact, Places

MET, MISSED = "{tricks}+10", "{tricks}"
PAYS = {
    "standard": (MET, MISSED),
    "blackout": ("10+{bid}", "0"),
    "bonus5": ("{tricks}+5", MISSED),
    "minus_bid": ("10+{bid}", "-{bid}"),
    "ten_times": ("IF({bid}=0,5,10*{bid})", "IF({bid}=0,-5,-10*{bid})"),
    # A spreadsheet reads -a^2 as (-a)^2, so the squares are products.
    "squares": ("10+{bid}*{bid}", "-({bid}-{tricks})*({bid}-{tricks})"),
    "difference": ("10+{bid}", "-ABS({bid}-{tricks})"),
    "five_difference": ("5+{bid}", "-ABS({bid}-{tricks})"),
    "under_penalty_over_zero": ("10+{bid}", "IF({tricks}<{bid},-{bid},0)"),
    "fives": ("10+5*{bid}", "IF({bid}=0,-10,-5*{bid})"),
    "minus_ten_plus_bid": ("10+{bid}", "-(10+{bid})"),
    "tricks_plus10_minus5": (MET, "{tricks}-5"),
    "zero5": ("IF({bid}=0,5,{tricks}+10)", MISSED),
    "zero5n": ("IF({bid}=0,5+{cards},{tricks}+10)", MISSED),
}
"""What a bid pays that was met, and one that was not, by the value of the option."""


def _cards(row: Row) -> int:
    game: Any = row.game
    return game.cards(row.judged.table.carry)


def _points(row: Row, at: Places, names: tuple[str, ...]) -> str:
    cells = {
        "bid": at.fact("bids", who=names[0]),
        "tricks": at.fact("tricks", who=names[0]),
        "cards": at.fact("cards"),
    }
    met, missed = (pays.format(**cells) for pays in PAYS[row.game.options.scoring])
    return f"IF({cells['bid']}={cells['tricks']},{met},{missed})"


def _all(key: str) -> Callable[[Places], str]:
    return lambda at: f"SUM({at.of_all(key)})"


def _limits(row: Row, fact: Fact, at: Places) -> Limits | None:
    return (0, f"={at.fact('cards')}") if fact.key in ("bids", "tricks") else None


LIVE = Live(
    _points,
    (
        Extra("cards", "cards", _cards),
        Extra("scoring", "scoring", lambda row: row.game.options.scoring.replace("_", " "), 12),
    ),
    (
        Working("cards", "the hand", "cards", lambda at: at.fact("cards"), _cards),
        Working("bid", "the hand", "bid", _all("bids"), lambda row: sum(row.result.bids)),
        Working("took", "the hand", "took", _all("tricks"), lambda row: sum(row.result.tricks)),
    ),
    _limits,
)
