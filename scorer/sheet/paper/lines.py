"""The lines of a table that stands for a paper sheet, and the head above them."""

import csv
import io
import re
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from ...rules.cells import names_in
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from .cells import guarded, option_value
from .unparted import BAR, BLANK, cells_of
from .words import KEYS, REMARKS, SIGNED

MOST_CHARACTERS = 4000
"""Of a cell: more than the calls of the longest auction, or what every player of the largest table bid."""
MOST_LINES = 2500
"""Of a table whose columns are told by the place of what stands in them."""
DELIMITERS = (",", "\t", ";")
HEAD = ("game", "title", "date", "players", "dealer", "finished")
LONG_LIST = {"points", "total", "reasons"}
LONG_LIST_SAID = (
    "this is the long list, with a line for each player of a hand: what is read is the other table, “CSV” under "
    "“Export”, with a line for each hand"
)
AS_ABOVE = "“{}” for what stands above is not read: write it out"
_WORD = re.compile(r"[ \t]*[:,;|\t ][ \t]*")
_BETWEEN_NAMES = re.compile(r" *[,;|\t] *| {2,}")
_LONE_MARK = re.compile(r'(?:^|[,;\t])[ ]*"[ ]*(?=[,;\t]|$)')
_OPTION_NAMES = {option.name for game in GAMES.values() for option in game.options_type.described()}


@dataclass(frozen=True)
class Line:
    """number: of the first line of the file that it takes up; cells: trimmed, from column 1."""

    number: int
    cells: tuple[str, ...]

    def place(self, column: int | None = None) -> str:
        return f"line {self.number}" if column is None else f"line {self.number}, column {column + 1}"

    def get(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


@dataclass
class Head:
    """The head of the file as the sheet file has it, and where each part of it stands."""

    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    options: dict[str, str] = field(default_factory=dict[str, str])
    places: dict[str, str] = field(default_factory=dict[str, str])

    def take(self, line: Line) -> None:
        key, values = line.cells[0].lower(), [cell for cell in line.cells[1:] if cell]
        if key in (REMARKS, SIGNED):
            return
        where = f"$.{key}" if key in HEAD else f"$.options.{key}"
        if where in self.places:
            raise FormatError(line.place(), f"“{key}” stands twice")
        self.places[where] = line.place()
        value = values[0] if values else ""
        if key == "players":
            self.facts[key] = [*names_in(value)] if len(values) == 1 else values
        elif key == "finished":
            self.facts[key] = option_value(value, (True, False))
        elif key == "game":
            self.facts[key] = _game(value)
        elif key in HEAD:
            self.facts[key] = value
        else:
            self.options[key] = value


def lines_of(text: str) -> tuple[list[Line], str]:
    """The lines that hold anything, and what parts their cells: a spreadsheet may write semicolons or tabs, and
    whoever types may write bars, or nothing but blanks.
    """
    written = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    heads = list(takewhile(lambda cells: cells is not None, (_head_cells(line) for _, line in written)))
    table = written[len(heads) :]
    mark = _mark(table[0][1]) if table else ""
    if not mark:
        return _parted(text, next((line for _, line in written), ""))
    for number, line in table:
        if len(line) > MOST_CHARACTERS:
            raise FormatError(f"line {number}", f"a line has at most {MOST_CHARACTERS} characters")
    if len(table) > MOST_LINES:
        raise FormatError(f"line {table[MOST_LINES][0]}", f"a table has at most {MOST_LINES} lines")
    above = ((number, cells) for (number, _), cells in zip(written, heads, strict=False) if cells)
    return [Line(number, cells) for number, cells in (*above, *cells_of(table, mark))], mark


def _mark(heading: str) -> str:
    """What parts the cells below headings that neither commas nor tabs nor semicolons part; empty if these do."""
    if any(delimiter in heading.strip() for delimiter in DELIMITERS):
        return ""
    return BAR if BAR in heading else BLANK if BLANK in heading.strip() else ""


def _head_cells(line: str) -> tuple[str, ...] | None:
    """A line of the head however it is typed, "game: offender"; None for another."""
    key, *rest = _WORD.split(line.strip(" \t|"), maxsplit=1)
    said = (rest or [""])[0].rstrip(" |,;\t")
    if key.lower() not in (*HEAD, REMARKS, SIGNED, *_OPTION_NAMES) or {*said.lower().split()} & KEYS:
        return None
    if key.lower() != "players":
        # Several columns of blanks are headings; a title may have any.
        return None if key.lower() != "title" and "  " in said else (key, said)
    names = tuple(filter(None, _BETWEEN_NAMES.split(said)))
    return key, *(names if len(names) > 1 else said.split())


def _parted(text: str, first: str) -> tuple[list[Line], str]:
    """The lines of comma-separated values, or what else parts those of the first line."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count('"') % 2 and _LONE_MARK.search(line):
            raise FormatError(f"line {number}", AS_ABOVE.format('"'))
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    lines: list[Line] = []
    number = 1
    try:
        for cells in reader:
            line = Line(number, tuple(guarded(cell.strip()) for cell in cells))
            for column, cell in enumerate(line.cells):
                if len(cell) > MOST_CHARACTERS:
                    raise FormatError(line.place(column), f"a cell has at most {MOST_CHARACTERS} characters")
            number = reader.line_num + 1
            if any(line.cells):
                lines.append(line)
    except csv.Error as error:
        raise FormatError(f"line {number}", f"this line cannot be read as a table: {error}") from None
    return lines, delimiter


def split(text: str) -> tuple[Head, list[Line], str]:
    """The head, the lines below it, and what parts their cells. Raises FormatError, by line."""
    lines, delimiter = lines_of(text)
    head = Head()
    while lines and is_head(lines[0]):
        head.take(lines.pop(0))
    if lines and {*lines[0].cells} >= LONG_LIST and {"player", "side"} & {*lines[0].cells}:
        raise FormatError(lines[0].place(), LONG_LIST_SAID)
    return head, lines, delimiter


def is_head(line: Line) -> bool:
    key, *values = line.cells
    key, values = key.lower(), [cell for cell in values if cell]
    if key == SIGNED:
        return len(values) == 2 and values[1].endswith(" UTC")
    return key == "players" or (key in (*HEAD, REMARKS, *_OPTION_NAMES) and len(values) <= 1)


def _game(written: str) -> str:
    """A game by its key or by its title."""
    keys = {game.title.lower(): key for key, game in GAMES.items()}
    return keys.get(written.lower(), written.lower())
