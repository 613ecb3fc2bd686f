"""Many sheets at a glance: a row per evening and player, as a table, as CSV and as a workbook."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rules.core import Points
from ..sheet.core.ledger import Ledger
from . import csv
from .workbook.book import Book

HEADS = ("date", "title", "game", "hands", "player", "side", "total", "place", "finished")
WIDTHS = [12, 30, 18, 8, 22, 26, 10, 8, 10]
HEAD_ROW = 2


@dataclass(frozen=True)
class PlayerRow:
    """What a player came to in an evening. side: whose total it is where partners share one, else empty; place: 0
    before the first hand.
    """

    ledger: Ledger
    player: str
    side: str
    total: Points
    place: int

    @property
    def cells(self) -> tuple[str | Points, ...]:
        sheet = self.ledger.sheet
        evening = (sheet.date, sheet.title, self.ledger.table.game.title, len(self.ledger.rows))
        finished = "yes" if sheet.finished else "no"
        return *evening, self.player, self.side, self.total, self.place or "", finished


def rows(ledgers: Iterable[Ledger]) -> Iterator[PlayerRow]:
    """Evening by evening, the players in the order of their places. Of two sides, who sits at the table now."""
    for ledger in ledgers:
        game = ledger.table.game
        for standing in ledger.standings:
            place = standing.place if ledger.rows else 0
            if game.sides_have_columns:
                seats = game.columns()[ledger.columns.index(standing.column)].seats
                names, side = [game.players[seat] for seat in seats], standing.column
            else:
                names, side = [standing.column], ""
            yield from (PlayerRow(ledger, name, side, standing.total, place) for name in names)


def as_csv(ledgers: Iterable[Ledger]) -> bytes:
    return csv.content([HEADS, *(row.cells for row in rows(ledgers))])


def as_workbook(ledgers: Iterable[Ledger]) -> bytes:
    """The same bytes for the same sheets."""
    book = Book("Evenings", None)
    tab = book.tab("Evenings", WIDTHS, (HEAD_ROW + 1, 0))
    tab.heading("Evenings", "A row for each evening and player. Sort and filter by the arrows in the heads.")
    for column, text in enumerate(HEADS):
        tab.head(HEAD_ROW, column, text)
    last = HEAD_ROW
    for last, row in enumerate(rows(ledgers), HEAD_ROW + 1):
        for column, cell in enumerate(row.cells):
            tab.put(last, column, cell, "cell", *(["text"] if isinstance(cell, str) else []))
    tab.worksheet.autofilter(HEAD_ROW, 0, last, len(HEADS) - 1)
    return book.content()
