"""Fields of which each player or side has a value."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import reading
from ..cells import DASHES, each_in, each_written, folded, short
from ..reading import FormatError, at
from .context import Context
from .field import Field, Schema, Value

_BETWEEN_SIDES = re.compile(f" ?[{DASHES}/:-] ?")


@dataclass(frozen=True)
class PerPlayer(Field):
    """A tuple by seat; an object by name in the file. every: whether each player has a value, else some may."""

    value: Value
    every: bool = True

    @property
    def single(self) -> Value:
        return self.value

    def owners(self, players: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
        return players

    def values(self, value: Any) -> Sequence[Any]:
        return value or ()

    def file_values(self, file_value: Any, owners: Sequence[str]) -> Sequence[Any]:
        by_name: Mapping[str, Any] = file_value or {}
        return [by_name.get(name) for name in owners]

    @property
    def may_be_blank(self) -> bool:
        return not self.every

    def gather(self, file_values: Sequence[Any], players: Sequence[str]) -> Any:
        pairs = zip(players, file_values, strict=True)
        return {name: value for name, value in pairs if value is not None}

    def read(self, value: Any, where: str, context: Context) -> tuple[Any, ...]:
        given: dict[str, Any] = {}
        for written in reading.in_order(value, where):
            place = at(where, written)
            name = reading.player(context.players)(written, place)
            if name in given:
                raise FormatError(place, f"the name “{name}” stands twice")
            given[name] = self.value.read(value[written], place, context)
        for name in context.players if self.every else ():
            if name not in given:
                raise reading.missing(where, name)
        return tuple(given.get(name) for name in context.players)

    def schema(self, sizes: range) -> Schema:
        least = {"minProperties": sizes[0]} if self.every else {}
        values = self.value.schema(sizes)
        return {"type": "object", "additionalProperties": values, **least, "maxProperties": sizes[-1]}

    def parse(self, text: str, players: Sequence[str]) -> Any:
        """ "Amber 3, Betty nil"."""
        try:
            return {name: self.value.parse(value, players) for name, value in each_in(text, players).items()}
        except ValueError:
            example = f"“{players[0]} 3, {players[-1]} 2”"
            raise ValueError(f"“{short(text)}” does not say for each player, as in {example}") from None

    def cell(self, file_value: Any, players: Sequence[str]) -> object:
        return each_written(file_value, players)

    def words(self, file_value: Any) -> str:
        return ", ".join(f"{name} {value}" for name, value in file_value.items())

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        if not reading.is_object(file_value):
            return file_value  # Said of a hand by other house rules, under which each side had a value.
        return {names.get(name, name): value for name, value in file_value.items()}

    def hint(self, context: Context) -> str:
        return super().hint(context) if self.every else "Empty where nobody has said so."


@dataclass(frozen=True)
class PerSide(Field):
    """A tuple by side; a list in the file."""

    value: Value

    @property
    def single(self) -> Value:
        return self.value

    def owners(self, players: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
        return sides

    def values(self, value: Any) -> Sequence[Any]:
        return value or ()

    def file_values(self, file_value: Any, owners: Sequence[str]) -> Sequence[Any]:
        return file_value or [None] * len(owners)

    def gather(self, file_values: Sequence[Any], players: Sequence[str]) -> Any:
        return list(file_values)

    def read(self, value: Any, where: str, context: Context) -> tuple[Any, ...]:
        given = reading.items(value, where)
        sides = tuple(self.value.read(side, f"{where}[{i}]", context) for i, side in enumerate(given[:2]))
        if len(given) != 2:
            raise FormatError(where, f"expected two, a value for each side, found {len(given)}")
        return sides

    def schema(self, sizes: range) -> Schema:
        return {"type": "array", "items": self.value.schema(sizes), "minItems": 2, "maxItems": 2}

    def parse(self, text: str, players: Sequence[str]) -> Any:
        return [self.value.parse(part, players) for part in _BETWEEN_SIDES.split(folded(text))]

    def cell(self, file_value: Any, players: Sequence[str]) -> object:
        return " – ".join(map(str, file_value))

    def words(self, file_value: Any) -> str:
        return " – ".join(map(str, file_value))

    def shifted(self, value: Any, by: int) -> Any | None:
        moved = self.value.shifted(value[0], by), self.value.shifted(value[1], -by)
        return None if None in moved else moved
