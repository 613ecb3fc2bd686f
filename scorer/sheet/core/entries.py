"""The acts at the table, one after the other, and which of them stand.

An entry is never changed and never removed: undo is an entry too. Entries of a sheet are numbered from 1, without
gaps; the first is its start. What the acts that stand amount to is `sheet.fold`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

UNDATED = datetime.fromtimestamp(0, UTC)
"""When an entry happened that has not been written down yet."""

OWN_PHONE = " (own phone)"
"""What stands behind the name of a player who said something on a phone of their own."""


class EntryKind(Enum):
    """What happened. `PAYLOADS` in `importing.py` lists the facts that an entry of each kind holds."""

    START = "start"
    CALL = "call"
    RECORD = "record"
    AMEND = "amend"
    STRIKE = "strike"
    ADJUST = "adjust"
    SEATS = "seats"
    RULES = "rules"
    RENAME = "rename"
    TITLE = "title"
    FINISH = "finish"
    REOPEN = "reopen"
    UNDO = "undo"
    REDO = "redo"
    DISPUTE = "dispute"
    STATEMENT = "statement"
    SETTLE = "settle"
    AGREE = "agree"
    SIGN = "sign"
    DISMISS = "dismiss"


class Outcome(Enum):
    """How a dispute ends."""

    UPHELD = "upheld"  # the hand stands as it is on the sheet
    CORRECTED = "corrected"  # the hand is what one of the versions says
    STRUCK = "struck"  # the hand is taken off the sheet
    BY_HAND = "by hand"  # the table writes down the points


ABOUT_A_HAND = (
    EntryKind.AMEND,
    EntryKind.STRIKE,
    EntryKind.DISPUTE,
    EntryKind.STATEMENT,
    EntryKind.SETTLE,
    EntryKind.AGREE,
)
TALK = (EntryKind.DISPUTE, EntryKind.STATEMENT, EntryKind.AGREE, EntryKind.SIGN, EntryKind.DISMISS)


@dataclass(frozen=True)
class Entry:
    """One act. key: the request's own, so that a repeated request is known; device: who did it; at: when, UTC."""

    number: int
    kind: EntryKind
    facts: Mapping[str, Any]
    key: str = ""
    device: str = ""
    at: datetime = UNDATED

    @property
    def about_hand(self) -> int | None:
        """The entry that recorded the hand this act is about, perhaps itself; None if it is about no one hand."""
        if self.kind is EntryKind.RECORD or (self.kind is EntryKind.SEATS and "hand" in self.facts):
            return self.number
        return self.facts["entry"] if self.kind in ABOUT_A_HAND else None

    @property
    def adjustment(self) -> int | None:
        """The entry that first gave the points without a deal that this act is about, perhaps itself."""
        return self.facts.get("entry", self.number) if self.kind is EntryKind.ADJUST else None

    @property
    def speaker(self) -> str:
        """Who says this, marked where it was on a phone of their own; empty where nobody is named."""
        return f"{self.facts.get('player', '')}{OWN_PHONE if self.facts.get('own_phone') else ''}"

    @property
    def tapped_by(self) -> str:
        """Who did this: a player on a phone of their own, or else the phone; empty where neither is known."""
        return self.speaker or (f"the phone “{self.facts['phone']}”" if self.facts.get("phone") else "")

    @property
    def only_talks(self) -> bool:
        """Whether this act says something about the sheet and changes none of its facts."""
        return self.kind in TALK or (
            self.kind is EntryKind.SETTLE and self.facts["outcome"] == Outcome.UPHELD.value
        )

    @property
    def rewrites(self) -> bool:
        """Whether this act puts other facts in the place of a recorded hand's."""
        return self.kind is EntryKind.AMEND or (self.kind is EntryKind.SETTLE and "hand" in self.facts)

    @property
    def strikes(self) -> bool:
        """Whether this act takes a hand off the sheet."""
        return self.kind is EntryKind.STRIKE or (
            self.kind is EntryKind.SETTLE and self.facts["outcome"] == Outcome.STRUCK.value
        )


class Undone(NamedTuple):
    """An undo, and the acts that it took back."""

    undo: Entry
    acts: tuple[Entry, ...]


@dataclass(frozen=True)
class Timeline:
    """acts: those that stand, in order, the start first; undone: what can be redone, the next last."""

    acts: tuple[Entry, ...]
    undone: tuple[Undone, ...]

    @property
    def last_act(self) -> Entry | None:
        """The act that undo takes back; never the start of the sheet."""
        return self.acts[-1] if len(self.acts) > 1 else None

    @cached_property
    def amended(self) -> frozenset[int | None]:
        """The hands that an act has put other facts in the place of, by the entries that recorded them."""
        return frozenset(act.about_hand for act in self.acts if act.rewrites)

    def after(self, number: int) -> tuple[Entry, ...]:
        """The acts that stand and came after entry `number`, the start apart."""
        return tuple(act for act in self.acts[1:] if act.number > number)


def timeline(entries: Sequence[Entry]) -> Timeline:
    """Which acts stand after these entries. A new act leaves nothing to redo."""
    acts: list[Entry] = []
    undone: list[Undone] = []
    for entry in entries:
        match entry.kind:
            case EntryKind.UNDO:
                taken = [act for act in acts if act.number >= entry.facts["entry"]]
                del acts[len(acts) - len(taken) :]
                undone.append(Undone(entry, tuple(taken)))
            case EntryKind.REDO:
                acts.extend(undone.pop().acts)
            case _:
                acts.append(entry)
                undone.clear()
    return Timeline(tuple(acts), tuple(undone))


def name_now(entries: Sequence[Entry], name: str, number: int) -> str:
    """What a player is called now who was called so after entry `number`.

    Empty where the renaming that gave them the name was undone: two names may have become one by it.
    """
    then, now = timeline(entries[:number]).acts, timeline(entries).acts
    stands = {act.number for act in now}
    for act in then:
        if act.number not in stands and act.kind is EntryKind.RENAME and name in act.facts["names"].values():
            return ""
    before = {act.number for act in then}
    for act in now:
        if act.number not in before and act.kind is EntryKind.RENAME:
            name = act.facts["names"].get(name, name)
    return name


def spoken_for(entries: Sequence[Entry], device: str) -> str:
    """For whom a phone has spoken as for its owner, also where that was taken back; empty for nobody."""
    spoken = (entry for entry in entries if entry.device == device and entry.facts.get("own_phone"))
    names = (name_now(entries, entry.facts["player"], entry.number) for entry in spoken)
    return next((name for name in names if name), "")
