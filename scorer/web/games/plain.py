"""The entry form of any other game: the points of each player, typed."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field, StringField
from wtforms.validators import StopValidation

from ...rules.plain.game import Plain
from ..forms.base import read_points
from .entry import EntryForm


def _counted(form: Any, field: StringField) -> None:
    if not (field.data or "").strip():
        raise StopValidation("Type the points; 0 is typed too.")
    try:
        read_points(field.data or "")
    except ValueError as error:
        raise StopValidation(str(error)) from None


class PlainForm(EntryForm):
    """A field points_0, points_1 ... for each seat that a table can have."""

    names: tuple[str, ...] = ()

    def offer(self, game: Plain) -> None:
        self.names = game.players
        for seat in range(len(game.players), game.sizes[-1]):
            del self[_field(seat)]

    @property
    def each(self) -> list[Field]:
        """The field of each player, by seat."""
        return [self[_field(seat)] for seat in range(len(self.names))]

    def prefill(self, game: Plain, facts: Mapping[str, Any]) -> None:
        for field, points in zip(self.each, facts["points"], strict=True):
            field.data = f"{points}"

    def first_wish(self) -> str:
        empty = next((name for name, field in zip(self.names, self.each, strict=True) if not field.data), None)
        return f"Type the points of {empty}; 0 is typed too." if empty else ""

    def facts(self) -> dict[str, Any]:
        return {
            "points": {name: read_points(field.data) for name, field in zip(self.names, self.each, strict=True)}
        }

    def field_of(self, key: str | None) -> Field | None:
        return self.each[0] if key == "points" else None


def _field(seat: int) -> str:
    return f"points_{seat}"


for _seat in range(Plain.sizes[-1]):
    setattr(PlainForm, _field(_seat), StringField("Points", validators=[_counted]))
