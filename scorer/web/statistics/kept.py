"""The evenings of sheets, counted once for each version of a sheet and kept in memory.

What is kept can be dropped at any time: it is then counted again.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ...rules.reading import FormatError
from ...sheet.core.judge import IllegalHandError
from ...sheet.questions.what_if import OptionMismatchError, under
from ...statistics.evening import Evening, without_copies
from ...store import scorebook
from ...store.models import CorruptSheetError, db, last_of_each
from ...store.scorebook import SheetNotFoundError, Snapshot, in_memory
from ..app.limits import FILES, take_turn

MOST = 2000
"""Evenings in memory; more as long as a phone with more sheets is told its own."""
PATIENCE = 1.5
"""Seconds that a request counts evenings; where more are left, its page says how far it is and asks again."""

Version = tuple[int, str | None]
"""The number of the last entry of a sheet, and the digest that it is stored with."""
Rules = tuple[tuple[str, str], ...]
"""House rules by which a sheet is counted in the place of its own, as texts; none for its own."""


@dataclass(frozen=True)
class Refused:
    """An evening that could not have been played by other house rules. why: as a sentence."""

    evening: Evening
    why: str


Found = Evening | Refused
_kept: dict[tuple[str, Rules], tuple[Version, Found]] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Counted:
    """The evenings of a source. left: how many are still to be counted; damaged: how many sheets cannot be read;
    copies: how many are the same as another.
    """

    evenings: tuple[Evening, ...]
    left: int
    damaged: int
    copies: int


@dataclass(frozen=True)
class Rescored:
    """Evenings by other house rules, those that could not have been played so as they were. left: still to be
    counted.
    """

    evenings: tuple[Evening, ...]
    refused: tuple[Refused, ...]
    left: int


class Allowance:
    """The time of a request for counting evenings that are not kept. sheets: the ids of all that it may count."""

    def __init__(self, sheets: Sequence[str]) -> None:
        self._versions = last_of_each(db.session, sheets)
        self._until = monotonic() + PATIENCE
        # By their own house rules and by others: what is counted now is still there when the page asks again.
        self._room = max(MOST, 2 * len(sheets))
        self._worked = False

    def found(self, sheet_id: str, rules: Rules, count: Callable[[Snapshot], Found]) -> Found | None:
        """An evening, counted where it is not kept; None where no time is left for that.

        Raises CorruptSheetError and SheetNotFoundError.
        """
        version = self._versions.get(sheet_id, (0, None))
        kept = _kept.get((sheet_id, rules))
        if kept and kept[0] == version:
            return self._keep(sheet_id, rules, version, kept[1])
        if self._worked and monotonic() > self._until:
            return None
        take_turn(FILES)
        self._worked = True
        # Not kept among the sheets that are played on.
        found = count(scorebook.stored(db.session, sheet_id, in_memory(sheet_id)))
        return self._keep(sheet_id, rules, version, found)

    def _keep(self, sheet_id: str, rules: Rules, version: Version, found: Found) -> Found:
        """Put an evening behind all that others have asked for, which go first."""
        with _lock:
            _kept.pop((sheet_id, rules), None)
            _kept[sheet_id, rules] = version, found
            while len(_kept) > self._room:
                _kept.pop(next(iter(_kept)))
        return found


def forget() -> None:
    """Count all evenings again, as after a restart."""
    with _lock:
        _kept.clear()


def counted_evenings(sheets: Sequence[str]) -> Counted:
    """sheets: the ids of those whose evenings are counted."""
    allowance = Allowance(sheets)
    evenings: list[Evening] = []
    left = damaged = 0
    for sheet_id in sheets:
        try:
            found = allowance.found(sheet_id, (), count)
        except (CorruptSheetError, SheetNotFoundError):
            damaged += 1
            continue
        if isinstance(found, Evening):
            evenings.append(found)
        else:
            left += 1
    different = tuple(evenings) if left else without_copies(evenings)
    return Counted(different, left, damaged, len(evenings) - len(different))


def count(snapshot: Snapshot) -> Evening:
    return Evening.of(snapshot.ledger, snapshot.id, snapshot.entries[0].at)


def rescored(evenings: Iterable[Evening], options: Mapping[str, Any]) -> Rescored:
    """options: all house rules of their game, by key. Raises CorruptSheetError and SheetNotFoundError."""
    asked = list(evenings)
    rules = tuple((name, str(value)) for name, value in options.items())
    allowance = Allowance([evening.sheet for evening in asked])
    found: list[Evening] = []
    refused: list[Refused] = []
    left = 0
    for evening in asked:
        each = allowance.found(evening.sheet, rules, lambda snapshot: _under(snapshot, options))
        if isinstance(each, Refused):
            refused.append(each)
        found.append(each if isinstance(each, Evening) else evening)
        left += each is None
    return Rescored(tuple(found), tuple(refused), left)


def _under(snapshot: Snapshot, options: Mapping[str, Any]) -> Found:
    try:
        return Evening.of(under(snapshot.ledger, options), snapshot.id, snapshot.entries[0].at)
    except IllegalHandError as broken:
        why = f"Hand {broken.hand} could not have been played so: {broken.violation.detail}"
    except (FormatError, OptionMismatchError) as fault:
        why = str(fault)
    return Refused(count(snapshot), why)
