"""The people of a sheet: who each phone is, who scores, and who has it no more.

Whatever changes them takes turns for each sheet, so that two phones never become one player's unasked, and
somebody is always left who scores.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from .database import now, writing
from .devices import SCORE, VIEW, Grant, grant_in
from .entry_rows import utc
from .errors import NotAllowedError
from .models import FormerGrantRecord, GrantRecord, SheetRecord, db

Called = Callable[[str, int], str]
"""What a player is called now who was called so after an entry."""
Records = dict[str, GrantRecord]
"""The people of a sheet, by their devices."""


class LastScorerError(Exception):
    """Nobody would be left who scores."""


@dataclass(frozen=True)
class Person:
    """A phone at a sheet. grant: what it may do there, and who it is."""

    device: str
    grant: Grant
    opened_at: datetime


@dataclass(frozen=True)
class Former:
    """A phone that has a sheet no more, and who it was. by: who removed it, "" where it left by itself."""

    grant: Grant
    left_at: datetime
    by: str


def people(sheet_id: str) -> list[Person]:
    """Everybody, in the order in which they came."""
    query = select(GrantRecord).where(GrantRecord.sheet_id == sheet_id)
    records = db.session.scalars(query.order_by(GrantRecord.opened_at, GrantRecord.device_id))
    return [Person(record.device_id, grant_in(record), utc(record.opened_at)) for record in records]


def former(sheet_id: str) -> dict[str, Former]:
    """Those who were there once, by their devices."""
    records = db.session.scalars(select(FormerGrantRecord).where(FormerGrantRecord.sheet_id == sheet_id))
    return {record.device_id: _former(record) for record in records}


def former_at(sheet_id: str, device: str) -> Former | None:
    """This phone as it was at a sheet that it has no more; None where it never had it."""
    record = db.session.get(FormerGrantRecord, (sheet_id, device))
    return _former(record) if record and record.role else None


def _former(record: FormerGrantRecord) -> Former:
    was = record.player or "", record.player_number or 0, None if record.player else record.guest
    grant = Grant(record.sheet_id, record.role or VIEW, record.archived, *was)
    return Former(grant, utc(record.left_at), record.removed_by or "")


@contextmanager
def changing(sheet_id: str, by: str = "") -> Iterator[Records]:
    """Change the people of a sheet, one after the other. by: the device that does so, which must score.

    Raises NotAllowedError.
    """
    with writing():
        # The sheet stands for all its people. Who writes an entry, which names the sheet too, waits for nobody.
        db.session.get(SheetRecord, sheet_id, with_for_update={"key_share": True}, populate_existing=True)
        query = select(GrantRecord).where(GrantRecord.sheet_id == sheet_id).with_for_update()
        records = {each.device_id: each for each in db.session.scalars(query).all()}
        for record in records.values():
            db.session.refresh(record)
        if by and (by not in records or records[by].role != SCORE):
            raise NotAllowedError
        yield records


def is_taken(records: Records, name: str, called: Called, but: str) -> bool:
    """Whether another phone is a player's. but: the device that is not asked for."""
    return any(
        called(record.player, record.player_number or 0) == name
        for device, record in records.items()
        if record.player and device != but
    )


def say_who(sheet_id: str, device: str, name: str, number: int, called: Called) -> bool:
    """A phone says whose it is: a player's, as they are called after entry `number`. Where another phone is that
    player's, whoever scores is asked; then it gives False.
    """
    with changing(sheet_id) as records:
        record = records.get(device)
        if record is None:
            return False
        if is_taken(records, name, called, device):
            record.claim, record.claim_number = name, number
            return False
        _name(record, name, number)
    return True


def be_guest(sheet_id: str, device: str, name: str) -> None:
    """A phone is a guest's, who calls themselves so, "" for nothing."""
    with changing(sheet_id) as records:
        if device in records:
            _name(records[device], None, None, name)


def _name(record: GrantRecord, player: str | None, number: int | None, guest: str | None = None) -> None:
    record.player, record.player_number, record.guest = player, number, guest
    record.claim = record.claim_number = None


def call(
    sheet_id: str, device: str, by: str, told: str, player: str = "", number: int = 0, guest: str = ""
) -> None:
    """Whoever scores says who a phone is. by: their device; told: what that phone is told.

    Raises NotAllowedError.
    """
    with changing(sheet_id, by) as records:
        if record := records.get(device):
            _name(record, *((player, number, None) if player else (None, None, guest)))
            record.only_looks = False
            _tell(record, told if device != by else "")


