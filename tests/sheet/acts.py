"""An evening as entries, for tests that look at acts."""

from collections.abc import Sequence
from typing import Any

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, fold, timeline

PLAYERS = ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
HANDS = (
    {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7},
    {"contract": "7S", "proposer": "Betty", "accepter": "Ellie", "tricks": 6},
    {"contract": "5C", "proposer": "Cindy", "accepter": "Diana", "tricks": 8},
)
"""The first three of the document's hands, which entries 2 to 4 record."""


FIVE_TRICKS = {**HANDS[2], "tricks": 5}


class Acts:
    """Entries one after the other: `Acts().strike(2)` appends the act and gives its number."""

    def __init__(self, hands: Sequence[dict[str, Any]] = HANDS) -> None:
        self.entries: list[Entry] = []
        self.add(EntryKind.START, game="offender", players=PLAYERS, dealer="Ellie", options={})
        for hand in hands:
            self.add(EntryKind.RECORD, hand=hand)

    def add(self, kind: EntryKind, **facts: Any) -> int:
        self.entries.append(Entry(len(self.entries) + 1, kind, facts))
        return len(self.entries)

    @property
    def standing(self) -> tuple[Entry, ...]:
        return timeline(self.entries).acts

    @property
    def ledger(self) -> Ledger:
        return Ledger.of(fold(self.entries))

    def dispute(self) -> int:
        """Dispute the third hand, with Betty's version of five tricks; the entry."""
        number = self.add(EntryKind.DISPUTE, entry=4)
        said = {"player": "Betty", "words": "It was five.", "hand": FIVE_TRICKS}
        self.add(EntryKind.STATEMENT, dispute=number, entry=4, **said)
        return number
