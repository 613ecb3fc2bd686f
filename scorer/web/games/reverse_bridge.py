"""The entry form of Reverse Bridge: the bid, and the tricks of those who did not bid."""

from ...rules.reverse_bridge.game import DENOMINATIONS, TRICKS, ReverseBridge
from .declared import DeclaredForm, numbers


class ReverseBridgeForm(DeclaredForm):
    tricks_key = "opponent_tricks"

    def offer(self, game: ReverseBridge) -> None:
        self.declarer.choices = [(name, name) for name in game.players]
        self.level.choices = numbers(range(1, TRICKS + 1))
        self.suit.choices = [(denomination.value, denomination.symbol.strip()) for denomination in DENOMINATIONS]
        self.tricks.choices = numbers(range(TRICKS + 1))
