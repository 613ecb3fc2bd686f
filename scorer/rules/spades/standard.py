"""Spades as most tables play it [S2]: everybody bids, or partners agree on one bid; nil and blind nil, bags."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from ..auctions import BidEach, Spoken
from ..calls import Bid, Call, Denomination, Word
from ..core import Counter, Seat, Worth, counted, listed
from ..fields import BidField, CountField, PerPlayer, PerSide
from ..game import NilBid, PlayedHand
from ..options import Options
from ..tricks import WHOLE_PACK, Pack, UnbrokenSuit, parse_card
from . import rules as book
from .game import SIDES, TEN, UNBID, Carry, Side, Spades, SpadesCarrying, SpadesOutcomes
from .rules import RULE_REFS, TRICKS


class HandWithNils(PlayedHand, ABC):
    """What was bid and taken.

    bids: empty in a first hand without them.
    tricks: by side.
    nil_tricks: by seat; None counts as no trick taken by a nil.
    """

    bids: tuple[Any, ...]
    tricks: tuple[int, int]
    nil_tricks: tuple[int | None, ...]

    @abstractmethod
    def nil(self, seat: Seat) -> Word | None:
        """The nil that a player bid, blind or not; None where they bid none."""

    @abstractmethod
    def bid(self, side: int) -> int:
        """What a side must take."""

    def all_nil(self, side: int) -> bool:
        """Whether both partners of a side bid nil, so that each of its tricks was taken by a failed nil."""
        return all(self.nil(seat) for seat in SIDES[side])

    def failed(self, side: int) -> int:
        """The tricks that the failed nils of a side took."""
        return sum(self.nil_tricks[seat] or 0 for seat in SIDES[side])

    def shares(self, side: int) -> tuple[Seat, Seat]:
        """The two seats of a side, first the one whose nil took more; of equals the earlier."""
        first, second = sorted(SIDES[side], key=lambda seat: -(self.nil_tricks[seat] or 0))
        return first, second


@dataclass(frozen=True)
class SpadesHand(HandWithNils):
    """bids: by seat; none in a first hand without bids."""

    bids: tuple[Call, ...] = ()
    tricks: tuple[int, int] = (0, 0)
    nil_tricks: tuple[int | None, ...] = (None,) * 4

    def nil(self, seat: Seat) -> Word | None:
        bid = self.bids[seat] if self.bids else None
        return bid if isinstance(bid, Word) else None

    def bid(self, side: int) -> int:
        return sum(bid.level for bid in self.bids[side::2] if isinstance(bid, Bid))


@dataclass(frozen=True)
class AgreedHand(HandWithNils):
    """bids: by side, none in a first hand without bids; nils: by seat."""

    bids: tuple[Bid, ...] = ()
    tricks: tuple[int, int] = (0, 0)
    nils: tuple[Word | None, ...] = (None,) * 4
    nil_tricks: tuple[int | None, ...] = (None,) * 4

    def nil(self, seat: Seat) -> Word | None:
        return self.nils[seat] if self.nils else None

    def bid(self, side: int) -> int:
        return self.bids[side].level if self.bids else 0


BIDS = (Word.NIL, *(Bid(level) for level in range(1, TRICKS + 1)), Word.BLIND_NIL)
"""In the order in which the sheet file lists them."""
IN_WORDS = f"nil, a number from 1 to {TRICKS}, or blind nil"


KEYS = {
    "bids": PerPlayer(BidField(nil=True)),
    "tricks": PerSide(CountField()),
    "nil_tricks": PerPlayer(CountField(), every=False, needed=False),
}


@dataclass(frozen=True)
class NoBids(BidEach):
    """The bidding of a hand that is played without bids: it is over, and nobody can make a call in it."""

    def check(self, seat: Seat, call: Call) -> None:
        book.UNBID_FIRST.broken("The first hand is played without bids: nobody makes a call.")

    def spoken(self, calls: tuple[Spoken, ...]) -> Self:
        return self.check(0, Word.PASS) or self


class BagsCarrying(SpadesCarrying):
    kind = "bags"

    def check(self, key: str, number: int) -> None:
        limit = self.game.options.bag_limit
        self.require_below(limit or None, book.PENALTY, key, number, f"{limit} have cost their penalty")

    def with_number(self, side: Side, number: int) -> Side:
        return replace(side, bags=side.paid + number)

    def too_many(self, side: Side) -> int:
        """How many of the bags that a side carries cost it a penalty."""
        limit = self.game.options.bag_limit
        return side.carried // limit * limit if limit else 0

    def penalty(self, bags: int) -> int:
        """What so many bags cost, a multiple of the limit."""
        return self.game.options.bag_penalty * bags // self.game.options.bag_limit

    def events(self, before: Carry, after: Carry) -> tuple[str, ...]:
        return tuple(
            f"{name} lose {self.penalty(paid)} points for {paid} bags and carry {counted(now.carried, 'bag')} on."
            for name, then, now in zip(self.game.sides, before.sides, after.sides, strict=True)
            if (paid := now.paid - then.paid)
        )

    def due(self, carry: Carry) -> tuple[str, ...]:
        return tuple(
            f"{name} carry {counted(side.carried, 'bag')}: the next hand costs them {self.penalty(bags)} points "
            f"for {bags}."
            for name, side in zip(self.game.sides, carry.sides, strict=True)
            if (bags := self.too_many(side)) and self.game.options.bag_penalty
        )

    def counters(self, carry: Carry) -> tuple[Counter, ...]:
        sides = zip(self.game.sides, carry.sides, strict=True)
        return tuple(Counter(name, "bags", f"{side.carried}") for name, side in sides)


class StandardOutcomes(SpadesOutcomes):
    def counting(self, hand: HandWithNils, side: int) -> int:
        """The tricks that count towards the bid of a side."""
        helps = self.game.options.failed_nil == "partner"
        return hand.tricks[side] - (0 if helps else hand.failed(side))

    def made(self, hand: HandWithNils, column: int) -> bool | None:
        bid = hand.bid(column)
        return self.counting(hand, column) >= bid if bid else None

    def nils(self, hand: HandWithNils) -> Iterable[NilBid]:
        for seat in range(4):
            if nil := hand.nil(seat):
                yield NilBid(seat, nil, made=not hand.nil_tricks[seat])

    def unchanged(self, hand: HandWithNils) -> str:
        """What every nil took, whose partner did not bid nil too."""
        players, both = self.game.players, [side for side in range(2) if hand.all_nil(side)]
        took = (
            f"{players[seat]}'s {nil} takes {counted(hand.nil_tricks[seat] or 0, 'trick')}"
            for seat in range(4)
            if (nil := hand.nil(seat)) and seat % 2 not in both
        )
        nils = listed(tuple(took))
        shared = (
            f"Of the tricks of {self.game.sides[side]} {players[second]}'s nil takes no more than it did, and "
            f"{players[first]}'s the others."
            for side in both
            for first, second in [hand.shares(side)]
        )
        return " ".join([*([f"{nils}, as it did."] if nils else []), *shared])

    def with_tricks(self, hand: HandWithNils, taken: int) -> HandWithNils:
        """A nil takes what it took; of two nils of one side the one that took more takes what the other leaves."""
        tricks, nil_tricks = (taken, TRICKS - taken), list(hand.nil_tricks)
        for side in range(2):
            if hand.all_nil(side):
                first, second = hand.shares(side)
                nil_tricks[second] = min(nil_tricks[second] or 0, tricks[side])
                nil_tricks[first] = tricks[side] - (nil_tricks[second] or 0)
        return replace(hand, tricks=tricks, nil_tricks=tuple(nil_tricks))


class Standard(Spades, variant="standard"):
    keys = KEYS
    hand_type = SpadesHand
    carrying_type = BagsCarrying
    outcomes_type = StandardOutcomes
    bids = BIDS
    guarded = UnbrokenSuit(Denomination.SPADES, book.LEAD)
    unbid_rule = book.UNBID_FIRST
    nil_key: ClassVar[str] = "bids"
    """Where a player's nil is written."""

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        if self.options.unbid_first:
            self.keys = {**self.keys, "bids": replace(self.keys["bids"], needed=False)}

    def is_unbid(self, carry: Carry) -> bool:
        return self.options.unbid_first and carry.hands == 0

    def needs(self, key: str, carry: Carry) -> bool:
        return super().needs(key, carry) or (key == "bids" and not self.is_unbid(carry))

    def auction(self, dealer: Seat, carry: Carry) -> BidEach | None:
        unbid = self.is_unbid(carry)

        return (NoBids if unbid else BidEach)(
            players=self.players,
            turn=None if unbid else self.left_of(dealer),
            bids=BIDS,
            in_words=IN_WORDS,
            rule_refs=RULE_REFS,
            more=lambda auction, seat, call: self.check_call(seat, call, auction.by_seat[(seat + 2) % 4], carry),
        )

    @property
    def pack(self) -> Pack:
        """A whole one, with the cards that the table has set above the ace of spades [S2]."""
        if self.options.high_spades == "none":
            return WHOLE_PACK
        top = tuple(map(parse_card, self.options.high_spades))
        return Pack(top=top, above=Denomination.SPADES, rule=book.HIGH_SPADES)

    def deal_notes(self, dealer: Seat, carry: Carry) -> tuple[str, ...]:
        if self.is_unbid(carry):
            first = self.players[self.left_of(dealer)]
            return *super().deal_notes(dealer, carry), UNBID, f"{first} leads to the first trick."
        blind = self.who_may_bid_blind("blind nil", carry) if self.options.blind_nil_allowed else ()
        return *super().deal_notes(dealer, carry), self.opening_note(dealer), *blind

    def opening_note(self, dealer: Seat) -> str:
        """Who bids first and leads, as a sentence."""
        return f"{self.players[self.left_of(dealer)]} bids first, and leads to the first trick."

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry) -> tuple[str, ...]:
        notes: list[str] = []
        hand = self.hand_type(**{**agreed, "tricks": (0, 0)})
        for side, seats in enumerate(SIDES):
            bid = hand.bid(side)
            if bid > TRICKS:
                notes.append(f"{self.sides[side]} have bid {bid}, more than there are tricks: they will be set.")
            for seat in seats:
                if hand.nil(seat) is Word.BLIND_NIL:
                    partner = self.players[(seat + 2) % 4]
                    notes.append(f"{self.players[seat]} and {partner} may exchange two cards.")
        return *notes, *super().play_notes(agreed, dealer, carry)

    def check_bid(self, bid: Any) -> None:
        book.BID.require(bid in BIDS, f"“{bid}” is not a bid of this game: a bid is {IN_WORDS}.", "bids")

    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        if self.is_unbid(carry):
            return ()
        return tuple((seat % 4, self.players[seat % 4]) for seat in range(dealer + 1, dealer + 5))

    def check_key(self, key: str, value: Any) -> None:
        super().check_key(key, value)
        self.check_blind_allowed(value, key)

    def check_blind_allowed(self, bid: Any, key: str | None = None) -> None:
        """Raise RuleViolation for a blind nil where the table has none. key: where it stands."""
        detail = "At this table nobody bids blind nil."
        book.BLIND_NIL.require(bid is not Word.BLIND_NIL or self.options.blind_nil_allowed, detail, key)

    def check_call(self, bidder: int, bid: Any, partner: Call | None, carry: Carry) -> None:
        self.check_blind_allowed(bid)
        super().check_call(bidder, bid, partner, carry)
        if partner or self.options.bidding == "sides":
            self.check_least(bidder % 2, (partner, bid))

    def check_least(self, side: int, bids: Iterable[Call | None]) -> None:
        """Raise RuleViolation where a side bids less than the table asks. bids: of both partners; of a side that
        agrees on one, that and their nils.
        """
        least, bids = self.options.least_bid, [*bids]
        number = sum(bid.level for bid in bids if isinstance(bid, Bid))
        detail = f"{self.sides[side]} bid {number}: a side bids at least {least} here, or one of its players nil."
        book.LEAST_BID.require(number >= least or any(isinstance(bid, Word) for bid in bids), detail, "bids")

    def check_blind(self, bidder: int, bid: Any, carry: Carry) -> None:
        side = bidder % 2
        detail = f"{self.players[bidder]} cannot bid blind nil: {self.too_near(side, carry)}."
        book.BLIND_NIL.require(bid is not Word.BLIND_NIL or self.may_bid_blind(side, carry), detail, self.nil_key)

    def check(self, hand: HandWithNils, dealer: Seat, carry: Carry) -> None:
        super().check(hand, dealer, carry)
        book.BID.require(
            bool(hand.bids) or self.is_unbid(carry), "Only the first hand of a sheet can be without bids.", "bids"
        )
        for side in range(2) if hand.bids else ():
            self.check_least(side, (Bid(hand.bid(side)), *map(hand.nil, SIDES[side])))
        for seat in range(4):
            self.check_blind(seat, hand.nil(seat), carry)
            book.NIL_TRICKS.require(
                hand.nil(seat) is not None or hand.nil_tricks[seat] is None,
                f"{self.players[seat]} did not bid nil: their tricks are among those of the side.",
                "nil_tricks",
            )
        for side, name in enumerate(self.sides):
            taken, tricks = hand.failed(side), hand.tricks[side]
            detail = f"A nil of {name} cannot have taken {taken} when the side took {tricks}."
            book.NIL_TRICKS.require(taken <= tricks, detail, "nil_tricks")
            detail = (
                f"Both players of {name} bid nil: the {tricks} they took must be the tricks of these two nils, "
                f"and those are {taken}."
            )
            book.NIL_TRICKS.require(taken == tricks or not hand.all_nil(side), detail, "nil_tricks")

    def bid_text(self, hand: HandWithNils, side: int) -> str:
        level, nils = hand.bid(side), filter(None, map(hand.nil, SIDES[side]))
        return " and ".join([*([str(level)] if level else []), *map(str, nils)])

    def side_outcome(self, hand: HandWithNils, side: int) -> str:
        outcomes = [super().side_outcome(hand, side)]
        for seat in SIDES[side]:
            if nil := hand.nil(seat):
                taken = hand.nil_tricks[seat]
                outcomes.append(f"{nil} failed with {taken} of these" if taken else f"{nil} made")
        return ", ".join(filter(None, outcomes))

    def lines(self, hand: HandWithNils, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        if not hand.bids:
            tricks = hand.tricks[side]
            return ((10 * tricks, counted(tricks, "trick"), book.UNBID_FIRST),), before
        bid, counting = hand.bid(side), StandardOutcomes(self).counting(hand, side)
        made = counting >= bid
        # Two nils bid nothing that could be made: all their tricks are those of failed nils [rules 4.1].
        ignored = not bid and self.options.failed_nil == "ignored"
        over = counting - bid if made and not ignored else 0
        failed = hand.failed(side) if self.options.failed_nil == "bags" else 0
        lines: list[Worth] = []
        if bid:
            price = self.options.ten if bid == TEN else self.options.thirteen if bid == TRICKS else None
            pays = 10 * bid if price is None else price
            costs = pays if self.options.set_costs == "bid" else 0
            rule = book.MADE if price is None else book.TEN_OR_THIRTEEN
            lines.append((pays if made else -costs, f"bid {bid}, {'made' if made else 'set'}", rule))
        each = self.options.overtrick
        if over:
            lines.append((each * over, counted(over, "bag"), book.BAGS))
        if failed:
            lines.append((each * failed, f"{counted(failed, 'trick')} of a failed nil", book.FAILED_NIL))
        lines += (self.nil_line(hand, seat) for seat in SIDES[side] if hand.nil(seat))
        after = replace(before, bags=before.bags + over + failed, sets=0, boston=False)
        carrying = BagsCarrying(self)
        if bags := carrying.too_many(after):
            after = replace(after, paid=after.paid + bags)
            lines.append((-carrying.penalty(bags), f"{bags} bags", book.PENALTY))
        return tuple(lines), after

    def nil_line(self, hand: HandWithNils, seat: Seat) -> Worth:
        nil = hand.nil(seat)
        blind = nil is Word.BLIND_NIL
        worth = self.options.blind_nil if blind else self.options.nil
        failed = bool(hand.nil_tricks[seat])
        reason = f"{self.players[seat]}'s {nil}, {'failed' if failed else 'made'}"
        return -worth if failed else worth, reason, book.BLIND_NIL if blind else book.NIL

    def shown_hands(self, tricks: int) -> tuple[HandWithNils, ...]:
        """A bid of 5."""
        return (SpadesHand((Bid(2), Bid(1), Bid(3), Bid(1)), (tricks, TRICKS - tricks)),)


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

    def auction(self, dealer: Seat, carry: Carry) -> None:
        """No call after the other: how partners come to their number is their own affair."""
        return

    def opening_note(self, dealer: Seat) -> str:
        first, lead = self.left_of(dealer) % 2, self.players[self.left_of(dealer)]
        return f"{self.sides[first]} agree on their bid first, then the dealer's side; {lead} leads."

    def check_bid(self, bid: Any) -> None:
        book.AGREED_BID.require(
            bid in SIDE_BIDS, f"“{bid}” cannot be bid: a side agrees on 1 to {TRICKS} tricks.", "bids"
        )

    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        return () if self.is_unbid(carry) else self.sides_in_turn(dealer)

    def check(self, hand: HandWithNils, dealer: Seat, carry: Carry) -> None:
        super().check(hand, dealer, carry)
        for side, name in enumerate(self.sides) if hand.bids else ():
            bid, all_nil = hand.bid(side), hand.all_nil(side)
            book.AGREED_BID.require(bid > 0 or all_nil, f"{name} bid 0: only where both bid nil can they.", "bids")
            book.AGREED_BID.require(
                bid == 0 or not all_nil, f"Both players of {name} bid nil: their side bids 0, not {bid}.", "bids"
            )
