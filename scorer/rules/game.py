"""What every game is: its rules, its house options, its seats and columns, its auction and its score."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from typing import Any, ClassVar

from .auction import Auction
from .core import Points, Rule, Score, Seat

ONE_HAND_AT_A_TIME = Rule(
    "One hand at a time",
    "A hand whose bidding or play has not ended can only be the last on the sheet: it is finished, or struck, "
    "before another begins.",
)
CALLS_AND_RESULT_AGREE = Rule(
    "Calls and result agree",
    "Where the calls of a hand are on the sheet, the contract is the one they lead to, and a hand whose bidding "
    "gave no contract has no result.",
)
CLOSED_SHEET = Rule("Closed sheet", "After the sheet has come to its end no further hand is scored on it.")
SETTLED = Rule(
    "Settled by the table",
    "The table may settle any hand by agreement: the points it writes down by hand then count as they stand.",
)
AT_THE_TABLE = Rule("At the table", "Whoever has a part in a hand sits at the table in that hand.")
ONE_PERSON = Rule(
    "One person, one seat", "Two who have sat at the table together are two players, whatever their names."
)
SHEET_RULES = (ONE_HAND_AT_A_TIME, CALLS_AND_RESULT_AGREE, CLOSED_SHEET, SETTLED, AT_THE_TABLE, ONE_PERSON)
"""The rules of keeping a sheet, the same for every game."""


def option(default: Any, values: Sequence[Any], title: str, text: str, automatic: str = "") -> Any:
    """A house rule: its default, the values it may take, a short title and a sentence for the table.

    automatic: what a default of None stands for, in words.
    """
    return field(
        default=default, metadata={"values": values, "title": title, "text": text, "automatic": automatic}
    )


@dataclass(frozen=True)
class Option:
    """The description of one house rule, for forms, pages of rules and the check of a file."""

    name: str
    default: Any
    values: Sequence[Any]
    title: str
    text: str
    automatic: str

    def accepts(self, value: Any) -> bool:
        # A boolean equals 0 or 1 in Python; on a sheet it is no count.
        return any(type(value) is type(known) and value == known for known in self.values)

    def allowed(self) -> str:
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return " or ".join(str(v).lower() if isinstance(v, bool) else f"“{v}”" for v in self.values)

    def in_words(self, value: Any) -> str:
        if value is None:
            return self.automatic
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Options:
    """A game's house rules, as agreed at the table."""

    @classmethod
    def described(cls) -> tuple[Option, ...]:
        return tuple(Option(f.name, f.default, **f.metadata) for f in fields(cls))


@dataclass(frozen=True)
class Column:
    """The seats that share a score."""

    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Ending:
    """Why the sheet has come to its end, and the columns that won."""

    reason: str
    winners: tuple[str, ...]


class Key(Enum):
    """What stands under a key of a result in the sheet file, and what `hand_type` takes for it."""

    CONTRACT = auto()  # "6H": a Contract
    PLAYER = auto()  # a player's name: her Seat
    COUNT = auto()  # a whole number


class Game(ABC):
    """A game at one table: its players clockwise and its options. Immutable.

    hand_type: the dataclass of one hand; `keys` says how its fields stand in the sheet file.
    may_pass_out: whether a hand can end without a contract.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    sizes: ClassVar[range]
    rules: ClassVar[tuple[Rule, ...]]
    options_type: ClassVar[type[Options]]
    hand_type: ClassVar[type[Any]]
    keys: ClassVar[Mapping[str, Key]]
    may_pass_out: ClassVar[bool] = True
    partnerships: ClassVar[bool] = False

    def __init__(self, players: tuple[str, ...], options: Options | None = None) -> None:
        self.players = players
        self.options: Any = options or self.options_type()

    def columns(self) -> tuple[Column, ...]:
        return tuple(Column(name, (seat,)) for seat, name in enumerate(self.players))

    def written(self, key: str, value: Any) -> Any:
        """The value of a result's key as the sheet file writes it."""
        match self.keys[key]:
            case Key.CONTRACT:
                return str(value)
            case Key.PLAYER:
                return self.players[value]
            case Key.COUNT:
                return value

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    def next_dealer(self, dealer: Seat, *, played: bool) -> Seat:
        """Who deals after this hand; `played` is false where nobody bid."""
        return self.left_of(dealer)

    def before_play(self, dealer: Seat) -> tuple[str, ...]:
        """What the table should know before the hand, as sentences: cards, widow, who opens."""
        return ()

    @abstractmethod
    def auction(self, dealer: Seat, carry: Any) -> Auction | None:
        """The auction before its first call; None in a game without one."""

    @abstractmethod
    def agreed(self, auction: Auction) -> Mapping[str, Any] | None:
        """The contract keys of a hand that follow from an auction that is over; None if it gave none."""

    @abstractmethod
    def check_key(self, key: str, value: Any) -> None:
        """Raise RuleViolation for a value that no hand of this table can have under this key."""

    @abstractmethod
    def check(self, hand: Any, dealer: Seat, carry: Any) -> None:
        """Raise RuleViolation unless this hand can have been played."""

    @abstractmethod
    def brief(self, hand: Any) -> str:
        """What was bid and taken, in one line: "Amber and Cindy 6♥, took 7"."""

    @abstractmethod
    def outcome(self, hand: Any) -> str:
        """How the contract fared in a word: "made" or "set"; empty in a game without contracts."""

    @abstractmethod
    def sentence(self, hand: Any) -> str:
        """What happened and what it pays, for the preview before a hand is recorded. Raises RuleViolation."""

    @abstractmethod
    def score(self, hand: Any, dealer: Seat, carry: Any) -> tuple[Score, Any]:
        """The points of a hand, column by column, and what it hands to the next. Raises RuleViolation."""

    def ending(self, totals: Sequence[Points], carry: Any) -> Ending | None:
        """Why no further hand is played; None while the game goes on."""
        return None
