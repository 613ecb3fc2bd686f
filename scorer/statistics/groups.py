"""What is offered as a season: everybody, and people who sat at one table more than once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .evening import Evening
from .season import Choice, Season, games_of, in_order

MOST_GROUPS = 6
MOST_TABLES = 12
"""Tables among which that of most nights is looked for: those that met most often in just this company."""


@dataclass(frozen=True)
class Group:
    """choice: what opens its season, of nobody where it is everybody; nights: how many; since: the date of the
    first, "" where none has one; players: how many.
    """

    choice: Choice
    nights: int
    since: str
    players: int

    @classmethod
    def of(cls, season: Season) -> "Group":
        since = min((night.date for night in season.nights if night.date), default="")
        return cls(season.choice, len(season.nights), since, len(season.players))


def groups(evenings: Iterable[Evening], same: Choice) -> list[Group]:
    """Everybody of each game, then those who sat at one table more than once, whichever met most often first; of
    these each evening counts for one.

    same: a choice with the spellings that are one player.
    """
    given = list(evenings)
    everybody: list[Group] = []
    found: list[Group] = []
    for game in games_of(given):
        like = replace(same, game=game)
        all_of_game = Season.of(given, like)
        if not all_of_game.evenings:
            continue
        everybody.append(Group.of(all_of_game))
        left = all_of_game.evenings
        while len(found) < MOST_GROUPS and (season := _largest(left, like)):
            if len(season.players) < len(all_of_game.players) or len(season.nights) < len(all_of_game.nights):
                found.append(Group.of(season))
            taken = {evening.sheet for evening in season.evenings}
            left = tuple(evening for evening in left if evening.sheet not in taken)
    return everybody + sorted(found, key=lambda group: -group.nights)


def latest(evenings: Sequence[Evening], same: Choice) -> Choice:
    """Who played last: everybody where the last night had several tables, else the group above that the last
    evening belongs to, else those who were there.

    Of the evenings one at least has a hand.
    """
    last = max((evening for evening in evenings if evening.totals), key=in_order)
    everybody = replace(same, game=last.game)
    [night] = (night for night in Season.of(evenings, everybody).nights if last in night.evenings)
    players = tuple(dict.fromkeys(map(same.name, last.totals)))
    if len(night.totals) > max(len(evening.totals) for evening in night.evenings):
        return everybody
    for group in groups(evenings, same):
        if group.choice.players and group.choice.covers(last):
            return group.choice
    return replace(everybody, players=players)


def _largest(evenings: Sequence[Evening], like: Choice) -> Season | None:
    """The season of the table that met on most nights, None where nobody met twice."""
    tables = [frozenset(map(like.name, evening.totals)) for evening in evenings]
    common = [table for table, _ in Counter(tables).most_common(MOST_TABLES)]
    again = [table for table in common if sum(table <= other for other in tables) > 1]
    choices = [replace(like, players=tuple(sorted(table))) for table in again]
    best = max(choices, key=lambda choice: (_days(evenings, choice), choice.players), default=None)
    season = Season.of(evenings, best) if best else None
    return season if season and len(season.nights) > 1 else None


def _days(evenings: Sequence[Evening], choice: Choice) -> int:
    """On how many days there are evenings of a choice."""
    return len({evening.date or evening.sheet for evening in evenings if choice.covers(evening)})
