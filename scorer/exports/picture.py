"""The sheet as a picture: the standings on a card, and the curve that led to them."""

from ..rules.core import minus, upper_first
from ..sheet.core.ledger import Ledger
from ..sheet.highlights import headline
from .drawing import SERIF, Box, CurveLook, Drawing, draw_in, looks_of_columns, put_mark, stroke
from .wording import day, distinct, ems, played, ranked, shortened

WIDTH = 720
SCALE = 1.5
"""From what is drawn to what is shown: 1080 pixels, the width of a phone's screen."""
MARGIN = 36
HEAD = 132
TITLES = (36, 30, 24)
ROW = 46
FEW = 6
"""Up to so many standings are in one column, more in two."""
GAP = 20
NAME, NAME_OF_MANY, TOTAL = 22, 18, 26
BEFORE, BEHIND = 114, 14
"""The width in a row before the name, and behind the total."""
CURVE = 330
FOOT = 58
PAPER, CARD, INK, SOFT, LINE = "#f4eee0", "#fffdf7", "#1c2823", "#545a52", "#d9cfb9"
FELT, FELT_LINE, ON_FELT, GOLD, LEADING = "#1f5140", "#c9a85a", "#f7f3e8", "#8a5a0c", "#f7ecd0"
SYMBOLS = "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', 'Noto Sans Symbols2', sans-serif"


def draw(ledger: Ledger) -> bytes:
    """An SVG file."""
    return _Card(ledger).drawing.content()


class _Card:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        columns = len(ledger.columns)
        self.rows = columns if columns <= FEW else (columns + 1) // 2
        standings = HEAD + GAP + self.rows * ROW
        height = standings + (GAP + CURVE if ledger.rows else 0) + (FOOT if ledger.ending else GAP)
        self.drawing = Drawing(WIDTH, height, self._in_words(), SCALE)
        self.drawing.put("rect", width=WIDTH, height=height, fill=PAPER)
        self._head()
        self._standings(HEAD + GAP)
        if ledger.rows:
            self._curve(standings + GAP - 6)
        if ledger.ending:
            self._foot(height - 24)

    def _in_words(self) -> str:
        """The picture in words."""
        title = self.ledger.sheet.title or self.ledger.table.game.title
        totals = (f"{standing.column} {minus(standing.total)}" for standing in self.ledger.standings)
        return f"{title}: {', '.join(totals)}"

    def _head(self) -> None:
        sheet, game, drawing = self.ledger.sheet, self.ledger.table.game, self.drawing
        drawing.put("rect", width=WIDTH, height=HEAD, fill=FELT)
        drawing.put("rect", y=HEAD - 5, width=WIDTH, height=5, fill=FELT_LINE)
        title, room = sheet.title or game.title, (WIDTH - 2 * MARGIN) / 1.05
        size = next((size for size in TITLES if ems(title) * size <= room), TITLES[-1])
        shown = shortened(title, room / size)
        drawing.text(MARGIN, 58, shown, size, "start", ON_FELT, whole=title, family=SERIF, bold=True)
        parts = (game.title if sheet.title else "", day(sheet.date), played(self.ledger))
        below = " · ".join(part for part in parts if part)
        drawing.text(MARGIN, 96, upper_first(below), 20, "start", ON_FELT)
        for index, suit in enumerate("♣♦♥♠"):
            right = WIDTH - MARGIN - 28 * index
            # The variation selector asks for a letter where a phone would show an emoji.
            drawing.text(right, 97, f"{suit}\ufe0e", 24, "end", FELT_LINE, family=SYMBOLS)

    def _standings(self, top: float) -> None:
        """Down the first column, then down the second."""
        standings = ranked(self.ledger)
        whole = WIDTH - 2 * MARGIN
        broad, size = (whole, NAME) if len(standings) == self.rows else ((whole - GAP) / 2, NAME_OF_MANY)
        longest = max(ems(minus(standing.total)) for standing, _ in standings) * TOTAL
        room = (broad - BEFORE - longest - BEHIND - 8) / (size * 1.08)
        names = distinct([standing.column for standing, _ in standings], room)
        shown = looks_of_columns(self.ledger)
        for index, ((standing, place), name) in enumerate(zip(standings, names, strict=True)):
            left, down = MARGIN + (broad + GAP) * (index // self.rows), top + ROW * (index % self.rows)
            leads = bool(place) and standing.place == 1
            self._row(left, down, broad, leads=leads)
            look = shown[self.ledger.columns.index(standing.column)]
            base, drawing = down + 28, self.drawing
            drawing.text(left + 12, base - 1, place, 16, "start", GOLD if leads else SOFT, bold=leads)
            drawing.put("line", x1=left + 66, y1=down + 20, x2=left + 90, y2=down + 20, **stroke(look.color))
            put_mark(drawing, look, left + 97, down + 20, 12)
            drawing.text(left + BEFORE, base, name, size, "start", INK, whole=standing.column, bold=leads)
            total = minus(standing.total)
            drawing.text(left + broad - BEHIND, base + 1, total, TOTAL, "end", INK, family=SERIF, bold=leads)

    def _row(self, left: float, top: float, broad: float, *, leads: bool) -> None:
        fill, edge = (LEADING, FELT_LINE) if leads else (CARD, LINE)
        self.drawing.put("rect", x=left, y=top, width=broad, height=ROW - 6, rx=10, fill=fill, stroke=edge)

    def _curve(self, top: float) -> None:
        broad = WIDTH - 2 * MARGIN
        self.drawing.put("rect", x=MARGIN, y=top, width=broad, height=CURVE, rx=12, fill=CARD, stroke=LINE)
        label = CurveLook().label
        room = min(max(ems(name) for name in self.ledger.columns) * label, 200)
        names = distinct(self.ledger.columns, room / label)
        box = Box(MARGIN + 14, top + 20, WIDTH - MARGIN - 10, top + CURVE - 14)
        draw_in(self.drawing, self.ledger, box, names, room + 32)

    def _foot(self, base: float) -> None:
        won = headline(self.ledger)
        room = (WIDTH - 2 * MARGIN) / (18 * 1.08)
        self.drawing.text(MARGIN, base, shortened(won, room), 18, "start", INK, whole=won, bold=True)
