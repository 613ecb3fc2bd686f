"""The auction of Pirate Bridge: bids that need an acceptor, passes, doubles and redoubles [S1]."""

from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self

from ..auctions.acceptance import Acceptance, AcceptanceRuleRefs
from ..calls import BRIDGE, Bid, Call, Word
from ..core import Seat
from .rules import BID, CHOICE, DOUBLE, HIGHER, REDOUBLE, RULE_REFS

LEVELS = range(1, 8)
BIDS = tuple(Bid(level, denomination) for level, denomination in product(LEVELS, BRIDGE))
DOUBLES = (Word.DOUBLE, Word.REDOUBLE)


def check_bid(bid: Bid, field: str | None = None) -> None:
    """The level and the denomination alone, whatever was called before. Raises RuleViolation."""
    BID.require(
        bid.denomination in BRIDGE,
        f"“{bid}” is not a bid of this game: it names a number of tricks, and one of the four suits or no-trump.",
        field,
    )
    BID.require(
        bid.level in LEVELS,
        f"{bid.symbols} cannot be bid: a bid is for {LEVELS[0]} to {LEVELS[-1]} tricks above six.",
        field,
    )


@dataclass(frozen=True, kw_only=True)
class PirateBidding(Acceptance):
    """Passes and rejected bids count alike: three after an acceptance, a double or a redouble end the bidding,
    four before the first acceptance throw the hand in. So the acceptor gets no turn after the acceptance.
    """

    pass_word: ClassVar[Word] = Word.PASS
    reject_word: ClassVar[Word] = Word.DECLINE
    speaking: ClassVar[str] = "bid or pass"
    offering: ClassVar[str] = "bid"

    bids: tuple[Bid, ...] = BIDS
    rule_refs: AcceptanceRuleRefs = RULE_REFS
    after_acceptance: str = "accepter"

    @property
    def passes_to_end(self) -> int:
        return len(self.players) - (self.contract is not None)

    def vocabulary(self) -> tuple[Call, ...]:
        return (self.pass_word, *self.bids, *DOUBLES, Word.ACCEPT, self.reject_word)

    def check_word(self, word: Word) -> None:
        CHOICE.require(
            word in (Word.PASS, *DOUBLES, Word.ACCEPT, Word.DECLINE),
            f"“{word}” is not a call of this game: a player bids, passes, doubles or redoubles, and accepts or "
            "declines the bids of others.",
        )

    def check_speech(self, seat: Seat, call: Call) -> None:
        if isinstance(call, Bid):
            check_bid(call)
            floor = self.contract
            HIGHER.require(
                floor is None or self.bids.index(call) > self.bids.index(floor.bid),
                f"{call.symbols} is not higher than {floor.bid.symbols if floor else ''}, the contract so far.",
            )
        elif call is Word.DOUBLE:
            self._check_double(seat)
        elif call is Word.REDOUBLE:
            self._check_redouble(seat)

    def _check_double(self, seat: Seat) -> None:
        contract, name = self.contract, self.name(seat)
        if contract is None:
            DOUBLE.broken(f"There is nothing for {name} to double: no bid has been accepted yet.")
        DOUBLE.require(contract.doubling == 0, f"{contract.symbols} cannot be doubled again.")
        DOUBLE.require(
            seat not in (self.declarer, self.partner),
            f"{name} cannot double {contract.symbols}: it is their own contract, {self.outcome()}.",
        )

    def _check_redouble(self, seat: Seat) -> None:
        contract, name = self.contract, self.name(seat)
        if contract is None or contract.doubling != 1:
            REDOUBLE.broken(f"There is nothing for {name} to redouble.")
        REDOUBLE.require(
            seat in (self.declarer, self.partner),
            f"{name} cannot redouble {contract.symbols}: they are neither its declarer nor its acceptor.",
        )

    def refused(self, proposer: Seat) -> Self:
        return replace(self, proposal=None).spoke(proposer, Word.PASS)

    def spoke(self, seat: Seat, word: Word) -> Self:
        if word not in DOUBLES or self.contract is None:
            return super().spoke(seat, word)
        doubled = replace(self.contract, doubling=self.contract.doubling + 1)
        return replace(self, contract=doubled, passes=0, turn=self.left(seat))

    def last_words(self) -> str:
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        return f"{self.name(seat)} {self._did(call)}.{self.ended}"

    def _did(self, call: Call) -> str:
        match call:
            case Bid():
                return f"bids {call.words}"
            case Word.ACCEPT:
                return f"accepts {self.last_bid.words}"
            case Word.DECLINE:
                rejected = f". {self.name(self.proposer)}'s bid is rejected" if self.proposal is None else ""
                return f"declines {self.last_bid.words}{rejected}"
            case Word.DOUBLE | Word.REDOUBLE:
                return f"{call.name.lower()}s {self.contract.bid.words if self.contract else ''}"
            case _:
                return "passes"

    def what_a_pass_does(self) -> str:
        """How many more passes end the bidding, and what then stands."""
        left = self.passes_to_end - self.passes
        then = f"the contract is {self.contract.symbols}" if self.contract else "the hand is thrown in"
        return f"With this pass {then}." if left == 1 else f"With {left} passes {then}."
