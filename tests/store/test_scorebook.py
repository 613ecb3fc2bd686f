"""Entries are appended, known by their keys, never changed, and folded into what the table sees."""

import gc
import weakref
from decimal import Decimal

import pytest
from flask import Flask
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.sheet import EntryKind
from scorer.store import people, scorebook
from scorer.store.database import DatabaseBusyError, writing
from scorer.store.models import EntryRecord, db, last_of, last_of_each
from scorer.store.scorebook import KEPT_IN_MEMORY, SheetNotFoundError, StaleVersionError, forget_snapshots
from scorer.web.commands import undo

from .book import FACTS, NOBODY, OTHER, RESULT, TOTALS, Book, new_key, open_sheet, recording

pytestmark = pytest.mark.both

DECIMALS = ("0.1", "-2.5", "123456789.012345", "0", "3.000")


def test_a_sheet_starts_with_one_entry_and_no_hands(book: Book) -> None:
    snapshot = book.snapshot
    assert snapshot.version == 1
    assert snapshot.entries[0].kind is EntryKind.START
    assert snapshot.entries[0].device == book.device
    assert snapshot.sheet.players == tuple(FACTS["players"])
    assert snapshot.ledger.totals == (0, 0, 0, 0, 0)


def test_an_appended_act_is_the_next_entry_and_is_answered_with_the_sheet_after_it(book: Book) -> None:
    after = book.act(recording(), key="mine")
    assert (after.version, after.entries[-1].kind, after.entries[-1].key) == (2, EntryKind.RECORD, "mine")
    assert after.ledger.totals == TOTALS
    assert book.snapshot is after


def test_there_is_no_page_of_no_sheet(book: Book) -> None:
    with pytest.raises(SheetNotFoundError):
        scorebook.read("no-such-sheet")
    with pytest.raises(SheetNotFoundError):
        scorebook.append("no-such-sheet", recording(), key="k", seen=1, device=book.device)


def test_a_repeated_start_gives_the_same_sheet_once(open_app: Flask) -> None:
    device, _ = people.new_device()
    first = scorebook.start(FACTS, key="start", device=device)
    again = scorebook.start({**FACTS, "title": "Another"}, key="start", device=device)
    assert again == first
    assert scorebook.read(first).version == 1
    assert scorebook.read(first).sheet.title == ""
    assert len(people.grants(device)) == 1


def test_the_same_key_on_another_device_starts_another_sheet(open_app: Flask) -> None:
    made = {scorebook.start(FACTS, key="start", device=people.new_device()[0]) for _ in range(3)}
    assert len(made) == 3


def test_no_sheet_is_started_for_a_device_that_is_not_known(open_app: Flask) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        scorebook.start(FACTS, key="start", device="nobody's")


@pytest.mark.parametrize(
    "facts",
    [{**FACTS, "players": ["Amber", "Betty"]}, {**FACTS, "dealer": "Zoe"}, {**FACTS, "options": {"tricks": 18}}],
)
def test_facts_that_make_no_sheet_start_none(open_app: Flask, facts: dict[str, object]) -> None:
    device, _ = people.new_device()
    with pytest.raises((FormatError, IllegalHandError)):
        scorebook.start(facts, key="start", device=device)
    assert people.grants(device) == []


def test_a_request_repeated_after_other_acts_adds_nothing(book: Book) -> None:
    book.act(recording(), key="mine", seen=1)
    book.record(OTHER)
    book.act(undo())
    before = book.snapshot
    assert book.act(recording(), key="mine", seen=1).entries == before.entries
    forget_snapshots()
    assert book.act(recording(OTHER), key="mine", seen=1).entries == before.entries


@pytest.mark.parametrize("seen", [0, 1, 3, 10**9])
def test_an_act_that_has_not_seen_the_last_entry_is_stale(book: Book, seen: int) -> None:
    before = book.record()
    with pytest.raises(StaleVersionError):
        book.act(recording(OTHER), seen=seen)
    forget_snapshots()
    assert book.snapshot.entries == before.entries


