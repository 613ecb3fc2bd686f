"""A season: sheets chosen by game, players and dates, the nights they make, and what is offered to be chosen."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ..rules.core import Points, whole
from ..rules.names import sort_key
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from ..sheet.looks import Look, looks_of
from .evening import OF_PAIRS, Evening, Key, Tally, are_partners, places_of

Told = TypeVar("Told")

HOW_CHOSEN = (
    "A sheet counts when all of these players were on it, or when they were more than half of the table. One that "
    "is still being played counts as it stands. The sheets of one date are one night, which lasts until 6 in the "
    "morning; people who have never sat together, not even through others, have nights of their own."
)


@dataclass(frozen=True)
class Choice:
    """players: nobody stands for everybody.
    first, last: dates, "" for no limit.
    same: other spellings of players, each with the name that counts.
    """

    game: str = ""
    players: tuple[str, ...] = ()
    first: str = ""
    last: str = ""
    same: Mapping[str, str] = field(default_factory=dict[str, str])

    def name(self, spelled: str) -> str:
        return self.same.get(spelled, spelled)

    @cached_property
    def chosen(self) -> frozenset[str]:
        """The players under the names that count."""
        return frozenset(map(self.name, self.players))

    def check(self, evening: Evening) -> None:
        """Raise FormatError where two who sat at one table would be one player."""
        seated: dict[str, str] = {}
        for spelled in evening.totals:
            other = seated.setdefault(self.name(spelled), spelled)
            if other != spelled:
                raise FormatError("same", f"{other} and {spelled} sat at one table: they are two players")

    def covers(self, evening: Evening) -> bool:
        if self.game not in ("", evening.game) or not evening.totals:
            return False
        if not (self.first or "") <= evening.date <= (self.last or "9999"):
            return False
        if not self.chosen:
            return True
        there = {*map(self.name, evening.totals)}
        return self.chosen <= there or 2 * len(self.chosen & there) > len(there)


class Night(NamedTuple):
    """name: its date, and for another night of that date also a number, "2026-11-20.2".
    evenings: its sheets, in the order in which they were begun.

    totals: by player, under the name that counts, the sum of their sheets.
    places: of all who played, from 1, equals share one, and two who were always partners count as one.
    pairs: who were partners, in a game of two sides.

    Of a night of one sheet the first are those who won it.
    """

    name: str
    date: str
    evenings: tuple[Evening, ...]
    totals: Mapping[str, Points]
    places: Mapping[str, int]
    pairs: tuple[frozenset[str], ...]

    @property
    def shared(self) -> bool:
        """Whether several share the first place, as partners who win together do not."""
        return len(self.winners) > 1 and not are_partners(self.winners, self.pairs)

    @property
    def hands(self) -> int:
        return sum(evening.hands for evening in self.evenings)

    @property
    def sides(self) -> int:
        """How many places there are."""
        return len(self.places) - len({pair for pair in self.pairs if are_partners(pair, self.pairs)})

    @property
    def finished(self) -> bool:
        return all(evening.finished for evening in self.evenings)

    @property
    def winners(self) -> list[str]:
        return [name for name, place in self.places.items() if place == 1]

    @property
    def ranked(self) -> list[tuple[int, str, Points]]:
        """Place, player and points, the first first."""
        return sorted((place, name, self.totals[name]) for name, place in self.places.items())


@dataclass(slots=True)
class Total:
    """Over the evenings of a season. count: how often; amount: points, or tricks."""

    count: int = 0
    amount: Points = 0


NOTHING = Total()


class Behind(NamedTuple):
    """What stands behind a figure on one sheet: these hands, or, without any, the sheet as a whole."""

    evening: Evening
    hands: tuple[int, ...] = ()


def once(work: Callable[["Season"], Told]) -> Callable[["Season"], Told]:
    """Keep with a season what is worked out of it: its pages ask for it again and again."""

    @wraps(work)
    def kept(season: "Season") -> Told:
        if work not in season.kept:
            season.kept[work] = work(season)
        return season.kept[work]

    return kept


@dataclass(frozen=True)
class Season:
    """evenings: the sheets of the choice, the first first.
    known: all of the game from which they were chosen, which say who belongs together and who was there before;
        none for the same.
    """

    choice: Choice
    evenings: tuple[Evening, ...]
    known: tuple[Evening, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def of(cls, evenings: Iterable[Evening], choice: Choice) -> "Season":
        """Without a game in the choice, that of the most evenings that it covers."""
        known = sorted((evening for evening in evenings if evening.totals), key=in_order)
        covered = [evening for evening in known if choice.covers(evening)]
        games = games_of(covered)
        game = choice.game or next(iter(games), "")
        return cls(
            replace(choice, game=game),
            tuple(evening for evening in covered if evening.game == game),
            tuple(evening for evening in known if evening.game == game),
        )

    @cached_property
    def kept(self) -> dict[Callable[["Season"], Any], Any]:
        """By what works it out."""
        return {}

    @cached_property
    def nights(self) -> tuple[Night, ...]:
        """Those of the evenings, the first first."""
        return tuple(_nights(self.choice, self.evenings, _circles(self.choice, self.known or self.evenings)))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those whose figures are given: the chosen, or everybody, whoever came most often first."""
        chosen = self.choice.chosen
        often = Counter(name for night in self.nights for name in night.totals if not chosen or name in chosen)
        return tuple(sorted(often, key=lambda name: (-often[name], sort_key(name))))

    @cached_property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Whose figures are one, in the order of the players: two who were partners on every sheet of theirs, and
        everybody else alone.
        """
        met: dict[str, set[str]] = {name: set() for name in self.players}
        for evening in self.evenings if self.game and GAMES[self.game].partnerships else ():
            pairs = [{*map(self.choice.name, pair)} for pair in evening.pairs]
            for name in {*map(self.choice.name, evening.totals)} & met.keys():
                partners = [pair - {name} for pair in pairs if name in pair]
                met[name] |= set().union(*partners) if partners else {""}

        def side(name: str) -> tuple[str, ...]:
            other = "".join(met[name]) if len(met[name]) == 1 else ""
            return tuple(sorted((name, other), key=self.players.index)) if met.get(other) == {name} else (name,)

        return tuple(dict.fromkeys(map(side, self.players)))

    @cached_property
    def looks(self) -> Mapping[str, Look]:
        """How each player is shown: as on their latest sheet, where nobody of a later one has the colour."""
        latest: dict[str, Mapping[str, Any]] = {}
        for evening in reversed(self.evenings):
            for name, look in evening.looks.items():
                latest.setdefault(self.choice.name(name), look._asdict())
        return looks_of(self.players, latest)

    @property
    def game(self) -> str:
        return self.choice.game

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total won the last evening."""
        return bool(self.evenings) and self.evenings[-1].lowest_wins

    @property
    def options_differ(self) -> bool:
        """Whether not all evenings began under the same house rules."""
        return any(evening.options != self.evenings[0].options for evening in self.evenings)

    @cached_property
    def new(self) -> Mapping[str, tuple[str, ...]]:
        """By the name of a night the players who were there for the first time, of all evenings that are known."""
        first: dict[str, str] = {}
        for evening in self.known or self.evenings:
            for spelled in evening.totals:
                first.setdefault(self.choice.name(spelled), evening.sheet)
        shown = {*self.players}
        return {
            night.name: tuple(
                name
                for name in night.totals
                if name in shown and any(first[name] == evening.sheet for evening in night.evenings)
            )
            for night in self.nights
        }

    def total_of(self, evening: Evening, player: str) -> Points | None:
        """What a player came to in an evening; None for who was not there."""
        found = [total for name, total in evening.totals.items() if self.choice.name(name) == player]
        return whole(sum(found)) if found else None

    def attended(self, player: str) -> list[Night]:
        """The nights of a player."""
        return [night for night in self.nights if player in night.totals]

    def sheets_of(self, night: Night, player: str) -> list[Evening]:
        """The sheets of a night on which a player was."""
        return [
            evening
            for evening in night.evenings
            if any(self.choice.name(name) == player for name in evening.totals)
        ]

    @cached_property
    def totals(self) -> Mapping[Key, Total]:
        """What was counted over the season, by the players' names that count."""
        totals = defaultdict[Key, Total](Total)
        for evening in self.evenings:
            for key, tally in evening.tallies.items():
                total = totals[self._merged(key) if self.choice.same else key]
                total.count += len(tally.hands)
                total.amount += tally.amount
        return totals

    def behind(self, key: Key) -> list[Behind]:
        """The evenings and hands that a figure counts: with detail "" those of every level or denomination, with
        made None those that were made and those that were not.
        """
        found: list[Behind] = []
        for evening in self.evenings:
            hands = {number for _, tally in self.parts(evening, key) for number in tally.hands}
            if hands:
                found.append(Behind(evening, tuple(sorted(hands))))
        return found

    def parts(self, evening: Evening, key: Key) -> list[tuple[Key, Tally]]:
        """Of one evening what is part of a figure, as it is counted there."""
        return [(each, tally) for each, tally in evening.tallies.items() if self._is_part(each, key)]

    def _is_part(self, each: Key, of: Key) -> bool:
        if each.kind != of.kind:
            return False
        merged = self._merged(each) if self.choice.same else each
        same = (merged.player, merged.other) == (of.player, of.other)
        return same and of.detail in ("", merged.detail) and of.made in (None, merged.made)

    def _merged(self, key: Key) -> Key:
        """The key with the names that count; partners in alphabetical order."""
        player, other = self.choice.name(key.player), self.choice.name(key.other)
        if key.kind in OF_PAIRS and other < player:
            player, other = other, player
        return key._replace(player=player, other=other)


