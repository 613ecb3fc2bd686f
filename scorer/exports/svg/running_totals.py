"""The curve by itself, as a page shows it: light or dark, on a phone or on a wide screen."""

from ...sheet.core.ledger import Ledger
from ...sheet.questions.highlights import lead_in_words
from ..text.width import distinct, ems
from . import curve
from .curve import Box, Look, most_lines
from .drawing import Drawing

NARROW, WIDE = 288, 720
"""Widths in pixels: that of the narrowest phone within its margins, so that letters of 14 pixels stay as large."""
LOOK = Look(weight=2, label=14, apart=15.5)
STRIP = Look(weight=2, label=14, apart=15.5, figures=False)
ROOM, ROOM_WHERE_WIDE = 116, 220
"""The width for the longest name at the end of a line, in pixels: a usual name is whole in every font."""
BOLD = 1.15
"""By how much the letters of the leader's name are wider, where the font is a wide one."""
AND = " & "
"""Between the names of a side."""

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
    names = round(STRIP.apart * len(ledger.columns) * most_lines(_names(ledger, wide=wide)))
    height = max(72, names + 20) if strip else max(240 if wide else 200, names + 50)
    return (WIDE if wide else NARROW), height


def draw(ledger: Ledger, *, wide: bool = False, strip: bool = False) -> bytes:
    """An SVG file of a sheet that has a hand."""
    width, height = size(ledger, wide=wide, strip=strip)
    drawing = Drawing(width, height, lead_in_words(ledger))
    drawing.style(style(ledger))
    look = STRIP if strip else LOOK
    names = _names(ledger, wide=wide)
    room = max(_width(line) for name in names for line in name.split("\n")) + 20
    box = Box(6 if strip else 0, 10, width, height - 10 * strip)
    curve.draw(drawing, ledger, box, names, room, look)
    return drawing.content()


def _names(ledger: Ledger, *, wide: bool) -> list[str]:
    """As they stand at the ends of the lines: a side that is too long for one line has two, a name to each."""
    room = ROOM_WHERE_WIDE if wide else ROOM
    of_sides = ledger.table.game.sides_have_columns
    if of_sides and any(_width(name) > room for name in ledger.columns):
        sides = [name.split(AND, 1) for name in ledger.columns]
        shown = iter(distinct([player for side in sides for player in side], room - _width(" &"), _width))
        return [f"{AND.rstrip()}\n".join(next(shown) for _ in side) for side in sides]
    return distinct(ledger.columns, room, _width)


def _width(text: str) -> float:
    """In pixels, of the widest fonts that phones have."""
    return ems(text) * LOOK.label * BOLD
