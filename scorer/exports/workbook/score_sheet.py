"""The score sheet: a row per hand with its working, then points and running total of every column, as formulas."""

from collections.abc import Collection
from decimal import Decimal

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.core import Points
from ...rules.money import in_cents
from ...sheet.changes.remarks import Remarks
from ...sheet.core.ledger import Ledger, Row
from .book import CURVE, FIRST, SCORE, Book, Content, Formula, Paper
from .facts import BEFORE, Facts
from .live import Live
from .places import Places
from .reasons import CLOSING, Reasons

FOLLOWS = "Points and totals are formulas: change a yellow cell on the sheet Facts and watch."
ADDED = "Points add up the lines on the sheet Reasons; totals add up the points."
HAPPENED = 44
POINTS, TOTAL, REMARKS = 8, 9, 32
"""Widths."""
DECIMALS = 6
"""What points may have; a spreadsheet counts in binary fractions and would show the difference."""


class ScoreSheet:
    """amended: the entries that recorded hands which were amended later."""

    def __init__(
        self,
        ledger: Ledger,
        live: Live | None,
        facts: Facts,
        reasons: Reasons,
        amended: Collection[int | None],
        remarks: Remarks,
    ) -> None:
        self.ledger = ledger
        self.facts = facts
        self.reasons = reasons
        self.amended = amended
        self.said = remarks
        self.live = live
        self.workings = live.workings if live else ()
        self.names_from = BEFORE + (len(self.workings) if live else 1)
        self.remarks = self.names_from + 2 * len(ledger.columns)
        self.after = FIRST + len(ledger.rows)
        self._decimals = any(isinstance(points, Decimal) for row in ledger.rows for points in row.points)

    def write(self, book: Book) -> None:
        middle = [working.width for working in self.workings] if self.live else [HAPPENED]
        widths = [7, 18, *middle, *(POINTS, TOTAL) * len(self.ledger.columns), REMARKS]
        paper = book.sheet(SCORE, widths, (FIRST, BEFORE))
        self._title(paper)
        self._heads(paper)
        for row in self.ledger.rows:
            self._row(paper, row)
        self._end(paper)
        self._curve(book)

    def _title(self, paper: Paper) -> None:
        sheet, game = self.ledger.sheet, self.ledger.table.game
        paper.put(0, 0, " ".join(sheet.title.split()) or game.title, "title")
        if sheet.date:
            paper.date(1, 1, sheet.date)
        paper.put(1, BEFORE, f"{game.title}. {FOLLOWS if self.live else ADDED}", "quiet")

    def _heads(self, paper: Paper) -> None:
        longest = max(len(name) for name in self.ledger.columns)
        paper.worksheet.set_row(FIRST - 2, 16 * (1 + longest // (POINTS + TOTAL - 3)))
        paper.worksheet.set_row(FIRST - 1, 32)
        for column, text in enumerate(("hand", "dealer")):
            paper.head(FIRST - 2, column, "")
            paper.head(FIRST - 1, column, text)
        at = BEFORE
        for group in dict.fromkeys(working.group for working in self.workings):
            heads = [working.head for working in self.workings if working.group == group]
            paper.head(FIRST - 2, at, group, len(heads))
            for text in heads:
                paper.head(FIRST - 1, at, text)
                at += 1
        if not self.live:
            paper.head(FIRST - 2, at, "")
            paper.head(FIRST - 1, at, "what happened")
        for column, name in enumerate(self.ledger.columns):
            paper.head(FIRST - 2, self._points(column), name, 2)
            paper.head(FIRST - 1, self._points(column), "points")
            paper.head(FIRST - 1, self._total(column), "total")
        paper.head(FIRST - 2, self.remarks, "")
        paper.head(FIRST - 1, self.remarks, "remarks")

    def _points(self, column: int) -> int:
        return self.names_from + 2 * column

    def _total(self, column: int) -> int:
        return self._points(column) + 1

    def _row(self, paper: Paper, row: Row) -> None:
        at = FIRST + row.number - 1
        ruled = ("line",) if row.ends_game else ()
        workings = {working.key: BEFORE + index for index, working in enumerate(self.workings)}
        places = Places(at, self.facts.columns, workings, self.facts.players)
        paper.put(at, 0, row.number, "cell", "center", *ruled)
        paper.put(at, 1, row.dealer, "cell", "text", *ruled)
        if self.facts.is_live(row):
            for index, working in enumerate(self.workings):
                worked = Formula(working.formula(places), working.value(row))
                text = ("text",) if isinstance(worked.value, str) else ()
                paper.put(at, BEFORE + index, worked, "cell", *text, *ruled)
        elif self.workings or not self.live:
            # Among workings it stands in the first of their narrow columns and runs on over the others.
            text = () if self.live else ("text",)
            paper.put(at, BEFORE, " ".join(row.summary.split()), "cell", *text, *ruled)
        seats = self._seats(row)
        for column in range(len(row.points)):
            points = self._scored(row, column, places, seats.get(column, ()))
            paper.put(at, self._points(column), points, "cell", "signed", *ruled)
            paper.put(at, self._total(column), self._running(row, column), "cell", "total", *ruled)
        paper.put(at, self.remarks, self._remarks(row), "cell", "text", *ruled)

    def _seats(self, row: Row) -> dict[int, tuple[str, ...]]:
        """Who plays for each column in this hand: none for those who sit out."""
        own = row.game.columns()
        players = [tuple(row.game.players[seat] for seat in column.seats) for column in own]
        if row.game.partnerships:
            return dict(enumerate(players))
        return {self.ledger.columns.index(column.name): names for column, names in zip(own, players, strict=True)}

    def _scored(self, row: Row, column: int, places: Places, names: tuple[str, ...]) -> Content:
        """The points of a column, by the facts or else by the lines of the app; nothing for who sits out."""
        if self.live and self.facts.is_live(row):
            return Formula(self.live.points(row, places, names), row.points[column]) if names else None
        lines = self.reasons.sum(row.number, column)
        if lines:
            return Formula(lines, row.points[column])
        return 0 if names else None

    def _running(self, row: Row, column: int) -> Formula:
        at = FIRST + row.number - 1
        cells = [xl_rowcol_to_cell(at, self._points(column))]
        if row.number > 1 and column < len(self.ledger.rows[row.number - 2].totals):
            cells.insert(0, xl_rowcol_to_cell(at - 1, self._total(column)))
        return self._sum(cells, row.totals[column])

    def _sum(self, cells: list[str], value: Points) -> Formula:
        added = f"SUM({','.join(cells)})"
        return Formula(f"ROUND({added},{DECIMALS})" if self._decimals else added, value)

    def _remarks(self, row: Row) -> str:
        note = row.hand.facts.get("note", "") if row.judged.settled is None else ""
        amended = "amended" if row.hand.entry in self.amended else ""
        told = (amended, note, *row.events, *row.settled_from, *self.said.of_hand(row))
        return "\n".join(part for part in told if part)

    def _end(self, paper: Paper) -> None:
        """Below the hands: what the end pays, totals and places as formulas, and what the app had for them."""
        at = self.after
        if closing := self.ledger.closing:
            for column, points in enumerate(closing):
                lines = self.reasons.sum(CLOSING, column)
                paid = Formula(lines, points) if lines else 0
                paper.put(at, self._points(column), paid, "sum", "signed")
            self._label(paper, at, "the end of the sheet")
            at += 1
        self._label(paper, at, "total")
        self._label(paper, at + 1, "place")
        self._label(paper, at + 2, "total in the app")
        places = {standing.column: standing.place for standing in self.ledger.standings}
        for column, name in enumerate(self.ledger.columns):
            paper.put(at, self._total(column), self._final(at, column), "sum")
            paper.put(at + 1, self._total(column), Formula(self._place(at, column), places[name]), "sum")
            paper.put(at + 2, self._total(column), self.ledger.totals[column], "cell")
            moved = {"type": "cell", "criteria": "!=", "format": paper.book.style("moved")}
            app = xl_rowcol_to_cell(at + 2, self._total(column), row_abs=True, col_abs=True)
            paper.worksheet.conditional_format(
                at, self._total(column), at, self._total(column), {**moved, "value": app}
            )
        at += 3
        if payments := in_cents(self.ledger.payments):
            self._label(paper, at, "payment in the app")
            for column, name in enumerate(self.ledger.columns):
                paper.put(at, self._total(column), payments[name], "cell", "money")
            at += 1
        counters = [self.ledger.counters.get(name, ()) for name in self.ledger.columns]
        for column, own in enumerate(counters):
            for index, mark in enumerate(own):
                self._label(paper, at + index, mark.name)
                paper.put(at + index, self._points(column), mark.text, "cell", "center")
        for index, sentence in enumerate(self.said.of_sheet(), 1 + max(map(len, counters))):
            paper.put(at + index, 0, sentence, "quiet")

    def _label(self, paper: Paper, at: int, text: str) -> None:
        paper.put(at, 0, text, "total")

    def _final(self, at: int, column: int) -> Content:
        last = self.after - 1
        cells = [xl_rowcol_to_cell(last, self._total(column))] if self.ledger.rows else []
        if at > self.after:
            cells.append(xl_rowcol_to_cell(self.after, self._points(column)))
        return self._sum(cells, self.ledger.totals[column]) if cells else 0

    def _place(self, at: int, column: int) -> str:
        """One more than the columns that are better."""
        own = xl_rowcol_to_cell(at, self._total(column))
        better = "<" if self.ledger.table.game.lowest_wins else ">"
        others = (other for other in range(len(self.ledger.columns)) if other != column)
        return "+".join(["1", *(f"({xl_rowcol_to_cell(at, self._total(o))}{better}{own})" for o in others)])

    def _curve(self, book: Book) -> None:
        """A line for the running total of every column."""
        if not self.ledger.rows:
            return
        chart, page = book.workbook.add_chart({"type": "line"}), book.workbook.add_chartsheet(CURVE)
        assert chart is not None  # noqa: S101 (None is for kinds of chart that the library does not know)
        page.set_landscape()
        page.set_paper(9)
        last = self.after - 1
        for column in range(len(self.ledger.columns)):
            chart.add_series(
                {
                    "name": [SCORE, FIRST - 2, self._points(column)],
                    "categories": [SCORE, FIRST, 0, last, 0],
                    "values": [SCORE, FIRST, self._total(column), last, self._total(column)],
                    "line": {"width": 2.25},
                }
            )
        chart.set_title({"name": CURVE})
        chart.set_x_axis({"name": "hand", "label_position": "low"})
        chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#D9CFB9"}}})
        chart.set_legend({"position": "bottom"})
        page.set_chart(chart)
