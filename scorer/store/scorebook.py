"""The scorebook: reads and appends the entries of every sheet. Only `files` writes entries besides.

A sheet as it stands is a snapshot, and those read last are kept in memory. A request looks a sheet up together
with what its phone may do there, in one statement.
"""

import base64
import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from ..rules.reading import FormatError
from ..sheet import audit, highlights, sheet_file
from ..sheet.audit import Receipt
from ..sheet.changes.disputes import Agreement, Dispute, disputes
from ..sheet.changes.history import History
from ..sheet.changes.remarks import SheetWarning, changes, sheet_warnings
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger, signers
from ..sheet.core.sheet import Entry, EntryKind, Folded, Sheet, Timeline, timeline
from . import models, people
from .database import FOR_A_SHEET, FOR_AN_ENTRY, DatabaseBusyError, now, require_room, rows_of, writing
from .models import append_row, db
from .people import SCORE, Grant, NotAllowedError

KEPT_IN_MEMORY = 200


class SheetNotFoundError(LookupError):
    """There is no sheet of this id."""


@dataclass(frozen=True)
class Snapshot:
    """A sheet after its last entry: id and version identify it.

    facts: those of the sheet, to go on from.
    known: the digests of its first entries, as far as they have been computed.

    What follows from the entries is worked out once for all who look at the sheet.
    """

    id: str
    entries: tuple[Entry, ...]
    sheet: Sheet
    ledger: Ledger
    facts: Folded = field(repr=False, compare=False)
    known: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def version(self) -> int:
        return len(self.entries)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Of the entries, computed, not stored."""
        return audit.digests(self.entries, self.known)

    @cached_property
    def line(self) -> Timeline:
        return timeline(self.entries)

    @cached_property
    def agreement(self) -> Agreement:
        return Agreement(self.line.acts)

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        return disputes(self.line.acts, self.ledger)

    @cached_property
    def open_disputes(self) -> dict[int, Dispute]:
        """By the entry that recorded the hand."""
        return {dispute.hand: dispute for dispute in self.disputes if not dispute.settlement}

    @cached_property
    def warnings(self) -> tuple[SheetWarning, ...]:
        return sheet_warnings(self.line.acts, self.ledger)

    @cached_property
    def changes(self) -> list[list[str]]:
        """What the table changed with each hand and with the next, as sentences."""
        return changes(self.ledger)

    @property
    def history(self) -> History:
        return History(self.entries, self.ledger)

    @cached_property
    def lead_in_words(self) -> str:
        return highlights.lead_in_words(self.ledger)

    @cached_property
    def seated(self) -> tuple[str, ...]:
        return signers(self.ledger)

    @property
    def fingerprint(self) -> str:
        return audit.fingerprint(self.digests[-1])

    @property
    def receipt(self) -> Receipt:
        """Of the last entry."""
        return Receipt(self.version, self.digests[-1])

    def ends_with(self, entry: Entry) -> bool:
        is_last = entry == self.entries[-1]
        return is_last or audit.digest(("", *self.digests)[-2], entry) == self.digests[-1]

    def up_to(self, version: int) -> "Snapshot":
        """The sheet as it was after this entry."""
        facts = Folded.of(self.entries[:version])
        sheet = facts.sheet()
        ledger = Ledger.of(sheet, self.ledger)
        return Snapshot(self.id, self.entries[:version], sheet, ledger, facts, self.digests[:version])

    @classmethod
    def of(cls, id: str, entries: tuple[Entry, ...], earlier: "Snapshot | None" = None) -> "Snapshot":
        """Raises FormatError and IllegalHandError."""
        if earlier and len(entries) >= earlier.version and entries[earlier.version - 1] is earlier.entries[-1]:
            facts = Folded.of(entries, earlier.facts, earlier.version)
        else:
            facts = Folded.of(entries)
        sheet = facts.sheet()
        ledger = Ledger.of(sheet, earlier.ledger if earlier else None)
        return cls(id, entries, sheet, ledger, facts, earlier.digests if earlier else ())


# The snapshots read last, the latest at the end. Newer entries are read from the database each time; where the
# database went back, a snapshot no longer follows from it, and is made anew.
_snapshots: dict[str, Snapshot] = {}
_lock = threading.Lock()


def forget_snapshots() -> None:
    """Start from the database again, as after a restart."""
    with _lock:
        _snapshots.clear()


def in_memory(sheet_id: str) -> Snapshot | None:
    """The snapshot of a sheet that was read last."""
    return _snapshots.get(sheet_id)


def keep(snapshot: Snapshot) -> Snapshot:
    """Keep a snapshot in memory; where there are many, drop the one that was not read for the longest time."""
    with _lock:
        _snapshots.pop(snapshot.id, None)
        _snapshots[snapshot.id] = snapshot
        while len(_snapshots) > KEPT_IN_MEMORY:
            _snapshots.pop(next(iter(_snapshots)))
    return snapshot


ATTEMPTS = 5
OF_A_PLAYER = (EntryKind.DISPUTE, EntryKind.AGREE, EntryKind.SIGN)
"""What a player's own phone may write that does not score."""
MOST_ENTRIES = 20_000
"""Entries of a sheet, its end apart: each look at the sheet goes through all of them."""


