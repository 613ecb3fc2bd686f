"""Processes that have the app loaded from the first moment: copies of one that has loaded it once.

To load it takes half a second, and the tests start some hundred. A copy has its own folder, environment, standard
input and output, signals and end, as a process that was started anew. Run as a program, this is what is copied.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TextIO

MOST = 1 << 17
"""Bytes of an order: the words and the environment of a process."""


class Copy:
    """A process, as far as the tests use it like a `subprocess.Popen`.

    told: where its number stands, and once it has ended how; stdout: what it prints, where nothing else takes it.
    """

    def __init__(self, told: int, stdout: TextIO | None) -> None:
        self.stdout = stdout
        self.returncode: int | None = None
        self._told = told
        self.pid = self._next()

    def _next(self) -> int:
        written = b""
        while not written.endswith(b"\n"):
            # No more than this line: by what is left it is seen whether the process has ended.
            letter = os.read(self._told, 1)
            assert letter, "the process that is copied has ended"
            written += letter
        return int(written)

    def wait(self, timeout: float = 60) -> int:
        """How it ended. Raises TimeoutError."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise TimeoutError(f"process {self.pid} runs on")
            self.returncode = self._next()
            os.close(self._told)
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except TimeoutError:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Original:
    """The process that is copied. It ends with this one, and its copies with it."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # Without the folder of this file: the app is the one that the command `scorer` finds.
            command = [sys.executable, "-P", __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        atexit.register(self._end)

    def copy(self, order: dict[str, Any], files: Sequence[int]) -> int:
        """Where its number and its end are told. files: its standard input, output and error."""
        read, write = os.pipe()
        written = json.dumps(order).encode()
        assert len(written) < MOST
        try:
            socket.send_fds(self._line, [written], [*files, write])
        finally:
            os.close(write)
        return read

    def _end(self) -> None:
        self._line.close()
        self._process.wait()


@cache
def original(process: int) -> Original:
    """One for each process of the tests."""
    return Original()


def start(
    *words: str,
    folder: Path,
    stdin: int = -1,
    stdout: int = -1,
    stderr: int = 2,
    environment: Mapping[str, str] | None = None,
) -> Copy:
    """`scorer` with these words; with "-c" and a program first, that program, as Python takes it.

    stdin: a file that it reads; stdout, stderr: files for what it prints; environment: what is added to that of
    this process.
    """
    read, write = os.pipe() if stdout < 0 else (-1, stdout)
    order = {"words": words, "folder": str(folder), "environment": {**os.environ, **(environment or {})}}
    with open(os.devnull, "rb") as nothing:
        told = original(os.getpid()).copy(order, (nothing.fileno() if stdin < 0 else stdin, write, stderr))
    if read < 0:
        return Copy(told, None)
    os.close(write)
    return Copy(told, os.fdopen(read, encoding="utf-8"))


def main(line: socket.socket) -> None:
    """Copy this process for each order, and tell how each copy ends."""
    _load()
    # What is loaded is no garbage: a copy that looked for some would make all of it its own.
    gc.collect()
    gc.freeze()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    told: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([line, woken], [], [])
        if woken in ready:
            os.read(woken, MOST)
            for number in [*told]:
                ended, status = os.waitpid(number, os.WNOHANG)
                if ended:
                    _tell(told.pop(ended), os.waitstatus_to_exitcode(status))
        if line in ready:
            order, files, _, _ = socket.recv_fds(line, MOST, 4)
            if not order:
                for number in told:
                    os.kill(number, signal.SIGKILL)
                return
            number = os.fork()
            if not number:
                _become(json.loads(order), files[:3])
            for file in files[:3]:
                os.close(file)
            told[number] = files[3]
            os.write(files[3], f"{number}\n".encode())


def _tell(file: int, status: int) -> None:
    os.write(file, f"{status}\n".encode())
    os.close(file)


def _load() -> None:
    """All of the app but its migrations, which are no modules."""
    import importlib
    import pkgutil

    import scorer

    for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if ".migrations" not in module.name:
            importlib.import_module(module.name)


def _become(order: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """Be the process that was ordered, to its end."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, 256)
    # What was opened at the start knows what it was then: a file, where this is a pipe.
    sys.stdin = os.fdopen(0, encoding=sys.stdin.encoding, closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, sys.stderr.encoding, sys.stderr.errors, closefd=False)
    os.environ.clear()
    os.environ.update(order["environment"])
    time.tzset()
    os.chdir(order["folder"])
    status: object = 0
    try:
        _run(order["words"])
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue] - which waits for threads, as at any end
    atexit._run_exitfuncs()
    gc.collect()
    for file in (sys.stdout, sys.stderr):
        file.flush()
    # To take apart all that is loaded would take as long as to load it.
    os._exit(status if isinstance(status, int) else 1)


def _run(words: Sequence[str]) -> None:
    if words[:1] == ["-c"]:
        sys.argv = ["-c", *words[2:]]
        exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        from scorer.cli import main

        sys.argv = ["scorer", *words]
        main()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
