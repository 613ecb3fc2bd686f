"""Games that nobody plays: with a value of every kind that a form asks for, and with some that are folded away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from scorer.rules.calls import Bid, Denomination, Word
from scorer.rules.core import SHEET_RULES, Points, Rule, RuleRefs, Score, ScoreLine, Seat
from scorer.rules.fields import (
    BidField,
    ChoiceField,
    CountField,
    Field,
    FlagField,
    PerPlayer,
    PerSide,
    PlayerField,
    PointsField,
    TrumpField,
)
from scorer.rules.game import Game
from scorer.rules.registry import GAMES, by_key

from ..nap import Nap

ONE = Rule("One", "A hand pays one point to the maker's side.")


@dataclass(frozen=True)
class SundryHand:
    maker: Seat
    alone: bool
    shown: tuple[bool, ...]
    bids: tuple[Bid | Word, ...]
    far: int
    helper: Seat | None = None
    bonus: tuple[int, int] | None = None
    cards: tuple[int, ...] | None = None
    melds: tuple[Points | None, ...] = ()
    fee: Points | None = None
    trump: Denomination | None = None
    doubtful: bool = False
    kind: str = "plain"
    absent: Seat | None = None


class Sundry(Game):
    key = "sundry"
    title = "Sundry"
    summary = "A value of every kind."
    sizes = range(4, 5)
    partnerships = True
    rules: ClassVar[tuple[Rule, ...]] = (ONE, *SHEET_RULES)
    rule_refs = RuleRefs(deal=ONE)
    paper_example = "maker,alone\n"
    hand_type = SundryHand
    keys: Mapping[str, Field] = {
        "maker": PlayerField(),
        "alone": FlagField(),
        "shown": PerPlayer(FlagField()),
        "bids": PerPlayer(BidField()),
        "far": CountField(),
        "helper": PlayerField(needed=False),
        "bonus": PerSide(CountField(among=range(5)), needed=False),
        "cards": PerPlayer(CountField(among=range(3)), needed=False),
        "melds": PerPlayer(PointsField(), every=False, needed=False),
        "fee": PointsField(needed=False),
        "trump": TrumpField(needed=False),
        "doubtful": FlagField(needed=False),
        "kind": ChoiceField(("plain", "grand ouvert", "barred"), needed=False, folded=True),
        "absent": PlayerField(needed=False),
    }

    def check_key(self, key: str, value: Any) -> None:
        if key == "far":
            ONE.require(value > 1000, f"{value} is not far.", key)
        ONE.require(key != "absent" and value != "barred", f"Nobody plays with {key} {value}.", key)

    def summarize(self, hand: SundryHand) -> str:
        return f"{self.players[hand.maker]} made it"

    def score(self, hand: SundryHand, dealer: Seat, carry: Any) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        return Score((ScoreLine(self.column_of(hand.maker), 1, "made", ONE),)), None


@pytest.fixture
def sundry(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game among the others; its key."""
    for key, game in by_key(Sundry).items():
        monkeypatch.setitem(GAMES, key, game)
    return Sundry.key


@dataclass(frozen=True)
class HelpedHand(Nap.hand_type):
    helper: Seat | None = None
    fee: Points | None = None


class HelpedNap(Nap):
    key = "helped-nap"
    hand_type = HelpedHand
    keys: Mapping[str, Field] = {
        **Nap.keys,
        "helper": PlayerField(needed=False, folded=True),
        "fee": PointsField(needed=False, folded=True),
    }


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> str:
    """Nap with what a hand may lack, among the others; its key."""
    monkeypatch.setitem(GAMES, HelpedNap.key, HelpedNap)
    return HelpedNap.key
