"""Oh Hell [S2]: everybody says how many tricks they will take, and must take exactly so many."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from .. import money
from ..calls import Denomination
from ..core import (
    Alternative,
    Alternatives,
    Ending,
    Mistake,
    Points,
    Rule,
    RuleRefs,
    Score,
    ScoreLine,
    Seat,
    counted,
    signed,
    upper_first,
)
from ..fields.contract import TrumpField
from ..fields.each import PerPlayer
from ..fields.values import CountField
from ..outcomes import OwnBid
from ..sheet_rules import SHEET_RULES
from .bidding import Bidding
from .hand_sizes import Carry, place
from .mistakes import mistakes
from .options import CARDS, OhHellOptions
from .rules import (
    BID,
    DEALER,
    END,
    HAND_SIZES,
    JOKERS,
    MET,
    MISSED,
    PAYMENT,
    RULES,
    TRICKS_TAKEN,
    TRUMP,
)
from .scoring import METHODS, bid_in_all
from .trump import TRUMPS


@dataclass(frozen=True)
class OhHellHand:
    """bids, tricks: by seat."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    trump: Denomination | None = None


KEYS = {
    "bids": PerPlayer(CountField()),
    "tricks": PerPlayer(CountField()),
    "trump": TrumpField(needed=False, among=TRUMPS),
}


