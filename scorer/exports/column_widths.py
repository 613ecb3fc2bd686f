"""How wide the columns of a printed table are: enough for their words, no more than the page."""

from collections.abc import Iterable, Sequence

from .cells import Cell
from .typeface import Typeface

PAD = 0.5
"""In ems, to the left and right of what stands in a cell."""


class Columns:
    """Collects what the cells of a table need, in ems, and shares out the width that there is: first to the names,
    then to all else. alike: how many of the last columns are of one width.
    """

    def __init__(self, count: int, alike: int) -> None:
        self.needs = [0.0] * count
        self.likes = [0.0] * count
        self.alike = alike
        self.first = [False] * count

    def take_in(self, type: Typeface, cells: Iterable[tuple[int, Cell]], face: str) -> None:
        """cells: each with the column that it begins in. What spans several columns needs only their sum."""
        for at, cell in cells:
            spanned = range(at, at + cell.columns)
            lines = [type.legible(line) for line in cell.lines]
            needs = 2 * PAD + max(type.narrowest(line, cell.kind, face) for line in lines)
            likes = 2 * PAD + max(type.width(line, face) for line in lines)
            if cell.columns > 1:
                # A sentence across columns may take as many lines as it likes.
                likes = needs
            self.first[at] |= cell.kind == "names" and at < len(self.first) - self.alike
            for values, wanted in ((self.needs, needs), (self.likes, likes)):
                missing = wanted - sum(values[column] for column in spanned)
                for column in spanned:
                    values[column] += max(0.0, missing) / cell.columns

    def widths(self, room: float) -> Sequence[float] | None:
        """In ems; None where the room is not enough."""
        needs, likes = _made_alike(self.needs, self.alike), _made_alike(self.likes, self.alike)
        slack = room - sum(needs)
        if slack < 0:
            return None
        wishes = [max(0.0, like - need) for need, like in zip(needs, likes, strict=True)]
        # A name on one line reads better than a sum.
        for chosen in (self.first, [not first for first in self.first]):
            granted = sum(wish for wish, first in zip(wishes, chosen, strict=True) if first)
            part = min(1.0, slack / granted) if granted else 0.0
            needs = [n + part * w * first for n, w, first in zip(needs, wishes, chosen, strict=True)]
            slack -= part * granted
        return [width * room / sum(needs) for width in needs]


def _made_alike(values: list[float], last: int) -> list[float]:
    return [*values[:-last], *[max(values[-last:])] * last]


def placed(cells: Iterable[Cell], taken: Iterable[int] = ()) -> list[tuple[int, Cell]]:
    """Cells with the column that each begins in. taken: columns that the line above reaches into."""
    taken = set(taken)
    at, result = 0, []
    for cell in cells:
        while at in taken:
            at += 1
        result.append((at, cell))
        at += cell.columns
    return result
