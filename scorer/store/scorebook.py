"""The scorebook: reads and appends the entries of every sheet. Only `importing` writes entries besides."""

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ..rules.reading import FormatError
from ..sheet.audit import hash_chain
from ..sheet.core.entries import Entry, EntryKind
from ..sheet.core.judge import IllegalHandError
from ..sheet.file import document
from . import room
from .database import now, writing
from .devices import SCORE
from .entry_rows import (
    CorruptSheetError,
    Reader,
    append_row,
    digests_of,
    entries_of,
    fault_of,
    last_of,
    title_in,
    to_row,
)
from .errors import DatabaseBusyError, NotAllowedError, SheetFullError
from .models import EntryRecord, GrantRecord, SheetRecord, db
from .snapshots import SheetNotFoundError, Snapshot, in_memory, keep

ATTEMPTS = 5
OF_A_PLAYER = (EntryKind.DISPUTE, EntryKind.AGREE, EntryKind.SIGN)
"""What a player's own phone may write that does not score."""
MOST_ENTRIES = 20_000
"""Entries of a sheet, its end apart: each look at the sheet goes through all of them."""


class StaleVersionError(Exception):
    """Somebody else wrote since the form was made: its act was not taken."""


def read(sheet_id: str) -> Snapshot:
    """The sheet as it stands. Raises SheetNotFoundError and CorruptSheetError."""
    return keep(stored(db.session, sheet_id, in_memory(sheet_id)))


def stored(reader: Reader, sheet_id: str, earlier: Snapshot | None = None) -> Snapshot:
    """The sheet as a database holds it. earlier: a snapshot of it, used as far as it is still right.

    Raises SheetNotFoundError and CorruptSheetError.
    """
    return grown(reader, sheet_id, earlier, entries_of(reader, sheet_id, earlier.version if earlier else 1))


def grown(reader: Reader, sheet_id: str, earlier: Snapshot | None, found: tuple[Entry, ...]) -> Snapshot:
    """As `stored`. found: the entries that were read, from the last one of the earlier snapshot on."""
    if earlier and found and _is_last_of(earlier, found[0]):
        if len(found) == 1:
            return earlier
        entries = (*earlier.entries, *found[1:])
    elif earlier:
        # The database went back meanwhile: it does not hold the entries of the snapshot any more.
        earlier, entries = None, entries_of(reader, sheet_id)
    else:
        entries = found
    if not entries:
        there = SheetRecord.id == sheet_id, SheetRecord.deleted_at.is_(None)
        if reader.scalar(select(SheetRecord.id).where(*there)) is None:
            raise SheetNotFoundError(sheet_id)
        raise CorruptSheetError(sheet_id, "entry 1 is missing")
    try:
        return sound(sheet_id, entries, earlier)
    except CorruptSheetError:
        raise
    except Exception as error:
        # Facts that were damaged may fail anywhere, and in any way.
        raise CorruptSheetError(sheet_id, _why(entries, error), title_in(entries[0])) from error


def _is_last_of(snapshot: Snapshot, entry: Entry) -> bool:
    if entry == snapshot.entries[-1]:
        return True
    _, before, digest = ("", "", *snapshot.digests)[-3:]
    return hash_chain.digest(before, entry) == digest


def sound(sheet_id: str, entries: tuple[Entry, ...], earlier: Snapshot | None = None) -> Snapshot:
    """The snapshot of these entries. Raises CorruptSheetError, or any exception, where they make no sheet."""
    if fault := fault_of(entries):
        raise CorruptSheetError(sheet_id, fault, title_in(entries[0]))
    if not earlier:
        _check_start(entries[0].facts)
    return Snapshot.of(sheet_id, entries, earlier)


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


def start(facts: Mapping[str, Any], *, key: str, device: str) -> str:
    """Start a sheet on a device, and give its id. A repeated request gives the same sheet.

    Raises FormatError and IllegalHandError for facts that make no sheet.
    """
    _check_start(facts)
    sheet_id = new_id(device, key)
    entry = Entry(1, EntryKind.START, dict(facts), key, device, now())
    snapshot = Snapshot.of(sheet_id, (entry,))
    write_new(sheet_id, [to_row(sheet_id, entry, snapshot.digests[-1])], device)
    return sheet_id


