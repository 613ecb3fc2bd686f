"""A season as CSV and as a workbook: a row for each night and player, and one for each hand."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from ..rules.core import Points, listed, whole
from ..rules.registry import GAMES
from ..sheet.paper import csv
from ..statistics.over_time import months
from ..statistics.players import partnerships
from ..statistics.season import HOW_CHOSEN, Season
from ..statistics.standings import standings

if TYPE_CHECKING:
    from .workbook.book import Book

Cell = str | Points
HEAD_ROW = 2
OF_NIGHTS = ("night", "title", "sheets", "player", "all hands", "total", "place", "won", "sum")
OF_STANDINGS = ("place", "player", "nights", "won", "sum", "a night", "average place", "hands bid", "a hand")
OF_MONTHS = ("month", "nights", "sheets", "players", "new players", "first")
OF_PAIRS = ("partners", "hands", "points each", "bid", "made", "at least in 100", "at most in 100")


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
                won = "yes" if place == 1 else "no"
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
        yield [each.place or "", each.player, each.nights, each.won, each.total, *averages]


def month_rows(season: Season) -> Iterator[list[Cell]]:
    for each in months(season):
        first = listed(each.first)
        yield [each.month, len(each.nights), each.sheets, len(each.totals), listed(each.new), first]


def pair_rows(season: Season) -> Iterator[list[Cell]]:
    for pair in partnerships(season).pairs:
        ends = [round(100 * end) for end in pair.made.interval] if pair.is_sure else ["", ""]
        yield [
            *(listed(pair.players), pair.hands, _average(pair.each_a_hand), pair.made.whole, pair.made.part),
            *ends,
        ]


def nights_csv(season: Season) -> bytes:
    return csv.content([OF_NIGHTS, *night_rows(season)])


def hands_csv(season: Season) -> bytes:
    return csv.content([hand_heads(season), *hand_rows(season)])


def as_workbook(season: Season) -> bytes:
    """The same bytes for the same season."""
    # Loaded when somebody asks for it: it takes long.
    from .workbook.book import Book

    book = Book(f"{GAMES[season.game].title}: a season", None)
    players = [10] * len(season.players)
    for name, widths, says, heads, rows in (
        ("Standings", [8, 22, 10, 8, 10, 12, 12, 8, 10], standings(season).sentence, OF_STANDINGS, standing_rows),
        ("Nights", [14, 30, 8, 22, 8, 10, 8, 8, 10], HOW_CHOSEN, OF_NIGHTS, night_rows),
        ("Months", [12, 8, 8, 8, 44, 30], "The first: who has the best sum of a month.", OF_MONTHS, month_rows),
        ("Hands", [14, 30, 8, 22, 44, *players], "A row for each hand.", hand_heads(season), hand_rows),
        ("Partners", [34, 8, 12, 8, 8, 14, 14], _OF_PARTNERS, OF_PAIRS, pair_rows),
    ):
        _tab(book, name, widths, says, heads, list(rows(season)))
    return book.content()


_OF_PARTNERS = "The share that was made lies in this range 95 times out of 100 (Wilson's score interval)."


def _tab(
    book: "Book", name: str, widths: list[int], says: str, heads: Sequence[str], rows: list[list[Cell]]
) -> None:
    tab = book.tab(name, widths, (HEAD_ROW + 1, 0))
    tab.heading(name, says)
    for column, text in enumerate(heads):
        tab.head(HEAD_ROW, column, text)
    for line, row in enumerate(rows, HEAD_ROW + 1):
        for column, cell in enumerate(row):
            tab.put(line, column, cell, "cell", *(["text"] if isinstance(cell, str) else []))
    tab.worksheet.autofilter(HEAD_ROW, 0, HEAD_ROW + len(rows), len(heads) - 1)


def _average(average: Fraction | None) -> Cell:
    """With two decimals."""
    if average is None:
        return ""
    hundredths = Decimal(round(average * 100))
    return whole(hundredths / 100)
