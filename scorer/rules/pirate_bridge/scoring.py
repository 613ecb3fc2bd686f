"""A hand of Pirate Bridge and its points, by auction bridge or by contract bridge [rules 2.4, 3]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..calls import Contract
from ..carried import Carried
from ..contract_scoring import auction_bridge, contract_bridge
from ..contract_scoring.auction_bridge import ALL_TRICKS, BOOK
from ..core import ScoreLine, Seat, Worth, counted
from ..fields.each import PerPlayer
from ..fields.values import CountField
from .rules import RUBBER

_NUMBER = PerPlayer(CountField(), every=False, needed=False)
CARRIED = {
    "below": Carried(
        _NUMBER, lambda number: f"{counted(number, 'point')} below the line", "Points below the line"
    ),
    "games": Carried(_NUMBER, lambda number: counted(number, "game"), "Games"),
}


@dataclass(frozen=True)
class PirateHand:
    """tricks: of declarer and acceptor; honors: by seat, None where not recorded; vulnerable: the declaring side,
    for the values of contract bridge.
    """

    contract: Contract
    declarer: Seat
    acceptor: Seat
    tricks: int
    honors: tuple[int | None, ...] = (None, None, None, None)
    vulnerable: bool = False

    @property
    def made(self) -> bool:
        return self.tricks >= BOOK + self.contract.level

    @property
    def declaring(self) -> tuple[Seat, ...]:
        return self.declarer, self.acceptor

    @property
    def defending(self) -> tuple[Seat, ...]:
        """Clockwise from the declarer: the first of them leads."""
        clockwise = ((self.declarer + step) % 4 for step in range(1, 4))
        return tuple(seat for seat in clockwise if seat != self.acceptor)


def by_contract_bridge(hand: PirateHand) -> Iterator[ScoreLine]:
    contract, tricks, vulnerable = hand.contract, hand.tricks, hand.vulnerable
    if hand.made:
        return _each(hand.declaring, contract_bridge.made(contract, tricks, vulnerable=vulnerable))
    return _each(hand.defending, [contract_bridge.penalty(contract, tricks, vulnerable=vulnerable)])


def by_auction_bridge(hand: PirateHand, small_slam: int, grand_slam: int) -> Iterator[ScoreLine]:
    """small_slam, grand_slam: what they pay at this table."""
    contract, tricks = hand.contract, hand.tricks
    if hand.made:
        paid = [auction_bridge.below(contract, tricks), *auction_bridge.above(contract, tricks)]
        yield from _each(hand.declaring, paid)
    else:
        yield from _each(hand.defending, [auction_bridge.penalty(contract, tricks)])
    for side, taken in ((hand.declaring, tricks), (hand.defending, ALL_TRICKS - tricks)):
        held = tuple(hand.honors[seat] or 0 for seat in side)
        yield from _each(side, auction_bridge.slam(taken, small_slam, grand_slam))
        yield from _each(side, auction_bridge.honors(contract.denomination, held))


def for_rubber(winners: Iterable[Seat], bonus: int) -> Iterator[ScoreLine]:
    return _each(winners, [(bonus, "rubber, two games", RUBBER)])


def _each(seats: Iterable[Seat], paid: Iterable[Worth]) -> Iterator[ScoreLine]:
    """A line for each seat and worth; none for what pays nothing at this table."""
    lines = [worth for worth in paid if worth[0]]
    return (ScoreLine(seat, *worth) for seat in seats for worth in lines)
