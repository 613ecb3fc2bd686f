"""Reverse Bridge [S4]: a bid predicts the tricks of the opponents, who score for each one it is wrong by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .auctions import Bids, Rotation, RotationRuleRefs
from .calls import SUITS, Contract, Denomination
from .core import SHEET_RULES, Ending, Mistake, Points, Rule, RuleRefs, Score, ScoreLine, Seat, counted, rules_in
from .fields import ContractField, MadeField, PlayerField
from .game import Carrying, ContractOutcomes, Game, HandNumber, contract_misread
from .options import Options, option, totals_option
from .tricks import PlayRules

FIRST, SECOND = "first play-test", "second play-test"
OVER_PARTNER = "over the partner"

SIDES = Rule(
    "Two sides",
    "Four players in two partnerships, each player opposite their partner. The dealer deals 13 cards to each.",
)
PREDICTION = Rule(
    "Bid",
    "A bid predicts exactly how many tricks the opponents will take, from 1 to 13, and names the trump suit or no "
    "trump.",
)
CALLS = Rule(
    "Calls", "In turn a player bids or passes: a number with one of the four suits or no trump. Nobody doubles."
)
HIGHER = Rule(
    "Higher bid",
    "Each bid must name a higher number than the last one, or the same number of a higher denomination: clubs, "
    "diamonds, hearts, spades, no trump.",
)
TURN = Rule("Turn to call", "The player at the dealer's left calls first, and the turn passes to the left.")
END = Rule(
    "End of the bidding",
    "The bid that the three other players pass on is the contract. When all four pass without a bid the hand is "
    "passed out: nobody scores, the next dealer deals, and the hand does not count.",
)
NAMER = Rule(
    "Declarer", "The declarer is the player of the bidding side who first named the denomination of the contract."
)
LEAD = Rule(
    "Lead",
    "The player at the declarer's left leads to the first trick; after that, the winner of each trick. Nobody is "
    "dummy.",
    lambda rules: (
        f"{LEADERS[rules.lead]} leads to the first trick; after that, the winner of each trick. Nobody is dummy."
    ),
)
FORCED = Rule(
    "Forced capture",
    "Clockwise, each player follows the suit led if they can. Unless the partner is winning the trick, whoever "
    "can take it must take it, and who is void in the suit led and holds trumps must trump. Among the cards that "
    "take the trick the choice is free.",
).where(lambda rules: rules.forced_capture is True)
TRICKS_TAKEN = Rule(
    "Tricks of the hand", "The two sides together take all 13 tricks: the opponents from none to all of them."
)
BIDDERS = Rule(
    "Points of the bidders",
    "When the opponents take at least the tricks that were predicted, the bidders score for each trick of their "
    "bid: 2 in clubs and diamonds, 3 in hearts, spades and no trump. Otherwise nothing.",
).where(lambda rules: rules.scoring != FIRST)
NO_TRUMP = Rule("No trump", "A no-trump contract that the opponents reach pays the bidders 1 point more.").where(
    lambda rules: rules.scoring != FIRST
)
OPPONENTS = Rule(
    "Points of the opponents",
    "The opponents score 5 for each trick they take past the bid, and 5 for each trick they stay short of it.",
    lambda rules: (
        OPPONENTS.text
        if rules.scoring == "final"
        else "The opponents score 5 for each trick they stay short of it."
    ),
).where(lambda rules: rules.scoring != FIRST)
LENGTH = Rule(
    "Number of hands",
    "The side with the most points wins after a number of hands agreed on before, a multiple of four so that "
    "everybody deals as often. A table may also agree on the length of its session, of any number of hands.",
    lambda rules: (
        f"The side with the most points wins after {rules.hands} hands, so that everybody deals as often."
        if rules.hands
        else LENGTH.text
    ),
)
DEALER = Rule("The deal", "The deal passes to the left after every hand.")
FREE_PLAY = Rule(
    "Without forced capture",
    "Where the table plays without forced capture, each player follows the suit led if they can, and otherwise "
    "plays any card. Nobody must take a trick, and nobody must trump.",
).where(lambda rules: rules.forced_capture is False)

FORCED_OVER_PARTNER = Rule(
    "Forced capture over the partner",
    "Where the table plays so, as in the first play-tests of the game, each player follows the suit led if they "
    "can; whoever can take the trick must take it, even if the partner is winning it, and who is void in the suit "
    "led and holds trumps must trump. Among the cards that take the trick the choice is free.",
).where(lambda rules: rules.forced_capture == OVER_PARTNER)
FIRST_BIDDERS = Rule(
    "First play-test: the bidders",
    "Where the table scores as in the first play-test of the game, a bid that the opponents reach pays the "
    "bidders 5, whatever it was.",
).where(lambda rules: rules.scoring == FIRST)
FIRST_OPPONENTS = Rule(
    "First play-test: the opponents",
    "Where the table scores as in the first play-test, the opponents score 1 for each trick they take past the "
    "bid, and 1 for each trick they stay short of it.",
).where(lambda rules: rules.scoring == FIRST)
SECOND_PAST = Rule(
    "Second play-test: tricks past the bid",
    "Where the table scores as in the second play-test, each trick that the opponents take past the bid pays "
    "them 2 in clubs and diamonds, 3 in hearts, spades and no trump. All else pays as usual.",
).where(lambda rules: rules.scoring == SECOND)

RULES = rules_in(globals())
LEADERS = {
    "left of declarer": "The player at the declarer's left",
    "left of first namer": "The player at the left of whoever at the whole table first named the denomination",
    "first namer": "Whoever at the whole table first named the denomination",
}
"""By the value of the option `lead`."""

RULE_REFS = RotationRuleRefs(words=CALLS, bid=PREDICTION, higher=HIGHER, turn=TURN, end=END)


TRICKS = 13
DENOMINATIONS = (*SUITS, Denomination.NO_TRUMP)
BIDS = Bids.of(range(1, TRICKS + 1), DENOMINATIONS)
A_TRICK: dict[Denomination, int] = dict(zip(DENOMINATIONS, (2, 2, 3, 3, 3), strict=True))
"""What each trick of the bid pays the bidders. The text's "Diamonds or Spades" for 2 is a slip: its table and its
second example have clubs and diamonds [S4 Table 1]."""
FOR_NO_TRUMP = 1
"""Once a hand and not once a trick [S4 Table 1: 13NT pays 40]."""
OFF = 5
FIRST_MADE, FIRST_OFF = 5, 1
"""What the first play-test paid for a bid that was reached, and for each trick that it was wrong by [S4]."""
MOST_HANDS = 1000


@dataclass(frozen=True)
class ReverseBridgeOptions(Options):
    hands: int | None = option(
        None,
        range(4, MOST_HANDS + 1, 4),
        "Hands to play",
        "After so many hands the side with the most points has won; hands that nobody bid do not count.",
        "as many as you like",
        may_be_none=True,
    )
    scoring: str = option(
        "final",
        ("final", FIRST, SECOND),
        "Scoring",
        "What a bid that is reached pays, and what its error.",
        words={"final": "as in the table of the game"},
        sentences={
            "final": "2 or 3 for each trick of the bid, and 5 for each trick that it is wrong by",
            FIRST: "5 for the bid, and 1 for each trick that it is wrong by",
            SECOND: "as in the table, but a trick past the bid pays 2 or 3",
        },
    )
    lead: str = option(
        "left of declarer",
        ("left of declarer", "left of first namer", "first namer"),
        "First lead",
        "Who leads to the first trick.",
        words={
            "left of declarer": "the left of the declarer",
            "left of first namer": "the left of who first named it",
            "first namer": "who first named it",
        },
        sentences={
            "left of declarer": "of the bidding side, who first named the denomination is the declarer",
            "left of first namer": "the first at the whole table to name the denomination, an opponent too",
            "first namer": "the first at the whole table to name the denomination leads",
        },
    )
    forced_capture: bool | str = option(
        True,
        (True, OVER_PARTNER, False),
        "Forced capture",
        "Whether who can take a trick must, and who is void in the suit led must trump.",
        words={True: "unless the partner is winning", OVER_PARTNER: "even if the partner is winning"},
        sentences={
            OVER_PARTNER: "as in the first play-tests of the game",
            False: "whoever follows suit plays any card",
        },
    )
    totals: str = totals_option()


@dataclass(frozen=True)
class ReverseBridgeHand:
    """opponent_tricks: what the side that did not bid took."""

    contract: Contract
    declarer: Seat
    opponent_tricks: int

    @property
    def made(self) -> bool:
        return self.off >= 0

    @property
    def off(self) -> int:
        """The opponents' tricks past the bid; negative where they took fewer."""
        return self.opponent_tricks - self.contract.level


