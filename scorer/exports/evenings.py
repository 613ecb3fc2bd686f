"""Many sheets at a glance: a row per evening and player, as a table, as CSV and as a workbook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from ..rules.core import Points
from ..sheet.core.ledger import Ledger
from ..sheet.paper import csv

HEADS = ("date", "title", "game", "hands", "player", "side", "total", "place", "finished")
WIDTHS = [12, 30, 18, 8, 22, 26, 10, 8, 10]
HEAD_ROW = 2


@dataclass(frozen=True)
class PlayerRow:
    """What a player came to in an evening. side: whose total it is where partners share one, else empty; place: 0
    before the first hand.
    """

    date: str
    title: str
    game: str
    hands: int
    player: str
    side: str
    total: Points
    place: int
    finished: bool

    @property
    def cells(self) -> tuple[str | Points, ...]:
        evening = (self.date, self.title, self.game, self.hands)
        return *evening, self.player, self.side, self.total, self.place or "", "yes" if self.finished else "no"


def rows(ledgers: Iterable[Ledger]) -> list[PlayerRow]:
    """Evening by evening, the first first, the players in the order of their places. Of two sides, who sits at the
    table now. No ledger is kept once its rows are made.
    """
    return sorted(chain.from_iterable(map(_rows, ledgers)), key=attrgetter("date", "title", "game"))


def _rows(ledger: Ledger) -> Iterator[PlayerRow]:
    sheet, game = ledger.sheet, ledger.table.game
    evening = (sheet.date, sheet.title, game.title, len(ledger.rows))
    for standing in ledger.standings:
        place = standing.place if ledger.rows else 0
        if game.sides_have_columns:
            seats = game.columns()[ledger.columns.index(standing.column)].seats
            names, side = [game.players[seat] for seat in seats], standing.column
        else:
            names, side = [standing.column], ""
        for name in names:
            yield PlayerRow(*evening, name, side, standing.total, place, sheet.finished)


def as_csv(rows: Sequence[PlayerRow]) -> bytes:
    return csv.content([HEADS, *(row.cells for row in rows)])


def as_workbook(rows: Sequence[PlayerRow]) -> bytes:
    """The same bytes for the same rows."""
    # Loaded when somebody asks for it: it takes long.
    from .workbook.book import Book

    book = Book("Sheets", None)
    tab = book.tab("Sheets", WIDTHS, (HEAD_ROW + 1, 0))
    tab.heading("Sheets", "A row for each sheet and player. Sort and filter by the arrows in the heads.")
    for column, text in enumerate(HEADS):
        tab.head(HEAD_ROW, column, text)
    last = HEAD_ROW
    for last, row in enumerate(rows, HEAD_ROW + 1):
        for column, cell in enumerate(row.cells):
            tab.put(last, column, cell, "cell", *(["text"] if isinstance(cell, str) else []))
    tab.worksheet.autofilter(HEAD_ROW, 0, last, len(HEADS) - 1)
    return book.content()
