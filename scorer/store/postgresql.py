"""PostgreSQL, which processes on several machines may share: its settings, and who may migrate it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, text
from sqlalchemy.exc import OperationalError

from .errors import DatabaseInUseError

TIMEOUTS = {
    "statement_timeout": 20_000,
    "lock_timeout": 5_000,
    "idle_in_transaction_session_timeout": 60_000,
}
"""Milliseconds after which the server gives up: a statement, one that waits for a lock, and a transaction of a
machine that went away without a word.
"""
SETTINGS = {"synchronous_commit": "on", **TIMEOUTS}
"""Of every connection. A hand that is acknowledged is on the disk, also where the server would not wait for it."""
CONNECTING = 5
"""Seconds to reach the server."""
MIGRATIONS = 0x53636F726572
"""The number of the lock for whoever makes or changes the tables."""
_TAKE = text("SELECT pg_advisory_xact_lock(:lock)")
OPEN = 0x53636F726573
"""The number of the lock that all share who have the database open, and that whoever needs it alone has alone."""
_SHARE = f"SELECT pg_try_advisory_lock_shared({OPEN})"
_ALONE = text(f"SELECT pg_try_advisory_lock({OPEN})")
_ALONE_UNTIL_THE_END = text(f"SELECT pg_try_advisory_xact_lock({OPEN})")


def is_postgresql(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def engine_options(url: URL) -> Mapping[str, Any]:
    """How to connect. What the URL itself says goes before; none but PostgreSQL needs any."""
    if not is_postgresql(url):
        return {}
    # A connection that ended while nobody used it, as all do when the server is started anew, is made again.
    options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": {}}
    if "options" not in url.query:
        options["connect_args"]["options"] = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    if "connect_timeout" not in url.query:
        options["connect_args"]["connect_timeout"] = CONNECTING
    return options


def take_migrations_lock(connection: Connection) -> None:
    """Wait for every other process that changes the tables, until the end of this transaction.

    A migration takes as long as it takes: the time-outs are not for it.
    """
    if connection.dialect.name == "postgresql":
        for name in TIMEOUTS:
            connection.execute(text(f"SET LOCAL {name} = 0"))
        connection.execute(_TAKE, {"lock": MIGRATIONS})


class _TakenError(Exception):
    sqlstate = "55P03"
    """As of a lock that was not free."""


def share(engine: Engine) -> None:
    """Let each connection say, as long as it is open, that the database is in use. The server takes that back from
    a process that is killed.
    """

    @event.listens_for(engine, "connect")
    def hold(connection: Any, record: object) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute(_SHARE)
                (is_shared,) = cursor.fetchone()
            connection.commit()
            if not is_shared:
                raise _TakenError("another program copies it, or brings it up to date")
        except (_TakenError, engine.dialect.loaded_dbapi.Error) as error:
            connection.close()
            raise OperationalError(_SHARE, {}, error) from None


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Keep the app away, and every command. engine: one without a pool, which does not `share`.

    Raises DatabaseInUseError.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.scalar(_ALONE):
            raise DatabaseInUseError
        yield


def refuse_others(connection: Connection) -> None:
    """Keep the app away until the end of this transaction. Raises DatabaseInUseError."""
    if connection.dialect.name == "postgresql" and not connection.scalar(_ALONE_UNTIL_THE_END):
        raise DatabaseInUseError
