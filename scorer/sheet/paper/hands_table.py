"""A table of hands from elsewhere, line by line: what its columns are matched to, and which lines make no hand."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from ...rules.core import upper_first
from ...rules.fields import PerPlayer, PerSide
from ...rules.game import Game
from ...rules.options import value_text
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..core.judge import IllegalHandError
from ..core.ledger import Ledger
from ..core.sheet import Sheet
from ..sheet_file import GoOn, without_limit
from .check import Checked, check
from .columns import (
    DATES,
    PARTS,
    Column,
    Kinds,
    TableLine,
    columns_of,
    kinds_of,
    likely_game,
    of_game,
    of_names,
    owners_in,
    small,
)
from .csv import BESIDE
from .dates import days_of, narrowed
from .lines import Head, opened
from .table import Layout, Taken, check_number, known_names, newcomers, options_of, players_in

MOST_BYTES = 512 * 1024
FEW = 12
"""Lines by which it is tried how a table scores."""


class Bad(NamedTuple):
    """A line that makes no hand.

    number: of the line.
    text: what stands there.
    why: as a sentence.
    """

    number: int
    text: str
    why: str


class Hands(NamedTuple):
    """What a table makes.

    good: the lines of the file that the hands of the sheet stand in.
    checked: the figures that stand beside these hands, compared.
    """

    sheet: Sheet
    ledger: Ledger
    good: tuple[int, ...]
    bad: tuple[Bad, ...]
    checked: Checked


class HandsTable(NamedTuple):
    """A table as it was opened, its columns not matched yet."""

    head: Head
    heading: TableLine
    rows: tuple[TableLine, ...]
    delimiter: str

    @property
    def _known(self) -> tuple[str, ...]:
        return tuple(self.head.facts.get("players", ()))

    @property
    def likely_game(self) -> str:
        """The key of the game that the table names or its columns tell; "" where neither does."""
        named = self.head.facts.get("game")
        columns = self._columns((), self._known)
        if named in GAMES:
            return named
        others = {key for game in GAMES.values() if not game.points_are_facts for key in game.all_keys()}
        if any(PARTS.get(column.what, column.what) in others for column in columns):
            return likely_game(columns, self.rows)
        of_points = [game.key for game in GAMES.values() if game.points_are_facts]
        return of_points[0] if len(owners_in(columns)) > 1 else ""

    def _columns(self, names: Collection[str], players: Collection[str]) -> list[Column]:
        return columns_of(self.heading, self.rows, names or self.head.names, players)

    def likely_players(self, game: type[Game]) -> tuple[str, ...]:
        """Who plays, clockwise: as the table says, or whoever has a column."""
        players = self._known or players_in(game, options_of(game, self.head.options), self._columns((), ()))
        # Fewer may be columns of something else.
        return players if self._known or len(players) in game.sizes else ()

    def _names(self, game: type[Game], players: Sequence[str]) -> Sequence[str]:
        """Of the sheet's columns, if these play."""
        seated = tuple(players) if len({*players}) == len(players) else ()
        return known_names(game, seated, options_of(game, self.head.options), self.heading, self.rows)

    def meanings(self, game: type[Game], players: Sequence[str]) -> tuple[Column, ...]:
        """What a column can be matched to: nothing, a key of a hand, what a player or side has of one, figures."""
        names = self._names(game, players)
        parts = {
            part: (*names, *players) if isinstance(field, PerSide) else players
            for part, key in PARTS.items()
            for field in sorted(game.all_keys().get(key, ()), key=lambda field: isinstance(field, PerSide))
            if isinstance(field, PerSide | PerPlayer)
        }
        each = (Column(what, name) for what, owners in parts.items() for name in owners)
        figures = (Column(what, name) for what in ("total", "points") for name in names)
        keys = dict.fromkeys((*game.all_keys(), *BESIDE))
        return (Column(), *map(Column, keys), *each, *figures)

    @property
    def days(self) -> tuple[date, ...]:
        """When it was played: nothing where no date was read, two days where it may be either."""
        columns = [index for index, text in enumerate(self.heading.cells) if small(text) in DATES]
        texts = [text for row in self.rows for index in columns if (text := row.get(index))]
        return narrowed(self.head.days or days_of(texts[0] if texts else ""), texts)

    def kinds(self, game: type[Game], players: Sequence[str]) -> tuple[Kinds, tuple[int, ...]]:
        """What the figures are whose headings do not say it, and in which columns they stand."""
        names = self._names(game, players)
        columns = of_names(self._columns(names, players), names, players)
        asked = [
            index
            for index, column in enumerate(columns)
            if column.is_figure and column.what not in ("points", "total")
        ]
        return kinds_of(columns, self.rows, decimal_comma=self.delimiter != ","), tuple(asked)

    def likely(self, game: type[Game], players: Sequence[str]) -> tuple[Column, ...]:
        """What each column seems to be."""
        meanings, names = self.meanings(game, players), self._names(game, players)
        columns = of_game(of_names(self._columns(names, players), names, players), self.rows, game)
        kinds = kinds_of(columns, self.rows, decimal_comma=self.delimiter != ",")
        found: list[Column] = []
        for column in columns:
            each = (
                column._replace(what=kinds.of(column, facts=game.points_are_facts)) if column.is_figure else column
            )
            found.append(each if each in meanings and each not in found else Column())
        return self._checked(game, players, found)

    def _checked(self, game: type[Game], players: Sequence[str], found: Sequence[Column]) -> tuple[Column, ...]:
        """The figures as points or as totals, of a game that scores by itself: in whichever way more are right."""
        kinds = {column.what for column in found if column.is_figure}
        if game.points_are_facts or len(kinds) != 1 or not self._names(game, players):
            return tuple(found)
        ways = [
            tuple(each._replace(what=kind) if each.is_figure else each for each in found)
            for kind in (*kinds, *({"points", "total"} - kinds))
        ]
        with suppress(FormatError, IllegalHandError):
            return min(ways, key=lambda way: len(self.read(game, players, way).checked.findings))
        return ways[0]

    def read(
        self,
        game: type[Game],
        players: Sequence[str],
        matched: Sequence[Column],
        go_on: GoOn = without_limit,
        day: str = "",
    ) -> Hands:
        """The hands by these columns, what cannot be one apart.

        matched: a meaning for each column.
        day: when it was played, where `days` does not tell.

        Raises FormatError where no sheet can be begun so: by line and column, or by its place in the sheet file;
        and what `go_on` raises.
        """
        facts = {**self.head.facts, "game": game.key, "players": [*players]}
        if day := day or ("" if len(self.days) != 1 else self.days[0].isoformat()):
            facts["date"] = day
        said, assumed = self.head.options.keys(), dict[str, Any]()
        hands = self._read(game, facts, matched, go_on, assumed)
        for way in game.lenient if hands.bad else ():
            others = hands if said & way.keys() else self._read(game, facts, matched, go_on, way)
            if len(others.bad) < len(hands.bad):
                hands, assumed = others, dict(way)
        ways = [{**assumed, **way} for way in game.scorings if not said & way.keys()]
        if hands.checked.findings and ways:
            few = self._replace(rows=self.rows[:FEW])
            tried = [few._read(game, facts, matched, go_on, way).checked.findings for way in (assumed, *ways)]
            wrong = [len(findings) for findings in tried]
            # A few wrong figures are slips of whoever kept the table.
            if 4 * min(wrong) < wrong[0]:
                return self._read(game, facts, matched, go_on, ways[wrong.index(min(wrong)) - 1])
        return hands

    def _read(
        self,
        game: type[Game],
        facts: Mapping[str, Any],
        matched: Sequence[Column],
        go_on: GoOn,
        assumed: Mapping[str, Any],
    ) -> Hands:
        """assumed: house rules that the table does not say."""
        rules = [option for option in game.options_type.described() if option.name in assumed]
        words = (f"{rule.title}: {rule.in_words(assumed[rule.name])}" for rule in rules)
        told = (f"{text}. By this house rule more of the table is right." for text in words)
        head = replace(
            self.head,
            facts=dict(facts),
            options={**self.head.options, **{name: value_text(value) for name, value in assumed.items()}},
            places=dict(self.head.places),
            notes=[*self.head.notes, *told],
        )
        comma = self.delimiter != ","
        layout = Layout(game, head, self.heading, self.rows, decimal_comma=comma, columns=matched)
        return _through(layout.rows, Taken(layout), go_on)


