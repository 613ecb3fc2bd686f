"""Auctions: what all have in common, and those that several games share: an acceptor for each bid, bids in
rotation, one bid each. Whose turn it is, and everything else, follows from the list of calls;
`check` alone decides what is legal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from .calls import DOUBLED, Bid, Call, Contract, Denomination, Word
from .core import Rule, RuleViolation, Seat, listed

Spoken = tuple[Seat, Call]
Change = dict[str, Any]
"""What is another in the next state of an auction, by field."""


class Bids(tuple[Bid, ...]):
    """Every bid of a game, in listing order; made once, for all hands."""

    @classmethod
    def of(cls, levels: Iterable[int], denominations: Iterable[Denomination]) -> Self:
        """Every denomination at the first level, then at the next."""
        return cls(Bid(level, denomination) for level, denomination in product(levels, denominations))

    @cached_property
    def places(self) -> Mapping[Bid, int]:
        """The place of each bid in the order, from 0."""
        return {bid: place for place, bid in enumerate(self)}

    @cached_property
    def denominations(self) -> tuple[Denomination, ...]:
        return tuple(dict.fromkeys(bid.denomination for bid in self if bid.denomination))


@dataclass(frozen=True, kw_only=True)
class Auction(ABC):
    """Immutable: `hear` gives the next state. turn: who opens, at first; None when the auction is over."""

    roles: ClassVar[tuple[str, ...]] = ("declarer",)
    """The keys of a hand for who plays the contract: the declarer, then the partner if any."""

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
    def agreed(self) -> Mapping[str, Any] | None:
        """The keys of a hand that follow when it is over; None if it gave no contract."""
        if self.contract is None:
            return None
        seats = self.declarer, self.partner
        return {"contract": self.contract, **dict(zip(self.roles, seats, strict=False))}

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
    def change(self, seat: Seat, call: Call) -> Change:
        """What this call changes, the calls apart. Raises RuleViolation."""

    def but(self, **changed: Any) -> Self:
        """As `dataclasses.replace`, for each hand of a season: the other values are taken over as they are."""
        made: Any = object.__new__(type(self))
        object.__setattr__(made, "__dict__", self.__dict__ | changed)
        return made

    def spoken(self, calls: tuple[Spoken, ...]) -> Self:
        """This state with these calls as those that have led to it."""
        return self.but(calls=calls)

    def hear(self, spoken: Iterable[Spoken]) -> Self:
        """The auction after these calls, each taken when those before it have been heard. Raises RuleViolation."""
        made, calls = self.but(), [*self.calls]
        # This state is nobody's yet: a season has too many calls to make one for each.
        state, change = vars(made), made.change
        for each in spoken:
            state.update(change(*each))
            calls.append(each)
        return made.spoken(tuple(calls))

    def call(self, seat: Seat, call: Call) -> Self:
        """The auction after this call. Raises RuleViolation."""
        return self.hear([(seat, call)])

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

    def last_words(self) -> str:
        """The last call, repeated in words, and what it settled; empty before the first."""
        if not self.calls:
            return ""
        seat, call = self.calls[-1]
        return f"{self.name(seat)} {self.repeated(call)}"

    @abstractmethod
    def repeated(self, call: Call) -> str:
        """The last call in words, and what it settled, behind the name of the player: "bids 3 hearts."."""

    @abstractmethod
    def outcome(self) -> str:
        """What the calls have led to so far, as half a sentence: "6♥, Amber with Cindy"."""

    def what_a_pass_does(self) -> str:
        """What would follow from another pass, as a sentence; empty in a game without passes."""
        return ""

    @property
    def passes_left(self) -> int:
        """So many passes from now on, one after the other, end the bidding; 0 in a game without passes."""
        return 0

    def bar_reason(self) -> str | None:
        """Who may not bid now, and why, as a sentence; None while nobody is barred."""
        return None

    def name(self, seat: Seat | None) -> str:
        return "nobody" if seat is None else self.players[seat]

    def left(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    @property
    def last_bid(self) -> Bid:
        """The last bid that was called, in an auction that has one."""
        return next(call for _, call in reversed(self.calls) if isinstance(call, Bid))

    @property
    def ended(self) -> str:
        """What follows on the last call when it was the last of the auction, as a sentence with a space before."""
        return f" The bidding is over: {self.outcome()}." if self.over else ""


class AcceptanceRuleRefs(NamedTuple):
    """The rules of one game that any auction with acceptance cites."""

    stages: Rule
    end: Rule
    proposal_turn: Rule
    acceptance_turn: Rule


class Exchange(NamedTuple):
    """One bidding stage and the acceptance stage it led to, as in Offender's example."""

    proposals: list[Spoken]
    answers: list[Spoken]

    @property
    def accepted(self) -> bool:
        return bool(self.answers) and self.answers[-1][1] is Word.ACCEPT


