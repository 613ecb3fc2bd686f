"""The table of a sheet in ink: heads, a strip for each hand, and the totals carried from page to page."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ..rules.core import Points
from ..sheet.changes import changes
from ..sheet.ledger import Row
from .cells import Cell, total, words
from .column_widths import PAD, Columns, placed
from .ink import BLACK, GOLD, SOFT, Ink, Run, runs
from .score_table import ScoreTable
from .strip import Strip
from .typeface import Typeface

LEADING, ABOVE, SMALL = 1.22, 0.34, 0.88
"""In ems: from line to line; above and below what stands in a cell; the size of what is said between the rows."""
AMENDED = "amended"
ALIGNED = {"text": 0.5, "words": 0.0, "names": 0.0, "sum": 1.0}
_TERMS = re.compile(r"[+−] ")
_MINUS = re.compile(r"(?<![\w)])-(?= ?\d)")

Placed = Sequence[tuple[int, Cell]]


@dataclass(frozen=True)
class Group:
    """A hand, with what is said above and below it; totals: after it, per column."""

    strips: tuple[Strip, ...]
    totals: Sequence[Points]

    @property
    def height(self) -> float:
        return sum(strip.height for strip in self.strips)

    def parts(self, room: float) -> "list[Group]":
        """The hand on one page; where what was said of it is longer than any page, line by line."""
        return [self] if self.height <= room else [Group((strip,), self.totals) for strip in self.strips]


@dataclass(frozen=True)
class Line:
    """A row of the table before it has a size. said: the sentences above it and below it."""

    cells: Placed
    above: Sequence[str]
    below: Sequence[str]
    totals: Sequence[Points]
    drawn_under: bool = False


class TableWords:
    """All that the table says, and how wide its columns would like to be: the same at every size of type."""

    def __init__(self, table: ScoreTable, amended: Collection[int | None], type: Typeface) -> None:
        self.type, self.columns_on_sheet = type, len(table.ledger.columns)
        top, below = table.heads
        head = placed(top)
        tall = [column for at, cell in head if cell.rows > 1 for column in range(at, at + cell.columns)]
        # What spans both lines of heads stands in the lower one.
        lower = [(at, cell) for at, cell in head if cell.rows > 1]
        upper = [(at, cell) for at, cell in head if cell.rows == 1]
        self.heads: tuple[Placed, Placed] = upper, sorted([*lower, *placed(below, tall)], key=lambda at: at[0])
        self.edges = {at for at, _ in head} - {0}
        self.first_total = table.width - self.columns_on_sheet
        self.lines = list(_lines(table, amended))
        self.columns = Columns(table.width, self.columns_on_sheet)
        self.aligned = {
            at: ALIGNED[cell.kind] for line in self.lines for at, cell in line.cells if cell.columns == 1
        }
        for cells in self.heads:
            self.columns.take_in(type, cells, "plain")
        for line in self.lines:
            for at, cell in line.cells:
                self.columns.take_in(type, [(at, cell)], self.face(at))

    def face(self, column: int) -> str:
        """Running totals stand in bold."""
        return "bold" if column >= self.first_total else "plain"


def _lines(table: ScoreTable, amended: Collection[int | None]) -> Iterator[Line]:
    ledger, told = table.ledger, changes(table.ledger)
    for row in ledger.rows:
        cells = placed((_label(row, amended), *map(_with_minus, table.cells(row))))
        below = list(table.notes(row))
        yield Line(cells, told[row.number - 1], below, ledger.padded(row.totals), row.draws_line)
    if closing := table.closing():
        cells = placed((words("end"), *map(_with_minus, closing)))
        yield Line(cells, told[-1] if ledger.rows else (), (), ledger.totals)
    elif ledger.rows and told[-1]:
        yield Line((), told[-1], (), ledger.totals)


def _with_minus(cell: Cell) -> Cell:
    """The numbers of a sum with the sign that is as long as a plus."""
    return (
        replace(cell, lines=tuple(line.replace("-", "−") for line in cell.lines)) if cell.kind == "sum" else cell
    )


def _label(row: Row, amended: Collection[int | None]) -> Cell:
    """A hand's number never breaks off from its word."""
    mark = (AMENDED,) if row.hand.entry in amended else ()
    return Cell((f"hand\u00a0{row.number}", *mark), "words")


