"""The scorebook: every sheet's entries, read and appended to. Nothing else writes them, but `bringing`."""

import base64
import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ..rules.reading import FormatError
from ..sheet.audit import hash_chain
from ..sheet.core.entries import Entry, EntryKind
from ..sheet.core.facts import Sheet
from ..sheet.core.fold import fold
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger
from ..sheet.file import document
from .database import now, writing
from .entry_rows import CorruptSheetError, Reader, digests_of, entries_of, fault_of, title_in
from .models import EntryRecord, GrantRecord, SheetRecord, db

KEPT_IN_MEMORY = 200
ATTEMPTS = 5


class StaleVersionError(Exception):
    """Somebody else wrote since the form was made: its act was not taken."""


class SheetNotFoundError(LookupError):
    """There is no sheet of this id."""


@dataclass(frozen=True)
class Snapshot:
    """A sheet as it stands after its last entry, which names it exactly: (sheet id, version).

    digests: of its entries, made anew from all of them, whatever is stored as theirs.
    """

    id: str
    entries: tuple[Entry, ...]
    sheet: Sheet
    ledger: Ledger
    digests: tuple[str, ...]

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def digest_before(self) -> str:
        """The digest that the last entry's own follows from."""
        return self.digests[-2] if self.version > 1 else ""

    @property
    def fingerprint(self) -> str:
        return hash_chain.fingerprint(self.digests[-1])

    @classmethod
    def of(cls, id: str, entries: tuple[Entry, ...], known: "Snapshot | None" = None) -> "Snapshot":
        """Raises FormatError and IllegalHandError."""
        sheet = fold(entries)
        ledger = Ledger.of(sheet, known.ledger if known else None)
        return cls(id, entries, sheet, ledger, hash_chain.digests(entries, known.digests if known else ()))


# The pages read last, the latest at the end. A page is a value: it may be short of the newest entries, which are
# read each time; and where the database went back, what was read no longer follows from it.
_pages: dict[str, Snapshot] = {}
_pages_lock = threading.Lock()


def forget_snapshots() -> None:
    """Start from the database again, as after a restart."""
    with _pages_lock:
        _pages.clear()


def read(sheet_id: str) -> Snapshot:
    """The sheet as it stands. Raises SheetNotFoundError and CorruptSheetError."""
    return keep(stored(db.session, sheet_id, _pages.get(sheet_id)))


def stored(reader: Reader, sheet_id: str, known: Snapshot | None = None) -> Snapshot:
    """The sheet as a database holds it. known: a page of it, of use where the database still holds its entries.

    Raises SheetNotFoundError and CorruptSheetError.
    """
    newer = _newer(reader, known) if known else None
    if known and newer is not None:
        if not newer:
            return known
        entries = (*known.entries, *newer)
    else:
        known, entries = None, entries_of(reader, sheet_id)
    if not entries:
        if reader.scalar(select(SheetRecord.id).where(SheetRecord.id == sheet_id)) is None:
            raise SheetNotFoundError(sheet_id)
        raise CorruptSheetError(sheet_id, "entry 1 is missing")
    try:
        return sound(sheet_id, entries, known)
    except CorruptSheetError:
        raise
    except Exception as error:
        # Facts that were damaged may fail anywhere, and in any way.
        raise CorruptSheetError(sheet_id, _why(entries, error), title_in(entries[0])) from error


def _newer(reader: Reader, known: Snapshot) -> tuple[Entry, ...] | None:
    """The entries after those of a page; None where the database does not hold the page's own any more."""
    # The last one is read again with them: the database may have gone back meanwhile.
    last, *newer = entries_of(reader, known.id, known.version) or (None,)
    holds = last and hash_chain.digest(known.digest_before, last) == known.digests[-1]
    return tuple(newer) if holds else None


def sound(sheet_id: str, entries: tuple[Entry, ...], known: Snapshot | None = None) -> Snapshot:
    """The page of entries that nothing is wrong with; where anything is, any exception."""
    if fault := fault_of(entries):
        raise CorruptSheetError(sheet_id, fault, title_in(entries[0]))
    if not known:
        _check_start(entries[0].facts)
    return Snapshot.of(sheet_id, entries, known)


def _why(entries: tuple[Entry, ...], error: Exception) -> str:
    """Which hand or entry keeps the entries from making a sheet, and why, for a person."""
    if isinstance(error, IllegalHandError):
        return f"hand {error.hand}: {error.violation.detail}"
    if isinstance(error, FormatError):
        return str(error)
    for entry in entries:
        try:
            sound("", entries[: entry.number])
        except Exception:
            return f"entry {entry.number} does not hold what it should ({type(error).__name__}: {error})"
    return f"its entries make no sheet ({type(error).__name__}: {error})"


def keep(snapshot: Snapshot) -> Snapshot:
    """Keep a page in memory, and in return, where there are many, let go of the one that was not read longest."""
    with _pages_lock:
        _pages.pop(snapshot.id, None)
        _pages[snapshot.id] = snapshot
        while len(_pages) > KEPT_IN_MEMORY:
            _pages.pop(next(iter(_pages)))
    return snapshot


