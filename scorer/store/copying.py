"""A whole database copied to another, of SQLite or PostgreSQL, and compared row by row before it counts; and the
sheets of another database, which a phone or a server saved as a file, added to this one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from itertools import groupby, islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, String, Table, create_engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ..rules.core import counted
from ..sheet import audit
from . import database, models
from .backup import BackupError, copy_file, draft_in, put_in_place, refusing
from .inspection import Contents, check, contents, reading
from .models import db, utc
from .opening import upgrade_alone
from .scorebook import SheetNotFoundError, Snapshot, new_id, read, sealed, stored

AT_A_TIME = 1000
"""Rows that are read and written together."""
TABLES = models.Base.metadata.sorted_tables
Row = tuple[Any, ...]


class CopyError(Exception):
    """Nothing was copied; the target has at most empty tables. The message says why, for a person."""


def copy_database(source: URL, target: URL, instance: Path, release: str) -> Contents:
    """Copy everything to a database that is empty, in one transaction: whatever ends it, the target stays empty.

    While an app serves, nothing is copied. A database of an earlier release is brought up to date, after a copy.

    instance: the folder that relative URLs are read from.
    release: this one.

    Raises CopyError.
    """
    try:
        with _opened(source, instance) as origin:
            with origin.connect() as connection:
                is_older = contents(connection).is_older
            if is_older:
                upgrade_alone(origin, database.sqlite_file(source, instance), release)
        with (
            _opened(source, instance, journal="DELETE") as origin,
            _alone(origin),
            origin.connect() as read,
            _one_moment(read),
            _opened(target, instance, new=True) as goal,
            _alone(goal, writes=True),
        ):
            database.upgrade(goal, save=partial(_refuse_what_is_not_empty, is_older=True))
            with goal.connect().execution_options(writes=True) as write, write.begin():
                database.take_migrations_lock(write)
                _refuse_what_is_not_empty(write)
                for table in TABLES:
                    for rows in _batches(read, table):
                        write.execute(insert(table), rows)
                _compare(read, write)
                return contents(write)
    except database.UnusableDatabaseError as error:
        raise CopyError(f"The database cannot be copied: {error}.") from None
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise CopyError(f"The database cannot be copied: {database.reason_of(error, source, target)}.") from None
    except (ValueError, TypeError, KeyError) as error:
        raise CopyError(f"The database is damaged ({error}): see “scorer check”.") from None


@contextmanager
def _alone(engine: Engine, *, writes: bool = False) -> Iterator[None]:
    """Keep the app away from a database. writes: whether it is written meanwhile. Raises CopyError."""
    with ExitStack() as stack:
        try:
            if engine.dialect.name == "postgresql":
                stack.enter_context(database.alone_on_server(engine))
            elif file := database.sqlite_file(engine.url, Path()):
                held = stack.enter_context(ExitStack())
                held.enter_context(database.alone_in_file(file, "IMMEDIATE"))
                if writes:
                    held.close()  # Nobody had it open: to write is a lock of its own.
        except database.DatabaseInUseError:
            raise CopyError(f"{database.shown(engine.url)} is in use. Stop the app first.") from None
        yield


@contextmanager
def _opened(url: URL, instance: Path, *, new: bool = False, journal: str = "WAL") -> Iterator[Engine]:
    """new: whether the file of an SQLite database may be made; journal: as of `make_safe`."""
    if file := database.sqlite_file(url, instance):
        if not new and not file.is_file():
            raise database.UnusableDatabaseError(f"there is no file {file}")
        if not file.exists():
            file.touch(mode=0o600)
        url = url.set(database=str(file.resolve()))
    engine = create_engine(url, poolclass=NullPool)
    database.make_safe(engine, journal)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _one_moment(connection: Connection) -> Iterator[None]:
    """Read everything as it stands now, while others write."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")
    with connection.begin():
        yield


