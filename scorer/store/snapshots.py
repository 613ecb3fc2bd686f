"""Sheets as they stood after their last entry, and those of them that are kept in memory."""

import threading
from dataclasses import dataclass, field
from functools import cached_property

from ..sheet.audit import hash_chain
from ..sheet.audit.verification import Receipt
from ..sheet.changes.disputes import Agreement, Dispute, disputes, signers
from ..sheet.changes.house_rules import changes
from ..sheet.changes.remarks import SheetWarning, sheet_warnings
from ..sheet.core.entries import Entry, Timeline, timeline
from ..sheet.core.ledger import Ledger
from ..sheet.core.sheet import Folded, Sheet
from ..sheet.questions import lead

KEPT_IN_MEMORY = 200


class SheetNotFoundError(LookupError):
    """There is no sheet of this id."""


@dataclass(frozen=True)
class Snapshot:
    """A sheet after its last entry: id and version identify it. digests: of the entries, computed, not stored.

    facts: those of the sheet, to go on from. What follows from the entries is worked out once for all who look at
    the sheet.
    """

    id: str
    entries: tuple[Entry, ...]
    sheet: Sheet
    ledger: Ledger
    digests: tuple[str, ...]
    facts: Folded = field(repr=False, compare=False)

    @property
    def version(self) -> int:
        return len(self.entries)

    @cached_property
    def line(self) -> Timeline:
        return timeline(self.entries)

    @cached_property
    def agreement(self) -> Agreement:
        return Agreement.of(self.line.acts)

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        return disputes(self.line.acts, self.ledger)

    @cached_property
    def open_disputes(self) -> dict[int, Dispute]:
        """By the entry that recorded the hand."""
        return {dispute.hand: dispute for dispute in self.disputes if not dispute.settlement}

    @cached_property
    def warnings(self) -> tuple[SheetWarning, ...]:
        return sheet_warnings(self.line.acts, self.ledger)

    @cached_property
    def changes(self) -> list[list[str]]:
        """What the table changed with each hand and with the next, as sentences."""
        return changes(self.ledger)

    @cached_property
    def lead_in_words(self) -> str:
        return lead.in_words(self.ledger)

    @cached_property
    def seated(self) -> tuple[str, ...]:
        return signers(self.ledger)

    @property
    def fingerprint(self) -> str:
        return hash_chain.fingerprint(self.digests[-1])

    @property
    def receipt(self) -> Receipt:
        """Of the last entry."""
        return Receipt(self.version, self.digests[-1])

    def up_to(self, version: int) -> "Snapshot":
        """The sheet as it was after this entry."""
        facts = Folded.of(self.entries[:version])
        sheet = facts.sheet()
        ledger = Ledger.of(sheet, self.ledger)
        return Snapshot(self.id, self.entries[:version], sheet, ledger, self.digests[:version], facts)

    @classmethod
    def of(cls, id: str, entries: tuple[Entry, ...], earlier: "Snapshot | None" = None) -> "Snapshot":
        """Raises FormatError and IllegalHandError."""
        if earlier and len(entries) >= earlier.version and entries[earlier.version - 1] is earlier.entries[-1]:
            facts = Folded.of(entries, earlier.facts, earlier.version)
        else:
            facts = Folded.of(entries)
        sheet = facts.sheet()
        ledger = Ledger.of(sheet, earlier.ledger if earlier else None)
        digests = hash_chain.digests(entries, earlier.digests if earlier else ())
        return cls(id, entries, sheet, ledger, digests, facts)


# The snapshots read last, the latest at the end. Newer entries are read from the database each time; where the
# database went back, a snapshot no longer follows from it, and is made anew.
_snapshots: dict[str, Snapshot] = {}
_lock = threading.Lock()


def forget_snapshots() -> None:
    """Start from the database again, as after a restart."""
    with _lock:
        _snapshots.clear()


def in_memory(sheet_id: str) -> Snapshot | None:
    """The snapshot of a sheet that was read last."""
    return _snapshots.get(sheet_id)


def keep(snapshot: Snapshot) -> Snapshot:
    """Keep a snapshot in memory; where there are many, drop the one that was not read for the longest time."""
    with _lock:
        _snapshots.pop(snapshot.id, None)
        _snapshots[snapshot.id] = snapshot
        while len(_snapshots) > KEPT_IN_MEMORY:
            _snapshots.pop(next(iter(_snapshots)))
    return snapshot
