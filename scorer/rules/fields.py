"""The fields of a hand: each is a fact of it, in memory and in the sheet file, and is read as people write it.

A game names its fields by the keys of the sheet file (`Game.keys`). A field holds one value for the hand, or one
for each player or side (`PerPlayer`, `PerSide`).
A *value* is as the dataclass of the hand has it, a *file value* as the sheet file has it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Protocol

from . import reading
from .auctions import Auction
from .calls import BIDDABLE, BRIDGE, SUITS, Bid, Contract, Denomination, Word, parse_contract
from .core import Column, Points, upper_first
from .reading import DASHES, FLAGS, FormatError, at, each_in, folded, keyed, named, number_of, short


class FieldGame(Protocol):
    """What a field asks of the game it belongs to."""

    @property
    def players(self) -> tuple[str, ...]: ...

    def columns(self) -> Sequence[Column]: ...

    def auction(self, dealer: int, carry: Any) -> Auction | None: ...

    def check_in_hand(self, key: str, value: Any, carry: Any) -> None: ...


@dataclass
class Context:
    """A field in one hand: its game and its key there, and the carry of the hand."""

    game: FieldGame
    key: str
    carry: Any

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.players

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.game.columns())

    def check(self, value: Any) -> None:
        """Raise RuleViolation for a value that this hand cannot have."""
        self.game.check_in_hand(self.key, value, self.carry)


Schema = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """needed: whether every result has it; without it the hand's own default stands.
    folded: whether a form folds it away until somebody unfolds it, as what happens rarely.
    """

    needed: bool = True
    folded: bool = False

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
        """The file value for a text that somebody wrote. What is none is left for `read` to refuse.

        Raises ValueError where the values of several players cannot be told apart.
        """

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        """The file value of a parsed text whose meaning depends on the others of its hand, by their keys."""
        return file_value

    @abstractmethod
    def words(self, file_value: Any) -> str:
        """The value in a sentence."""

    def write(self, value: Any, players: Sequence[str]) -> Any:
        """The file value for a value."""
        write = self.single.write_one
        return self.gather([None if v is None else write(v, players) for v in self.values(value)], players)

    @property
    def may_be_blank(self) -> bool:
        """Whether some owners have no value."""
        return False

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        """The file value with other names for some players. names: new names by old."""
        return file_value

    def shifted(self, value: Any, by: int) -> Any | None:
        """The value with so many more, which the other side has less; None where nothing is counted so."""
        return None


class Value(Field):
    """One value.

    form: the JSON Schema of the file value
    scores: whether points can depend on it
    is_number: whether a number is typed for it, so that a phone shows its digits
    """

    form: ClassVar[Schema]
    scores: ClassVar[bool] = True
    is_number: ClassVar[bool] = False

    @property
    def single(self) -> "Value":
        return self

    def owners(self, players: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
        return ("",)

    def values(self, value: Any) -> Sequence[Any]:
        return (value,)

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

    def words(self, file_value: Any) -> str:
        return str(file_value)

    def shown(self, value: Any, players: Sequence[str]) -> str:
        """A value as the players of a table read it, suits as symbols."""
        return self.words(self.write_one(value, players))


NILS = (Word.NIL, Word.BLIND_NIL)
_NILS = {
    **dict.fromkeys((0, "n", "nill", "nul", "null", "zero"), str(Word.NIL)),
    **dict.fromkeys(("bn", "b n", "b nil", "b. nil", "blind n", "blind nill", "blind 0"), str(Word.BLIND_NIL)),
}
"""What people write for a nil, in small letters."""
MOST = 99
"""The highest number that a form looks for among its choices."""
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


def read_count(text: str) -> int:
    """The whole number that a person has typed. Raises ValueError with what is wrong."""
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise ValueError(f"“{text[:40]}” is not a whole number.")
    return int(text)


def read_points(text: str) -> Points:
    """The points that a person has written, with a point or a comma. Raises ValueError with what is wrong."""
    written = keyed(text, decimal_comma=True)
    if len(written) > LONGEST_NUMBER or not _POINTS.fullmatch(written):
        raise ValueError(f"“{text.strip()[:LONGEST_NUMBER]}” is no number of points.")
    try:
        return reading.points(Decimal(written), "")
    except FormatError as fault:
        raise ValueError(f"{upper_first(fault.detail)}.") from None


@dataclass(frozen=True)
class PlayerField(Value):
    """A Seat; the player's name in the file."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/name"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> int:
        return players.index(value if value in players else reading.player(players)(value, where))

    def write_one(self, value: int, players: Sequence[str]) -> str:
        return players[value]

    def parse(self, text: str, players: Sequence[str]) -> str:
        return named(text, players)

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        return names.get(file_value, file_value)


