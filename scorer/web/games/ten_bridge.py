"""The entry form of 10 Bridge: the contract may be doubled, and its trump suit may be noted."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field

from ...rules.calls import SUITS
from ...rules.ten_bridge.game import DENOMINATIONS, TenBridge
from ...rules.ten_bridge.scoring import HALF, PAIRS, TRICKS
from .declared import DeclaredForm, numbers
from .entry import spare

DOUBLES = (("X", "Doubled"), ("XX", "Redoubled"))
PAIR_SYMBOLS = {name.value: "".join(suit.symbol for suit in pair) for name, pair in PAIRS.items()}


class TenBridgeForm(DeclaredForm):
    doubling = spare("Doubling", "“{}” is no double.")
    trump = spare("Trump suit", "“{}” is no suit.")
    pairs = PAIR_SYMBOLS

    def offer(self, game: TenBridge) -> None:
        self.declarer.choices = [(name, name) for name in game.players]
        self.level.choices = numbers(range(HALF + 1))
        self.suit.choices = [(denomination.value, denomination.symbol.strip()) for denomination in DENOMINATIONS]
        self.doubling.choices = list(DOUBLES)
        self.trump.choices = [(suit.value, suit.symbol) for suit in SUITS]
        self.tricks.choices = numbers(range(TRICKS + 1))

    def prefill(self, game: TenBridge, facts: Mapping[str, Any]) -> None:
        super().prefill(game, facts)
        self.doubling.data = "X" * facts["contract"].doubling or None
        trump = facts.get("trump")
        self.trump.data = trump.value if trump else None

    @property
    def doubled_word(self) -> str:
        return dict(DOUBLES).get(self.doubling.data or "", "").lower()

    @property
    def contract_text(self) -> str:
        return f"{super().contract_text}{self.doubling.data or ''}"

    def facts(self) -> dict[str, Any]:
        # What was noted before the denomination was changed to no trump is no fact any more.
        noted = self.trump.data and self.suit.data in self.pairs
        trump = {"trump": self.trump.data} if noted else {}
        return {**super().facts(), **trump}

    def field_of(self, key: str | None) -> Field | None:
        return self.trump if key == "trump" else super().field_of(key)
