"""The tables. Keys begin with the sheet's id, so that a distributed database could shard by sheet."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from itertools import starmap
from typing import Any

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, scoped_session

from ..sheet.core.sheet import ABOUT_A_HAND, Entry, EntryKind

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = sa.MetaData(naming_convention=NAMES)


WHEN = sa.DateTime(timezone=True)


class Database(SQLAlchemy):
    def _teardown_session(self, exc: BaseException | None) -> None:
        """End the session of a request. Where the server of the database is gone, there is nothing to roll back:
        the answer, which tells of it, is sent all the same.
        """
        try:
            super()._teardown_session(exc)
        except DBAPIError:
            self.session.registry.clear()


db = Database(model_class=Base)


_DECODER = json.JSONDecoder(parse_float=Decimal)


def _decimals_in(text: str | bytes | None) -> Any:
    return None if text is None else _DECODER.decode(text if isinstance(text, str) else bytes.decode(text))


class JsonFacts(sa.TypeDecorator[dict[str, Any]]):
    """An entry's facts as JSON. Decimals stand in it as numbers and are decimals again when they are read."""

    impl = sa.JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> Any:
        return _with(value, Decimal, float)

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Any:
        # Where the driver gives the text, decimals are read out of it, and not looked for in all entries.
        return _decimals_in if dialect.name == "sqlite" else super().result_processor(dialect, coltype)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> Any:
        # repr writes as few digits as tell a float from all others: those of the decimal it was.
        return _with(value, float, lambda number: Decimal(repr(number)))


