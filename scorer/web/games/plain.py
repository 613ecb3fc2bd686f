"""The entry form of any other game: the points of each player, typed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...rules.core import Points, whole
from ...rules.fields import read_points
from ...sheet.core.ledger import Ledger
from .entry import EntryForm


class PlainForm(EntryForm):
    asks: ClassVar[Mapping[str, str]] = {"points": "Type the points."}

    @property
    def each(self) -> list[Any]:
        """The field of each player, by seat."""
        return self.of("points")

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Read what was sent. Once somebody's points are typed, a field that is left empty counts as 0."""
        super().process(*args, **kwargs)
        written = [(field.data or "").strip() for field in self.each]
        if any(written):
            for field, text in zip(self.each, written, strict=True):
                field.data = text or "0"

    @property
    def sum(self) -> Points | None:
        """Of all points of the hand; None where nothing is typed yet, or something that is no number."""
        try:
            typed = [read_points(field.data) for field in self.each if field.data]
        except ValueError:
            return None
        return whole(sum(typed)) if typed else None

    def goes_on(self, ledger: Ledger) -> bool:
        """Whether a digit goes on to the next player by itself: no figure of the sheet has had two."""
        figures = (points for row in ledger.rows if row.result for points in row.result.points)
        return all(len(f"{abs(points)}") == 1 for points in figures)

    def first_wish(self) -> str:
        written = any(field.data for field in self.each)
        return "" if written else "Type the points. Empty is 0."
