"""A rubber in which everybody plays alone: part scores below the line, and games won."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..core import Counter, listed

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
