"""A table of Spades for the tests: North and South against East and West, bids and tricks as they are spoken."""

from collections.abc import Sequence
from typing import Any

from scorer.rules.auctions import BidEach
from scorer.rules.calls import Bid, Word, parse_call
from scorer.rules.core import Score
from scorer.rules.spades.game import Carry, Side, Spades
from scorer.rules.spades.new_york import NewYorkHand
from scorer.rules.spades.rules import SpadesOptions
from scorer.rules.spades.standard import AgreedHand, SpadesHand

FOUR = ("North", "East", "South", "West")
SIDES = ("North & South", "East & West")
WEST = 3
FIRST = Carry()
"""Deals the first hand, so that North bids first."""


def spades(**options: Any) -> Spades:
    return Spades.of(FOUR, SpadesOptions(**options))


def new_york(**options: Any) -> Spades:
    return spades(variant="new-york", **options)


def agreed(**options: Any) -> Spades:
    """A table where partners agree on one bid for their side."""
    return spades(bidding="sides", **options)


def of_sides(bids: str, tricks: int, **nils: str | int) -> AgreedHand:
    """ "5 4" of the two sides; nils: by name what was bid, "nil" or "blind nil", or the tricks that it took."""
    first, second = (Bid(int(bid)) for bid in bids.split())
    said = (nils.get(name) for name in FOUR)
    written = tuple(None if nil is None else Word(nil) if isinstance(nil, str) else Word.NIL for nil in said)
    taken = tuple(nil if isinstance(nil := nils.get(name), int) else None for name in FOUR)
    return AgreedHand((first, second), (tricks, 13 - tricks), written, taken)


def hand(bids: str, tricks: int, **nil_tricks: int) -> SpadesHand:
    """ "3 4 nil blind-nil" from North on; tricks: of North and South; nil_tricks: by name."""
    said = tuple(parse_call(bid.replace("-", " ")) for bid in bids.split())
    taken = tuple(nil_tricks.get(name) for name in FOUR) if nil_tricks else (None,) * 4
    return SpadesHand(said, (tricks, 13 - tricks), taken)


def sides(bids: str, tricks: int) -> NewYorkHand:
    """ "6 blind-7" of the two sides, or "" in a hand without bids; tricks: of North and South."""
    if not bids:
        return NewYorkHand((tricks, 13 - tricks))
    first, second = (_bid(bid) for bid in bids.split())
    return NewYorkHand((tricks, 13 - tricks), (first, second))


def _bid(said: str) -> Bid:
    blind, _, level = said.rpartition("-")
    return Bid(int(level), blind=bool(blind))


def at(own: int = 0, other: int = 0, bags: Sequence[int] = (0, 0), sets: Sequence[int] = (0, 0)) -> Carry:
    """Some hands on: totals, bags and sets in a row, of North and South first."""
    totals = (own, other)
    return Carry(5, tuple(Side(totals[side], bags[side], sets=sets[side]) for side in range(2)))


def opened(game: Spades, carry: Carry = FIRST, dealer: int = WEST) -> BidEach:
    """The bidding before its first call."""
    auction = game.auction(dealer, carry)
    assert isinstance(auction, BidEach)
    return auction


def score(game: Spades, played: Any, carry: Carry = FIRST) -> Score:
    return game.score(played, WEST, carry)[0]


def points(game: Spades, played: Any, carry: Carry = FIRST) -> tuple[Any, ...]:
    scored = score(game, played, carry)
    return scored.total(0), scored.total(1)


def evening(game: Spades, *hands: Any) -> tuple[Carry, list[tuple[Any, ...]]]:
    """The carry after these hands, and what each of them scored."""
    carry, scores = Carry(), list[tuple[Any, ...]]()
    for played in hands:
        scored, carry = game.score(played, WEST, carry)
        scores.append((scored.total(0), scored.total(1)))
    return carry, scores
