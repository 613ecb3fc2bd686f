"""A whole database copied to another, of SQLite or PostgreSQL, and compared row by row before it counts."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, String, Table, create_engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ...sheet.audit import hash_chain
from .. import postgresql, sqlite
from ..database import upgrade, upgrade_alone
from ..entry_rows import ENTRIES, entry_in, utc
from ..errors import DatabaseInUseError, UnusableDatabaseError
from ..location import reason_of, shown
from ..models import Base
from ..postgresql import take_migrations_lock
from ..sqlite import make_safe, sqlite_file
from .inspection import Contents, contents

AT_A_TIME = 1000
"""Rows that are read and written together."""
TABLES = Base.metadata.sorted_tables
Row = tuple[Any, ...]


class CopyError(Exception):
    """Nothing was copied; the target has at most empty tables. The message says why, for a person."""


def copy_database(source: URL, target: URL, instance: Path, release: str) -> Contents:
    """Copy everything to a database that is empty, in one transaction: whatever ends it, the target stays empty.

    While an app serves, nothing is copied. A database of an earlier release is brought up to date, after a copy.
    instance: the folder that relative URLs are read from; release: this one. Raises CopyError.
    """
    try:
        with _opened(source, instance) as origin:
            with origin.connect() as connection:
                is_older = contents(connection).is_older
            if is_older:
                upgrade_alone(origin, sqlite_file(source, instance), release)
        with (
            _opened(source, instance, journal="DELETE") as origin,
            _alone(origin),
            origin.connect() as read,
            _one_moment(read),
            _opened(target, instance, new=True) as goal,
            _alone(goal, writes=True),
        ):
            upgrade(goal, save=_refuse_sheets)
            with goal.connect().execution_options(writes=True) as write, write.begin():
                take_migrations_lock(write)
                _refuse_what_is_not_empty(write)
                for table in TABLES:
                    for rows in _batches(read, table):
                        write.execute(insert(table), rows)
                _compare(read, write)
                return contents(write)
    except UnusableDatabaseError as error:
        raise CopyError(f"The database cannot be copied: {error}.") from None
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise CopyError(f"The database cannot be copied: {_reason(error, source, target)}.") from None
    except (ValueError, TypeError, KeyError) as error:
        raise CopyError(f"The database is damaged ({error}): see “scorer check”.") from None


def _reason(error: Exception, *urls: URL) -> str:
    reason = reason_of(error)
    for url in urls:
        reason = reason.replace(f"{url.password}", "***") if url.password else reason
    return reason


@contextmanager
def _alone(engine: Engine, *, writes: bool = False) -> Iterator[None]:
    """Keep the app away from a database. writes: whether it is written meanwhile. Raises CopyError."""
    with ExitStack() as stack:
        try:
            if engine.dialect.name == "postgresql":
                stack.enter_context(postgresql.alone(engine))
            elif file := sqlite_file(engine.url, Path()):
                held = stack.enter_context(ExitStack())
                held.enter_context(sqlite.alone(file, "IMMEDIATE"))
                if writes:
                    held.close()  # Nobody had it open: to write is a lock of its own.
        except DatabaseInUseError:
            raise CopyError(f"{shown(engine.url)} is in use. Stop the app first.") from None
        yield


@contextmanager
def _opened(url: URL, instance: Path, *, new: bool = False, journal: str = "WAL") -> Iterator[Engine]:
    """new: whether the file of an SQLite database may be made; journal: as of `make_safe`."""
    if file := sqlite_file(url, instance):
        if not new and not file.is_file():
            raise UnusableDatabaseError(f"there is no file {file}")
        if not file.exists():
            file.touch(mode=0o600)
        url = url.set(database=str(file.resolve()))
    engine = create_engine(url, poolclass=NullPool)
    if url.get_backend_name() == "sqlite":
        make_safe(engine, journal)
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


def _refuse_sheets(connection: Connection) -> None:
    """Of a database of an earlier release, before its tables are brought up to date. Raises CopyError."""
    if contents(connection).sheets:
        raise _is_not_empty(connection)


def _refuse_what_is_not_empty(connection: Connection) -> None:
    for table in TABLES:
        if connection.scalar(select(func.count()).select_from(table)):
            raise _is_not_empty(connection)


def _is_not_empty(connection: Connection) -> CopyError:
    return CopyError(f"{shown(connection.engine.url)} holds sheets already. Copy to an empty database.")


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    """Every row in the order of its key, the same on every database: times in UTC."""
    for row in _in_order(connection, table):
        yield tuple(utc(value).astimezone(UTC) if isinstance(value, datetime) else value for value in row)


def _in_order(connection: Connection, table: Table) -> Iterable[Any]:
    """The rows of a table by its key, letters by their numbers: a server may sort by the habits of a country."""
    by_letter = connection.dialect.name == "postgresql"
    order = [
        column.collate("C") if by_letter and isinstance(column.type, String) else column
        for column in table.primary_key
    ]
    return connection.execute(select(table).order_by(*order), execution_options={"yield_per": AT_A_TIME})


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    names = [column.name for column in table.columns]
    batch: list[dict[str, Any]] = []
    for row in _rows(connection, table):
        batch.append(dict(zip(names, row, strict=True)))
        if len(batch) == AT_A_TIME:
            yield batch
            batch = []
    if batch:
        yield batch


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
    for sheet_id, of_sheet in groupby(_in_order(connection, ENTRIES), key=lambda row: row.sheet_id):
        yield sheet_id, hash_chain.digests([entry_in(row) for row in of_sheet])
