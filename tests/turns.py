"""Several processes run the tests at once; one that measures time has the machine for itself meanwhile."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where one process runs the tests.
    fcntl = None

HERE = Path(__file__)


@contextmanager
def turn(*, alone: bool) -> Iterator[None]:
    """Run among others, or alone, over all processes of this checkout.

    Who wants to be alone stands in the turnstile until all others are out, so that nobody else comes in meanwhile.
    """
    if fcntl is None:
        yield
        return
    with _opened(HERE) as turnstile, _opened(HERE.parent) as room:
        fcntl.flock(turnstile, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(turnstile, fcntl.LOCK_UN)
        yield


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Closing it gives up the lock."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
