"""Bridge games at a table of four; an auction is written as the score sheet file writes it: "North: 2red"."""

from scorer.rules.auctions import Rotation
from scorer.rules.calls import parse_contract
from scorer.rules.reverse_bridge import ReverseBridge, ReverseBridgeHand, ReverseBridgeOptions
from scorer.rules.ten_bridge import PartScores, TenBridge, TenBridgeHand

from .speech import hear

FOUR = ("North", "East", "South", "West")
NORTH, EAST, SOUTH, WEST = range(4)
NS, EW = range(2)
"""The columns."""


def ten_bridge() -> TenBridge:
    return TenBridge.of(FOUR)


def reverse_bridge(hands: int | None = None) -> ReverseBridge:
    return ReverseBridge.of(FOUR, ReverseBridgeOptions(hands))


def ten(contract: str, declarer: int, tricks: int) -> TenBridgeHand:
    return TenBridgeHand(parse_contract(contract), declarer, tricks)


def reverse(contract: str, declarer: int, opponent_tricks: int) -> ReverseBridgeHand:
    return ReverseBridgeHand(parse_contract(contract), declarer, opponent_tricks)


def ten_opened() -> Rotation:
    """North deals, and calls first."""
    return ten_bridge().auction(NORTH, PartScores())


def reverse_opened() -> Rotation:
    """West deals, and North calls first."""
    return reverse_bridge().auction(WEST, 0)


def around(auction: Rotation, *calls: str) -> Rotation:
    """The same without the names: each call by whoever's turn it is."""
    for call in calls:
        auction = hear(auction, f"{auction.name(auction.turn)}: {call}")
    return auction
