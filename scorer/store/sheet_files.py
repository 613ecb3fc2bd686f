"""Sheets as files with their history, as they are saved many at a time."""

from dataclasses import dataclass
from datetime import datetime

from ..sheet.audit import hash_chain
from ..sheet.core.entries import EntryKind
from ..sheet.file import document
from ..sheet.file.document import file_name
from ..sheet.importing import work
from ..sheet.importing.history import MOST_BYTES
from ..sheet.importing.validation import MOST_ENTRIES
from .scorebook import Snapshot, stored_digests

REVISING = (
    EntryKind.UNDO,
    EntryKind.REDO,
    EntryKind.SEATS,
    EntryKind.RULES,
    EntryKind.RENAME,
    EntryKind.STATEMENT,
)
"""Acts after which hands may be judged again, beside those that correct one."""


@dataclass(frozen=True)
class SheetFile:
    """A sheet with its history. order: by what is in it alone: the same sheets are the same bundle on every phone;
    work: what it takes to look through it; entries: how many it has.
    """

    order: tuple[str, datetime, str]
    name: str
    content: bytes
    work: int
    entries: int

    @classmethod
    def of(cls, snapshot: Snapshot) -> "SheetFile":
        name = file_name(snapshot.sheet)
        order = (name, snapshot.entries[0].at, snapshot.digests[-1])
        return cls(order, f"{name}.json", with_history(snapshot), _work(snapshot), snapshot.version)

    @property
    def can_be_imported(self) -> bool:
        """Whether it is within the limits of what one import looks through."""
        return len(self.content) <= MOST_BYTES and self.work <= work.MOST and self.entries <= MOST_ENTRIES


def with_history(snapshot: Snapshot) -> bytes:
    return document.write(snapshot.sheet, hash_chain.lines(snapshot.entries, stored_digests(snapshot)))


def _work(snapshot: Snapshot) -> int:
    corrections = sum(entry.rewrites or entry.strikes or entry.kind in REVISING for entry in snapshot.entries)
    return work.of_sheet(len(snapshot.sheet.hands), snapshot.version, corrections)
