"""Offender as formulas: the document's table of a succession of hands, with its triangular numbers."""

from collections.abc import Callable, Sequence

from ...rules.core import Rule
from ...rules.offender import BONUS, TRICK_POINTS, Offender
from .formulas import FORMULAS, Extra, Formulas, RowOf, Working, bid, paid, took

OFFENSE, DEFENSE = "offense", "defense"
LEVEL = "[contract.bid]"


def _triangular(cell: str) -> str:
    return f"{cell}*({cell}+1)/2"


def _dealt(row: RowOf[Offender]) -> int:
    return row.game.tricks


def _offenders(row: RowOf[Offender]) -> str:
    return " and ".join(row.game.players[seat] for seat in row.result.offense)


def _each(side: str, *rules: Rule) -> Callable[[RowOf[Offender]], int]:
    """What one of the side scores by these rules: they all score the same."""

    def value(row: RowOf[Offender]) -> int:
        players = row.result.offense if side == OFFENSE else row.game.defense(row.result)
        return paid(row.judged.score.of(players[0]), *rules)

    return value


# In the document's order: offense's bonus first, defense's last.
WORKINGS = (
    Working("offenders", OFFENSE, "players", '[proposer]&" and "&[accepter]', _offenders, 24),
    bid(OFFENSE),
    took(OFFENSE),
    Working("made", OFFENSE, "bonus", f"IF([tricks]>={LEVEL},{_triangular(LEVEL)},0)", _each(OFFENSE, BONUS)),
    Working("won", OFFENSE, "for tricks", _triangular("[=took]"), _each(OFFENSE, TRICK_POINTS)),
    Working("offense", OFFENSE, "points", "[=won]+[=made]", _each(OFFENSE, BONUS, TRICK_POINTS)),
    Working("rest", DEFENSE, "took", "[dealt]-[tricks]", lambda row: _dealt(row) - row.result.tricks),
    Working("defended", DEFENSE, "for tricks", _triangular("[=rest]"), _each(DEFENSE, TRICK_POINTS)),
    Working("set", DEFENSE, "bonus", f"IF([tricks]<{LEVEL},{_triangular(LEVEL)},0)", _each(DEFENSE, BONUS)),
    Working("defense", DEFENSE, "points", "[=defended]+[=set]", _each(DEFENSE, BONUS, TRICK_POINTS)),
)


@FORMULAS.register(Offender)
def formulas(games: Sequence[Offender], columns: Sequence[str]) -> Formulas:
    return Formulas(
        "IF([?proposer,accepter],[=offense],[=defense])",
        WORKINGS,
        (Extra("dealt", "tricks in the hand", _dealt),),
        {"tricks": (0, "[dealt]"), "contract": (0, "[dealt]")},
    )
