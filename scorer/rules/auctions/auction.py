"""What the auctions have in common. Whose turn it is, and everything else, follows from the list of calls.

`check` alone decides what is legal.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Self

from ..calls import Bid, Call, Contract
from ..core import Rule, RuleViolation, Seat

Spoken = tuple[Seat, Call]


@dataclass(frozen=True, kw_only=True)
class Auction(ABC):
    """Immutable: `call` gives the next state. turn: who opens, at first; None when the auction is over."""

    players: tuple[str, ...]
    turn: Seat | None
    calls: tuple[Spoken, ...] = ()
    contract: Contract | None = None
    declarer: Seat | None = None
    partner: Seat | None = None

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def stage(self) -> str:
        """ "bidding" or "acceptance"; "bidding" when the auction is over."""
        return "bidding"

    @property
    @abstractmethod
    def turn_rule(self) -> Rule:
        """The rule that gives the turn to a player now, or that ends the auction."""

    @property
    def bar_rule(self) -> Rule | None:
        """The rule that keeps a player from bidding now; None while it keeps nobody."""
        return None

    @abstractmethod
    def check(self, seat: Seat, call: Call) -> None:
        """Raise RuleViolation unless this player may make this call now."""

    @abstractmethod
    def vocabulary(self) -> tuple[Call, ...]:
        """Every call of the game, legal now or not, in the order in which calls are listed."""

    @abstractmethod
    def step(self, seat: Seat, call: Call) -> Self:
        """The state after this call, which is not yet among the calls. Raises RuleViolation."""

    def spoken(self, calls: tuple[Spoken, ...]) -> Self:
        """This state with these calls as those that have led to it."""
        return replace(self, calls=calls)

    def call(self, seat: Seat, call: Call) -> Self:
        """The auction after this call. Raises RuleViolation."""
        return self.step(seat, call).spoken((*self.calls, (seat, call)))

    @property
    def change_rule(self) -> Rule | None:
        """The rule by which a call may be changed until the next player has spoken; None where none may."""
        return None

    def instead(self, seat: Seat, call: Call) -> Self | None:
        """The auction with this call in place of the player's last one; None where it cannot be changed any more.

        Raises RuleViolation where the player could not have made it.
        """
        return None

    def legal(self) -> tuple[Call, ...]:
        """The calls the player whose turn it is may make, in listing order; none when it is over."""
        return tuple(call for call in self.vocabulary() if self.refusal(call) is None)

    def refusal(self, call: Call) -> RuleViolation | None:
        """Why the player whose turn it is may not make this call, or None when they may."""
        try:
            self.check(self.turn if self.turn is not None else 0, call)
        except RuleViolation as violation:
            return violation
        return None

    @abstractmethod
    def last_words(self) -> str:
        """The last call, repeated in words, and what it settled; empty before the first."""

    @abstractmethod
    def outcome(self) -> str:
        """What the calls have led to so far, as half a sentence: "6♥, Amber with Cindy"."""

    def what_a_pass_does(self) -> str:
        """What would follow from another pass, as a sentence; empty in a game without passes."""
        return ""

    def bar_reason(self) -> str | None:
        """Who may not bid now, and why, as a sentence; None while nobody is barred."""
        return None

    def name(self, seat: Seat | None) -> str:
        return "nobody" if seat is None else self.players[seat]

    def left(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    @property
    def last_bid(self) -> Bid:
        """The last bid that was called; a ValueError without any."""
        for _, call in reversed(self.calls):
            if isinstance(call, Bid):
                return call
        raise ValueError("nobody has bid")

    @property
    def ended(self) -> str:
        """What follows on the last call when it was the last of the auction, as a sentence with a space before."""
        return f" The bidding is over: {self.outcome()}." if self.over else ""
