"""The entry form of any other game: the points of each player, typed."""

from collections.abc import Mapping
from typing import Any, ClassVar

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

    def first_wish(self) -> str:
        written = any(field.data for field in self.each)
        return "" if written else "Type the points of this hand. 0 need not be typed."