@dataclass(frozen=True, kw_only=True)
class Acceptance(Auction):
    """Stages of bidding and of acceptance alternate; a game says what may be bid and when the auction is over.

    bids: every bid of the game, in listing order.
    after_acceptance: whose left-hand neighbor speaks after an acceptance, "proposer" or "accepter".
    proposal: the bid that waits for an answer, of proposer.
    passes: how many since the count last began.
    """

    pass_word: ClassVar[Word]
    reject_word: ClassVar[Word]
    words: ClassVar[tuple[Word, ...]]
    """The calls of the game that are no bids, the most frequent first."""
    speaking: ClassVar[str]
    """What a player may do whose turn it is to bid: "bid or pass"."""
    offering: ClassVar[str]
    """What a bid is called: "bid"."""

    bids: Bids
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

    @property
    def passes_left(self) -> int:
        return self.passes_to_end - self.passes

    def vocabulary(self) -> tuple[Call, ...]:
        return (self.pass_word, *self.bids, Word.ACCEPT, self.reject_word)

    def check(self, seat: Seat, call: Call) -> None:
        if self.turn is None:
            self.rule_refs.end.broken(f"The bidding is over ({self.outcome()}): there are no more calls.")
        answers = call is Word.ACCEPT or call is self.reject_word
        if not isinstance(call, Bid) and call not in self.words:
            self.refuse_word(call)
        if seat != self.turn or answers is (self.proposal is None):
            self._refuse(seat, call)
        if not answers and call is not self.pass_word:
            self.check_speech(seat, call)

    @abstractmethod
    def refuse_word(self, word: Word) -> None:
        """Raise RuleViolation: this word is no call of this game."""

    @abstractmethod
    def check_speech(self, seat: Seat, call: Call) -> None:
        """Raise RuleViolation unless this player may make this call, no pass, in their turn to bid."""

    def _refuse(self, seat: Seat, call: Call) -> NoReturn:
        """Raise RuleViolation: it is another's turn, or the time to answer, or not to."""
        rule_refs, name, asked = self.rule_refs, self.name(seat), self.name(self.turn)
        if self.proposal:
            answer = f"{Word.ACCEPT} or {self.reject_word} {self.name(self.proposer)}'s {self.proposal.symbols}"
            if seat != self.turn:
                rule_refs.acceptance_turn.broken(f"It is {asked}'s turn to {answer}, not {name}'s.")
            rule_refs.stages.broken(f"{asked} must {answer} before anybody may say “{call.symbols}”.")
        if seat != self.turn:
            rule_refs.proposal_turn.broken(f"It is {asked}'s turn to {self.speaking}, not {name}'s.")
        made = "none has been made" if self.proposer is None else "the last one is settled"
        rule_refs.stages.broken(f"There is no {self.offering} for {name} to {call}: {made}.")

    def change(self, seat: Seat, call: Call) -> Change:
        right = call is Word.ACCEPT or call is self.reject_word if self.proposal else call is self.pass_word
        if seat != self.turn or not right:  # A pass or an answer in turn, as most calls are, breaks no rule.
            self.check(seat, call)
        if isinstance(call, Bid):
            return self.offered(seat, call)
        if call is Word.ACCEPT:
            return self.accepted(seat)
        if call is self.reject_word:
            left = self.left(seat)
            return {"turn": left} if left != self.proposer else self.refused(left)
        return self.spoke(seat, call)

    def offered(self, seat: Seat, bid: Bid) -> Change:
        """A bid was made, and waits for the first answer."""
        return {"proposal": bid, "proposer": seat, "turn": self.left(seat)}

    def accepted(self, seat: Seat) -> Change:
        """This player accepted the bid: it is the contract so far."""
        bid, proposer = self.proposal, self.proposer
        if bid is None or proposer is None:
            return {}
        after = proposer if self.after_acceptance == "proposer" else seat
        return {
            "contract": Contract(bid),
            "declarer": proposer,
            "partner": seat,
            "proposal": None,
            "turn": self.left(after),
            "passes": 0,
        }

    @abstractmethod
    def refused(self, proposer: Seat) -> Change:
        """Nobody accepted this player's bid."""

    def spoke(self, seat: Seat, word: Word) -> Change:
        """A word that is no answer was said: a pass, in most games."""
        passes = self.passes + 1
        return {"passes": passes, "turn": None if passes == self.passes_to_end else self.left(seat)}

    def outcome(self) -> str:
        if self.contract is None:
            return f"no {self.offering} was accepted"
        return f"{self.contract.symbols}, {self.name(self.declarer)} with {self.name(self.partner)}"

    def exchanges(self) -> tuple[Exchange, ...]:
        """The calls so far, stage by stage; the last one may be unfinished."""
        rows: list[Exchange] = []
        for spoken in self.calls:
            answers = spoken[1] in (Word.ACCEPT, self.reject_word)
            if not rows or (not answers and rows[-1].answers):
                rows.append(Exchange([], []))
            (rows[-1].answers if answers else rows[-1].proposals).append(spoken)
        return tuple(rows)


