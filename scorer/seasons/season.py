"""A season: sheets chosen by game, players and dates, and what is counted over all of them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..rules.core import Points, whole
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from .evening import Evening
from .tallies import OF_PAIRS, Key, Tally

HOW_CHOSEN = (
    "An evening counts when all of these players were there, or when they were more than half of the table. One "
    "that is still being played counts as it stands."
)


@dataclass(frozen=True)
class Choice:
    """players: nobody stands for everybody; first, last: dates, "" for no limit; same: other spellings of players,
    each with the name that counts.
    """

    game: str = ""
    players: tuple[str, ...] = ()
    first: str = ""
    last: str = ""
    same: Mapping[str, str] = field(default_factory=dict[str, str])

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
    """What stands behind a figure in one evening: these hands, or, without any, the evening as a whole."""

    evening: Evening
    hands: tuple[int, ...] = ()


@dataclass(frozen=True)
class Season:
    """evenings: those of the choice, the first first."""

    choice: Choice
    evenings: tuple[Evening, ...]

    @classmethod
    def of(cls, evenings: Iterable[Evening], choice: Choice) -> "Season":
        """Without a game in the choice, that of the most evenings that it covers."""
        covered = sorted(
            (evening for evening in evenings if choice.covers(evening)),
            key=lambda evening: (evening.date, evening.begun, evening.title, evening.sheet),
        )
        games = games_of(covered)
        game = choice.game or next(iter(games), "")
        chosen = Choice(game, choice.players, choice.first, choice.last, choice.same)
        return cls(chosen, tuple(evening for evening in covered if evening.game == game))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those whose figures are given: the chosen, or everybody, whoever came most often first."""
        chosen = {self.choice.name(name) for name in self.choice.players}
        often: dict[str, int] = {}
        for evening in self.evenings:
            for name in dict.fromkeys(map(self.choice.name, evening.totals)):
                if not chosen or name in chosen:
                    often[name] = often.get(name, 0) + 1
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

    def total_of(self, evening: Evening, player: str) -> Points | None:
        """What a player came to in an evening; None for who was not there."""
        found = [total for name, total in evening.totals.items() if self.choice.name(name) == player]
        return whole(sum(found)) if found else None

    def has_won(self, evening: Evening, player: str) -> bool:
        return any(self.choice.name(name) == player for name in evening.winners)

    def attended(self, player: str) -> list[tuple[Evening, Points]]:
        """The evenings of a player, with what they came to."""
        found = ((evening, self.total_of(evening, player)) for evening in self.evenings)
        return [(evening, total) for evening, total in found if total is not None]

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


def games_of(evenings: Iterable[Evening]) -> dict[str, int]:
    """How many evenings there were of each game, the most frequent first."""
    games: dict[str, int] = {}
    for evening in evenings:
        games[evening.game] = games.get(evening.game, 0) + 1
    order = list(GAMES)
    return dict(sorted(games.items(), key=lambda each: (-each[1], order.index(each[0]))))
