"""The server beside bare Flask: sixteen phones at once, long sheets and short ones, its start, its memory."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from ..faults.device import Device
from ..faults.server import Server, installed
from .book import Book
from .figures import Extent, Figure, at_least, at_most
from .load import Asker, Pace, Phone, Side, compare, drive

BARE = (sys.executable, str(Path(__file__).with_name("bare.py")))


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        yield Path(name)


@contextmanager
def bare() -> Iterator[Server]:
    with folder() as place, Server(place, BARE) as server:
        yield server


ACTS = 10**6
"""Of one phone in a minute: they are counted as always, and never too many."""


@contextmanager
def scorer(book: Book) -> Iterator[Server]:
    with Server(book.folder, installed(), acts=ACTS) as server:
        yield server


PHONES = 16
SHEETS_EACH = 10
"""So many that none gets long while its phone records: an evening has some dozens of hands."""
HAND = f"a recorded hand ÷ a raw write of bare Flask, {PHONES} phones"
LOOK = f"a look with nothing new ÷ a bare hello, {PHONES} phones"


def speed(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, 10)
        sheets = book.copy(book.sheets[0], SHEETS_EACH * PHONES)
        with scorer(book) as ours, bare() as theirs:
            phones = [Phone(ours.port, book.key, *sheets[first::PHONES]) for first in range(PHONES)]
            poll, hello = compare(
                Side(ours.port, [phone.looks_for_news for phone in phones]),
                Side(theirs.port, [phone.says_hello for phone in phones]),
                extent.rounds,
                extent.seconds,
            )
            hand, write = compare(
                Side(ours.port, [phone.records for phone in phones]),
                Side(theirs.port, [phone.writes for phone in phones]),
                extent.rounds,
                extent.seconds,
            )
    late = f"{hand.late * 1000:.0f} ms beside {write.late * 1000:.0f}"
    return [
        at_least(
            HAND,
            hand.rate / write.rate,
            0.25,
            f"{hand.rate:.0f} beside {write.rate:.0f} a second",
        ),
        at_most("the same, 99 of 100 answered within", hand.late / write.late, 1, late),
        at_least(
            LOOK,
            poll.rate / hello.rate,
            0.4,
            f"{poll.rate:.0f} beside {hello.rate:.0f} a second",
        ),
    ]


PLAYERS = 5
EVERY = 240
"""Seconds from one hand of a table to the next."""
LOOKS = 20 / 3 + (EVERY - 20) / 7
"""Of one phone from one hand to the next, as `PAUSES_MS` in static/js/sending.js has it."""


def tables(extent: Extent) -> list[Figure]:
    """How many tables one core carries: five phones that look on, and a hand every four minutes."""
    with folder() as place:
        book = Book.of(place, 10)
        sheets = book.copy(book.sheets[0], SHEETS_EACH)
        with scorer(book) as server:
            phone = Phone(server.port, book.key, *sheets)
            look, hand, page = (
                median(_cost(server, asker, extent.seconds) for _ in range(extent.rounds))
                for asker in (phone.looks_for_news, phone.records, phone.reads)
            )
    # Who records gets the next form, and the others what is new: each at most as dear as the whole sheet.
    table = PLAYERS * LOOKS * look + hand + PLAYERS * page
    # Linux counts in hundredths of a second, of which a short run may take none.
    carried = EVERY * 1000 / max(table, 1)
    beside = f"ms of the processor: a look {look:.2f}, a hand {hand:.1f}, a page {page:.1f}"
    return [Figure("tables that one core carries", f"{carried:,.0f} ({beside})", "≥ 1,000", carried >= 1000)]


def _cost(server: Server, asker: Asker, seconds: float) -> float:
    """The milliseconds of the processor that the server takes for each answer."""
    asked = 0

    def request() -> bytes:
        nonlocal asked
        asked += 1
        return asker.request()

    before = _processor(server)
    drive(Side(server.port, [Asker(request, asker.status)]), seconds)
    return (_processor(server) - before) * 1000 / asked


def _processor(server: Server) -> float:
    """The seconds of the processor that it has taken so far, as Linux counts them."""
    _, _, fields = Path(f"/proc/{server.process}/stat").read_text("utf-8").rpartition(")")
    return sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")


def length(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, extent.hands, 20, extent.hands, 10)
        with scorer(book) as server:
            long, short, at_the_end, at_the_start = (Phone(server.port, book.key, sheet) for sheet in book.sheets)
            page, first_page = compare(
                Side(server.port, [long.reads]), Side(server.port, [short.reads]), extent.rounds, extent.seconds
            )
            hand, first_hand = compare(
                Side(server.port, [at_the_end.records]),
                Side(server.port, [at_the_start.records]),
                extent.rounds,
                extent.seconds / 10,
            )
    return [
        _ratio(f"the page of a sheet of {extent.hands:,} hands ÷ of 20", page, first_page, 1.25),
        _ratio(f"hand {extent.hands:,} recorded ÷ hand 10", hand, first_hand, 1.25),
    ]


def many(extent: Extent) -> list[Figure]:
    with folder() as crowd, folder() as other:
        large, small = Book.of(crowd, 100), Book.of(other, 100)
        copies = large.copy(large.sheets[0], extent.many)
        with scorer(large) as crowded, scorer(small) as empty:
            late = Phone(crowded.port, large.key, copies[len(copies) // 2])
            early = Phone(empty.port, small.key, small.sheets[0])
            hand, first_hand = compare(
                Side(crowded.port, [late.records]),
                Side(empty.port, [early.records]),
                extent.rounds,
                extent.seconds / 5,
            )
    hands = 100 * (extent.many + 1)
    return [_ratio(f"hand {hands:,} of a database recorded ÷ hand 100", hand, first_hand, 1.2)]


def _ratio(name: str, pace: Pace, other: Pace, goal: float) -> Figure:
    beside = f"{pace.middle * 1000:.1f} ms beside {other.middle * 1000:.1f}"
    return at_most(name, pace.middle / other.middle, goal, beside)


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
            3.2,
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
