"""The lines of a table that stands for a paper sheet, however it is written, and the head above them: how the text
of a file is parted into cells, what people write above columns and in cells, and what the app writes there.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise, takewhile
from typing import Any

from ...rules.core import Points, upper_first, whole
from ...rules.fields import ContractField, Field, PlayerField
from ...rules.options import Values, Written
from ...rules.reading import (
    DASHES,
    FLAGS,
    NUMBER,
    FormatError,
    folded,
    keyed,
    names_in,
    number_of,
    parts_in,
    short,
)
from ...rules.registry import GAMES
from .. import sheet_file
from ..sheet_file import PBN, PBN_SAID
from . import brought
from .csv import ADJUSTED, NO_CONTRACT, REMARKS, SIGNED
from .dates import days_of
from .headings import KEYS, TableLine, apart, is_aside, is_known

_MOST_ABOVE = 9
"""Among so many lines at the top are the headings."""
_ENDS = b"\t\n\v\f\r"
_OTHERS = (
    ((b"%PDF-",), "a PDF"),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF"), "a picture"),
    ((b"\xd0\xcf\x11\xe0",), "a workbook of an older kind"),
)


def decoded(content: bytes) -> str:
    """UTF-8 or UTF-16, else the letters of western Europe as Windows writes them. Raises FormatError."""
    if PBN.match(content):
        raise FormatError("$", PBN_SAID)
    for beginnings, kind in _OTHERS:
        if content.startswith(beginnings):
            raise FormatError("$", f"this is {kind} and no table: save the table as “CSV UTF-8”")
    beginning = content[:400]
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        likely = ("utf-16",)
    elif 3 * beginning.count(0) > len(beginning):
        # Every second byte of most letters is nought: the first of the two, or the second.
        likely = ("utf-16-be",) if beginning[0] == 0 else ("utf-16-le",)
    else:
        likely = "utf-8-sig", "cp1252"
    for encoding in likely:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8-sig" or not any(ord(letter) < 32 and ord(letter) not in _ENDS for letter in text):
            return text
    raise FormatError("$", "this is no text: save the table as “CSV UTF-8”")


_WORKING = re.compile(rf"({NUMBER})((?: ?[+-] ?[0-9.]+)+) ?= ?({NUMBER})")
_TWO_NUMBERS = re.compile(r"\d [+−-]? ?\d")


def guarded(cell: str) -> str:
    """A cell without the mark that keeps a spreadsheet from taking a text for a formula."""
    return cell[1:].strip() if re.match("'+[=+@\\t\\r-]", cell) else cell


def figures_of(text: str, *, decimal_comma: bool = False) -> tuple[Points | None, Points]:
    """A figure, and what was added to come to it: "49 + 38 = 87" is 38 and 87. Raises ValueError."""
    working = _WORKING.fullmatch(keyed(text, decimal_comma=decimal_comma))
    if not working:
        if "=" in text or _TWO_NUMBERS.search(folded(text)):
            raise ValueError(f"“{short(text)}” is no figure, nor a working such as “49 + 38 = 87”")
        return None, number_of(text, decimal_comma=decimal_comma)
    added = [number_of(term.replace(" ", "")) for term in re.findall(r"[+-] ?[0-9.]+", working[2])]
    return whole(sum(added, 0)), number_of(working[3])


NO_CONTRACTS = (NO_CONTRACT, "none", "pass", "passed", "passed out", "all pass", "all passed", *DASHES, "-")
"""How people write in a cell that nobody bid."""


def parse_part(of: Field, text: str, players: Sequence[str]) -> Any:
    """As `Field.parse`, of a cell that holds several fields."""
    if isinstance(of, PlayerField):
        return of.parse(next(iter(names_in(text)), ""), players)
    return None if isinstance(of, ContractField) and text.lower() in NO_CONTRACTS else of.parse(text, players)


def played_of(text: str, keys: Mapping[str, Field], players: Sequence[str]) -> dict[str, Any]:
    """Several fields in one cell: "contract: 6H; proposer: Amber; tricks: 7". Raises as `Field.parse`."""
    parts = parts_in(text)
    return {key: parse_part(keys[key], part, players) if key in keys else part for key, part in parts.items()}


def option_value(text: str, values: Values) -> Any:
    """The value of a house rule; what is none is left for the reader of the sheet file to refuse."""
    if isinstance(values, Written):
        try:
            return values.read(text)
        except ValueError:
            return text
    if text.lower() in FLAGS and True in values and not isinstance(values, range):
        return FLAGS[text.lower()]
    return int(written) if re.fullmatch("-?[0-9]{1,9}", written := keyed(text)) else text


def options_in(text: str) -> dict[str, str]:
    """ "no_trump: true; tricks: 9", each value as it is written."""
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


BAR, BLANK = "|", " "
Cells = tuple[str, ...]
_RULE = re.compile(r"[+|: ]*[-=][-+=|: ]*")
"""A line that is only drawn."""
_BAR = re.compile(r"(?<!\\)\|")
_VALUES = re.compile("x+")
_WORDS = re.compile("x+(?: x+)*")
"""Columns that are not blank, which one blank parts, or two."""
_ESCAPED = re.compile(r"\\([^\w\s])")


def cells_of(lines: Sequence[tuple[int, str]], mark: str) -> list[tuple[int, Cells]]:
    """Lines with their numbers, the headings first, and what stands in their cells; a line drawn is none.

    mark: BAR or BLANK. Raises FormatError where the columns cannot be told.
    """
    drawn = [(number, line.expandtabs().rstrip()) for number, line in lines if not _RULE.fullmatch(line.strip())]
    texts = [line for _, line in drawn]
    found = [_between_bars(line) for line in texts] if mark == BAR else _below_each_other(texts)
    if not found:
        raise FormatError(
            f"line {drawn[0][0]}",
            "it cannot be told where a column ends: write each value below its heading, or part them with commas",
        )
    return [(number, cells) for (number, _), cells in zip(drawn, found, strict=True)]


def _between_bars(line: str) -> Cells:
    inner = re.sub(r"(?<!\\)\|$", "", line.strip().removeprefix(BAR))
    return tuple(_ESCAPED.sub(r"\1", cell).strip() for cell in _BAR.split(inner))


def _below_each_other(texts: Sequence[str]) -> list[Cells]:
    """Of the ways to part the lines the one by which most headings say something; nothing where none parts all."""
    ways: list[list[Cells]] = [*(_by_place(texts, blanks) for blanks in (2, 1))]
    ways += [_by_count(texts, lambda line: re.split(" {2,}", line)), _by_count(texts, str.split)]
    several = [way for way in ways if way and len(way[0]) > 1]
    several.sort(key=lambda way: (sum(map(is_known, way[0])), -len(way[0])), reverse=True)
    return several[0] if several else []


def _by_place(texts: Sequence[str], blanks: int) -> list[Cells]:
    """Parted where every line has so many blanks; nothing where two values stand in one cell then."""
    width = max(map(len, texts))
    padded = [line.ljust(width) for line in texts]
    free = "".join(" " if all(line[at] == " " for line in padded) else "x" for at in range(width))
    values = _VALUES.finditer(free) if blanks == 1 else _WORDS.finditer(free)
    spans = [match.span() for match in values]
    # What stands below no heading goes on from the column before: "49 + 38 = 87".
    starts = [start for index, (start, end) in enumerate(spans) if not index or padded[0][start:end].strip()]
    ends = [*starts[1:], width]
    cells = [tuple(line[start:end].strip() for start, end in zip(starts, ends, strict=True)) for line in padded]
    return [] if any("  " in cell for line in cells for cell in line) else cells


def _by_count(texts: Sequence[str], part: Callable[[str], list[str]]) -> list[Cells]:
    """Every line has as many values as there are headings, or nothing."""
    cells = [tuple(part(line.strip())) for line in texts]
    return cells if len({*map(len, cells)}) == 1 else []


MOST_CHARACTERS = 4000
"""Of a cell: more than the calls of the longest auction, or what every player of the largest table bid."""
DELIMITERS = (",", "\t", ";")
OPTIONS = "options"
HEAD = ("game", "title", "date", "zone", "players", "dealer", "finished")
AS_ABOVE = "“{}” for what stands above is not read: write it out"
_WORD = re.compile(r"[ \t]*[:,;|\t ][ \t]*")
_BETWEEN_NAMES = re.compile(r" *[,;|\t] *| {2,}")
_LONE_MARK = re.compile(r'(?:^|[,;\t])[ ]*"[ ]*(?=[,;\t]|$)')
_OPTION_NAMES = {option.name for game in GAMES.values() for option in game.options_type.described()}


@dataclass
class Head:
    """The head of the file as the sheet file has it, and where each part of it stands.

    days: which its date may be.
    names: whose the columns are, where the lines name them.
    notes: what is odd, as sentences.
    """

    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    options: dict[str, str] = field(default_factory=dict[str, str])
    places: dict[str, str] = field(default_factory=dict[str, str])
    days: tuple[date, ...] = ()
    names: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list[str])

    def take(self, line: TableLine) -> None:
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
        elif key == "date":
            self.days = days_of(value)
            if len(self.days) == 1:
                self.facts[key] = self.days[0].isoformat()
            elif value and not self.days:
                self.notes.append(f"No date was read from “{short(value)}”: the hands do not depend on it.")
        elif key in HEAD:
            self.facts[key] = value
        else:
            self.options[key] = value


def _parted_at_ends(text: str) -> list[str]:
    """The lines of a text as a spreadsheet ends them: a note may hold other signs that Python takes for ends."""
    return re.split("\r\n|\r|\n", text)


def lines_of(text: str) -> tuple[list[TableLine], str]:
    """The lines that hold anything, and what parts their cells: a spreadsheet may write semicolons or tabs, and
    whoever types may write bars, or nothing but blanks.
    """
    written = [(number, line) for number, line in enumerate(_parted_at_ends(text), start=1) if line.strip()]
    heads = list(takewhile(lambda cells: cells is not None, (_head_cells(line) for _, line in written)))
    table = written[len(heads) :]
    parted = sum(any(delimiter in line for delimiter in DELIMITERS) for _, line in table)
    mark = _mark(table[0][1]) if table and 2 * parted < len(table) else ""
    if not mark:
        lines = (line for _, line in written)
        return _parted(text, next((line for line in lines if any(map(line.count, DELIMITERS))), ""))
    for number, line in table[: brought.MOST_LINES + 1]:
        if len(line) > MOST_CHARACTERS:
            raise FormatError(f"line {number}", f"a line has at most {MOST_CHARACTERS} characters")
    if len(table) > brought.MOST_LINES:
        raise FormatError(f"line {table[brought.MOST_LINES][0]}", f"a file has at most {brought.MOST_LINES} lines")
    above = ((number, cells) for (number, _), cells in zip(written, heads, strict=False) if cells)
    return [TableLine(number, cells) for number, cells in (*above, *cells_of(table, mark))], mark


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


def _parted(text: str, first: str) -> tuple[list[TableLine], str]:
    """The lines of comma-separated values, or what else parts those of the first line."""
    for number, line in enumerate(_parted_at_ends(text), start=1):
        if line.count('"') % 2 and _LONE_MARK.search(line):
            raise FormatError(f"line {number}", AS_ABOVE.format('"'))
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    lines: list[TableLine] = []
    number = 1
    try:
        for cells in reader:
            # Of the first line already: what is far too wide is not looked at cell by cell.
            if len(cells) > brought.MOST_COLUMNS and any(map(str.strip, cells[brought.MOST_COLUMNS :])):
                raise FormatError(f"line {number}", f"a table has at most {brought.MOST_COLUMNS} columns")
            line = TableLine(number, tuple(guarded(cell.strip()) for cell in cells[: brought.MOST_COLUMNS]))
            for column, cell in enumerate(line.cells):
                if len(cell) > MOST_CHARACTERS:
                    raise FormatError(line.place(column), f"a cell has at most {MOST_CHARACTERS} characters")
            number = reader.line_num + 1
            if any(line.cells):
                lines.append(line)
            if len(lines) > brought.MOST_TURNED:
                raise FormatError(line.place(), f"a file has at most {brought.MOST_TURNED} lines")
    except csv.Error:
        told = "a quotation mark is not closed, or stands in the middle of what it begins"
        raise FormatError(f"line {number}", f"this line cannot be read as a table: {told}") from None
    return lines, delimiter


def opened(content: bytes) -> tuple[Head, list[TableLine], str]:
    """The head, the lines below it with one for each hand, and what parts their cells.

    Raises FormatError, by line.
    """
    head, delimiter = Head(), DELIMITERS[0]
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        lines = brought.table_in(sheet_file.parse(content))
        head.notes.append(f"{upper_first(brought.NOT_OURS)}: a list in it was read as a table.")
    else:
        lines, delimiter = lines_of(decoded(content))
    while lines and is_head(lines[0]):
        head.take(lines.pop(0))
    pairs = enumerate(pairwise(lines[:_MOST_ABOVE]), start=1)
    first = next((at for at, pair in pairs if brought.below_names(*pair)), 0)
    # A title above the headings.
    while len(lines) > 2 and (first > 1 or (_width(lines[0]) == 1 and any(_width(line) > 1 for line in lines))):
        head.notes.append(f"{upper_first(lines.pop(0).place())} stands above the table and was left out.")
        first -= 1
    if first == 1 and (heading := brought.below_names(*lines[:2])):
        lines = [heading, *lines[2:]]
    if lines:
        asides = [row for row in lines[1:] if is_aside(row)]
        head.notes += [f"{upper_first(row.place())} is of no hand and was left out." for row in asides]
        of_hands = (row for row in lines[1:] if not is_aside(row))
        lines, head.names = brought.turned(apart(brought.upright([lines[0], *of_hands])))
    if head.names and not (head.facts or head.options):
        head.options, lines = _rules_of_first(lines)
    return head, lines, delimiter


def _rules_of_first(lines: Sequence[TableLine]) -> tuple[dict[str, str], list[TableLine]]:
    """The house rules that stand with the first hand, which hold for the whole sheet where there is no head; and
    the lines without them.
    """
    heading, *rows = lines
    index = heading.cells.index(OPTIONS) if OPTIONS in heading.cells else -1
    first = next((row for row in rows if row.cells[0] != ADJUSTED), None)
    if index < 0 or first is None:
        return {}, [*lines]
    without = replace(first, cells=tuple("" if at == index else cell for at, cell in enumerate(first.cells)))
    return options_in(first.get(index)), [without if line is first else line for line in lines]


def _width(line: TableLine) -> int:
    return sum(map(bool, line.cells))


def is_head(line: TableLine) -> bool:
    key, *values = line.cells
    key, values = key.lower(), [cell for cell in values if cell]
    if key == SIGNED:
        return len(values) == 2 and re.search(r" UTC([+-][0-9:]+)?$", values[1]) is not None
    return key == "players" or (key in (*HEAD, REMARKS, *_OPTION_NAMES) and len(values) <= 1)


def _game(written: str) -> str:
    """A game by its key or by its title."""
    keys = {game.title.lower(): key for key, game in GAMES.items()}
    return keys.get(written.lower(), written.lower())
