"""What each player of a season bid, made, scored and lost, on offense and on defense."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..rules.calls import BIDDABLE
from ..rules.core import Points
from .evening import Evening
from .intervals import Share
from .nights import Night
from .season import NOTHING, Behind, Season, Total
from .tallies import (
    BID,
    BID_TRICKS,
    DEFENSE,
    FIRST,
    HANDS,
    LEVEL,
    NIL,
    OF_PLAYERS,
    OFFENSE,
    OVER,
    SUIT,
    TAKEN_TRICKS,
    UNDER,
    Key,
)

SUITS = tuple(denomination.value for denomination in BIDDABLE)


@dataclass(frozen=True)
class Run:
    """The longest row of own bids made, or of nights won. behind: from its first sheet or hand to its last."""

    length: int
    behind: tuple[Behind, ...]


@dataclass(frozen=True)
class PlayerFigures:
    """totals: what was counted of this player, as `Season.totals`; best, worst: a night and what they came to;
    made_in_a_row: own bids; won_in_a_row: nights, of those they came to.
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
        return self.count(HANDS)

    @property
    def offense(self) -> int:
        return self.count(OFFENSE)

    @property
    def defense(self) -> int:
        return self.count(DEFENSE)

    @property
    def made(self) -> Share:
        """Of all own bids."""
        return self._share(BID)

    @property
    def first_made(self) -> Share:
        """Of the contracts that they named themselves."""
        return self._share(FIRST)

    @property
    def by_level(self) -> list[tuple[str, Share]]:
        return [(level, self._share(LEVEL, level)) for level in sorted(self._details(LEVEL), key=int)]

    @property
    def by_suit(self) -> list[tuple[str, Share]]:
        """By the value of a denomination, in the order in which bids are listed."""
        return [(suit, self._share(SUIT, suit)) for suit in SUITS if suit in self._details(SUIT)]

    @property
    def nils(self) -> list[tuple[str, Share]]:
        """By the kind of nil."""
        return [(nil, self._share(NIL, nil)) for nil in sorted(self._details(NIL), reverse=True)]

    @property
    def tricks(self) -> tuple[int, int]:
        """Bid and taken, with the side where partners bid together."""
        return int(self.total(BID_TRICKS).amount), int(self.total(TAKEN_TRICKS).amount)

    @property
    def over(self) -> int:
        return self.count(OVER)

    @property
    def under(self) -> int:
        return self.count(UNDER)

    def _details(self, kind: str) -> set[str]:
        return {key.detail for key in self.totals if key.kind == kind}

    def _share(self, kind: str, detail: str = "") -> Share:
        made, failed = (
            self.totals.get(Key(kind, self.player, "", detail, made), NOTHING).count for made in (True, False)
        )
        return Share(made, made + failed)


def figures(season: Season) -> list[PlayerFigures]:
    """Of each player, whoever came most often first."""
    totals = season.totals(OF_PLAYERS)
    of_player: dict[str, dict[Key, Total]] = {}
    for key, total in totals.items():
        of_player.setdefault(key.player, {})[key] = total
    return [_figures(season, name, of_player.get(name, {})) for name in season.players]


def of_player(season: Season, player: str) -> PlayerFigures:
    """Of one player. Raises KeyError where they did not play."""
    if player not in season.players:
        raise KeyError(player)
    totals = {key: total for key, total in season.totals(OF_PLAYERS).items() if key.player == player}
    return _figures(season, player, totals)


def _figures(season: Season, name: str, totals: Mapping[Key, Total]) -> PlayerFigures:
    attended = [(night, night.totals[name]) for night in season.attended(name)]
    sign = -1 if season.lowest_wins else 1
    best = max(attended, key=lambda each: sign * each[1], default=None)
    worst = min(attended, key=lambda each: sign * each[1], default=None)
    return PlayerFigures(name, totals, best, worst, _made_in_a_row(season, name), _won_in_a_row(season, name))


def _made_in_a_row(season: Season, name: str) -> Run:
    row: list[tuple[Evening, int]] = []
    longest: list[tuple[Evening, int]] = []
    for evening, number, made in _bids(season, name):
        row = [*row, (evening, number)] if made else []
        if len(row) > len(longest):
            longest = row
    hands: dict[str, tuple[Evening, list[int]]] = {}
    for evening, number in longest:
        hands.setdefault(evening.sheet, (evening, []))[1].append(number)
    return Run(len(longest), tuple(Behind(evening, tuple(numbers)) for evening, numbers in hands.values()))


def _bids(season: Season, name: str) -> Iterator[tuple[Evening, int, bool]]:
    """The own bids of a player in order."""
    for evening in season.evenings:
        for spelled, run in evening.runs.items():
            if season.choice.name(spelled) == name:
                for number, made in run:
                    yield evening, number, made


def _won_in_a_row(season: Season, name: str) -> Run:
    row: list[Night] = []
    longest: list[Night] = []
    for night in season.attended(name):
        row = [*row, night] if night.places[name] == 1 else []
        if len(row) > len(longest):
            longest = row
    return Run(
        len(longest), tuple(Behind(evening) for night in longest for evening in season.sheets_of(night, name))
    )
