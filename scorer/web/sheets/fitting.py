"""How many columns of points stand beside each other on a sheet, so that no number breaks, whatever the font is.

Widths are those of the widest bold figures that phones have, at 16 pixels, which is the least for a total.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Self

from ...rules.core import Points, minus
from ...sheet.core.ledger import Ledger

MOST_ACROSS = ((3, 7), (4, 6), (5, 5), (6, 4), (8, 3))
"""Of numbers with so many characters, how many stand in 296 pixels, the narrowest phone within its margins."""
FEW_DIGITS = 3
"""A total with fewer is not written larger."""
FIGURE_PX, BETWEEN_PX = 11, 6
NARROWEST_PX = 296
SMALL_FIGURE_PX, ARROW_PX = 10, 21
"""Of a total below the points of a hand, and of the arrow before it."""
BESIDE = ((336, "soon"), (560, "late"))
"""The room for points beside what was played, in pixels, and how the stylesheet calls the width that has it."""


@dataclass(frozen=True)
class Fit:
    """columns: of the sheet; digits: characters of the longest total, 3 at least; across, lines: columns in a row
    on a phone, and rows of them; beside: from which width on all columns stand in one row beside what was played,
    "soon" or "late", empty for never.
    """

    columns: int
    digits: int
    across: int
    lines: int
    beside: str

    @classmethod
    def of(cls, ledger: Ledger, until: int | None = None) -> Self:
        """until: the hands that count, else all."""
        rows = ledger.rows[:until]
        totals = ledger.totals if until is None else rows[-1].totals if rows else ()
        digits = max(FEW_DIGITS, longest(totals))
        # The points of a hand may be written smaller than a total.
        wide = max([digits, *(longest(row.points) - 1 for row in rows)])
        columns = len(ledger.columns)
        most = next((across for characters, across in MOST_ACROSS if wide <= characters), 2)
        lines = ceil(columns / most)
        room = columns * (wide * FIGURE_PX + BETWEEN_PX)
        beside = next((name for there, name in BESIDE if room <= there), "")
        return cls(columns, digits, ceil(columns / lines), lines, beside)

    @property
    def arrow(self) -> bool:
        """Whether an arrow has room before a total below the points of a hand."""
        return NARROWEST_PX / self.across >= ARROW_PX + SMALL_FIGURE_PX * self.digits


def longest(points: Sequence[Points]) -> int:
    """Characters of the longest number."""
    return max((len(minus(each)) for each in points), default=1)
