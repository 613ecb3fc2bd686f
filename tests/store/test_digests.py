"""Every entry is stored with its digest: the one it had before, and the one it has when it is read back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import JSON
from sqlalchemy.dialects import postgresql

from scorer.rules.calls import parse_call
from scorer.sheet import audit
from scorer.sheet.core.sheet import EntryKind
from scorer.sheet.sheet_file import write
from scorer.store import people, scorebook
from scorer.store.inspection import check
from scorer.store.models import EntryRecord, JsonFacts, db
from scorer.store.scorebook import Snapshot, forget_snapshots, stored_digests
from scorer.web import commands

from ..sheet.sealed import NOTE, entries, points
from .book import FIVE, OTHER, RESULT, Book, recording
from .test_first_release import KNOWN


def read_back(book: Book) -> Snapshot:
    forget_snapshots()
    return book.snapshot


def check_of(app: Flask) -> list[str]:
    return check(Path(app.instance_path) / "scorer.db")[1]


def alter(app: Flask, statement: str) -> None:
    """Change the database behind the app's back, and forget what it held in memory."""
    db.session.rollback()
    with closing(sqlite3.connect(Path(app.instance_path) / "scorer.db")) as connection, connection:
        assert connection.execute(statement).rowcount == 1
    forget_snapshots()


def write_much(book: Book) -> None:
    """Acts whose facts hold whatever facts can hold: decimals, other scripts, keys that are numbers."""
    book.record({"points": dict(zip(FIVE, points(), strict=True)), "note": NOTE})
    book.act(commands.speak("Betty", parse_call("6H")))
    book.act(commands.undo(None))
    book.act(commands.redo)
    book.act(commands.undo(None))
    book.record(OTHER)
    book.act(commands.rename({"Betty": "Bétty 安娜"}))
    book.act(commands.change_rules({**vars(book.snapshot.ledger.table.game.options), "lowest_bid": 0}, whole=True))
    book.act(commands.seat(None, ("Fiona", *FIVE[2:]), "Ellie", ""))


def test_what_is_stored_is_the_digest_before_storing_and_after_reading_back(book: Book) -> None:
    write_much(book)
    before = book.snapshot.digests
    assert len(before) == 10
    assert len(set(before)) == 10
    after = read_back(book)
    assert after.digests == before == stored_digests(after)


def test_the_facts_of_every_kind_of_entry_come_back_with_the_same_text() -> None:
    # A server of PostgreSQL keeps JSON to the letter, as SQLite does: what is sent is what is read.
    for dialect in (postgresql.dialect(), sqlite_dialect()):
        facts = JsonFacts()
        assert isinstance(facts.load_dialect_impl(dialect), JSON)
        assert "JSONB" not in facts.load_dialect_impl(dialect).compile(dialect=dialect)
        send = facts.bind_processor(dialect) or (lambda value: value)
        receive = facts.result_processor(dialect, None) or (lambda value: value)
        for entry in entries():
            kept: Any = receive(send(dict(entry.facts)))
            assert audit.plain(kept) == audit.plain(entry.facts)


def sqlite_dialect() -> Any:
    from sqlalchemy.dialects import sqlite

    return sqlite.dialect()


def test_a_sheet_out_of_the_database_is_exported_with_a_history_that_holds(book: Book) -> None:
    write_much(book)
    snapshot = read_back(book)
    judged = audit.verify(write(snapshot.sheet, audit.lines(snapshot.entries, stored_digests(snapshot))))
    assert (judged.entries, judged.fingerprint) == (snapshot.version, snapshot.fingerprint)


def test_a_sheet_as_it_stood_has_the_fingerprint_it_had(book: Book) -> None:
    then = book.snapshot.fingerprint
    book.record()
    assert (
        Snapshot.of(book.id, book.snapshot.entries[:1], book.snapshot).fingerprint
        == then
        != book.snapshot.fingerprint
    )


