"""The entry form of Offender: who proposed, who accepted, the contract, the tricks of the offense."""

from collections.abc import Mapping
from typing import ClassVar

from .entry import EntryForm


class OffenderForm(EntryForm):
    asks: ClassVar[Mapping[str, str]] = {
        "proposer": "Tap who proposed.",
        "accepter": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit.",
        "tricks": "Tap the tricks the offense took.",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number of tricks in this hand.",
        "suit": "“{}” is not a suit this table plays.",
        "tricks": "“{}” is not a number of tricks here.",
    }
