"""The sum of each player after each night of a season, and what that curve says in a sentence."""

from collections.abc import Mapping

from ..rules.core import Points, counted, listed, minus, whole
from .season import Season


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
