"""The entry form of Offender: who proposed, who accepted, the contract, the tricks of the offense."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field

from ...rules.calls import Contract
from ...rules.offender.game import Offender
from .entry import EntryForm, radio


class OffenderForm(EntryForm):
    proposer = radio("Proposer", "Tap who proposed.", "“{}” is not at this table.")
    accepter = radio("Accepter", "Tap who accepted.", "“{}” is not at this table.")
    level = radio("Tricks bid", "Tap the number bid.", "“{}” is not a number of tricks in this hand.")
    suit = radio("Trump", "Tap the suit.", "“{}” is not a suit this table plays.")
    tricks = radio("Tricks taken", "Tap the tricks the offense took.", "“{}” is not a number of tricks here.")

    def offer(self, game: Offender) -> None:
        self.proposer.choices = self.accepter.choices = [(name, name) for name in game.players]
        levels = range(game.options.lowest_bid, game.tricks + 1)
        self.level.choices = [(str(level), str(level)) for level in levels]
        self.suit.choices = [(suit.value, suit.symbol.strip()) for suit in game.denominations]
        self.tricks.choices = [(str(number), str(number)) for number in range(game.tricks + 1)]

    def prefill(self, game: Offender, facts: Mapping[str, Any]) -> None:
        contract: Contract = facts["contract"]
        self.proposer.data = game.players[facts["proposer"]]
        self.accepter.data = game.players[facts["accepter"]]
        self.level.data = str(contract.level)
        self.suit.data = contract.denomination.value if contract.denomination else None
        self.tricks.data = str(facts["tricks"]) if "tricks" in facts else None

    @property
    def suit_symbol(self) -> str:
        """The symbol of the chosen trump, empty where none of this table's is chosen."""
        return next((str(choice[1]) for choice in self.suit.choices or () if choice[0] == self.suit.data), "")

    def facts(self) -> dict[str, Any]:
        return {
            "contract": f"{self.level.data}{self.suit.data}",
            "proposer": self.proposer.data,
            "accepter": self.accepter.data,
            "tricks": int(self.tricks.data),
        }

    def field_of(self, key: str | None) -> Field | None:
        fields = {
            "contract": self.level,
            "proposer": self.proposer,
            "accepter": self.accepter,
            "tricks": self.tricks,
        }
        return fields.get(key or "")
