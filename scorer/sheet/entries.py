"""The acts at the table, one after the other, and their fold into a sheet.

An entry is never changed and never removed: undo is an entry too. Entries of a sheet are numbered from 1, without
gaps; the first is its start.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from .facts import BESIDE, Hand, Sheet

UNDATED = datetime.fromtimestamp(0, UTC)
"""When an entry happened that has not been written down yet."""


class Kind(Enum):
    """What happened, and the facts that its entry holds."""

    START = "start"  # game, players, dealer, options, title, date
    CALL = "call"  # call: "Amber: 3H"; dealer: whose deal it is
    RECORD = "record"  # hand: its facts
    AMEND = "amend"  # entry: the one that recorded the hand; hand: its facts now
    STRIKE = "strike"  # entry: the one that recorded the hand
    UNDO = "undo"  # entry: the act taken back


@dataclass(frozen=True)
class Entry:
    """One act. key: the request's own, so that a repeated request is known; device: who did it; at: when, UTC."""

    number: int
    kind: Kind
    facts: Mapping[str, Any]
    key: str = ""
    device: str = ""
    at: datetime = UNDATED


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the acts taken back."""
    return frozenset(entry.facts["entry"] for entry in entries if entry.kind is Kind.UNDO)


def last_act(entries: Sequence[Entry]) -> Entry | None:
    """The act that undo takes back: the last that still stands; never the start of the sheet."""
    gone = undone(entries)
    for entry in reversed(entries):
        if entry.kind not in (Kind.UNDO, Kind.START) and entry.number not in gone:
            return entry
    return None


def fold(entries: Sequence[Entry]) -> Sheet:
    """The facts as they stand after these entries. An open hand, still being bid, is the last of the hands."""
    start = entries[0].facts
    gone = undone(entries)
    hands: dict[int, Hand] = {}
    calls: list[str] = []
    dealer: str | None = None
    for entry in entries:
        if entry.number in gone:
            continue
        match entry.kind:
            case Kind.CALL:
                dealer = dealer if calls else entry.facts["dealer"]
                calls.append(entry.facts["call"])
            case Kind.RECORD:
                hands[entry.number] = Hand(entry.facts["hand"], entry.number)
                calls = []
            case Kind.AMEND:
                number = entry.facts["entry"]
                if number in hands:
                    hands[number] = Hand(entry.facts["hand"], number)
            case Kind.STRIKE:
                hands.pop(entry.facts["entry"], None)
            case Kind.START | Kind.UNDO:
                pass
    open_hand = (Hand({"calls": calls, "dealer": dealer}),) if calls else ()
    return Sheet(
        game=start["game"],
        players=tuple(start["players"]),
        dealer=start["dealer"],
        options=start.get("options", {}),
        title=start.get("title", ""),
        date=start.get("date", ""),
        hands=(*hands.values(), *open_hand),
    )


def kept_beside(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What stays of a hand when its contract or its tricks are amended."""
    return {key: facts[key] for key in BESIDE if key in facts}