def open_table(content: bytes) -> HandsTable:
    """Raises FormatError, by line, for what is no table."""
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"a table is at most {MOST_BYTES // 1024} KiB large")
    head, lines, delimiter = opened(content)
    if not lines or (len(lines) == 1 and "game" not in head.facts):
        raise FormatError("$", "this is no score sheet file, and no table: headings, and a line for each hand")
    heading, *rows = lines
    check_number(heading, rows)
    newcomers(heading, rows)
    return HandsTable(head, heading, tuple(rows), delimiter)


def _through(rows: Sequence[TableLine], taken: Taken, go_on: GoOn) -> Hands:
    """The lines, tried one after the other."""
    good: list[int] = []
    bad: list[Bad] = []
    for row in rows:
        go_on()
        try:
            if taken.take(row):
                good.append(row.number)
        except FormatError as fault:
            column = fault.where.partition(", ")[2]
            place = f" ({column})" if column else ""
            bad.append(Bad(row.number, _shown(row), f"{upper_first(fault.detail)}{place}."))
        except IllegalHandError as broken:
            bad.append(Bad(row.number, _shown(row), broken.violation.detail))
    ledger = Ledger.of(taken.sheet)
    return Hands(taken.sheet, ledger, tuple(good), tuple(bad), check(taken.paper, ledger))


def _shown(row: TableLine) -> str:
    text = " · ".join(cell for cell in row.cells if cell)
    return text if len(text) <= 80 else f"{text[:80]}…"
