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
"""Of the table's type, in points. A table that is too wide even so takes a smaller one."""
FEW = 3
"""Pages that smaller type may be worth saving."""


@dataclass(frozen=True)
class Layout:
    """pages: the strips of each, from the top."""

    width: float
    height: float
    pages: list[list[Strip]]


def write(
    ledger: Ledger,
    *,
    fonts: Path,
    paper: str = "a4",
    amended: Collection[int | None] = (),
    fingerprint: str | None = None,
) -> bytes:
    """As few pages as can be, upright where turning saves none; the same bytes for the same sheet.

    fonts: the folder of the bundled fonts; paper: a key of PAPERS; amended: the entries that recorded the hands
    that were amended since; fingerprint: of the sheet as it stands.
    """
    type = typeface(fonts)
    layouts = _layouts(ledger, type, PAPERS[paper], amended, fingerprint)
    layout = min(layouts, key=lambda layout: len(layout.pages))
    file = io.BytesIO()
    canvas = Canvas(file, (layout.width, layout.height), invariant=1, lang="en")
    _describe(canvas, ledger)
    for number, strips in enumerate(layout.pages, 1):
        ink = Ink(canvas, type)
        y = layout.height - MARGIN
        for strip in strips:
            strip.draw(ink, MARGIN, y)
            y -= strip.height
        _foot(ink, layout, number, fingerprint)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _layouts(
    ledger: Ledger,
    type: Typeface,
    paper: tuple[float, float],
    amended: Collection[int | None],
    fingerprint: str | None,
) -> Iterator[Layout]:
    """Upright before turned, larger type before smaller."""
    words = TableWords(ScoreTable.of(ledger), amended, type)

    def layout(width: float, height: float, size: float) -> Layout | None:
        table = PrintedTable.fitting(words, size, width - 2 * MARGIN)
        if table is None:
            return None
        return Layout(width, height, list(_pages(ledger, type, table, height - 2 * MARGIN, fingerprint)))

    fits = False
    for width, height in (paper, (paper[1], paper[0])):
        for size in SIZES:
            if found := layout(width, height, size):
                fits = True
                yield found
                if len(found.pages) > FEW:
                    break
    size = SIZES[-1]
    while not fits:
        size *= 0.9
        if found := layout(paper[1], paper[0], size):
            fits = True
            yield found


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
    room = height - again.height - table.head.height - 2 * carry
    groups = [part for group in table.groups for part in group.parts(room)]
    for number, group in enumerate(groups, 1):
        last = number == len(groups)
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