class StaleVersionError(Exception):
    """Somebody else wrote since the form was made: its act was not taken."""


class SheetFullError(Exception):
    """A sheet has as many entries as one may have. most: how many that is."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} entries")
        self.most = most


def read(sheet_id: str) -> Snapshot:
    """The sheet as it stands. Raises SheetNotFoundError and CorruptSheetError."""
    return keep(stored(db.session, sheet_id, in_memory(sheet_id)))


def stored(
    reader: models.Reader, sheet_id: str, earlier: Snapshot | None = None, *, sealed: bool = True
) -> Snapshot:
    """The sheet as a database holds it. earlier: a snapshot of it, used as far as it is still right.
    sealed: whether its digests are asked for, which take a tenth of the time.

    Raises SheetNotFoundError and CorruptSheetError.
    """
    found = models.entries_of(reader, sheet_id, earlier.version if earlier else 1)
    return grown(reader, sheet_id, earlier, found, sealed=sealed)


def grown(
    reader: models.Reader, sheet_id: str, earlier: Snapshot | None, found: tuple[Entry, ...], *, sealed: bool
) -> Snapshot:
    """As `stored`. found: the entries that were read, from the last one of the earlier snapshot on."""
    if earlier and found and earlier.ends_with(found[0]):
        if len(found) == 1:
            return earlier
        entries = (*earlier.entries, *found[1:])
    elif earlier:
        # The database went back meanwhile: it does not hold the entries of the snapshot any more.
        earlier, entries = None, models.entries_of(reader, sheet_id)
    else:
        entries = found
    if not entries:
        there = models.SheetRecord.id == sheet_id, models.SheetRecord.deleted_at.is_(None)
        if reader.scalar(select(models.SheetRecord.id).where(*there)) is None:
            raise SheetNotFoundError(sheet_id)
        raise models.CorruptSheetError(sheet_id, "entry 1 is missing")
    try:
        made = sound(sheet_id, entries, earlier)
        if sealed:
            _ = made.digests  # Where a damaged entry has none, it is said here.
        return made
    except models.CorruptSheetError:
        raise
    except Exception as error:
        # Facts that were damaged may fail anywhere, and in any way.
        raise models.CorruptSheetError(sheet_id, _why(entries, error), models.title_in(entries[0])) from error


def sound(sheet_id: str, entries: tuple[Entry, ...], earlier: Snapshot | None = None) -> Snapshot:
    """The snapshot of these entries. Raises CorruptSheetError, or any exception, where they make no sheet."""
    if fault := models.fault_of(entries):
        raise models.CorruptSheetError(sheet_id, fault, models.title_in(entries[0]))
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
            missing = isinstance(error, KeyError)
            fault = f"“{error.args[0]}” is missing" if missing else "a value is of a wrong kind"
            return f"entry {entry.number} does not hold what it should: {fault}"
    return "its entries make no sheet"


def start(facts: Mapping[str, Any], *, key: str, device: str) -> str:
    """Start a sheet on a device, and give its id. A repeated request gives the same sheet.

    Raises FormatError and IllegalHandError for facts that make no sheet.
    """
    _check_start(sheet_file.parse(sheet_file.dumps(facts).encode()))
    sheet_id = new_id(device, key)
    entry = Entry(1, EntryKind.START, dict(facts), key, device, now())
    snapshot = Snapshot.of(sheet_id, (entry,))
    write_new(sheet_id, [models.values_of(sheet_id, entry, snapshot.digests[-1])], device)
    return sheet_id


def write_new(sheet_id: str, rows: Sequence[Mapping[str, Any]], device: str) -> None:
    """Write a new sheet for a device to score; nothing where a request that is repeated has written it already.

    Raises NoRoomError.
    """
    try:
        with writing():
            if db.session.get(models.SheetRecord, sheet_id) is None:
                require_room(FOR_A_SHEET)
                db.session.add(models.SheetRecord(id=sheet_id, made_at=now()))
                db.session.flush()
                db.session.execute(insert(models.ENTRIES), rows)
                opened = {"opened_at": now(), "seen_at": now()}
                db.session.add(models.GrantRecord(sheet_id=sheet_id, device_id=device, role=SCORE, **opened))
    except IntegrityError:
        # Another process took the same request at the same moment: then its sheet is the one.
        if db.session.get(models.SheetRecord, sheet_id) is None:
            raise


def _check_start(facts: Mapping[str, Any]) -> None:
    """Raises FormatError and IllegalHandError for facts that make no sheet. facts: as JSON is read."""
    sheet_file.sheet_of({"format": sheet_file.FORMAT, **facts, "hands": []})


def new_id(device: str, key: str) -> str:
    """A sheet's id from the request that starts it, so that the request repeated finds the same sheet."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{device} {key}".encode()).digest()[:15]).decode()


