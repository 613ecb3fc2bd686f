"""Nights: the sheets of one date and game, of people who have sat together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..rules.core import Points, whole
from .evening import Evening, places_of


@dataclass(frozen=True)
class Night:
    """name: its date, and for another night of that date also a number, "2026-11-20.2"; evenings: its sheets, in
    the order in which they were begun.

    totals: by player, under the name that counts, the sum of their sheets; places: of all who played, from 1,
    equals share one. Of a night of one sheet the first are those who won it.
    """

    name: str
    date: str
    evenings: tuple[Evening, ...]
    totals: Mapping[str, Points]
    places: Mapping[str, int]

    @property
    def hands(self) -> int:
        return sum(evening.hands for evening in self.evenings)

    @property
    def winners(self) -> list[str]:
        return [name for name, place in self.places.items() if place == 1]

    @property
    def ranked(self) -> list[tuple[int, str, Points]]:
        """Place, player and points, the first first."""
        return sorted((place, name, self.totals[name]) for name, place in self.places.items())


def circles(evenings: Iterable[Evening], name: Callable[[str], str]) -> dict[str, str]:
    """By player one of those with whom they have sat, be it through others: the same for all of them."""
    leads: dict[str, str] = {}

    def first_of(player: str) -> str:
        while (above := leads.setdefault(player, player)) != player:
            leads[player] = leads[above]
            player = above
        return player

    for evening in evenings:
        table = [first_of(name(spelled)) for spelled in evening.totals]
        for each in table[1:]:
            leads[first_of(each)] = first_of(table[0])
    return {player: first_of(player) for player in leads}


def nights(
    evenings: Iterable[Evening], circle: Mapping[str, str], name: Callable[[str], str]
) -> tuple[Night, ...]:
    """In the order of the evenings, which are of one game, the first first. A sheet of no known day is a night.

    circle: of each player, none where all are of one; name: the one that counts for a spelling.
    """
    found: dict[tuple[str, str], list[Evening]] = {}
    for evening in evenings:
        of = circle.get(name(next(iter(evening.totals))), "")
        found.setdefault((evening.date, of) if evening.date else ("", evening.sheet), []).append(evening)
    of_date: dict[str, int] = {}
    made: list[Night] = []
    for (day, _), sheets in found.items():
        number = of_date[day] = of_date.get(day, 0) + 1
        called = sheets[0].sheet if not day else day if number == 1 else f"{day}.{number}"
        totals = _totals(sheets, name)
        made.append(Night(called, day, tuple(sheets), totals, _places(sheets, totals, name)))
    return tuple(made)


def _totals(evenings: Sequence[Evening], name: Callable[[str], str]) -> dict[str, Points]:
    totals: dict[str, Points] = {}
    for evening in evenings:
        for spelled, total in evening.totals.items():
            player = name(spelled)
            totals[player] = whole(totals.get(player, 0) + total)
    return totals


def _places(
    evenings: Sequence[Evening], totals: Mapping[str, Points], name: Callable[[str], str]
) -> dict[str, int]:
    # What ends a sheet may make one win who has not the best total.
    won = {name(winner) for winner in evenings[0].winners} if len(evenings) == 1 else set[str]()
    return places_of(totals, won, lowest_wins=evenings[-1].lowest_wins)
