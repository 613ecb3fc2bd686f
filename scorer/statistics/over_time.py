"""How a season went, month by month and night by night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ..rules.core import Points, counted, listed, minus, whole
from .season import Night, Season


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


def running_sums(season: Season) -> dict[str, list[Points]]:
    """By player: after no night, after the first, and so on; a night without them adds nothing."""
    sums: dict[str, list[Points]] = {name: [0] for name in season.players}
    for night in season.nights:
        for name, line in sums.items():
            line.append(whole(line[-1] + night.totals.get(name, 0)))
    return sums


def leaders(season: Season, sums: Mapping[str, list[Points]]) -> list[tuple[str, ...]]:
    """Who leads after each night, in the order of the players."""
    best = min if season.lowest_wins else max
    found: list[tuple[str, ...]] = []
    for number in range(1, len(season.nights) + 1):
        first = best(line[number] for line in sums.values())
        found.append(tuple(name for name, line in sums.items() if line[number] == first))
    return found


def in_words(season: Season) -> str:
    """ "Points after 14 nights: Amber 9045, Diana 8438. Amber leads since night 9."."""
    sums = running_sums(season)
    sign = 1 if season.lowest_wins else -1
    ordered = sorted(sums.items(), key=lambda each: sign * each[1][-1])
    said = ", ".join(f"{name} {minus(line[-1])}" for name, line in ordered)
    led = leaders(season, sums)
    now = led[-1]
    since = len(led) - next((steps for steps, each in enumerate(reversed(led)) if each != now), len(led)) + 1
    lead = f"{listed(now)} {'leads' if len(now) == 1 else 'lead'} since night {since}"
    return f"Points after {counted(len(led), 'night')}: {said}. {lead}."
