"""Drawings in SVG, without scripts or anything to fetch: without a style they look the same everywhere. And the
curve of the running totals: drawn into a picture, or by itself as a page shows it, light or dark.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Container, Iterable, Sequence
from math import ceil, floor, inf, log10
from typing import NamedTuple

from ..rules.core import minus
from ..sheet.audit import Receipt
from ..sheet.core.ledger import AdjustmentRow, Ledger
from ..sheet.highlights import Lead, lead_in_words, leads
from ..sheet.looks import Look, looks
from .wording import distinct, ems

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'DejaVu Serif', serif"
_NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Drawing:
    """name: for screen readers. scale: from the size that is drawn to the size that is shown."""

    def __init__(self, width: int, height: int, name: str, scale: float = 1) -> None:
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": f"{width * scale:.0f}",
                "height": f"{height * scale:.0f}",
                "role": "img",
                "font-family": SANS,
                "stroke-linejoin": "round",
            },
        )
        ET.SubElement(self.root, "title").text = fit_for_xml(name)

    def put(self, tag: str, **attributes: object) -> ET.Element:
        """Add an element. An underscore in the name of an attribute means a hyphen."""
        written = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
        return ET.SubElement(self.root, tag, written)

    def style(self, rules: str) -> None:
        """Add a style sheet, of this file alone."""
        ET.SubElement(self.root, "style").text = rules

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> None:
        self.put("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        anchor: str,
        colour: str,
        *,
        whole: str = "",
        family: str = "",
        bold: bool = False,
        apart: float = 0,
    ) -> None:
        """whole: the text of which this one is a shortened form; apart: the distance of its lines."""
        lettering = {"font_family": family} if family else {}
        weight = {"font_weight": 600} if bold else {}
        put = self.put("text", x=x, y=y, font_size=size, text_anchor=anchor, fill=colour, **lettering, **weight)
        first, *more = fit_for_xml(text).split("\n")
        if whole not in ("", text.replace("\n", " ")):
            ET.SubElement(put, "title").text = fit_for_xml(whole)
            ET.SubElement(put, "tspan").text = first
        else:
            put.text = first
        for line in more:
            # The space is read where the text is copied or said; what follows stands in its place.
            ET.SubElement(put, "tspan", {"x": f"{x} {x}", "dy": f"{apart}"}).text = f" {line}"

    def content(self) -> bytes:
        return ET.tostring(self.root, encoding="utf-8", xml_declaration=True)


def fit_for_xml(text: str) -> str:
    """Without the characters that XML does not have."""
    return _NOT_IN_XML.sub("\ufffd", text)


def receipt_code(receipt: Receipt) -> str:
    """A receipt as a QR code in SVG without a margin, so that a printout is compared by one scan: no address and
    no key to the sheet. On paper it stays dark on light, as scanners want it.
    """
    import segno  # Here, not above: the first page is to be there soon.

    return segno.make(str(receipt), error="m", micro=False).svg_inline(border=0, omitsize=True, dark="#1c2624")


COLOURS = (
    *("#2a605a", "#621b05", "#474af9", "#814101", "#520182", "#033d47"),
    *("#b219ab", "#67607b", "#772900", "#426f45", "#af4034", "#331a12"),
)
"""Of players by their number, as the tokens --p1 to --p12 of the stylesheet. The first seven are told apart by
colour alone, also by who is colour-blind; a test measures them.
"""
MARKS = (
    "M8 1a7 7 0 1 1 0 14a7 7 0 1 1 0-14z",
    "M1.5 1.5h13v13h-13z",
    "M8 .8L15.6 15H.4z",
    "M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 1 1 8 .8zm0 3.7a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z",
    "M1.5 1.2h4.8v13.6H1.5zM9.7 1.2h4.8v13.6H9.7z",
    "M1.2 1.2h13.6v13.6H1.2zm3.6 3.6v6.4h6.4V4.8z",
    "M8 15.2L.4 1h15.2z",
    "M.8 11.8a7.2 7.2 0 0 1 14.4 0z",
    "M8 .6l2.2 4.9 5.3.6-4 3.6 1.1 5.3L8 12.3 3.4 15l1.1-5.3-4-3.6 5.3-.6z",
    "M5.3.8h5.4v4.5h4.5v5.4h-4.5v4.5H5.3v-4.5H.8V5.3h4.5z",
    "M1.2 1.5h13.6v4.6H1.2zM1.2 9.9h13.6v4.6H1.2z",
    "M4.6 1h6.8L15 8l-3.6 7H4.6L1 8z",
)
"""Beside the colour, as paths in a square of 16: dot, square, triangle, ring, two bars, hollow square, triangle
down, half disc, star, plus, two bars across, hexagon. None is a suit, a tick or a cross.
"""
DASHES = (
    *("", "10 5", "3 4", "16 4 3 4", "22 6", "6 3"),
    *("11 4 3 4 3 4", "3 8", "16 4 3 4 3 4 3 4", "6 8", "22 4 6 4", "2 2"),
)
"""Of the lines, by number too."""
LABEL, APART = 15, 18
NUMBER = 24
"""The width for the number of a hand."""
INK, SOFT, GRID, AXIS, GROUND = "#1c2823", "#545a52", "#e4dcc8", "#8b8470", "#fffdf7"
MOST = 60
"""The points of a line, at most."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


