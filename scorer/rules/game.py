"""What every game is: its rules, its house options, its seats and columns, its auction and its score."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from .alternatives import Alternatives
from .auctions.auction import Auction
from .core import Mistake, Points, Rule, Score, Seat
from .fields import Field
from .options import Options
from .tricks.play import PlayRules

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
    "The table may settle any hand by agreement of more than half of its players: the points it writes down by "
    "hand then count as they stand. Bags, part scores and games won stay as they were before the hand.",
)
AT_THE_TABLE = Rule(
    "At the table",
    "Whoever has a part in a hand sits at the table in that hand. In a game of sides seats 1 and 3 play for one "
    "column, seats 2 and 4 for the other: a column keeps its name and its points when other players sit there.",
)
ONE_PERSON = Rule(
    "One person, one seat", "Two who have sat at the table together are two players, whatever their names."
)
PLACES = Rule(
    "Places",
    "A total is the sum of the points of its hands. The highest total stands first, or the lowest in a game that "
    "is won so, and equals share a place.",
)
SHEET_RULES = (
    ONE_HAND_AT_A_TIME,
    CALLS_AND_RESULT_AGREE,
    CLOSED_SHEET,
    SETTLED,
    AT_THE_TABLE,
    ONE_PERSON,
    PLACES,
)
"""The rules of keeping a sheet, the same for every game."""


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


@dataclass(frozen=True)
class Counter:
    """What a column carries besides its points: bags, a part score, games won. text: as the sheet shows it."""

    column: str
    name: str
    text: str


@dataclass(frozen=True)
class RuleRefs:
    """The rules that a game gives for what stands on its sheet beside the points of a hand.

    deal: how the deal moves; no_contract: what a hand that nobody bid does; winner: who wins, where the game says
    more of it than every sheet does; payment: what is paid in money; marks: of each kind of `Mark`, by its name.
    """

    deal: Rule | None = None
    no_contract: Rule | None = None
    winner: Rule | None = None
    payment: Rule | None = None
    counters: Mapping[str, Rule] = field(default_factory=dict)


class Game(ABC):
    """A game at one table: its players clockwise and its options. Immutable.

    A *carry* is what a hand hands to the next, None before the first; what belongs to a player stands in it under
    her name, for seats change. hand_type: the dataclass of one hand, its fields named as `keys`.
    may_pass_out: whether a hand can end without a contract. counts_hands: whether a fixed number of hands is
    played, one settled by the table among them. begins_anew: whether a hand after the ending begins the game anew,
    on the same sheet. counted: the key that says what was taken. fates: what is said of a bid that was made, and
    of one that was not. dealt: the keys of what a hand is dealt, where it is not what the house rules say at its
    place; dealt_by: the names of these house rules.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    sizes: ClassVar[range]
    rules: ClassVar[tuple[Rule, ...]]
    options_type: ClassVar[type[Options]]
    rule_refs: ClassVar[RuleRefs] = RuleRefs()
    may_pass_out: ClassVar[bool] = True
    partnerships: ClassVar[bool] = False
    counts_hands: ClassVar[bool] = False
    begins_anew: ClassVar[bool] = False
    counted: ClassVar[str] = "tricks"
    outcome_labels: ClassVar[tuple[str, str]] = ("made", "set")
    dealt: ClassVar[Mapping[str, Field]] = {}
    dealt_by: ClassVar[tuple[str, ...]] = ()

    def __init__(self, players: tuple[str, ...], options: Options | None = None) -> None:
        self.players = players
        self.options: Any = options or self.options_type()

    @classmethod
    def number_of(cls, rule: Rule) -> int:
        """A rule's number on the game's page of rules."""
        return cls.rules.index(rule) + 1

    @property
    @abstractmethod
    def hand_type(self) -> type[Any]:
        """The dataclass of one hand, by these options."""

    @property
    @abstractmethod
    def keys(self) -> Mapping[str, Field]:
        """How the fields of a hand stand in the sheet file, by these options."""

    @property
    def lowest_wins(self) -> bool:
        return False

    def columns(self) -> tuple[Column, ...]:
        """A column for each player; in a game of partnerships for seats 1 and 3, and for seats 2 and 4."""
        if self.partnerships:
            pairs = ((seat, seat + 2) for seat in range(2))
            return tuple(Column(" & ".join(self.players[seat] for seat in pair), pair) for pair in pairs)
        return tuple(Column(name, (seat,)) for seat, name in enumerate(self.players))

    def column_of(self, seat: Seat) -> int:
        """The index of the column that a seat's score goes to."""
        return next(index for index, column in enumerate(self.columns()) if seat in column.seats)

    def written(self, key: str, value: Any) -> Any:
        """The value of a result's key as the sheet file writes it."""
        return self.keys[key].written(value, self.players)

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    def next_dealer(self, dealer: Seat, *, played: bool) -> Seat:
        """Who deals after this hand; `played` is false where nobody bid."""
        return self.left_of(dealer)

    def deal(self, named: Mapping[str, Any], carry: Any) -> Any:
        """The carry of a hand that names these of the keys `dealt`; by the house rules where it names none."""
        return carry

    def dealt_with(self, carry: Any) -> Mapping[str, Any]:
        """What the hand with this carry is dealt, by the keys `dealt`."""
        return {}

    def dealt_after(self, hands: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What the house rules let follow on hands dealt so, in order; nothing where they do not say."""
        return {}

    def deal_notes(self, dealer: Seat, carry: Any) -> tuple[str, ...]:
        """What the table should know before the hand, as sentences: cards, widow, who speaks first."""
        return ()

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any) -> tuple[str, ...]:
        """What happens between the bidding and the first trick, as sentences: who leads above all.

        agreed: the keys of the hand that the bidding has settled.
        """
        return ()

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any) -> PlayRules | None:
        """How the tricks of the hand are played; None in a game that the app knows no play of.

        agreed: the keys of the hand that are known, all of them or none.
        """
        return None

    @abstractmethod
    def auction(self, dealer: Seat, carry: Any) -> Auction | None:
        """The auction before its first call; None in a game without one."""

    def agreed(self, auction: Auction) -> Mapping[str, Any] | None:
        """The keys of a hand that follow from an auction that is over; None if it gave no contract."""
        return None

    @abstractmethod
    def check_key(self, key: str, value: Any) -> None:
        """Raise RuleViolation for a value that no hand of this table can have under this key.

        Where a key holds a value for each player or side, each is asked for by itself.
        """

    def check_in_hand(self, key: str, value: Any, carry: Any) -> None:
        """As `check_key`, for the hand with this carry: there is more to ask where hands differ in size."""
        self.check_key(key, value)

    @abstractmethod
    def check(self, hand: Any, dealer: Seat, carry: Any) -> None:
        """Raise RuleViolation unless this hand can have been played."""

    @abstractmethod
    def summarize(self, hand: Any) -> str:
        """What was bid and taken, in one line: "Amber and Cindy 6♥, took 7"."""

    def outcome(self, hand: Any) -> str:
        """How the contract fared in a word: "made" or "set"; empty in a game without contracts."""
        return ""

    def declaring(self, hand: Any) -> tuple[int, ...]:
        """The columns that play the contract; none in a game without contracts."""
        return ()

    def made(self, hand: Any, column: int) -> bool | None:
        """Whether a column made its own bid; None where it has none."""
        return self.outcome(hand) == "made" if column in self.declaring(hand) else None

    def alternatives(self, hand: Any) -> Alternatives | None:
        """Every result that this hand could have had with its bids; None in a game that counts nothing."""
        return None

    @abstractmethod
    def describe(self, hand: Any, dealer: Seat, carry: Any) -> str:
        """What happened and what it pays, for the preview before a hand is recorded. Raises RuleViolation."""

    @abstractmethod
    def score(self, hand: Any, dealer: Seat, carry: Any) -> tuple[Score, Any]:
        """The points of a hand, column by column, and what it hands to the next. Raises RuleViolation."""

    def mistakes(self, hand: Any, dealer: Seat, carry: Any) -> Iterable[Mistake]:
        """What people get wrong in scoring this hand by hand, the likeliest first; it can have been played."""
        return ()

    def settled(self, points: Mapping[int, Points], carry: Any) -> Any:
        """What a hand settled by the table hands to the next. points: by column, where any were given."""
        return carry

    def when_settled(self) -> tuple[str, ...]:
        """What a hand settled by the table counts for beside its points, and what not, as sentences."""
        return ()

    def passed_out(self, carry: Any) -> Any:
        """What a hand that nobody bid hands to the next. Raises RuleViolation in a game that knows none."""
        return carry

    def events(self, before: Any, after: Any) -> tuple[str, ...]:
        """What a hand changed besides points, as sentences: a game won, bags that cost, part scores wiped out.

        before, after: the carry before the hand and after it.
        """
        return ()

    def due(self, carry: Any) -> tuple[str, ...]:
        """What the next hand costs or pays, whatever it brings, as sentences: bags that are already too many."""
        return ()

    def ends_game(self, before: Any, after: Any) -> bool:
        """Whether the table draws a line under a hand: a game was won by it."""
        return False

    def counters(self, carry: Any) -> tuple[Counter, ...]:
        """What the columns carry besides their points, as the sheet shows it now."""
        return ()

    def closing(self, carry: Any) -> Score | None:
        """What the end of a sheet that the table closes pays, None in a game where it pays nothing."""
        return None

    def ending(self, totals: Mapping[str, Points], carry: Any) -> Ending | None:
        """Why no further hand is played; None while the game goes on. totals: by the name of the column."""
        return None

    def payments(self, totals: Mapping[str, Points]) -> Mapping[str, Fraction]:
        """What each column receives in money, and pays where below nought; empty where nothing is at stake."""
        return {}

    def payment_working(self, totals: Mapping[str, Points], column: str) -> tuple[str, ...]:
        """How a column's payment comes about, as sentences."""
        return ()