def _nights(choice: Choice, evenings: Iterable[Evening], circle: Mapping[str, str]) -> Iterator[Night]:
    """In the order of the evenings, which are of one game, the first first. A sheet of no known day is a night."""
    found: dict[tuple[str, str], list[Evening]] = {}
    for evening in evenings:
        of = circle[choice.name(next(iter(evening.totals)))]
        found.setdefault((evening.date, of) if evening.date else ("", evening.sheet), []).append(evening)
    of_date = Counter[str]()
    for (day, _), sheets in found.items():
        of_date[day] += 1
        called = sheets[0].sheet if not day else day if of_date[day] == 1 else f"{day}.{of_date[day]}"
        totals: dict[str, Points] = {}
        for spelled, total in chain.from_iterable(sheet.totals.items() for sheet in sheets):
            player = choice.name(spelled)
            totals[player] = whole(totals.get(player, 0) + total)
        # What ends a sheet may make one win who has not the best total.
        won = {choice.name(winner) for winner in sheets[0].winners} if len(sheets) == 1 else set[str]()
        pairs = tuple(frozenset(map(choice.name, pair)) for sheet in sheets for pair in sheet.pairs)
        places = places_of(totals, won, pairs, lowest_wins=sheets[-1].lowest_wins)
        yield Night(called, day, tuple(sheets), totals, places, pairs)


