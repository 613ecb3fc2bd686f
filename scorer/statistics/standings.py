"""Who leads a season, by each way to rank: every ranking says in a few sentences how it counts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from ..rules.core import Points, counted, whole
from .evening import HANDS, Key
from .season import NOTHING, Night, Season, Total

SUM, PLACES, A_NIGHT = "sum", "places", "night"
BY = (SUM, PLACES, A_NIGHT)


class Ranking(NamedTuple):
    """How players are ranked.

    by: one of `BY`.
    best: how many nights of each count, None for all.
    least: how many nights a player must have come to, None for half of them.
    """

    by: str = SUM
    best: int | None = None
    least: int | None = None


AS_USUAL = Ranking()


@dataclass(frozen=True)
class PlayerStanding:
    """A player's season. place: from 1, equals share one; None where they came to too few nights to be ranked.

    nights: how many they came to.
    won: of these; shared: with others, of the won ones.
    by_points, by_places: the nights that count, the first first, where only the best do, those with the best
        points or places.
    total: the sum of the first.
    places: that of the second.
    hands: dealt to them.
    points: of these hands.
    """

    player: str
    nights: int
    won: int
    shared: int
    by_points: tuple[Night, ...]
    total: Points
    by_places: tuple[Night, ...]
    places: int
    hands: int
    points: Points
    place: int | None = None

    @property
    def wins(self) -> str:
        """In words: "2 wins", "2 wins, 1 shared", "1 shared win"; "" for none."""
        if self.shared in (0, self.won):
            return counted(self.won, "shared win" if self.shared else "win") if self.won else ""
        return f"{counted(self.won, 'win')}, {self.shared} shared"

    @property
    def won_in_short(self) -> str:
        """ "2", or "2 (1 shared)"."""
        return f"{self.won} ({self.shared} shared)" if self.shared else f"{self.won}"

    @property
    def a_hand(self) -> Fraction | None:
        return Fraction(self.points) / self.hands if self.hands else None

    @property
    def a_night(self) -> Fraction:
        return Fraction(self.total) / len(self.by_points)

    @property
    def average_place(self) -> Fraction:
        return Fraction(self.places, len(self.by_places))

    def value(self, by: str) -> Fraction:
        """What a ranking goes by."""
        return Fraction(self.total) if by == SUM else self.average_place if by == PLACES else self.a_night


class Standings(NamedTuple):
    """ranking: with the number of nights that a player must have come to.
    players: the first first.
    below: those who came to fewer, whoever came most often first.
    sentence: how it counts.
    """

    ranking: Ranking
    players: tuple[PlayerStanding, ...]
    below: tuple[PlayerStanding, ...]
    sentence: str

    @property
    def everybody(self) -> tuple[PlayerStanding, ...]:
        return self.players + self.below


def standings(season: Season, ranking: Ranking = AS_USUAL) -> Standings:
    """Rank the players of a season."""
    nights = len(season.nights)
    best = ranking.best if ranking.best and ranking.best < nights else None
    least = min(-(-nights // 2) if ranking.least is None else ranking.least, nights)
    asked = Ranking(ranking.by, best, least)
    found = [_of(season, name, best, season.totals.get(Key(HANDS, name), NOTHING)) for name in season.players]
    sign = -1 if asked.by == PLACES or season.lowest_wins else 1
    worth = {each.player: sign * each.value(asked.by) for each in found if each.nights >= least}
    placed = [
        replace(each, place=1 + sum(other > worth[each.player] for other in worth.values()))
        for each in found
        if each.player in worth
    ]
    placed.sort(key=lambda each: (each.place or 0, -each.nights, each.player))
    below = [each for each in found if each.player not in worth]
    return Standings(asked, tuple(placed), tuple(below), sentence(season, asked))


def _of(season: Season, name: str, best: int | None, dealt: Total) -> PlayerStanding:
    attended = season.attended(name)
    sign = 1 if season.lowest_wins else -1
    by_points = _best(attended, best, {night.name: sign * night.totals[name] for night in attended})
    by_places = _best(attended, best, {night.name: night.places[name] for night in attended})
    return PlayerStanding(
        name,
        len(attended),
        sum(night.places[name] == 1 for night in attended),
        sum(night.places[name] == 1 and night.shared for night in attended),
        by_points,
        whole(sum((night.totals[name] for night in by_points), 0)),
        by_places,
        sum(night.places[name] for night in by_places),
        dealt.count,
        whole(dealt.amount),
    )


def _best(attended: list[Night], most: int | None, worth: dict[str, Points]) -> tuple[Night, ...]:
    """Of equal nights the earlier ones. worth: by the name of a night, the lowest is the best."""
    if most is None:
        return tuple(attended)
    chosen = {night.name for night in sorted(attended, key=lambda night: worth[night.name])[:most]}
    return tuple(night for night in attended if night.name in chosen)


def sentence(season: Season, ranking: Ranking) -> str:
    """How a ranking counts, ties and absences included. ranking: as `standings` has understood it."""
    nights, least, best = len(season.nights), ranking.least or 0, ranking.best
    first = "lowest" if season.lowest_wins else "highest"
    ways = {
        SUM: f"By the points of all nights together, the {first} first: a night without a player adds nothing.",
        PLACES: "By the average of a player's places: on each night all who played are ranked by their points, "
        "and equals share the better place.",
        A_NIGHT: f"By the average of the nights a player came to, the {first} first.",
    }
    said = [ways[ranking.by]]
    if best:
        said.append(f"Only the best {counted(best, 'night')} of each player {'counts' if best == 1 else 'count'}.")
    if least > 1:
        said.append(f"Who came to fewer than {least} of {counted(nights, 'night')} stands below.")
    return " ".join([*said, "Equals share a place."])


def running_sums(season: Season) -> dict[str, list[Points]]:
    """By player: after no night, after the first, and so on; a night without them adds nothing."""
    sums: dict[str, list[Points]] = {name: [0] for name in season.players}
    for night in season.nights:
        for name, line in sums.items():
            line.append(whole(line[-1] + night.totals.get(name, 0)))
    return sums


def ahead_of(season: Season, first: str) -> dict[str, list[Points]]:
    """By player by how much they were ahead of one of them, negative behind, at the beginning, after the first
    night, and so on: over the nights of both, so that who misses one loses nothing by it. Of a single sheet after
    each hand, where that is known.
    """
    if len(season.evenings) == 1 and (stages := season.evenings[0].stages):
        sums = ({season.choice.name(name): total for name, total in stage.items()} for stage in stages)
        steps = [dict.fromkeys(season.players, 0), *sums]
        parts = [{name: now[name] - before[name] for name in now} for before, now in pairwise(steps)]
    else:
        parts = [night.totals for night in season.nights]
    sign = -1 if season.lowest_wins else 1
    lines: dict[str, list[Points]] = {name: [0] for name in season.players}
    for part, (name, line) in product(parts, lines.items()):
        both = name in part and first in part
        line.append(whole(line[-1] + (sign * (part[name] - part[first]) if both else 0)))
    return lines


def leaders(season: Season, sums: Mapping[str, list[Points]]) -> list[tuple[str, ...]]:
    """Who leads after each night, in the order of the players."""
    best = min if season.lowest_wins else max
    found: list[tuple[str, ...]] = []
    for number in range(1, len(season.nights) + 1):
        first = best(line[number] for line in sums.values())
        found.append(tuple(name for name, line in sums.items() if line[number] == first))
    return found
