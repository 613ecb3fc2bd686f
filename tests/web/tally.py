"""A small game with more points than keys, and no form of its own: 26 points are shared out in every hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from scorer.rules.core import SHEET_RULES, Rule, RuleRefs, Score, ScoreLine, Seat
from scorer.rules.fields import CountField, Field, PerPlayer
from scorer.rules.game import Game
from scorer.rules.registry import GAMES

ALL = 26
SHARED = Rule("Shared", f"A hand has {ALL} points.")


@dataclass(frozen=True)
class TallyHand:
    taken: tuple[int, ...]


class Tally(Game):
    key = "tally"
    title = "Tally"
    summary = "All points are shared out."
    sizes = range(2, 5)
    rules: ClassVar[tuple[Rule, ...]] = (SHARED, *SHEET_RULES)
    rule_refs = RuleRefs(deal=SHARED)
    paper_example = "taken,Amber,Betty\n"
    hand_type = TallyHand
    keys: Mapping[str, Field] = {"taken": PerPlayer(CountField())}

    def check_key(self, key: str, value: Any) -> None:
        SHARED.require(0 <= value <= ALL, f"Nobody can take {value} of {ALL} points.", key)

    def summarize(self, hand: TallyHand) -> str:
        return ", ".join(f"{name} {taken}" for name, taken in zip(self.players, hand.taken, strict=True))

    def score(self, hand: TallyHand, dealer: Seat, carry: Any) -> tuple[Score, None]:
        self.check(hand, dealer, carry)
        SHARED.require(sum(hand.taken) == ALL, f"That is {sum(hand.taken)} of {ALL} points.", "taken")
        lines = (ScoreLine(seat, taken, f"{taken} taken", SHARED) for seat, taken in enumerate(hand.taken))
        return Score(tuple(lines)), None


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game among the others; its key."""
    monkeypatch.setitem(GAMES, Tally.key, Tally)
    return Tally.key