def _circles(choice: Choice, evenings: Iterable[Evening]) -> dict[str, str]:
    """By player one of those with whom they have sat, be it through others: the same for all of them."""
    leads: dict[str, str] = {}

    def first_of(player: str) -> str:
        while (above := leads.setdefault(player, player)) != player:
            leads[player] = leads[above]
            player = above
        return player

    for evening in evenings:
        table = [first_of(choice.name(spelled)) for spelled in evening.totals]
        for each in table[1:]:
            leads[first_of(each)] = first_of(table[0])
    return {player: first_of(player) for player in leads}


def in_order(evening: Evening) -> tuple[str, ...]:
    """What evenings are sorted by: the first first."""
    return evening.date, evening.begun, evening.title, evening.sheet


def games_of(evenings: Iterable[Evening]) -> dict[str, int]:
    """How many evenings there were of each game, the most frequent first."""
    games = Counter(evening.game for evening in evenings)
    order = list(GAMES)
    return dict(sorted(games.items(), key=lambda each: (-each[1], order.index(each[0]))))


def alike(evenings: Iterable[Evening], same: Mapping[str, str]) -> dict[str, str]:
    """By each other spelling the name that counts: those of `same`, and those that differ in capitals alone, which
    count as the most frequent of them. Who sat at one table are two players.
    """
    tables = [evening.totals.keys() for evening in evenings]
    often = Counter(name for table in tables for name in table)
    by_letters: dict[str, list[str]] = {}
    for name in often:
        by_letters.setdefault(name.casefold(), []).append(name)
    found = dict(same)
    for names in by_letters.values():
        if len(names) == 1 or any(len(table & {*names}) > 1 for table in tables):
            continue
        best = max(names, key=lambda name: (often[name], name != name.casefold(), name))
        counts = same.get(best, best)
        found |= {name: counts for name in names if name not in same and name != counts}
    # A name that counts is no other spelling.
    return {spelled: found.get(name, name) for spelled, name in found.items()}