def start(facts: Mapping[str, Any], *, key: str, device: str) -> str:
    """Start a sheet on a device, and give its id. A repeated request gives the same sheet.

    Raises FormatError and IllegalHandError for facts that make no sheet.
    """
    _check_start(facts)
    sheet_id = new_id(device, key)
    entry = Entry(1, EntryKind.START, dict(facts), key, device, now())
    snapshot = Snapshot.of(sheet_id, (entry,))
    try:
        with writing():
            if db.session.get(SheetRecord, sheet_id) is None:
                db.session.add(SheetRecord(id=sheet_id, made_at=now()))
                db.session.flush()
                db.session.add(record(sheet_id, entry, snapshot.digests[-1]))
                db.session.add(GrantRecord(sheet_id=sheet_id, device_id=device, role="score", opened_at=now()))
    except IntegrityError:
        # Another process took the same request at the same moment: then its sheet is the one.
        if db.session.get(SheetRecord, sheet_id) is None:
            raise
    return snapshot.id


def _check_start(facts: Mapping[str, Any]) -> None:
    """Raises FormatError and IllegalHandError for facts that make no sheet."""
    document.load(document.dumps({"format": document.FORMAT, **facts, "hands": []}).encode())


def new_id(device: str, key: str) -> str:
    """A sheet's id from the request that starts it, so that the request repeated finds the same sheet."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{device} {key}".encode()).digest()[:15]).decode()


Command = Callable[[Snapshot], tuple[EntryKind, Mapping[str, Any]]]
"""What a form asks for: from the sheet as it stands to the kind and the facts of its next entry."""


def append(
    sheet_id: str, command: Command, *, key: str, seen: int | None, device: str, after: str = ""
) -> tuple[Snapshot, Entry]:
    """Append one act to a sheet, and give the sheet after it, and the entry.

    command: given the sheet as it stands, the kind of entry and its facts; what it raises is raised. key: the
    request's own; a request that was taken before answers as the first did. seen: the last entry that the form
    knew; where there is a newer one, StaleVersionError is raised and nothing is taken. None where the act looks
    for itself whether what is newer matters. after: the key of the device's own act that had not been answered
    yet when this one was made: then that one's entry is the last that was seen, whatever its number has become.
    Raises also SheetNotFoundError, and FormatError and IllegalHandError when the sheet would break a rule.
    """
    for attempt in range(ATTEMPTS):
        try:
            with writing():
                snapshot = read(sheet_id)
                if before := taken_before(snapshot, key):
                    return snapshot, before
                if seen is not None and snapshot.version != (_own(snapshot, after, device) if after else seen):
                    raise StaleVersionError
                kind, facts = command(snapshot)
                entry = Entry(snapshot.version + 1, kind, dict(facts), key, device, now())
                grown = Snapshot.of(sheet_id, (*snapshot.entries, entry), snapshot)
                db.session.add(record(sheet_id, entry, _digest(snapshot, entry)))
        except IntegrityError:
            # Another process took this number between our reading and writing: look again.
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return keep(grown), entry
    raise StaleVersionError


def taken_before(snapshot: Snapshot, key: str) -> Entry | None:
    """The entry of a request that was taken before, known by its key."""
    return next((entry for entry in snapshot.entries if entry.key == key), None)


def number_of(sheet_id: str, key: str) -> int | None:
    """The number of the entry that a request has written, known by its key; None for one that was never taken."""
    query = select(EntryRecord.number).where(EntryRecord.sheet_id == sheet_id, EntryRecord.key == key)
    return db.session.scalar(query)


def _own(snapshot: Snapshot, key: str, device: str) -> int | None:
    """The number of this device's entry with this key, if it was taken."""
    before = taken_before(snapshot, key)
    return before.number if before and before.device == device else None


def stored_digests(snapshot: Snapshot) -> tuple[str | None, ...]:
    """The digests that the entries of this page were given when they were written; None where they had none."""
    return digests_of(db.session, snapshot.id, snapshot.version)


def sealed(snapshot: Snapshot) -> tuple[str, ...]:
    """The digests of a page's entries as a file of it has them."""
    return hash_chain.digests(snapshot.entries, stored_digests(snapshot))


def _digest(snapshot: Snapshot, entry: Entry) -> str:
    """The digest of a page's next entry. It follows from the one that is stored: what was altered since keeps
    standing out from the entries around it.
    """
    of_last = (EntryRecord.sheet_id == snapshot.id, EntryRecord.number == snapshot.version)
    before = db.session.scalar(select(EntryRecord.digest).where(*of_last))
    return hash_chain.digest(before or snapshot.digests[-1], entry)


def record(sheet_id: str, entry: Entry, digest: str) -> EntryRecord:
    return EntryRecord(
        sheet_id=sheet_id,
        number=entry.number,
        kind=entry.kind.value,
        facts=dict(entry.facts),
        key=entry.key,
        device_id=entry.device,
        at=entry.at,
        digest=digest,
    )
