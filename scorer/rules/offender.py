"""Offender [S0]: two players find each other in the bidding and play against all the others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from .auctions import Acceptance, AcceptanceRuleRefs, Bids, Change
from .calls import SUITS, Bid, Call, Contract, Denomination, Word
from .core import SHEET_RULES, Mistake, Rule, RuleRefs, Score, ScoreLine, Seat, counted, rules_in
from .fields import ContractField, MadeField, PlayerField
from .game import ContractOutcomes, Game
from .options import Options, option
from .tricks import WHOLE, Pack, PlayRules

SILENCE = Rule(
    "Free to be silent", "Nobody ever has to bid. In turn a player either proposes or says “no proposal”."
)
PROPOSAL = Rule(
    "Proposal",
    "A proposal names how many tricks, at least, the proposer will win with one partner, and the trump suit: from "
    "one trick (from none, where the table plays it so) to all the tricks of the hand.",
)
ACCEPTANCE = Rule(
    "Acceptance",
    "The first player to accept a proposal makes it the contract so far: proposer and accepter are the offense "
    "for now, all the others the defense. A proposal that everyone rejects is abandoned.",
)
HIGHER = Rule(
    "More tricks",
    "A proposal must be for more tricks than the contract so far, whatever the suits: no suit ranks above "
    "another. Abandoned proposals set no floor.",
)
BAR = Rule(
    "Abandoned proposal",
    "Whoever made an abandoned proposal may not propose again until another player has proposed, accepted or not. "
    "They may still accept.",
)
REPLACED = Rule(
    "Contract so far",
    "Each accepted proposal takes the place of the contract before it; the last one becomes the contract.",
)
FREE_AGAIN = Rule(
    "Nobody is bound",
    "Proposer and accepter of the contract so far may go on to propose, accept and reject, in any suit and with "
    "any partner.",
)
STAGES = Rule(
    "Two stages",
    "Bidding alternates: in the proposal stage a player proposes or is silent, in the acceptance stage the others "
    "accept or reject that one proposal.",
)
END = Rule(
    "End of the bidding",
    "Bidding ends when everyone in turn has said “no proposal” within one proposal stage, or when a proposal for "
    "all the tricks is accepted. The contract so far then stands; if there is none the hand is abandoned, nobody "
    "scores, and the same dealer deals again.",
)
PROPOSAL_TURN = Rule(
    "Turn to propose",
    "The player at the dealer's left speaks first and the turn passes to the left. After an acceptance stage it "
    "goes on at the proposer's left, accepted or not; where the table plays that variation, an acceptance moves "
    "it to the accepter's left.",
)
ACCEPTANCE_TURN = Rule(
    "Turn to answer",
    "The answers start at the proposer's left and go round clockwise until one player accepts or all the others "
    "have rejected.",
)
TWO_OFFENDERS = Rule(
    "Two offenders",
    "The offense is always two different players, the proposer and the accepter of the contract; nobody accepts "
    "their own proposal. All the others defend.",
)
EXCHANGE = Rule(
    "Exchange",
    "Before the play each offender may swap one card with the face-up widow; with six players two, with three, "
    "four or seven as many as half the widow. It then takes no part in play or score. Where the table deals more "
    "cards than a pack has, low cards of a second one are added, and there is no widow.",
)
LEAD = Rule(
    "Lead", "The proposer of the contract leads any card to the first trick; after that, the winner of each trick."
)
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
TRICKS_TAKEN = Rule(
    "Tricks of the hand",
    "Offense and defense together take all the tricks of the hand: the offense from none to all of them.",
)
TRICK_POINTS = Rule(
    "Points for tricks",
    "Each offender scores for all the tricks of the offense, each defender for all the tricks of the defense: n "
    "tricks are worth n × (n + 1) ÷ 2 points.",
)
BONUS = Rule(
    "Bonus",
    "A bid of n tricks pays n × (n + 1) ÷ 2 points more, however many are taken: to each offender when the "
    "offense takes at least n, and to each defender when it does not.",
)
OWN_TOTAL = Rule("Own total", "Every player's total is their own; the highest leads, and equals share a place.")
DEALER = Rule("The deal", "After a hand that was played the deal passes to the left.")
NO_TRUMP = Rule(
    "No-trump",
    "Contracts without a trump suit are a variation: they are allowed only where the table has agreed to it, and "
    "rank no higher than a suit.",
)

RULES = rules_in(globals())


RULE_REFS = AcceptanceRuleRefs(STAGES, END, PROPOSAL_TURN, ACCEPTANCE_TURN)


@dataclass(frozen=True, kw_only=True)
class Proposals(Acceptance):
    """Proposal stages and acceptance stages [S0 Bidding 1-11].

    abandoned: the last proposal, where everyone rejected it.
    barred: its proposer, who may not propose again yet.

    The auction ends when every player passes in one proposal stage, or when the highest number is accepted.
    """

    pass_word: ClassVar[Word] = Word.NO_PROPOSAL
    reject_word: ClassVar[Word] = Word.REJECT
    words: ClassVar[tuple[Word, ...]] = (Word.NO_PROPOSAL, Word.REJECT, Word.ACCEPT)
    roles: ClassVar[tuple[str, ...]] = ("proposer", "accepter")
    speaking: ClassVar[str] = "propose or not"
    offering: ClassVar[str] = "proposal"

    rule_refs: AcceptanceRuleRefs = RULE_REFS
    abandoned: Bid | None = None
    barred: Seat | None = None

    @property
    def highest(self) -> int:
        return self.bids[-1].level

    def refuse_word(self, word: Word) -> None:
        STAGES.broken(
            f"“{word}” is not a call of this game: a player proposes, accepts or rejects, or says “no proposal”."
        )

    def check_speech(self, seat: Seat, call: Call) -> None:
        if not isinstance(call, Bid):
            return
        self.check_bid(call)
        floor = self.contract
        if floor and call.level <= floor.level:
            HIGHER.broken(
                f"{self.name(seat)} must propose more than {floor.level} tricks, or make no proposal: the "
                f"contract so far is {floor.symbols}."
            )
        if seat == self.barred:
            BAR.broken(self.bar_reason() or "")

    def check_bid(self, bid: Bid, field: str | None = None) -> None:
        """The number and the suit alone, whatever was called before. Raises RuleViolation."""
        lowest = self.bids[0].level
        if bid.denomination not in self.bids.denominations:
            if bid.denomination is Denomination.NO_TRUMP:
                detail = f"{bid.symbols} cannot be proposed: this table does not play no-trump contracts."
                NO_TRUMP.broken(detail, field)
            STAGES.broken(
                f"“{bid}” is not a proposal of this game: it names a number of tricks and one of the four suits.",
                field,
            )
        if not lowest <= bid.level <= self.highest:
            detail = f"{bid.symbols} cannot be proposed: a proposal is for {lowest} to {self.highest} tricks."
            PROPOSAL.broken(detail, field)

    def bar_reason(self) -> str | None:
        if self.barred is None or self.over:
            return None
        name, suit = self.name(self.barred), self.abandoned.symbols if self.abandoned else ""
        return f"{name} may not propose: their {suit} was abandoned and nobody has proposed since."

    @property
    def bar_rule(self) -> Rule | None:
        return BAR if self.bar_reason() else None

    def repeated(self, call: Call) -> str:
        if isinstance(call, Bid):
            return f"proposes {call.words}."
        if call is Word.NO_PROPOSAL:
            return f"makes no proposal.{self.ended}"
        settled = ""
        if call is Word.REJECT and self.proposal is None:
            settled = f" {self.name(self.barred)}'s proposal is abandoned."
        elif self.over:
            settled = " Nothing is higher: the bidding is over."
        verb = "accepts" if call is Word.ACCEPT else "rejects"
        return f"{verb} {self.last_bid.words}.{settled}"

    def what_a_pass_does(self) -> str:
        """How many more must pass to end the bidding, and what then stands."""
        left = self.passes_left
        then = f"the contract is {self.contract.symbols}" if self.contract else "the hand is abandoned"
        if left == 1:
            return f"If {self.name(self.turn)} does not propose, {then}."
        return f"If {f'the next {left} do not propose' if self.passes else 'nobody proposes'}, {then}."

    def offered(self, seat: Seat, bid: Bid) -> Change:
        # A proposal of another player lifts the bar; the barred player cannot propose.
        return dict(super().offered(seat, bid), barred=None, abandoned=None, passes=0)

    def accepted(self, seat: Seat) -> Change:
        after = super().accepted(seat)
        return {**after, "turn": None} if self.proposal and self.proposal.level == self.highest else after

    def refused(self, proposer: Seat) -> Change:
        return {"proposal": None, "barred": proposer, "abandoned": self.proposal, "turn": self.left(proposer)}


TRICKS = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}
"""Tricks in a hand by number of players. Five is the game as published; 4 and 6 are its author's remarks,
3 and 7 plain arithmetic: as many cards each as the pack gives."""
MOST_TRICKS = 17
EXCHANGED = {5: 1, 6: 2}
"""Cards each offender may swap with the widow, where the document says so; elsewhere half the widow."""


_bids = cache(Bids.of)
"""Cached, because a decade of sheets needs the same ones."""


@dataclass(frozen=True)
class OffenderOptions(Options):
    no_trump: bool = option(
        False, (False, True), "No-trump", "Proposals may also be for play without a trump suit."
    )
    speaks_next: str = option(
        "left of proposer",
        ("left of proposer", "left of accepter"),
        "Who speaks next",
        "After a proposal is accepted; once all have rejected it, always the player to the left of its proposer.",
    )
    lowest_bid: int = option(1, (1, 0), "Lowest bid", "The smallest number of tricks that may be proposed.")
    tricks: int | None = option(
        None,
        range(1, MOST_TRICKS + 1),
        "Tricks in a hand",
        "As many cards are dealt to each player; what is left of the pack is the widow. With 3, 4, 5, "
        "6 and 7 players these are 17, 13, 10, 8 and 7 cards, unless you choose.",
        "from the number of players",
    )


@dataclass(frozen=True)
class OffenderHand:
    """tricks: what the offense took."""

    contract: Contract
    proposer: Seat
    accepter: Seat
    tricks: int

    @property
    def made(self) -> bool:
        return self.tricks >= self.contract.level

    @property
    def offense(self) -> tuple[Seat, Seat]:
        return self.proposer, self.accepter


KEYS = {"contract": ContractField(), "proposer": PlayerField(), "accepter": PlayerField(), "tricks": MadeField()}


class OffenderOutcomes(ContractOutcomes["Offender"]):
    roles = Proposals.roles

    def __init__(self, game: "Offender") -> None:
        super().__init__(game)
        self.tricks = game.tricks

    def height(self, hand: OffenderHand) -> tuple[int, ...]:
        """The number alone: no suit ranks above another [S0 Bidding]."""
        return (hand.contract.level,)


class Offender(Game):
    key = "offender"
    title = "Offender"
    summary = "Two against all."
    sizes = range(3, 8)
    paper_example = """\
contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie
6H,Amber,Cindy,7,49,6,49,6,6
7S,Betty,Ellie,6,87,27,87,44,27
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = OffenderHand
    keys = KEYS
    may_pass_out = True
    options_type = OffenderOptions
    outcomes_type = OffenderOutcomes
    also_played: ClassVar[Mapping[str, str]] = {
        "Sides of three, or three sides of two": "With six players the text calls these uncharted, and gives "
        "neither bids nor points for them. Here two play against all others; another way is kept as “Any other "
        "game”."
    }
    rule_refs = RuleRefs(deal=DEALER, no_contract=END, winner=OWN_TOTAL)

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.tricks: int = self.options.tricks or TRICKS[len(players)]
        self.opening = Proposals(
            players=players,
            bids=_bids(range(self.options.lowest_bid, self.tricks + 1), self.denominations),
            turn=0,
            after_acceptance=self.options.speaks_next.removeprefix("left of "),
        )

    @staticmethod
    def points_table() -> tuple[tuple[int, int], ...]:
        return tuple((tricks, points_for(tricks)) for tricks in range(MOST_TRICKS + 1))

    @property
    def widow(self) -> int:
        """Cards left after the deal; none where the table plays with a bigger pack."""
        return max(0, WHOLE - self.tricks * len(self.players))

    @property
    def exchanged(self) -> int:
        """Cards each offender may swap with the widow."""
        half = self.widow // 2
        return min(half, EXCHANGED.get(len(self.players), half))

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        return (*SUITS, Denomination.NO_TRUMP) if self.options.no_trump else SUITS

    def next_dealer(self, dealer: Seat, *, played: bool) -> Seat:
        return self.left_of(dealer) if played else dealer

    def dealt(self, carry: Any = None) -> str:
        cards = counted(self.tricks, "card")
        return f"{cards}, widow of {self.widow}" if self.widow else cards

    def deal_notes(self, dealer: Seat, carry: Any = None) -> tuple[str, ...]:
        widow = f" and a widow of {counted(self.widow, 'card')}" if self.widow else ", no widow"
        return (
            f"{self.players[dealer]} deals {counted(self.tricks, 'card')} each{widow}.",
            f"{self.players[self.left_of(dealer)]} speaks first.",
        )

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any = None) -> tuple[str, ...]:
        """The exchange with the widow, and who leads [S0 Exchange, Tricks 2]."""
        seats: list[Seat] = [agreed[role] for role in Proposals.roles]
        first, second = (self.players[seat] for seat in seats)
        cards = "one card" if self.exchanged == 1 else f"{self.exchanged} cards"
        swap = (
            f"{first} and {second} may each swap {cards} with the widow."
            if self.exchanged
            else "Nothing is exchanged with the widow."
            if self.widow
            else "There is no widow to swap with."
        )
        return swap, f"{first} leads to the first trick."

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any = None) -> PlayRules:
        """[S0 Tricks 1-4]"""
        contract = agreed.get("contract")
        return PlayRules(
            LEAD,
            FOLLOW,
            self.tricks,
            self.denominations,
            trump=contract.denomination if contract else None,
            opener=agreed.get("proposer"),
            widow=EXCHANGE if self.widow else None,
            pack=Pack(more=max(0, self.tricks * len(self.players) - WHOLE)),
        )

    def auction(self, dealer: Seat, carry: Any = None) -> Proposals:
        return self.opening.but(turn=self.left_of(dealer))

    def check_key(self, key: str, value: Any) -> None:
        if key == "contract":
            if value.doubling:
                PROPOSAL.broken(f"{value} is no contract of this game: nobody doubles.", key)
            self.opening.check_bid(value.bid, key)
        elif key == "tricks" and not 0 <= value <= self.tricks:
            TRICKS_TAKEN.broken(f"The offense cannot have taken {value} of {counted(self.tricks, 'trick')}.", key)

    def check(self, hand: OffenderHand, dealer: Seat, carry: Any = None) -> None:
        super().check(hand, dealer, carry)
        if hand.proposer == hand.accepter:
            TWO_OFFENDERS.broken(f"{self.players[hand.proposer]} cannot accept their own proposal.", "accepter")

    def defense(self, hand: OffenderHand) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.players)) if seat not in hand.offense)

    def summarize(self, hand: OffenderHand) -> str:
        return " ".join(self.headline(hand))

    def headline(self, hand: OffenderHand) -> tuple[str, str]:
        return self.outcomes.who_played(hand), f"{hand.contract.symbols}, took {hand.tricks}"

    def describe(self, hand: OffenderHand, dealer: Seat, carry: Any = None) -> str:
        """What happened, and what it pays: "Betty and Diana bid 8♠, took 7: set. Offense 28 each, ..." """
        score, _ = self.score(hand, dealer)
        first, second = (self.players[seat] for seat in hand.offense)
        defense = self.defense(hand)
        paid = f"{score.sum(defense[0])}{' each' if defense[1:] else ''}"
        return (
            f"{first} and {second} bid {hand.contract.symbols}, took {hand.tricks}: "
            f"{self.outcomes.of(hand)}. Offense {score.sum(hand.proposer)} each, defense {paid}."
        )

    def score(self, hand: OffenderHand, dealer: Seat, carry: Any = None) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        bid, rest = hand.contract.level, self.tricks - hand.tricks
        return _paid(hand.offense, len(self.players), bid, hand.tricks, rest), None

    def mistakes(self, hand: OffenderHand, dealer: Seat, carry: Any = None) -> Iterator[Mistake]:
        score, _ = self.score(hand, dealer)
        offense, defense, taken, rest = hand.offense, self.defense(hand), hand.tricks, self.tricks - hand.tricks
        bonus = next(line for line in score.lines if line.rule is BONUS)
        winners, losers = (offense, defense) if bonus.column in offense else (defense, offense)
        by_winners = taken if winners is offense else rest

        # "A bonus based on their proposal (not their actual takings)."
        yield Mistake(
            f"The bonus was counted on the {counted(taken, 'trick')} the offense took, not on the bid",
            score.paying(BONUS, points_for(taken)),
        )
        if by_winners != taken:
            yield Mistake(
                f"The bonus was counted on the {counted(by_winners, 'trick')} the defense took, not on the bid",
                score.paying(BONUS, points_for(by_winners)),
            )
        # "If the offense fails, each defender scores that bonus instead."
        moved = tuple(bonus._replace(column=seat) for seat in losers)
        tricks_alone = tuple(line for line in score.lines if line.rule is not BONUS)
        side, other = ("offense", "defense") if winners is offense else ("defense", "offense")
        yield Mistake(f"The bonus of the {side} went to the {other}", Score((*tricks_alone, *moved)))
        yield Mistake("The bonus went to both sides", Score((*score.lines, *moved)))
        turned = [
            line._replace(column=seat)
            for seats, others in ((offense, defense), (defense, offense))
            for seat in seats
            for line in score.of(others[0])
        ]
        yield Mistake("Offense and defense were taken for one another", Score(tuple(turned)))
        # "Each defender scores for each trick taken by any defender", and each offender by either offender.
        for seats, tricks, name in ((defense, rest, "defense"), (offense, taken, "offense")):
            shared, left = divmod(points_for(tricks), len(seats))
            if tricks and not left:
                yield Mistake(
                    f"The {points_for(tricks)} points for the tricks of the {name} were shared out among its "
                    f"{len(seats)} players, though each scores them whole",
                    score.paying(TRICK_POINTS, shared, seats),
                )
            for alone in range(1, tricks):
                yield Mistake(
                    f"The {name} was counted singly: {counted(alone, 'trick')} of their own, not all {tricks} of "
                    f"the {name}",
                    score.paying(TRICK_POINTS, points_for(alone), seats),
                )


@lru_cache(maxsize=2048)
def _paid(offenders: tuple[Seat, ...], players: int, bid: int, taken: int, rest: int) -> Score:
    """Kept, for a decade has the same few results again and again. rest: the tricks of the defense."""
    made = taken >= bid
    bonus = points_for(bid), f"bid {bid}, {'made' if made else 'set'}", BONUS
    offense = [(points_for(taken), counted(taken, "trick"), TRICK_POINTS)]
    defense = [(points_for(rest), counted(rest, "trick"), TRICK_POINTS)]
    # The order of the document's table: the offense's bonus stands first, the defense's last.
    if made:
        offense.insert(0, bonus)
    else:
        defense.append(bonus)
    defenders = [seat for seat in range(players) if seat not in offenders]
    sides = (offenders, offense), (defenders, defense)
    return Score(tuple(ScoreLine(seat, *line) for seats, lines in sides for seat in seats for line in lines))


def points_for(tricks: int) -> int:
    """What a number of tricks is worth, bid or taken: the triangular numbers [S0, table of points]."""
    return tricks * (tricks + 1) // 2
