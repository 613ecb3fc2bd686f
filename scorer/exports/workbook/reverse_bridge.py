"""Reverse Bridge as formulas: what the bid pays its side, and its error the opponents."""

from collections.abc import Sequence

from ...rules import reverse_bridge
from ...rules.calls import Denomination
from ...rules.reverse_bridge import A_TRICK, FIRST, FIRST_MADE, FIRST_OFF, FOR_NO_TRUMP, OFF, SECOND, TRICKS
from .formulas import FORMULAS, Formulas, Working, bid, is_trump, option, pays, player, took, trump, where

HAND, POINTS = "the hand", "points for"
LEVEL, TOOK = "[contract.bid]", "[opponent_tricks]"
PAST = f"({TOOK}-{LEVEL})"


def _by_scoring(formula: str, **others: str) -> str:
    """A formula, and others where a hand was scored as in a play-test. others: by the scoring."""
    by_scoring = formula
    for scoring, other in others.items():
        by_scoring = f'IF([scoring]="{scoring}",{other},{by_scoring})'
    return where("scoring", by_scoring, formula)


CHEAP, DEAR = A_TRICK[Denomination.CLUBS], A_TRICK[Denomination.HEARTS]
PER_TRICK = f"IF({is_trump(*(suit for suit in A_TRICK if A_TRICK[suit] == CHEAP))},{CHEAP},{DEAR})"
MADE = f'{LEVEL}*{PER_TRICK}+IF([contract.trump]="{trump(Denomination.NO_TRUMP)}",{FOR_NO_TRUMP},0)'
ERROR = f"{OFF}*ABS{PAST}"
BIDDERS = _by_scoring(MADE, **{FIRST: f"{FIRST_MADE}"})
OPPONENTS = _by_scoring(
    ERROR, **{FIRST: f"{FIRST_OFF}*ABS{PAST}", SECOND: f"IF({PAST}>0,{PAST}*{PER_TRICK},{ERROR})"}
)
WORKINGS = (
    player("declarer", HAND),
    bid(HAND),
    took(HAND, "opponents took", "opponent_tricks", 10),
    Working(
        "bidders",
        POINTS,
        "the bidders",
        f"IF({TOOK}>={LEVEL},{BIDDERS},0)",
        pays(reverse_bridge.BIDDERS, reverse_bridge.NO_TRUMP, reverse_bridge.FIRST_BIDDERS),
        10,
    ),
    Working(
        "opponents",
        POINTS,
        "their opponents",
        OPPONENTS,
        pays(reverse_bridge.OPPONENTS, reverse_bridge.FIRST_OPPONENTS, reverse_bridge.SECOND_PAST),
        10,
    ),
)


@FORMULAS.register(reverse_bridge.ReverseBridge)
def formulas(games: Sequence[reverse_bridge.ReverseBridge], columns: Sequence[str]) -> Formulas:
    return Formulas(
        "IF([?declarer],[=bidders],[=opponents])",
        WORKINGS,
        (option("scoring", "scoring", lambda game: game.options.scoring != "final", 14),),
        {"opponent_tricks": (0, TRICKS), "contract": (1, TRICKS)},
    )
