"""The workbook as a file in the making: texts that stay texts, formulas with what they give, and styles."""

import io
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from textwrap import wrap
from typing import Any, NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from ...rules.core import Points
from ..drawing import fit_for_xml
from ..wording import isolated

SCORE, REASONS, RULES, CURVE = "Score sheet", "Reasons", "Rules", "Running totals"
FIRST = 4
"""The row of the first hand, from 0: the same on the score sheet as among the facts."""
UNDATED = date(2000, 1, 1)
LINE_HEIGHT, HIGHEST = 15, 405
"""Points; a row cannot be higher than 409."""
LONGEST = 32_000
"""Characters that a cell takes, and some to spare."""
FELT, PAPER, LINE, TO_CHANGE, INK = "#1F5140", "#F4EEE0", "#D9CFB9", "#FFF6CC", "#1A3FA0"
_BORDER = {"border": 1, "border_color": LINE}
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16, "font_color": FELT},
    "quiet": {"italic": True, "font_color": "#545A52"},
    "date": {"num_format": "d mmm yyyy", "align": "left"},
    "head": {"bold": True, "text_wrap": True, "align": "center", "valign": "vcenter", "bg_color": FELT}
    | {"font_color": "#FFFFFF", **_BORDER},
    "cell": {"valign": "top", **_BORDER},
    "text": {"text_wrap": True, "align": "left", "indent": 1},
    "signed": {"num_format": "+General;-General;0"},
    "total": {"bold": True},
    "change": {"bg_color": TO_CHANGE, "font_color": INK},
    "sum": {"bold": True, "bg_color": PAPER},
    "center": {"align": "center"},
    "money": {"num_format": "+0.00;-0.00;0.00"},
    "line": {"bottom": 2, "bottom_color": FELT},
    "moved": {"bg_color": "#F6C7B6", "font_color": "#A4261D"},
}


class Formula(NamedTuple):
    """value: what it gives now, for viewers that do not calculate."""

    text: str
    value: Points | str


Content = str | Points | Formula | None


class Book:
    """made: when the workbook says it was made; it must not be the clock, for the same ledger is the same file."""

    def __init__(self, title: str, made: date | None) -> None:
        self._file = io.BytesIO()
        as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
        self.workbook = Workbook(self._file, {"in_memory": True, **as_text})
        created = datetime.combine(made if made and _in_calendar(made) else UNDATED, time())
        printable = "".join(c if c.isprintable() else " " for c in title)
        self.workbook.set_properties({"title": printable[:200], "created": created})
        self._tabs: list[Tab] = []
        self._styles: dict[tuple[str, ...], Format] = {}

    def style(self, *names: str) -> Format:
        """The styles of these names together, the later before the earlier."""
        if names not in self._styles:
            merged = {key: value for name in names for key, value in STYLES[name].items()}
            self._styles[names] = self.workbook.add_format(merged)
        return self._styles[names]

    def tab(self, name: str, widths: list[int], freeze: tuple[int, int]) -> "Tab":
        worksheet = self.workbook.add_worksheet(name)
        for column, width in enumerate(widths):
            worksheet.set_column(column, column, width)
        worksheet.freeze_panes(*freeze)
        worksheet.hide_gridlines(2)
        worksheet.set_landscape()
        worksheet.set_paper(9)
        worksheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        worksheet.fit_to_pages(1, 0)
        worksheet.set_footer("&L&A&R&P / &N")
        worksheet.repeat_rows(max(0, freeze[0] - 2), freeze[0] - 1)
        self._tabs.append(Tab(self, worksheet, widths))
        return self._tabs[-1]

    def hidden(self, name: str, rows: Iterable[Sequence[object]]) -> None:
        """A sheet that nobody sees, its cells as texts: what an import reads."""
        worksheet = self.workbook.add_worksheet(name)
        worksheet.very_hidden()
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                if cell != "":
                    worksheet.write_string(row, column, _short(f"{cell}"))

    def content(self) -> bytes:
        for tab in self._tabs:
            tab.set_heights()
        self.workbook.close()
        return self._file.getvalue()


class Tab:
    """One sheet of the workbook."""

    def __init__(self, book: Book, worksheet: Worksheet, widths: list[int]) -> None:
        self.book = book
        self.worksheet = worksheet
        self._widths = widths
        self._lines: dict[int, int] = {}

    def set_heights(self) -> None:
        """Make the rows as high as their texts: not every spreadsheet does so by itself."""
        for row, lines in self._lines.items():
            if lines > 1:
                self.worksheet.set_row(row, min(LINE_HEIGHT * lines, HIGHEST))

    def put(self, row: int, column: int, content: Content, *styles: str) -> None:
        style = self.book.style(*styles) if styles else None
        sheet = self.worksheet
        if "text" in styles:
            text = content.value if isinstance(content, Formula) else content
            self._lines[row] = max(self._lines.get(row, 1), _lines(f"{text}", self._widths[column]))
        match content:
            case None | "":
                sheet.write_blank(row, column, None, style)
            case str():
                # Formulas compare facts with the names among the rules: both stay as they are typed.
                told = "text" in styles and sheet.get_name() in (SCORE, REASONS)
                said = isolated(content) if told else content
                sheet.write_string(row, column, _short(said), style)
            case Formula():
                value = content.value
                given: Any = float(value) if isinstance(value, Decimal) else value
                given = _short(given) if isinstance(given, str) else given
                sheet.write_formula(row, column, f"={content.text}", style, given)
            case int() | Decimal():
                sheet.write_number(row, column, float(content), style)

    def date(self, row: int, column: int, written: str) -> None:
        day = date.fromisoformat(written)
        if _in_calendar(day):
            self.worksheet.write_datetime(row, column, datetime.combine(day, time()), self.book.style("date"))
        else:
            self.put(row, column, written)

    def heading(self, title: str, explanation: str) -> None:
        self.put(0, 0, title, "title")
        self.put(1, 0, explanation, "quiet")

    def head(self, row: int, column: int, text: str, across: int = 1) -> None:
        style = self.book.style("head")
        if across > 1:
            self.worksheet.merge_range(row, column, row, column + across - 1, "", style)
        self.worksheet.write_string(row, column, _short(text), style)

    def heads(self, row: int, groups: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Two lines of heads from the left: the groups, and below each the heads of its columns."""
        column = 0
        for group, heads in groups:
            self.head(row, column, group, len(heads))
            for text in heads:
                self.head(row + 1, column, text)
                column += 1


def _in_calendar(day: date) -> bool:
    """Whether a spreadsheet knows the day: its calendar begins in 1900, and is wrong there until March."""
    return day >= date(1900, 3, 1)


def _lines(text: str, width: int) -> int:
    """About how many lines a text takes in a column; East Asian letters are twice as wide."""
    if len(text) > HIGHEST * width:
        return HIGHEST
    wide = "".join(c * 2 if unicodedata.east_asian_width(c) in "WF" else c for c in text)
    return sum(len(wrap(part, width - 1)) or 1 for part in wide.split("\n"))


def _short(text: str) -> str:
    written = fit_for_xml(text)
    return written if len(written) <= LONGEST else f"{written[: LONGEST - 1]}…"
