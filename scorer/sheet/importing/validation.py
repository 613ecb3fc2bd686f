"""Whether a history from elsewhere is one that this program writes: each entry, and all of them together.

A history whose digests hold may still be made up, and every page of a sheet relies on what is checked here.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from ...rules.reading import FormatError, at
from ..changes.disputes import disputes, with_hand
from ..core.entries import ABOUT_A_HAND, Entry, EntryKind, timeline
from ..core.facts import Sheet, kept_beside
from ..core.fold import states
from ..core.ledger import Ledger
from ..core.payloads import check_payload
from ..file import document
from .work import CARRIED_ON, LOOKED_BACK, SCORED_AGAIN, Work

MOST_ENTRIES = 5000
MOST_JUDGED = 20
"""How many hands are judged for each entry on average; those after an amended hand are judged again."""
LOOKS_BACK = (EntryKind.UNDO, EntryKind.REDO, EntryKind.STATEMENT, EntryKind.SETTLE)
"""Acts for which all acts before them are looked through once more."""
LENGTHS = {"key": 64, "device": 24}
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


def check(entries: Sequence[Entry], work: Work | None = None) -> None:
    """work: what may be looked through.

    Raises TooMuchWorkError, FormatError at "$.history[3].facts.reason", and IllegalHandError where a hand at some
    time broke a rule.
    """
    if len(entries) > MOST_ENTRIES:
        raise FormatError(
            "$.history", f"a history has at most {MOST_ENTRIES} entries here, this one {len(entries)}"
        )
    keys: set[str] = set()
    for index, entry in enumerate(entries):
        where = f"$.history[{index}]"
        check_payload(entry, where)
        for name, length in LENGTHS.items():
            value = getattr(entry, name)
            if not len(value) <= length or not value.isprintable():
                raise FormatError(at(where, name), f"this is no {name} of an entry")
        if not EARLIEST <= entry.at <= LATEST:
            raise FormatError(at(where, "at"), "nothing can have happened then")
        if entry.key in keys:
            raise FormatError(at(where, "key"), "another entry has the same key")
        keys.add(entry.key)
    _check_states(entries, work or Work())


def _check_states(entries: Sequence[Entry], work: Work) -> None:
    """Look at the sheet after each entry: every one of them can be asked for."""
    left = MOST_JUDGED * (len(entries) + 50)
    ledger: Ledger | None = None
    sheets = states(entries)
    for entry in entries:
        where = f"$.history[{entry.number - 1}]"
        judged = 0
        if ledger:
            work.spend(len(ledger.rows) // CARRIED_ON)
            if entry.kind in LOOKS_BACK:
                work.spend(entry.number // LOOKED_BACK)
            judged = _check_act(entries, entry, ledger, where)
        sheet = next(sheets)
        if not ledger or "revised" in entry.facts:
            _check_head(sheet)
        before, ledger = ledger.rows if ledger else (), Ledger.of(sheet, ledger)
        ends_hand = entry.kind is EntryKind.RECORD or entry.rewrites
        if ends_hand and not ledger.row(entry.hand):
            raise FormatError(at(where, "facts"), "the hand has not ended")
        pairs = list(zip(ledger.rows, before, strict=False))
        judged += len(ledger.rows) - sum(row.judged is old.judged for row, old in pairs)
        scored = len(ledger.rows) - sum(row is old for row, old in pairs)
        left -= judged
        work.spend(judged + scored // SCORED_AGAIN)
        if left < 0:
            raise FormatError("$.history", "it holds more corrections than can be looked through")


def _check_head(sheet: Sheet) -> None:
    head = {key: getattr(sheet, key) for key in ("game", "dealer", "options", "title", "date")}
    given = {key: value for key, value in head.items() if value}
    document.sheet_of({"format": document.FORMAT, **given, "players": list(sheet.players), "hands": []})


def _check_act(entries: Sequence[Entry], entry: Entry, before: Ledger, where: str) -> int:
    """Check that what an act is about stood on the sheet before it. Gives how many hands were judged for that."""
    about = entry.facts.get("entry")
    if entry.kind is EntryKind.START:
        raise FormatError(where, "a sheet is started once")
    if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
        past = timeline(entries[: entry.number - 1])
        back = {act.number for act in past.acts[1:]}
        forth = {past.undone[-1].undo.number} if past.undone else set[int]()
        if about not in (back if entry.kind is EntryKind.UNDO else forth):
            raise FormatError(where, f"it takes back or brings back entry {about}, which it cannot")
    if entry.kind not in ABOUT_A_HAND:
        return 0
    row = before.row(about)
    if row is None:
        raise FormatError(where, f"it is about entry {about}, which is no hand that stood on the sheet then")
    if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
        number = entry.facts["dispute"]
        raised = disputes(timeline(entries[: entry.number - 1]).acts, before)
        if (number, about) not in {(dispute.number, dispute.hand) for dispute in raised}:
            raise FormatError(where, f"it is about entry {number}, which is no dispute of that hand")
        if entry.kind is EntryKind.STATEMENT and "hand" in entry.facts:
            with_hand(before, row, {**kept_beside(row.hand.facts), **entry.facts["hand"]})
            return len(before.rows) - row.number + 1
    return 0
