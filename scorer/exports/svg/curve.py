"""The curve of the running totals, drawn: who was ahead when, and where everybody came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ...rules.core import Points, minus
from ...sheet.core.ledger import Ledger
from ..text.width import told_apart
from .drawing import Drawing

COLOURS = (
    *("#1f5140", "#b3261e", "#2a5fa5", "#a26b08", "#75408f", "#0f736d"),
    *("#7a4a24", "#b93a73", "#56627a", "#587517", "#1c2823", "#b84d12"),
)
DASHES = ("", "10 5", "3 4", "16 4 3 4", "22 6", "11 4 3 4 3 4")
"""Of twelve lines no two are alike, and of six none has the dashes of another."""
LABEL = 15
APART = 18
"""Between the names at the ends of the lines."""


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float


def colour(column: int) -> str:
    return COLOURS[column % len(COLOURS)]


def stroke(column: int) -> dict[str, str]:
    """How the line of a column is drawn, on the curve and beside its name."""
    dashes = DASHES[column % len(DASHES)]
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    return {"stroke": colour(column), "stroke_width": "3", "fill": "none", **dashed}


def draw(drawing: Drawing, ledger: Ledger, box: Box, room: float) -> None:
    """The totals after every hand, from nought; room: for the names at the right."""
    lines = _lines(ledger)
    numbers = [total for _, totals in lines for total in totals]
    counters = _marks(min(numbers), max(numbers), 5)
    last = len(ledger.rows) + bool(ledger.closing)
    wide = max(len(_figure(mark)) for mark in counters) * 9 + 8
    area = Box(box.left + wide, box.top, box.right - room, box.bottom - 26)

    def across(hand: float) -> float:
        return round(area.left + (area.right - area.left) * hand / last, 1)

    def down(total: float) -> float:
        share = (total - counters[0]) / (counters[-1] - counters[0])
        return round(area.bottom - (area.bottom - area.top) * share, 1)

    for mark in counters:
        y, axis = down(mark), mark == 0
        drawing.line(area.left, y, area.right, y, "#8b8470" if axis else "#e4dcc8", 1.5 if axis else 1)
        drawing.text(area.left - 8, y + 5, _figure(mark), 14, "end", "#545a52")
    for hand in _hands(len(ledger.rows)):
        drawing.text(across(hand), box.bottom - 4, str(hand), 14, "middle", "#545a52")
    if ledger.closing:
        drawing.text(across(last), box.bottom - 4, "end", 14, "middle", "#545a52")
    ends = [down(totals[-1]) for _, totals in lines]
    for (column, (since, totals)), y in zip(enumerate(lines), ends, strict=True):
        path = " ".join(f"{across(since + step)},{down(total)}" for step, total in enumerate(totals))
        drawing.put("polyline", points=path, stroke_linejoin="round", **stroke(column))
        drawing.put("circle", cx=area.right, cy=y, r=4, fill=colour(column))
    names = told_apart(ledger.columns, (room - 30) / LABEL)
    for (column, name), y, at in zip(enumerate(names), ends, _spread(ends, box), strict=True):
        drawing.line(area.right + 6, y, area.right + 24, at, colour(column), 1)
        drawing.text(area.right + 28, at + 5, name, LABEL, "start", colour(column), whole=ledger.columns[column])


def _lines(ledger: Ledger) -> list[tuple[int, list[float]]]:
    """By column: the hand after which it stood at nought for the first time, and its totals from then on."""
    lines = []
    for column in range(len(ledger.columns)):
        totals: list[Points] = [row.totals[column] for row in ledger.rows if column < len(row.totals)]
        since = len(ledger.rows) - len(totals)
        paid = [ledger.totals[column]] if ledger.closing else []
        lines.append((since, [0.0, *map(float, (*totals, *paid))]))
    return lines


def _figure(mark: float) -> str:
    return minus(f"{mark:.12g}")


def _marks(low: float, high: float, about: int) -> list[float]:
    """Round numbers around these two, some `about` of them, nought among them."""
    span = (high - low) or 1
    step = 10 ** floor(log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    return [step * at for at in range(floor(low / step), ceil(high / step) + 1)] if high > low else [0, 1]


def _hands(hands: int) -> Sequence[int]:
    """The hands whose numbers stand below the curve."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, *range(100, 10**6, 100)) if hands / step <= 12)
    return range(step, hands + 1, step)


def _spread(wanted: Sequence[float], box: Box) -> list[float]:
    """Heights for the names, near those wanted, in the same order, so far apart that they can be read."""
    apart = min(APART, (box.bottom - box.top) / len(wanted))
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    heights = [wanted[at] for at in order]
    for at in range(1, len(heights)):
        heights[at] = max(heights[at], heights[at - 1] + apart)
    lowest = box.bottom - 14
    for at in reversed(range(len(heights))):
        heights[at] = min(heights[at], lowest)
        lowest = heights[at] - apart
    spread = [0.0] * len(wanted)
    for at, height in zip(order, heights, strict=True):
        spread[at] = round(height, 1)
    return spread
