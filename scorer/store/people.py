"""Devices and the sheets that they may open; and the people of a sheet: who each is, who scores, who left.

Whatever changes the people of a sheet takes turns for each sheet, so that two phones never become one player's
unasked, and somebody is always left who scores. A phone that keeps score alone owns every sheet of its database.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, exists, insert, select, update
from sqlalchemy import delete as delete_from

from .database import now, writing
from .models import (
    Base,
    CodeRecord,
    DeviceRecord,
    FormerGrantRecord,
    GrantRecord,
    LinkRecord,
    SharedLinkRecord,
    SheetRecord,
    db,
    utc,
)

VIEW = "view"
SCORE = "score"
ROLES = (VIEW, SCORE)
"""What a phone may do with a sheet: watch; write everything. One that is a player's speaks for them besides."""
MOST_PEOPLE = 200
"""Phones that have one sheet."""


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


class Player(NamedTuple):
    """One of the players, as they were called after entry `number`."""

    name: str
    number: int


class Guest(NamedTuple):
    """Somebody else.

    name: what they call themselves, "" for nothing.
    named_by_scorers: it is whoever scores that says it.
    """

    name: str
    named_by_scorers: bool = False


class Claim(NamedTuple):
    """A second phone that says it is a player's, until whoever scores answers. so_far: who it is until then."""

    of: Player
    so_far: Player | Guest | None


class Grant(NamedTuple):
    """A sheet that a device may open.

    role: one of ROLES.
    who: whose device it is, None as long as nobody has said so.
    told, told_at: what it is told of its right.
    claims: how many phones of the sheet wait for an answer.
    """

    sheet_id: str
    role: str
    archived: bool
    who: Player | Guest | Claim | None
    seen_at: datetime | None = None
    told: str = ""
    told_at: datetime | None = None
    claims: int = 0

    @property
    def settled(self) -> Player | Guest | None:
        """Whose device it is, whatever it says of itself besides."""
        return self.who.so_far if isinstance(self.who, Claim) else self.who

    @property
    def player(self) -> Player | None:
        return self.settled if isinstance(self.settled, Player) else None

    @property
    def claim(self) -> Player | None:
        """Whose device it says it is, while whoever scores is asked."""
        return self.who.of if isinstance(self.who, Claim) else None

    @property
    def only_looks(self) -> bool:
        """Whether it says nothing of itself: it has come by a link of an earlier release to look only."""
        return isinstance(self.settled, Guest) and self.settled.named_by_scorers

    @property
    def mark(self) -> str:
        """What the pages of this phone depend on besides the entries: another one as soon as that has changed."""
        asked = self.claims if self.role == SCORE else 0
        person = f"{self.who}\n{self.told}\n{asked}"
        return f"{self.role}-{hashlib.sha256(person.encode()).hexdigest()[:8]}"


def has_a_sheet(device: str) -> bool:
    """Whether there is a sheet that a device may open."""
    query = select(GrantRecord.sheet_id).where(GrantRecord.device_id == device)
    return db.session.scalar(query.limit(1)) is not None


def grant(device: str | None, sheet_id: str) -> Grant | None:
    record = db.session.get(GrantRecord, (sheet_id, device)) if device else None
    return grant_in(record) if record else None


def grants(device: str | None) -> Sequence[Grant]:
    """Every sheet of a device, archived ones too."""
    records = db.session.scalars(select(GrantRecord).where(GrantRecord.device_id == device))
    return [grant_in(record) for record in records]


def grant_in(record: GrantRecord | Row[*tuple[Any, ...]], claims: int = 0) -> Grant:
    """claims: of the sheet."""
    who = _who(record)
    if record.claim:
        who = Claim(Player(record.claim, record.claim_number or 0), who)
    seen_at, told_at = (time and utc(time) for time in (record.seen_at, record.told_at))
    return Grant(record.sheet_id, record.role, record.archived, who, seen_at, record.told or "", told_at, claims)


def _who(record: Any) -> Player | Guest | None:
    if record.player:
        return Player(record.player, record.player_number or 0)
    return None if record.guest is None else Guest(record.guest, bool(record.only_looks))


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


Called = Callable[[str, int], str]
"""What a player is called now who was called so after an entry."""
Records = dict[str, GrantRecord]
"""The people of a sheet, by their devices."""


class NotAllowedError(Exception):
    """A phone may not write what it wanted to, or not any more. Nothing was written."""


class NoPlaceError(Exception):
    """A sheet has as many people as one may have, who all score or are players."""


class LastScorerError(Exception):
    """Nobody would be left who scores."""


class Person(NamedTuple):
    """A phone at a sheet. grant: what it may do there, and who it is."""

    device: str
    grant: Grant
    opened_at: datetime


class Former(NamedTuple):
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
    grant = Grant(record.sheet_id, record.role or VIEW, record.archived, _who(record))
    return Former(grant, utc(record.left_at), record.removed_by or "")


_SHEETS, _GRANTS = (Base.metadata.tables[name] for name in ("sheet", "opening"))
_WRITES = (
    update(_GRANTS)
    .where(_GRANTS.c.sheet_id == bindparam("sheet"), _GRANTS.c.device_id == bindparam("device"))
    .where(exists().where(_SHEETS.c.id == bindparam("sheet"), _SHEETS.c.deleted_at.is_(None)))
    .values(seen_at=bindparam("at"))
    .returning(_GRANTS.c.role, _GRANTS.c.player)
)


