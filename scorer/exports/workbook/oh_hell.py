"""Oh Hell as formulas: the fourteen ways to score a bid [rules 5.1], each hand by the one that held for it."""

from typing import Any

from ...sheet.core.ledger import Row
from .formulas import CellRefs, Extra, Fact, Formulas, Limits, Working

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


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    bid, tricks = refs.fact("bids", who=names[0]), refs.fact("tricks", who=names[0])
    pays = (
        formula.format(bid=bid, tricks=tricks, cards=refs.fact("cards"))
        for formula in PAYS[row.game.options.scoring]
    )
    return f"IF({bid}={tricks},{','.join(pays)})"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return (0, f"={refs.fact('cards')}") if fact.key in ("bids", "tricks") else None


def _sum(key: str, field: str) -> Working:
    """Of what all players bid, or took."""
    return Working(
        key,
        "the hand",
        key,
        lambda refs: f"SUM({refs.of_all(field)})",
        lambda row: sum(getattr(row.result, field)),
    )


FORMULAS = Formulas(
    _points,
    (
        Extra("cards", "cards", _cards),
        Extra("scoring", "scoring", lambda row: row.game.options.scoring.replace("_", " "), 12),
    ),
    (
        Working("cards", "the hand", "cards", lambda refs: refs.fact("cards"), _cards),
        _sum("bid", "bids"),
        _sum("took", "tricks"),
    ),
    _limits,
)
