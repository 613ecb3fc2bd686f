"""Spades as Christian A. Baxter contributed it from New York City [S2].

The sides agree on their bids, may bid blind, and are set by three bags.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..calls import Bid, Denomination
from ..core import Seat, Worth, counted
from ..fields.each import PerSide
from ..fields.field import Field
from ..fields.values import BidField, CountField
from ..tricks.cards import BLACK_JOKER, RED_JOKER, Card, Pack
from ..tricks.play import UnbrokenSuit
from .rules import (
    NEW_YORK_BID,
    NEW_YORK_BLIND,
    NEW_YORK_BLIND_PAYS,
    NEW_YORK_FIRST,
    NEW_YORK_LEAD,
    NEW_YORK_MADE,
    NEW_YORK_PACK,
    NEW_YORK_TEN,
)
from .variant import TRICKS, Carry, Side, Variant

PACK = Pack(
    without=(Card(Denomination.CLUBS, 2), Card(Denomination.HEARTS, 2)),
    top=(RED_JOKER, BLACK_JOKER, Card(Denomination.DIAMONDS, 2), Card(Denomination.SPADES, 2)),
    above=Denomination.SPADES,
    rule=NEW_YORK_PACK,
)
OPEN_BIDS = tuple(Bid(level) for level in range(4, 11))
BLIND_BIDS = tuple(Bid(level, blind=True) for level in range(6, 11))
"""The greatest bid is lost in the text; ten is the last whose value it gives [rules 4.2]."""
TEN = 10
TEN_PAYS = 200
UNBID = "The first hand is played without bids: 10 points for each trick."
OVERTRICKS = 2
"""How many an open bid of less than ten may be exceeded by."""


@dataclass(frozen=True)
class NewYorkHand:
    """tricks, bids: by side; no bids in an unbid first hand. A side that came out of its blind bid has bid 10."""

    tricks: tuple[int, int]
    bids: tuple[Bid, Bid] | None = None


class NewYork(Variant):
    keys: ClassVar[Mapping[str, Field]] = {
        "bids": PerSide(BidField(), needed=False),
        "tricks": PerSide(CountField()),
    }
    hand_type = NewYorkHand
    bids = (*OPEN_BIDS, *BLIND_BIDS)
    pack = PACK
    guarded = UnbrokenSuit(Denomination.SPADES, NEW_YORK_LEAD, tricks=3)

    def auction(self, dealer: Seat, carry: Carry) -> None:
        return None

    def deal_notes(self, dealer: Seat, carry: Carry) -> Iterator[str]:
        first = (dealer + 1) % 4
        unbid = self.is_unbid(carry)
        if unbid:
            yield UNBID
        else:
            yield f"{self.sides[first % 2]} agree on their bid first, 4 to 10; then the dealer's side."
        yield f"{self.players[first]} leads to the first trick."
        if not unbid:
            yield from self.who_may_bid_blind("blind, 6 to 10", carry)

    def is_unbid(self, carry: Carry) -> bool:
        """Whether this hand is played without bids."""
        return carry.is_first and self.options.first_hand == "unbid"

    def play_notes(self, agreed: Mapping[str, Any]) -> Iterator[str]:
        return iter(())

    def check_bid(self, bid: Any) -> None:
        if isinstance(bid, Bid) and bid.blind:
            NEW_YORK_BLIND.require(
                bid in BLIND_BIDS, f"“{bid}” cannot be bid: a blind bid is for 6 to 10 tricks.", "bids"
            )
        else:
            NEW_YORK_BID.require(
                bid in OPEN_BIDS, f"“{bid}” cannot be bid: a side bids 4 to 10 tricks, or 6 to 10 blind.", "bids"
            )

    def check(self, hand: NewYorkHand, carry: Carry) -> None:
        if hand.bids is None:
            only = "Only the first hand is" if self.options.first_hand == "unbid" else "At this table no hand is"
            NEW_YORK_BID.require(self.is_unbid(carry), f"{only} played without bids.", "bids")
            return
        self.check_now(carry)
        for side, bid in enumerate(hand.bids):
            self.check_blind(side, bid, carry)

    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        first = (dealer + 1) % 2
        return () if self.is_unbid(carry) else tuple((side, self.sides[side]) for side in (first, 1 - first))

    def check_blind(self, bidder: int, bid: Bid, carry: Carry) -> None:
        NEW_YORK_BLIND.require(
            not bid.blind or self.may_bid_blind(bidder, carry),
            f"{self.sides[bidder]} cannot bid blind: {self.too_near(bidder, carry)}.",
            "bids",
        )

    def bid_text(self, hand: NewYorkHand, side: int) -> str:
        return str(hand.bids[side]) if hand.bids else ""

    def made(self, hand: NewYorkHand, side: int) -> bool | None:
        return None if hand.bids is None else self.is_made(hand.bids[side], hand.tricks[side])

    def fate(self, hand: NewYorkHand, side: int) -> str:
        made = self.made(hand, side)
        return "" if made is None else "made" if made else "set"

    @staticmethod
    def is_made(bid: Bid, tricks: int) -> bool:
        limited = not bid.blind and bid.level < TEN
        return bid.level <= tricks <= (bid.level + OVERTRICKS if limited else TRICKS)

    def worth(self, bid: Bid, *, made: bool) -> int:
        if bid.level == TEN:
            return TEN_PAYS * (2 if bid.blind else 1) if made else -self.options.failed_ten
        return bid.level * (20 if bid.blind else 10) if made else -10 * bid.level

    def lines(self, hand: NewYorkHand, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        tricks = hand.tricks[side]
        if hand.bids is None:
            return ((10 * tricks, counted(tricks, "trick"), NEW_YORK_FIRST),), replace(before, sets=0)
        bid = hand.bids[side]
        made = self.is_made(bid, tricks)
        rule = NEW_YORK_BLIND_PAYS if bid.blind else NEW_YORK_TEN if bid.level == TEN else NEW_YORK_MADE
        after = replace(
            before,
            sets=0 if made else before.sets + 1,
            boston=bid.level == TEN and tricks == TRICKS,
        )
        over = tricks - bid.level
        why = f"{over} over: set" if not made and over > 0 else "made" if made else "set"
        return ((self.worth(bid, made=made), f"bid {bid}, {why}", rule),), after

    def events(self, side: int, before: Side, after: Side) -> Iterator[str]:
        name = self.sides[side]
        if after.boston:
            yield f"{name} bid 10 and took all {TRICKS} tricks: the game is theirs."
        if after.sets > before.sets:
            more = self.options.sets_to_lose - after.sets
            lost = f"{counted(more, 'set')} more in a row and the game is lost" if more > 0 else "the game is lost"
            yield f"{name} are set: {lost}."

    def mark(self, side: Side) -> tuple[str, str]:
        return "set", ("", "once", "twice")[side.sets] if side.sets < 3 else f"{side.sets} times"
