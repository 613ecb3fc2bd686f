"""The rows of a sheet's table: which hands a page shows, what stands in a row, what another version changes."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from ...rules.core import Points
from ...sheet.core.entries import EntryKind
from ...sheet.core.ledger import Ledger, Row
from ...store.scorebook import Snapshot
from .fitting import Fit

LATEST = 20
"""Hands on a page of the sheet; the others are fetched when they are wanted."""

MOST_CHANGED = 5
"""Rows that are sent one by one; where more have changed, the table is sent as a whole."""


@dataclass(frozen=True)
class Window:
    """The hands that a page shows, the latest first. older, newer: how many stand before and after them."""

    rows: tuple[Row, ...]
    older: int
    newer: int

    @classmethod
    def of(cls, ledger: Ledger, *, before: int | None = None, opened: int | None = None) -> "Window":
        """before: the number of the hand that follows the page; opened: of one that the page must show."""
        count = len(ledger.rows)
        end = count
        if before:
            end = max(0, min(before - 1, count))
        elif opened and opened <= count - LATEST:
            end = min(count, max(opened, 0) + LATEST // 2)
        start = max(0, end - LATEST)
        return cls(ledger.rows[start:end][::-1], start, count - end)


@dataclass(frozen=True)
class Place:
    """What stands in a row for one column. said: what was bid and taken; look: "made" or "set", empty for a column
    without a bid of its own.
    """

    points: Points
    said: str = ""
    look: str = ""


def headline(row: Row) -> str:
    """What was played, without what stands beside the points of each column."""
    if row.result is None or row.judged.settled is not None:
        return row.summary
    return row.game.headline(row.result) or f"{row.dealer} dealt"


def places(ledger: Ledger, row: Row) -> Iterator[Place]:
    """What stands in a row, column by column of the sheet."""
    game, hand = row.game, row.result
    own: dict[int, int] = {}
    if hand is not None and row.judged.settled is None:
        credited = enumerate(game.credited(ledger.columns))
        own = {place: column for column, places in credited for place in places}
    for place, points in enumerate(ledger.padded(row.points)):
        column = own.get(place)
        if column is None:
            yield Place(points)
        else:
            made = game.made(hand, column)
            look = "" if made is None else "made" if made else "set"
            yield Place(points, game.bid_and_taken(hand, column), look)


def notes(row: Row) -> Iterator[str]:
    """What is said below a row: its note, and what the hand changed besides points."""
    if row.hand.facts.get("note") and row.judged.settled is None:
        yield f"Note: {row.hand.facts['note']}"
    yield from row.events


@dataclass(frozen=True)
class Changed:
    """What a later version of a sheet shows otherwise. added: hands that follow, the latest first; rows: those
    that are shown otherwise; gone: the numbers of those that are not there any more.
    """

    added: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()
    gone: range = range(0)


def changed(after: Snapshot, seen: int, opened: Set[int]) -> Changed | None:
    """What has changed since entry `seen`; None where the table is better sent as a whole. opened: the numbers of
    the hands whose reasons are shown, which are sent again unless the newer entries only go on with the sheet.
    """
    newer = after.entries[seen:]
    rows = after.ledger.rows
    if all(entry.kind in (EntryKind.RECORD, EntryKind.CALL) for entry in newer):
        added = sum(entry.kind is EntryKind.RECORD for entry in newer)
        if added > LATEST or Fit.of(after.ledger) != Fit.of(after.ledger, len(rows) - added):
            return None
        return Changed(rows[::-1][:added])
    before = Snapshot.of(after.id, after.entries[:seen], after)
    old = before.ledger.rows
    if before.ledger.columns != after.ledger.columns or before.ledger.adjusted != after.ledger.adjusted:
        return None
    if Fit.of(before.ledger) != Fit.of(after.ledger):
        return None
    marks = _marks(before) ^ _marks(after)
    other = [
        row
        for was, row in zip(old, rows, strict=False)
        if not _is_same(was, row) or row.hand.entry in marks or row.number in opened
    ]
    if len(other) > MOST_CHANGED + len(opened) or len(rows) - len(old) > LATEST:
        return None
    return Changed(rows[len(old) :][::-1], tuple(other), range(len(rows) + 1, len(old) + 1))


def _is_same(old: Row, new: Row) -> bool:
    """Whether a row looks the same. The totals after it may be others: they stand in what is opened."""
    same_hand = old.hand.facts is new.hand.facts and old.hand.entry == new.hand.entry
    return old is new or (same_hand and old.judged is new.judged and old.points == new.points)


def _marks(snapshot: Snapshot) -> frozenset[int | None]:
    """The hands that are marked as amended or disputed."""
    return snapshot.line.amended | snapshot.open_disputes.keys()