def write_new(sheet_id: str, rows: Iterable[EntryRecord], device: str) -> None:
    """Write a new sheet for a device to score; nothing where a request that is repeated has written it already.

    Raises NoRoomError.
    """
    try:
        with writing():
            if db.session.get(SheetRecord, sheet_id) is None:
                room.require(room.FOR_A_SHEET)
                db.session.add(SheetRecord(id=sheet_id, made_at=now()))
                db.session.flush()
                db.session.add_all(rows)
                opened = {"opened_at": now(), "seen_at": now()}
                db.session.add(GrantRecord(sheet_id=sheet_id, device_id=device, role=SCORE, **opened))
    except IntegrityError:
        # Another process took the same request at the same moment: then its sheet is the one.
        if db.session.get(SheetRecord, sheet_id) is None:
            raise


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
    """Append one entry to a sheet; give the sheet after it, and the entry.

    key: the request's; the same request again is answered as the first was.
    seen: the last entry that the form was made with; None where the command itself checks what is newer.
    after: the key of this device's last act that was not answered yet; its entry then counts as the last one seen.

    Raises StaleVersionError where there is a newer entry, SheetNotFoundError, FormatError and IllegalHandError
    where the sheet would break a rule, DatabaseBusyError where other processes were faster each time,
    SheetFullError, NoRoomError, NotAllowedError, and whatever the command raises.
    """
    for attempt in range(ATTEMPTS):
        try:
            with writing():
                snapshot, digest = _as_it_stands(sheet_id)
                if before := taken_before(snapshot, key):
                    return snapshot, before
                right = _right(sheet_id, device)
                if after and seen is not None:
                    waiting = taken_before(snapshot, after)
                    seen = waiting.number if waiting and waiting.device == device else 0
                if seen not in (None, snapshot.version):
                    raise StaleVersionError
                kind, facts = command(snapshot)
                if right != SCORE and not (right and kind in OF_A_PLAYER and facts.get("own_phone")):
                    raise NotAllowedError
                if kind is not EntryKind.FINISH:
                    _require_room(snapshot)
                entry = Entry(snapshot.version + 1, kind, dict(facts), key, device, now())
                after_it = Snapshot.of(sheet_id, (*snapshot.entries, entry), snapshot)
                append_row(db.session, sheet_id, entry, hash_chain.digest(digest, entry))
        except IntegrityError:
            # Another process took this number between our reading and writing: look again.
            if attempt == ATTEMPTS - 1:
                raise DatabaseBusyError from None
        else:
            return keep(after_it), entry
    raise StaleVersionError


def _right(sheet_id: str, device: str) -> str | None:
    """What a phone may write on a sheet: SCORE for everything, "player" for what its player says, None for
    nothing. Nobody takes that from it before the entry is written.
    """
    query = select(GrantRecord.role, GrantRecord.player).where(
        GrantRecord.sheet_id == sheet_id, GrantRecord.device_id == device
    )
    row = db.session.execute(query.with_for_update(read=True)).first()
    return None if row is None else SCORE if row.role == SCORE else "player" if row.player else None


def _require_room(snapshot: Snapshot) -> None:
    """Raises SheetFullError and NoRoomError. A sheet that may not grow can still be finished."""
    if snapshot.version >= MOST_ENTRIES:
        raise SheetFullError(MOST_ENTRIES)
    room.require(room.FOR_AN_ENTRY)


def taken_before(snapshot: Snapshot, key: str) -> Entry | None:
    """The entry of a request that was taken before, found by its key."""
    return next((entry for entry in snapshot.entries if entry.key == key), None)


def stored_digests(snapshot: Snapshot) -> tuple[str | None, ...]:
    """The digests that the entries were stored with; None for those of releases that stored none."""
    return digests_of(db.session, snapshot.id, snapshot.version)


def sealed(snapshot: Snapshot) -> tuple[str, ...]:
    """The digests of the entries as a file of the sheet has them."""
    return hash_chain.digests(snapshot.entries, stored_digests(snapshot))


def _as_it_stands(sheet_id: str) -> tuple[Snapshot, str]:
    """A sheet to be written on, and the digest that its last entry is stored with: the next is made from that one,
    so that what was altered stays visible. A digest is of all entries: where it is the one in memory, they are.
    """
    version, digest = last_of(db.session, sheet_id)
    snapshot = in_memory(sheet_id)
    if not snapshot or (version, digest) != (snapshot.version, snapshot.digests[-1]):
        snapshot = read(sheet_id)
    return snapshot, digest or snapshot.digests[-1]