def _refuse_what_is_not_empty(connection: Connection, *, is_older: bool = False) -> None:
    """is_older: whether an earlier release made it, whose tables are counted as they are. Raises CopyError."""
    counts = (select(func.count()).select_from(table) for table in TABLES)
    if contents(connection).sheets if is_older else any(map(connection.scalar, counts)):
        target = database.shown(connection.engine.url)
        raise CopyError(f"{target} holds sheets already. Copy to an empty database.")


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    """Every row in the order of its key, the same on every database: times in UTC."""
    for row in _in_order(connection, table):
        yield tuple(utc(value).astimezone(UTC) if isinstance(value, datetime) else value for value in row)


def _in_order(connection: Connection, table: Table) -> Iterable[Any]:
    """The rows of a table by its key, letters by their numbers: a server may sort by the habits of a country."""
    by_letter = connection.dialect.name == "postgresql"
    letters = {column for column in table.primary_key if by_letter and isinstance(column.type, String)}
    order = [column.collate("C") if column in letters else column for column in table.primary_key]
    return connection.execute(select(table).order_by(*order), execution_options={"yield_per": AT_A_TIME})


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    names = [column.name for column in table.columns]
    rows = (dict(zip(names, row, strict=True)) for row in _rows(connection, table))
    return iter(lambda: [*islice(rows, AT_A_TIME)], [])


def _compare(source: Connection, target: Connection) -> None:
    """Raises CopyError where a row differs, or the entries of a sheet make another chain of digests."""
    for table in TABLES:
        for here, there in zip_longest(_rows(source, table), _rows(target, table)):
            if here != there:
                raise CopyError(f"The copy differs in the table {table.name}. Nothing was kept of it.")
    for here, there in zip_longest(_chains(source), _chains(target)):
        if here != there:
            raise CopyError(f"The copy differs in sheet {(here or there or ('',))[0]}. Nothing was kept of it.")


