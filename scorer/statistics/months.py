"""A season month by month: of all, and of one player. The lines of a column make what stands for the season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ..rules.core import Points, whole
from .nights import Night
from .season import Season


@dataclass(frozen=True)
class OfMonth:
    """month: "2026-11", "" of nights without a date; nights: in it, the first first."""

    month: str
    nights: tuple[Night, ...]

    @property
    def days(self) -> tuple[str, str]:
        """The dates of the first night and of the last."""
        return self.nights[0].date, self.nights[-1].date


@dataclass(frozen=True)
class Month(OfMonth):
    """sheets: how many; totals: by player; first: those with the best total; new: who were there for the first
    time of all.
    """

    sheets: int
    totals: Mapping[str, Points]
    first: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class MonthOfPlayer(OfMonth):
    """What one player came to in a month. places: the sum of their places."""

    won: int
    total: Points
    places: int

    @property
    def average_place(self) -> Fraction:
        return Fraction(self.places, len(self.nights))


def months(season: Season) -> list[Month]:
    """The first first."""
    shown = {*season.players}
    return [_month(season, month, nights, shown) for month, nights in _by_month(season.nights)]


def months_of(season: Season, player: str) -> list[MonthOfPlayer]:
    """Those in which a player was there, the first first."""
    return [
        MonthOfPlayer(
            month,
            nights,
            sum(night.places[player] == 1 for night in nights),
            whole(sum((night.totals[player] for night in nights), 0)),
            sum(night.places[player] for night in nights),
        )
        for month, nights in _by_month(season.attended(player))
    ]


def _by_month(nights: Sequence[Night]) -> list[tuple[str, tuple[Night, ...]]]:
    return [(month, tuple(of)) for month, of in groupby(nights, lambda night: night.date[:7])]


def _month(season: Season, month: str, nights: tuple[Night, ...], shown: set[str]) -> Month:
    totals: dict[str, Points] = {}
    for night in nights:
        for name, total in night.totals.items():
            if name in shown:
                totals[name] = whole(totals.get(name, 0) + total)
    best = (min if season.lowest_wins else max)(totals.values(), default=0)
    return Month(
        month,
        nights,
        sum(len(night.evenings) for night in nights),
        totals,
        tuple(name for name, total in totals.items() if total == best),
        tuple(name for night in nights for name in season.new[night.name]),
    )
