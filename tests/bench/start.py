"""From the command to the first answer, and the memory that the process takes then and later."""

import time
from pathlib import Path
from statistics import median

from ..faults.device import Device
from ..faults.server import Server, installed
from .book import Book
from .figures import Extent, Figure, at_most
from .servers import BARE, folder, scorer

FIRST_ANSWER = "start to the first answer ÷ bare Flask"


def start(extent: Extent) -> list[Figure]:
    with folder() as place, folder() as other:
        Book.of(place, 20)
        ours, theirs = [], []
        for _ in range(extent.starts):
            ours.append(_first_answer(Server(place, installed()), "/"))
            theirs.append(_first_answer(Server(other, BARE), "/hello"))
    seconds, other_seconds = (median(first for first, _ in each) for each in (ours, theirs))
    memory, other_memory = (median(taken for _, taken in each) for each in (ours, theirs))
    return [
        at_most(
            FIRST_ANSWER,
            seconds / other_seconds,
            2.5,
            f"{seconds:.2f} s beside {other_seconds:.2f}",
        ),
        Figure("memory then", f"{memory:.0f} MB (beside {other_memory:.0f})", "no more than 78 MB", memory <= 78),
    ]


def _first_answer(server: Server, path: str) -> tuple[float, float]:
    """The seconds that it takes, and the memory then, in MB."""
    begun = time.perf_counter()
    with server:
        device = Device(server.port)
        assert device.get(path).status == 200
        seconds = time.perf_counter() - begun
        device.close()
        return seconds, memory_of(server)


def memory_of(server: Server) -> float:
    """What a process holds of the memory, in MB, as Linux counts it."""
    status = Path(f"/proc/{server.process}/status").read_text("utf-8")
    [line] = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def memory(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, 20)
        copies = book.copy(book.sheets[0], extent.sheets)
        with scorer(book) as server:
            device = Device(server.port, {"device": book.key})
            assert device.get("/").status == 200
            before = memory_of(server)
            for sheet in copies:
                assert device.get(f"/sheets/{sheet}").status == 200
            after = memory_of(server)
            device.close()
    beside = f"{after:.0f} MB beside {before:.0f}"
    return [at_most(f"memory after {extent.sheets:,} sheets opened ÷ at the start", after / before, 1.5, beside)]