KEYS = {"contract": ContractField(), "declarer": PlayerField(), "opponent_tricks": MadeField()}


class HandsPlayed(Carrying["ReverseBridge", int]):
    """The carry is the number of hands played so far, of those that somebody bid or that the table settled."""

    first = 0

    def settled(self, points: Mapping[int, Points], carry: int) -> int:
        return carry + 1


class ReverseBridgeOutcomes(ContractOutcomes["ReverseBridge"]):
    counted = "opponent_tricks"

    def trick_takers(self, hand: ReverseBridgeHand) -> tuple[int]:
        return (1 - self.game.column_of(hand.declarer),)


class ReverseBridge(Game):
    key = "reverse-bridge"
    title = "Reverse Bridge"
    summary = "Bid for the others."
    sizes = range(4, 5)
    cards_each = TRICKS
    paper_example = """\
players,North,East,South,West
contract,declarer,opponent_tricks,North & South,East & West
7S,North,9,21,10
9D,East,6,36,10
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = ReverseBridgeHand
    keys = KEYS
    may_pass_out = True
    options_type = ReverseBridgeOptions
    carrying_type = HandsPlayed
    outcomes_type = ReverseBridgeOutcomes
    rule_refs = RuleRefs(deal=DEALER, no_contract=END, winner=LENGTH)
    partnerships = True
    counts_hands = True

    @staticmethod
    def points_for_tricks() -> tuple[tuple[str, str], ...]:
        """For each trick of the bid, by the denomination."""
        minor, major = (A_TRICK[suit] for suit in (Denomination.CLUBS, Denomination.HEARTS))
        at_no_trump = f"{A_TRICK[Denomination.NO_TRUMP]}, and {FOR_NO_TRUMP} in all"
        return ("♣ or ♦", f"{minor}"), ("♥ or ♠", f"{major}"), ("no trump", at_no_trump)

    def deal_notes(self, dealer: Seat, carry: int) -> tuple[str, ...]:
        played, hands = carry, self.options.hands
        number = str(self.hand_number(played, hands)).capitalize()
        left = () if hands is None or played >= hands else (f"{number} begins.",)
        return (
            f"{self.players[dealer]} deals {TRICKS} cards each.",
            f"{self.players[self.left_of(dealer)]} speaks first.",
            *left,
        )

    def numbered(self, carry: int) -> HandNumber | None:
        hands = self.options.hands
        return None if hands is None else self.hand_number(carry, hands)

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: int) -> tuple[str, ...]:
        """What was predicted, and who leads [S4: the left of who first named the suit; no dummy]."""
        declarer: Seat = agreed["declarer"]
        opponents = self.columns()[1 - self.column_of(declarer)].name
        denomination: Denomination = agreed["contract"].denomination
        leader = {
            "left of declarer": self.players[self.left_of(declarer)],
            "left of first namer": f"The player at the left of whoever first named {denomination.words}",
            "first namer": f"Whoever first named {denomination.words}",
        }[self.options.lead]
        return (
            f"{opponents} should take {counted(agreed['contract'].level, 'trick')}.",
            f"{leader} leads to the first trick; nobody is dummy.",
        )

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: int) -> PlayRules:
        """[S4] Forced capture is part of following. A first namer who is not the declarer is not in the hand."""
        contract, declarer = agreed.get("contract"), agreed.get("declarer")
        by_declarer = self.options.lead == "left of declarer"
        over_partner = self.options.forced_capture == OVER_PARTNER
        forced = (FORCED_OVER_PARTNER if over_partner else FORCED) if self.options.forced_capture else None
        return PlayRules(
            LEAD,
            forced or FREE_PLAY,
            TRICKS,
            DENOMINATIONS,
            trump=contract.denomination if contract else None,
            opener=None if declarer is None or not by_declarer else self.left_of(declarer),
            forced=forced,
            over_partner=over_partner,
        )

    def auction(self, dealer: Seat, carry: int) -> Rotation:
        return Rotation(players=self.players, bids=BIDS, rule_refs=RULE_REFS, turn=self.left_of(dealer))

    def check_key(self, key: str, value: Any) -> None:
        if key == "contract":
            CALLS.require(value.doubling == 0, f"{value} is no contract of this game: nobody doubles.", key)
            self.auction(0, 0).check_bid(value.bid, key)
        elif key == "opponent_tricks":
            detail = f"The opponents cannot have taken {value} of {TRICKS} tricks."
            TRICKS_TAKEN.require(0 <= value <= TRICKS, detail, key)

    def summarize(self, hand: ReverseBridgeHand) -> str:
        return " ".join(self.headline(hand))

    def headline(self, hand: ReverseBridgeHand) -> tuple[str, str]:
        return self.outcomes.who_played(hand), f"{hand.contract.symbols}, opponents took {hand.opponent_tricks}"

    def describe(self, hand: ReverseBridgeHand, dealer: Seat, carry: int) -> str:
        """ "North & South bid 7♠, East & West took 9: made, 2 over. North & South 21, East & West 10." """
        score, _ = self.score(hand, dealer, carry)
        side = self.column_of(hand.declarer)
        bidders, opponents = self.columns()[side].name, self.columns()[1 - side].name
        off = f", {hand.off} over" if hand.off > 0 else f", {-hand.off} short" if hand.off < 0 else ""
        return (
            f"{bidders} bid {hand.contract.symbols}, {opponents} took {hand.opponent_tricks}: "
            f"{self.outcomes.of(hand)}{off}. "
            f"{bidders} {score.sum(side)}, {opponents} {score.sum(1 - side)}."
        )

    def score(self, hand: ReverseBridgeHand, dealer: Seat, carry: int) -> tuple[Score, int]:
        self.check(hand, dealer, carry)
        bidders = self.column_of(hand.declarer)
        bid = hand.contract.bid
        lines: list[ScoreLine] = []
        a_trick, first = A_TRICK[bid.denomination or Denomination.NO_TRUMP], self.options.scoring == FIRST
        if hand.made and first:
            lines.append(ScoreLine(bidders, FIRST_MADE, f"bid {bid.symbols}, made", FIRST_BIDDERS))
        elif hand.made:
            lines.append(ScoreLine(bidders, bid.level * a_trick, f"bid {bid.symbols}, made", BIDDERS))
            if bid.denomination is Denomination.NO_TRUMP:
                lines.append(ScoreLine(bidders, FOR_NO_TRUMP, "no trump", NO_TRUMP))
        if hand.off:
            reason = f"{counted(abs(hand.off), 'trick')} {'over' if hand.off > 0 else 'short'}"
            past = hand.off > 0 and self.options.scoring == SECOND
            each, rule = (
                (FIRST_OFF, FIRST_OPPONENTS) if first else (a_trick, SECOND_PAST) if past else (OFF, OPPONENTS)
            )
            lines.append(ScoreLine(1 - bidders, each * abs(hand.off), reason, rule))
        return Score(tuple(lines)), carry + 1

    def mistakes(self, hand: ReverseBridgeHand, dealer: Seat, carry: int) -> Iterator[Mistake]:
        """The bidders are paid for the tricks of the bid, their opponents for those past it [S4]."""
        score, _ = self.score(hand, dealer, carry)
        bid, taken = hand.contract.bid, hand.opponent_tricks
        paid = taken * A_TRICK[bid.denomination or Denomination.NO_TRUMP]
        name = f"The bidders were paid for the {taken} tricks taken, not for the bid"
        yield Mistake(name, score.paying(BIDDERS, paid))
        turned = (line._replace(column=1 - line.column) for line in score.lines)
        yield Mistake("The two sides were taken for one another", Score(tuple(turned)))
        yield from contract_misread(self, hand, dealer, carry, DENOMINATIONS)

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: int) -> Ending | None:
        hands = self.options.hands
        if hands is None or carry < hands:
            return None
        return Ending.won_by_the_best(f"{hands} hands are played", totals)
