"""Offender as formulas: the document's table of a succession of hands, with its triangular numbers."""

from typing import Any

from ...rules.core import Rule
from ...rules.offender.rules import BONUS, TRICK_POINTS
from ...sheet.core.ledger import Row
from .formulas import CellRefs, Extra, Fact, Formulas, Limits, Working, bid, paid

OFFENSE, DEFENSE = "offense", "defense"


def _dealt(row: Row) -> int:
    game: Any = row.game
    return game.tricks


def _triangular(cell: str) -> str:
    return f"{cell}*({cell}+1)/2"


def _side(side: str, took: Working) -> tuple[Working, ...]:
    """The tricks of a side and what they pay. In the document's order: offense's bonus first, defense's last."""
    tricks_key, bonus_key = f"{side} tricks", f"{side} bonus"

    def bonus(refs: CellRefs) -> str:
        level = refs.fact("contract", "bid")
        return f"IF({refs.fact('tricks')}{'>=' if side == OFFENSE else '<'}{level},{_triangular(level)},0)"

    def tricks(refs: CellRefs) -> str:
        return _triangular(refs.working(took.key))

    def points(refs: CellRefs) -> str:
        return f"{refs.working(tricks_key)}+{refs.working(bonus_key)}"

    def value(row: Row, *rules: Rule) -> int:
        """What one of the side scores: they all score the same."""
        game: Any = row.game
        players = game.offense(row.result) if side == OFFENSE else game.defense(row.result)
        return paid(row.judged.score.of(players[0]), *rules)

    lines = (
        Working(bonus_key, side, "bonus", bonus, lambda row: value(row, BONUS)),
        Working(tricks_key, side, "for tricks", tricks, lambda row: value(row, TRICK_POINTS)),
    )
    total = Working(side, side, "points", points, lambda row: value(row, BONUS, TRICK_POINTS))
    return took, *(lines if side == OFFENSE else reversed(lines)), total


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    offends = f"OR({refs.is_player('proposer', names[0])},{refs.is_player('accepter', names[0])})"
    return f"IF({offends},{refs.working(OFFENSE)},{refs.working(DEFENSE)})"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return (0, f"={refs.fact('dealt')}") if fact.key in ("tricks", "contract") else None


FORMULAS = Formulas(
    _points,
    (Extra("dealt", "tricks in the hand", _dealt),),
    (
        Working(
            "offenders",
            OFFENSE,
            "players",
            lambda refs: f'{refs.fact("proposer")}&" and "&{refs.fact("accepter")}',
            lambda row: " and ".join(
                row.game.players[seat] for seat in (row.result.proposer, row.result.accepter)
            ),
            24,
        ),
        bid(OFFENSE),
        *_side(
            OFFENSE,
            Working("took", OFFENSE, "took", lambda refs: refs.fact("tricks"), lambda row: row.result.tricks),
        ),
        *_side(
            DEFENSE,
            Working(
                "rest",
                DEFENSE,
                "took",
                lambda refs: f"{refs.fact('dealt')}-{refs.fact('tricks')}",
                lambda row: _dealt(row) - row.result.tricks,
            ),
        ),
    ),
    _limits,
)
