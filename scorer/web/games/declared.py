"""The entry form of games with a declarer: who declares, the contract, the tricks."""

from collections.abc import Mapping
from typing import ClassVar

from .entry import EntryForm


class DeclaredForm(EntryForm):
    """doubled_word: "doubled" where it is."""

    doubled_word = ""
    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "level": "Tap the number bid.",
        "suit": "Tap the denomination.",
        "tricks": "Tap the tricks they took.",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number that can be bid.",
        "suit": "“{}” is not a denomination of this game.",
        "tricks": "“{}” is not a number of tricks here.",
    }