class OhHell(Bidding):
    key = "oh-hell"
    title = "Oh Hell"
    summary = "Take just the tricks you bid."
    sizes = range(3, 8)
    paper_example = """\
players,Ann,Bo,Cid
hand_sizes,"3, 2, 1"
bids,tricks,Ann,Bo,Cid
"Ann 1, Bo 1, Cid 2","Ann 1, Bo 0, Cid 2",11,0,12
"Ann 0, Bo 1, Cid 2","Ann 0, Bo 2, Cid 0",21,2,12
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = OhHellHand
    keys = KEYS
    options_type = OhHellOptions
    also_played: ClassVar[Mapping[str, str]] = {
        "“Oh Shit!” and 7-truf": "The text names a version of Brad Wilson’s and one from Indonesia that Andi "
        "Beben describes, but their rules are lost from it."
    }
    rule_refs = RuleRefs(deal=DEALER, winner=END, payment=PAYMENT)
    outcome_labels = ("met", "missed")
    methods = METHODS

    def deal_notes(self, dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        dealt, name, first = self.cards(carry), self.players[dealer], self.players[self.left_of(dealer)]
        hook = f", who may not make the bids add up to {dealt}" if self.options.hook else ""
        bids = f"{first} bids first and {name} last{hook}."
        return (
            f"{upper_first(self.numbered(carry))}: {name} deals {counted(dealt, 'card')} each.",
            *self.cards_notes(carry),
            f"All bid at once; {first} leads." if self.at_once else bids,
        )

    def progress(self, totals: Sequence[Points], carry: Carry | None) -> str:
        dealt = counted(self.cards(carry), "card")
        return f"{self.numbered(carry)}, {dealt} each"

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        """How the bids stand to the cards, and who leads [S2]."""
        return self.bid_in_all(agreed["bids"], self.cards(carry)), f"{self.players[self.left_of(dealer)]} leads."

    bid_in_all = staticmethod(bid_in_all)

    def check_key(self, key: str, value: Any) -> None:
        self._check_count(key, value, max(self.hand_sizes))

    def check_in_hand(self, key: str, value: Any, carry: Carry | None) -> None:
        HAND_SIZES.require(key != "cards" or value in CARDS, f"No hand of Oh Hell has {value} cards.", key)
        self._check_count(key, value, self.cards(carry))

    def _check_count(self, key: str, value: Any, dealt: int) -> None:
        if key == "bids":
            BID.require(0 <= value <= dealt, f"Nobody can bid {value} with {counted(dealt, 'card')}.", key)
        elif key == "tricks":
            TRICKS_TAKEN.require(
                0 <= value <= dealt, f"Nobody can take {value} tricks with {counted(dealt, 'card')}.", key
            )
        elif value is Denomination.JOKER:
            are_suit = self.options.jokers == "suit of their own"
            JOKERS.require(are_suit, "At this table jokers are no suit: none can be trump.", key)

    def check(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> None:
        played, hands = place(carry), self.hands
        END.require(
            hands is None or played < hands,
            f"With {len(self.players)} players and these house rules the game has {hands} hands: this would "
            f"be hand {played + 1}.",
        )
        super().check(hand, dealer, carry)
        dealt, taken = self.cards(carry), sum(hand.tricks)
        self.check_hook(hand.bids[dealer], sum(hand.bids) - hand.bids[dealer], dealt, dealer, "bids")
        due = self.trump_agreed(carry)
        words = "no trump" if due is Denomination.NO_TRUMP else due.words if due else ""
        by = "With these house rules" if self.without_trump(carry) else "By the sequence of the table"
        TRUMP.require(
            due is None or hand.trump in (None, due), f"{by} trump is {words} in hand {played + 1}.", "trump"
        )
        TRICKS_TAKEN.require(taken == dealt, f"The tricks add up to {taken}, not to {dealt}.", "tricks")

    def made(self, hand: OhHellHand, column: int) -> bool:
        return hand.bids[column] == hand.tricks[column]

    def own_bids(self, hand: OhHellHand) -> Iterable[OwnBid]:
        for seat, (bid, taken) in enumerate(zip(hand.bids, hand.tricks, strict=True)):
            yield OwnBid((seat,), bid, None, bid, taken, bid == taken, exact=True)

    def alternatives(self, hand: OhHellHand) -> Alternatives:
        """Each player alone: what they score does not depend on who takes the other tricks."""
        dealt = sum(hand.tricks)
        results = (
            Alternative(tricks, self._taking(hand, seat, tricks), (seat,))
            for tricks in range(dealt + 1)
            for seat in range(len(self.players))
        )
        return Alternatives(tuple(results))

    def _taking(self, hand: OhHellHand, seat: Seat, tricks: int) -> OhHellHand:
        """The hand with these tricks for one player, and the rest for the player at their left."""
        if tricks == hand.tricks[seat]:
            return hand
        taken = [0] * len(self.players)
        taken[seat], taken[self.left_of(seat)] = tricks, sum(hand.tricks) - tricks
        return replace(hand, tricks=tuple(taken))

    def summarize(self, hand: OhHellHand) -> str:
        """Every bid, and what was taken where it was something else: "7 cards ♥: Amber 3, Betty 2 (took 4)"."""
        bids = (f"{name} {bid}{f' (took {tricks})' * (bid != tricks)}" for name, bid, tricks in self._bids(hand))
        return f"{self.headline(hand)}: {', '.join(bids)}"

    def headline(self, hand: OhHellHand) -> str:
        trump = f" {hand.trump.symbol.strip()}" if hand.trump else ""
        return f"{counted(sum(hand.tricks), 'card')}{trump}"

    def bid_and_taken(self, hand: OhHellHand, column: int) -> str:
        bid, tricks = hand.bids[column], hand.tricks[column]
        return f"bid {bid}" if bid == tricks else f"{bid}, took {tricks}"

    bid_and_taken_label = "bid/took"

    def bid_and_taken_short(self, hand: OhHellHand, column: int) -> str:
        bid, tricks = hand.bids[column], hand.tricks[column]
        return "" if bid == tricks else f"{bid}/{tricks}"

    def _bids(self, hand: OhHellHand) -> Iterable[tuple[str, int, int]]:
        """Names, bids and tricks."""
        return zip(self.players, hand.bids, hand.tricks, strict=True)

    def describe(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> str:
        """Who met their bid and who did not, and what it pays: "Met: Amber +13. Missed: Betty (2 of 3) +2."."""
        score, _ = self.score(hand, dealer, carry)
        met, missed = list[str](), list[str]()
        for seat, (name, bid, tricks) in enumerate(self._bids(hand)):
            paid = signed(score.total(seat))
            if bid == tricks:
                met.append(f"{name} {paid}")
            else:
                missed.append(f"{name} ({tricks} of {bid}) {paid}")
        outcomes = (("Met", met), ("Missed", missed))
        return " ".join(f"{outcome}: {', '.join(names)}." for outcome, names in outcomes if names)

    def score(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> tuple[Score, int]:
        self.check(hand, dealer, carry)
        return Score(
            tuple(
                ScoreLine(seat, *line, MET if bid == tricks else MISSED)
                for seat, (bid, tricks) in enumerate(zip(hand.bids, hand.tricks, strict=True))
                for line in self.lines(bid, tricks, self.cards(carry))
            )
        ), self.settled({}, carry)

    def lines(self, bid: int, tricks: int, dealt: int) -> tuple[tuple[int, str], ...]:
        """What a player's bid and tricks pay by the scoring method of the table, and why."""
        method = METHODS[self.options.scoring]
        return method.when_met(bid, dealt) if bid == tricks else method.when_missed(bid, tricks)

    def mistakes(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> Iterable[Mistake]:
        return mistakes(METHODS[self.options.scoring], hand.bids, hand.tricks, self.cards(carry))

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Carry | None) -> Ending | None:
        hands = self.hands
        if hands is None or place(carry) < hands:
            return None
        reason = "the only hand is played" if hands == 1 else f"the last of {hands} hands is played"
        return Ending.won_by_the_best(reason, totals)

    def payments(self, totals: Sequence[Points]) -> tuple[Fraction, ...]:
        return money.payments(totals, self.options.stake)

    def payment_working(self, columns: Sequence[str], totals: Sequence[Points], column: int) -> tuple[str, ...]:
        return money.payment_working(columns[column], totals[column], totals, self.options.stake)
