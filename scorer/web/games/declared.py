"""The entry form of games with a declarer: who declares, the contract, the tricks."""

from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import Field

from ...rules.calls import Contract, Denomination
from .entry import EntryForm, radio


def numbers(known: Iterable[int]) -> list[tuple[str, str]]:
    """The choices of a field of numbers."""
    return [(str(number), str(number)) for number in known]


class DeclaredForm(EntryForm):
    """tricks_key: the key of the hand that the tricks stand under. doubled_word: "doubled" where it is."""

    tricks_key = "tricks"
    doubled_word = ""

    declarer = radio("Declarer", "Tap who is declarer.", "“{}” is not at this table.")
    level = radio("Level", "Tap the number bid.", "“{}” is not a number that can be bid.")
    suit = radio("Denomination", "Tap the denomination.", "“{}” is not a denomination of this game.")
    tricks = radio("Tricks taken", "Tap the tricks they took.", "“{}” is not a number of tricks here.")

    def prefill(self, game: Any, facts: Mapping[str, Any]) -> None:
        contract: Contract = facts["contract"]
        self.declarer.data = game.players[facts["declarer"]]
        self.level.data = str(contract.level)
        self.suit.data = contract.denomination.value if contract.denomination else None
        self.tricks.data = str(facts[self.tricks_key]) if self.tricks_key in facts else None

    @property
    def contract_text(self) -> str:
        """The contract as the notation of the file has it."""
        return f"{self.level.data}{self.suit.data}"

    @property
    def on_felt(self) -> str:
        """As much of the contract as is chosen, as it is written on the table; empty where nothing is."""
        known = [choice[0] for choice in self.suit.choices or ()]
        denomination = Denomination(self.suit.data).symbol if self.suit.data in known else ""
        return f"{self.level.data or '·'}{denomination}" if self.level.data or denomination else ""

    def facts(self) -> dict[str, Any]:
        return {
            "contract": self.contract_text,
            "declarer": self.declarer.data,
            self.tricks_key: int(self.tricks.data),
        }

    def field_of(self, key: str | None) -> Field | None:
        fields = {"contract": self.level, "declarer": self.declarer, self.tricks_key: self.tricks}
        return fields.get(key or "")