Line = list[tuple[int, float]]
"""After which hand, or how many nights, a line is at which total."""


class Plot(NamedTuple):
    """A box in which lines are drawn.

    last: the number at its right, from 0 at its left.
    low, high: the totals at its bottom and its top.
    """

    box: Box
    last: int
    low: float
    high: float

    def across(self, number: float) -> float:
        # Parts of a pixel are not seen across, and are a tenth of the picture's bytes.
        return round(self.box.left + (self.box.right - self.box.left) * number / self.last)

    def down(self, total: float) -> float:
        box = self.box
        return round(box.bottom - (box.bottom - box.top) * (total - self.low) / (self.high - self.low), 1)

    def path(self, line: Line) -> str:
        return " ".join(f"{self.across(number):g},{self.down(total):g}" for number, total in line)

    def rule(self, drawing: Drawing, tick: float) -> None:
        """A line from the left to the right at a total."""
        y, colour, weight = self.down(tick), GRID if tick else AXIS, 1 if tick else 1.5
        drawing.line(self.box.left, y, self.box.right, y, colour, weight)

    def scale(self, drawing: Drawing, ticks: Iterable[float]) -> None:
        """A line at each of these totals, with the total at its left."""
        for tick in ticks:
            self.rule(drawing, tick)
            drawing.text(self.box.left - 8, self.down(tick) + 5, figure(tick), 14, "end", SOFT)


class CurveLook(NamedTuple):
    """How a curve is drawn.

    weight: the width of a line.
    label, apart: the size of the names at the ends of the lines, and their distance.
    figures: whether there are totals at the left and numbers of hands below.
    """

    weight: float = 3
    label: int = LABEL
    apart: float = APART
    figures: bool = True


def colour(number: int) -> str:
    """number: of a player's colour, from 1."""
    return COLOURS[number - 1]


def stroke(number: int, weight: float = 3) -> dict[str, str]:
    """How the line of a player of this colour is drawn, on the curve and next to the name."""
    dashes = " ".join(f"{float(dash) * weight / 3:.3g}" for dash in DASHES[number - 1].split())
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    return {"stroke": colour(number), "stroke_width": f"{weight:.3g}", "fill": "none", **dashed}


def put_mark(drawing: Drawing, shown: Look, x: float, y: float, size: float) -> None:
    """The mark of a player's colour, or their emoji, in the middle of a square of this size."""
    if shown.emoji:
        drawing.text(x, y + LABEL * 0.36, shown.emoji, LABEL, "middle", colour(shown.color))
        return
    to = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 16:g})"
    drawing.put("path", d=MARKS[shown.color - 1], transform=to, fill=colour(shown.color))


