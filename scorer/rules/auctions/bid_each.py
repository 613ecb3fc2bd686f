"""The auction of games in which everybody bids once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from ..calls import Bid, Call
from ..core import Rule, RuleViolation, Seat, listed
from .auction import Auction


@dataclass(frozen=True)
class BidRuleRefs:
    """The rules of one game that this auction cites: what a bid is, whose turn it is, and one bid each.

    change: the rule by which a bid may be changed until the next player has bid; None where none may.
    """

    words: Rule
    turn: Rule
    end: Rule
    change: Rule | None = None


def nothing_more(auction: "BidEach", seat: Seat, call: Call) -> None:
    """No further check."""


@dataclass(frozen=True, kw_only=True)
class BidEach(Auction):
    """One bid from each player in turn, no pass. There is never a contract.

    bids: every bid of the game, legal now or not, in listing order; in_words: the same for a sentence, "a number
    from 0 to 7". more: a further check of a bid that is in turn and one of `bids`, such as Oh Hell's hook: it gets
    this auction, the seat and the bid, and raises RuleViolation.
    """

    bids: tuple[Call, ...]
    in_words: str
    rule_refs: BidRuleRefs
    more: Callable[["BidEach", Seat, Call], None] = nothing_more

    @property
    def turn_rule(self) -> Rule:
        return self.rule_refs.end if self.over else self.rule_refs.turn

    def vocabulary(self) -> tuple[Call, ...]:
        return self.bids

    @property
    def by_seat(self) -> tuple[Any, ...]:
        """What each player has bid, None for who has not yet."""
        calls = dict(self.calls)
        return tuple(calls.get(seat) for seat in range(len(self.players)))

    @property
    def is_last(self) -> bool:
        """Whether all but one have bid."""
        return len(self.calls) == len(self.players) - 1

    @property
    def level(self) -> int:
        """The numbers bid so far, added up; a bid without a number adds nothing."""
        return sum(call.level for _, call in self.calls if isinstance(call, Bid))

    @property
    def tricks(self) -> int:
        """Those of the hand: the most that can be bid."""
        return max(call.level for call in self.bids if isinstance(call, Bid))

    def check(self, seat: Seat, call: Call) -> None:
        rule_refs, name = self.rule_refs, self.name(seat)
        rule_refs.end.require(
            self.turn is not None, f"Everybody has bid ({self.outcome()}): {name} cannot bid once more."
        )
        rule_refs.turn.require(seat == self.turn, f"It is {self.name(self.turn)}'s turn to bid, not {name}'s.")
        self.check_bid(call)
        self.more(self, seat, call)

    def check_bid(self, call: Call, field: str | None = None) -> None:
        """The bid alone, whoever makes it and whatever was bid before. Raises RuleViolation."""
        self.rule_refs.words.require(
            call in self.bids, f"“{call}” is not a bid of this hand: a bid is {self.in_words}.", field
        )

    def choices(self) -> tuple[tuple[Call, RuleViolation | None], ...]:
        """Every bid in listing order, and why the player in turn may not make it; None where they may."""
        return tuple((call, self.refusal(call)) for call in self.bids)

    def step(self, seat: Seat, call: Call) -> Self:
        self.check(seat, call)
        # `more` looks at the calls so far: a bid is among them at once, also where many steps are taken in a row.
        calls = (*self.calls, (seat, call))
        over = len(calls) == len(self.players)
        return replace(self, calls=calls, turn=None if over else self.left(seat))

    @property
    def change_rule(self) -> Rule | None:
        return self.rule_refs.change

    def instead(self, seat: Seat, call: Call) -> Self | None:
        # The last bid of all stands: the player after it has bid already.
        if not self.change_rule or self.over or not self.calls or self.calls[-1][0] != seat:
            return None
        return replace(self, calls=self.calls[:-1], turn=seat).call(seat, call)

    def last_words(self) -> str:
        """The last bid, repeated in words, and that it was the last."""
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        ended = " Everybody has bid." if self.over else ""
        return f"{self.name(seat)} bids {bid_words(call)}.{ended}"

    def outcome(self) -> str:
        """What everybody has bid so far: "Amber 3, Betty nil and Cindy 4"."""
        return listed([f"{self.name(seat)} {bid_words(call)}" for seat, call in self.calls]) or "nobody has bid"


def bid_words(call: Call) -> str:
    """A bid as it is spoken: "7", "blind 7", "nil"."""
    return call.symbols if isinstance(call, Bid) else str(call)
