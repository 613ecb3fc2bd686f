"""A workbook recalculated by an engine that is not ours: what its formulas give, whatever it says they give."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import accumulate
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from pycel import ExcelCompiler

from scorer.exports.workbook import FACTS
from scorer.exports.workbook.book import FIRST, SCORE

Cell = tuple[str, str]
"""A sheet, and a cell on it: ("Facts", "G5")."""


class Workbook:
    """changes: what a doubter writes into some cells before it is recalculated."""

    def __init__(self, content: bytes, changes: Mapping[Cell, Any] | None = None) -> None:
        self.written = load_workbook(BytesIO(content))
        self.said = load_workbook(BytesIO(content), data_only=True)
        for (sheet, cell), value in (changes or {}).items():
            self.written[sheet][cell] = value
        # Without what the file says that they give: openpyxl keeps either the formulas or their values.
        self._engine = ExcelCompiler(excel=self.written, plugins=f"{__package__}.exact")

    def formulas(self) -> Iterator[Cell]:
        """Every cell with a formula, row by row: each then leans on few that are not known yet."""
        for sheet in self.written.worksheets:
            for row in sheet.iter_rows():
                yield from ((sheet.title, cell.coordinate) for cell in row if cell.data_type == "f")

    def gives(self, cell: Cell) -> Any:
        """What a formula gives by the engine."""
        return self._engine.evaluate("!".join(cell))

    def says(self, cell: Cell) -> Any:
        """What the file says that a formula gives."""
        sheet, place = cell
        return self.said[sheet][place].value

    def totals(self, label: str = "total") -> list[Any]:
        """The totals below the table, recalculated. label: of their row."""
        row = labelled(self.written[SCORE], label)
        list(map(self.gives, self.formulas()))
        return [
            self.gives((SCORE, cell.coordinate)) if cell.data_type == "f" else cell.value
            for cell in self.written[SCORE][row][1:]
            if cell.value is not None
        ]


def labelled(sheet: Worksheet, label: str) -> int:
    """The row below the hands that begins with this label."""
    return next(row for row in range(FIRST + 1, sheet.max_row + 1) if sheet.cell(row, 1).value == label)


def said_totals(content: bytes, label: str = "total") -> list[Any]:
    """The totals below the table as the file says them, for a viewer that does not calculate."""
    # Read only as far as it is asked for: all the sheets of all the vectors would take minutes.
    sheet = load_workbook(BytesIO(content), data_only=True, read_only=True)[SCORE]
    row = next(row for row in sheet.iter_rows(min_row=FIRST + 1, values_only=True) if row[0] == label)
    return [value for value in row[1:] if value is not None]


def place(row: int, column: int) -> str:
    """A cell by its row and column, from 0: "G5"."""
    return f"{get_column_letter(column + 1)}{row + 1}"


def fact(content: bytes, hand: int, head: str, group: str = "") -> Cell:
    """The cell of a fact, by hand and head of its column. group: above it, where several have that head."""
    sheet = load_workbook(BytesIO(content))[FACTS]
    groups = list(accumulate((cell.value for cell in sheet[FIRST - 1]), lambda before, text: text or before))
    heads = zip((cell.value for cell in sheet[FIRST]), groups, strict=True)
    column = next(index for index, pair in enumerate(heads) if pair[0] == head and group in ("", pair[1]))
    return FACTS, place(FIRST + hand - 1, column)
