"""Oh Hell as formulas: the ways to score a bid [rules 5.1], each hand by the one that held for it."""

from collections.abc import Sequence

from ...rules.oh_hell.game import OhHell
from ...rules.oh_hell.rules import OhHellOptions
from ...rules.oh_hell.scoring import OWN, own_in_words
from .formulas import FORMULAS, CellRefs, Extra, Formulas, RowOf, Working

PAYS = {
    # A spreadsheet reads -a^2 as (-a)^2, so the squares are products.
    "squares": ("10+[bids]*[bids]", "-([bids]-[tricks])*([bids]-[tricks])"),
    "zero5n": ("IF([bids]=0,5+[cards],[tricks]+10)", "[tricks]"),
}
"""What a bid pays that was met, and one that was not, by the value of the option; elsewhere by a formula."""
HAND = "the hand"


def _cards(row: RowOf[OhHell]) -> int:
    return row.game.cards(row.judged.table.carry)


def _scoring(row: RowOf[OhHell]) -> str:
    options: OhHellOptions = row.game.options
    own = options.own if options.scoring == OWN else None
    return own_in_words(own) if own else options.scoring.replace("_", " ")


def _points(refs: CellRefs) -> str:
    options: OhHellOptions = refs.hand.game.options
    formula = options.method.formula
    if formula is None:
        met, missed = PAYS[options.scoring]
    else:
        met = _sum((formula.met[0], ""), (formula.met[1], "*[bids]"), of_nought=formula.met[2:])
        over, under = (
            _sum((d, ""), (e, "*[bids]"), (f, f"*{off}"), of_nought=zero)
            for (d, e, f, *zero), off in (
                (formula.over, "([tricks]-[bids])"),
                (formula.under, "([bids]-[tricks])"),
            )
        )
        missed = over if over == under else f"IF([tricks]>[bids],{over},{under})"
    return f"IF([bids]=[tricks],{met},{missed})"


def _sum(*terms: tuple[int, str], of_nought: Sequence[int] = ()) -> str:
    """The terms that are not nought, added up. of_nought: what is paid instead for a bid of 0, if anything."""
    added = "+".join(f"{factor}{what}" for factor, what in terms if factor) or "0"
    return f"IF([bids]=0,{of_nought[0]},{added})" if of_nought else added


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
        (Extra("cards", "cards", _cards), Extra("scoring", "scoring", _scoring, 12)),
        {"bids": (0, "[cards]"), "tricks": (0, "[cards]")},
    )
