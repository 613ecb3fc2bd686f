"""Offender as formulas: the document's table of a succession of hands, with its triangular numbers."""

from collections.abc import Callable
from typing import Any

from ...rules.core import Rule
from ...rules.offender.rules import BONUS, TRICK_POINTS
from ...sheet.core.ledger import Row
from .live import Extra, Limits, Live, Working, bid, bid_of
from .places import Fact, Places

OFFENSE, DEFENSE = "offense", "defense"


def _triangular(cell: str) -> str:
    return f"{cell}*({cell}+1)/2"


def _level(at: Places) -> str:
    return at.fact("contract", "bid")


def _bonus(side: str) -> Callable[[Places], str]:
    wins = ">=" if side == OFFENSE else "<"
    return lambda at: f"IF({at.fact('tricks')}{wins}{_level(at)},{_triangular(_level(at))},0)"


def _seat(row: Row, side: str) -> int:
    """One of the side: they all score the same."""
    game: Any = row.game
    return game.offense(row.result)[0] if side == OFFENSE else game.defense(row.result)[0]


def _paid(side: str, *rules: Rule) -> Callable[[Row], int]:
    def paid(row: Row) -> int:
        lines = row.judged.score.of(_seat(row, side))
        return sum(int(line.points) for line in lines if line.rule in rules)

    return paid


def _side(side: str, took: Working) -> tuple[Working, ...]:
    """The tricks of a side and what they pay. In the document's order: offense's bonus first, defense's last."""
    tricks, bonus = f"{side} tricks", f"{side} bonus"

    def for_tricks(at: Places) -> str:
        return _triangular(at.working(took.key))

    lines = [
        Working(bonus, side, "bonus", _bonus(side), _paid(side, BONUS)),
        Working(tricks, side, "for tricks", for_tricks, _paid(side, TRICK_POINTS)),
    ]
    points = Working(
        side,
        side,
        "points",
        lambda at: f"{at.working(tricks)}+{at.working(bonus)}",
        _paid(side, BONUS, TRICK_POINTS),
    )
    return took, *(lines if side == OFFENSE else reversed(lines)), points


WORKINGS = (
    Working(
        "offenders",
        OFFENSE,
        "players",
        lambda at: f'{at.fact("proposer")}&" and "&{at.fact("accepter")}',
        lambda row: " and ".join(row.game.players[seat] for seat in (row.result.proposer, row.result.accepter)),
        24,
    ),
    Working("bid", OFFENSE, "bid", bid, bid_of),
    *_side(
        OFFENSE,
        Working("took", OFFENSE, "took", lambda at: at.fact("tricks"), lambda row: row.result.tricks),
    ),
    *_side(
        DEFENSE,
        Working(
            "rest",
            DEFENSE,
            "took",
            lambda at: f"{at.fact('dealt')}-{at.fact('tricks')}",
            lambda row: _dealt(row) - row.result.tricks,
        ),
    ),
)


def _dealt(row: Row) -> int:
    game: Any = row.game
    return game.tricks


def _points(row: Row, at: Places, names: tuple[str, ...]) -> str:
    offends = f"OR({at.same('proposer', names[0])},{at.same('accepter', names[0])})"
    return f"IF({offends},{at.working(OFFENSE)},{at.working(DEFENSE)})"


def _limits(row: Row, fact: Fact, at: Places) -> Limits | None:
    return {"tricks": (0, f"={at.fact('dealt')}"), "contract": (0, f"={at.fact('dealt')}")}.get(fact.key)


LIVE = Live(_points, (Extra("dealt", "tricks in the hand", _dealt),), WORKINGS, _limits)
