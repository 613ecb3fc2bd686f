"""The bids of Oh Hell, one after the other, and the hook that forbids the dealer one of them [S2]."""

from typing import Any

from ..auctions.auction import Auction
from ..auctions.bid_each import BidEach
from ..calls import Bid, Call
from ..core import Seat
from .hand_sizes import Carry
from .options import AT_ONCE
from .rules import HOOK, RULE_REFS
from .trump import TrumpedHands


class Bidding(TrumpedHands):
    """The part of Oh Hell that is played before the first trick."""

    @property
    def at_once(self) -> bool:
        """Whether all bid at once, so that there is no order of calls and no hook [S2]."""
        return self.options.bidding == AT_ONCE

    def hooked(self, others: int, dealt: int) -> int | None:
        """The bid that the hook forbids the dealer, by the sum of the others' bids; None where it forbids none."""
        rest = dealt - others
        return rest if self.options.hook and not self.at_once and rest in range(dealt + 1) else None

    def check_hook(self, bid: int, others: int, dealt: int, dealer: Seat, field: str | None = None) -> None:
        """Raise RuleViolation where the dealer may not make this bid after the others'."""
        HOOK.require(bid != self.hooked(others, dealt), self.why_hooked(bid, dealt, dealer), field)

    def why_hooked(self, bid: int, dealt: int, dealer: Seat) -> str:
        name = self.players[dealer]
        return f"{name} may not bid {bid}: the bids would add up to {dealt}, the cards of the hand."

    def auction(self, dealer: Seat, carry: Carry | None) -> BidEach | None:
        if self.at_once:
            return None
        dealt = self.cards(carry)

        def check_hook(auction: BidEach, seat: Seat, call: Call) -> None:
            if auction.is_last and isinstance(call, Bid):
                self.check_hook(call.level, auction.level, dealt, seat)

        return BidEach(
            players=self.players,
            bids=tuple(Bid(number) for number in range(dealt + 1)),
            in_words=f"a number from 0 to {dealt}",
            rule_refs=RULE_REFS,
            turn=self.left_of(dealer),
            more=check_hook,
        )

    def agreed(self, auction: Auction) -> dict[str, Any] | None:
        bids = {seat: call.level for seat, call in auction.calls if isinstance(call, Bid)}
        return {"bids": tuple(bids[seat] for seat in sorted(bids))}
