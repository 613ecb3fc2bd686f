"""The types of a field: what a single value is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .. import reading
from ..calls import BIDDABLE, Bid, Word
from ..cells import FLAGS, keyed, named, names_in, names_written, number_of
from ..core import Points, upper_first
from ..reading import FormatError
from .context import Choices, Context, Input
from .field import Schema, Value

NILS = (Word.NIL, Word.BLIND_NIL)
MOST = 99
"""The highest number that a form looks for among its choices."""
MOST_BID = 20
LONGEST_NUMBER = 20
"""Characters of points that are typed."""
YES, NO = "yes", "no"

_POINTS = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
NUMBER = "(0|[1-9][0-9]*)"


def text_of(notation: str) -> Schema:
    """A text that is written so from beginning to end; a line end behind it does not count as the end."""
    return {"type": "string", "pattern": rf"^({notation})$(?!\n)"}


DENOMINATIONS = f"({'|'.join(each.value for each in BIDDABLE)})"
DEFINITIONS: Mapping[str, Schema] = {
    "points": {
        "type": "number",
        "exclusiveMinimum": -(10**reading.WHOLE_DIGITS),
        "exclusiveMaximum": 10**reading.WHOLE_DIGITS,
    },
    "contract": text_of(f"{NUMBER}{DENOMINATIONS}X{{0,2}}"),
    "bid": {"anyOf": [{"type": "integer"}, {"enum": [*map(str, NILS)]}, text_of(f"blind {NUMBER}")]},
}
"""What the schemas of fields refer to as #/$defs/NAME."""


def read_points(text: str) -> Points:
    """The points that a person has written, with a point or a comma. Raises ValueError with what is wrong."""
    written = keyed(text, decimal_comma=True)
    if len(written) > LONGEST_NUMBER or not _POINTS.fullmatch(written):
        raise ValueError(f"“{text.strip()[:LONGEST_NUMBER]}” is no number of points.")
    try:
        return reading.points(Decimal(written), "")
    except FormatError as fault:
        raise ValueError(f"{upper_first(fault.detail)}.") from None


def numbers(among: Sequence[Any]) -> Choices:
    return tuple((str(each), str(each)) for each in among)


@dataclass(frozen=True)
class PlayerField(Value):
    """A Seat; the player's name in the file."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/name"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> int:
        return players.index(reading.player(players)(value, where))

    def write_one(self, value: int, players: Sequence[str]) -> str:
        return players[value]

    def parse(self, text: str, players: Sequence[str]) -> str:
        return named(text, players)

    def parse_part(self, text: str, players: Sequence[str]) -> str:
        return self.parse(next(iter(names_in(text)), ""), players)

    def cell_part(self, file_value: Any, players: Sequence[str]) -> object:
        return names_written([file_value])

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        return names.get(file_value, file_value)

    def inputs(self, context: Context) -> tuple[Input, ...]:
        ask, unknown = "Tap who is the {label}.", "“{}” is not at this table."
        return (Input(numbers(context.players), ask=ask, unknown=unknown),)

    def listed(self, column: str, players: Sequence[str]) -> Sequence[str]:
        return players


@dataclass(frozen=True)
class CountField(Value):
    """A whole number. among: those that a form looks for its choices in."""

    among: range = range(MOST + 1)

    form: ClassVar[Schema] = {"type": "integer"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> int:
        return reading.count(value, where)

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        return int(text) if re.fullmatch("[0-9]{1,9}", text) else text.lower()

    def typed(self, text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,9}", text):
            raise ValueError(f"“{text[:40]}” is not a whole number.")
        return int(text)

    def shifted(self, value: int, by: int) -> int:
        return value + by

    def inputs(self, context: Context) -> tuple[Input, ...]:
        # Where none of these is possible here, the number is typed.
        return (Input(numbers([*filter(context.accepts, self.among)]) or None, optional=not self.needed),)


@dataclass(frozen=True)
class FlagField(Value):
    """True or false."""

    blank: ClassVar[str] = NO
    form: ClassVar[Schema] = {"type": "boolean"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> bool:
        return reading.flag(value, where)

    def parse(self, text: str, players: Sequence[str]) -> bool | str:
        return FLAGS.get(text.lower(), text)

    def cell(self, file_value: Any, players: Sequence[str]) -> object:
        return str(file_value).lower()

    def inputs(self, context: Context) -> tuple[Input, ...]:
        return (Input(((YES, context.label),), optional=True),)

    def to_inputs(self, value: bool | None, players: Sequence[str]) -> tuple[str, ...]:
        return (YES if value else "",)

    def words(self, file_value: bool) -> str:
        return YES if file_value else NO

    def content(self, value: bool, column: str, players: Sequence[str]) -> str:
        return self.words(value)

    def listed(self, column: str, players: Sequence[str]) -> Sequence[str]:
        return NO, YES


@dataclass(frozen=True)
class BidField(Value):
    """A Bid of tricks alone, or a nil; 7, "blind 7", "nil" or "blind nil" in the file."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/bid"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Bid | Word:
        if not isinstance(value, str):
            return Bid(reading.count(value, where))
        for nil in NILS:
            if value == str(nil):
                return nil
        if match := re.fullmatch(r"blind (0|[1-9][0-9]{0,8})", reading.text(value, where)):
            return Bid(int(match[1]), blind=True)
        raise FormatError(where, "a bid is a whole number, “nil”, “blind nil”, or a side's “blind 7”")

    def write_one(self, value: Bid | Word, players: Sequence[str]) -> int | str:
        return value.level if isinstance(value, Bid) and not value.blind else str(value)

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        return CountField().parse(text, players)

    def bids(self, context: Context) -> list[Bid | Word]:
        """What can be bid, the words after the numbers, as on a keypad."""
        levels = range(MOST_BID + 1)
        every = (*map(Bid, levels), *(Bid(level, blind=True) for level in levels), *NILS)
        return [bid for bid in every if context.accepts(bid)]

    def inputs(self, context: Context) -> tuple[Input, ...]:
        return (Input(numbers(self.bids(context)), optional=not self.needed),)

    def hint(self, context: Context) -> str:
        nils = any(isinstance(bid, Word) for bid in self.bids(context))
        return "A number, nil, or blind nil." if nils else "A number, or blind and a number."


@dataclass(frozen=True)
class PointsField(Value):
    """Points that the table counts by itself, decimals kept exactly. In a table they stand with the totals."""

    in_cell: ClassVar[bool] = False

    form: ClassVar[Schema] = {"$ref": "#/$defs/points"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Points:
        return reading.points(value, where)

    def parse(self, text: str, players: Sequence[str]) -> Points:
        return number_of(text)

    def typed(self, text: str) -> Points:
        return read_points(text)

    def inputs(self, context: Context) -> tuple[Input, ...]:
        return (Input(None, optional=not self.needed),)
