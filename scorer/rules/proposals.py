"""The auction of games whose partners find each other: proposals, and their acceptance."""

from dataclasses import dataclass, replace
from typing import Self

from .auction import Auction, Spoken
from .calls import Bid, Call, Contract, Denomination, Word
from .core import Rule, Seat


@dataclass(frozen=True)
class ProposalLaws:
    """The rules of one game that an auction by proposal and acceptance cites."""

    words: Rule
    proposal: Rule
    higher: Rule
    bar: Rule
    stages: Rule
    end: Rule
    proposal_turn: Rule
    acceptance_turn: Rule
    no_trump: Rule


@dataclass(frozen=True)
class Exchange:
    """One proposal stage and the acceptance stage it led to, as the document's example lays them out."""

    proposals: tuple[Spoken, ...] = ()
    answers: tuple[Spoken, ...] = ()

    @property
    def accepted(self) -> bool:
        return bool(self.answers) and self.answers[-1][1] is Word.ACCEPT


@dataclass(frozen=True)
class Proposals(Auction):
    """Bids that need a partner: a proposal stage and an acceptance stage in turns [S0 Bidding 1-11].

    bids: every bid of the game, in listing order. turn: who opens, at first.
    after_acceptance: whose left-hand neighbor speaks after an acceptance, "proposer" or "accepter".
    Every player silent in one proposal stage ends it; so does the acceptance of the highest number.
    """

    players: tuple[str, ...]
    bids: tuple[Bid, ...]
    laws: ProposalLaws
    turn: Seat | None
    after_acceptance: str = "proposer"
    calls: tuple[Spoken, ...] = ()
    contract: Contract | None = None
    declarer: Seat | None = None
    partner: Seat | None = None
    proposal: Bid | None = None
    proposer: Seat | None = None
    abandoned: Bid | None = None
    barred: Seat | None = None
    silences: int = 0

    @property
    def stage(self) -> str:
        return "acceptance" if self.proposal and not self.over else "bidding"

    @property
    def highest(self) -> int:
        return self.bids[-1].level

    def vocabulary(self) -> tuple[Call, ...]:
        return (Word.NO_PROPOSAL, *self.bids, Word.ACCEPT, Word.REJECT)

    def check(self, seat: Seat, call: Call) -> None:
        laws = self.laws
        if self.turn is None:
            laws.end.broken(f"The bidding is over ({self.outcome()}): there are no more calls.")
        if not isinstance(call, Bid):
            laws.words.require(
                call in (Word.NO_PROPOSAL, Word.ACCEPT, Word.REJECT),
                f"“{call}” is not a call of this game: a player proposes, accepts or rejects, "
                "or says “no proposal”.",
            )
        if self.stage == "acceptance":
            self._check_answer(seat, call)
        else:
            self._check_proposal(seat, call)

    def _check_answer(self, seat: Seat, call: Call) -> None:
        laws, asked = self.laws, self.name(self.turn)
        offer = f"{self.name(self.proposer)}'s {self.proposal.symbols if self.proposal else ''}"
        laws.acceptance_turn.require(
            seat == self.turn, f"It is {asked}'s turn to accept or reject {offer}, not {self.name(seat)}'s."
        )
        laws.stages.require(
            call in (Word.ACCEPT, Word.REJECT),
            f"{asked} must accept or reject {offer} before anybody may say “{self._said(call)}”.",
        )

    def _check_proposal(self, seat: Seat, call: Call) -> None:
        laws, name = self.laws, self.name(seat)
        laws.proposal_turn.require(
            seat == self.turn, f"It is {self.name(self.turn)}'s turn to propose or not, not {name}'s."
        )
        laws.stages.require(
            call not in (Word.ACCEPT, Word.REJECT),
            f"There is no proposal for {name} to {call}: the last one is settled.",
        )
        if not isinstance(call, Bid):
            return
        self.check_bid(call)
        floor = self.contract
        laws.higher.require(
            floor is None or call.level > floor.level,
            f"{name} must propose more than {floor.level if floor else 0} tricks: the contract pro tem is "
            f"{floor.symbols if floor else ''}.",
        )
        laws.bar.require(seat != self.barred, self.bar_reason() or "")

    def check_bid(self, bid: Bid, field: str | None = None) -> None:
        """The number and the suit alone, whatever was called before. Raises RuleViolation."""
        laws, lowest = self.laws, self.bids[0].level
        denominations = {known.denomination for known in self.bids}
        laws.no_trump.require(
            bid.denomination is not Denomination.NO_TRUMP or bid.denomination in denominations,
            f"{bid.symbols} cannot be proposed: this table does not play no-trump contracts.",
            field,
        )
        laws.words.require(
            bid.denomination in denominations,
            f"“{bid}” is not a proposal of this game: it names a number of tricks and one of the four suits.",
            field,
        )
        laws.proposal.require(
            lowest <= bid.level <= self.highest,
            f"{bid.symbols} cannot be proposed: a proposal is for {lowest} to {self.highest} tricks.",
            field,
        )

    def bar_reason(self) -> str | None:
        """Who may not propose now, and why, as a sentence; None while nobody is barred."""
        if self.barred is None or self.over:
            return None
        suit = self.abandoned.symbols if self.abandoned else ""
        return f"{self.name(self.barred)} may not propose: her {suit} was abandoned and nobody has proposed since."

    def last_words(self) -> str:
        """The last call, repeated in words, and what it settled."""
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        name = self.name(seat)
        if isinstance(call, Bid):
            return f"{name} proposes {call.words}."
        if call is Word.NO_PROPOSAL:
            ended = f" The bidding is over: {self.outcome()}." if self.over else ""
            return f"{name} makes no proposal.{ended}"
        offered = next(bid for _, bid in reversed(self.calls) if isinstance(bid, Bid))
        settled = ""
        if call is Word.REJECT and self.proposal is None:
            settled = f" {self.name(self.barred)}'s proposal is abandoned."
        elif self.over:
            settled = " Nothing is higher: the bidding is over."
        return f"{name} {call}s {offered.words}.{settled}"

    def what_silence_does(self) -> str:
        """How many more must be silent to end the bidding, and what then stands."""
        left = len(self.players) - self.silences
        then = f"the contract is {self.contract.symbols}" if self.contract else "the hand is abandoned"
        if left == 1:
            return f"With this silence {then}."
        return f"With {left} more silent {then}." if self.silences else f"If all {left} are silent {then}."

    def outcome(self) -> str:
        if self.contract is None:
            return "no proposal was accepted"
        return f"{self.contract.symbols}, {self.name(self.declarer)} with {self.name(self.partner)}"

    def spoken(self, calls: tuple[Spoken, ...]) -> Self:
        return replace(self, calls=calls)

    def step(self, seat: Seat, call: Call) -> Self:
        self.check(seat, call)
        if isinstance(call, Bid):
            # Any proposal by somebody else lifts the bar; the barred player herself never gets here.
            return replace(
                self,
                proposal=call,
                proposer=seat,
                turn=self._left(seat),
                barred=None,
                abandoned=None,
                silences=0,
            )
        if call is Word.NO_PROPOSAL:
            silences = self.silences + 1
            ended = silences == len(self.players)
            return replace(self, silences=silences, turn=None if ended else self._left(seat))
        return self._answered(seat, accepted=call is Word.ACCEPT)

    def _answered(self, seat: Seat, *, accepted: bool) -> Self:
        bid, proposer = self.proposal, self.proposer
        if bid is None or proposer is None:
            return self
        if accepted:
            after = proposer if self.after_acceptance == "proposer" else seat
            return replace(
                self,
                contract=Contract(bid),
                declarer=proposer,
                partner=seat,
                proposal=None,
                turn=None if bid.level == self.highest else self._left(after),
            )
        following = self._left(seat)
        if following != proposer:
            return replace(self, turn=following)
        return replace(self, proposal=None, barred=proposer, abandoned=bid, turn=self._left(proposer))

    def exchanges(self) -> tuple[Exchange, ...]:
        """The calls so far, stage by stage; the last one may be unfinished."""
        rows: list[Exchange] = []
        for spoken in self.calls:
            answer = spoken[1] in (Word.ACCEPT, Word.REJECT)
            if not rows or (not answer and rows[-1].answers):
                rows.append(Exchange())
            row = rows[-1]
            rows[-1] = (
                replace(row, answers=(*row.answers, spoken))
                if answer
                else replace(row, proposals=(*row.proposals, spoken))
            )
        return tuple(rows)

    def _left(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    @staticmethod
    def _said(call: Call) -> str:
        return call.symbols if isinstance(call, Bid) else str(call)
