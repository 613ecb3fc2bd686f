"""The auction of Offender: proposals, and their acceptance [S0 Bidding]."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ..auctions.acceptance import Acceptance, AcceptanceRuleRefs, Exchange
from ..calls import Bid, Call, Denomination, Word
from ..core import Rule, Seat

__all__ = ["Exchange", "ProposalRuleRefs", "Proposals"]


@dataclass(frozen=True)
class ProposalRuleRefs(AcceptanceRuleRefs):
    """The rules of one game that an auction by proposals cites."""

    proposal: Rule
    higher: Rule
    bar: Rule
    no_trump: Rule


@dataclass(frozen=True, kw_only=True)
class Proposals(Acceptance):
    """Proposal stages and acceptance stages [S0 Bidding 1-11].

    abandoned: the last proposal, where everyone rejected it; barred: its proposer, who may not propose again yet.
    The auction ends when every player passes in one proposal stage, or when the highest number is accepted.
    """

    pass_word: ClassVar[Word] = Word.NO_PROPOSAL
    reject_word: ClassVar[Word] = Word.REJECT
    speaking: ClassVar[str] = "propose or not"
    offering: ClassVar[str] = "proposal"

    rule_refs: ProposalRuleRefs
    abandoned: Bid | None = None
    barred: Seat | None = None

    @property
    def highest(self) -> int:
        return self.bids[-1].level

    def check_word(self, word: Word) -> None:
        self.rule_refs.words.require(
            word in (Word.NO_PROPOSAL, Word.ACCEPT, Word.REJECT),
            f"“{word}” is not a call of this game: a player proposes, accepts or rejects, or says “no proposal”.",
        )

    def check_speech(self, seat: Seat, call: Call) -> None:
        if not isinstance(call, Bid):
            return
        self.check_bid(call)
        floor = self.contract
        self.rule_refs.higher.require(
            floor is None or call.level > floor.level,
            f"{self.name(seat)} must propose more than {floor.level if floor else 0} tricks: the contract so far "
            f"is {floor.symbols if floor else ''}.",
        )
        self.rule_refs.bar.require(seat != self.barred, self.bar_reason() or "")

    def check_bid(self, bid: Bid, field: str | None = None) -> None:
        """The number and the suit alone, whatever was called before. Raises RuleViolation."""
        rule_refs, lowest = self.rule_refs, self.bids[0].level
        denominations = {bid.denomination for bid in self.bids if bid.level == lowest}
        rule_refs.no_trump.require(
            bid.denomination is not Denomination.NO_TRUMP or bid.denomination in denominations,
            f"{bid.symbols} cannot be proposed: this table does not play no-trump contracts.",
            field,
        )
        rule_refs.words.require(
            bid.denomination in denominations,
            f"“{bid}” is not a proposal of this game: it names a number of tricks and one of the four suits.",
            field,
        )
        rule_refs.proposal.require(
            lowest <= bid.level <= self.highest,
            f"{bid.symbols} cannot be proposed: a proposal is for {lowest} to {self.highest} tricks.",
            field,
        )

    def bar_reason(self) -> str | None:
        if self.barred is None or self.over:
            return None
        suit = self.abandoned.symbols if self.abandoned else ""
        return (
            f"{self.name(self.barred)} may not propose: their {suit} was abandoned and nobody has proposed since."
        )

    @property
    def bar_rule(self) -> Rule | None:
        return self.rule_refs.bar if self.bar_reason() else None

    def last_words(self) -> str:
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        name = self.name(seat)
        if isinstance(call, Bid):
            return f"{name} proposes {call.words}."
        if call is Word.NO_PROPOSAL:
            return f"{name} makes no proposal.{self.ended}"
        settled = ""
        if call is Word.REJECT and self.proposal is None:
            settled = f" {self.name(self.barred)}'s proposal is abandoned."
        elif self.over:
            settled = " Nothing is higher: the bidding is over."
        return f"{name} {call}s {self.last_bid.words}.{settled}"

    def what_a_pass_does(self) -> str:
        """How many more must pass to end the bidding, and what then stands."""
        left = self.passes_to_end - self.passes
        then = f"the contract is {self.contract.symbols}" if self.contract else "the hand is abandoned"
        if left == 1:
            return f"If {self.name(self.turn)} does not propose either, {then}."
        return f"If {f'the next {left} do not propose' if self.passes else 'nobody proposes'}, {then}."

    def offered(self, seat: Seat, bid: Bid) -> Self:
        # A proposal of another player lifts the bar; the barred player cannot propose.
        return replace(super().offered(seat, bid), barred=None, abandoned=None, passes=0)

    def accepted(self, seat: Seat) -> Self:
        after = super().accepted(seat)
        return replace(after, turn=None) if self.proposal and self.proposal.level == self.highest else after

    def refused(self, proposer: Seat) -> Self:
        return replace(self, proposal=None, barred=proposer, abandoned=self.proposal, turn=self.left(proposer))
