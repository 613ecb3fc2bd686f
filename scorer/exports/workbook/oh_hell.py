"""Oh Hell as formulas: the fourteen ways to score a bid [rules 5.1], each hand by the one that held for it."""

from collections.abc import Sequence

from ...rules.oh_hell.game import OhHell
from .formulas import FORMULAS, CellRefs, Extra, Formulas, RowOf, Working, option

MET, MISSED = "[tricks]+10", "[tricks]"
PAYS = {
    "standard": (MET, MISSED),
    "blackout": ("10+[bids]", "0"),
    "bonus5": ("[tricks]+5", MISSED),
    "minus_bid": ("10+[bids]", "-[bids]"),
    "ten_times": ("IF([bids]=0,5,10*[bids])", "IF([bids]=0,-5,-10*[bids])"),
    # A spreadsheet reads -a^2 as (-a)^2, so the squares are products.
    "squares": ("10+[bids]*[bids]", "-([bids]-[tricks])*([bids]-[tricks])"),
    "difference": ("10+[bids]", "-ABS([bids]-[tricks])"),
    "five_difference": ("5+[bids]", "-ABS([bids]-[tricks])"),
    "under_penalty_over_zero": ("10+[bids]", "IF([tricks]<[bids],-[bids],0)"),
    "fives": ("10+5*[bids]", "IF([bids]=0,-10,-5*[bids])"),
    "minus_ten_plus_bid": ("10+[bids]", "-(10+[bids])"),
    "tricks_plus10_minus5": (MET, "[tricks]-5"),
    "zero5": ("IF([bids]=0,5,[tricks]+10)", MISSED),
    "zero5n": ("IF([bids]=0,5+[cards],[tricks]+10)", MISSED),
}
"""What a bid pays that was met, and one that was not, by the value of the option."""
HAND = "the hand"


def _cards(row: RowOf[OhHell]) -> int:
    return row.game.cards(row.judged.table.carry)


def _points(refs: CellRefs) -> str:
    met, missed = PAYS[refs.hand.game.options.scoring]
    return f"IF([bids]=[tricks],{met},{missed})"


WORKINGS = (
    Working("cards", HAND, "cards", "[cards]", _cards),
    Working("bid", HAND, "bid", "SUM([bids:all])", lambda row: sum(row.result.bids)),
    Working("took", HAND, "took", "SUM([tricks:all])", lambda row: sum(row.result.tricks)),
)


@FORMULAS.register(OhHell)
def formulas(games: Sequence[OhHell], columns: Sequence[str]) -> Formulas:
    return Formulas(
        _points,
        WORKINGS,
        (Extra("cards", "cards", _cards), option("scoring", "scoring", width=12)),
        {"bids": (0, "[cards]"), "tricks": (0, "[cards]")},
    )
