"""What people get wrong in scoring Oh Hell by hand [S2]."""

from collections.abc import Iterator, Sequence

from ..core import Mistake, Score, ScoreLine
from .rules import MET, MISSED
from .scoring import METHODS, Method


def mistakes(method: Method, bids: Sequence[int], tricks: Sequence[int], dealt: int) -> Iterator[Mistake]:
    """What people get wrong in scoring by hand: whose bid was met, and whose was not.

    bids, tricks: by seat; dealt: the cards of the hand.
    """
    pairs = list(enumerate(zip(bids, tricks, strict=True)))
    met = (ScoreLine(seat, *line, MET) for seat, (bid, _) in pairs for line in method.when_met(bid, dealt))
    yield Mistake("The bid was counted as met, though it was missed", Score(tuple(met)))
    missed = (ScoreLine(seat, *line, MISSED) for seat, pair in pairs for line in method.when_missed(*pair))
    yield Mistake("The bid was counted as missed, though it was met", Score(tuple(missed)))
    for other in METHODS.values():
        if other is not method:
            lines = (
                ScoreLine(seat, *line)
                for seat, (bid, took) in pairs
                for line in (other.when_met(bid, dealt) if bid == took else other.when_missed(bid, took))
            )
            yield Mistake(f"Scored by another method, “{other.title}”", Score(tuple(lines)))
