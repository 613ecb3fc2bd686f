"""Devices, and the sheets they may open."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select, update
from sqlalchemy.exc import IntegrityError

from .database import now, writing
from .models import DeviceRecord, GrantRecord, db

VIEW = "view"
AGREE = "agree"
SCORE = "score"
ROLES = (VIEW, AGREE, SCORE)
"""What a phone may do with a sheet: look; also agree, sign and object for its own player; write everything."""


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
    handed_to: the device to which it has handed scoring over, and from which it may take it back; "" for none.
    """

    sheet_id: str
    role: str
    archived: bool
    player: str = ""
    player_number: int = 0
    handed_to: str = ""


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


def grant_in(record: GrantRecord | Row[*tuple[Any, ...]]) -> Grant:
    player, number = record.player or "", record.player_number or 0
    return Grant(record.sheet_id, record.role, record.archived, player, number, record.handed_to or "")


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
            _archive(record, archived=archived)


def _archive(record: GrantRecord, *, archived: bool) -> None:
    if record.archived and not archived:
        record.unarchived_at = now()
    record.archived = archived


def open_sheet(device: str, sheet_id: str, role: str, generation: int | None = None) -> None:
    """Let a device open a sheet from now on. No link takes away what the device may do already.

    generation: that of the link in this role by which it comes, if it comes by one.
    """
    try:
        with writing():
            record = db.session.get(GrantRecord, (sheet_id, device))
            giver = db.session.scalar(
                select(GrantRecord).where(GrantRecord.sheet_id == sheet_id, GrantRecord.handed_to == device)
            )
            if record is None:
                record = GrantRecord(sheet_id=sheet_id, device_id=device, role=VIEW, opened_at=now())
                record.link_role, record.link_generation = role if generation else None, generation
                db.session.add(record)
            elif ROLES.index(role) > ROLES.index((giver and giver.handed_role) or record.role):
                record.link_role, record.link_generation = role if generation else None, generation
                record.handed_to = record.handed_role = None
                if giver:
                    # What it may do by its own link stays when scoring is taken back.
                    giver.handed_role = role
            _archive(record, archived=False)
            record.role = max(record.role, role, key=ROLES.index)
    except IntegrityError:
        # Another process opened it for this device at the same moment, as where a link was tapped twice.
        if grant(device, sheet_id) is None:
            raise
        open_sheet(device, sheet_id, role, generation)


def archive_everywhere(sheet_id: str, *, archived: bool) -> int:
    """Take a sheet off every device's home page, or put it back; on how many that changed something."""
    with writing():
        there = GrantRecord.sheet_id == sheet_id, GrantRecord.archived.is_(not archived)
        put = {"archived": archived} if archived else {"archived": archived, "unarchived_at": now()}
        changed = update(GrantRecord).where(*there).values(put).returning(GrantRecord.device_id)
        return len(db.session.scalars(changed, execution_options={"synchronize_session": False}).all())


@dataclass(frozen=True)
class Phone:
    """A device that may open a sheet, as others see it. link: by which it came, as (role, generation)."""

    device: str
    name: str
    role: str
    opened_at: datetime
    archived: bool
    link: tuple[str | None, int | None]


def phones(sheet_id: str) -> list[Phone]:
    """Every device that may open a sheet, the one that came last first."""
    query = (
        select(GrantRecord, DeviceRecord.name)
        .join(DeviceRecord, DeviceRecord.id == GrantRecord.device_id)
        .where(GrantRecord.sheet_id == sheet_id)
        .order_by(GrantRecord.opened_at.desc(), GrantRecord.device_id)
    )
    return [
        Phone(
            record.device_id,
            name or "",
            record.role,
            record.opened_at,
            record.archived,
            (record.link_role, record.link_generation),
        )
        for record, name in db.session.execute(query)
    ]


def scoring(sheet_id: str, ids: Sequence[str]) -> dict[str, str]:
    """Those of these devices that may score on a sheet, and their names, "" for none."""
    query = select(DeviceRecord.id, DeviceRecord.name).join(GrantRecord, GrantRecord.device_id == DeviceRecord.id)
    may = GrantRecord.sheet_id == sheet_id, GrantRecord.role == SCORE, DeviceRecord.id.in_(ids)
    return {device: name or "" for device, name in db.session.execute(query.where(*may))}


def put_out(sheet_id: str, *devices: str) -> int:
    """Take a sheet from these devices, and give how many had it. What they have written stays."""
    with writing():
        gone = delete(GrantRecord).where(GrantRecord.sheet_id == sheet_id, GrantRecord.device_id.in_(devices))
        return len(db.session.scalars(gone.returning(GrantRecord.device_id)).all())


def hand_over(sheet_id: str, device: str, to: str) -> bool:
    """Let another device score instead of this one, which looks on from now; whether that was done."""
    with writing():
        rows = {each: _locked(sheet_id, each) for each in sorted({device, to})}
        giver, taker = rows[device], rows[to]
        if not giver or not taker or giver is taker or giver.role != SCORE:
            return False
        giver.handed_to, giver.handed_role = to, taker.role
        giver.role, taker.role = VIEW, SCORE
        taker.handed_to = taker.handed_role = None
    return True


def _locked(sheet_id: str, device: str) -> GrantRecord | None:
    """What a device may do, as it stands, and nobody else changes it until this transaction ends."""
    return db.session.get(GrantRecord, (sheet_id, device), with_for_update=True, populate_existing=True)


def take_back(sheet_id: str, device: str) -> bool:
    """Let a device that has handed scoring over score again, and the other do what it did before, as well as those
    to whom that one has handed it on.
    """
    with writing():
        giver = _locked(sheet_id, device)
        if not giver or not giver.handed_to:
            return False
        role, holder = SCORE, giver
        while holder:
            taker = holder.handed_to and _locked(sheet_id, holder.handed_to)
            holder.role, role = role, holder.handed_role or VIEW
            holder.handed_to = holder.handed_role = None
            holder = taker
    return True
