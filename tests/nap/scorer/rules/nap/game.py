"""Nap: one player says how many of five tricks they will take, and plays alone against all the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorer.rules.core import Rule, RuleRefs, Score, ScoreLine, Seat
from scorer.rules.fields.field import Field
from scorer.rules.fields.values import CountField, PlayerField
from scorer.rules.game import Game
from scorer.rules.options import Options, option
from scorer.rules.sheet_rules import SHEET_RULES

CARDS = 5
DEAL = Rule("The deal", "Everybody is dealt five cards; the deal passes to the left.")
BID = Rule("Bid", "The highest bidder plays alone; a bid is for two to five tricks.")
TRICKS = Rule("Tricks", "Everybody has five cards, so there are five tricks.")
PAY = Rule("Pay", "A bidder who takes their bid scores it; one who does not loses it, twice where agreed.")


@dataclass(frozen=True)
class NapOptions(Options):
    double_loss: bool = option(False, (False, True), "Double loss", "A bid that fails costs twice as much.")


@dataclass(frozen=True)
class NapHand:
    """tricks: what the bidder took."""

    bidder: Seat
    bid: int
    tricks: int


class Nap(Game):
    key = "nap"
    title = "Nap"
    summary = "One player bids to take two to five of five tricks, alone against all the others."
    sizes = range(2, 8)
    paper_example = """\
bidder,bid,tricks,Amber,Betty,Cindy
Betty,3,4,0,3,0
Cindy,5,2,0,3,-5
"""
    rules: ClassVar[tuple[Rule, ...]] = (DEAL, BID, TRICKS, PAY, *SHEET_RULES)
    rule_refs = RuleRefs(deal=DEAL)
    options_type = NapOptions
    hand_type = NapHand
    keys: Mapping[str, Field] = {
        "bidder": PlayerField(),
        "bid": CountField(),
        "tricks": CountField(),
    }

    def deal_notes(self, dealer: Seat, carry: Any) -> tuple[str, ...]:
        return (
            f"{self.players[dealer]} deals {CARDS} cards each; {self.players[self.left_of(dealer)]} bids first.",
        )

    def check_key(self, key: str, value: Any) -> None:
        if key == "bid":
            BID.require(2 <= value <= CARDS, f"Nobody can bid {value} of {CARDS} tricks.", key)
        if key == "tricks":
            TRICKS.require(0 <= value <= CARDS, f"The bidder cannot take {value} of {CARDS} tricks.", key)

    def outcome(self, hand: NapHand) -> str:
        return "made" if hand.tricks >= hand.bid else "set"

    def summarize(self, hand: NapHand) -> str:
        return f"{self.players[hand.bidder]} bid {hand.bid}, took {hand.tricks}"

    def score(self, hand: NapHand, dealer: Seat, carry: Any) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        lost = -2 * hand.bid if self.options.double_loss else -hand.bid
        points = hand.bid if self.outcome(hand) == "made" else lost
        return Score((ScoreLine(hand.bidder, points, f"bid {hand.bid}, {self.outcome(hand)}", PAY),)), None
