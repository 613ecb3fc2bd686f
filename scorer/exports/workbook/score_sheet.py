"""The score sheet: hand by hand its working, then points and running total of every column, as formulas."""

from collections.abc import Collection
from decimal import Decimal
from itertools import groupby

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.core import Points, in_cents, listed
from ...sheet.changes.remarks import Remarks
from ...sheet.core.ledger import AdjustmentRow, Row
from .book import CURVE, FIRST, SCORE, Book, Content, Formula
from .facts import BEFORE, Facts
from .formulas import CellRefs, Whose
from .reasons import ADJUSTED, CLOSING, Reasons

FOLLOWS = "Points and totals are formulas: change a yellow cell on the sheet Facts and watch."
KEEPS = " A hand that the table settled keeps its points, with the reasons that stand on the sheet Reasons."
ADDED = "Points add up the lines on the sheet Reasons; totals add up the points."
POINTS, TOTAL, REMARKS = 8, 9, 32
"""Widths."""
DECIMALS = 6
"""What points may have; a spreadsheet counts in binary fractions and would show the difference."""


class ScoreSheet:
    """amended: the entries that recorded hands which were amended later."""

    def __init__(
        self, book: Book, facts: Facts, reasons: Reasons, amended: Collection[int | None], remarks: Remarks
    ) -> None:
        self.ledger, self.facts, self.formulas = facts.ledger, facts, facts.formulas
        self.reasons, self.amended, self.remarks = reasons, amended, remarks
        self.workings = self.formulas.workings if self.formulas else ()
        self.middle = [(working.group, working.head, working.width) for working in self.workings]
        if not self.formulas:
            self.middle = [("", "what happened", 44)]
        columns = len(self.ledger.columns)
        self.first_points = BEFORE + len(self.middle)
        self.remarks_column = self.first_points + 2 * columns
        self.after, self.lines = facts.after, tuple(self.ledger.lines)
        self.decimals = any(isinstance(points, Decimal) for row in self.lines for points in row.points)
        widths = [7, 18, *(width for *_, width in self.middle), *(POINTS, TOTAL) * columns, REMARKS]
        self.tab = book.tab(SCORE, widths, (FIRST, BEFORE))

    def write(self) -> None:
        self._heads()
        for index, row in enumerate(self.lines, FIRST):
            if isinstance(row, Row):
                self._row(row)
            else:
                self._adjustment(index, row)
        self._totals(self._closing(self.after))
        if self.lines:
            self._curve()

    def _heads(self) -> None:
        ledger, tab = self.ledger, self.tab
        sheet, game = ledger.sheet, ledger.table.game
        tab.put(0, 0, " ".join(sheet.title.split()) or game.title, "title")
        if sheet.date:
            tab.date(1, 1, sheet.date)
        keeps = KEEPS if any(row.judged.settled is not None for row in ledger.rows) else ""
        tab.put(1, BEFORE, f"{game.title}. {FOLLOWS + keeps if self.formulas else ADDED}", "quiet")
        longest = max(len(name) for name in ledger.columns)
        tab.worksheet.set_row(FIRST - 2, 16 * (1 + longest // (POINTS + TOTAL - 3)))
        tab.worksheet.set_row(FIRST - 1, 32)
        middle = (
            (group, [head for _, head, _ in heads]) for group, heads in groupby(self.middle, lambda head: head[0])
        )
        names = ((name, ["points", "total"]) for name in ledger.columns)
        tab.heads(FIRST - 2, [("", ["hand"]), ("", ["dealer"]), *middle, *names, ("", ["remarks"])])

    def _points(self, column: int) -> int:
        return self.first_points + 2 * column

    def _total(self, column: int) -> int:
        return self._points(column) + 1

    def _row(self, row: Row) -> None:
        index = self.facts.rows[row.number]
        ruled = ("line",) if row.ends_game else ()

        def put(column: int, content: Content, *styles: str) -> None:
            self.tab.put(index, column, content, "cell", *styles, *ruled)

        refs, follows = self.facts.refs(row), self.facts.has_formulas(row)
        put(0, row.number, "center")
        put(1, row.dealer, "text")
        for middle, working in enumerate(self.workings, BEFORE):
            if (content := working.content(refs, follows=follows)) is not None:
                text = ["text"] if isinstance(content, Formula) and isinstance(content.value, str) else []
                put(middle, content, *text)
        if not follows and self.middle:
            # Among workings it stands in the first of their narrow columns and runs on over the others.
            put(BEFORE, " ".join(row.summary.split()), *([] if self.formulas else ["text"]))
        for column in range(len(row.points)):
            put(self._points(column), self._scored(row, column, refs), "signed")
            put(self._total(column), self._running(index, column), "total")
        put(self.remarks_column, self._remarks(row), "text")

    def _adjustment(self, index: int, row: AdjustmentRow) -> None:
        """Points without a deal are values, which can be changed; the totals go on."""
        tab, given = self.tab, row.adjustment.facts["points"]
        tab.put(index, 0, ADJUSTED, "cell", "center")
        tab.put(index, 1, "adjusted", "cell", "text")
        for column, name in enumerate(row.columns):
            tab.put(index, self._points(column), given.get(name), "cell", "signed", "change")
            tab.put(index, self._total(column), self._running(index, column), "cell", "total")
        agreed = f"Agreed by {listed(row.by)}." if row.by else ""
        tab.put(index, self.remarks_column, "\n".join(filter(None, (row.note, agreed))), "cell", "text")

    def _scored(self, row: Row, column: int, refs: CellRefs) -> Content:
        """The points of a column, by the facts or else by the lines of the app; nothing for those who sit out."""
        whose = self._whose(row, column)
        if self.formulas and self.facts.has_formulas(row):
            if whose is None:
                return None
            return Formula(refs.about(whose).formula(self.formulas.points), row.points[column])
        return self.reasons.sum(row.number, column, row.points[column]) or (None if whose is None else 0)

    def _whose(self, row: Row, column: int) -> Whose:
        """Who plays for a column of the sheet in this hand: a side, or a player; None for those who sit out."""
        game = row.game
        for number, places in enumerate(game.credited(self.ledger.columns)):
            if column in places:
                return number if game.partnerships else game.players[number]
        return None

    def _running(self, index: int, column: int) -> Formula:
        """The total of a column in this row of the sheet: the one above it and the points."""
        cells = [xl_rowcol_to_cell(index, self._points(column))]
        if index > FIRST and column < len(self.lines[index - FIRST - 1].totals):
            cells.insert(0, xl_rowcol_to_cell(index - 1, self._total(column)))
        return self._sum(cells, self.lines[index - FIRST].totals[column])

    def _sum(self, cells: list[str], value: Points) -> Formula:
        added = f"SUM({','.join(cells)})"
        return Formula(f"ROUND({added},{DECIMALS})" if self.decimals else added, value)

    def _remarks(self, row: Row) -> str:
        note = row.hand.facts.get("note", "") if row.judged.settled is None else ""
        amended = "changed" if row.hand.entry in self.amended else ""
        parts = (amended, note, *row.events, *row.settled_from, *self.remarks.of_hand(row))
        return "\n".join(part for part in parts if part)

    def _closing(self, index: int) -> int:
        """What the end of the sheet pays, where it pays anything; the row below it."""
        closing = self.ledger.closing
        if not closing:
            return index
        for column, points in enumerate(closing):
            paid: Content = self.reasons.sum(CLOSING, column, points) or 0
            if self.formulas and self.formulas.closing and self.ledger.rows:
                last = self.ledger.rows[-1]
                refs = self.facts.refs(last).about(self._whose(last, column))
                paid = Formula(refs.formula(self.formulas.closing), points)
            self.tab.put(index, self._points(column), paid, "sum", "signed")
        self._label(index, "the end of the sheet")
        return index + 1

    def _totals(self, index: int) -> None:
        """Totals and places as formulas, and what the app had for them; payments, what is carried, and remarks."""
        ledger, tab = self.ledger, self.tab
        for below, label in enumerate(("total", "place", "total in the app")):
            self._label(index + below, label)
        places = {standing.column: standing.place for standing in ledger.standings}
        moved = {"type": "cell", "criteria": "!=", "format": tab.book.style("moved")}
        for column, name in enumerate(ledger.columns):
            total = self._total(column)
            tab.put(index, total, self._final(index, column), "sum")
            tab.put(index + 1, total, Formula(self._place(index, column), places[name]), "sum")
            tab.put(index + 2, total, ledger.totals[column], "cell")
            app = xl_rowcol_to_cell(index + 2, total, row_abs=True, col_abs=True)
            tab.worksheet.conditional_format(index, total, index, total, {**moved, "value": app})
        index += 3
        if payments := in_cents(ledger.payments):
            self._label(index, "payment in the app")
            for column, name in enumerate(ledger.columns):
                tab.put(index, self._total(column), payments[name], "cell", "money")
            index += 1
        counters = [ledger.counters.get(name, ()) for name in ledger.columns]
        for column, carried in enumerate(counters):
            for below, counter in enumerate(carried):
                self._label(index + below, f"{counter.name} in the app" if self.formulas else counter.name)
                tab.put(index + below, self._points(column), counter.text, "cell", "center")
        for below, sentence in enumerate(self.remarks.of_sheet(), 1 + max(map(len, counters))):
            tab.put(index + below, 0, sentence, "quiet")

    def _label(self, index: int, text: str) -> None:
        self.tab.put(index, 0, text, "total")

    def _final(self, index: int, column: int) -> Content:
        cells = [xl_rowcol_to_cell(self.after - 1, self._total(column))] if self.lines else []
        if index > self.after:
            cells.append(xl_rowcol_to_cell(self.after, self._points(column)))
        return self._sum(cells, self.ledger.totals[column]) if cells else 0

    def _place(self, index: int, column: int) -> str:
        """One more than the columns that are better."""
        cells = [xl_rowcol_to_cell(index, self._total(each)) for each in range(len(self.ledger.columns))]
        mine, better = cells.pop(column), "<" if self.ledger.table.game.lowest_wins else ">"
        return "+".join(["1", *(f"({other}{better}{mine})" for other in cells)])

    def _curve(self) -> None:
        """A line for the running total of every column."""
        workbook = self.tab.book.workbook
        chart, page = workbook.add_chart({"type": "line"}), workbook.add_chartsheet(CURVE)
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
