"""Drawing on the pages of a PDF: lines, and texts with their suits in colour."""

import re
from collections.abc import Iterable, Sequence

from reportlab.pdfgen.canvas import Canvas

from .scripts import visual
from .typeface import Typeface

BLACK = (0.11, 0.15, 0.14)
SOFT = (0.38, 0.41, 0.37)
RED = (0.66, 0.1, 0.08)
GOLD = (0.5, 0.34, 0.05)
HAIR = (0.78, 0.76, 0.7)
Colour = tuple[float, float, float]
Run = tuple[str, str, Colour]
"""A text, its face and its colour."""
_RED_SUIT = re.compile("([♦♥])")


def runs(text: str, face: str = "plain", colour: Colour = BLACK) -> list[Run]:
    """A text, its red suits red."""
    parts = enumerate(_RED_SUIT.split(text))
    return [(part, face, RED if odd % 2 else colour) for odd, part in parts if part]


class Ink:
    """A page of a canvas; lengths in points, y from the bottom."""

    def __init__(self, canvas: Canvas, type: Typeface) -> None:
        self.canvas = canvas
        self.type = type
        self._colour: Colour | None = None

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        face: str = "plain",
        colour: Colour = BLACK,
        align: float = 0,
    ) -> None:
        """align: 0 for a text that begins at x, 0.5 for one centred there, 1 for one that ends there."""
        self.runs(x, y, runs(text, face, colour), size, align)

    def runs(self, x: float, y: float, runs: Sequence[Run], size: float, align: float = 0) -> None:
        width = sum(self.type.width(text, face) for text, face, _ in runs) * size
        drawn = self.canvas.beginText(x - width * align, y)
        for text, face, colour in runs:
            drawn.setFont(f"scorer-{face}", size)
            if colour != self._colour:
                drawn.setFillColorRGB(*colour)
                self._colour = colour
            drawn.textOut(visual(text))
        self.canvas.drawText(drawn)

    def line(
        self, x: float, y: float, to_x: float, to_y: float, width: float = 0.4, colour: Colour = HAIR
    ) -> None:
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width)
        self.canvas.line(x, y, to_x, to_y)

    def double_line(self, x: float, y: float, to_x: float, colour: Colour = GOLD) -> None:
        for above in (0, 1.4):
            self.line(x, y + above, to_x, y + above, 0.6, colour)

    def paragraph(
        self, x: float, y: float, lines: Iterable[str], size: float, leading: float, colour: Colour = BLACK
    ) -> None:
        """Lines below each other, y being the upper edge."""
        for number, line in enumerate(lines):
            self.text(x, y - number * leading - size, line, size, colour=colour)
