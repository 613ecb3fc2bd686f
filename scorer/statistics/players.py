"""What each player of a season bid, made and scored, and who played well with whom."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, permutations
from typing import NamedTuple, TypeVar

from ..rules.calls import BIDDABLE
from ..rules.core import Points
from . import evening
from .evening import Key, are_partners
from .season import NOTHING, Behind, Night, Season, Total, once

Each = TypeVar("Each")


class Share(NamedTuple):
    """So many of so many: contracts made of contracts bid."""

    part: int
    whole: int

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None


def _made_of(totals: Mapping[Key, Total], key: Key) -> Share:
    """Of a figure, those that were made."""
    made, failed = (totals.get(key._replace(made=made), NOTHING).count for made in (True, False))
    return Share(made, made + failed)


SUITS = tuple(denomination.value for denomination in BIDDABLE)


class Run(NamedTuple):
    """The longest row of own bids made, or of nights won. behind: from its first sheet or hand to its last."""

    length: int
    behind: tuple[Behind, ...]


@dataclass(frozen=True)
class PlayerFigures:
    """totals: those of the season.
    best, worst: a night and what they came to.
    made_in_a_row: own bids.
    won_in_a_row: nights, of those they came to.
    """

    player: str
    totals: Mapping[Key, Total]
    best: tuple[Night, Points] | None
    worst: tuple[Night, Points] | None
    made_in_a_row: Run
    won_in_a_row: Run

    def total(self, kind: str) -> Total:
        return self.totals.get(Key(kind, self.player), NOTHING)

    def count(self, kind: str) -> int:
        return self.total(kind).count

    def average(self, kind: str) -> Fraction | None:
        """Points a hand."""
        total = self.total(kind)
        return Fraction(total.amount) / total.count if total.count else None

    @property
    def hands(self) -> int:
        return self.count(evening.HANDS)

    @property
    def made(self) -> Share:
        """Of all own bids."""
        return self._share(evening.BID)

    @property
    def first_made(self) -> Share:
        """Of the contracts that they named themselves."""
        return self._share(evening.FIRST)

    @property
    def by_level(self) -> list[tuple[str, Share]]:
        return [
            (level, self._share(evening.LEVEL, level)) for level in sorted(self._details(evening.LEVEL), key=int)
        ]

    @property
    def by_suit(self) -> list[tuple[str, Share]]:
        """By the value of a denomination, in the order in which bids are listed."""
        return [(suit, self._share(evening.SUIT, suit)) for suit in SUITS if suit in self._details(evening.SUIT)]

    @property
    def nils(self) -> list[tuple[str, Share]]:
        """By the kind of nil."""
        return [(nil, self._share(evening.NIL, nil)) for nil in sorted(self._details(evening.NIL), reverse=True)]

    @property
    def tricks(self) -> tuple[int, int]:
        """Bid and taken, with the side where partners bid together."""
        return int(self.total(evening.BID_TRICKS).amount), int(self.total(evening.TAKEN_TRICKS).amount)

    def _details(self, kind: str) -> set[str]:
        return {key.detail for key in self.totals if key[:2] == (kind, self.player)}

    def _share(self, kind: str, detail: str = "") -> Share:
        return _made_of(self.totals, Key(kind, self.player, detail=detail))


@once
def figures(season: Season) -> list[PlayerFigures]:
    """Of each player, whoever came most often first."""
    return [_figures(season, name) for name in season.players]


def of_player(season: Season, player: str) -> PlayerFigures:
    """Of one player. Raises KeyError where they did not play."""
    if player not in season.players:
        raise KeyError(player)
    return next(each for each in figures(season) if each.player == player)


def _figures(season: Season, name: str) -> PlayerFigures:
    attended = [(night, night.totals[name]) for night in season.attended(name)]
    sign = -1 if season.lowest_wins else 1
    best = max(attended, key=lambda each: sign * each[1], default=None)
    worst = min(attended, key=lambda each: sign * each[1], default=None)
    return PlayerFigures(
        name, season.totals, best, worst, _made_in_a_row(season, name), _won_in_a_row(season, name)
    )


def _made_in_a_row(season: Season, name: str) -> Run:
    bids = (
        ((evening, number), made)
        for evening in season.evenings
        for spelled, run in evening.runs.items()
        if season.choice.name(spelled) == name
        for number, made in run
    )
    longest = _longest(bids)
    behind = groupby(longest, lambda each: each[0])
    return Run(len(longest), tuple(Behind(evening, tuple(number for _, number in of)) for evening, of in behind))


def _won_in_a_row(season: Season, name: str) -> Run:
    longest = _longest((night, night.places[name] == 1) for night in season.attended(name))
    behind = (Behind(evening) for night in longest for evening in season.sheets_of(night, name))
    return Run(len(longest), tuple(behind))


def _longest(each: Iterable[tuple[Each, bool]]) -> list[Each]:
    """The longest row of those that hold, of equal ones the first."""
    rows = ([one for one, _ in of] for holds, of in groupby(each, lambda one: one[1]) if holds)
    return max(rows, key=len, default=[])


class Pair(NamedTuple):
    """Two players in alphabetical order.

    hands: played together.
    points: of both in these.
    made: of what they bid together.
    """

    players: tuple[str, str]
    hands: int
    points: Points
    made: Share

    @property
    def each_a_hand(self) -> Fraction | None:
        """The points of each of the two in a hand together, on the average."""
        return Fraction(self.points) / (2 * self.hands) if self.hands else None


class Offers(NamedTuple):
    """The contracts that one player proposed and another accepted."""

    proposer: str
    accepter: str
    made: Share


class Partnerships(NamedTuple):
    """pairs: those who played together, whoever did most often first; offers: in the order of the players."""

    pairs: tuple[Pair, ...]
    offers: tuple[Offers, ...]


@once
def partnerships(season: Season) -> Partnerships:
    totals, players = season.totals, season.players
    pairs = [
        Pair(two, total.count, total.amount, _made_of(totals, key._replace(kind=evening.BID_TOGETHER)))
        for key, total in totals.items()
        if key.kind == evening.TOGETHER and (two := key[1:3])[0] != two[1] and {*two} <= {*players}
    ]
    offers = [Offers(*two, _made_of(totals, Key(evening.CONTRACT, *two))) for two in permutations(players, 2)]
    pairs.sort(key=lambda pair: (-pair.hands, pair.players))
    return Partnerships(tuple(pairs), tuple(each for each in offers if each.made.whole))


class Met(NamedTuple):
    """A night of two players. as_one: whether they were partners throughout, one side against the other.

    totals: theirs, or of the side and of the best of the others, None for nobody.
    ahead: 1 where the first was, -1 the second, 0 level; difference: by how many points, negative behind.
    others: the second, or who played against the side.
    """

    night: Night
    as_one: bool
    totals: tuple[Points, Points | None]
    ahead: int
    difference: Points
    others: tuple[str, ...]

    @classmethod
    def of(cls, night: Night, who: str, other: str) -> "Met":
        as_one = are_partners((who, other), night.pairs)
        others = tuple(sorted(night.totals.keys() - {who, other})) if as_one else (other,)
        against = min(others, key=lambda name: night.places[name], default=who)
        ahead = (night.places[who] < night.places[against]) - (night.places[who] > night.places[against])
        totals = night.totals[who], night.totals[against] if others else None
        difference = abs(totals[0] - (totals[1] or 0)) * ahead
        return cls(night, as_one, totals, ahead, difference, others)


def won_together(season: Season, who: str, other: str) -> Share:
    """The nights that two won, of those on which they were partners throughout."""
    both = [night for night in season.attended(who) if are_partners((who, other), night.pairs)]
    return Share(sum(night.places[who] == 1 for night in both), len(both))
