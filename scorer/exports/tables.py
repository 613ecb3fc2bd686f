"""Many sheets as CSV and as workbooks: a row for each sheet and player, or what a season tells."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from ..rules.core import Points, listed, rounded, whole
from ..rules.registry import GAMES
from ..sheet.core.ledger import Ledger
from ..sheet.paper import csv
from ..statistics.players import partnerships
from ..statistics.season import HOW_CHOSEN, Season
from ..statistics.standings import standings

OF_EVENINGS = ("date", "title", "game", "hands", "player", "side", "total", "place", "finished")
WIDTHS = [12, 30, 18, 8, 22, 26, 10, 8, 10]


class PlayerRow(NamedTuple):
    """What a player came to in an evening.

    side: whose total it is where partners share one, else empty.
    place: 0 before the first hand.
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


def player_rows(ledgers: Iterable[Ledger]) -> list[PlayerRow]:
    """Evening by evening, the first first, the players in the order of their places. Of two sides, who sits at the
    table now. No ledger is kept once its rows are made.
    """
    return sorted(chain.from_iterable(map(_of_evening, ledgers)), key=attrgetter("date", "title", "game"))


def _of_evening(ledger: Ledger) -> Iterator[PlayerRow]:
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


def evenings_csv(rows: Sequence[PlayerRow]) -> bytes:
    return csv.content([OF_EVENINGS, *(row.cells for row in rows)])


def evenings_workbook(rows: Sequence[PlayerRow]) -> bytes:
    """The same bytes for the same rows."""
    says = "A row for each sheet and player. Sort and filter by the arrows in the heads."
    return _workbook("Sheets", [("Sheets", WIDTHS, says, OF_EVENINGS, (row.cells for row in rows))])


Cell = str | Points
HEAD_ROW = 2
OF_NIGHTS = ("night", "title", "sheets", "player", "all hands", "total", "place", "won", "sum")
OF_STANDINGS = (
    *("place", "player", "nights", "won", "shared", "sum", "a night", "average place", "hands bid", "a hand"),
)
OF_PAIRS = ("partners", "hands", "points each", "bid", "made")


def night_rows(season: Season) -> Iterator[list[Cell]]:
    """sheets: those of the player; all hands: of these, also those that nobody bid; sum: the player's so far."""
    sums: dict[str, Points] = dict.fromkeys(season.players, 0)
    for night in season.nights:
        for name in season.players:
            if name in night.totals:
                sums[name] = whole(sums[name] + night.totals[name])
                sheets = season.sheets_of(night, name)
                titles = ", ".join(dict.fromkeys(sheet.title for sheet in sheets if sheet.title))
                hands, place = sum(sheet.hands for sheet in sheets), night.places[name]
                won = "no" if place > 1 else "yes, shared" if night.shared else "yes"
                yield [night.name, titles, len(sheets), name, hands, night.totals[name], place, won, sums[name]]


def hand_rows(season: Season) -> Iterator[list[Cell]]:
    """What each player of the season scored in each hand; empty for who did not sit at the table."""
    for night in season.nights:
        for evening in night.evenings:
            for deal in evening.deals:
                points = {season.choice.name(name): scored for name, scored in deal.points.items()}
                of_players = [points.get(name, "") for name in season.players]
                dealer = season.choice.name(deal.dealer)
                yield [night.name, evening.title, deal.number, dealer, deal.summary, *of_players]


def hand_heads(season: Season) -> tuple[str, ...]:
    return "night", "title", "hand", "dealer", "what", *season.players


def standing_rows(season: Season) -> Iterator[list[Cell]]:
    for each in standings(season).everybody:
        averages = (*map(_average, (each.a_night, each.average_place)), each.hands, _average(each.a_hand))
        yield [each.place or "", each.player, each.nights, each.won, each.shared, each.total, *averages]


def pair_rows(season: Season) -> Iterator[list[Cell]]:
    for pair in partnerships(season).pairs:
        yield [listed(pair.players), pair.hands, _average(pair.each_a_hand), pair.made.whole, pair.made.part]


def nights_csv(season: Season) -> bytes:
    return csv.content([OF_NIGHTS, *night_rows(season)])


def hands_csv(season: Season) -> bytes:
    return csv.content([hand_heads(season), *hand_rows(season)])


def season_workbook(season: Season) -> bytes:
    """The same bytes for the same season."""
    players = [10] * len(season.players)
    return _workbook(
        f"{GAMES[season.game].title}: a season",
        [
            (
                *("Standings", [8, 22, 10, 8, 8, 10, 12, 12, 8, 10]),
                *(standings(season).sentence, OF_STANDINGS, standing_rows(season)),
            ),
            ("Nights", [14, 30, 8, 22, 8, 10, 8, 8, 10], HOW_CHOSEN, OF_NIGHTS, night_rows(season)),
            (
                *("Hands", [14, 30, 8, 22, 44, *players]),
                *("A row for each hand.", hand_heads(season), hand_rows(season)),
            ),
            ("Partners", [34, 8, 12, 8, 8], "", OF_PAIRS, pair_rows(season)),
        ],
    )


def _workbook(
    title: str, tabs: Iterable[tuple[str, list[int], str, Sequence[str], Iterable[Sequence[Cell]]]]
) -> bytes:
    """tabs: of each its name, the widths of its columns, what it says, its heads and its rows."""
    # Loaded when somebody asks for it: it takes long.
    from .workbook.book import Book

    book = Book(title, None)
    for name, widths, says, heads, rows in tabs:
        tab = book.tab(name, widths, (HEAD_ROW + 1, 0))
        tab.heading(name, says)
        for column, text in enumerate(heads):
            tab.head(HEAD_ROW, column, text)
        line = HEAD_ROW
        for line, row in enumerate(rows, HEAD_ROW + 1):
            for column, cell in enumerate(row):
                tab.put(line, column, cell, "cell", *(["text"] if isinstance(cell, str) else []))
        tab.worksheet.autofilter(HEAD_ROW, 0, line, len(heads) - 1)
    return book.content()


def _average(average: Fraction | None) -> Cell:
    """With two decimals."""
    return "" if average is None else whole(rounded(average, 2))
