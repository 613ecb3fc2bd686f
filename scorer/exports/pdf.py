"""The sheet on paper: a PDF with the whole table, who won, and room to sign."""

import io
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from ..sheet.ledger import Ledger
from .ink import SOFT, Ink
from .printed_ending import ending
from .printed_heading import heading, running_head, title_of
from .printed_table import Group, PrintedTable, TableWords
from .score_table import ScoreTable
from .strip import Strip
from .typeface import Typeface, typeface

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
MARGIN = 34.0
"""12 mm: what any printer can reach."""
FOOT = 14.0
"""Of the margin's own height, for the number of the page."""
SIZES = (8.5, 8.0, 7.5, 7.0)
SMALLER = (6.5, 6.0, 5.5, 5.0, 4.5, 4.0, 3.5, 3.0)
"""Sizes of type, in points: what reads well, and what is left to a table of many columns."""


@dataclass(frozen=True)
class Layout:
    """pages: the strips of each, from the top."""

    width: float
    height: float
    size: float
    pages: list[list[Strip]]


def write(
    ledger: Ledger,
    *,
    fonts: Path,
    paper: str = "a4",
    amended: Collection[int | None] = (),
    fingerprint: str | None = None,
) -> bytes:
    """The same bytes for the same sheet. fonts: the folder of the bundled fonts; paper: a key of PAPERS; amended:
    the entries that recorded the hands that were amended since.
    """
    type = typeface(fonts)
    layout = _best(ledger, type, PAPERS[paper], amended, fingerprint)
    file = io.BytesIO()
    canvas = Canvas(file, (layout.width, layout.height), invariant=1, lang="en")
    _describe(canvas, ledger)
    ink = Ink(canvas, type)
    for number, strips in enumerate(layout.pages, 1):
        y = layout.height - MARGIN
        for strip in strips:
            strip.draw(ink, MARGIN, y)
            y -= strip.height
        _foot(ink, layout, number, fingerprint)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _best(
    ledger: Ledger,
    type: Typeface,
    paper: tuple[float, float],
    amended: Collection[int | None],
    fingerprint: str | None,
) -> Layout:
    """The fewest pages, upright where that takes no more, the type as large as it then can be."""
    words = TableWords(ScoreTable.of(ledger), amended, type)
    best: Layout | None = None
    for turned in (False, True):
        width, height = reversed(paper) if turned else paper
        for size in SIZES if not best or best.size in SIZES else ():
            table = PrintedTable.fitting(words, size, width - 2 * MARGIN)
            if table:
                pages = list(_pages(ledger, type, table, height - 2 * MARGIN, fingerprint))
                if not best or len(pages) < len(best.pages):
                    best = Layout(width, height, size, pages)
    for size in SMALLER if not best else ():
        width, height = reversed(paper)
        table = PrintedTable.fitting(words, size, width - 2 * MARGIN)
        if table:
            pages = list(_pages(ledger, type, table, height - 2 * MARGIN, fingerprint))
            return Layout(width, height, size, pages)
    if not best:
        raise ValueError("no type is small enough for this table")
    return best


def _pages(
    ledger: Ledger, type: Typeface, table: PrintedTable, height: float, fingerprint: str | None
) -> Iterator[list[Strip]]:
    """The strips of every page. Wherever the table goes on, its heads come again, and the totals so far."""
    again = running_head(ledger, type, table.width)
    page = [heading(ledger, type, table.width)]
    if table.groups:
        page.append(table.head)
    carry = table.carried(table.groups[0].totals, "").height if table.groups else 0.0
    before: Group | None = None
    for number, group in enumerate(table.groups, 1):
        last = number == len(table.groups)
        if before and _height(page) + group.height + (0 if last else carry) > height:
            yield [*page, table.carried(before.totals, "carried forward")]
            page = [again, table.head, table.carried(before.totals, "brought forward")]
        page += group.strips
        before = group
    end = ending(ledger, type, table.width, fingerprint)
    if _height(page) + _height(end) > height:
        yield page
        page = [again]
    yield [*page, *end]


def _height(strips: Collection[Strip]) -> float:
    return sum(strip.height for strip in strips)


def _foot(ink: Ink, layout: Layout, number: int, fingerprint: str | None) -> None:
    y = MARGIN - FOOT
    if fingerprint:
        ink.text(MARGIN, y, f"Fingerprint {fingerprint}", 7, colour=SOFT)
    if len(layout.pages) > 1:
        of = f"Page {number} of {len(layout.pages)}"
        ink.text(layout.width - MARGIN, y, of, 7, colour=SOFT, align=1)


def _describe(canvas: Canvas, ledger: Ledger) -> None:
    """What the file says of itself. Its date is the sheet's, so that printing it again changes nothing."""
    sheet = ledger.sheet
    canvas.setTitle(title_of(ledger))
    canvas.setCreator("Scorer")
    day = date.fromisoformat(sheet.date) if sheet.date else date(2000, 1, 1)
    canvas.setDateFormatter(lambda *_: f"D:{day:%Y%m%d}000000+00'00'")
