"""The curve by itself, as a page shows it: light or dark, on a phone or on a wide screen."""

from ...sheet.core.ledger import Ledger
from ...sheet.questions.lead import in_words
from ..text.width import distinct, ems
from . import curve
from .curve import Box, Look
from .drawing import Drawing

NARROW, WIDE = 288, 720
"""Widths in pixels: that of the narrowest phone within its margins, so that letters of 14 pixels stay as large."""
LOOK = Look(weight=2, label=14, apart=15.5)
STRIP = Look(weight=2, label=14, apart=15.5, figures=False)
LETTERS, LETTERS_OF_SIDES, LETTERS_WHERE_WIDE = 7.2, 11, 14
"""Of a name at the end of a line, at most, of wide ones fewer: an ellipsis and a capital take a little more.

A side is named by two players.
"""
LETTER = 10
"""The width of such a letter in pixels."""

_DARK = {
    **dict(
        zip(
            curve.COLOURS,
            (
                *("#7fd3a5", "#ff8c80", "#85b8f5", "#e9bd5b", "#d0a2ee", "#6fd0d8"),
                *("#d9a982", "#f59ac2", "#b3bccf", "#b5d16a", "#f1ead9", "#ffa36b"),
            ),
            strict=True,
        )
    ),
    curve.INK: "#f1ead9",
    curve.SOFT: "#a9b3a9",
    curve.GRID: "#2c3933",
    curve.AXIS: "#77857c",
    curve.GROUND: "#101714",
}
_DRAWN_AS = {curve.SOFT: ("fill",), curve.GROUND: ("fill",), curve.GRID: ("stroke",), curve.AXIS: ("stroke",)}
"""Of the colours that are not both lines and areas or letters."""


def style(ledger: Ledger) -> str:
    """As `dark`, of the curve of a sheet."""
    return dark(len(ledger.columns))


def dark(lines: int) -> str:
    """The colours in the dark of a drawing with so many lines: a page's own style does not reach into an image."""
    # Ink is also the colour of a line that few drawings have.
    used = {*curve.COLOURS[:lines], curve.INK, *(colour for colour in _DARK if colour not in curve.COLOURS)}
    rules = (
        f'[{part}="{light}"]{{{part}:{dark}}}'
        for light, dark in _DARK.items()
        if light in used
        for part in _DRAWN_AS.get(light, ("fill", "stroke"))
    )
    return f"@media (prefers-color-scheme: dark) {{{''.join(rules)}}}"


def size(ledger: Ledger, *, wide: bool, strip: bool) -> tuple[int, int]:
    """Width and height in pixels. strip: without figures, to stand above the hands."""
    names = round(STRIP.apart * len(ledger.columns))
    height = max(72, names + 20) if strip else max(240 if wide else 200, names + 50)
    return (WIDE if wide else NARROW), height


def draw(ledger: Ledger, *, wide: bool = False, strip: bool = False) -> bytes:
    """An SVG file of a sheet that has a hand."""
    width, height = size(ledger, wide=wide, strip=strip)
    drawing = Drawing(width, height, in_words(ledger))
    drawing.style(style(ledger))
    look = STRIP if strip else LOOK
    of_sides = ledger.table.game.sides_have_columns
    letters = LETTERS_WHERE_WIDE if wide else LETTERS_OF_SIDES if of_sides else LETTERS
    names = distinct(ledger.columns, letters, _letters)
    room = min(letters * LETTER, max(ems(name) for name in names) * look.label) + 18
    box = Box(6 if strip else 0, 10, width, height - 10 * strip)
    curve.draw(drawing, ledger, box, names, room, look)
    return drawing.content()


def _letters(text: str) -> float:
    """How many letters a text counts for, a wide one for more."""
    return sum(max(1, ems(letter) * LOOK.label / LETTER) for letter in text)
