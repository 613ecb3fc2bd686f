"""PostgreSQL, which processes on several machines may share: its settings, and who may migrate it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import URL, Connection, text

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