ALTERED = {
    "UPDATE entry SET facts = replace(facts, '\"tricks\": 7', '\"tricks\": 6') WHERE number = 2": (2, True),
    "UPDATE entry SET at = datetime(at, '+1 second') WHERE number = 3": (3, True),
    "UPDATE entry SET device_id = 'another' WHERE number = 1": (1, True),
    "UPDATE entry SET key = 'another' WHERE number = 4": (4, True),
    "UPDATE entry SET kind = 'dismiss' WHERE number = 4": (4, True),
    "UPDATE entry SET digest = replace(digest, 'a', 'b') || 'c' WHERE number = 2": (2, False),
    "UPDATE entry SET digest = NULL WHERE number = 3": (3, False),
    "UPDATE entry SET digest = '' WHERE number = 4": (4, False),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", ALTERED)
def test_an_entry_altered_in_the_database_is_told_by_check_and_its_sheet_still_opens(
    book: Book, open_app: Flask, statement: str
) -> None:
    number, moves = ALTERED[statement]
    for hand in (RESULT, OTHER):
        book.record(hand)
    book.call("Amber: 6H")
    known = book.snapshot.fingerprint
    assert check_of(open_app) == []
    alter(open_app, statement)
    told = [f"sheet {book.id}: entry {number} does not match its digest"]
    assert check_of(open_app) == told
    assert (read_back(book).fingerprint != known) == moves
    # What is written after that covers nothing up, and is not suspected itself.
    book.write(EntryKind.UNDO, entry=4)
    book.record(OTHER)
    assert check_of(open_app) == told
    snapshot = read_back(book)
    exported = write(snapshot.sheet, audit.lines(snapshot.entries, stored_digests(snapshot)))
    if "NULL" in statement or "''" in statement:
        # Nothing but the digest is gone, and it can be made again.
        assert audit.verify(exported).fingerprint == snapshot.fingerprint
    else:
        with pytest.raises(audit.TamperedHistoryError) as caught:
            audit.verify(exported)
        assert [fault.entry for fault in caught.value.faults] == [number]


@pytest.fixture
def open_old(old: Flask) -> Iterator[Flask]:
    with old.app_context():
        yield old


def test_the_entries_of_the_first_release_chain_and_the_next_one_seals_them(open_old: Flask) -> None:
    for sheet in KNOWN["sheets"]:
        snapshot = scorebook.read(sheet)
        assert stored_digests(snapshot) == (None,) * snapshot.version
        assert audit.mismatches(snapshot.entries, stored_digests(snapshot)) == []
        device = snapshot.entries[0].device
        hand = {"points": dict.fromkeys(snapshot.ledger.columns, 5)}
        grown, entry = scorebook.append(sheet, recording(hand), key="new", seen=snapshot.version, device=device)
        assert grown.digests[:-1] == snapshot.digests
        assert stored_digests(grown) == (*(None,) * snapshot.version, audit.digest(snapshot.digests[-1], entry))
        judged = audit.verify(write(grown.sheet, audit.lines(grown.entries, stored_digests(grown))))
        assert judged == audit.Verified(grown.version, grown.digests[-1])
    assert check_of(open_old) == []


def test_an_altered_entry_of_the_first_release_is_told_by_the_one_that_sealed_it(open_old: Flask) -> None:
    sheet = next(iter(KNOWN["sheets"]))
    snapshot = scorebook.read(sheet)
    hand = {"points": dict.fromkeys(snapshot.ledger.columns, 5)}
    scorebook.append(sheet, recording(hand), key="new", seen=snapshot.version, device=snapshot.entries[0].device)
    alter(open_old, f"UPDATE entry SET key = 'another' WHERE number = 2 AND sheet_id = '{sheet}'")
    [fault] = check_of(open_old)
    assert fault.endswith(f"entry {snapshot.version + 1} does not match its digest")


@pytest.mark.sqlite
def test_a_page_whose_entries_vanish_has_their_digests_as_lost(book: Book, open_app: Flask) -> None:
    book.record()
    snapshot = book.record(OTHER)
    alter(open_app, "DELETE FROM entry WHERE number = 2")
    digests = stored_digests(snapshot)
    assert digests == (snapshot.digests[0], None, snapshot.digests[2])
    assert audit.mismatches(snapshot.entries, digests) == [2]


def test_a_device_is_in_the_chain_and_its_name_is_not(book: Book) -> None:
    book.record()
    before = book.snapshot.digests
    people.be_guest(book.id, book.device, "Betty's phone")
    assert read_back(book).digests == before
    assert EntryRecord.digest.nullable
