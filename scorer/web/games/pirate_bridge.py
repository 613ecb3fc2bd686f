"""The entry form of Pirate Bridge: who declared, who accepted, the contract, their tricks; honors if any."""

from collections.abc import Mapping
from typing import Any, ClassVar

from .entry import EntryForm


class PirateForm(EntryForm):
    """A contract is plain, nobody vulnerable and no honors are held until somebody says so."""

    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "acceptor": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit or NT.",
        "tricks": "Tap the tricks they took.",
        "doubling": "",
        "vulnerable": "",
        "honors": "",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number of tricks to bid.",
        "suit": "“{}” is not a suit of this game.",
        "tricks": "“{}” is not a number of tricks here.",
        "doubling": "“{}” is not a double.",
        "vulnerable": "Nobody is vulnerable at this table.",
        "honors": "Nobody scores for “{}” honors here.",
    }

    @property
    def honors(self) -> list[Any]:
        """How many honors each player held, by seat."""
        return self.of("honors")
