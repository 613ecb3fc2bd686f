"""The entry form of Nap, in words of its own: who bid, how many, and the tricks they took."""

from collections.abc import Mapping
from typing import ClassVar

from scorer.web.games.entry import EntryForm


class NapForm(EntryForm):
    asks: ClassVar[Mapping[str, str]] = {
        "bidder": "Tap who plays alone.",
        "bid": "Tap the bid.",
        "tricks": "Tap the tricks they took.",
    }
