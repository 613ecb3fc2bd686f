"""PostgreSQL: hands by one process and by two, a crowd that looks on, a million entries saved and brought back."""

import heapq
import selectors
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import URL

from scorer import __version__
from scorer.connections import connections
from scorer.store.backup import back_up, restore
from scorer.store.copying import copy_database
from scorer.store.models import Base

from ... import postgresql
from ..faults.server import Server
from .book import Book
from .figures import Extent, Figure
from .load import PATIENCE, Asker, Line, Pace, Phone, UnexpectedAnswerError
from .speed import folder

PHONES = 16
LOOK_EVERY = 3
"""Pauses of a phone that records: so long waits one that looks on, from one look for news to the next."""
NONE = "no PostgreSQL here"
HANDS = "hands a second on PostgreSQL, 16 phones: one process, two"
CROWD = "a hand on two processes while {} look: 99 of 100 within"
SAVED = "{:,} entries on SQLite, and on PostgreSQL: saved, brought back"

Seat = tuple[int, Asker, float]
"""A port, what is asked there, and the seconds from one request to the next; 0: as soon as it is answered."""


def hands(extent: Extent) -> list[Figure]:
    crowds = (0, extent.crowd // 4, extent.crowd // 2, extent.crowd)
    named = CROWD.format(", ".join(f"{crowd:,}" for crowd in crowds))
    connections()  # As many files may be open as phones ask.
    try:
        with ExitStack() as stack:
            place = stack.enter_context(folder())
            book = Book.of(place, 20)
            sheets = iter(book.copy(book.sheets[0], 4 * PHONES))
            database = _copied(stack.enter_context(postgresql.running(fast=False)), book)
            ports = [stack.enter_context(Server(place / f"{each}", (), database)).port for each in _two(place)]
            recording = [
                _drive([(port, Phone(port, book.key, next(sheets)).records, 0) for port in ports_used], extent)
                for ports_used in (ports[:1] * PHONES, ports * (PHONES // 2))
            ]
            seats = [
                (port, Phone(port, book.key, next(sheets)).records, extent.pause) for port in ports * (PHONES // 2)
            ]
            pause = LOOK_EVERY * extent.pause
            looks = [(port, Phone(port, book.key, next(sheets)).looks_for_news, pause) for port in ports]
            latest = [_drive(seats, extent, looks * (crowd // 2)) for crowd in crowds]
    except postgresql.NoPostgreSQLError:
        return [Figure(HANDS, NONE, "none"), Figure(named, NONE, "none")]
    rates = ", ".join(f"{pace.rate:.0f} ({pace.late * 1000:.0f} ms)" for pace in recording)
    return [
        Figure(HANDS, f"{rates} for 99 of 100", "none"),
        Figure(named, ", ".join(f"{pace.late * 1000:.0f}" for pace in latest) + " ms", "none"),
    ]


def saved(extent: Extent) -> list[Figure]:
    """A large database saved and brought back, by the commands that the documents name."""
    name = SAVED.format(101 * (extent.many + 1))
    with folder() as place:
        book = Book.of(place, 100)
        book.copy(book.sheets[0], extent.many)
        file = place / "instance" / "scorer.db"
        took = [
            _seconds(lambda: back_up(file, place / "saved.db")),
            _seconds(lambda: restore(place / "saved.db", file)),
        ]
        beside = NONE
        try:
            with postgresql.running(fast=False) as server:
                small = Book.of(place / "small", 100)
                database = _copied(server, small)
                _multiply(server, database, small.sheets[0], extent.many)
                other, dump = server.new_database(), place / "saved.dump"
                dump.touch()
                reached = [f"--host={database.query['host']}", "--username=postgres"]
                into = f"--dbname={other.database}"
                words = ("--format=custom", f"--file={dump}", database.database or "")
                save = _seconds(lambda: server.tool("pg_dump", *reached, *words))
                back = _seconds(
                    lambda: server.tool("pg_restore", *reached, "--single-transaction", into, str(dump))
                )
                counted = "SELECT count(*) FROM entry"
                assert server.run(counted, other.database or "") == server.run(counted, database.database or "")
                beside = f"{save:.1f}, {back:.1f} s"
        except postgresql.NoPostgreSQLError:
            pass
    return [Figure(name, f"{took[0]:.1f}, {took[1]:.1f} s; {beside}", "none")]


def _two(place: Path) -> Iterator[str]:
    """The folders of two servers, with the key that makes them one."""
    key = (place / "instance" / "secret_key").read_bytes()
    for name in ("first", "second"):
        (place / name / "instance").mkdir(parents=True)
        (place / name / "instance" / "secret_key").write_bytes(key)
        yield name


def _copied(server: postgresql.Server, book: Book) -> URL:
    database = server.new_database()
    copy_database(
        URL.create("sqlite", database=str(book.folder / "instance" / "scorer.db")), database, Path(), __version__
    )
    return database


def _multiply(server: postgresql.Server, database: URL, sheet: str, copies: int) -> None:
    for name in ("sheet", "entry", "opening"):
        key = "id" if name == "sheet" else "sheet_id"
        columns = [f'"{column.name}"' for column in Base.metadata.tables[name].columns]
        copied = ", ".join("'copy' || copies" if column == f'"{key}"' else column for column in columns)
        made = f"INSERT INTO {name} ({', '.join(columns)}) SELECT {copied}"
        server.run(
            f"{made} FROM generate_series(1, {copies}) AS copies, {name} WHERE {key} = '{sheet}'",
            database.database or "",
        )


def _seconds(work: object) -> float:
    assert callable(work)
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@contextmanager
def _opened(seats: Sequence[Seat]) -> Iterator[list[tuple[Line, float]]]:
    with ExitStack() as stack:
        lines = [(Line(port, asker), every) for port, asker, every in seats]
        for line, _ in lines:
            stack.callback(line.socket.close)
        yield lines


def _drive(seats: Sequence[Seat], extent: Extent, crowd: Sequence[Seat] = ()) -> Pace:
    """How quickly the seats are answered, while a crowd asks too; of those who pause, none begin together."""
    took: list[float] = []
    numbers = count(len(seats) + len(crowd))
    with _opened((*seats, *crowd)) as lines, selectors.DefaultSelector() as waiting:
        begun = time.perf_counter()
        seated = {id(line) for line, _ in lines[: len(seats)]}
        due = [(begun + every * n / len(lines), n, line) for n, (line, every) in enumerate(lines)]
        heapq.heapify(due)
        every_of = {id(line): every for line, every in lines}
        ends = begun + max(extent.rounds * extent.seconds, extent.pause)
        while due or waiting.get_map():
            now = time.perf_counter()
            while due and due[0][0] <= now:
                _, _, line = heapq.heappop(due)
                waiting.register(line.socket, selectors.EVENT_READ, line)
                line.ask()
            pause = max(due[0][0] - time.perf_counter(), 0) if due else PATIENCE
            for key, _ in waiting.select(pause):
                line = key.data
                if not line.is_answered():
                    continue
                now = time.perf_counter()
                if now - line.asked > PATIENCE:
                    raise UnexpectedAnswerError("no answer in time")
                if id(line) in seated:
                    took.append(now - line.asked)
                waiting.unregister(line.socket)
                again = max(line.asked + every_of[id(line)], now)
                if again < ends:
                    heapq.heappush(due, (again, next(numbers), line))
        ended = time.perf_counter()
    return Pace.of(took, ended - begun)
