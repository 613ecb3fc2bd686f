"""The sheet of reasons: every line of points, hand by hand and column by column, with its rule."""

from dataclasses import dataclass

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.core import ScoreLine
from ...sheet.core.ledger import Ledger
from .book import REASONS, Book

HEAD_ROW = 2
HEADS = (("hand", 7), ("what happened", 44), ("who", 26), ("points", 9), ("reason", 38), ("rule", 44))
POINTS = 3
SAID = (
    "Why each point was given, as the app reckons it. Where points follow the facts by formulas, these lines stay "
    "as they were."
)
CLOSING = "end"


@dataclass(frozen=True)
class Line:
    hand: int | str
    happened: str
    who: str
    line: ScoreLine


class Reasons:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._lines: list[Line] = []
        self._spans: dict[tuple[int | str, int], tuple[int, int]] = {}
        for row in ledger.rows:
            for column in range(len(row.points)):
                self._add(row.number, row.summary, column, row.why(column))
        if closing := ledger.closing_score:
            for column in range(len(ledger.columns)):
                self._add(CLOSING, "the end of the sheet", column, tuple(closing.of(column)))

    def _add(self, hand: int | str, happened: str, column: int, lines: tuple[ScoreLine, ...]) -> None:
        first = HEAD_ROW + 1 + len(self._lines)
        self._lines += [Line(hand, happened, self.ledger.columns[column], line) for line in lines]
        if lines:
            self._spans[hand, column] = (first, first + len(lines) - 1)

    def sum(self, hand: int | str, column: int) -> str | None:
        """The formula that adds up the lines of a column in a hand; None where there are none."""
        span = self._spans.get((hand, column))
        if span is None:
            return None
        first, last = (xl_rowcol_to_cell(row, POINTS, row_abs=True, col_abs=True) for row in span)
        return f"SUM({REASONS}!{first}:{last})"

    def write(self, book: Book) -> None:
        paper = book.sheet(REASONS, [width for _, width in HEADS], (HEAD_ROW + 1, 1))
        paper.heading(REASONS, SAID)
        for column, (text, _) in enumerate(HEADS):
            paper.head(HEAD_ROW, column, text)
        rules = self.ledger.table.game.rules
        for index, known in enumerate(self._lines):
            at, line = HEAD_ROW + 1 + index, known.line
            last = index + 1 == len(self._lines) or self._lines[index + 1].hand != known.hand
            ruled = ("line",) if last else ()
            rule = f"{rules.index(line.rule) + 1}. {line.rule.name}" if line.rule in rules else ""
            paper.put(at, 0, known.hand, "cell", "center", *ruled)
            paper.put(at, 1, known.happened, "cell", "text", *ruled)
            paper.put(at, 2, known.who, "cell", "text", *ruled)
            paper.put(at, POINTS, line.points, "cell", "signed", *ruled)
            paper.put(at, 4, line.reason, "cell", "text", *ruled)
            paper.put(at, 5, rule, "cell", "text", *ruled)
        if self._lines:
            paper.worksheet.autofilter(HEAD_ROW, 0, HEAD_ROW + len(self._lines), len(HEADS) - 1)
