"""A database that went back under the running app: what is in memory alone is noticed and dropped."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from scorer.store import scorebook
from scorer.store.backup import back_up
from scorer.store.inspection import faults
from scorer.store.models import CorruptSheetError, EntryRecord, db
from scorer.store.scorebook import SheetNotFoundError, StaleVersionError, forget_snapshots

from ..postgresql import Server
from ..web.test_statements import asked, statements
from .book import NOBODY, OTHER, RESULT, TOTALS, Book, numbers, recording

pytestmark = pytest.mark.both


Request = pytest.FixtureRequest


@contextmanager
def brought_back(request: Request) -> Iterator[None]:
    """Save the database now, and put that copy in its place in the end; what is in memory stays there."""
    database = db.engine.url
    db.session.remove()
    if database.get_backend_name() == "sqlite":
        file = Path(database.database or "")
        back_up(file, file.with_name("older.db"))
        yield
        db.session.remove()
        db.engine.dispose()
        shutil.copyfile(file.with_name("older.db"), file)
    else:
        db.engine.dispose()  # PostgreSQL copies only what nobody uses.
        server: Server = request.getfixturevalue("postgresql")
        copy = server.new_database(database.database or "")
        yield
        db.session.remove()
        server.drop(database)
        server.run(f"ALTER DATABASE {copy.database} RENAME TO {database.database}")


def take_out(book: Book, *which: int) -> None:
    db.session.execute(delete(EntryRecord).where(EntryRecord.sheet_id == book.id, EntryRecord.number.in_(which)))
    db.session.commit()


def test_an_older_copy_in_the_place_of_the_database_is_what_the_sheet_shows(book: Book, request: Request) -> None:
    with brought_back(request):
        book.record(RESULT)
        book.record(OTHER)
        assert book.snapshot.version == 3
    assert book.snapshot.version == 1
    assert book.totals == (0, 0, 0, 0, 0)


def test_what_is_written_after_the_database_went_back_leaves_no_gap(book: Book, request: Request) -> None:
    with brought_back(request):
        book.record(OTHER)
        book.record(OTHER)
        seen = book.snapshot.version
    with pytest.raises(StaleVersionError):
        book.act(recording(), seen=seen)
    assert book.record(RESULT).version == 2
    forget_snapshots()
    assert numbers(book.snapshot.entries) == [1, 2]
    assert book.totals == TOTALS
    assert list(faults(db.session.connection())) == []


def test_the_same_number_of_other_entries_is_noticed(book: Book, request: Request) -> None:
    with brought_back(request):
        ahead = book.record(OTHER)
    forget_snapshots()
    book.record(RESULT)
    scorebook.keep(ahead)
    assert book.totals == TOTALS
    assert book.record(NOBODY).ledger.totals == TOTALS


def test_a_sheet_that_the_older_copy_does_not_have_is_gone(open_app: Flask, request: Request) -> None:
    with brought_back(request):
        book = Book()
        book.record()
    with pytest.raises(SheetNotFoundError):
        scorebook.read(book.id)
    with pytest.raises(SheetNotFoundError):
        book.act(recording(), seen=2)


@pytest.mark.parametrize("last", [1, 2, 4])
def test_entries_that_were_deleted_at_the_end_are_shown_no_more(book: Book, last: int) -> None:
    for hand in (RESULT, OTHER, NOBODY, RESULT):
        book.record(hand)
    take_out(book, *range(last + 1, 6))
    assert book.snapshot.version == last
    assert book.record().version == last + 1
    forget_snapshots()
    assert numbers(book.snapshot.entries) == [*range(1, last + 2)]


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_nothing_is_written_after_a_gap(book: Book, missing: int) -> None:
    for hand in (RESULT, OTHER, NOBODY, RESULT):
        book.record(hand)
    take_out(book, missing)
    for act in (lambda: book.snapshot, lambda: book.act(recording(), seen=5)):
        with pytest.raises(CorruptSheetError, match=f"entry {missing} is "):
            act()
    assert db.session.scalar(select(func.max(EntryRecord.number))) == 5


def test_the_last_entry_is_known_by_all_that_is_in_it(book: Book) -> None:
    book.record(RESULT)
    db.session.execute(update(EntryRecord).where(EntryRecord.number == 2).values(facts={"hand": OTHER}))
    db.session.commit()
    assert book.snapshot.sheet.hands[0].facts["contract"] == OTHER["contract"]


def test_a_sheet_in_memory_is_compared_in_the_statement_that_looks_for_newer_entries(
    open_app: Flask, book: Book
) -> None:
    book.record(RESULT)
    known = book.snapshot
    with statements(open_app) as said:
        scorebook.read(book.id)
    assert [line.split()[0] for line in asked(said)] == ["SELECT"]
    assert book.snapshot is known
