"""The lines of a table that stands for a paper sheet, and the head above them."""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from ...rules.cells import names_in
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from .cells import guarded, option_value

MOST_CHARACTERS = 4000
"""Of a cell: more than the calls of the longest auction, or what every player of the largest table bid."""
DELIMITERS = (",", "\t", ";")
HEAD = ("game", "title", "date", "players", "dealer", "finished")
REMARKS, SIGNED = "remarks", "signed"
"""What the players said of a sheet where it was exported, and who signed it when: passed over here."""
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
    """The lines that hold anything, and what parts their cells: a spreadsheet may write semicolons or tabs."""
    first = next((line for line in text.splitlines() if line.strip()), "")
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