def right_to_write(connection: Connection, sheet_id: str, device: str) -> str | None:
    """What a phone may write on a sheet: SCORE for everything, "player" for what its player says, None for
    nothing. It is written down that it was here.

    To be asked in the transaction that writes an entry: nobody takes the right from it before that has ended.
    """
    row = connection.execute(_WRITES, {"sheet": sheet_id, "device": device, "at": now()}).first()
    return None if row is None else SCORE if row.role == SCORE else "player" if row.player else None


@contextmanager
def changing(sheet_id: str, by: str = "", *, deleted: bool = False) -> Iterator[Records]:
    """Change the people and the links of a sheet, one after the other.

    by: the device that does so, which must score.
    deleted: whether also on a sheet that is deleted.

    Raises NotAllowedError.
    """
    with writing():
        # The sheet stands for all its people. Who writes an entry, which names the sheet too, waits for nobody.
        sheet = db.session.get(SheetRecord, sheet_id, with_for_update={"key_share": True}, populate_existing=True)
        query = select(GrantRecord).where(GrantRecord.sheet_id == sheet_id).with_for_update()
        found = db.session.scalars(query.execution_options(populate_existing=True))
        records = {record.device_id: record for record in found}
        if sheet is None or (sheet.deleted_at and not deleted):
            raise NotAllowedError
        if by and (by not in records or records[by].role != SCORE):
            raise NotAllowedError
        yield records


def let_in(records: Records, sheet_id: str, device: str, role: str, *, only_looks: bool = False) -> None:
    """Let a device open a sheet from now on. It keeps what it may do there already.

    only_looks: whether it comes as a guest whose name is given by whoever scores. Raises NoPlaceError.
    """
    record = records.get(device)
    if record is None:
        if len(records) >= MOST_PEOPLE:
            db.session.delete(_gives_way(records))
        record = GrantRecord(sheet_id=sheet_id, device_id=device, role=VIEW, opened_at=now(), seen_at=now())
        record.only_looks, record.guest = only_looks, "" if only_looks else None
        db.session.add(record)
    elif record.only_looks and not only_looks:
        # It has come by the sheet's own link now, and is asked as everybody is.
        record.only_looks, record.guest = False, record.guest or None
    _archive(record, archived=False)
    record.role = max(record.role, role, key=ROLES.index)


def _gives_way(records: Records) -> GrantRecord:
    """Of those who watch and are no players the one who looked longest ago; of guests with a name only where all
    have one.
    """
    watching = (each for each in records.values() if each.role == VIEW and not each.player)
    first = min(watching, key=lambda each: (bool(each.guest), utc(each.seen_at or each.opened_at)), default=None)
    if first is None:
        raise NoPlaceError
    return first


def stop_links(sheet_id: str, *, but_watching: bool = False) -> None:
    """Stop every link and code of a sheet that may be stopped. but_watching: those go on that let only watch.

    To be called where its people are changing.
    """
    if but_watching:
        db.session.get_one(SheetRecord, sheet_id).link_role = None
    for table in (SharedLinkRecord, LinkRecord):
        which = table.role == SCORE if but_watching else table.role != "join"
        in_force = update(table).where(table.sheet_id == sheet_id, which, table.revoked_at.is_(None))
        db.session.execute(in_force.values(revoked_at=now()))
    codes = delete_from(CodeRecord).where(CodeRecord.sheet_id == sheet_id)
    db.session.execute(codes.where(CodeRecord.role == SCORE) if but_watching else codes)


def is_taken(records: Records, name: str, called: Called, but: str) -> bool:
    """Whether another phone is a player's. but: the device that is not asked for."""
    players = (each for device, each in records.items() if each.player and device != but)
    return any(called(each.player or "", each.player_number or 0) == name for each in players)


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
    """Whoever scores says who a phone is.

    by: their device.
    told: what that phone is told.

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
    """Whoever scores lets a phone score, or only watch: then no link lets anybody score any more, as it would by
    it. Raises NotAllowedError and LastScorerError.
    """
    with changing(sheet_id, by) as records:
        if (record := records.get(device)) and record.role != role:
            record.role = role
            _require_a_scorer(records)
            if role == VIEW and device != by:
                stop_links(sheet_id, but_watching=True)
            _tell(record, told if device != by else "")


def _tell(record: GrantRecord, text: str) -> None:
    record.told, record.told_at = (text, now()) if text else (None, None)


def _require_a_scorer(records: Records, but: str = "") -> None:
    if not any(record.role == SCORE for device, record in records.items() if device != but):
        raise LastScorerError


def remove(sheet_id: str, device: str, by: str, by_name: str) -> bool:
    """Close a sheet on one phone; whether it had it. Where it scored, no link lets anybody score any more.

    Raises NotAllowedError and LastScorerError.
    """
    with changing(sheet_id, by) as records:
        record = records.get(device)
        if record is None:
            return False
        _require_a_scorer(records, device)
        if record.role == SCORE:
            stop_links(sheet_id, but_watching=True)
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


def delete(sheet_id: str, by_name: str, by: str = "") -> None:
    """Close a sheet to everybody at once. Its entries, links and people go later: see `catalogue`.

    by: as for `changing`. Raises NotAllowedError.
    """
    with changing(sheet_id, by, deleted=True) as records:
        sheet = db.session.get_one(SheetRecord, sheet_id)
        if sheet.deleted_at is None:
            sheet.deleted_at, sheet.deleted_by = now(), by_name
            for record in records.values():
                # At that very moment: so those are known who had it then.
                _leave(record, None, sheet.deleted_at)


def undelete(sheet_id: str) -> int:
    """Open a deleted sheet again to those who had it then; to how many."""
    with changing(sheet_id, deleted=True) as records:
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
