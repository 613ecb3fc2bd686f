"""The table of the document's examples [S1]: Alan, Dave, Gracie and Mike, clockwise."""

from typing import Any

from scorer.rules.calls import parse_contract
from scorer.rules.core import Score
from scorer.rules.pirate_bridge.game import PirateBidding, PirateBridge, PirateHand, PirateOptions, Rubber

from .speech import hear

FOUR = ("Alan", "Dave", "Gracie", "Mike")
ALAN, DAVE, GRACIE, MIKE = range(4)
NEW = Rubber()


def pirates(**options: Any) -> PirateBridge:
    return PirateBridge.of(FOUR, PirateOptions(**options))


def bidding(*said: str) -> PirateBidding:
    """An auction after these calls; Alan deals, and so speaks first."""
    return hear(pirates().auction(ALAN), *said)


def declined(bidder: str, bid: str) -> tuple[str, ...]:
    """A bid that all three others decline."""
    at = FOUR.index(bidder)
    return f"{bidder}: {bid}", *(f"{FOUR[(at + step) % 4]}: decline" for step in range(1, 4))


def passes(first: str, count: int) -> tuple[str, ...]:
    """So many passes in turn, clockwise from the first."""
    at = FOUR.index(first)
    return tuple(f"{FOUR[(at + step) % 4]}: pass" for step in range(count))


def played(contract: str, tricks: int, declarer: int = DAVE, acceptor: int = GRACIE, **beside: Any) -> PirateHand:
    """honors: by the player's name."""
    if "honors" in beside:
        beside["honors"] = tuple(beside["honors"].get(name) for name in FOUR)
    return PirateHand(parse_contract(contract), declarer, acceptor, tricks, **beside)


def score(hand: PirateHand, carry: Rubber = NEW, **options: Any) -> tuple[Score, Rubber]:
    return pirates(**options).score(hand, ALAN, carry)


def points(hand: PirateHand, carry: Rubber = NEW, **options: Any) -> list[Any]:
    """What each of the four scores."""
    scored, _ = score(hand, carry, **options)
    return [scored.total(seat) for seat in range(4)]


def rubber(*hands: PirateHand, **options: Any) -> Rubber:
    """How far a rubber is after these hands."""
    carry: Rubber = NEW
    for hand in hands:
        _, carry = score(hand, carry, **options)
    return carry
