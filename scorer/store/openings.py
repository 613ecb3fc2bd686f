"""What a phone may open, looked up together with the sheet itself: one statement for a whole request."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, select

from . import devices, scorebook
from .devices import Grant
from .entry_rows import COLUMNS, ENTRIES, FROM_ON, UNREADABLE, entry_in, from_on, is_damage
from .models import Base, db
from .scorebook import Snapshot

_DEVICES, _GRANTS = (Base.metadata.tables[name] for name in ("device", "opening"))
_GRANT = (
    *(_GRANTS.c[name] for name in ("sheet_id", "role", "player", "player_number", "guest", "only_looks")),
    *(_GRANTS.c[name] for name in ("claim", "claim_number", "seen_at", "told", "told_at")),
    _GRANTS.c.hidden.label("archived"),
)
_others = _GRANTS.alias().c
_CLAIMS = (
    select(func.count())
    .where(_others.sheet_id == bindparam("sheet"), _others.claim.is_not(None))
    .scalar_subquery()
)
"""How many phones wait until whoever scores says whose they are."""
_MAY_OPEN = and_(_GRANTS.c.device_id == _DEVICES.c.id, _GRANTS.c.sheet_id == bindparam("sheet"))
_OPENED = _DEVICES.outerjoin(_GRANTS, _MAY_OPEN)
_LOOK = (
    select(_DEVICES.c.id.label("phone"), *_GRANT, _CLAIMS.label("claims"), *COLUMNS)
    .select_from(_OPENED.outerjoin(ENTRIES, and_(ENTRIES.c.sheet_id == _GRANTS.c.sheet_id, *FROM_ON)))
    .where(_DEVICES.c.key_digest == bindparam("key"))
    .order_by(ENTRIES.c.number)
)
"""Made once: it is asked at every request. The entries come with it where the phone may open the sheet."""


@dataclass(frozen=True)
class Opening:
    """A phone at a sheet. grant: what it may do there, None for nothing.

    earlier: the snapshot in memory; rows: the entries from its last one on, None where they cannot be read.
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
            return scorebook.read(self.sheet_id)
        entries = tuple(entry_in(row) for row in self.rows if row.number is not None)
        return scorebook.keep(scorebook.grown(db.session, self.sheet_id, self.earlier, entries))


def look(key: str, sheet_id: str) -> Opening | None:
    """The phone with this key in its cookie, at a sheet; None for a key that is no phone's."""
    earlier = scorebook.in_memory(sheet_id)
    wanted = from_on(sheet_id, earlier.version if earlier else 1)
    try:
        rows = db.session.execute(_LOOK, {**wanted, "key": devices.digest_of(key)}).all()
    except UNREADABLE as error:
        if not is_damage(error):
            raise
        device = devices.known_device(key)
        return Opening(sheet_id, device, devices.grant(device, sheet_id), None, None) if device else None
    if not rows:
        return None
    first = rows[0]
    grant = devices.grant_in(first, first.claims) if first.role is not None else None
    return Opening(sheet_id, first.phone, grant, earlier, rows)