def _chains(connection: Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each sheet with the digests of its entries, computed anew."""
    for sheet_id, of_sheet in groupby(_in_order(connection, models.ENTRIES), key=lambda row: row.sheet_id):
        yield sheet_id, audit.digests([models.entry_in(row) for row in of_sheet])


class AddStatus(Enum):
    NEW = "new"
    UPDATE = "update"  # the sheet here is this one at an earlier time
    SAME = "same"  # all of it is here already
    COPY = "copy"  # the sheet here has gone another way


class Found(NamedTuple):
    """A sheet of the file, what becomes of it, and the id that it has here then."""

    snapshot: Snapshot
    status: AddStatus
    sheet_id: str


def prepare(file: Path, target: Path, called: str = "") -> Contents:
    """Copy a saved database to a file that can be read here: looked through, and brought up to date.

    called: the name of the file for people. The file itself stays as it is.

    Raises BackupError where it is damaged, of a later release, or no database of this app.
    """
    called = called or file.name
    with refusing(f"{called} cannot be used"), draft_in(target.parent) as draft:
        copy_file(file, draft)
        contents, wrong = check(draft)
        if wrong or not contents:
            raise BackupError(f"{called} cannot be used: it is damaged ({wrong[0]}).")
        if contents.is_older:
            engine = create_engine(f"sqlite:///{draft}", poolclass=NullPool)
            # What is brought up to date is a copy already.
            database.upgrade(engine, save=lambda connection: None)
            engine.dispose()
        put_in_place(draft, target)
    return contents


def sheets_in(prepared: Path) -> list[Found]:
    """The sheets of a prepared file, the oldest first, and what `add` would make of each."""
    with reading(prepared) as source:
        return list(_found(source))


def add(prepared: Path) -> list[Found]:
    """Add every sheet of a prepared file that is missing here, all of them or none; nothing here is overwritten.

    A sheet keeps its id, its entries and their digests. One that is here at an earlier time is brought up to date;
    one that has parted from the sheet here comes in as another. A repeated file adds nothing.
    """
    with reading(prepared) as source, database.writing():
        found = list(_found(source))
        for each in found:
            if each.status is AddStatus.SAME:
                continue
            if each.status is not AddStatus.UPDATE:
                sheet, there = models.SheetRecord, models.SheetRecord.id == each.snapshot.id
                made_at = source.scalar(select(sheet.made_at).where(there))
                # One that was deleted here long ago, of which only its number is left, comes back in its place.
                db.session.merge(sheet(id=each.sheet_id, made_at=made_at and utc(made_at), deleted_at=None))
                db.session.flush()
            here = read(each.sheet_id).version if each.status is AddStatus.UPDATE else 0
            entry = models.ENTRIES.c
            there = select(models.ENTRIES).where(entry.sheet_id == each.snapshot.id, entry.number > here)
            rows = [dict(row) for row in source.execute(there.order_by(entry.number)).mappings()]
            for row in rows:
                # A file holds times without their zone, and a server would take them for those of its own.
                row |= {name: utc(value) for name, value in row.items() if isinstance(value, datetime)}
                row["sheet_id"] = each.sheet_id
            db.session.execute(insert(models.ENTRIES), rows)
        for each in found:
            _name_phones(source, each)
    return found


def summary(found: Sequence[Found]) -> str:
    """What was added, for a person: "2 sheets added, 1 brought up to date, 3 were here already"."""
    number = Counter(each.status for each in found)
    new, copies = number[AddStatus.NEW], number[AddStatus.COPY]
    parts = (
        f"{counted(new, 'sheet')} added" if new or not found else "",
        f"{counted(copies, 'sheet')} added beside the one here that went another way" if copies else "",
        f"{number[AddStatus.UPDATE]} brought up to date" if number[AddStatus.UPDATE] else "",
        f"{number[AddStatus.SAME]} here already" if number[AddStatus.SAME] else "",
    )
    return ", ".join(filter(None, parts))


def _found(source: Connection) -> Iterator[Found]:
    there = select(models.SheetRecord.id).where(models.SheetRecord.deleted_at.is_(None))
    for sheet_id in source.scalars(there.order_by(models.SheetRecord.made_at, models.SheetRecord.id)).all():
        snapshot = stored(source, sheet_id)
        digests = audit.digests(snapshot.entries, models.digests_of(source, sheet_id, snapshot.version))
        yield Found(snapshot, *_status(sheet_id, digests))


def _status(sheet_id: str, digests: tuple[str, ...]) -> tuple[AddStatus, str]:
    """What becomes of a sheet with this id and these digests, and its id here."""
    status = AddStatus.NEW
    while True:
        try:
            here = sealed(read(sheet_id))
        except SheetNotFoundError:
            return status, sheet_id
        except models.CorruptSheetError:
            here = ()
        parted = next((at for at, pair in enumerate(zip(here, digests, strict=False)) if len({*pair}) > 1), None)
        if here and parted is None:
            return (AddStatus.SAME if len(digests) <= len(here) else AddStatus.UPDATE), sheet_id
        # From the entry at which they parted, so that the same file, or a later one of that phone, finds it again.
        status, sheet_id = AddStatus.COPY, new_id(sheet_id, digests[parted or 0])


def _name_phones(source: Connection, found: Found) -> None:
    """Keep who the phones were that wrote on a sheet; nobody gets in by that."""
    for table in (models.GrantRecord, models.FormerGrantRecord):
        columns = table.device_id, table.opened_at, table.player, table.player_number, table.guest
        for row in source.execute(select(*columns).where(table.sheet_id == found.snapshot.id)).mappings():
            key = found.sheet_id, row["device_id"]
            known = db.session.get(models.GrantRecord, key) or db.session.get(models.FormerGrantRecord, key)
            if (row["player"] or row["guest"]) and not known:
                facts = {**row, "opened_at": utc(row["opened_at"]), "left_at": database.now()}
                db.session.add(models.FormerGrantRecord(sheet_id=found.sheet_id, archived=False, **facts))
