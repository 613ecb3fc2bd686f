"""The entry form of Reverse Bridge: the bid, and the tricks of those who did not bid."""

from collections.abc import Mapping
from typing import ClassVar

from .declared import DeclaredForm


class ReverseBridgeForm(DeclaredForm):
    names: ClassVar[Mapping[str, str]] = {"opponent_tricks": "tricks"}
    asks: ClassVar[Mapping[str, str]] = {**DeclaredForm.asks, "tricks": "Tap the tricks the opponents took."}
