"""The entry form of Nap: who bid, how many, and the tricks they took."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field

from scorer.web.games.entry import EntryForm, radio

FIELDS = ("bidder", "bid", "tricks")


class NapForm(EntryForm):
    bidder = radio("Bidder", "Tap who plays alone.", "“{}” is not at this table.")
    bid = radio("Bid", "Tap the bid.", "“{}” is no bid.")
    tricks = radio("Tricks", "Tap the tricks they took.", "“{}” is not a number of tricks here.")

    def offer(self, game: Any) -> None:
        self.bidder.choices = [(name, name) for name in game.players]
        self.bid.choices = [(str(number), str(number)) for number in range(2, 6)]
        self.tricks.choices = [(str(number), str(number)) for number in range(6)]

    def prefill(self, game: Any, facts: Mapping[str, Any]) -> None:
        self.bidder.data = game.players[facts["bidder"]]
        self.bid.data, self.tricks.data = str(facts["bid"]), str(facts["tricks"])

    def facts(self) -> dict[str, Any]:
        return {"bidder": self.bidder.data, "bid": int(self.bid.data), "tricks": int(self.tricks.data)}

    def field_of(self, key: str | None) -> Field | None:
        return self[key] if key in FIELDS else None
