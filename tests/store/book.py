"""A sheet in the scorebook, written on without any page."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from scorer.sheet.core.sheet import Entry, EntryKind
from scorer.store import people, scorebook
from scorer.store.scorebook import Command, Snapshot

FIVE = ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
FACTS: dict[str, Any] = {"game": "offender", "players": FIVE, "dealer": "Ellie", "date": "2026-11-20"}
NOBODY: dict[str, Any] = {"contract": None}
RESULT: dict[str, Any] = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
OTHER: dict[str, Any] = {"contract": "7S", "proposer": "Betty", "accepter": "Ellie", "tricks": 6}
TOTALS = (49, 6, 49, 6, 6)
"""After RESULT, by the document's table."""

_keys = count()


def new_key() -> str:
    return f"key {next(_keys)}"


class Book:
    """One sheet and the device that writes on it; each act with a key of its own, having seen all before it."""

    def __init__(self, **facts: Any) -> None:
        self.device, _ = people.new_device()
        self.id = scorebook.start({**FACTS, **facts}, key=new_key(), device=self.device)

    @property
    def snapshot(self) -> Snapshot:
        return scorebook.read(self.id)

    @property
    def totals(self) -> tuple[Any, ...]:
        return self.snapshot.ledger.totals

    def act(self, act: Command, key: str = "", seen: int | None = None, after: str = "") -> Snapshot:
        seen = self.snapshot.version if seen is None else seen
        key = key or new_key()
        snapshot, _ = scorebook.append(self.id, act, key=key, seen=seen, waits_for=after, device=self.device)
        return snapshot

    def write(self, kind: EntryKind, **facts: Any) -> Snapshot:
        return self.act(lambda snapshot: (kind, facts))

    def record(self, hand: Mapping[str, Any] = RESULT) -> Snapshot:
        return self.write(EntryKind.RECORD, hand=dict(hand))

    def call(self, *calls: str) -> Snapshot:
        for call in calls:
            self.write(EntryKind.CALL, call=call, dealer="Ellie")
        return self.snapshot


def open_sheet(device: str, sheet_id: str, role: str, *, only_looks: bool = False) -> None:
    """Let a device open a sheet, as by a link."""
    with people.changing(sheet_id) as records:
        people.let_in(records, sheet_id, device, role, only_looks=only_looks)


def recording(hand: Mapping[str, Any] = RESULT) -> Command:
    return lambda snapshot: (EntryKind.RECORD, {"hand": dict(hand)})


def numbers(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.number for entry in entries]
