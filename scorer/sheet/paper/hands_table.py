"""A table of hands from elsewhere, line by line: what its columns are matched to, and which lines make no hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...rules.core import upper_first
from ...rules.game import Game
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..core.judge import IllegalHandError
from ..core.ledger import Ledger
from ..core.sheet import Sheet
from ..sheet_file import GoOn, without_limit
from .check import Checked, check
from .csv import BESIDE
from .lines import Head, TableLine, decoded, split
from .table import (
    Layout,
    Taken,
    arranged,
    column_names,
    have_sides,
    is_total,
    likely_game,
    newcomers,
    of_no_player,
    options_of,
    players_of,
)

IGNORED = ""
MOST_BYTES = 512 * 1024


class Bad(NamedTuple):
    """A line that makes no hand. number: of the line; text: what stands there; why: as a sentence."""

    number: int
    text: str
    why: str


class Hands(NamedTuple):
    """What a table makes. good: the lines of the file that the hands of the sheet stand in; checked: the figures
    that stand beside these hands, compared.
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
    def likely_game(self) -> str:
        """The key of the game that the table names or its columns tell; "" where neither does."""
        named = self.head.facts.get("game")
        if named in GAMES:
            return named
        try:
            return likely_game(self.heading)
        except FormatError:
            return ""

    def likely_players(self, game: type[Game]) -> tuple[str, ...]:
        """Who plays, clockwise: as the table says, or whoever has a column."""
        if players := self.head.facts.get("players"):
            return tuple(players)
        keys = (*game.all_keys(), *BESIDE)
        nobody = of_no_player(self.heading, self.rows)
        others = [
            heading for heading in self.heading.cells if heading and heading not in keys and heading not in nobody
        ]
        figures = [heading for heading in others if heading.endswith((" points", " total"))]
        sides = have_sides(game, options_of(game, self.head.options))
        players = players_of(figures or others, sides=sides)
        # Fewer may be columns of something else.
        return players if len(players) in game.sizes else ()

    def meanings(self, game: type[Game], players: Sequence[str]) -> tuple[str, ...]:
        """What a column can be matched to: a key of a hand, the figures of a player or side; or nothing."""
        seated = tuple(players) if len(players) in game.sizes and len({*players}) == len(players) else None
        names: list[str] = []
        if seated:
            names = column_names(game.of(seated, options_of(game, self.head.options)), self.heading, self.rows)
        figures = (f"{name} {figure}" for figure in ("total", "points") for name in names)
        return (IGNORED, *game.all_keys(), *BESIDE, *(each for each in figures if each not in game.all_keys()))

    def likely(self, game: type[Game], players: Sequence[str]) -> tuple[str, ...]:
        """What each column seems to be."""
        meanings = self.meanings(game, players)
        found: list[str] = []
        for heading in self.heading.cells:
            meaning = heading if heading in meanings else f"{heading} total"
            found.append(meaning if meaning in meanings and meaning not in found else IGNORED)
        return tuple(found)

    def read(
        self, game: type[Game], players: Sequence[str], matched: Sequence[str], go_on: GoOn = without_limit
    ) -> Hands:
        """The hands by these columns, what cannot be one apart. matched: a meaning for each column.

        Raises FormatError where no sheet can be begun so: by line and column, or by its place in the sheet file;
        and what `go_on` raises.
        """
        used = [index for index, meaning in enumerate(matched) if meaning != IGNORED]
        heading = replace(self.heading, cells=tuple(matched))
        facts = {**self.head.facts, "game": game.key, "players": [*players]}
        head = replace(self.head, facts=facts, places=dict(self.head.places))
        rows = list(self._rows(used))
        layout = Layout(game, head, heading, rows, decimal_comma=self.delimiter != ",")
        return _through(rows, Taken(layout), go_on)

    def _rows(self, used: Sequence[int]) -> Iterator[TableLine]:
        """The lines with nothing in the columns that are ignored, but for lines of sums."""
        for row in self.rows:
            if is_total(row):
                yield row
                continue
            cells = (
                row.get(index) if index in used or index >= len(self.heading.cells) else ""
                for index in range(len(row.cells))
            )
            yield replace(row, cells=tuple(cells))


def open_table(content: bytes) -> HandsTable:
    """Raises FormatError, by line, for what is no table."""
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"a table is at most {MOST_BYTES // 1024} KiB large")
    head, lines, delimiter = split(decoded(content))
    if not lines or (len(lines) == 1 and "game" not in head.facts):
        raise FormatError("$", "this is no score sheet file, and no table: headings, and a line for each hand")
    heading, *rows = arranged(head, lines)
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