@dataclass(frozen=True)
class CountField(Value):
    """A whole number. among: those that a form looks for its choices in."""

    among: range = range(MOST + 1)

    form: ClassVar[Schema] = {"type": "integer"}
    is_number: ClassVar[bool] = True

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> int:
        return reading.count(value, where)

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        return int(text) if re.fullmatch("[0-9]{1,9}", text) else text.lower()

    def shifted(self, value: int, by: int) -> int:
        return value + by


@dataclass(frozen=True)
class ChoiceField(Value):
    """One of some words, such as the name of a bid. among: the words, as the file has them."""

    among: tuple[str, ...]

    def schema(self, sizes: range) -> Schema:
        return {"enum": [*self.among]}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> str:
        return reading.one_of(*self.among)(value, where)

    def parse(self, text: str, players: Sequence[str]) -> str:
        written = folded(text).casefold()
        return next((word for word in self.among if word.casefold() == written), text)


_RELATIVE = re.compile(r"([+-]) ?([0-9]{1,2})")
_WITH_RESULT = re.compile(r"([0-9]{1,2} ?[^-+=0-9]+?) ?([+-] ?[0-9]{1,2}|=)")
_JUST_MADE = ("=", "+0", "-0")


def is_relative(text: str) -> bool:
    """Whether a cell says how a contract ended, by the contract: "+1", "−2", "="."""
    written = keyed(text)
    return written in _JUST_MADE or bool(_RELATIVE.fullmatch(written))


def with_result(text: str) -> tuple[str, str]:
    """A contract and what came of it, where both stand in one cell: "3NT+1"; else the text, and nothing."""
    found = _WITH_RESULT.fullmatch(keyed(text))
    return (found[1], found[2]) if found else (text, "")


@dataclass(frozen=True)
class MadeField(CountField):
    """The tricks of whoever plays a contract; on paper also relative to it: "+1", "−2", "=". book: the tricks that
    are taken before those that a level counts.
    """

    book: int = 0

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        written = keyed(text)
        if written in _JUST_MADE:
            return "="
        return written if _RELATIVE.fullmatch(written) else super().parse(text, players)

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        relative = _RELATIVE.fullmatch(file_value) if isinstance(file_value, str) else None
        if not (relative or file_value == "="):
            return file_value
        try:
            due = self.book + parse_contract(str(others.get("contract"))).level
        except ValueError:
            return file_value
        return due + int("".join(relative.groups())) if relative else due