def _with(value: Any, kind: type, other: Callable[[Any], Any]) -> Any:
    """The same facts with every number of this kind as another."""
    # Most values are texts, and all entries are gone through.
    if isinstance(value, dict):
        return {
            key: inner if isinstance(inner, str) else _with(inner, kind, other) for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [inner if isinstance(inner, str) else _with(inner, kind, other) for inner in value]
    return other(value) if isinstance(value, kind) else value


class DeviceRecord(Base):
    """A phone, known by one random key in its cookie; only the key's digest is kept."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    key_digest: Mapped[str] = mapped_column(sa.String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SheetRecord(Base):
    """link_role: what whoever opens its link may do, None for watching.

    deleted_at, deleted_by: when it was deleted, and by whom, as they were called then; its entries go later.
    """

    __tablename__ = "sheet"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)
    link_role: Mapped[str | None] = mapped_column(sa.String(8))
    deleted_at: Mapped[datetime | None] = mapped_column(WHEN)
    deleted_by: Mapped[str | None] = mapped_column(sa.String(40))


class EntryRecord(Base):
    """One act at the table; appended, never changed. key: the request's own.

    digest: as `sheet.audit` makes it; none in entries of the first releases.
    imported_by, imported_at: which device imported the entry from a file, and when.

    Then device_id and at are only what the file says. Neither is in the digest, so that the history stays the one
    that was written.
    """

    __tablename__ = "entry"
    __table_args__ = (sa.UniqueConstraint("sheet_id", "key", name="uq_entry_sheet_id_key"),)

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(16))
    facts: Mapped[dict[str, Any]] = mapped_column(JsonFacts)
    key: Mapped[str] = mapped_column(sa.String(64))
    device_id: Mapped[str] = mapped_column(sa.String(24))
    at: Mapped[datetime] = mapped_column(WHEN)
    digest: Mapped[str | None] = mapped_column(sa.String(64))
    imported_by: Mapped[str | None] = mapped_column(sa.String(24))
    imported_at: Mapped[datetime | None] = mapped_column(WHEN)


class GrantRecord(Base):
    """A person of a sheet: what a device may do there, role "score" or "view"; archived: off its home page.

    unarchived_at: when it was last put back there.
    player: whose phone it is, as they were called after entry player_number.
    guest: what a guest calls themselves, "" for nothing; both None before it was said who it is.
    only_looks: whether it came by a link of an earlier release to look only: whoever scores says who it is.
    claim: the player whose phone it says it is, as they were called after entry claim_number, while whoever scores
        is asked, because another phone is that player's.
    seen_at: when it last looked, give or take some minutes.
    told, told_at: what it is told, by whom its right was changed, and since when.
    """

    __tablename__ = "opening"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(sa.ForeignKey("device.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(sa.String(8))
    archived: Mapped[bool] = mapped_column("hidden", default=False)  # The column keeps its first name.
    opened_at: Mapped[datetime] = mapped_column(WHEN)
    unarchived_at: Mapped[datetime | None] = mapped_column(WHEN)
    player: Mapped[str | None] = mapped_column(sa.String(40))
    player_number: Mapped[int | None]
    guest: Mapped[str | None] = mapped_column(sa.String(40))
    only_looks: Mapped[bool | None]
    claim: Mapped[str | None] = mapped_column(sa.String(40))
    claim_number: Mapped[int | None]
    seen_at: Mapped[datetime | None] = mapped_column(WHEN)
    told: Mapped[str | None] = mapped_column(sa.String(200))
    told_at: Mapped[datetime | None] = mapped_column(WHEN)


class FormerGrantRecord(Base):
    """A person who has the sheet no more, with what they could do until then; it opens nothing.

    role: None for a phone of which only the name is known.
    removed_by: who removed it, as they were called then, None where it left by itself.
    """

    __tablename__ = "former_opening"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    role: Mapped[str | None] = mapped_column(sa.String(8))
    archived: Mapped[bool] = mapped_column("hidden", default=False)
    opened_at: Mapped[datetime] = mapped_column(WHEN)
    player: Mapped[str | None] = mapped_column(sa.String(40))
    player_number: Mapped[int | None]
    guest: Mapped[str | None] = mapped_column(sa.String(40))
    only_looks: Mapped[bool | None]
    left_at: Mapped[datetime] = mapped_column(WHEN)
    removed_by: Mapped[str | None] = mapped_column(sa.String(40))


class SharedLinkRecord(Base):
    """How often a link of a sheet was made anew: generation. The link itself is derived, and is not stored.

    role: "join" for the sheet's own, which there is from the beginning, also without a record; "score" for the one
    that whoever runs the app prints, and for those of earlier releases "score", "agree" or "view".
    """

    __tablename__ = "shared_link"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    role: Mapped[str] = mapped_column(sa.String(8), primary_key=True)
    generation: Mapped[int]
    revoked_at: Mapped[datetime | None] = mapped_column(WHEN)


class CodeRecord(Base):
    """A short code of a link, for a day. It is derived as the link is; digest: of it, under the secret key."""

    __tablename__ = "code"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    role: Mapped[str] = mapped_column(sa.String(8), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    generation: Mapped[int]
    digest: Mapped[str] = mapped_column(sa.String(64), unique=True, index=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SeasonRecord(Base):
    """A season of the server, made by whoever runs the app. generation: how many times its links were made; they
    are derived, as those of sheets are.
    """

    __tablename__ = "season"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    name: Mapped[str] = mapped_column(sa.String(40), unique=True)
    generation: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SeasonSheetRecord(Base):
    """A sheet that its table has added to a season of the server."""

    __tablename__ = "season_sheet"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    season_id: Mapped[str] = mapped_column(sa.ForeignKey("season.id"), primary_key=True, index=True)
    added_at: Mapped[datetime] = mapped_column(WHEN)


class LinkRecord(Base):
    """A link of an earlier release; only the digest of its key is kept. None is added any more."""

    __tablename__ = "link"

    sheet_id: Mapped[str] = mapped_column(sa.ForeignKey("sheet.id"), primary_key=True)
    key_digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    role: Mapped[str] = mapped_column(sa.String(8))
    made_at: Mapped[datetime] = mapped_column(WHEN)
    revoked_at: Mapped[datetime | None] = mapped_column(WHEN)


Reader = sa.Connection | Session | scoped_session[Any]

ENTRIES = Base.metadata.tables["entry"]
"""The table itself, for what is asked at every request: nothing has to be made a record first."""
COLUMNS = tuple(ENTRIES.c[name] for name in ("number", "kind", "facts", "key", "device_id", "at"))
OF_SHEET = sa.select(*COLUMNS).where(ENTRIES.c.sheet_id == sa.bindparam("sheet")).order_by(ENTRIES.c.number)
ONE = OF_SHEET.where(ENTRIES.c.number == sa.bindparam("number"))
_before = ENTRIES.alias().c
_count = sa.select(sa.func.count()).where(_before.sheet_id == sa.bindparam("sheet"), _before.number >= 1)
_ends = sa.select(ENTRIES.c.number, ENTRIES.c.digest, _count.scalar_subquery().label("count"))
_LAST = _ends.where(ENTRIES.c.sheet_id == sa.bindparam("sheet")).order_by(ENTRIES.c.number.desc()).limit(1)
_LATEST = (
    sa.select(ENTRIES.c.sheet_id, sa.func.max(ENTRIES.c.number).label("number"))
    .add_columns(sa.func.count().filter(ENTRIES.c.number >= 1).label("count"))
    .where(ENTRIES.c.sheet_id.in_(sa.bindparam("sheets", expanding=True)))
    .group_by(ENTRIES.c.sheet_id)
    .subquery()
)
_LAST_OF_EACH = sa.select(_LATEST, ENTRIES.c.digest).join(
    _LATEST, (ENTRIES.c.sheet_id == _LATEST.c.sheet_id) & (ENTRIES.c.number == _LATEST.c.number)
)
FROM_ON = (
    ENTRIES.c.number >= sa.bindparam("first"),
    sa.select(sa.func.count())
    .where(_before.sheet_id == sa.bindparam("sheet"), _before.number >= 1, _before.number < sa.bindparam("first"))
    .scalar_subquery()
    == sa.bindparam("before"),
)
"""Which entries of a sheet: those from a number on, if there are so many before it."""
_INSERT = sa.insert(ENTRIES)
_NEWER = OF_SHEET.where(*FROM_ON)
UNREADABLE = (ValueError, TypeError, OperationalError)
"""What is raised where a stored value is none; the last one also for what is no damage."""
ABOUT_ANOTHER = (*ABOUT_A_HAND, EntryKind.UNDO, EntryKind.REDO)


class UnknownKindError(ValueError):
    """An entry of a kind that this release does not know."""


class CorruptSheetError(Exception):
    """What is stored of a sheet makes no sheet.

    reason: which entry or hand, and why, for a person.
    title: the sheet's, "" where that cannot be read either.
    """

    def __init__(self, sheet_id: str, reason: str, title: str = "") -> None:
        super().__init__(f"sheet {sheet_id}: {reason}")
        self.sheet_id = sheet_id
        self.reason = reason
        self.title = title


def entries_of(reader: Reader, sheet_id: str, first: int = 1) -> tuple[Entry, ...]:
    """The stored entries of a sheet from this number on, in order; none where one before it is missing.

    Raises CorruptSheetError.
    """
    wanted = from_on(sheet_id, first)
    try:
        return _entries(reader, _NEWER, wanted)
    except UNREADABLE as error:
        if not is_damage(error):
            raise
    # One entry that cannot be read spoils the reading of all: look for it alone.
    numbers = sa.select(EntryRecord.number).where(EntryRecord.sheet_id == sheet_id).order_by(EntryRecord.number)
    for number in reader.scalars(numbers).all():
        try:
            _entries(reader, ONE, {"sheet": sheet_id, "number": number})
        except UNREADABLE as error:
            if not is_damage(error):
                raise
            reason = f"entry {number}: {_why(error)}"
            raise CorruptSheetError(sheet_id, reason, title_of(reader, sheet_id)) from None
    return _entries(reader, _NEWER, wanted)


def from_on(sheet_id: str, first: int) -> dict[str, Any]:
    """What FROM_ON asks for: the entries of a sheet from this number on."""
    return {"sheet": sheet_id, "first": first, "before": first - 1}


def _entries(reader: Reader, query: sa.Executable, wanted: Mapping[str, Any]) -> tuple[Entry, ...]:
    rows: Sequence[Any] = reader.execute(query, wanted).all()
    return tuple(starmap(_entry, rows))


def values_of(sheet_id: str, entry: Entry, digest: str) -> dict[str, Any]:
    """What the columns of an entry hold."""
    act = {"sheet_id": sheet_id, "number": entry.number, "kind": entry.kind.value, "facts": dict(entry.facts)}
    return {**act, "key": entry.key, "device_id": entry.device, "at": entry.at, "digest": digest}


def append_row(reader: Reader, sheet_id: str, entry: Entry, digest: str) -> None:
    """Write an entry. Raises IntegrityError where there is one of its number."""
    reader.execute(_INSERT, values_of(sheet_id, entry, digest))


def last_of(reader: Reader, sheet_id: str) -> tuple[int, str | None]:
    """The number of the last entry of a sheet, 0 where one before it is missing, and the digest that it is stored
    with.
    """
    row = reader.execute(_LAST, {"sheet": sheet_id}).first()
    return _last_in(row) if row else (0, None)


def last_of_each(reader: Reader, sheet_ids: Sequence[str]) -> dict[str, tuple[int, str | None]]:
    """As `last_of`, of many sheets at once; of those that have entries."""
    return {row.sheet_id: _last_in(row) for row in reader.execute(_LAST_OF_EACH, {"sheets": sheet_ids})}


def _last_in(row: sa.Row[*tuple[Any, ...]]) -> tuple[int, str | None]:
    return row.number if row.number == row.count else 0, row.digest


def digests_of(reader: Reader, sheet_id: str, last: int) -> tuple[str | None, ...]:
    """The digests that the entries of a sheet up to this one were given when they were written, None for none."""
    query = sa.select(EntryRecord.number, EntryRecord.digest).where(EntryRecord.sheet_id == sheet_id)
    found = {row.number: row.digest for row in reader.execute(query)}
    return tuple(found.get(number) for number in range(1, last + 1))


def entry_in(row: sa.Row[*tuple[Any, ...]]) -> Entry:
    return _entry(*(getattr(row, column.name) for column in COLUMNS))


_KINDS = {kind.value: kind for kind in EntryKind}


def _entry(number: int, kind: Any, facts: Any, key: str, device: str, at: datetime) -> Entry:
    """What the columns of an entry hold, in the order of `COLUMNS`."""
    if kind not in _KINDS:
        raise UnknownKindError(f"“{kind}” is no kind of entry")
    return Entry(number, _KINDS[kind], facts, key, device, utc(at))


def utc(time: datetime) -> datetime:
    # SQLite keeps no time zone; what is stored is UTC.
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_damage(error: Exception) -> bool:
    """Whether a value was read that is none; not, that the database did not answer."""
    return not isinstance(error, OperationalError) or "decode to UTF-8" in str(error.orig)


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return "its facts are not JSON"
    if isinstance(error, OperationalError | UnicodeDecodeError):
        return "it is not text"
    return str(error) if isinstance(error, UnknownKindError) else "its time is none"


def title_of(reader: Reader, sheet_id: str) -> str:
    """The title of a sheet that may be damaged; "" where it has none or cannot be read."""
    try:
        return next((title_in(entry) for entry in _entries(reader, ONE, {"sheet": sheet_id, "number": 1})), "")
    except UNREADABLE:
        return ""


def title_in(start: Entry) -> str:
    facts: Any = start.facts
    title = facts.get("title") if isinstance(facts, dict) else None
    return title if isinstance(title, str) else ""


def fault_of(entries: Sequence[Entry]) -> str | None:
    """What keeps these entries from being one sheet's, numbered and each about an earlier one; None if nothing."""
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            return f"entry {number} is missing"
        if (entry.kind is EntryKind.START) != (number == 1):
            return f"entry {number} is {'not ' if number == 1 else ''}the start of a sheet"
        if entry.kind in ABOUT_ANOTHER:
            about = entry.facts["entry"]
            if not isinstance(about, int) or not 1 < about < number:
                return f"entry {number} is about entry {about}, which is none before it"
            earlier = entries[about - 1]
            if entry.kind is EntryKind.REDO and earlier.kind is not EntryKind.UNDO:
                return f"entry {number} is about entry {about}, which took nothing back"
            # Whoever takes over somebody's points is given them by a hand that the seating records.
            if entry.kind in ABOUT_A_HAND and earlier.about_hand != about:
                return f"entry {number} is about entry {about}, which recorded no hand"
        if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
            raised = entry.facts["dispute"]
            if raised not in range(1, number) or entries[raised - 1].kind is not EntryKind.DISPUTE:
                return f"entry {number} is about the dispute of entry {raised}, which raised none"
    return None