@pytest.mark.parametrize(
    "hand",
    [{**RESULT, "tricks": 11}, {**RESULT, "accepter": "Amber"}, {**RESULT, "contract": "11H"}, {"tricks": 3}],
)
def test_a_broken_rule_writes_nothing(book: Book, hand: dict[str, object]) -> None:
    key = new_key()
    with pytest.raises((IllegalHandError, FormatError)):
        book.act(recording(hand), key=key)
    forget_snapshots()
    assert book.snapshot.version == 1
    assert book.act(recording(), key=key).ledger.totals == TOTALS


def test_points_with_decimals_are_kept_exactly(book: Book) -> None:
    points = {name: Decimal(written) for name, written in zip(FACTS["players"], DECIMALS, strict=True)}
    book.act(lambda snapshot: (EntryKind.RECORD, {"hand": {"points": points}}))
    forget_snapshots()
    assert [str(total) for total in book.snapshot.ledger.totals] == ["0.1", "-2.5", "123456789.012345", "0", "3"]
    assert book.snapshot.entries[1].facts["hand"]["points"]["Amber"] == Decimal("0.1")


def test_an_act_made_behind_ones_own_waiting_act_has_seen_it(book: Book) -> None:
    book.act(recording(), key="first", seen=1)
    book.act(recording(OTHER), key="second", seen=1, after="first")
    assert len(book.snapshot.ledger.rows) == 2


def test_an_act_made_behind_ones_own_waiting_act_is_stale_where_another_phone_wrote_between(book: Book) -> None:
    book.act(recording(), key="first")
    before = book.record(NOBODY)
    with pytest.raises(StaleVersionError):
        book.act(recording(OTHER), seen=before.version, after="first")
    assert book.snapshot.entries == before.entries


def test_an_act_made_behind_an_act_that_was_not_taken_is_stale(book: Book) -> None:
    with pytest.raises(StaleVersionError):
        book.act(recording(), seen=1, after="lost")
    assert book.snapshot.version == 1


def test_an_act_made_behind_another_phones_act_is_stale(book: Book) -> None:
    theirs, _ = people.new_device()
    open_sheet(theirs, book.id, people.SCORE)
    scorebook.append(book.id, recording(), key="theirs", seen=1, device=theirs)
    with pytest.raises(StaleVersionError):
        book.act(recording(OTHER), seen=2, after="theirs")
    assert book.snapshot.version == 2


def test_pages_in_memory_are_let_go_of_when_there_are_many_the_longest_unread_first(open_app: Flask) -> None:
    books = [Book() for _ in range(KEPT_IN_MEMORY)]
    pages = [weakref.ref(book.snapshot) for book in books]
    assert all(snapshot() for snapshot in pages)
    assert books[0].snapshot is pages[0]()
    newer = [Book().snapshot for _ in range(2)]
    gc.collect()
    assert [number for number, snapshot in enumerate(pages) if snapshot() is None] == [1, 2]
    assert newer[0] is scorebook.read(newer[0].id)


def test_an_act_that_loses_every_race_may_come_again(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*row: object) -> None:
        raise IntegrityError("INSERT", {}, Exception("the number is taken"))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(scorebook, "append_row", lose)
        with pytest.raises(DatabaseBusyError):
            book.record()
    assert book.record().version == 2


def test_the_last_entries_of_many_sheets_are_read_at_once_as_one_by_one(open_app: Flask) -> None:
    books = [Book() for _ in range(4)]
    for hands, book in enumerate(books):
        for _ in range(hands):
            book.record()
    with writing():
        db.session.execute(delete(EntryRecord).where(EntryRecord.sheet_id == books[3].id, EntryRecord.number == 2))
    each = {book.id: last_of(db.session, book.id) for book in books}
    assert [number for number, _ in each.values()] == [1, 2, 3, 0]
    assert last_of_each(db.session, [*each, "no sheet"]) == each
