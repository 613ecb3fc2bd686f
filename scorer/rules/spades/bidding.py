"""Who bids in Spades, and who may bid blind: a side that is far enough behind [S2]."""

from abc import abstractmethod
from typing import Any

from ..core import Seat
from ..game import Game
from .rules import NEW_YORK_FIRST
from .sides import Carry


class Bidding(Game):
    """The part of Spades that says who bids, and what may be bid. sides: their names."""

    sides: tuple[str, ...]

    @abstractmethod
    def check_bid(self, bid: Any) -> None:
        """Raise RuleViolation for a bid that nobody can make under these rules."""

    @abstractmethod
    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        """Who bids, in turn: seats or sides by their numbers, with their names; nobody in a hand without bids."""

    def sides_in_turn(self, dealer: Seat) -> tuple[tuple[int, str], ...]:
        """The sides in the order in which they agree on their bids: the dealer's last."""
        return tuple((side, self.sides[side]) for side in ((dealer + 1) % 2, dealer % 2))

    def check_bidding(self, carry: Carry) -> None:
        """Raise RuleViolation where nobody bids in this hand."""
        NEW_YORK_FIRST.require(bool(self.bidders(0, carry)), "The first hand is played without bids.", "bids")

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
