"""People who met more than once, found by themselves: "these five, 14 evenings since March"."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .evening import Evening
from .season import Choice, Season, games_of

REGULAR = 3
"""Who came to one evening in so many, at least, is of the group."""
MOST_GROUPS = 6
MOST_TABLES = 12
"""Tables that a group is looked for around: those that met most often in just this company."""


@dataclass(frozen=True)
class Group:
    """choice: what opens its season; evenings: how many; since: the date of the first, "" where none has one."""

    choice: Choice
    evenings: int
    since: str


def groups(evenings: Iterable[Evening], same: Choice) -> list[Group]:
    """The groups that met more than once, by game, whichever met most often first; each evening counts for one.

    same: a choice with the spellings that are one player.
    """
    left = list(evenings)
    found: list[Group] = []
    for game in games_of(left):
        of_game = [evening for evening in left if evening.game == game]
        while len(found) < MOST_GROUPS and (season := _largest(of_game, replace(same, game=game))):
            dates = [evening.date for evening in season.evenings if evening.date]
            found.append(Group(season.choice, len(season.evenings), min(dates, default="")))
            taken = {evening.sheet for evening in season.evenings}
            of_game = [evening for evening in of_game if evening.sheet not in taken]
    return sorted(found, key=lambda group: -group.evenings)


def latest(evenings: Sequence[Evening], same: Choice) -> Choice:
    """Who played last: the group above that the last evening belongs to, else those who were there.

    Of the evenings one at least has a hand.
    """
    played = (evening for evening in evenings if evening.totals)
    last = max(played, key=lambda evening: (evening.date, evening.begun, evening.title, evening.sheet))
    for group in groups(evenings, same):
        if group.choice.covers(last):
            return group.choice
    players = dict.fromkeys(map(same.name, last.totals))
    return replace(same, game=last.game, players=tuple(players))


def _largest(evenings: list[Evening], like: Choice) -> Season | None:
    """The season of the players who met most often, None where nobody met twice."""
    tables = Counter(frozenset(map(like.name, evening.totals)) for evening in evenings if evening.totals)
    seasons = [
        Season.of(evenings, replace(like, players=tuple(sorted(table))))
        for table, _ in tables.most_common(MOST_TABLES)
    ]
    best = max(seasons, key=lambda season: (len(season.evenings), season.choice.players), default=None)
    if best is None or len(best.evenings) < 2:
        return None
    everybody = Season(replace(best.choice, players=()), best.evenings)
    attended = {name: len(everybody.attended(name)) for name in everybody.players}
    regulars = [name for name in everybody.players if attended[name] * REGULAR >= len(best.evenings)]
    wider = Season.of(evenings, replace(best.choice, players=tuple(regulars)))
    return wider if len(wider.evenings) >= len(best.evenings) else best