def answer(sheet_id: str, device: str, by: str, told: str, *, let: bool) -> None:
    """Whoever scores says whether a second phone is a player's, as it says. Raises NotAllowedError."""
    with changing(sheet_id, by) as records:
        record = records.get(device)
        if record and record.claim:
            if let:
                _name(record, record.claim, record.claim_number)
            else:
                record.claim = record.claim_number = None
                if not record.player:
                    record.guest = record.guest or ""
            _tell(record, told)


def set_role(sheet_id: str, device: str, by: str, role: str, told: str) -> None:
    """Whoever scores lets a phone score, or only watch. Raises NotAllowedError and LastScorerError."""
    with changing(sheet_id, by) as records:
        if (record := records.get(device)) and record.role != role:
            record.role = role
            _require_a_scorer(records)
            _tell(record, told if device != by else "")


def _tell(record: GrantRecord, text: str) -> None:
    record.told, record.told_at = (text, now()) if text else (None, None)


def _require_a_scorer(records: Records, but: str = "") -> None:
    if not any(record.role == SCORE for device, record in records.items() if device != but):
        raise LastScorerError


def remove(sheet_id: str, device: str, by: str, by_name: str) -> bool:
    """Close a sheet on one phone; whether it had it. Where it scored, the link lets nobody score any more.

    Raises NotAllowedError and LastScorerError.
    """
    with changing(sheet_id, by) as records:
        record = records.get(device)
        if record is None:
            return False
        _require_a_scorer(records, device)
        if record.role == SCORE:
            db.session.get_one(SheetRecord, sheet_id).link_role = None
        _leave(record, by_name)
    return True


def leave(sheet_id: str, device: str) -> None:
    """A phone gives a sheet up for itself. Raises LastScorerError where nobody else scores."""
    with changing(sheet_id) as records:
        if record := records.get(device):
            if record.role == SCORE:
                _require_a_scorer(records, device)
            _leave(record, None)


def remove_all(sheet_id: str, by_name: str) -> int:
    """Close a sheet on every phone; on how many."""
    with changing(sheet_id) as records:
        for record in records.values():
            _leave(record, by_name)
        return len(records)


KEPT = ("sheet_id", "device_id", "role", "archived", "opened_at", "player", "player_number", "guest", "only_looks")
"""What is known of a person who has the sheet no more, and is so again where that is taken back."""


def _leave(record: GrantRecord, by_name: str | None, at: datetime | None = None) -> None:
    kept = {name: getattr(record, name) for name in KEPT}
    db.session.merge(FormerGrantRecord(**kept, left_at=at or now(), removed_by=by_name))
    db.session.delete(record)


def delete(sheet_id: str, by_name: str) -> None:
    """Close a sheet to everybody at once. Its entries, links and people go later: see `deletion`."""
    with changing(sheet_id) as records:
        sheet = db.session.get_one(SheetRecord, sheet_id)
        if sheet.deleted_at is None:
            sheet.deleted_at, sheet.deleted_by = now(), by_name
            for record in records.values():
                # At that very moment: so those are known who had it then.
                _leave(record, None, sheet.deleted_at)


def undelete(sheet_id: str) -> int:
    """Open a deleted sheet again to those who had it then; to how many."""
    with changing(sheet_id) as records:
        sheet = db.session.get_one(SheetRecord, sheet_id)
        since, sheet.deleted_at, sheet.deleted_by = sheet.deleted_at, None, None
        here = FormerGrantRecord.sheet_id == sheet_id, FormerGrantRecord.left_at == since
        back = [each for each in db.session.scalars(select(FormerGrantRecord).where(*here)) if each.role]
        for each in back:
            if each.device_id not in records:
                db.session.add(GrantRecord(**{name: getattr(each, name) for name in KEPT}))
            db.session.delete(each)
        return len(back)


def anyone_scores(sheet_id: str) -> bool:
    """Whether whoever opens the link of a sheet may score."""
    return db.session.scalar(select(SheetRecord.link_role).where(SheetRecord.id == sheet_id)) == SCORE


def let_anyone_score(sheet_id: str, by: str, *, let: bool) -> None:
    """Raises NotAllowedError."""
    with changing(sheet_id, by):
        db.session.get_one(SheetRecord, sheet_id).link_role = SCORE if let else None
