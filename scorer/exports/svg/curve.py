"""The curve of the running totals, drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10

from ...rules.core import minus
from ...sheet.core.adjustments import AdjustmentRow
from ...sheet.core.ledger import Ledger
from ..text.width import distinct
from .drawing import Drawing

COLOURS = (
    *("#1f5140", "#b3261e", "#2a5fa5", "#a26b08", "#75408f", "#0f736d"),
    *("#7a4a24", "#b93a73", "#56627a", "#587517", "#1c2823", "#b84d12"),
)
DASHES = ("", "10 5", "3 4", "16 4 3 4", "22 6", "11 4 3 4 3 4")
"""Twelve lines all differ, and six differ in their dashes."""
LABEL = 15
APART = 18
"""The distance between names at the ends of the lines, at least."""


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float


def colour(column: int) -> str:
    return COLOURS[column % len(COLOURS)]


def stroke(column: int) -> dict[str, str]:
    """How the line of a column is drawn, on the curve and next to its name."""
    dashes = DASHES[column % len(DASHES)]
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    return {"stroke": colour(column), "stroke_width": "3", "fill": "none", **dashed}


def draw(drawing: Drawing, ledger: Ledger, box: Box, room: float) -> None:
    """The totals after every hand, from zero. room: the width for the names at the right."""
    lines = _lines(ledger)
    numbers = [total for line in lines for _, total in line]
    ticks = _ticks(min(numbers), max(numbers), 5)
    last = len(ledger.rows) + bool(ledger.closing)
    wide = max(len(_figure(tick)) for tick in ticks) * 9 + 8
    area = Box(box.left + wide, box.top, box.right - room, box.bottom - 26)

    def across(hand: float) -> float:
        return round(area.left + (area.right - area.left) * hand / last, 1)

    def down(total: float) -> float:
        share = (total - ticks[0]) / (ticks[-1] - ticks[0])
        return round(area.bottom - (area.bottom - area.top) * share, 1)

    for tick in ticks:
        y, axis = down(tick), tick == 0
        drawing.line(area.left, y, area.right, y, "#8b8470" if axis else "#e4dcc8", 1.5 if axis else 1)
        drawing.text(area.left - 8, y + 5, _figure(tick), 14, "end", "#545a52")
    for hand in _hands(len(ledger.rows)):
        drawing.text(across(hand), box.bottom - 4, str(hand), 14, "middle", "#545a52")
    if ledger.closing:
        drawing.text(across(last), box.bottom - 4, "end", 14, "middle", "#545a52")
    ends = [down(line[-1][1]) for line in lines]
    for (column, line), y in zip(enumerate(lines), ends, strict=True):
        path = " ".join(f"{across(hand)},{down(total)}" for hand, total in line)
        drawing.put("polyline", points=path, stroke_linejoin="round", **stroke(column))
        drawing.put("circle", cx=area.right, cy=y, r=4, fill=colour(column))
    names = distinct(ledger.columns, (room - 30) / LABEL)
    for (column, name), y, label_y in zip(enumerate(names), ends, _spread(ends, box), strict=True):
        drawing.line(area.right + 6, y, area.right + 24, label_y, colour(column), 1)
        drawing.text(
            area.right + 28, label_y + 5, name, LABEL, "start", colour(column), whole=ledger.columns[column]
        )


def _lines(ledger: Ledger) -> list[list[tuple[int, float]]]:
    """By column: after which hand it stood at which total, zero at first. An adjustment is a step, straight up or
    down.
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
        lines.append(line)
    return lines


def _figure(number: float) -> str:
    return minus(f"{number:.12g}")


def _ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers around these two, some `about` of them, zero among them."""
    span = (high - low) or 1
    step = 10 ** floor(log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    return [step * count for count in range(floor(low / step), ceil(high / step) + 1)] if high > low else [0, 1]


def _hands(hands: int) -> Sequence[int]:
    """The hands whose numbers are written below the curve."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, *range(100, 10**6, 100)) if hands / step <= 12)
    return range(step, hands + 1, step)


def _spread(wanted: Sequence[float], box: Box) -> list[float]:
    """Heights for the names, near those wanted and in the same order, but apart so that they can be read."""
    apart = min(APART, (box.bottom - box.top) / len(wanted))
    order = sorted(range(len(wanted)), key=lambda column: wanted[column])
    heights = list(wanted)
    highest = -inf
    for column in order:
        heights[column] = max(heights[column], highest)
        highest = heights[column] + apart
    lowest = box.bottom - 14
    for column in reversed(order):
        heights[column] = min(heights[column], lowest)
        lowest = heights[column] - apart
    return [round(height, 1) for height in heights]
