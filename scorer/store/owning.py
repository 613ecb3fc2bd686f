"""A phone that keeps score alone owns every sheet of its database, wherever that came from."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update

from .database import now, writing
from .devices import SCORE, known_device, new_device
from .models import GrantRecord, SheetRecord, db


def own_all(keys: Sequence[str]) -> str:
    """Let one device list and score every sheet; its key, which is one of these where one is known."""
    key = next((key for key in keys if known_device(key)), None) or new_device()[1]
    device = known_device(key)
    mine = GrantRecord.device_id == device
    listed = select(GrantRecord.sheet_id).where(mine)
    missing = select(SheetRecord.id).where(SheetRecord.id.not_in(listed))
    less = select(GrantRecord.sheet_id).where(mine, GrantRecord.role != SCORE).limit(1)
    if device and (db.session.scalar(missing.limit(1)) or db.session.scalar(less)):
        with writing():
            opened = {"device_id": device, "role": SCORE, "archived": False, "opened_at": now()}
            rows = [{"sheet_id": sheet, **opened} for sheet in db.session.scalars(missing)]
            if rows:
                db.session.execute(insert(GrantRecord), rows)
            db.session.execute(update(GrantRecord).where(mine).values(role=SCORE))
    return key
