"""What people get wrong in scoring a contract by hand, in every game that has one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from .calls import Contract, Denomination
from .contract_game import ContractGame
from .core import Mistake, RuleViolation, Seat


def contract(
    game: ContractGame, hand: Any, dealer: Seat, carry: Any, denominations: Iterable[Denomination]
) -> Iterator[Mistake]:
    """The double forgotten, or another denomination. denominations: those of the game."""
    bid = hand.contract.bid
    misread = {"The double was forgotten": Contract(bid)} if hand.contract.doubling else {}
    misread |= {
        f"Counted as if {other.words} had been bid": replace(hand.contract, bid=replace(bid, denomination=other))
        for other in denominations
        if other is not bid.denomination
    }
    for name, other in misread.items():
        try:
            score, _ = game.score(replace(hand, contract=other), dealer, carry)
        except RuleViolation:
            continue  # No contract of this game, or not with this hand's honors.
        yield Mistake(name, score)
