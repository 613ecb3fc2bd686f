"""Spades as Christian A. Baxter contributed it from New York City [S2].

The sides agree on their bids, may bid blind, and are set by three bags.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..calls import SUITS, Bid, Denomination
from ..core import Counter, Ending, Points, Seat, Worth, counted, listed
from ..fields import BidField, CountField, PerSide
from ..tricks import BLACK_JOKER, RED_JOKER, Card, Pack, UnbrokenSuit
from . import rules as book
from .game import TEN, UNBID, Carry, Side, Spades, SpadesCarrying, SpadesOutcomes
from .rules import TRICKS

CLUBS_2, DIAMONDS_2, HEARTS_2, SPADES_2 = (Card(suit, 2) for suit in SUITS)
OPEN_BIDS = tuple(Bid(level) for level in range(4, 11))
BLIND_BIDS = tuple(Bid(level, blind=True) for level in range(6, 11))
"""The greatest bid is lost in the text; ten is the last whose value it gives [rules 4.2]."""
TEN_PAYS = 200
OVERTRICKS = 2
"""How many an open bid of less than ten may be exceeded by."""


@dataclass(frozen=True)
class NewYorkHand:
    """tricks, bids: by side; no bids in an unbid first hand. A side that came out of its blind bid has bid 10."""

    tricks: tuple[int, int]
    bids: tuple[Bid, Bid] | None = None

    def bid(self, side: int) -> int:
        """What a side must take."""
        return self.bids[side].level if self.bids else 0


KEYS = {"bids": PerSide(BidField(), needed=False), "tricks": PerSide(CountField())}


class SetsCarrying(SpadesCarrying):
    kind = "sets"

    def check(self, key: str, number: int) -> None:
        limit = self.game.options.sets_to_lose
        self.require_below(limit, book.SETS, key, number, f"with {limit} the game is lost")

    def with_number(self, side: Side, number: int) -> Side:
        return replace(side, sets=number)

    def events(self, before: Carry, after: Carry) -> tuple[str, ...]:
        limit = self.game.options.sets_to_lose
        lost = [side.sets >= limit for side in after.sides]
        decided = any(lost) or any(side.boston for side in after.sides)
        events: list[str] = []
        for name, then, now in zip(self.game.sides, before.sides, after.sides, strict=True):
            if now.boston:
                events.append(f"{name} bid 10 and took all {TRICKS} tricks: the game is theirs.")
            elif now.sets > then.sets:
                more = (
                    "" if decided else f": {counted(limit - now.sets, 'set')} more in a row and the game is lost"
                )
                loses = now.sets >= limit and not all(lost)
                events.append(f"{name} are set{': the game is lost' if loses else more}.")
        if all(lost) and events:
            events.append(
                "Both are set too often in a row: the higher score wins, and while they are level they go on."
            )
        return tuple(events)

    def counters(self, carry: Carry) -> tuple[Counter, ...]:
        sets = [side.sets for side in carry.sides]
        often = [("", "once", "twice")[number] if number < 3 else f"{number} times" for number in sets]
        return tuple(Counter(name, "set", text) for name, text in zip(self.game.sides, often, strict=True) if text)


class NewYorkOutcomes(SpadesOutcomes):
    def made(self, hand: NewYorkHand, column: int) -> bool | None:
        if hand.bids is None:
            return None
        bid = hand.bids[column]
        limited = not bid.blind and bid.level < TEN
        return bid.level <= hand.tricks[column] <= (bid.level + OVERTRICKS if limited else TRICKS)


class NewYork(Spades, variant="new-york"):
    keys = KEYS
    hand_type = NewYorkHand
    carrying_type = SetsCarrying
    outcomes_type = NewYorkOutcomes
    bids = (*OPEN_BIDS, *BLIND_BIDS)
    guarded = UnbrokenSuit(Denomination.SPADES, book.NEW_YORK_LEAD, tricks=3)
    unbid_rule = book.NEW_YORK_FIRST

    def deal_notes(self, dealer: Seat, carry: Carry) -> tuple[str, ...]:
        first = self.left_of(dealer)
        deal = super().deal_notes(dealer, carry)
        leads = f"{self.players[first]} leads to the first trick."
        if self.is_unbid(carry):
            return *deal, UNBID, leads
        bidding = f"{self.sides[first % 2]} agree on their bid first, 4 to 10; then the dealer's side."
        return *deal, bidding, leads, *self.who_may_bid_blind("blind, 6 to 10", carry)

    @property
    def pack(self) -> Pack:
        """Two jokers for two twos: those of clubs and hearts, or the red ones [S2]."""
        jokers = (RED_JOKER, BLACK_JOKER) if self.options.high_joker == "red" else (BLACK_JOKER, RED_JOKER)
        red_twos_out = self.options.twos_out == "diamonds and hearts"
        return Pack(
            without=(DIAMONDS_2 if red_twos_out else CLUBS_2, HEARTS_2),
            top=(*jokers, *(() if red_twos_out else (DIAMONDS_2,)), SPADES_2),
            above=Denomination.SPADES,
            rule=book.NEW_YORK_PACK,
        )

    def is_unbid(self, carry: Carry) -> bool:
        return self.options.first_hand == "unbid" and carry.hands == 0

    def check_bid(self, bid: Any) -> None:
        if isinstance(bid, Bid) and bid.blind:
            book.NEW_YORK_BLIND.require(
                bid in BLIND_BIDS, f"“{bid}” cannot be bid: a blind bid is for 6 to 10 tricks.", "bids"
            )
        else:
            book.NEW_YORK_BID.require(
                bid in OPEN_BIDS, f"“{bid}” cannot be bid: a side bids 4 to 10 tricks, or 6 to 10 blind.", "bids"
            )

    def check(self, hand: NewYorkHand, dealer: Seat, carry: Carry) -> None:
        super().check(hand, dealer, carry)
        if hand.bids is None:
            only = "Only the first hand is" if self.options.first_hand == "unbid" else "At this table no hand is"
            book.NEW_YORK_BID.require(self.is_unbid(carry), f"{only} played without bids.", "bids")
            return
        for side, bid in enumerate(hand.bids):
            self.check_blind(side, bid, carry)

    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        return () if self.is_unbid(carry) else self.sides_in_turn(dealer)

    def check_blind(self, bidder: int, bid: Bid, carry: Carry) -> None:
        detail = f"{self.sides[bidder]} cannot bid blind: {self.too_near(bidder, carry)}."
        book.NEW_YORK_BLIND.require(not bid.blind or self.may_bid_blind(bidder, carry), detail, "bids")

    def bid_text(self, hand: NewYorkHand, side: int) -> str:
        return str(hand.bids[side]) if hand.bids else ""

    def worth(self, bid: Bid, *, made: bool) -> int:
        if bid.level == TEN:
            return TEN_PAYS * (2 if bid.blind else 1) if made else -self.options.failed_ten
        return bid.level * (20 if bid.blind else 10) if made else -10 * bid.level

    def lines(self, hand: NewYorkHand, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        tricks = hand.tricks[side]
        if hand.bids is None:
            return ((10 * tricks, counted(tricks, "trick"), book.NEW_YORK_FIRST),), replace(before, sets=0)
        bid = hand.bids[side]
        made = bool(self.outcomes.made(hand, side))
        rule = book.NEW_YORK_TEN if bid.level == TEN else book.NEW_YORK_MADE
        after = replace(before, sets=0 if made else before.sets + 1, boston=bid.level == TEN and tricks == TRICKS)
        over = tricks - bid.level
        why = f"{over} over: set" if not made and over > 0 else "made" if made else "set"
        paying = book.NEW_YORK_BLIND_PAYS if bid.blind else rule
        return ((self.worth(bid, made=made), f"bid {bid}, {why}", paying),), after

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Carry) -> Ending | None:
        """A Boston, a row of sets, the target, in this order [rules 4.2]."""
        credited, sides, limit = self.credited(columns), carry.sides, self.options.sets_to_lose
        for winners, side in zip(credited, sides, strict=True):
            if side.boston:
                return Ending.won_by(winners, columns, f"bid 10 and took all {TRICKS} tricks")
        losers = [index for index, side in enumerate(sides) if side.sets >= limit]
        if len(losers) == 1:
            lost, won = [columns[column] for column in credited[losers[0]]], credited[1 - losers[0]]
            return Ending(f"{listed(lost)} were set {sides[losers[0]].sets} times in a row", won)
        if losers and (ahead := self.ahead(columns, totals)):
            return Ending(f"both sides were set {min(side.sets for side in sides)} times in a row", ahead)
        return super().ending(columns, totals, carry)

    def shown_hands(self, tricks: int) -> tuple[NewYorkHand, ...]:
        """Bids of 5, of a blind 6, and of 10."""
        taken = tricks, TRICKS - tricks
        return tuple(NewYorkHand(taken, (bid, bid)) for bid in (Bid(5), Bid(6, blind=True), Bid(10)))
