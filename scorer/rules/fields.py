"""The keys of a result: what stands under each in the sheet file, and what a game's hand takes for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from .calls import Bid, Word


class FieldType(Enum):
    """One value: in the file, and in the hand."""

    CONTRACT = auto()  # "6H": a Contract
    PLAYER = auto()  # a player's name: her Seat
    COUNT = auto()  # a whole number
    FLAG = auto()  # true or false
    TRUMP = auto()  # "H" or "NT": a Denomination
    BID = auto()  # 7, "nil", "blind nil", "blind 7": a Bid without denomination, or a Word
    POINTS = auto()  # a number, decimals kept exactly: Points


class Arity(Enum):
    """How many values a key holds: in the file, and in the hand."""

    ONE = auto()  # the value itself
    PLAYER = auto()  # an object with every player: a tuple, by seat
    SOME = auto()  # an object with some of the players: a tuple, by seat, None for the others
    SIDE = auto()  # a list of two: a tuple, by side


@dataclass(frozen=True)
class Field:
    """needed: whether every result has it; without, the hand's own default stands."""

    kind: FieldType
    each: Arity = Arity.ONE
    needed: bool = True

    def written(self, value: Any, players: Sequence[str]) -> Any:
        """The value as the sheet file writes it."""
        match self.each:
            case Arity.ONE:
                return self._one(value, players)
            case Arity.SIDE:
                return [self._one(inner, players) for inner in value]
            case _:
                pairs = zip(players, value, strict=True)
                return {name: self._one(inner, players) for name, inner in pairs if inner is not None}

    def _one(self, value: Any, players: Sequence[str]) -> Any:
        match self.kind:
            case FieldType.CONTRACT:
                return str(value)
            case FieldType.PLAYER:
                return players[value]
            case FieldType.TRUMP:
                return value.value
            case FieldType.BID:
                return written_bid(value)
            case _:
                return value


def written_bid(bid: Bid | Word) -> int | str:
    """A bid of tricks alone as the sheet file writes it: 7, "blind 7", "nil"."""
    return bid.level if isinstance(bid, Bid) and not bid.blind else str(bid)


def in_file(keys: Mapping[str, Field], hand: Any, players: Sequence[str]) -> dict[str, Any]:
    """A hand's result in the words of the sheet file; what it does not have is left out."""
    values = ((key, known, getattr(hand, key)) for key, known in keys.items())
    return {
        key: known.written(value, players) for key, known, value in values if known.needed or not _nothing(value)
    }


def _nothing(value: Any) -> bool:
    return value is None or (isinstance(value, tuple) and all(inner is None for inner in value))
