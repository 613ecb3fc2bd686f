"""What looks odd on a sheet and may well be right: said quietly, and dismissed with a tap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...rules.core import listed
from ..core.entries import Entry, EntryKind
from ..core.ledger import Ledger, Row
from ..core.sheet import BESIDE
from .agreement import Agreement
from .corrections import rotated_dealer
from .revision import in_full

PLAIN_KEYS = {*BESIDE, "calls"}


@dataclass(frozen=True)
class SheetWarning:
    """key: the same for the same oddity, so that it stays dismissed; hand: the number of the hand, if one."""

    key: str
    text: str
    hand: int | None = None


def sheet_warnings(acts: Sequence[Entry], ledger: Ledger) -> tuple[SheetWarning, ...]:
    """What nobody has dismissed yet. acts: those that stand; ledger: the sheet's."""
    dismissed = {act.facts["flag"] for act in acts if act.kind is EntryKind.DISMISS}
    struck = [act.facts["entry"] for act in acts if act.strikes]
    found = (*_twice(ledger), *_skipped(ledger, struck, _seated(acts)), *_after_sign_off(acts))
    return tuple(flag for flag in found if flag.key not in dismissed)


def _twice(ledger: Ledger) -> Iterator[SheetWarning]:
    for row, after in zip(ledger.rows, ledger.rows[1:], strict=False):
        if row.result == after.result and _result(row) and _result(row) == _result(after):
            text = f"Hands {row.number} and {after.number} are the same: {after.summary}. Recorded twice?"
            yield SheetWarning(f"twice {row.hand.entry} {after.hand.entry}", text, after.number)


def _result(row: Row) -> dict[str, object]:
    """What was bid and taken; nothing for a hand that nobody bid."""
    facts = {key: value for key, value in in_full(row).items() if key not in PLAIN_KEYS}
    nothing = row.judged.settled is None and row.result is None
    return {} if nothing or not any(row.points) else facts


def _seated(acts: Sequence[Entry]) -> set[int]:
    """The hands that the table has set the dealer of, by the entries that recorded them."""
    seated: set[int] = set()
    coming = False
    for act in acts:
        if act.kind is EntryKind.SEATS and act.facts["entry"] is not None:
            seated.add(act.facts["entry"])
        elif act.kind is EntryKind.SEATS:
            coming = True
        elif act.kind is EntryKind.RECORD and coming:
            seated.add(act.number)
            coming = False
    return seated


def _skipped(ledger: Ledger, struck: Sequence[int], seated: set[int]) -> Iterator[SheetWarning]:
    """Where the deal went out of turn, but behind a hand that was struck and where somebody has set the dealer.

    struck, seated: those hands, by the entries that recorded them.
    """
    for before, row in zip(ledger.rows, ledger.rows[1:], strict=False):
        if any((before.hand.entry or 0) < number < (row.hand.entry or 0) for number in struck):
            continue
        due = rotated_dealer(before.judged.after, row.hand.facts)
        if row.dealer != due and row.hand.entry not in seated:
            text = f"Hand {row.number}: {row.dealer} dealt, and by rotation it was {due}'s deal."
            yield SheetWarning(f"dealer {row.hand.entry} {row.dealer}", text, row.number)


def _after_sign_off(acts: Sequence[Entry]) -> Iterator[SheetWarning]:
    agreement = Agreement.of(acts)
    if agreement.corrected:
        last = agreement.corrected[-1]
        text = f"The sheet was changed after {listed(agreement.before)} had signed it."
        yield SheetWarning(f"signed {last.number}", text)
