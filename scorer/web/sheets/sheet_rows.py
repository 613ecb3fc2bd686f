"""The rows of a sheet's table: which hands a page shows, what stands in a row, what another version changes."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.core import Points
from ...sheet.core.entries import EntryKind
from ...sheet.core.ledger import Ledger, Row
from ...store.scorebook import Snapshot
from ..commands.repeats import LATEST
from .fitting import Fit

MOST_CHANGED = 5
"""Rows that are sent one by one; where more have changed, the table is sent as a whole."""


@dataclass(frozen=True)
class Window:
    """The hands that a page shows, the latest first. older, newer: how many stand before and after them."""

    rows: tuple[Row, ...]
    older: int
    newer: int

    @classmethod
    def of(cls, ledger: Ledger, *, before: int | None = None, shown: int | None = None) -> "Window":
        """before: the number of the hand that follows the page; shown: of one that the page must have."""
        count = len(ledger.rows)
        end = count
        if before:
            end = max(0, min(before - 1, count))
        elif shown and shown <= count - LATEST:
            end = min(count, max(shown, 0) + LATEST // 2)
        start = max(0, end - LATEST)
        return cls(ledger.rows[start:end][::-1], start, count - end)


@dataclass(frozen=True)
class Place:
    """What stands in a row for one column. said: what was bid and taken; look: "made" or "set", empty for a column
    without a bid of its own, and where one was made and yet points were lost or a nil was not made.
    """

    points: Points
    said: str = ""
    look: str = ""


def headline(row: Row) -> tuple[str, str]:
    """What was played, without what stands beside the points of each column: whose names it begins with, or who
    dealt where nothing is left to say, and the rest.
    """
    if row.result is None or row.judged.settled is not None:
        return "", row.summary
    who, text = row.game.who_played(row.result), row.game.headline(row.result)
    return (who, text.removeprefix(who)) if text else (f"{row.dealer} dealt", "")


def places(ledger: Ledger, row: Row, *, short: bool = True) -> Iterator[Place]:
    """What stands in a row, column by column of the sheet. short: without what the look of the points tells."""
    game, hand = row.game, row.result
    own: dict[int, int] = {}
    failed: set[int] = set()
    if hand is not None and row.judged.settled is None:
        credited = enumerate(game.credited(ledger.columns))
        own = {place: column for column, places in credited for place in places}
        failed = {game.column_of(nil.seat) for nil in game.nils(hand) if not nil.made}
    for place, points in enumerate(ledger.padded(row.points)):
        column = own.get(place)
        if column is None:
            yield Place(points)
        else:
            made = game.made(hand, column)
            good = column not in failed and points >= 0
            look = "" if made is None else "set" if not made else "made" if good else ""
            said = game.bid_and_taken_short(hand, column)
            yield Place(points, said if said or short else game.bid_and_taken(hand, column), look)


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


def changed(after: Snapshot, seen: int) -> Changed | None:
    """What has changed since entry `seen`; None where the table is better sent as a whole."""
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
    other = [row for was, row in zip(old, rows, strict=False) if not _is_same(was, row) or row.hand.entry in marks]
    if len(other) > MOST_CHANGED or len(rows) - len(old) > LATEST:
        return None
    return Changed(rows[len(old) :][::-1], tuple(other), range(len(rows) + 1, len(old) + 1))


def _is_same(old: Row, new: Row) -> bool:
    """Whether a row looks the same. The totals after it may be others: they stand on the page of the hand."""
    same_hand = old.hand.facts is new.hand.facts and old.hand.entry == new.hand.entry
    return old is new or (same_hand and old.judged is new.judged and old.points == new.points)


def _marks(snapshot: Snapshot) -> frozenset[int | None]:
    """The hands that are marked as amended or disputed."""
    return snapshot.line.amended | snapshot.open_disputes.keys()
