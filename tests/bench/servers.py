"""The two servers that are compared, each a process of its own over a folder that is gone afterwards."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..faults.server import Server, installed
from .book import Book

BARE = (sys.executable, str(Path(__file__).with_name("bare.py")))


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        yield Path(name)


@contextmanager
def bare() -> Iterator[Server]:
    with folder() as place, Server(place, BARE) as server:
        yield server


@contextmanager
def scorer(book: Book) -> Iterator[Server]:
    with Server(book.folder, installed()) as server:
        yield server
