"""Nap for two sides: one player says how many of five tricks their side will take."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorer.rules.core import SHEET_RULES, Rule, RuleRefs, Score, ScoreLine, Seat
from scorer.rules.fields import CountField, Field, FlagField, PlayerField
from scorer.rules.game import Game, Outcomes, OwnBid
from scorer.rules.options import Options, option

CARDS = 5
DEAL = Rule("The deal", "Everybody is dealt five cards; the deal passes to the left.")
BID = Rule("Bid", "The highest bidder's side plays against the other; a bid is for two to five tricks.")
WELLINGTON = Rule("Wellington", "Over a bid of five, another bids five for double stakes: that is Wellington.")
TRICKS = Rule("Tricks", "Everybody has five cards, so there are five tricks.")
PAY = Rule("Pay", "A side that takes its bid scores it; one that does not loses it, twice where agreed.")


@dataclass(frozen=True)
class NapOptions(Options):
    double_loss: bool = option(False, (False, True), "Double loss", "A bid that fails costs twice as much.")


@dataclass(frozen=True)
class NapHand:
    """tricks: what the bidder's side took."""

    bidder: Seat
    bid: int
    wellington: bool
    tricks: int

    @property
    def made(self) -> bool:
        return self.tricks >= self.bid


class NapOutcomes(Outcomes["Nap", NapHand]):
    labels = ("made", "failed")
    tricks = CARDS

    def contract(self, hand: NapHand) -> OwnBid:
        side = self.game.side_of(hand.bidder)
        return OwnBid(side, hand.bid, None, hand.bid, hand.tricks, hand.made)


class Nap(Game):
    key = "nap"
    title = "Nap"
    summary = "One side bids to take two to five of five tricks."
    sizes = range(4, 5)
    partnerships = True
    paper_example = """\
players,Amber,Betty,Cindy,Diana
bidder,bid,wellington,tricks,Amber & Cindy,Betty & Diana
Betty,3,no,4,0,3
Cindy,5,yes,2,-10,3
"""
    rules: ClassVar[tuple[Rule, ...]] = (DEAL, BID, WELLINGTON, TRICKS, PAY, *SHEET_RULES)
    rule_refs = RuleRefs(deal=DEAL)
    options_type = NapOptions
    hand_type = NapHand
    outcomes_type = NapOutcomes
    keys: Mapping[str, Field] = {
        "bidder": PlayerField(),
        "bid": CountField(),
        "wellington": FlagField(),
        "tricks": CountField(),
    }

    def dealt(self, carry: Any) -> str:
        return f"{CARDS} cards"

    def deal_notes(self, dealer: Seat, carry: Any) -> tuple[str, ...]:
        return (
            f"{self.players[dealer]} deals {CARDS} cards each; {self.players[self.left_of(dealer)]} bids first.",
        )

    def check_key(self, key: str, value: Any) -> None:
        if key == "bid":
            BID.require(2 <= value <= CARDS, f"Nobody can bid {value} of {CARDS} tricks.", key)
        if key == "tricks":
            TRICKS.require(0 <= value <= CARDS, f"A side cannot take {value} of {CARDS} tricks.", key)

    def check(self, hand: NapHand, dealer: Seat, carry: Any) -> None:
        super().check(hand, dealer, carry)
        over_all = not hand.wellington or hand.bid == CARDS
        WELLINGTON.require(over_all, f"Wellington is a bid of {CARDS} tricks, not of {hand.bid}.", "wellington")

    def summarize(self, hand: NapHand) -> str:
        bid = "Wellington" if hand.wellington else f"{hand.bid}"
        return f"{self.players[hand.bidder]} bid {bid}, took {hand.tricks}"

    def score(self, hand: NapHand, dealer: Seat, carry: Any) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        stakes = (2 if hand.wellington else 1) * (1 if hand.made or not self.options.double_loss else 2)
        points = hand.bid * stakes * (1 if hand.made else -1)
        why = f"bid {hand.bid}, {'made' if hand.made else 'failed'}"
        return Score((ScoreLine(self.column_of(hand.bidder), points, why, PAY),)), None
