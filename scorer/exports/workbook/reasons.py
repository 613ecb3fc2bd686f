"""The sheet of reasons: every line of points, hand by hand and column by column, with its rule."""

from itertools import groupby

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.core import Points, ScoreLine
from ...sheet.core.ledger import Ledger, Row
from .book import REASONS, Book, Formula

HEAD_ROW = 2
HEADS = (("hand", 7), ("what happened", 44), ("who", 26), ("points", 9), ("reason", 38), ("rule", 44))
POINTS = 3
EXPLANATION = (
    "Why each point was given, as the app reckons it. Where points follow the facts by formulas, these lines stay "
    "as they were."
)
CLOSING, ADJUSTED = "end", "±"
"""Stand for the number of a hand."""


class Reasons:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._lines: list[tuple[int | str, str, int, ScoreLine]] = []
        for row in ledger.lines:
            number = row.number if isinstance(row, Row) else ADJUSTED
            for column in range(len(row.points)):
                self._lines += ((number, row.summary, column, line) for line in row.why(column))
        if closing := ledger.closing_score:
            for column in range(len(ledger.columns)):
                self._lines += ((CLOSING, "the end of the sheet", column, line) for line in closing.of(column))
        self._spans: dict[tuple[int | str, int], tuple[int, int]] = {}
        for index, (hand, _, column, _) in enumerate(self._lines, HEAD_ROW + 1):
            first, _ = self._spans.get((hand, column), (index, index))
            self._spans[hand, column] = first, index

    def sum(self, hand: int | str, column: int, points: Points) -> Formula | None:
        """The formula that adds up the lines of a column in a hand to these points; None where there are none."""
        span = self._spans.get((hand, column))
        if span is None:
            return None
        first, last = (xl_rowcol_to_cell(row, POINTS, row_abs=True, col_abs=True) for row in span)
        return Formula(f"SUM({REASONS}!{first}:{last})", points)

    def write(self, book: Book) -> None:
        tab = book.tab(REASONS, [width for _, width in HEADS], (HEAD_ROW + 1, 1))
        tab.heading(REASONS, EXPLANATION)
        for column, (text, _) in enumerate(HEADS):
            tab.head(HEAD_ROW, column, text)
        rules = self.ledger.table.game.rules
        row = HEAD_ROW
        for _, lines in groupby(self._lines, lambda line: line[0]):
            hand_lines = list(lines)
            for hand, happened, column, line in hand_lines:
                row += 1
                ruled = ("line",) if line is hand_lines[-1][-1] else ()
                rule = f"{rules.index(line.rule) + 1}. {line.rule.name}" if line.rule in rules else ""
                tab.put(row, 0, hand, "cell", "center", *ruled)
                tab.put(row, 1, happened, "cell", "text", *ruled)
                tab.put(row, 2, self.ledger.columns[column], "cell", "text", *ruled)
                tab.put(row, POINTS, line.points, "cell", "signed", *ruled)
                tab.put(row, 4, line.reason, "cell", "text", *ruled)
                tab.put(row, 5, rule, "cell", "text", *ruled)
        if self._lines:
            tab.worksheet.autofilter(HEAD_ROW, 0, row, len(HEADS) - 1)
