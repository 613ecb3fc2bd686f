"""The entry form of any other game: the points of each player, typed."""

from typing import Any

from .entry import EntryForm


class PlainForm(EntryForm):
    @property
    def each(self) -> list[Any]:
        """The field of each player, by seat."""
        return self.of("points")

    def first_wish(self) -> str:
        empty = next((field.description for field in self.each if not field.data), None)
        return f"Type the points of {empty}; 0 is typed too." if empty else ""
