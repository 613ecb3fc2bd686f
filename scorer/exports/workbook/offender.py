"""Offender as formulas: the document's table of a succession of hands, with its triangular numbers."""

from collections.abc import Callable
from typing import Any

from ...rules.core import Rule
from ...rules.offender import BONUS, TRICK_POINTS
from ...sheet.core.ledger import Ledger, Row
from .formulas import Extra, Formulas, Working, bid, paid, took

OFFENSE, DEFENSE = "offense", "defense"
LEVEL = "[contract.bid]"


def _triangular(cell: str) -> str:
    return f"{cell}*({cell}+1)/2"


def _dealt(row: Row) -> int:
    game: Any = row.game
    return game.tricks


def _offenders(row: Row) -> str:
    return " and ".join(row.game.players[seat] for seat in (row.result.proposer, row.result.accepter))


def _each(side: str, *rules: Rule) -> Callable[[Row], int]:
    """What one of the side scores by these rules: they all score the same."""

    def value(row: Row) -> int:
        game: Any = row.game
        players = game.offense(row.result) if side == OFFENSE else game.defense(row.result)
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


def formulas(ledger: Ledger) -> Formulas:
    return Formulas(
        "IF([?proposer,accepter],[=offense],[=defense])",
        WORKINGS,
        (Extra("dealt", "tricks in the hand", _dealt),),
        {"tricks": (0, "[dealt]"), "contract": (0, "[dealt]")},
    )