class RotationRuleRefs(NamedTuple):
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

    bids: every bid of the game, from the lowest to the highest.
    obliged: the bid that the opener must play when everybody passes; without one the hand is passed out.
    passes: since the last other call.

    Three passes end it otherwise. The declarer is the player of the bidding side who first named the denomination.
    """

    bids: Bids
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
        return Word.PASS, *(word for word, rule in doubles if rule)

    def vocabulary(self) -> tuple[Call, ...]:
        return (Word.PASS, *self.bids, *self.words[1:])

    def check(self, seat: Seat, call: Call) -> None:
        rule_refs, name = self.rule_refs, self.name(seat)
        if self.turn is None:
            rule_refs.end.broken(f"The bidding is over ({self.outcome()}): there are no more calls.")
        if not isinstance(call, Bid) and call not in self.words:
            words = " or ".join(f"“{word}”" for word in self.words)
            rule_refs.words.broken(f"“{call}” is not a call of this game: a player bids or says {words}.")
        if seat != self.turn:
            rule_refs.turn.broken(f"It is {self.name(self.turn)}'s turn to call, not {name}'s.")
        if isinstance(call, Bid):
            self.check_bid(call)
            last, places = self.contract.bid if self.contract else None, self.bids.places
            if last and places[call] <= places[last]:
                rule_refs.higher.broken(
                    f"{name} must bid more than {last.symbols}: a higher number, or the same number of a higher "
                    "denomination."
                )
        elif call is Word.DOUBLE and rule_refs.double:
            rule_refs.double.require(*self._may_double(seat))
        elif call is Word.REDOUBLE and rule_refs.redouble:
            rule_refs.redouble.require(*self._may_redouble(seat))

    def check_bid(self, bid: Bid, field: str | None = None) -> None:
        """The level and the denomination alone, whatever was called before. Raises RuleViolation."""
        lowest, highest = self.bids[0].level, self.bids[-1].level
        if bid.denomination not in self.bids.denominations:
            named = ", ".join(denomination.words for denomination in self.bids.denominations)
            words = f"“{bid}” is not a bid of this game: it names a number and one of {named}."
            self.rule_refs.words.broken(words, field)
        if not lowest <= bid.level <= highest:
            self.rule_refs.bid.broken(f"{bid.symbols} cannot be bid: the number is {lowest} to {highest}.", field)

    def _may_double(self, seat: Seat) -> tuple[bool, str]:
        name, contract = self.name(seat), self.contract
        if contract is None or self.declarer is None:
            return False, f"{name} cannot double: nobody has bid."
        if contract.doubling:
            return False, f"{name} cannot double: {contract.bid.symbols} is {DOUBLED[contract.doubling]} already."
        return (
            not _same_side(seat, self.declarer),
            f"{name} cannot double {contract.symbols}: only the opponents of who bid it may.",
        )

    def _may_redouble(self, seat: Seat) -> tuple[bool, str]:
        name, contract = self.name(seat), self.contract
        if contract is None or self.declarer is None or contract.doubling == 0:
            return False, f"{name} cannot redouble: nothing is doubled."
        if contract.doubling == 2:
            return False, f"{name} cannot redouble: {contract.bid.symbols} is redoubled already."
        return (
            _same_side(seat, self.declarer),
            f"{name} cannot redouble {contract.bid.symbols}: only the side that was doubled may.",
        )

    def repeated(self, call: Call) -> str:
        if isinstance(call, Bid):
            return f"bids {call.words}."
        if call is Word.PASS:
            return f"passes.{self.ended}"
        return f"{'doubles' if call is Word.DOUBLE else 'redoubles'} {self.last_bid.words}."

    def what_a_pass_does(self) -> str:
        """How many more must pass to end the bidding, and what then stands."""
        left = self.passes_left
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

    def change(self, seat: Seat, call: Call) -> Change:
        self.check(seat, call)
        left = self.left(seat)
        if call is Word.PASS:
            passes = self.passes + 1
            if passes < self._passes_needed:
                return {"passes": passes, "turn": left}
            if self.contract is None and self.obliged:
                # All have passed: the player at the left of the last one opened.
                return {"passes": passes, "turn": None, "contract": Contract(self.obliged), "declarer": left}
            return {"passes": passes, "turn": None}
        if isinstance(call, Bid):
            named = (*self.named, (seat, call.denomination))
            ours = (namer for namer, it in named if it is call.denomination and _same_side(namer, seat))
            return {"turn": left, "passes": 0, "contract": Contract(call), "declarer": next(ours), "named": named}
        doubled = self.contract and replace(self.contract, doubling=1 if call is Word.DOUBLE else 2)
        return {"turn": left, "passes": 0, "contract": doubled}

    @property
    def passes_left(self) -> int:
        return self._passes_needed - self.passes

    @property
    def _passes_needed(self) -> int:
        return len(self.players) - (1 if self.contract else 0)


def _same_side(one: Seat, other: Seat) -> bool:
    return (one - other) % 2 == 0


class BidRuleRefs(NamedTuple):
    """The rules of one game that this auction cites: what a bid is, whose turn it is, and one bid each."""

    words: Rule
    turn: Rule
    end: Rule


@dataclass(frozen=True, kw_only=True)
class BidEach(Auction):
    """One bid from each player in turn, no pass. There is never a contract.

    bids: every bid of the game, legal now or not, in listing order.
    in_words: the same for a sentence, "a number from 0 to 7".
    numbers: whether a hand has the bids as numbers.
    more: a further check of a bid that is in turn and one of `bids`, such as Oh Hell's hook: it gets this auction,
        the seat and the bid; it raises RuleViolation.
    """

    bids: tuple[Call, ...]
    in_words: str
    rule_refs: BidRuleRefs
    numbers: bool = False
    more: Callable[["BidEach", Seat, Call], None] | None = None

    @property
    def turn_rule(self) -> Rule:
        return self.rule_refs.end if self.over else self.rule_refs.turn

    def vocabulary(self) -> tuple[Call, ...]:
        return self.bids

    @property
    def agreed(self) -> Mapping[str, Any] | None:
        if not self.over:
            return None
        return {"bids": tuple(bid.level for bid in self.by_seat) if self.numbers else self.by_seat}

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
        if self.turn is None:
            rule_refs.end.broken(f"Everybody has bid ({self.outcome()}): {name} cannot bid once more.")
        if seat != self.turn:
            rule_refs.turn.broken(f"It is {self.name(self.turn)}'s turn to bid, not {name}'s.")
        self.check_bid(call)
        if self.more:
            self.more(self, seat, call)

    def check_bid(self, call: Call, field: str | None = None) -> None:
        """The bid alone, whoever makes it and whatever was bid before. Raises RuleViolation."""
        detail = f"“{call}” is not a bid of this hand: a bid is {self.in_words}."
        self.rule_refs.words.require(call in self.bids, detail, field)

    def change(self, seat: Seat, call: Call) -> Change:
        self.check(seat, call)
        # `more` looks at the calls so far: a bid is among them at once, also where many steps are taken in a row.
        calls = (*self.calls, (seat, call))
        over = len(calls) == len(self.players)
        return {"calls": calls, "turn": None if over else self.left(seat)}

    def repeated(self, call: Call) -> str:
        return f"bids {call.symbols}.{' Everybody has bid.' if self.over else ''}"

    def outcome(self) -> str:
        """What everybody has bid so far: "Amber 3, Betty nil and Cindy 4"."""
        return listed([f"{self.name(seat)} {call.symbols}" for seat, call in self.calls]) or "nobody has bid"
