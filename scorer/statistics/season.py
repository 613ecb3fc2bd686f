"""A season: sheets chosen by game, players and dates, and what is counted over all of them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..rules.core import Points, whole
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from .evening import Evening
from .nights import Night, circles, nights
from .tallies import OF_PAIRS, Key, Tally

HOW_CHOSEN_TOGETHER = (
    "A sheet counts when all of these players were on it, or when they were more than half of the table. One that "
    "is still being played counts as it stands. The sheets of one date are one night, which lasts until 6 in the "
    "morning."
)
HOW_CHOSEN = (
    f"{HOW_CHOSEN_TOGETHER.removesuffix('.')}; people who have never sat together, not even through others, have "
    "nights of their own."
)


@dataclass(frozen=True)
class Choice:
    """players: nobody stands for everybody; first, last: dates, "" for no limit; same: other spellings of players,
    each with the name that counts; together: whether all who played are of one club, so that the sheets of a date
    are one night whoever has sat with whom.
    """

    game: str = ""
    players: tuple[str, ...] = ()
    first: str = ""
    last: str = ""
    same: Mapping[str, str] = field(default_factory=dict[str, str])
    together: bool = False

    def name(self, spelled: str) -> str:
        return self.same.get(spelled, spelled)

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
        chosen = {self.name(name) for name in self.players}
        there = {self.name(name) for name in evening.totals}
        return not chosen or chosen <= there or 2 * len(chosen & there) > len(there)


@dataclass
class Total:
    """Over the evenings of a season. count: how often; amount: points, or tricks."""

    count: int = 0
    amount: Points = 0


NOTHING = Total()


@dataclass(frozen=True)
class Behind:
    """What stands behind a figure on one sheet: these hands, or, without any, the sheet as a whole."""

    evening: Evening
    hands: tuple[int, ...] = ()


@dataclass(frozen=True)
class Season:
    """evenings: the sheets of the choice, the first first; known: all of the game from which they were chosen,
    which say who belongs together and who was there before; none for the same.
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
    def nights(self) -> tuple[Night, ...]:
        """Those of the evenings, the first first."""
        known = self.known or self.evenings
        circle = {} if self.choice.together else circles(known, self.choice.name)
        return nights(self.evenings, circle, self.choice.name)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those whose figures are given: the chosen, or everybody, whoever came most often first."""
        chosen = {self.choice.name(name) for name in self.choice.players}
        often = Counter(name for night in self.nights for name in night.totals if not chosen or name in chosen)
        return tuple(sorted(often, key=lambda name: (-often[name], name)))

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

    def has_won(self, evening: Evening, player: str) -> bool:
        return any(self.choice.name(name) == player for name in evening.winners)

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

    def totals(self, kinds: Collection[str]) -> dict[Key, Total]:
        """What was counted of these kinds over the season, by the players' names that count."""
        same, wanted = self.choice.same, frozenset(kinds)
        totals: dict[Key, Total] = {}
        for evening in self.evenings:
            for key, tally in evening.tallies.items():
                if key.kind not in wanted:
                    continue
                if same:
                    key = self._merged(key)
                total = totals.get(key)
                if total is None:
                    total = totals[key] = Total()
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


def in_order(evening: Evening) -> tuple[str, ...]:
    """What evenings are sorted by: the first first."""
    return evening.date, evening.begun, evening.title, evening.sheet


def games_of(evenings: Iterable[Evening]) -> dict[str, int]:
    """How many evenings there were of each game, the most frequent first."""
    games: dict[str, int] = {}
    for evening in evenings:
        games[evening.game] = games.get(evening.game, 0) + 1
    order = list(GAMES)
    return dict(sorted(games.items(), key=lambda each: (-each[1], order.index(each[0]))))