Command = Callable[[Snapshot], tuple[EntryKind, Mapping[str, Any]]]
"""What a form asks for: from the sheet as it stands to the kind and the facts of its next entry."""


def append(
    sheet_id: str, command: Command, *, key: str, seen: int | None, device: str, waits_for: str = ""
) -> tuple[Snapshot, Entry]:
    """Append one entry to a sheet; give the sheet after it, and the entry.

    key: the request's; the same request again is answered as the first was.
    seen: the last entry that the form was made with; None where the command itself checks what is newer.
    waits_for: the key of this device's last act that was not answered yet; its entry then counts as the last one
        seen.

    Raises StaleVersionError where there is a newer entry, SheetNotFoundError, FormatError and IllegalHandError
    where the sheet would break a rule, DatabaseBusyError where other processes were faster each time,
    SheetFullError, NoRoomError, NotAllowedError, and whatever the command raises.
    """
    for attempt in range(ATTEMPTS):
        try:
            with writing() as connection:
                snapshot, digest = _as_it_stands(connection, sheet_id)
                if before := taken_before(snapshot, key):
                    return snapshot, before
                right = people.right_to_write(connection, sheet_id, device)
                if waits_for and seen is not None:
                    seen = seen_with(snapshot, waits_for, device)
                if seen not in (None, snapshot.version):
                    raise StaleVersionError
                kind, facts = command(snapshot)
                if right != SCORE and not (right and kind in OF_A_PLAYER and facts.get("own_phone")):
                    raise NotAllowedError
                if kind is not EntryKind.FINISH:
                    # A sheet that may not grow can still be finished.
                    if snapshot.version >= MOST_ENTRIES:
                        raise SheetFullError(MOST_ENTRIES)
                    require_room(FOR_AN_ENTRY)
                entry = Entry(snapshot.version + 1, kind, dict(facts), key, device, now())
                after_it = Snapshot.of(sheet_id, (*snapshot.entries, entry), snapshot)
                as_it_was = digest == snapshot.digests[-1]
                sealed = after_it.digests[-1] if as_it_was else audit.digest(digest, entry)
                append_row(connection, sheet_id, entry, sealed)
        except IntegrityError:
            # Another process took this number between our reading and writing: look again.
            if attempt == ATTEMPTS - 1:
                raise DatabaseBusyError from None
        else:
            return keep(after_it), entry
    raise StaleVersionError


def taken_before(snapshot: Snapshot, key: str) -> Entry | None:
    """The entry of a request that was taken before, found by its key."""
    return next((entry for entry in snapshot.entries if entry.key == key), None)


def seen_with(snapshot: Snapshot, waits_for: str, device: str | None) -> int:
    """The entry that a device saw last whose act follows its own one of this key; 0 where that was not taken."""
    waiting = taken_before(snapshot, waits_for)
    return waiting.number if waiting and waiting.device == device else 0


