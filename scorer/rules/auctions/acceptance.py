"""Auctions in which a bid needs a partner: the others are asked in turn, until one of them accepts it."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ..calls import Bid, Call, Contract, Word
from ..core import Rule, Seat
from .auction import Auction, Spoken


@dataclass(frozen=True)
class AcceptanceRuleRefs:
    """The rules of one game that any auction with acceptance cites."""

    words: Rule
    stages: Rule
    end: Rule
    proposal_turn: Rule
    acceptance_turn: Rule


@dataclass(frozen=True)
class Exchange:
    """One bidding stage and the acceptance stage it led to, as in Offender's example."""

    proposals: tuple[Spoken, ...] = ()
    answers: tuple[Spoken, ...] = ()

    @property
    def accepted(self) -> bool:
        return bool(self.answers) and self.answers[-1][1] is Word.ACCEPT


@dataclass(frozen=True, kw_only=True)
class Acceptance(Auction):
    """Stages of bidding and of acceptance alternate; a game says what may be bid and when the auction is over.

    bids: every bid of the game, in listing order. after_acceptance: whose left-hand neighbor speaks after an
    acceptance, "proposer" or "accepter". proposal: the bid that waits for an answer, of proposer. passes: how many
    since the count last began.
    """

    pass_word: ClassVar[Word]
    reject_word: ClassVar[Word]
    speaking: ClassVar[str]
    """What a player may do whose turn it is to bid: "bid or pass"."""
    offering: ClassVar[str]
    """What a bid is called: "bid"."""

    bids: tuple[Bid, ...]
    rule_refs: AcceptanceRuleRefs
    after_acceptance: str = "proposer"
    proposal: Bid | None = None
    proposer: Seat | None = None
    passes: int = 0

    @property
    def stage(self) -> str:
        return "acceptance" if self.proposal and not self.over else "bidding"

    @property
    def turn_rule(self) -> Rule:
        if self.over:
            return self.rule_refs.end
        return self.rule_refs.acceptance_turn if self.stage == "acceptance" else self.rule_refs.proposal_turn

    @property
    def passes_to_end(self) -> int:
        """How many passes end the bidding."""
        return len(self.players)

    def vocabulary(self) -> tuple[Call, ...]:
        return (self.pass_word, *self.bids, Word.ACCEPT, self.reject_word)

    def check(self, seat: Seat, call: Call) -> None:
        if self.turn is None:
            self.rule_refs.end.broken(f"The bidding is over ({self.outcome()}): there are no more calls.")
        if not isinstance(call, Bid):
            self.check_word(call)
        if self.stage == "acceptance":
            self._check_answer(seat, call)
        else:
            self._check_stage(seat, call)
            self.check_speech(seat, call)

    @abstractmethod
    def check_word(self, word: Word) -> None:
        """Raise RuleViolation for a word that is no call of this game."""

    @abstractmethod
    def check_speech(self, seat: Seat, call: Call) -> None:
        """Raise RuleViolation unless this player may make this call in their turn to bid."""

    def _check_answer(self, seat: Seat, call: Call) -> None:
        rule_refs, asked = self.rule_refs, self.name(self.turn)
        offer = f"{self.name(self.proposer)}'s {self.proposal.symbols if self.proposal else ''}"
        answer = f"{Word.ACCEPT} or {self.reject_word}"
        rule_refs.acceptance_turn.require(
            seat == self.turn, f"It is {asked}'s turn to {answer} {offer}, not {self.name(seat)}'s."
        )
        rule_refs.stages.require(
            call in (Word.ACCEPT, self.reject_word),
            f"{asked} must {answer} {offer} before anybody may say “{_quoted(call)}”.",
        )

    def _check_stage(self, seat: Seat, call: Call) -> None:
        rule_refs, name = self.rule_refs, self.name(seat)
        rule_refs.proposal_turn.require(
            seat == self.turn, f"It is {self.name(self.turn)}'s turn to {self.speaking}, not {name}'s."
        )
        rule_refs.stages.require(
            call not in (Word.ACCEPT, self.reject_word),
            f"There is no {self.offering} for {name} to {call}: "
            f"{'none has been made' if self.proposer is None else 'the last one is settled'}.",
        )

    def step(self, seat: Seat, call: Call) -> Self:
        self.check(seat, call)
        if isinstance(call, Bid):
            return self.offered(seat, call)
        if call is Word.ACCEPT:
            return self.accepted(seat)
        if call is self.reject_word:
            left = self.left(seat)
            return replace(self, turn=left) if left != self.proposer else self.refused(left)
        return self.spoke(seat, call)

    def offered(self, seat: Seat, bid: Bid) -> Self:
        """A bid was made, and waits for the first answer."""
        return replace(self, proposal=bid, proposer=seat, turn=self.left(seat))

    def accepted(self, seat: Seat) -> Self:
        """This player accepted the bid: it is the contract so far."""
        bid, proposer = self.proposal, self.proposer
        if bid is None or proposer is None:
            return self
        after = proposer if self.after_acceptance == "proposer" else seat
        return replace(
            self,
            contract=Contract(bid),
            declarer=proposer,
            partner=seat,
            proposal=None,
            turn=self.left(after),
            passes=0,
        )

    @abstractmethod
    def refused(self, proposer: Seat) -> Self:
        """Nobody accepted this player's bid."""

    def spoke(self, seat: Seat, word: Word) -> Self:
        """A word that is no answer was said: a pass, in most games."""
        passes = self.passes + 1
        return replace(self, passes=passes, turn=None if passes == self.passes_to_end else self.left(seat))

    def outcome(self) -> str:
        if self.contract is None:
            return f"no {self.offering} was accepted"
        return f"{self.contract.symbols}, {self.name(self.declarer)} with {self.name(self.partner)}"

    def exchanges(self) -> tuple[Exchange, ...]:
        """The calls so far, stage by stage; the last one may be unfinished."""
        rows: list[Exchange] = []
        for spoken in self.calls:
            answer = spoken[1] in (Word.ACCEPT, self.reject_word)
            if not rows or (not answer and rows[-1].answers):
                rows.append(Exchange())
            row = rows[-1]
            rows[-1] = (
                replace(row, answers=(*row.answers, spoken))
                if answer
                else replace(row, proposals=(*row.proposals, spoken))
            )
        return tuple(rows)


def _quoted(call: Call) -> str:
    return call.symbols if isinstance(call, Bid) else str(call)
