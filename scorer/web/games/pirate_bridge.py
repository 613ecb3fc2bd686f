"""The entry form of Pirate Bridge: who declared, who accepted, the contract, their tricks; honors if any."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field, RadioField

from ...rules.calls import BRIDGE, DOUBLED, Contract
from ...rules.contract_scoring.auction_bridge import ALL_TRICKS, MOST_HONORS
from ...rules.pirate_bridge.bidding import LEVELS
from ...rules.pirate_bridge.game import PirateBridge
from .entry import EntryForm, radio, spare

VULNERABLE = "yes"


def _honors() -> RadioField:
    return spare("Honors", "Nobody scores for “{}” honors here.")


class PirateForm(EntryForm):
    """A contract is plain, nobody vulnerable and no honors are held until somebody says so."""

    declarer = radio("Declarer", "Tap who declared.", "“{}” is not at this table.")
    acceptor = radio("Acceptor", "Tap who accepted.", "“{}” is not at this table.")
    level = radio("Tricks bid", "Tap the number bid.", "“{}” is not a number of tricks to bid.")
    suit = radio("Trump", "Tap the suit or NT.", "“{}” is not a suit of this game.")
    tricks = radio("Tricks taken", "Tap the tricks they took.", "“{}” is not a number of tricks here.")
    doubling = spare("Doubled", "“{}” is not a double.")
    vulnerable = spare("Vulnerable", "Nobody is vulnerable at this table.")
    honors_0, honors_1, honors_2, honors_3 = _honors(), _honors(), _honors(), _honors()

    def offer(self, game: PirateBridge) -> None:
        self.players = game.players
        self.declarer.choices = self.acceptor.choices = [(name, name) for name in game.players]
        self.level.choices = [(str(level), str(level)) for level in LEVELS]
        self.suit.choices = [(suit.value, suit.symbol.strip()) for suit in BRIDGE]
        self.tricks.choices = [(str(number), str(number)) for number in range(ALL_TRICKS + 1)]
        self.doubling.choices = [("X" * times, words) for times, words in enumerate(DOUBLED) if words]
        self.vulnerable.choices = [(VULNERABLE, "Vulnerable")] if "vulnerable" in game.keys else []
        for field in self.honors:
            held = range(MOST_HONORS + 1) if "honors" in game.keys else ()
            field.choices = [(str(number), str(number)) for number in held]

    def prefill(self, game: PirateBridge, facts: Mapping[str, Any]) -> None:
        contract: Contract = facts["contract"]
        self.declarer.data = game.players[facts["declarer"]]
        self.acceptor.data = game.players[facts["acceptor"]]
        self.level.data = str(contract.level)
        self.suit.data = contract.denomination.value if contract.denomination else None
        self.doubling.data = "X" * contract.doubling or None
        self.tricks.data = str(facts["tricks"]) if "tricks" in facts else None
        self.vulnerable.data = VULNERABLE if facts.get("vulnerable") else None
        for field, held in zip(self.honors, facts.get("honors", ()), strict=False):
            field.data = None if held is None else str(held)

    @property
    def honors(self) -> tuple[RadioField, ...]:
        """How many honors each player held, by seat."""
        return self.honors_0, self.honors_1, self.honors_2, self.honors_3

    @property
    def contract(self) -> str:
        """What is chosen of the contract, as a table writes it; empty where nothing is."""
        suit = next((str(choice[1]) for choice in self.suit.choices or () if choice[0] == self.suit.data), "")
        level = self.level.data or "·"
        return f"{level}{' ' * (suit == 'NT')}{suit}" if self.level.data or suit else ""

    def facts(self) -> dict[str, Any]:
        held = {name: int(field.data) for name, field in zip(self.players, self.honors, strict=True) if field.data}
        return {
            "contract": f"{self.level.data}{self.suit.data}{self.doubling.data or ''}",
            "declarer": self.declarer.data,
            "acceptor": self.acceptor.data,
            "tricks": int(self.tricks.data),
            **({"honors": held} if held else {}),
            **({"vulnerable": True} if self.vulnerable.data else {}),
        }

    def field_of(self, key: str | None) -> Field | None:
        fields = {
            "contract": self.level,
            "declarer": self.declarer,
            "acceptor": self.acceptor,
            "tricks": self.tricks,
            "honors": self.honors_0,
        }
        return fields.get(key or "")