def season_of(evenings: Iterable[Evening], choice: Choice) -> Season:
    """The season of a choice, who differs in capitals alone as one player."""
    counted = tuple(evenings)
    return Season.of(counted, replace(choice, same=alike(counted, choice.same)))


MOST_GROUPS = 6
MOST_TABLES = 12
"""Tables among which that of most nights is looked for: those that met most often in just this company."""


@dataclass(frozen=True)
class Group:
    """choice: what opens its season, of nobody where it is everybody.
    nights: how many.
    since: the date of the first, "" where none has one.
    players: how many.
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
        for season in _tables(all_of_game.evenings, like):
            if len(season.players) < len(all_of_game.players) or len(season.nights) < len(all_of_game.nights):
                found.append(Group.of(season))
    return everybody + sorted(found, key=lambda group: -group.nights)[:MOST_GROUPS]


def latest(evenings: Sequence[Evening], same: Choice) -> Choice:
    """Who played last: everybody where the last night had several tables, else the table of the last evening that
    met more than once, else those who were there.

    Of the evenings one at least has a hand.
    """
    last = max((evening for evening in evenings if evening.totals), key=in_order)
    everybody = replace(same, game=last.game)
    of_day = Season.of(evenings, replace(everybody, first=last.date, last=last.date))
    [night] = (night for night in of_day.nights if last in night.evenings)
    players = tuple(dict.fromkeys(map(same.name, last.totals)))
    if len(night.totals) > max(len(evening.totals) for evening in night.evenings):
        return everybody
    of_game = [evening for evening in evenings if evening.totals and evening.game == last.game]
    tables = sorted(_tables(of_game, everybody), key=lambda season: -len(season.nights))
    found = (season.choice for season in tables if season.choice.covers(last))
    return next(found, None) or _with_regulars(of_game, replace(everybody, players=players)).choice


def _tables(evenings: Sequence[Evening], like: Choice) -> Iterator[Season]:
    """The seasons of those who sat at one table more than once, of most nights first; no evening is in two."""
    for _ in range(MOST_GROUPS):
        if (season := _largest(evenings, like)) is None:
            return
        yield season
        taken = {evening.sheet for evening in season.evenings}
        evenings = [evening for evening in evenings if evening.sheet not in taken]


def _largest(evenings: Sequence[Evening], like: Choice) -> Season | None:
    """The season of the table that met on most nights, with whoever came to half of them; None where nobody met
    twice.
    """
    tables = [frozenset(map(like.name, evening.totals)) for evening in evenings]
    common = [table for table, _ in Counter(tables).most_common(MOST_TABLES)]
    again = [table for table in common if sum(table <= other for other in tables) > 1]
    choices = [replace(like, players=tuple(sorted(table))) for table in again]

    def days(choice: Choice) -> int:
        return len({evening.date or evening.sheet for evening in evenings if choice.covers(evening)})

    best = max(choices, key=lambda choice: (days(choice), choice.players), default=None)
    season = _with_regulars(evenings, best) if best else None
    return season if season and len(season.nights) > 1 else None


def _with_regulars(evenings: Sequence[Evening], choice: Choice) -> Season:
    """The season of these players, and of whoever came to half of its nights."""
    season = Season.of(evenings, choice)
    often = Counter(name for night in season.nights for name in night.totals)
    regulars = {name for name, times in often.items() if 2 * times >= len(season.nights)}
    players = tuple(sorted({*choice.players, *regulars}))
    return season if players == choice.players else Season.of(evenings, replace(choice, players=players))
