"""Reverse Bridge as formulas: what the bid pays its side, and its error the opponents."""

from ...rules.calls import Denomination
from ...rules.game import Game
from ...rules.reverse_bridge.game import A_TRICK, FIRST, FIRST_MADE, FIRST_OFF, FOR_NO_TRUMP, OFF, SECOND, TRICKS
from ...rules.reverse_bridge.rules import (
    BIDDERS,
    FIRST_BIDDERS,
    FIRST_OPPONENTS,
    NO_TRUMP,
    OPPONENTS,
    SECOND_PAST,
)
from ...sheet.core.ledger import Row
from .formulas import CellRefs, Extra, Fact, Formulas, Limits, Working, bid, declarer, paid, trump


def _of_play_test(game: Game) -> bool:
    return game.options.scoring != "final"


def _by_scoring(refs: CellRefs, formula: str, **others: str) -> str:
    """A formula, and others where a hand was scored as in a play-test. others: by the scoring."""
    for scoring, other in others.items() if refs.has("scoring") else ():
        formula = f'IF({refs.fact("scoring")}="{scoring}",{other},{formula})'
    return formula


def _a_trick(refs: CellRefs) -> str:
    """What a trick of the bid pays."""
    denomination = refs.fact("contract", "trump")
    cheap = [suit for suit in A_TRICK if A_TRICK[suit] == A_TRICK[Denomination.CLUBS]]
    is_cheap = ",".join(f'{denomination}="{trump(suit)}"' for suit in cheap)
    return f"IF(OR({is_cheap}),{A_TRICK[Denomination.CLUBS]},{A_TRICK[Denomination.HEARTS]})"


def _bidders(refs: CellRefs) -> str:
    level, denomination = refs.fact("contract", "bid"), refs.fact("contract", "trump")
    extra = f'IF({denomination}="{trump(Denomination.NO_TRUMP)}",{FOR_NO_TRUMP},0)'
    paid = _by_scoring(refs, f"{level}*{_a_trick(refs)}+{extra}", **{FIRST: f"{FIRST_MADE}"})
    return f"IF({refs.fact('opponent_tricks')}>={level},{paid},0)"


def _opponents(refs: CellRefs) -> str:
    off = f"({refs.fact('opponent_tricks')}-{refs.fact('contract', 'bid')})"
    usual = f"{OFF}*ABS{off}"
    past = f"IF({off}>0,{off}*{_a_trick(refs)},{usual})"
    return _by_scoring(refs, usual, **{FIRST: f"{FIRST_OFF}*ABS{off}", SECOND: past})


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    bids = ",".join(refs.is_player("declarer", name) for name in names)
    return f"IF(OR({bids}),{refs.working('bidders')},{refs.working('opponents')})"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return {"opponent_tricks": (0, TRICKS), "contract": (1, TRICKS)}.get(fact.key)


FORMULAS = Formulas(
    _points,
    (Extra("scoring", "scoring", lambda row: row.game.options.scoring, 14, _of_play_test),),
    (
        declarer("the hand"),
        bid("the hand"),
        Working(
            "took",
            "the hand",
            "opponents took",
            lambda refs: refs.fact("opponent_tricks"),
            lambda row: row.result.opponent_tricks,
            10,
        ),
        Working(
            "bidders",
            "points for",
            "the bidders",
            _bidders,
            lambda row: paid(row.judged.score.lines, BIDDERS, NO_TRUMP, FIRST_BIDDERS),
            10,
        ),
        Working(
            "opponents",
            "points for",
            "their opponents",
            _opponents,
            lambda row: paid(row.judged.score.lines, OPPONENTS, FIRST_OPPONENTS, SECOND_PAST),
            10,
        ),
    ),
    _limits,
)
