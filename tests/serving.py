"""The app as it is served for real: `scorer serve` in a process of its own, and phones that reach it over HTTP."""

import http.client
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask
from werkzeug.test import Client

from scorer.cli.serving import make_server

from . import copies
from .web.phone import Phone

SCORER = Path(sys.executable).with_name("scorer")
PATIENCE = 60
"""Seconds that a command or an answer may take on a slow machine."""


def file_limit(most: int) -> tuple[str, ...]:
    """A command that runs another, which can make no file of more bytes than this, as on a disk that is full."""
    code = (
        f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, resource.RLIM_INFINITY)); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return sys.executable, "-c", code


class Served:
    """A server that runs in a folder."""

    def __init__(self, process: subprocess.Popen[str] | copies.Copy, folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.address = ""
        self.announced = ""

    def wait_for_address(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"On this machine: +(http://\S+)", line):
                self.address = found[1]
            self.announced += line
            if line.startswith("Stop with"):
                return
        raise AssertionError(self.complaints)

    @property
    def complaints(self) -> str:
        """What it has written to its standard error so far."""
        return (self.folder / "complaints").read_text("utf-8")

    @property
    def phone(self) -> Phone:
        """A new phone that reaches the server over the network."""
        app: Any = self
        return Phone(app)

    def test_client(self) -> Client:
        return Client(self._forward)

    def _forward(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Pass a request of the test client on to the server."""
        server = urlsplit(self.address)
        connection = http.client.HTTPConnection(f"{server.hostname}:{server.port}", timeout=PATIENCE)
        headers = {
            name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")
        }
        headers["Content-Type"] = environ.get("CONTENT_TYPE", "")
        path = f"{quote(environ['PATH_INFO'])}?{environ.get('QUERY_STRING', '')}"
        content = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        connection.request(environ["REQUEST_METHOD"], path, content, headers)
        answer = connection.getresponse()
        start_response(f"{answer.status} {answer.reason}", answer.getheaders())
        said = answer.read()
        connection.close()
        return [said]

    def stop(self) -> int:
        """Stop it as a terminal or the system does; its exit status."""
        self.process.terminate()
        assert self.process.stdout
        self.process.stdout.close()
        return self.process.wait(PATIENCE)


@contextmanager
def listening(app: Flask, port: int = 0) -> Iterator[str]:
    """The address of an app that a thread of this process serves, until the end. port: 0 for a free one."""
    server: Any = make_server(app, "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # The loop ends in its own thread: a socket closed under it may be another file by the time it looks.
        server.readable = _stop
        server.pull_trigger()
        thread.join(timeout=10)
        # As the loop closes them: what has come of a request may be in a file.
        for connection in [*server.active_channels.values()]:
            connection.handle_close()
        server.asyncore.close_all(server._map)


def _stop() -> bool:
    raise SystemExit


@contextmanager
def serving(folder: Path, *options: str, before: Sequence[str] = (), **environment: str) -> Iterator[Served]:
    """Serve in a folder, on a free port, until the end. before: a command that starts the server."""
    words = ("serve", "--host", "127.0.0.1", "--port", "0", *options)
    process: subprocess.Popen[str] | copies.Copy
    with (folder / "complaints").open("w", encoding="utf-8") as complaints:
        if before:
            process = subprocess.Popen(
                [*before, str(SCORER), *words],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env={**os.environ, **environment},
            )
        else:
            process = copies.start(*words, folder=folder, stderr=complaints.fileno(), environment=environment)
    served = Served(process, folder)
    try:
        served.wait_for_address()
        yield served
    finally:
        served.stop()


def scorer(
    folder: Path, *words: str, before: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command run to its end in a folder; never a traceback.

    before: a command that starts it; without one, environment: what is added to that of this process.
    """
    if before:
        command = [*before, str(SCORER), *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    else:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said, tempfile.TemporaryFile("w+") as complained:
            to = {"stdout": said.fileno(), "stderr": complained.fileno()}
            started = copies.start(*words, folder=folder, **to, environment=environment)
            status = started.wait(PATIENCE)
            for file in (said, complained):
                file.seek(0)
            done = subprocess.CompletedProcess(words, status, said.read(), complained.read())
    assert "Traceback" not in done.stderr, done.stderr
    return done
