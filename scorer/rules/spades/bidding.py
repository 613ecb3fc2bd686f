"""Who may bid blind, before they have seen their cards: a side that is far enough behind [S2]."""

from abc import abstractmethod
from typing import Any

from ..game import Game
from .sides import Carry


class BlindBids(Game):
    """The part of Spades that says who may bid blind. sides: their names."""

    sides: tuple[str, ...]

    @abstractmethod
    def check_blind(self, bidder: int, bid: Any, carry: Carry) -> None:
        """Raise RuleViolation for a blind bid of a bidder who may not make one now."""

    def may_bid_blind(self, side: int, carry: Carry) -> bool:
        """Whether a side is as far behind as the table asks; exactly so far is far enough."""
        margin = self.options.blind_margin
        return not margin or carry.behind(side) >= margin

    def too_near(self, side: int, carry: Carry) -> str:
        """Why a side may not bid blind."""
        behind = carry.behind(side)
        distance = f"{behind} behind" if behind > 0 else "not behind"
        return f"{self.sides[side]} are {distance}, and it takes {self.options.blind_margin}"

    def who_may_bid_blind(self, bid: str, carry: Carry | None) -> tuple[str, ...]:
        """Sentences for the table. bid: what may be bid, "blind nil"."""
        before = carry or Carry()
        if not self.options.blind_margin:
            return (f"Both sides may bid {bid}.",)
        return tuple(
            f"{name} may bid {bid}: they are {before.behind(side)} behind."
            for side, name in enumerate(self.sides)
            if self.may_bid_blind(side, before)
        )
