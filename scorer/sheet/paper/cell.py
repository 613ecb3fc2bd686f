"""One cell of a paper sheet, with what stands around it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.core import Points, listed, whole
from ..core.ledger import Ledger, Row


@dataclass(frozen=True)
class Cell:
    """One column of one hand. before: the total that paper has for the hands before; paper: what each column
    scored in this hand by the paper, None where it does not say.
    """

    ledger: Ledger
    row: Row
    column: int
    before: Points
    paper: tuple[Points | None, ...] = ()

    @property
    def points(self) -> Points:
        return self.due[self.column]

    @property
    def due(self) -> tuple[Points, ...]:
        """The points of every column."""
        return self.ledger.padded(self.row.points)

    @property
    def total(self) -> Points:
        return self.ledger.padded(self.row.totals)[self.column]

    @property
    def due_before(self) -> Points:
        return whole(self.total - self.points)

    @property
    def row_before(self) -> Row | None:
        return self.ledger.rows[self.row.number - 2] if self.row.number > 1 else None

    def neighbors(self, values: tuple[Points, ...]) -> Iterator[tuple[str, Points]]:
        """What stands in the other columns, where it is something else: names that share it, and it."""
        padded = self.ledger.padded(values)
        shared: dict[Points, list[str]] = {}
        for name, value in zip(self.ledger.columns, padded, strict=True):
            shared.setdefault(value, []).append(name)
        return ((listed(names), value) for value, names in shared.items() if value != padded[self.column])

    def unexplained(self, points: tuple[Points, ...]) -> int:
        """How many of the other columns have something else on the paper than these points."""
        pairs = enumerate(zip(self.paper, points, strict=False))
        return sum(figure not in (None, other) for column, (figure, other) in pairs if column != self.column)