@dataclass(frozen=True)
class FlagField(Value):
    """True or false."""

    form: ClassVar[Schema] = {"type": "boolean"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> bool:
        return reading.flag(value, where)

    def parse(self, text: str, players: Sequence[str]) -> bool | str:
        return FLAGS.get(text.lower(), text)

    def words(self, file_value: bool) -> str:
        return YES if file_value else NO


@dataclass(frozen=True)
class BidField(Value):
    """A Bid of tricks alone, or a nil; 7, "blind 7", "nil" or "blind nil" in the file. nil: whether 0 is one
    where somebody writes it; where sides bid, 0 is a number.
    """

    nil: bool = False

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
        bid = CountField().parse(text, players)
        return _NILS.get(bid, bid) if isinstance(bid, str) or self.nil else bid


@dataclass(frozen=True)
class PointsField(Value):
    """Points that the table counts by itself, decimals kept exactly."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/points"}
    is_number: ClassVar[bool] = True

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Points:
        return reading.points(value, where)

    def parse(self, text: str, players: Sequence[str]) -> Points:
        return number_of(text)


_AS_LETTERS = str.maketrans(
    {
        **{suit.symbol: suit.value for suit in SUITS},
        **dict(zip("♧♢♡♤", (suit.value for suit in SUITS), strict=True)),
        # Which look a symbol has: phones put the second behind it for a coloured one.
        "\ufe0e": None,
        "\ufe0f": None,
    }
)
_NAMES = {
    **{name: each.value for each in BIDDABLE for name in (each.value.lower(), each.words)},
    **{suit.words.removesuffix("s"): suit.value for suit in SUITS},
    **dict.fromkeys(("n", "no trump", "notrump", "no-trumps", "no trumps"), Denomination.NO_TRUMP.value),
}
"""Denominations as people write them, in small letters."""
_NAMED = "|".join(sorted(_NAMES, key=len, reverse=True))
_DOUBLED = {"": "", "x": "X", "doubled": "X", "xx": "XX", "redoubled": "XX"}
_NOTATION = re.compile(rf"([0-9]{{0,3}}) ?({_NAMED}) ?({'|'.join(reversed(_DOUBLED))})", re.IGNORECASE)

_TURNED = re.compile(rf"({_NAMED}) ?([0-9]{{1,3}}) ?({'|'.join(reversed(_DOUBLED))})", re.IGNORECASE)
"""The suit before the number, as on some score cards."""


@dataclass(frozen=True)
class ContractField(Value):
    """A Contract; "6H" in the file, null where nobody bid."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/contract"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Contract | None:
        if value is None:
            return None
        try:
            return parse_contract(reading.text(value, where))
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(where, str(error)) from None

    def write_one(self, value: Contract, players: Sequence[str]) -> str:
        return str(value)

    def shown(self, value: Contract, players: Sequence[str]) -> str:
        return value.symbols

    def parse(self, text: str, players: Sequence[str]) -> str:
        """ "6♥", "6h", "♥6", "6 H" and "6 hearts" are 6H, "2 NT redoubled" is 2NTXX."""
        written = folded(text.translate(_AS_LETTERS))
        if turned := _TURNED.fullmatch(written):
            written = f"{turned[2]}{turned[1]}{turned[3]}"
        if not (match := _NOTATION.fullmatch(written)):
            return written
        level = int(match[1]) if match[1] else ""
        return f"{level}{_NAMES[match[2].lower()]}{_DOUBLED[match[3].lower()]}"


@dataclass(frozen=True)
class TrumpField(Value):
    """A suit or no trump as a Denomination; "H" or "NT" in the file. No points depend on which it was. among: what
    can be trump.
    """

    among: tuple[Denomination, ...] = BRIDGE

    scores: ClassVar[bool] = False

    def schema(self, sizes: range) -> Schema:
        return {"enum": [each.value for each in self.among]}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Denomination:
        return Denomination(reading.one_of(*(each.value for each in self.among))(value, where))

    def write_one(self, value: Denomination, players: Sequence[str]) -> str:
        return value.value

    def shown(self, value: Denomination, players: Sequence[str]) -> str:
        return value.symbol.strip()

    def parse(self, text: str, players: Sequence[str]) -> str:
        joker = Denomination.JOKER.value
        return joker if text.lower() == joker else ContractField().parse(text, players)


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

    def words(self, file_value: Any) -> str:
        return ", ".join(f"{name} {value}" for name, value in file_value.items())

    def renamed(self, file_value: Any, names: Mapping[str, str]) -> Any:
        if not reading.is_object(file_value):
            return file_value  # Said of a hand by other house rules, under which each side had a value.
        return {names.get(name, name): value for name, value in file_value.items()}


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

    def words(self, file_value: Any) -> str:
        return " – ".join(map(str, file_value))

    def shifted(self, value: Any, by: int) -> Any | None:
        moved = self.value.shifted(value[0], by), self.value.shifted(value[1], -by)
        return None if None in moved else moved
