"""A hand of Pirate Bridge, its points by auction bridge or by contract bridge, and the rubber [rules 2.4, 3]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..calls import Contract
from ..core import Counter, ScoreLine, Seat, Worth, counted, listed
from ..fields import CountField, PerPlayer
from ..game import Carried
from . import auction_bridge, contract_bridge
from .auction_bridge import ALL_TRICKS, BOOK
from .rules import RUBBER

GAME = 30
GAMES_TO_WIN = 2


@dataclass(frozen=True)
class Rubber:
    """below: points below the line since it was last drawn, by name; games: the winner of each game."""

    below: tuple[tuple[str, int], ...] = ()
    games: tuple[str, ...] = ()

    @classmethod
    def after(cls, before: "Rubber | None") -> "Rubber":
        """The rubber that the next hand belongs to: a new one at the start, and after one that is over."""
        return cls() if before is None or before.winners else before

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won enough games; empty while the rubber is not over."""
        return tuple(name for name in dict.fromkeys(self.games) if self.games.count(name) >= GAMES_TO_WIN)

    @property
    def outcome(self) -> str:
        """The winners, as half a sentence: "Alan has two games"."""
        return f"{listed(self.winners)} {'have' if self.winners[1:] else 'has'} two games"

    def part_score(self, name: str) -> int:
        return dict(self.below).get(name, 0)

    def scored(self, names: tuple[str, ...], points: int) -> "Rubber":
        """After these points below the line for each of these players. A game won draws the line for everybody."""
        below = {**dict(self.below), **{name: self.part_score(name) + points for name in names}}
        won = tuple(name for name in names if below[name] >= GAME)
        return Rubber(() if won else tuple(below.items()), (*self.games, *won))

    def begun_with(self, name: str, below: int | None, games: int | None) -> "Rubber":
        """With so many points below the line and so many games of a player; None: as many as they have."""
        points = {**dict(self.below), **({} if below is None else {name: below})}
        had = self.games.count(name)
        others = (winner for winner in self.games if winner != name)
        return Rubber(tuple(points.items()), (*others, *(name,) * (had if games is None else games)))

    def won_since(self, before: "Rubber") -> tuple[str, ...]:
        """Who has won a game since an earlier state of the same rubber."""
        return self.games[len(before.games) :]

    def events_since(self, before: "Rubber") -> tuple[str, ...]:
        """What has happened since an earlier state of the same rubber, as sentences; its end is the last."""
        won = self.won_since(before)
        if not won:
            return ()
        game = f"{listed(won)} {'win' if won[1:] else 'wins'} a game."
        if self.winners:
            return game, f"The rubber is over: {self.outcome}."
        wiped = (f"{name}'s {points}" for name, points in before.below if name not in won)
        return game, *(f"{part} below the line count no more." for part in wiped)

    def counters(self, players: tuple[str, ...]) -> Iterator[Counter]:
        """Games and part scores; first those of the players at the table."""
        for name in dict.fromkeys((*players, *self.games, *dict(self.below))):
            for kind, number in (("games", self.games.count(name)), ("part score", self.part_score(name))):
                if number:
                    yield Counter(name, kind, f"{number}")


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
