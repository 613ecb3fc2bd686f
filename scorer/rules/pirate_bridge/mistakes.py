"""What people get wrong in scoring Pirate Bridge by hand [rules 2.4, 3]."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import misread
from ..calls import BRIDGE
from ..contract_scoring.auction_bridge import ODD_TRICK, ODD_TRICKS
from ..contract_scoring.rubber import Rubber
from ..core import Mistake, Score, Seat
from .scoring import PirateHand

if TYPE_CHECKING:
    from .game import PirateBridge

SCORINGS = {"auction": "auction bridge", "contract": "contract bridge"}


def mistakes(game: "PirateBridge", hand: PirateHand, dealer: Seat, carry: Rubber | None) -> Iterator[Mistake]:
    score, _ = game.score(hand, dealer, carry)
    earner = hand.declaring if hand.made else hand.defending
    lines = score.lines
    # Declarer and acceptor score alike, and so do the two defenders.
    for seat in earner:
        alone = tuple(line for line in lines if line.column != seat)
        yield Mistake(f"Nothing was given to {game.players[seat]}, as if without a partner", Score(alone))
    if hand.made:
        value = ODD_TRICK[hand.contract.denomination] * 2**hand.contract.doubling
        for tricks, name in ((hand.tricks, "All tricks"), (hand.contract.level, "Only the tricks bid")):
            counted = (replace(line, points=value * tricks) if line.rule is ODD_TRICKS else line for line in lines)
            yield Mistake(f"{name} were counted below the line", Score(tuple(counted)))
    others = dict(zip((*hand.declaring, *hand.defending), (*hand.defending, *hand.declaring), strict=True))
    turned = tuple(replace(line, column=others[line.column]) for line in lines)
    yield Mistake("The points went to the other side", Score(turned))
    if not hand.made:
        taken = (replace(line, column=others[line.column], points=-line.points) for line in lines)
        yield Mistake("The undertricks were taken off declarer and acceptor", Score(tuple(taken)))
    yield from misread.contract(game, hand, dealer, carry, BRIDGE)
    for scoring, name in SCORINGS.items():
        for vulnerable in (False, True) if scoring == "contract" else (False,):
            if (scoring, vulnerable) == (game.options.scoring, hand.vulnerable):
                continue
            other = game.replace(options=replace(game.options, scoring=scoring))
            scored, _ = other.score(replace(hand, vulnerable=vulnerable), dealer, carry)
            how = "" if scoring == "auction" else ", vulnerable" if vulnerable else ", not vulnerable"
            yield Mistake(f"Scored by {name}{how}", scored)