class PrintedTable:
    """widths: of the columns, in points, as `size` is the type's."""

    def __init__(self, words: TableWords, size: float, widths: Sequence[float]) -> None:
        self.words, self.type, self.size, self.widths = words, words.type, size, widths
        self.width = sum(widths)
        self.head = self._head()
        self.groups = [self._group(line) for line in words.lines]

    @classmethod
    def fitting(cls, words: TableWords, size: float, width: float) -> "PrintedTable | None":
        widths = words.columns.widths(width / size)
        return None if widths is None else cls(words, size, [em * size for em in widths])

    def carried(self, totals: Sequence[Points], said: str) -> Strip:
        """The totals at the foot of a page, and again at the head of the next."""
        cells = (_with_minus(total(f"{points}", column)) for column, points in enumerate(totals))
        return self._ruled(self._strip(placed((words(said, columns=self.words.first_total), *cells))), False)

    def _left(self, column: int) -> float:
        return sum(self.widths[:column])

    def _head(self) -> Strip:
        upper, lower = (self._strip(cells, head=True) for cells in self.words.heads)

        def draw(ink: Ink, x: float, y: float) -> None:
            upper.draw(ink, x, y)
            lower.draw(ink, x, y - upper.height)
            for at, cell in self.words.heads[0]:
                left = x + self._left(at) + PAD * self.size / 2
                right = x + self._left(at + cell.columns) - PAD * self.size / 2
                ink.line(left, y - upper.height, right, y - upper.height)
            bottom = y - upper.height - lower.height
            ink.line(x, bottom, x + self.width, bottom, 0.9, BLACK)

        return Strip(upper.height + lower.height, draw)

    def _group(self, line: Line) -> Group:
        strips = [strip for said in line.above for strip in self._sentence(said)]
        if line.cells:
            strips.append(self._strip(line.cells))
        strips += [strip for said in line.below for strip in self._sentence(_MINUS.sub("−", said), after=True)]
        strips[-1] = self._ruled(strips[-1], line.drawn_under)
        return Group(tuple(strips), line.totals)

    def _ruled(self, strip: Strip, double: bool) -> Strip:
        def draw(ink: Ink, x: float, y: float) -> None:
            strip.draw(ink, x, y)
            if double:
                ink.double_line(x, y - strip.height, x + self.width)
            else:
                ink.line(x, y - strip.height, x + self.width, y - strip.height)

        return Strip(strip.height, draw)

    def _sentence(self, said: str, *, after: bool = False) -> list[Strip]:
        """A sentence across the table, line by line; below a hand it belongs to that hand."""
        size = self.size * SMALL
        left = self.widths[0] if after else 0.0
        left += PAD * self.size
        lines = self.type.lines(self.type.legible(said), (self.width - left - PAD * self.size) / size)
        colour = SOFT if after else GOLD

        def strip(line: str, above: float, below: float) -> Strip:
            def draw(ink: Ink, x: float, y: float) -> None:
                ink.text(x + left, y - above - size, line, size, colour=colour)

            return Strip(above + LEADING * size + below, draw)

        air = ABOVE * self.size
        last = len(lines) - 1
        return [
            strip(line, 0.0 if after or number else air, 0.0 if number < last else air)
            for number, line in enumerate(lines)
        ]

    def _strip(self, cells: Placed, *, head: bool = False) -> Strip:
        """A row of cells, upper edges in line; heads stand on the lower edge."""
        size, written = self.size, []
        for at, cell in cells:
            room = sum(self.widths[at : at + cell.columns]) / size - 2 * PAD
            face = "plain" if head else self.words.face(at)
            own = (self.type.lines(self.type.legible(line), room, cell.kind, face) for line in cell.lines)
            align = 0.5 if head and cell.columns > 1 else self.words.aligned.get(at, ALIGNED[cell.kind])
            if cell.columns > 1 and not head:
                align = ALIGNED["words"]
            left = self._left(at) + PAD * size
            written.append((left + align * room * size, align, at, [line for lines in own for line in lines]))
        most = max((len(lines) for *_, lines in written), default=0)
        height = (most * LEADING + 2 * ABOVE) * size

        def draw(ink: Ink, x: float, y: float) -> None:
            for start, align, at, lines in written:
                skipped = most - len(lines) if head else 0
                for number, line in enumerate(lines, skipped):
                    down = y - (ABOVE + number * LEADING + 1) * size
                    ink.runs(x + start, down, self._runs(line, at, head), size, align)

        return Strip(height, draw)

    def _runs(self, line: str, column: int, head: bool) -> list[Run]:
        """A running total in bold, how it came about beside it; the mark of an amended hand in its own colour."""
        if head:
            return runs(line, colour=SOFT)
        if column < self.words.first_total:
            return runs(line, colour=GOLD if column == 0 and line == AMENDED else BLACK)
        working, equals, result = line.rpartition("= ")
        if equals or not _TERMS.search(line):
            return [*runs(working + equals), *runs(result, "bold")]
        return runs(line)
