"""Nap: one player says how many of five tricks she will take, and plays alone against all the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorer.rules.core import Rule, Score, ScoreLine, Seat
from scorer.rules.fields import Field, FieldType
from scorer.rules.game import SHEET_RULES, Game
from scorer.rules.options import Options, option

CARDS = 5
BID = Rule("Bid", "The highest bidder plays alone; a bid is for two to five tricks.")
TRICKS = Rule("Tricks", "Everybody has five cards, so there are five tricks.")
PAY = Rule("Pay", "A bidder who takes her bid scores it; one who does not loses it, twice where agreed.")


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
    rules: ClassVar[tuple[Rule, ...]] = (BID, TRICKS, PAY, *SHEET_RULES)
    options_type = NapOptions

    @property
    def hand_type(self) -> type[NapHand]:
        return NapHand

    @property
    def keys(self) -> Mapping[str, Field]:
        return {"bidder": Field(FieldType.PLAYER), "bid": Field(FieldType.COUNT), "tricks": Field(FieldType.COUNT)}

    def auction(self, dealer: Seat, carry: Any) -> None:
        return None

    def check_key(self, key: str, value: Any) -> None:
        if key == "bid":
            BID.require(2 <= value <= CARDS, f"Nobody can bid {value} of {CARDS} tricks.", key)
        if key == "tricks":
            TRICKS.require(0 <= value <= CARDS, f"The bidder cannot take {value} of {CARDS} tricks.", key)

    def check(self, hand: NapHand, dealer: Seat, carry: Any) -> None:
        for key in self.keys:
            self.check_key(key, getattr(hand, key))

    def outcome(self, hand: NapHand) -> str:
        return "made" if hand.tricks >= hand.bid else "set"

    def summarize(self, hand: NapHand) -> str:
        return f"{self.players[hand.bidder]} bid {hand.bid}, took {hand.tricks}"

    def describe(self, hand: NapHand, dealer: Seat, carry: Any) -> str:
        score, _ = self.score(hand, dealer, carry)
        return f"{self.summarize(hand)}: {self.outcome(hand)}, {score.total(hand.bidder):+}."

    def score(self, hand: NapHand, dealer: Seat, carry: Any) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        lost = -2 * hand.bid if self.options.double_loss else -hand.bid
        points = hand.bid if self.outcome(hand) == "made" else lost
        return Score((ScoreLine(hand.bidder, points, f"bid {hand.bid}, {self.outcome(hand)}", PAY),)), None
