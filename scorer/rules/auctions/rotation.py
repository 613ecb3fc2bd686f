"""The auction of bridge: calls in turn, each bid higher than the last, until all others pass."""

from dataclasses import dataclass, replace
from typing import Self

from ..calls import Bid, Call, Contract, Denomination, Word
from ..core import Rule, Seat
from .auction import Auction


@dataclass(frozen=True)
class RotationRuleRefs:
    """The rules of one game that an auction in rotation cites. double, redouble: None in a game without them."""

    words: Rule
    bid: Rule
    higher: Rule
    turn: Rule
    end: Rule
    double: Rule | None = None
    redouble: Rule | None = None


@dataclass(frozen=True, kw_only=True)
class Rotation(Auction):
    """Calls in turn at a table of two sides, seats 1 and 3 against 2 and 4 [S3 The bidding; S4].

    bids: every bid of the game, from the lowest to the highest. obliged: the bid that the opener must play when
    everybody passes; without one the hand is passed out. Three passes end it otherwise.
    declarer: the player of the bidding side who first named the denomination. passes: since the last other call.
    """

    bids: tuple[Bid, ...]
    rule_refs: RotationRuleRefs
    obliged: Bid | None = None
    named: tuple[tuple[Seat, Denomination | None], ...] = ()
    passes: int = 0

    @property
    def turn_rule(self) -> Rule:
        return self.rule_refs.end if self.over else self.rule_refs.turn

    @property
    def words(self) -> tuple[Word, ...]:
        """The calls of the game that are no bids, doubles last."""
        doubles = (Word.DOUBLE, self.rule_refs.double), (Word.REDOUBLE, self.rule_refs.redouble)
        return Word.PASS, *(word for word, law in doubles if law)

    def vocabulary(self) -> tuple[Call, ...]:
        return (Word.PASS, *self.bids, *self.words[1:])

    def check(self, seat: Seat, call: Call) -> None:
        rule_refs, name = self.rule_refs, self.name(seat)
        if self.turn is None:
            rule_refs.end.broken(f"The bidding is over ({self.outcome()}): there are no more calls.")
        if not isinstance(call, Bid):
            words = " or ".join(f"“{word}”" for word in self.words)
            rule_refs.words.require(
                call in self.words, f"“{call}” is not a call of this game: a player bids or says {words}."
            )
        rule_refs.turn.require(seat == self.turn, f"It is {self.name(self.turn)}'s turn to call, not {name}'s.")
        if isinstance(call, Bid):
            self.check_bid(call)
            last = self.contract.bid if self.contract else None
            rule_refs.higher.require(
                last is None or self.bids.index(call) > self.bids.index(last),
                f"{name} must bid more than {last.symbols if last else ''}: a higher number, or the same number "
                "of a higher denomination.",
            )
        elif call is Word.DOUBLE and rule_refs.double:
            rule_refs.double.require(*self._may_double(seat))
        elif call is Word.REDOUBLE and rule_refs.redouble:
            rule_refs.redouble.require(*self._may_redouble(seat))

    def check_bid(self, bid: Bid, field: str | None = None) -> None:
        """The level and the denomination alone, whatever was called before. Raises RuleViolation."""
        lowest, highest = self.bids[0].level, self.bids[-1].level
        denominations = [bid.denomination for bid in self.bids if bid.level == lowest and bid.denomination]
        self.rule_refs.words.require(
            bid.denomination in denominations,
            f"“{bid}” is not a bid of this game: it names a number and one of "
            f"{', '.join(denomination.words for denomination in denominations)}.",
            field,
        )
        self.rule_refs.bid.require(
            lowest <= bid.level <= highest,
            f"{bid.symbols} cannot be bid: the number is {lowest} to {highest}.",
            field,
        )

    def _may_double(self, seat: Seat) -> tuple[bool, str]:
        name, contract = self.name(seat), self.contract
        if contract is None or self.declarer is None:
            return False, f"{name} cannot double: nobody has bid."
        if contract.doubling:
            return False, f"{name} cannot double: {contract.bid.symbols} is {_doubled(contract)} already."
        return (
            not _same_side(seat, self.declarer),
            f"{name} cannot double {contract.symbols}: only the opponents of who bid it may.",
        )

    def _may_redouble(self, seat: Seat) -> tuple[bool, str]:
        name, contract = self.name(seat), self.contract
        if contract is None or self.declarer is None or contract.doubling == 0:
            return False, f"{name} cannot redouble: nothing is doubled."
        if contract.doubling == 2:
            return False, f"{name} cannot redouble: {contract.bid.symbols} is {_doubled(contract)} already."
        return (
            _same_side(seat, self.declarer),
            f"{name} cannot redouble {contract.bid.symbols}: only the side that was doubled may.",
        )

    def last_words(self) -> str:
        """The last call, repeated in words, and what it settled."""
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        name = self.name(seat)
        if isinstance(call, Bid):
            return f"{name} bids {call.words}."
        if call is Word.PASS:
            return f"{name} passes.{self.ended}"
        return f"{name} {'doubles' if call is Word.DOUBLE else 'redoubles'} {self.last_bid.words}."

    def what_a_pass_does(self) -> str:
        """How many more must pass to end the bidding, and what then stands."""
        left = self._passes_needed - self.passes
        if self.contract:
            then = f"the contract is {self.contract.symbols}"
        elif self.obliged:
            opener = self.name(None if self.turn is None else (self.turn - self.passes) % len(self.players))
            then = f"{opener} must play {self.obliged.symbols}"
        else:
            then = "the hand is passed out"
        if left == 1:
            return f"With this pass {then}."
        return f"With {left} more passes {then}." if self.passes else f"If all {left} pass {then}."

    def outcome(self) -> str:
        if self.contract is None:
            return "nobody has bid"
        role = "is declarer" if self.named else "must play it"
        return f"{self.contract.symbols}, {self.name(self.declarer)} {role}"

    def step(self, seat: Seat, call: Call) -> Self:
        self.check(seat, call)
        left = self.left(seat)
        if call is Word.PASS:
            return self._passed(left)
        if isinstance(call, Bid):
            named = (*self.named, (seat, call.denomination))
            first = next(
                namer
                for namer, denomination in named
                if denomination is call.denomination and _same_side(namer, seat)
            )
            return replace(self, turn=left, passes=0, contract=Contract(call), declarer=first, named=named)
        doubled = self.contract and replace(self.contract, doubling=1 if call is Word.DOUBLE else 2)
        return replace(self, turn=left, passes=0, contract=doubled)

    @property
    def _passes_needed(self) -> int:
        return len(self.players) - (1 if self.contract else 0)

    def _passed(self, left: Seat) -> Self:
        passes = self.passes + 1
        if passes < self._passes_needed:
            return replace(self, passes=passes, turn=left)
        if self.contract is None and self.obliged:
            # All have passed: the player at the left of the last one opened.
            return replace(self, passes=passes, turn=None, contract=Contract(self.obliged), declarer=left)
        return replace(self, passes=passes, turn=None)


def _same_side(one: Seat, other: Seat) -> bool:
    return (one - other) % 2 == 0


def _doubled(contract: Contract) -> str:
    return "redoubled" if contract.doubling == 2 else "doubled"
