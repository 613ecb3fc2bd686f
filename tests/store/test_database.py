"""The database keeps what was answered, takes one writer at a time, and loses nothing among many."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest
from flask import Flask
from sqlalchemy import select, text

from scorer import create_app
from scorer.store import people, scorebook
from scorer.store.database import PATIENCE, DatabaseBusyError, now, writing
from scorer.store.models import DeviceRecord, EntryRecord, db
from scorer.store.people import NotAllowedError
from scorer.store.scorebook import StaleVersionError, forget_snapshots

from ..one_app import close
from .book import Book, new_key, numbers, open_sheet, recording

PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
THREADS = 16
HANDS = 4


def other_connection(app: Flask) -> sqlite3.Connection:
    """Another program at the same database, which waits for nobody."""
    return sqlite3.connect(Path(app.instance_path) / "scorer.db", timeout=0, isolation_level=None)


def pragmas(app: Flask) -> dict[str, object]:
    with app.app_context():
        return {name: db.session.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}


def device_ids() -> list[str]:
    return list(db.session.scalars(select(DeviceRecord.id)))


def add_device(name: str) -> None:
    db.session.add(DeviceRecord(id=name, key_digest=name, made_at=now()))


def add_and_fail(name: str, error: type[BaseException]) -> None:
    with writing():
        add_device(name)
        db.session.flush()
        raise error


def at_once(app: Flask, work: Callable[[int], object]) -> None:
    """Do the work in as many threads, and raise what one of them raised."""

    def inside(number: int) -> None:
        with app.app_context():
            work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(inside, number) for number in range(THREADS)]:
            done.result()


def test_every_connection_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    assert pragmas(app) == PRAGMAS
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(pragmas, [app] * 4)) == [PRAGMAS] * 4
    close(app)


@pytest.mark.sqlite
def test_a_writing_transaction_takes_its_lock_before_it_reads(open_app: Flask) -> None:
    other = other_connection(open_app)
    with writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


@pytest.mark.sqlite
def test_reading_takes_no_lock_and_is_not_kept_waiting(open_app: Flask) -> None:
    other = other_connection(open_app)
    other.execute("BEGIN IMMEDIATE")
    assert device_ids() == []
    other.close()
    with writing():
        reader = other_connection(open_app)
        assert reader.execute("SELECT count(*) FROM device").fetchone() == (0,)
        reader.close()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_undoes_the_whole_transaction(open_app: Flask, error: type[BaseException]) -> None:
    with pytest.raises(error):
        add_and_fail("lost", error)
    assert device_ids() == []
    with writing():
        add_device("kept")
    assert device_ids() == ["kept"]


def test_what_was_half_done_before_is_no_part_of_a_writing_transaction(open_app: Flask) -> None:
    add_device("stray")
    with writing():
        add_device("meant")
    assert device_ids() == ["meant"]


def test_an_opening_of_no_sheet_is_refused(open_app: Flask) -> None:
    device, _ = people.new_device()
    with pytest.raises(NotAllowedError):
        open_sheet(device, "no-such-sheet", people.VIEW)


def record_once(app: Flask, book: Book, key: str) -> int:
    """Record a hand as a phone would: load the sheet, send the form, and again while it is refused as stale."""
    tries = 0
    while True:
        tries += 1
        with app.app_context():
            seen = scorebook.read(book.id).version
        with app.app_context():
            try:
                scorebook.append(book.id, recording(), key=key, seen=seen, device=book.device)
            except StaleVersionError:
                continue
        return tries


def stored(sheet_id: str) -> list[int]:
    query = select(EntryRecord.number).where(EntryRecord.sheet_id == sheet_id).order_by(EntryRecord.number)
    return list(db.session.scalars(query))


def test_sixteen_phones_on_one_sheet_lose_and_double_nothing(app: Flask) -> None:
    with app.app_context():
        book = Book()
    keys = [[new_key() for _ in range(HANDS)] for _ in range(THREADS)]
    at_once(app, lambda number: [record_once(app, book, key) for key in keys[number]])
    forget_snapshots()
    with app.app_context():
        snapshot = book.snapshot
        assert numbers(snapshot.entries) == list(range(1, 2 + THREADS * HANDS))
        assert stored(book.id) == numbers(snapshot.entries)
        assert sorted(entry.key for entry in snapshot.entries[1:]) == sorted(
            key for keys_ in keys for key in keys_
        )
        assert snapshot.ledger.totals == tuple(points * THREADS * HANDS for points in (49, 6, 49, 6, 6))


def test_one_request_sent_by_sixteen_threads_at_once_is_taken_once(app: Flask) -> None:
    with app.app_context():
        book = Book()
    at_once(app, lambda number: record_once(app, book, "the same"))
    with app.app_context():
        assert stored(book.id) == [1, 2]


def test_sixteen_sheets_are_written_at_once_each_without_gaps(app: Flask) -> None:
    with app.app_context():
        books = [Book() for _ in range(THREADS)]
    tries: list[int] = []
    at_once(app, lambda n: tries.extend(record_once(app, books[n], new_key()) for _ in range(HANDS)))
    assert tries == [1] * THREADS * HANDS
    with app.app_context():
        assert [stored(book.id) for book in books] == [list(range(1, 2 + HANDS))] * THREADS


def test_one_start_sent_by_sixteen_threads_at_once_gives_one_sheet(app: Flask) -> None:
    with app.app_context():
        device, _ = people.new_device()
    made: list[str] = []
    facts = {"game": "offender", "players": ["Amber", "Betty", "Cindy"], "dealer": "Cindy"}
    at_once(app, lambda number: made.append(scorebook.start(facts, key="one", device=device)))
    assert len(set(made)) == 1
    with app.app_context():
        assert [grant.sheet_id for grant in people.grants(device)] == [made[0]]


@pytest.mark.sqlite
def test_one_that_waits_for_the_database_keeps_the_others_waiting_no_longer_than_is_meant(app: Flask) -> None:
    def add(name: str) -> None:
        with app.app_context(), writing():
            add_device(name)

    with ThreadPoolExecutor(1) as pool, closing(other_connection(app)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = pool.submit(add, "first")
        sleep(0.1)
        for passes_to_end in (PATIENCE, 0):
            since = monotonic()
            with pytest.raises(DatabaseBusyError):
                add("second")
            assert monotonic() - since < passes_to_end + 0.4
        other.rollback()
        waiting.result()
        add("third")
    with app.app_context():
        assert sorted(device_ids()) == ["first", "third"]


def test_one_that_writes_is_waited_for_longer(app: Flask) -> None:
    began = Event()

    def slow() -> None:
        with app.app_context(), writing():
            began.set()
            sleep(PATIENCE * 2)
            add_device("slow")

    with ThreadPoolExecutor(1) as pool, app.app_context():
        working = pool.submit(slow)
        assert began.wait(30)
        with writing():
            add_device("other")
        working.result()
        assert sorted(device_ids()) == ["other", "slow"]


def test_many_that_are_each_done_in_time_are_all_done_however_long_they_take_together(app: Flask) -> None:
    at_once(app, lambda number: add_slowly(f"{number}"))
    with app.app_context():
        assert len(device_ids()) == THREADS


def add_slowly(name: str) -> None:
    with writing():
        add_device(name)
        sleep(PATIENCE / 5)