def draw_in(
    drawing: Drawing, ledger: Ledger, box: Box, names: Sequence[str], room: float, look: CurveLook | None = None
) -> None:
    """The totals after every hand, from zero.

    names: at the ends of the lines, each in a line or in several.
    room: the width for them.

    With figures a ring marks where the lead changed, as a line below says, with a dot in it where it is shared
    from then on.
    """
    look = look or CurveLook()
    last = len(ledger.rows) + bool(ledger.closing)
    changes = leads(ledger)[1:]
    lines = _lines(ledger, _hands_drawn(last, [change.hand for change in changes]))
    figures = [total for line in lines for _, total in line]
    ticks = ticks_between(min(figures), max(figures), 5)
    # Without figures the curve takes all the height there is.
    low, high = (ticks[0], ticks[-1]) if look.figures else (min(figures), max(figures))
    high = high if high > low else low + 1
    wide = max(len(figure(tick)) for tick in ticks) * 9 + 12 if look.figures else 0
    foot = box.bottom - (20 if look.figures and changes else 0)
    area = Box(box.left + wide, box.top, box.right - room, foot - (26 if look.figures else 0))
    plot = Plot(area, last, low, high)
    if not look.figures:
        plot.rule(drawing, 0)
    else:
        plot.scale(drawing, ticks)
        for hand in _hands(last, area.right - area.left):
            shown = "end" if hand > len(ledger.rows) else f"{hand}"
            drawing.text(plot.across(hand), foot - 4, shown, 14, "middle", SOFT)
        if changes:
            drawing.text(area.right, box.bottom - 4, "○ the lead changes", 14, "end", SOFT)
    leading = {standing.column for standing in ledger.standings if standing.place == 1}
    leads_now = [name in leading for name in ledger.columns]
    shown = looks_of_columns(ledger)
    numbers = [each.color for each in shown]
    ends = [plot.down(line[-1][1]) for line in lines]
    for column, line in enumerate(lines):
        drawn = stroke(numbers[column], look.weight * (1.5 if leads_now[column] else 1))
        drawing.put("polyline", points=plot.path(line), **drawn)
        put_mark(drawing, shown[column], area.right, ends[column], 2 * look.weight + 4)
    for change in changes if look.figures else ():
        _mark(drawing, change, plot.across(change.hand), plot.down(float(change.total)))
    lines_high = look.apart * (most_lines(names) - 1)
    within = Box(area.left, area.top + lines_high / 2, area.right, area.bottom - lines_high / 2)
    labels = spread(ends, within, look.apart + lines_high)
    for column, (name, y, label_y) in enumerate(zip(names, ends, labels, strict=True)):
        drawing.line(area.right + 6, y, area.right + 14, label_y, colour(numbers[column]), 1)
        first = label_y + 5 - look.apart * name.count("\n") / 2
        drawing.text(
            *(area.right + 18, first, name, look.label, "start", colour(numbers[column])),
            whole=ledger.columns[column],
            bold=leads_now[column],
            apart=look.apart,
        )


def most_lines(names: Sequence[str]) -> int:
    return max(name.count("\n") for name in names) + 1


def _mark(drawing: Drawing, change: Lead, x: float, y: float) -> None:
    drawing.put("circle", cx=x, cy=y, r=4, fill=GROUND, stroke=INK, stroke_width=1.5)
    if len(change.columns) > 1:
        drawing.put("circle", cx=x, cy=y, r=1.5, fill=INK)


def _hands_drawn(last: int, changes: Sequence[int]) -> set[int]:
    """The hands after which a point is drawn: all, or of many those where the lead changed, and others evenly."""
    most = MOST - 1  # The first point of a line is where it begins.
    if last <= most:
        return {*range(1, last + 1)}
    kept = {*evenly(changes, most - 1), last}
    return kept | {*evenly(range(1, last), most - len(kept))}


