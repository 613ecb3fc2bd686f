"""What the variants of Spades have in common: two sides, thirteen tricks, and what a hand hands to the next."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..auctions.bid_each import BidEach
from ..calls import Call
from ..core import Points, ScoreLine, Seat, Worth
from ..fields.field import Field
from ..tricks.cards import WHOLE_PACK, Pack
from ..tricks.play import UnbrokenSuit
from .rules import NEW_YORK_FIRST, TRICKS_TAKEN

SIDES: tuple[tuple[Seat, Seat], ...] = ((0, 2), (1, 3))
TRICKS = 13


@dataclass(frozen=True)
class Side:
    """What a side carries from hand to hand.

    total: its points so far, those the table settled too. bags: all it ever took; paid: those of them that have
    cost their penalty. sets: how many in a row. boston: whether it has just won the game by a Boston.
    """

    total: Points = 0
    bags: int = 0
    paid: int = 0
    sets: int = 0
    boston: bool = False

    @property
    def carried(self) -> int:
        return self.bags - self.paid


@dataclass(frozen=True)
class Carry:
    """hands: how many have been scored or settled."""

    hands: int = 0
    sides: tuple[Side, ...] = (Side(), Side())

    @property
    def is_first(self) -> bool:
        return self.hands == 0

    def behind(self, side: int) -> Points:
        """How many points a side is behind the other; negative where it leads."""
        return self.sides[1 - side].total - self.sides[side].total

    def distance(self, side: int) -> str:
        """The same in words: "99 behind"."""
        behind = self.behind(side)
        return f"{behind} behind" if behind > 0 else "not behind"

    def paying(self, points: Mapping[int, Points]) -> "Carry":
        """After one more hand with these points by side."""
        sides = tuple(replace(side, total=side.total + points.get(i, 0)) for i, side in enumerate(self.sides))
        return Carry(self.hands + 1, sides)


class Variant(ABC):
    """One way of playing Spades at one table. bids: all that can be bid, in listing order; sides: their names."""

    keys: ClassVar[Mapping[str, Field]]
    hand_type: ClassVar[type[Any]]
    bids: ClassVar[tuple[Call, ...]]
    guarded: ClassVar[UnbrokenSuit]
    pack: ClassVar[Pack] = WHOLE_PACK

    def __init__(self, players: Sequence[str], sides: Sequence[str], options: Any) -> None:
        self.players = tuple(players)
        self.sides = tuple(sides)
        self.options = options

    @abstractmethod
    def auction(self, dealer: Seat, carry: Carry) -> BidEach | None:
        """The bidding before its first call; None where the sides agree on their bids."""

    @abstractmethod
    def deal_notes(self, dealer: Seat, carry: Carry) -> Iterator[str]: ...

    @abstractmethod
    def play_notes(self, agreed: Mapping[str, Any]) -> Iterator[str]: ...

    @abstractmethod
    def check_bid(self, bid: Any) -> None:
        """Raise RuleViolation for a bid that nobody can make under these rules."""

    @abstractmethod
    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        """Who bids, in turn: seats or sides by their numbers, with their names; nobody in a hand without bids."""

    def check_now(self, carry: Carry) -> None:
        """Raise RuleViolation where nobody bids in this hand."""
        NEW_YORK_FIRST.require(bool(self.bidders(0, carry)), "The first hand is played without bids.", "bids")

    def may_bid_blind(self, side: int, carry: Carry) -> bool:
        """Whether a side is as far behind as the table asks; exactly so far is far enough."""
        margin = self.options.blind_margin
        return not margin or carry.behind(side) >= margin

    def too_near(self, side: int, carry: Carry) -> str:
        """Why a side may not bid blind."""
        return f"{self.sides[side]} are {carry.distance(side)}, and it takes {self.options.blind_margin}"

    def who_may_bid_blind(self, what: str, carry: Carry) -> Iterator[str]:
        """Sentences for the table. what: what may be bid, "blind nil"."""
        if not self.options.blind_margin:
            yield f"Both sides may bid {what}."
            return
        for side, name in enumerate(self.sides):
            if self.may_bid_blind(side, carry):
                yield f"{name} may bid {what}: they are {carry.behind(side)} behind."

    @abstractmethod
    def check_blind(self, bidder: int, bid: Any, carry: Carry) -> None:
        """Raise RuleViolation for a blind bid of somebody who may not make one now."""

    @abstractmethod
    def check(self, hand: Any, carry: Carry) -> None:
        """Raise RuleViolation unless this hand can have been played; its tricks have been looked at."""

    @abstractmethod
    def bid_text(self, hand: Any, side: int) -> str:
        """What a side bid: "5", "4 and nil", "blind 7"; empty in a hand without bids."""

    @abstractmethod
    def fate(self, hand: Any, side: int) -> str:
        """How the bid of a side fared: "made", "set, nil failed with 2 of these"; empty in a hand without bids."""

    @abstractmethod
    def made(self, hand: Any, side: int) -> bool | None:
        """Whether a side made what it bid together; None where it bid nothing."""

    def with_tricks(self, hand: Any, own: int) -> Any:
        """The same bids with other tricks. own: of the first side."""
        return replace(hand, tricks=(own, TRICKS - own))

    def kept(self, hand: Any) -> str:
        """What does not change with the tricks of the sides, as a sentence."""
        return ""

    @abstractmethod
    def lines(self, hand: Any, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        """What a side scores and why, and what it carries on, its total apart."""

    @abstractmethod
    def events(self, side: int, before: Side, after: Side) -> Iterator[str]: ...

    def due(self, side: int, before: Side) -> str:
        """What the next hand costs a side whatever it brings, as a sentence; empty for nothing."""
        return ""

    @abstractmethod
    def mark(self, side: Side) -> tuple[str, str]:
        """The name and the text of what the sheet shows beside a side's points; no text where there is nothing."""

    def check_key(self, key: str, value: Any) -> None:
        if key == "bids":
            self.check_bid(value)
        else:
            TRICKS_TAKEN.require(0 <= value <= TRICKS, f"Nobody can have taken {value} of {TRICKS} tricks.", key)

    def check_tricks(self, tricks: Sequence[int]) -> None:
        TRICKS_TAKEN.require(
            sum(tricks) == TRICKS,
            f"{tricks[0]} and {tricks[1]} tricks are {sum(tricks)}: a hand has {TRICKS}.",
            "tricks",
        )

    def paid(self, hand: Any) -> Points:
        """What the first side scores for a hand, were it the first of the evening."""
        return sum(line[0] for line in self.lines(hand, 0, Side())[0])

    def score_lines(self, hand: Any, carry: Carry) -> tuple[tuple[ScoreLine, ...], Carry]:
        """What both sides score, and what they carry on."""
        scored = [self.lines(hand, index, side) for index, side in enumerate(carry.sides)]
        lines = tuple(ScoreLine(index, *line) for index, (own, _) in enumerate(scored) for line in own)
        points = {index: sum(line[0] for line in own) for index, (own, _) in enumerate(scored)}
        return lines, replace(carry, sides=tuple(side for _, side in scored)).paying(points)
