"""What people get wrong in scoring Oh Hell by hand [S2]: who has met their bid, and who has not."""

from collections.abc import Iterator, Sequence

from ..core import Mistake, Score, ScoreLine
from .rules import MET, MISSED
from .scoring import Method


def mistakes(method: Method, bids: Sequence[int], tricks: Sequence[int], dealt: int) -> Iterator[Mistake]:
    """bids, tricks: by seat; dealt: the cards of the hand."""
    told = list(enumerate(zip(bids, tricks, strict=True)))
    met = (ScoreLine(seat, *line, MET) for seat, (bid, _) in told for line in method.when_met(bid, dealt))
    yield Mistake("The bid was counted as met, though it was missed", Score(tuple(met)))
    missed = (ScoreLine(seat, *line, MISSED) for seat, pair in told for line in method.when_missed(*pair))
    yield Mistake("The bid was counted as missed, though it was met", Score(tuple(missed)))
