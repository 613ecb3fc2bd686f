"""Standard Spades where partners agree on one bid for their side, instead of bidding in turn [S2]."""

from typing import Any

from ..calls import Bid
from ..core import Seat
from ..fields.each import PerPlayer, PerSide
from ..fields.values import BidField
from .hands import AgreedHand, HandWithNils
from .rules import AGREED_BID
from .sides import TRICKS, Carry
from .standard import KEYS, Standard

SIDE_BIDS = tuple(Bid(level) for level in range(TRICKS + 1))
AGREED_KEYS = {
    "bids": PerSide(BidField()),
    "nils": PerPlayer(BidField(), every=False, needed=False),
    **{key: field for key, field in KEYS.items() if key != "bids"},
}


class Agreed(Standard, variant="standard", bidding="sides"):
    keys = AGREED_KEYS
    hand_type = AgreedHand
    bids = SIDE_BIDS
    nil_key = "nils"

    def auction(self, dealer: Seat, carry: Carry | None) -> None:
        """No call after the other: how partners come to their number is their own affair."""
        return

    def opening_note(self, dealer: Seat) -> str:
        first, lead = self.left_of(dealer) % 2, self.players[self.left_of(dealer)]
        return f"{self.sides[first]} agree on their bid first, then the dealer's side; {lead} leads."

    def check_bid(self, bid: Any) -> None:
        AGREED_BID.require(
            bid in SIDE_BIDS, f"“{bid}” cannot be bid: a side agrees on 1 to {TRICKS} tricks.", "bids"
        )

    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        return self.sides_in_turn(dealer)

    def check(self, hand: HandWithNils, dealer: Seat, carry: Carry | None) -> None:
        super().check(hand, dealer, carry)
        for side, name in enumerate(self.sides):
            bid, all_nil = hand.bid(side), hand.all_nil(side)
            AGREED_BID.require(bid > 0 or all_nil, f"{name} bid 0: only where both bid nil can they.", "bids")
            AGREED_BID.require(
                bid == 0 or not all_nil, f"Both players of {name} bid nil: their side bids 0, not {bid}.", "bids"
            )

    def shown_hands(self, tricks: int) -> tuple[AgreedHand, ...]:
        """A bid of 5."""
        return (AgreedHand((Bid(5), Bid(5)), (tricks, TRICKS - tricks)),)