def evenly(values: Sequence[int], most: int) -> Sequence[int]:
    """So many of the values at most."""
    return values if len(values) <= most else [values[len(values) * count // most] for count in range(most)]


def _lines(ledger: Ledger, hands: Container[int]) -> list[Line]:
    """By column: after which hand it stood at which total, zero at first. An adjustment is a step, straight up or
    down. hands: those after which there is a point; where there would be too many, steps are left out.
    """
    lines = []
    for column in range(len(ledger.columns)):
        since = sum(column >= len(row.totals) for row in ledger.rows)
        line = [(since, 0.0)]
        for row in ledger.lines:
            if column < len(row.totals):
                is_step = isinstance(row, AdjustmentRow)
                if not is_step or row.points[column]:
                    line.append((row.after if is_step else row.number, float(row.totals[column])))
        if ledger.closing:
            line.append((len(ledger.rows) + 1, float(ledger.totals[column])))
        lines.append(line if len(line) <= MOST else _thinned(line, hands))
    return lines


def _thinned(line: Line, hands: Container[int]) -> Line:
    """The line with its beginning, and one point after each of these hands."""
    totals = dict(line[1:])
    return [line[0], *((hand, total) for hand, total in totals.items() if hand in hands)]


def figure(number: float) -> str:
    return minus(f"{number:.12g}")


def ticks_between(low: float, high: float, about: int) -> list[float]:
    """Round numbers around these two, some `about` of them, zero among them."""
    span = (high - low) or 1
    step = 10 ** floor(log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    return [step * count for count in range(floor(low / step), ceil(high / step) + 1)] if high > low else [0, 1]


def _hands(last: int, width: float) -> Sequence[int]:
    """The hands whose numbers are written below the curve: the last, and those before it at equal steps."""
    most = min(12, width // NUMBER)
    step = next(step for step in (1, 2, 5, 10, 20, 50, *range(100, 10**6, 100)) if last / step <= most)
    return [*range(step, last - step + 1, step), last]


def spread(wanted: Sequence[float], box: Box, apart: float) -> list[float]:
    """Heights for the names, near those wanted and in the same order, but apart so that they can be read."""
    apart = min(apart, (box.bottom - box.top) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda column: wanted[column])
    heights = [max(height, box.top) for height in wanted]
    highest = -inf
    for column in order:
        heights[column] = max(heights[column], highest)
        highest = heights[column] + apart
    lowest = box.bottom
    for column in reversed(order):
        heights[column] = min(heights[column], lowest)
        lowest = heights[column] - apart
    return [round(height, 1) for height in heights]


NARROW, WIDE = 288, 720
"""Widths in pixels: that of the narrowest phone within its margins, so that letters of 14 pixels stay as large."""
LOOK = CurveLook(weight=2, label=14, apart=15.5)
STRIP = CurveLook(weight=2, label=14, apart=15.5, figures=False)
ROOM, ROOM_WHERE_WIDE = 116, 220
"""The width for the longest name at the end of a line, in pixels: a usual name is whole in every font."""
BOLD = 1.15
"""By how much the letters of the leader's name are wider, where the font is a wide one."""
AND = " & "
"""Between the names of a side."""

_LIGHT_ON_DARK = (
    *("#21ffa7", "#ff6b0d", "#cbd9ff", "#edc710", "#c473fc", "#2eaa89"),
    *("#f97ec9", "#cbc6c1", "#c68b5e", "#ece65d", "#eaa772", "#ecfff5"),
)
IN_THE_DARK = {
    **dict(zip(COLOURS, _LIGHT_ON_DARK, strict=True)),
    INK: "#f1ead9",
    SOFT: "#a9b3a9",
    GRID: "#2c3933",
    AXIS: "#77857c",
    GROUND: "#101714",
}
_DRAWN_AS = {SOFT: ("fill",), GROUND: ("fill",), GRID: ("stroke",), AXIS: ("stroke",)}
"""Of the colours that are not both lines and areas or letters."""


def style(ledger: Ledger) -> str:
    """As `dark`, of the curve of a sheet."""
    return dark(each.color for each in looks_of_columns(ledger))


def looks_of_columns(ledger: Ledger) -> list[Look]:
    """How each column is shown."""
    found = looks(ledger)
    return [found[name] for name in ledger.columns]


def dark(numbers: Iterable[int]) -> str:
    """The colours in the dark, of a drawing with lines of these: no style of a page reaches into an image."""
    used = {*map(colour, numbers), *(colour for colour in IN_THE_DARK if colour not in COLOURS)}
    rules = (
        f'[{part}="{light}"]{{{part}:{dark}}}'
        for light, dark in IN_THE_DARK.items()
        if light in used
        for part in _DRAWN_AS.get(light, ("fill", "stroke"))
    )
    return f"@media (prefers-color-scheme: dark) {{{''.join(rules)}}}"


def size(ledger: Ledger, *, wide: bool = False, strip: bool = False) -> tuple[int, int]:
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
    draw_in(drawing, ledger, box, names, room, look)
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