def stored_digests(snapshot: Snapshot) -> tuple[str | None, ...]:
    """The digests that the entries were stored with; None for those of releases that stored none."""
    return models.digests_of(db.session, snapshot.id, snapshot.version)


def sealed(snapshot: Snapshot) -> tuple[str, ...]:
    """The digests of the entries as a file of the sheet has them."""
    return audit.digests(snapshot.entries, stored_digests(snapshot))


def _as_it_stands(connection: Connection, sheet_id: str) -> tuple[Snapshot, str]:
    """A sheet to be written on, and the digest that its last entry is stored with: the next is made from that one,
    so that what was altered stays visible. A digest is of all entries: where it is the one in memory, they are.
    """
    version, digest = models.last_of(connection, sheet_id)
    snapshot = in_memory(sheet_id)
    if not snapshot or (version, digest) != (snapshot.version, snapshot.digests[-1]):
        snapshot = read(sheet_id)
    return snapshot, digest or snapshot.digests[-1]


_DEVICES, _GRANTS, _SHEETS = (models.Base.metadata.tables[name] for name in ("device", "opening", "sheet"))
_GRANT = (
    *(_GRANTS.c[name] for name in ("sheet_id", "role", "player", "player_number", "guest", "only_looks")),
    *(_GRANTS.c[name] for name in ("claim", "claim_number", "seen_at", "told", "told_at")),
    _GRANTS.c.hidden.label("archived"),
)
_others = _GRANTS.alias().c
_asking = _others.sheet_id == bindparam("sheet"), _others.claim.is_not(None)
_CLAIMS = select(func.count()).where(*_asking).scalar_subquery()
"""How many phones wait until whoever scores says whose they are."""
_MAY_OPEN = and_(
    _GRANTS.c.device_id == _DEVICES.c.id,
    _GRANTS.c.sheet_id == bindparam("sheet"),
    exists().where(_SHEETS.c.id == bindparam("sheet"), _SHEETS.c.deleted_at.is_(None)),
)
_OPENED = _DEVICES.outerjoin(_GRANTS, _MAY_OPEN)
_LOOK = (
    select(_DEVICES.c.id.label("phone"), *_GRANT, _CLAIMS.label("claims"), *models.COLUMNS)
    .select_from(
        _OPENED.outerjoin(models.ENTRIES, and_(models.ENTRIES.c.sheet_id == _GRANTS.c.sheet_id, *models.FROM_ON))
    )
    .where(_DEVICES.c.key_digest == bindparam("key"))
    .order_by(models.ENTRIES.c.number)
)
"""Made once: it is asked at every request. The entries come with it where the phone may open the sheet."""


@dataclass(frozen=True)
class PhoneAtSheet:
    """A phone at a sheet. grant: what it may do there, None for nothing.

    earlier: the snapshot in memory.
    rows: the entries from its last one on, None where they cannot be read.
    """

    sheet_id: str
    device: str
    grant: Grant | None
    earlier: Snapshot | None
    rows: Sequence[Row[*tuple[Any, ...]]] | None

    @cached_property
    def snapshot(self) -> Snapshot:
        """The sheet as it stood when it was looked up. Raises SheetNotFoundError and CorruptSheetError."""
        if self.rows is None:
            return read(self.sheet_id)
        entries = tuple(models.entry_in(row) for row in self.rows if row.number is not None)
        return keep(grown(db.session, self.sheet_id, self.earlier, entries, sealed=True))


def look(key: str, sheet_id: str) -> PhoneAtSheet | None:
    """The phone with this key in its cookie, at a sheet; None for a key that is no phone's."""
    earlier = in_memory(sheet_id)
    wanted = models.from_on(sheet_id, earlier.version if earlier else 1)
    try:
        rows = rows_of(_LOOK, {**wanted, "key": people.digest_of(key)})
    except models.UNREADABLE as error:
        if not models.is_damage(error):
            raise
        device = people.known_device(key)
        return PhoneAtSheet(sheet_id, device, people.grant(device, sheet_id), None, None) if device else None
    if not rows:
        return None
    first = rows[0]
    grant = people.grant_in(first, first.claims) if first.role is not None else None
    return PhoneAtSheet(sheet_id, first.phone, grant, earlier, rows)
