"""What every game is: its rules, house options, seats and columns, its auction, its score, and its carry."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from . import core
from .auctions import Auction
from .calls import BIDDABLE, Contract, Denomination, Word
from .core import Column, Ending, Mistake, Points, Rule, RuleRefs, Score, Seat, listed, minus
from .fields import Context, Field
from .options import Options
from .reading import Reader
from .tricks import PlayRules


@dataclass(frozen=True)
class Carried:
    """A number that each side or player begins the next hand with.

    field: in the sheet file.
    words: a number of it in a sentence, "3 bags".
    """

    field: Field
    words: Callable[[int], str]


class PlayedHand(Protocol):
    """The hand of a game is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


G = TypeVar("G", bound="Game")
C = TypeVar("C")
H = TypeVar("H", bound=PlayedHand)


class Part(Generic[G]):
    """What a game says on one subject; by the parts here it has nothing to say. Made once for a game."""

    def __init__(self, game: G) -> None:
        self.game = game


class Dealing(Part[G], Generic[G, C]):
    """What one hand is dealt, by keys of its own, where that can differ from what the house rules say."""

    fields: ClassVar[Mapping[str, Field]] = {}
    house_rules: ClassVar[tuple[str, ...]] = ()
    """The names of those that say what is dealt."""
    of_an_evening: ClassVar[tuple[str, ...]] = ()
    """The names of those that `with_coming` changes: the next evening does not begin with that."""

    def deal(self, named: Mapping[str, Any], carry: C) -> C:
        """The carry of a hand that names these of the keys; by the house rules where it names none."""
        return carry

    def dealt(self, carry: C) -> Mapping[str, Any]:
        """What the hand with this carry is dealt, by the keys."""
        return {}

    def by_result(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a hand was dealt, by the keys, as far as its result tells, as that is in the sheet file."""
        return {}

    sizes: ClassVar[range] = range(0)
    """How many cards a hand may have, where the table may change it."""

    def done(self, carry: C) -> Sequence[int]:
        """The cards of the hands before this one, where the house rules say those of all; empty elsewhere."""
        return ()

    def coming(self, carry: C) -> Sequence[int]:
        """The cards of this hand and of those after it, likewise."""
        return ()

    def with_coming(self, coming: Sequence[int], carry: C) -> Mapping[str, Any]:
        """The house rules, by name, that deal so many cards from this hand on."""
        return {}

    def after(self, hands: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What the house rules let follow on hands dealt so, in order; nothing where they do not say."""
        return {}


class Carrying(Part[G], Generic[G, C]):
    """How a game passes its carry on from hand to hand.

    What belongs to a player stands in a carry under their name, because seats change.
    """

    first: ClassVar[Any] = None
    """The carry of the first hand."""
    numbers: Mapping[str, Carried] = {}
    """What a table may set for the next hand, by the keys of `carry` in the sheet file. A class has those of all
    house rules, an instance those of its own.
    """

    @property
    def fields(self) -> dict[str, Field]:
        return {key: carried.field for key, carried in self.numbers.items()}

    def owners(self, key: str) -> Sequence[str]:
        """Whose numbers a key has."""
        sides = tuple(column.name for column in self.game.columns())
        return self.numbers[key].field.owners(self.game.players, sides)

    def check(self, key: str, number: int) -> None:
        """Raise RuleViolation for a number that no hand can begin with."""
        return

    def require_below(self, limit: int | None, rule: Rule, key: str, number: int, why: str) -> None:
        """Raise RuleViolation unless the number is at least 0, and less than the limit where there is one.

        why: what the limit does, as half a sentence.
        """
        words = minus(self.numbers[key].words(number))
        rule.require(number >= 0, f"Nobody begins a hand with {words}.", "carry")
        rule.require(limit is None or number < limit, f"Nobody begins a hand with {words}: {why}.", "carry")

    def with_numbers(self, numbers: Mapping[str, Sequence[int | None]], carry: C) -> C:
        """The carry with these numbers by key; a key or a player that is not named stays as it is."""
        return carry

    def settled(self, points: Mapping[int, Points], carry: C) -> C:
        """What a hand settled by the table hands to the next. points: by column, where any were given."""
        return carry

    def adjusted(self, points: Mapping[int, Points], carry: C) -> C:
        """What the next hand begins with after points without a deal. points: by column, where any were given."""
        return carry

    def passed_out(self, carry: C) -> C:
        """What a hand that nobody bid hands to the next. Raises RuleViolation in a game that knows none."""
        return carry

    def reseated(self, sides: tuple[int | None, ...], carry: C) -> C:
        """The carry where other partners sit together. sides: by side the one whose carry it has, None where it
        begins anew.
        """
        return carry

    def events(self, before: C, after: C) -> tuple[str, ...]:
        """What a hand changed besides points, as sentences: a game won, bags that cost, part scores wiped out.

        before, after: the carry before the hand and after it.
        """
        return ()

    def ends_game(self, before: C, after: C) -> bool:
        """Whether the table draws a line under a hand: a game was won by it."""
        return False

    def due(self, carry: C) -> tuple[str, ...]:
        """What the next hand costs or pays, whatever it brings, as sentences: bags that are already too many."""
        return ()

    def counters(self, carry: C) -> tuple[core.Counter, ...]:
        """What the columns carry besides their points, as the sheet shows it now."""
        return ()

    def closing(self, carry: C) -> Score | None:
        """What the end of a sheet pays, closed by the table or by an agreed length; None where it pays nothing."""
        return None


class HandNumber(NamedTuple):
    """Which hand is played, from 1, and of how many; None where no number ends the game."""

    number: int
    of: int | None

    def __str__(self) -> str:
        return f"hand {self.number} of {self.of}" if self.of else f"hand {self.number}"


class OwnBid(NamedTuple):
    """What a player, or their side, bid in a hand.

    players: of a contract the declarer first.
    level: None in a game where no number is bid.
    denomination: None in one where only a number is.
    needed, taken: tricks.
    exact: whether it is missed by too many tricks as well.
    """

    players: tuple[Seat, ...]
    level: int | None
    denomination: Denomination | None
    needed: int
    taken: int
    made: bool
    exact: bool = False


class NilBid(NamedTuple):
    """A nil, blind or not, and whether its player took no trick."""

    seat: Seat
    nil: Word
    made: bool


class Alternative(NamedTuple):
    """One result that a hand could have had.

    hand: of the game's hand type.
    columns: those whose tricks it counts, None for all of them.
    """

    tricks: int
    hand: Any
    columns: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Alternatives:
    """Results that a hand could have had, in order; the game's `check` refuses those that it could not.

    trick_takers: the columns whose tricks are counted; empty where each result counts those of its own column.
    unchanged: what all of them share besides the bids, as a sentence.
    """

    results: tuple[Alternative, ...]
    trick_takers: tuple[int, ...] = ()
    unchanged: str = ""

    @classmethod
    def of(cls, hands: Iterable[Any], trick_takers: Iterable[int], unchanged: str = "") -> "Alternatives":
        """Of the hands with no trick, with one, and so on."""
        return cls(tuple(Alternative(*pair) for pair in enumerate(hands)), tuple(sorted(trick_takers)), unchanged)


class Outcomes(Part[G], Generic[G, H]):
    """How what was bid in a hand fared, and how it would with other tricks. Where a hand is played for one bid, a
    game says that by `contract`, and all else follows.
    """

    labels: ClassVar[tuple[str, str]] = ("made", "set")
    """What is said of a bid that was made, and of one that was not."""
    would: ClassVar[str] = "would make it"
    """What is said of one that would be made."""
    counted: ClassVar[str] = "tricks"
    """The key that says what was taken."""
    unit: ClassVar[str] = "trick"
    """What is counted, one of it."""
    tricks: int = 0
    """In a hand, or as much of another `unit`; none in a game that does not count them."""

    def contract(self, hand: H) -> OwnBid | None:
        """The one bid that a hand is played for; None in a game without contracts."""
        return None

    def of(self, hand: H) -> str:
        """How the contract fared: "made" or "set", in whatever words people say it; empty in a game without."""
        contract = self.contract(hand)
        return "" if contract is None else "made" if contract.made else "set"

    def label(self, hand: H) -> str:
        """The word for how it fared, of `labels`; empty in a game without contracts."""
        fared = self.of(hand)
        return self.labels[0 if fared == "made" else 1] if fared else ""

    def declaring(self, hand: H) -> tuple[int, ...]:
        """The columns that play the contract; none in a game without contracts."""
        contract = self.contract(hand)
        return tuple(dict.fromkeys(map(self.game.column_of, contract.players))) if contract else ()

    def who_played(self, hand: H) -> str:
        """The declarer and who plays with them, "Amber and Cindy"; empty in a game without declarers."""
        return ""

    def made(self, hand: H, column: int) -> bool | None:
        """Whether a column made its own bid; None where it has none."""
        contract = self.contract(hand)
        return contract.made if contract and column in map(self.game.column_of, contract.players) else None

    def own_bids(self, hand: H) -> Iterable[OwnBid]:
        """The contract, or what each player or side bid."""
        contract = self.contract(hand)
        return (contract,) if contract else ()

    def nils(self, hand: H) -> Iterable[NilBid]:
        """The nils that players bid."""
        return ()

    def alternatives(self, hand: H) -> Alternatives | None:
        """Every result that this hand could have had with its bids; None in a game that counts no tricks."""
        if not self.tricks:
            return None
        hands = (self.with_tricks(hand, tricks) for tricks in range(self.tricks + 1))
        return Alternatives.of(hands, self.trick_takers(hand), self.unchanged(hand))

    def with_tricks(self, hand: H, taken: int) -> H:
        """The same bids with other tricks. taken: by the trick takers."""
        return replace(hand, **{self.counted: taken})

    def trick_takers(self, hand: H) -> tuple[int, ...]:
        """The columns whose tricks are counted."""
        return self.declaring(hand)

    def unchanged(self, hand: H) -> str:
        """What does not change with the tricks, as a sentence."""
        return ""


class ContractOutcomes(Outcomes[G, Any]):
    """Where a contract is a number and a denomination, as in bridge: a hand has a `contract`, whether it was
    `made`, and a seat under each of the roles.
    """

    roles: ClassVar[tuple[str, ...]] = Auction.roles
    tricks = 13
    book: ClassVar[int] = 0
    """The tricks above which a bid counts: of a bid of four, that many and four more must be taken."""

    def seats(self, hand: Any) -> tuple[Seat, ...]:
        """Who plays the contract, in the order of `roles`."""
        return tuple(getattr(hand, role) for role in self.roles)

    def contract(self, hand: Any) -> OwnBid:
        bid, taken, seats = hand.contract, getattr(hand, self.counted), self.seats(hand)
        players = self.game.side_of(seats[0]) if self.game.partnerships else seats
        return OwnBid(players, bid.level, bid.denomination, self.book + bid.level, taken, hand.made)

    def of(self, hand: Any) -> str:
        return "made" if hand.made else "set"

    def who_played(self, hand: Any) -> str:
        return listed([self.game.players[seat] for seat in self.seats(hand)])

    def height(self, hand: Any) -> tuple[int, ...]:
        """How high the contract stands in the order of the bids."""
        denomination = hand.contract.denomination
        return hand.contract.level, BIDDABLE.index(denomination) if denomination else 0


APART = " (2, 4)"
"""Its seats stand behind the name of the second side where both sides would be called the same."""


class Game(ABC):
    """A game at one table: its players clockwise and its house rules. Immutable. `of` makes it.

    A game needs the attributes and the methods that have no default here. Parts of it are classes of their own,
    named by `dealing_type`, `carrying_type` and `outcomes_type`, `auction` and `play_rules`. `carry` is what the
    hand before has passed on.
    """

    key: ClassVar[str]
    """In the sheet file and in addresses: "ten-bridge"."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """The game in one sentence, for the list of games."""
    sizes: ClassVar[range]
    """How many players there can be."""
    partnerships: ClassVar[bool] = False
    """Whether seats 1 and 3 play against seats 2 and 4."""
    other_names: ClassVar[tuple[str, ...]] = ()
    """What else people call it, and games that are scored by its house rules."""
    lenient: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """House rules that allow more than the usual ones, tried for a table of hands that does not say its own."""
    scorings: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """House rules that pay otherwise, tried for a table whose figures are wrong by the usual ones."""
    rules: ClassVar[tuple[Rule, ...]]
    rule_refs: ClassVar[RuleRefs]
    also_played: ClassVar[Mapping[str, str]] = {}
    """What its document names that is no house rule here, and how the app takes it, in a sentence or two."""
    paper_example: ClassVar[str]
    """A few hands of a table as one types what paper says, to begin from: CSV with right figures: under a
    name or a side the running total, under `NAME points` the points of the hand.
    """
    hand_type: type[Any]
    """The dataclass of one hand; its fields are named as `keys`. An instance may have another, by its options."""
    keys: Mapping[str, Field]
    """The fields of a hand in the sheet file. An instance may have others, by its options."""
    key_sets: ClassVar[tuple[Mapping[str, Field], ...]] = ()
    """All that `keys` can be, where the options change them."""

    options_type: ClassVar[type[Options]] = Options
    dealing_type: ClassVar[type[Dealing[Any, Any]]] = Dealing
    carrying_type: ClassVar[type[Carrying[Any, Any]]] = Carrying
    outcomes_type: ClassVar[type[Outcomes[Any, Any]]] = Outcomes
    named_on_sheet: ClassVar[bool] = False
    """Whether many games are scored by it, and the title of a sheet says which one."""
    points_are_facts: ClassVar[bool] = False
    """Whether a hand is its points as the table counted them, by player under the key `points`."""
    cards_each: ClassVar[int] = 0
    """How many cards everybody is dealt, where they are as many in every hand."""
    lowest_wins: bool = False
    may_pass_out: ClassVar[bool] = False
    """Whether a hand can end without a contract."""
    counts_hands: ClassVar[bool] = False
    """Whether a fixed number of hands is played; one settled by the table is one of them."""
    begins_anew: ClassVar[bool] = False
    """Whether a hand after the ending begins the game anew on the same sheet."""

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        self.players = players
        self.options: Any = options

    @classmethod
    def of(cls, players: tuple[str, ...], options: Options | None = None) -> Self:
        """The game at a table, of the class that its house rules choose: the only way that a game is made."""
        chosen = options or cls.options_type()
        return cls.variant_of(chosen)(players, chosen)

    @classmethod
    def variant_of(cls, options: Any) -> type[Self]:
        """The class that these house rules choose: this one, where the game is not played in several ways."""
        return cls

    @cached_property
    def dealing(self) -> Dealing[Any, Any]:
        return self.dealing_type(self)

    @cached_property
    def carrying(self) -> Carrying[Any, Any]:
        return self.carrying_type(self)

    @cached_property
    def outcomes(self) -> Outcomes[Any, Any]:
        return self.outcomes_type(self)

    @classmethod
    def number_of(cls, rule: Rule) -> int:
        """A rule's number on the game's page of rules."""
        return cls.rules.index(rule) + 1

    @classmethod
    def all_keys(cls) -> dict[str, tuple[Field, ...]]:
        """Every key that a hand may have under any house rules, each in all its forms."""
        key_sets = cls.key_sets or (cls.keys,)
        names = dict.fromkeys(name for keys in key_sets for name in keys)
        return {name: tuple(dict.fromkeys(keys[name] for keys in key_sets if name in keys)) for name in names}

    def house_rules(self, before: Self | None = None) -> tuple[str, ...]:
        """The house rules that differ from the usual, or from those before: "No-trump: yes"."""
        return self.options.changed(len(self.players), before.options if before else None)

    def replace(self, players: tuple[str, ...] | None = None, options: Options | None = None) -> Self:
        """The same game with other players or house rules; itself where they are the same."""
        players, options = players or self.players, options or self.options
        return self if (players, options) == (self.players, self.options) else self.of(players, options)

    def columns(self) -> tuple[Column, ...]:
        """What the game scores by: each player; in a game of partnerships seats 1 and 3, and seats 2 and 4.

        No two have one name: the side of "A & B" and C would be called as that of A and "B & C" is.
        """
        if self.partnerships:
            first, second = (f"{self.players[seat]} & {self.players[seat + 2]}" for seat in range(2))
            return Column(first, (0, 2)), Column(f"{second}{APART}" if second == first else second, (1, 3))
        return tuple(Column(name, (seat,)) for seat, name in enumerate(self.players))

    def column_of(self, seat: Seat) -> int:
        """The index of the column that a seat's score goes to."""
        return seat % 2 if self.partnerships else seat

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that share its column."""
        return (seat % 2, seat % 2 + 2) if self.partnerships else (seat,)

    @property
    def sides_have_columns(self) -> bool:
        """Whether the columns of the sheet are the two sides, and not the players."""
        return self.partnerships and self.options.totals == "sides"

    @property
    def partners_may_change(self) -> bool:
        """Whether partners each have a column of their own, so that they can part."""
        return self.partnerships and not self.sides_have_columns

    def with_columns(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns of a sheet once this table has played. columns: those that it had before, if any."""
        if self.sides_have_columns:
            return tuple(columns) or tuple(column.name for column in self.columns())
        return tuple(dict.fromkeys((*columns, *self.players)))

    def credited(self, columns: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        """The columns of the sheet that get what each column of the game scores, by index: a side keeps the column
        that it started with, and of partners with totals of their own each gets all of it. columns: of the sheet,
        by name; everybody at the table has one, or their side has.
        """
        if self.sides_have_columns:
            return tuple((index,) for index, _ in enumerate(columns))
        return tuple(tuple(columns.index(self.players[seat]) for seat in side.seats) for side in self.columns())

    def place_of(self, seat: Seat, columns: Sequence[str]) -> int:
        """The index of the column of the sheet in which a seat scores: the player's own, or that of the side."""
        return self.column_of(seat) if self.sides_have_columns else columns.index(self.players[seat])

    def to_file(self, hand: Any) -> dict[str, Any]:
        """A hand's result in the words of the sheet file; what it does not have is left out."""
        values = ((key, field, getattr(hand, key)) for key, field in self.keys.items())
        return {
            key: field.write(value, self.players)
            for key, field, value in values
            if field.needed or any(inner is not None for inner in field.values(value))
        }

    def reader(self, key: str, carry: Any) -> Reader:
        """A reader of one key in the hand with this carry. It raises FormatError, and RuleViolation."""
        field = self.keys.get(key) or self.dealing_type.fields[key]
        context = Context(self, key, carry)
        return lambda value, where: field.read(value, where, context)

    def needs(self, key: str, carry: Any) -> bool:
        """Whether the result of a hand with this carry must have this key."""
        return self.keys[key].needed

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    def next_dealer(self, dealer: Seat, *, played: bool) -> Seat:
        """Who deals after this hand; `played` is false where nobody bid."""
        return self.left_of(dealer)

    def dealt(self, carry: Any) -> str:
        """What everybody is dealt, and what lies on the table, "10 cards, widow of 2"; empty where unknown."""
        return f"{self.cards_each} cards" if self.cards_each else ""

    def deal_notes(self, dealer: Seat, carry: Any) -> tuple[str, ...]:
        """What the table should know before the hand, as sentences: cards, widow, who speaks first."""
        return ()

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any) -> tuple[str, ...]:
        """What follows before the first trick, as sentences. agreed: the keys that the bidding has settled."""
        return ()

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any) -> PlayRules | None:
        """How tricks are played; None where the app does not know it. agreed: the keys known, all or none."""
        return None

    def auction(self, dealer: Seat, carry: Any) -> Auction | None:
        """The auction before its first call; None in a game without one."""
        return None

    def check_key(self, key: str, value: Any) -> None:
        """Raise RuleViolation for a value that no hand of this table can have under this key.

        Where a key holds a value for each player or side, each is checked by itself.
        """
        return

    def check_in_hand(self, key: str, value: Any, carry: Any) -> None:
        """As `check_key`, for the hand with this carry: there is more to check where hands differ in size."""
        self.check_key(key, value)

    def check(self, hand: Any, dealer: Seat, carry: Any) -> None:
        """Raise RuleViolation unless this hand can have been played: by default, unless each of its values can."""
        for key, field in self.keys.items():
            for value in field.values(getattr(hand, key)):
                if value is not None:
                    self.check_in_hand(key, value, carry)

    @abstractmethod
    def summarize(self, hand: Any) -> str:
        """What was bid and taken, in one line: "Amber and Cindy 6♥, took 7"."""

    def headline(self, hand: Any) -> tuple[str, str]:
        """As `summarize`, in two parts: who played, empty where it names nobody or everybody, and what, without
        that which `bid_and_taken` says of each column: ("Amber and Cindy", "6♥, took 7"), ("", "10 cards ♥").
        """
        return "", self.summarize(hand)

    def bid_and_taken(self, hand: Any, column: int) -> str:
        """What a column bid and took, beside its points: "3, took 2"; empty where the headline says it."""
        return ""

    bid_and_taken_label: ClassVar[str] = ""
    """What is said once of all that `bid_and_taken_short` gives; empty where that is said in full each time."""

    def bid_and_taken_short(self, hand: Any, column: int) -> str:
        """The same in a row of the sheet, where the look of the points tells who met their bid: "3/2"."""
        return self.bid_and_taken(hand, column)

    def describe(self, hand: Any, dealer: Seat, carry: Any) -> str:
        """What happened and what it pays, for the preview before a hand is recorded. Raises RuleViolation."""
        score, _ = self.score(hand, dealer, carry)
        totals = [(column.name, score.total(index)) for index, column in enumerate(self.columns())]
        paid = ", ".join(f"{name} {core.signed(points)}" for name, points in totals if points)
        return f"{self.summarize(hand)}: {paid or 'no points'}."

    def hand_number(self, played: int, hands: int | None) -> HandNumber:
        """hands: that the game has, if any; the length that the table has agreed on may be shorter."""
        agreed: Mapping[str, int] = self.options.length or {}
        ends = [number for number in (hands, agreed.get("hands")) if number]
        return HandNumber(played + 1, min(ends, default=None))

    def numbered(self, carry: Any) -> HandNumber | None:
        """Which hand comes next; None where the game counts none."""
        return None

    @abstractmethod
    def score(self, hand: Any, dealer: Seat, carry: Any) -> tuple[Score, Any]:
        """The points of a hand, column by column, and what it hands to the next. Raises RuleViolation."""

    def doubt(self, hand: Any, note: str) -> str:
        """What is odd about a hand that counts all the same, as a sentence, or empty. note: of the hand."""
        return ""

    def mistakes(self, hand: Any, dealer: Seat, carry: Any) -> Iterable[Mistake]:
        """What people get wrong in scoring this hand by hand, the likeliest first; it can have been played."""
        return ()

    def progress(self, totals: Sequence[Points], carry: Any) -> str:
        """How far the game is in a few words, "380 of 500"; empty where no number but that of its hands says it.

        totals: by column of the sheet.
        """
        return ""

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Any) -> Ending | None:
        """Why no further hand is played; None while the game goes on.

        columns: of the sheet, by name.
        totals: of each of them.
        """
        return None

    def payments(self, totals: Sequence[Points]) -> tuple[Fraction, ...]:
        """What each column receives in money, and pays where below nought; empty where nothing is at stake."""
        return ()

    def payment_working(self, columns: Sequence[str], totals: Sequence[Points], column: int) -> tuple[str, ...]:
        """How a column's payment comes about, as sentences. columns, totals: as in `ending`."""
        return ()


def contract_misread(
    game: Game, hand: Any, dealer: Seat, carry: Any, denominations: Iterable[Denomination]
) -> Iterator[Mistake]:
    """The double forgotten, or another denomination. denominations: those of the game."""
    bid = hand.contract.bid
    misread = {"The double was forgotten": Contract(bid)} if hand.contract.doubling else {}
    misread |= {
        f"Counted as if {other.words} had been bid": replace(hand.contract, bid=replace(bid, denomination=other))
        for other in denominations
        if other is not bid.denomination
    }
    for name, other in misread.items():
        try:
            score, _ = game.score(replace(hand, contract=other), dealer, carry)
        except core.RuleViolation:
            continue  # No contract of this game, or not with this hand's honors.
        yield Mistake(name, score)
