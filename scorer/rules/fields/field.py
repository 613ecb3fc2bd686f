"""A field of a hand: one of its facts, in memory, in the sheet file, in a cell of a table, and in a form.

A game names its fields by the keys of the sheet file (`Game.keys`). A field holds one value for the hand (see
`values` and `contract`), or one for each player or side (see `each`).
A *value* is as the dataclass of the hand has it, a *file value* as the sheet file has it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .context import Context, Input

Schema = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """needed: whether every result has it; without it the hand's own default stands."""

    needed: bool = True

    @property
    @abstractmethod
    def single(self) -> "Value":
        """The field of a single value: itself, or what each player or side has."""

    @abstractmethod
    def owners(self, players: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
        """Whose values it holds, in order; one empty name where the value is the hand's."""

    @abstractmethod
    def values(self, value: Any) -> Sequence[Any]:
        """The value of each owner, in memory; None where one has none."""

    @abstractmethod
    def file_values(self, file_value: Any, owners: Sequence[str]) -> Sequence[Any]:
        """The file value of each owner; None where one has none."""

    @abstractmethod
    def gather(self, file_values: Sequence[Any], players: Sequence[str]) -> Any:
        """The file value made of those of each owner."""

    @abstractmethod
    def read(self, value: Any, where: str, context: Context) -> Any:
        """The value for a file value. Raises FormatError, and RuleViolation for one that the hand cannot have."""

    @abstractmethod
    def schema(self, sizes: range) -> Schema:
        """The JSON Schema of the file value. sizes: the numbers of players."""

    @abstractmethod
    def parse(self, text: str, players: Sequence[str]) -> Any:
        """The file value for the text of a cell. What is none is left for `read` to refuse.

        Raises ValueError where the values of several players cannot be told apart.
        """

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        """The file value of a parsed cell whose meaning depends on the others of its hand, by their keys."""
        return file_value

    @abstractmethod
    def cell(self, file_value: Any, players: Sequence[str]) -> object:
        """What stands in a cell for a file value, as `parse` reads it."""

    @abstractmethod
    def words(self, file_value: Any) -> str:
        """The value in a sentence."""

    def write(self, value: Any, players: Sequence[str]) -> Any:
        """The file value for a value."""
        write = self.single.write_one
        return self.gather([None if v is None else write(v, players) for v in self.values(value)], players)

    def is_empty(self, value: Any) -> bool:
        return all(inner is None for inner in self.values(value))

    @property
    def may_be_blank(self) -> bool:
        """Whether some owners have no value."""
        return False

    def is_like(self, other: "Field") -> bool:
        """Whether the other stands alike in the file."""
        return (type(self), type(self.single), self.may_be_blank) == (
            type(other),
            type(other.single),
            other.may_be_blank,
        )

    def parse_part(self, text: str, players: Sequence[str]) -> Any:
        """As `parse`, of a cell that holds several fields."""
        return self.parse(text, players)

    def cell_part(self, file_value: Any, players: Sequence[str]) -> object:
        """As `cell`, in a cell that holds several fields."""
        return self.cell(file_value, players)

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        """The file value with other names for some players. names: new names by old."""
        return file_value

    def shifted(self, value: Any, by: int) -> Any | None:
        """The value with so many more, which the other side has less; None where nothing is counted so."""
        return None

    def hint(self, context: Context) -> str:
        """How it is typed, as a sentence; empty where that needs no words."""
        return self.single.hint(context)


class Value(Field):
    """One value. form: the JSON Schema of the file value; in_cell: whether a table has a column for it; scores:
    whether points can depend on it; blank: how it is typed where there is none.
    """

    form: ClassVar[Schema]
    in_cell: ClassVar[bool] = True
    scores: ClassVar[bool] = True
    blank: ClassVar[str] = ""

    @property
    def single(self) -> "Value":
        return self

    def owners(self, players: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
        return ("",)

    def values(self, value: Any) -> Sequence[Any]:
        return (value,)

    def file_values(self, file_value: Any, owners: Sequence[str]) -> Sequence[Any]:
        return (file_value,)

    def gather(self, file_values: Sequence[Any], players: Sequence[str]) -> Any:
        return file_values[0]

    def read(self, value: Any, where: str, context: Context) -> Any:
        read = self.read_one(value, where, context.players)
        if read is not None:
            context.check(read)
        return read

    def schema(self, sizes: range) -> Schema:
        return self.form

    @abstractmethod
    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Any:
        """The value for a file value, whether or not the hand can have it. Raises FormatError."""

    def write_one(self, value: Any, players: Sequence[str]) -> Any:
        return value

    def parse(self, text: str, players: Sequence[str]) -> Any:
        return text

    def typed(self, text: str) -> Any:
        """The file value for what a person has typed. Raises ValueError with a sentence."""
        return self.parse(text, ())

    def cell(self, file_value: Any, players: Sequence[str]) -> object:
        return file_value

    def words(self, file_value: Any) -> str:
        return str(file_value)

    def shown(self, value: Any, players: Sequence[str]) -> str:
        """A value as the players of a table read it, suits as symbols."""
        return self.words(self.write_one(value, players))

    def hint(self, context: Context) -> str:
        return ""

    @abstractmethod
    def inputs(self, context: Context) -> tuple[Input, ...]:
        """What a form asks for, with the choices that the hand has."""

    def has_choices(self, context: Context) -> bool:
        return any(each.choices != () for each in self.inputs(context))

    def from_inputs(self, texts: Sequence[str]) -> Any:
        """The file value for what was sent for each input, of which some is."""
        return self.typed("".join(texts))

    def to_inputs(self, value: Any, players: Sequence[str]) -> tuple[str, ...]:
        """What a form sends for a value, input by input."""
        return (str(self.write_one(value, players)),)

    def columns(self, values: Sequence[Any]) -> tuple[str, ...]:
        """The columns that these values take in a workbook, by their heads; one without a head where it is one."""
        return ("",)

    def content(self, value: Any, column: str, players: Sequence[str]) -> Any:
        """What stands in a workbook's cell: a text or a number."""
        return self.write_one(value, players)

    def listed(self, column: str, players: Sequence[str]) -> Sequence[str]:
        """What is chosen from a list in a workbook's cell, or where a line is typed; nothing where it is typed."""
        return ()
