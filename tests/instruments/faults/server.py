"""The real server, `scorer serve` in a process of its own, killed and started again on the same port."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from sqlalchemy import URL

from ...copies import Copy, start

HOST = "127.0.0.1"
READY_WITHIN = 60
"""Seconds that a start may take on a busy machine."""


def installed() -> list[str]:
    """The command `scorer` beside this Python; the same by its module where it was not installed there."""
    script = Path(sys.executable).parent / "scorer"
    if script.exists():
        return [str(script)]
    return [sys.executable, "-c", "from scorer.cli import main; main()"]


class Server:
    """A server over the instance folder in `folder`, whose process has ended when it is left.

    program: what is run instead, as a process that loads it anew; database: another than the one in that folder;
    acts: of one phone in a minute, 0 for any number: nobody at a table plays as fast as these phones do.
    All that is printed goes to a file in `folder`.
    """

    def __init__(
        self, folder: Path, program: Sequence[str] = (), database: URL | None = None, acts: int = 0
    ) -> None:
        self._acts = acts
        self.database = database or URL.create("sqlite", database=str(folder / "instance" / "scorer.db"))
        self._folder = folder
        self._program = program
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | Copy | None = None
        # Bound, never listening: while the server is dead nobody else gets its port, and whoever calls is refused.
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind((HOST, 0))
        self.port: int = self._held.getsockname()[1]

    def __enter__(self) -> "Server":
        try:
            self.start()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        self.kill()
        self._held.close()

    def start(self) -> None:
        """Start, and wait until the port answers."""
        words = ("serve", "--host", HOST, "--port", str(self.port))
        settings = {
            "SCORER_DATABASE_URL": self.database.render_as_string(hide_password=False),
            "SCORER_ACTS_A_MINUTE": str(self._acts),
        }
        with self._log.open("ab") as log:
            if self._program:
                self._process = subprocess.Popen(
                    [*self._program, *words],
                    cwd=self._folder,
                    env={**os.environ, **settings},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            else:
                file = log.fileno()
                self._process = start(*words, folder=self._folder, stdout=file, stderr=file, environment=settings)
        deadline = time.monotonic() + READY_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{self.said()[-2000:]}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            socket.create_connection((HOST, self.port), timeout=1).close()
        except OSError:
            return False
        return True

    @property
    def process(self) -> int:
        """The number of its process, while it runs."""
        return self._process.pid if self._process else 0

    def kill(self) -> None:
        """SIGKILL: no handler runs, nothing is tidied away."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def said(self) -> str:
        """Everything that the server has printed, over all its lives."""
        return self._log.read_text(encoding="utf-8", errors="replace")
