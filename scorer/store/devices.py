"""Devices, the sheets they may open, and the links that open a sheet on another phone."""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import func, select

from .database import now, writing
from .entry_rows import CorruptSheetError
from .models import DeviceRecord, GrantRecord, LinkRecord, db
from .scorebook import read

VIEW = "view"
AGREE = "agree"
SCORE = "score"
ROLES = (VIEW, AGREE, SCORE)
"""What a phone may do with a sheet: look; also agree, sign and object for its own player; write everything."""
NAMES_OFFERED = 12


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


def call(device: str, name: str) -> None:
    """Give a device a name, or none where it is empty."""
    with writing():
        record = db.session.get(DeviceRecord, device)
        if record:
            record.name = name or None


def names(ids: Sequence[str]) -> dict[str, str]:
    """The names of these devices, of those that have one."""
    query = select(DeviceRecord).where(DeviceRecord.id.in_(ids))
    return {record.id: record.name for record in db.session.scalars(query) if record.name}


@dataclass(frozen=True)
class Grant:
    """A sheet that a device may open, and as what: one of ROLES.

    player: whose phone it is, as they were called after entry player_number; "" for nobody's.
    """

    sheet_id: str
    role: str
    archived: bool
    player: str = ""
    player_number: int = 0


def grant(device: str | None, sheet_id: str) -> Grant | None:
    record = db.session.get(GrantRecord, (sheet_id, device)) if device else None
    return _grant(record) if record else None


def grants(device: str | None) -> Sequence[Grant]:
    """Every sheet of a device, archived ones too."""
    records = db.session.scalars(select(GrantRecord).where(GrantRecord.device_id == device))
    return [_grant(record) for record in records]


def _grant(record: GrantRecord) -> Grant:
    return Grant(record.sheet_id, record.role, record.archived, record.player or "", record.player_number or 0)


def say_whose(device: str, sheet_id: str, player: str, number: int) -> None:
    """Write down whose phone this is. player: as they are called after entry `number`, "" for nobody."""
    with writing():
        record = db.session.get(GrantRecord, (sheet_id, device))
        if record:
            record.player, record.player_number = (player, number) if player else (None, None)


def archive(device: str, sheet_id: str, *, archived: bool) -> None:
    """Take a sheet off a device's home page, or put it back; the sheet itself stays."""
    with writing():
        record = db.session.get(GrantRecord, (sheet_id, device))
        if record:
            record.archived = archived


def new_link(sheet_id: str, role: str) -> str:
    """A new key that opens the sheet in this role. It is shown once; only its digest is kept."""
    key = secrets.token_urlsafe(16)
    with writing():
        db.session.add(LinkRecord(sheet_id=sheet_id, key_digest=digest_of(key), role=role, made_at=now()))
    return key


def links(sheet_id: str) -> int:
    """How many links still open this sheet."""
    query = select(LinkRecord).where(LinkRecord.sheet_id == sheet_id, LinkRecord.revoked_at.is_(None))
    return len(db.session.scalars(query).all())


def revoke_links(sheet_id: str) -> None:
    """Revoke every link of a sheet. The phones that have opened it keep it; who might agree only looks."""
    with writing():
        for link in db.session.scalars(select(LinkRecord).where(LinkRecord.sheet_id == sheet_id)):
            link.revoked_at = link.revoked_at or now()
        agreeing = select(GrantRecord).where(GrantRecord.sheet_id == sheet_id, GrantRecord.role == AGREE)
        for phone in db.session.scalars(agreeing):
            phone.role = VIEW


def agreeing(sheet_id: str) -> int:
    """How many phones may look at this sheet and agree, but not score."""
    query = select(func.count()).select_from(GrantRecord)
    return db.session.scalar(query.where(GrantRecord.sheet_id == sheet_id, GrantRecord.role == AGREE)) or 0


def link_role(sheet_id: str, key: str) -> str | None:
    """What a link opens its sheet as; None for a link that never was or was revoked."""
    link = db.session.get(LinkRecord, (sheet_id, digest_of(key)))
    return link.role if link and link.revoked_at is None else None


def open_sheet(device: str, sheet_id: str, role: str) -> None:
    """Let a device open a sheet from now on. No link takes away what the device may do already."""
    with writing():
        record = db.session.get(GrantRecord, (sheet_id, device))
        if record is None:
            record = GrantRecord(sheet_id=sheet_id, device_id=device, role=role, opened_at=now())
            db.session.add(record)
        record.archived = False
        record.role = max(record.role, role, key=ROLES.index)


def names_used(device: str | None) -> list[str]:
    """The names of players on this device's sheets, the one that came to it last first."""
    if device is None:
        return []
    query = (
        select(GrantRecord.sheet_id)
        .where(GrantRecord.device_id == device)
        .order_by(GrantRecord.opened_at.desc())
        .limit(NAMES_OFFERED)
    )
    names: list[str] = []
    for sheet_id in db.session.scalars(query).all():
        # A sheet that cannot be read offers no names, and keeps no other from being started.
        with suppress(CorruptSheetError):
            names += read(sheet_id).sheet.players
    return list(dict.fromkeys(names))[:NAMES_OFFERED]
