"""The tables. Keys begin with the sheet's id, so that a distributed database could shard by sheet."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, TypeDecorator, UniqueConstraint
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)


WHEN = DateTime(timezone=True)


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


class Facts(TypeDecorator[dict[str, Any]]):
    """An entry's facts as JSON. Decimals stand in it as numbers and are decimals again when they are read."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return _with(value, Decimal, float)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        # repr writes as few digits as tell a float from all others: those of the decimal it was.
        return _with(value, float, lambda number: Decimal(repr(number)))


def _with(value: Any, kind: type, other: Callable[[Any], Any]) -> Any:
    """The same facts with every number of this kind as another."""
    if isinstance(value, dict):
        return {key: _with(inner, kind, other) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with(inner, kind, other) for inner in value]
    return other(value) if isinstance(value, kind) else value


class DeviceRecord(Base):
    """A phone, known by one random key in its cookie; only the key's digest is kept."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    key_digest: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SheetRecord(Base):
    """link_role: what whoever opens its link may do, None for watching.

    deleted_at, deleted_by: when it was deleted, and by whom, as they were called then; its entries go later.
    """

    __tablename__ = "sheet"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)
    link_role: Mapped[str | None] = mapped_column(String(8))
    deleted_at: Mapped[datetime | None] = mapped_column(WHEN)
    deleted_by: Mapped[str | None] = mapped_column(String(40))


class EntryRecord(Base):
    """One act at the table; appended, never changed. key: the request's own.

    digest: as in `sheet.chain`; none in entries of the first releases.
    imported_by, imported_at: which device imported the entry from a file, and when. Then device_id and at are
    only what the file says. Neither is in the digest, so that the history stays the one that was written.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("sheet_id", "key", name="uq_entry_sheet_id_key"),)

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    facts: Mapped[dict[str, Any]] = mapped_column(Facts)
    key: Mapped[str] = mapped_column(String(64))
    device_id: Mapped[str] = mapped_column(String(24))
    at: Mapped[datetime] = mapped_column(WHEN)
    digest: Mapped[str | None] = mapped_column(String(64))
    imported_by: Mapped[str | None] = mapped_column(String(24))
    imported_at: Mapped[datetime | None] = mapped_column(WHEN)


class GrantRecord(Base):
    """A person of a sheet: what a device may do there, role "score" or "view"; archived: off its home page.

    unarchived_at: when it was last put back there.
    player: whose phone it is, as they were called after entry player_number; guest: what a guest calls themselves,
    "" for nothing; both None before it was said who it is.
    only_looks: whether it came by a link of an earlier release to look only: whoever scores says who it is.
    claim: the player whose phone it says it is, as they were called after entry claim_number, while whoever scores
    is asked, because another phone is that player's.
    seen_at: when it last looked, give or take some minutes.
    told, told_at: what it is told, by whom its right was changed, and since when.
    """

    __tablename__ = "opening"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(8))
    archived: Mapped[bool] = mapped_column("hidden", default=False)  # The column keeps its first name.
    opened_at: Mapped[datetime] = mapped_column(WHEN)
    unarchived_at: Mapped[datetime | None] = mapped_column(WHEN)
    player: Mapped[str | None] = mapped_column(String(40))
    player_number: Mapped[int | None]
    guest: Mapped[str | None] = mapped_column(String(40))
    only_looks: Mapped[bool | None]
    claim: Mapped[str | None] = mapped_column(String(40))
    claim_number: Mapped[int | None]
    seen_at: Mapped[datetime | None] = mapped_column(WHEN)
    told: Mapped[str | None] = mapped_column(String(200))
    told_at: Mapped[datetime | None] = mapped_column(WHEN)


class FormerGrantRecord(Base):
    """A person who has the sheet no more, with what they could do until then; it opens nothing.

    role: None for a phone of which only the name is known; removed_by: who removed it, as they were called then,
    None where it left by itself.
    """

    __tablename__ = "former_opening"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    role: Mapped[str | None] = mapped_column(String(8))
    archived: Mapped[bool] = mapped_column("hidden", default=False)
    opened_at: Mapped[datetime] = mapped_column(WHEN)
    player: Mapped[str | None] = mapped_column(String(40))
    player_number: Mapped[int | None]
    guest: Mapped[str | None] = mapped_column(String(40))
    only_looks: Mapped[bool | None]
    left_at: Mapped[datetime] = mapped_column(WHEN)
    removed_by: Mapped[str | None] = mapped_column(String(40))


class SharedLinkRecord(Base):
    """How often a link of a sheet was made anew: generation. The link itself is derived, and is not stored.

    role: "join" for the sheet's own, which there is from the beginning, also without a record; "score" for the one
    that whoever runs the app prints, and for those of earlier releases "score", "agree" or "view".
    """

    __tablename__ = "shared_link"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8), primary_key=True)
    generation: Mapped[int]
    revoked_at: Mapped[datetime | None] = mapped_column(WHEN)


class CodeRecord(Base):
    """A short code of a link, for a day. It is derived as the link is; digest: of it, under the secret key.

    number: from 1, each code another; 0 for one that an earlier release gave.
    """

    __tablename__ = "code"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    generation: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64), unique=True, index=True)
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SeasonRecord(Base):
    """A season of the server, made by whoever runs the app. generation: how many times its links were made; they
    are derived, as those of sheets are.
    """

    __tablename__ = "season"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    generation: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(WHEN)


class SeasonSheetRecord(Base):
    """A sheet that its table has added to a season of the server."""

    __tablename__ = "season_sheet"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    season_id: Mapped[str] = mapped_column(ForeignKey("season.id"), primary_key=True, index=True)
    added_at: Mapped[datetime] = mapped_column(WHEN)


class LinkRecord(Base):
    """A link of an earlier release; only the digest of its key is kept. None is added any more."""

    __tablename__ = "link"

    sheet_id: Mapped[str] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
    key_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    made_at: Mapped[datetime] = mapped_column(WHEN)
    revoked_at: Mapped[datetime | None] = mapped_column(WHEN)
