"""Devices, and the sheets they may open."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.exc import IntegrityError

from .database import now, writing
from .entry_rows import utc
from .models import DeviceRecord, GrantRecord, db

VIEW = "view"
SCORE = "score"
ROLES = (VIEW, SCORE)
"""What a phone may do with a sheet: watch; write everything. One that is a player's speaks for them besides."""


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def known_device(key: str) -> str | None:
    """The id of the device with this key, if there is one."""
    return db.session.scalar(select(DeviceRecord.id).where(DeviceRecord.key_digest == digest_of(key)))


def new_device() -> tuple[str, str]:
    """A device's id, and the key that stays with it in its cookie."""
    key = secrets.token_urlsafe(24)
    device = secrets.token_urlsafe(12)
    with writing():
        db.session.add(DeviceRecord(id=device, key_digest=digest_of(key), made_at=now()))
    return device, key


@dataclass(frozen=True)
class Grant:
    """A sheet that a device may open: role, one of ROLES, and whose device it is.

    player: as they were called after entry player_number, "" for no player's; guest: what a guest calls
    themselves, "" for nothing; None as long as nobody has said who it is, and for a player.
    only_looks: whether whoever scores says who it is; claim: the player whose phone it says it is, while that is
    asked. told, told_at: what it is told of its right. claims: how many phones of the sheet wait for an answer.
    """

    sheet_id: str
    role: str
    archived: bool
    player: str = ""
    player_number: int = 0
    guest: str | None = None
    only_looks: bool = False
    claim: str = ""
    claim_number: int = 0
    seen_at: datetime | None = None
    told: str = ""
    told_at: datetime | None = None
    claims: int = 0

    @property
    def is_asked(self) -> bool:
        """Whether it is still to be said who it is."""
        return not self.player and self.guest is None and not self.claim

    @property
    def mark(self) -> str:
        """What the pages of this phone depend on besides the entries: another one as soon as that has changed."""
        asked = self.claims if self.role == SCORE else 0
        person = f"{self.player}\n{self.guest}\n{self.claim}\n{self.told}\n{asked}"
        return f"{self.role}-{hashlib.sha256(person.encode()).hexdigest()[:8]}"


def has_a_sheet(device: str) -> bool:
    """Whether there is a sheet that a device may open."""
    return (
        db.session.scalar(select(GrantRecord.sheet_id).where(GrantRecord.device_id == device).limit(1)) is not None
    )


def grant(device: str | None, sheet_id: str) -> Grant | None:
    record = db.session.get(GrantRecord, (sheet_id, device)) if device else None
    return grant_in(record) if record else None


def grants(device: str | None) -> Sequence[Grant]:
    """Every sheet of a device, archived ones too."""
    records = db.session.scalars(select(GrantRecord).where(GrantRecord.device_id == device))
    return [grant_in(record) for record in records]


def grant_in(record: GrantRecord | Row[*tuple[Any, ...]], claims: int = 0) -> Grant:
    """claims: of the sheet."""
    return Grant(
        record.sheet_id,
        record.role,
        record.archived,
        record.player or "",
        record.player_number or 0,
        None if record.player else record.guest,
        bool(record.only_looks),
        record.claim or "",
        record.claim_number or 0,
        record.seen_at and utc(record.seen_at),
        record.told or "",
        record.told_at and utc(record.told_at),
        claims,
    )


def archive(device: str, sheet_id: str, *, archived: bool) -> None:
    """Take a sheet off a device's home page, or put it back; the sheet itself stays."""
    with writing():
        record = db.session.get(GrantRecord, (sheet_id, device))
        if record:
            _archive(record, archived=archived)


def _archive(record: GrantRecord, *, archived: bool) -> None:
    if record.archived and not archived:
        record.unarchived_at = now()
    record.archived = archived


def open_sheet(device: str, sheet_id: str, role: str, *, only_looks: bool = False) -> None:
    """Let a device open a sheet from now on. No link takes away what the device may do already.

    only_looks: whether it comes as a guest whose name is given by whoever scores.
    """
    try:
        with writing():
            record = db.session.get(GrantRecord, (sheet_id, device))
            if record is None:
                record = GrantRecord(sheet_id=sheet_id, device_id=device, role=VIEW, opened_at=now())
                record.seen_at = now()
                record.only_looks, record.guest = only_looks, "" if only_looks else None
                db.session.add(record)
            elif record.only_looks and not only_looks:
                # It has come by the sheet's own link now, and is asked as everybody is.
                record.only_looks, record.guest = False, record.guest or None
            _archive(record, archived=False)
            record.role = max(record.role, role, key=ROLES.index)
    except IntegrityError:
        # Another process opened it for this device at the same moment, as where a link was tapped twice.
        if grant(device, sheet_id) is None:
            raise
        open_sheet(device, sheet_id, role, only_looks=only_looks)


def seen(device: str, sheet_id: str) -> None:
    """Write down that a device looks at a sheet now."""
    with writing():
        there = GrantRecord.sheet_id == sheet_id, GrantRecord.device_id == device
        db.session.execute(update(GrantRecord).where(*there).values(seen_at=now()))


def archive_everywhere(sheet_id: str, *, archived: bool) -> int:
    """Take a sheet off every device's home page, or put it back; on how many that changed something."""
    with writing():
        there = GrantRecord.sheet_id == sheet_id, GrantRecord.archived.is_(not archived)
        put = {"archived": archived} if archived else {"archived": archived, "unarchived_at": now()}
        changed = update(GrantRecord).where(*there).values(put).returning(GrantRecord.device_id)
        return len(db.session.scalars(changed, execution_options={"synchronize_session": False}).all())
