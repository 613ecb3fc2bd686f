"""A sheet whose entries are damaged is told as such, by its reason; no other sheet suffers."""

import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from scorer.store import listing, scorebook
from scorer.store.database import writing
from scorer.store.models import CorruptSheetError, SheetRecord, db
from scorer.store.scorebook import SheetNotFoundError, forget_snapshots

from .book import OTHER, TOTALS, Book, recording

pytestmark = pytest.mark.sqlite

DAMAGE = {
    # What is done to the second entry of a sheet of three, a hand, or to another; and what is said of it.
    "UPDATE entry SET facts = '{not json' WHERE number = 2": "entry 2: its facts are not JSON",
    "UPDATE entry SET facts = CAST(x'7b22ff227d' AS TEXT) WHERE number = 2": "entry 2: it is not text",
    "UPDATE entry SET facts = CAST(x'7b22ff227d' AS BLOB) WHERE number = 2": "entry 2: it is not text",
    "UPDATE entry SET at = 'yesterday' WHERE number = 2": "entry 2: its time is none",
    "UPDATE entry SET kind = 'dance' WHERE number = 2": "entry 2: “dance” is no kind of entry",
    "UPDATE entry SET facts = '{}' WHERE number = 2": "entry 2 does not hold what it should: “hand” is missing",
    "UPDATE entry SET facts = '[]' WHERE number = 2": "entry 2 does not hold what it should: a value",
    "UPDATE entry SET facts = 'null' WHERE number = 2": "entry 2 does not hold what it should",
    "UPDATE entry SET facts = '{\"hand\": 5}' WHERE number = 2": "expected an object",
    "UPDATE entry SET facts = replace(facts, '7', '17') WHERE number = 2": "hand 1: The offense",
    "UPDATE entry SET facts = replace(facts, 'Cindy', 'Zoe') WHERE number = 2": "$.hands[0].accepter",
    "DELETE FROM entry WHERE number = 2": "entry 2 is missing",
    "DELETE FROM entry WHERE number = 1": "entry 1 is missing",
    "DELETE FROM entry": "entry 1 is missing",
    "UPDATE entry SET number = 4 WHERE number = 2": "entry 2 is missing",
    "UPDATE entry SET number = -1 WHERE number = 2": "entry 2 is missing",
    "UPDATE entry SET kind = 'undo' WHERE number = 1": "entry 1 is not the start of a sheet",
    "UPDATE entry SET kind = 'start' WHERE number = 2": "entry 2 is the start of a sheet",
    "UPDATE entry SET kind = 'undo', facts = '{\"entry\": 9}' WHERE number = 3": "entry 3 is about entry 9",
    "UPDATE entry SET kind = 'undo', facts = '{\"entry\": \"2\"}' WHERE number = 3": "entry 3 is about entry 2",
    "UPDATE entry SET kind = 'strike', facts = '{\"entry\": 3}' WHERE number = 3": "entry 3 is about entry 3",
    "UPDATE entry SET facts = '{}' WHERE number = 1": "the key “game” is missing",
    "UPDATE entry SET facts = replace(facts, '2026-11-20', 'then') WHERE number = 1": "a date is written as",
    "UPDATE entry SET facts = replace(facts, 'offender', 'whist') WHERE number = 1": "the game is one of",
}


def damage(app: Flask, statement: str) -> None:
    """Change the database behind the app's back, and forget what it held in memory."""
    db.session.rollback()
    connection = sqlite3.connect(Path(app.instance_path) / "scorer.db", isolation_level=None)
    connection.execute(statement)
    connection.close()
    forget_snapshots()


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_sheet_is_told_with_its_reason(book: Book, open_app: Flask, statement: str) -> None:
    book.record()
    book.record(OTHER)
    damage(open_app, statement)
    with pytest.raises(CorruptSheetError) as told:
        scorebook.read(book.id)
    assert told.value.sheet_id == book.id
    assert DAMAGE[statement] in told.value.reason


def test_what_is_about_a_hand_that_was_never_recorded_is_damaged(book: Book, open_app: Flask) -> None:
    book.call("Amber: 5C")
    book.record()
    damage(open_app, "UPDATE entry SET kind = 'strike', facts = '{\"entry\": 2}' WHERE number = 3")
    with pytest.raises(CorruptSheetError, match="entry 3 is about entry 2, which recorded no hand"):
        scorebook.read(book.id)


@pytest.mark.parametrize("number", [1, 2])
def test_the_title_is_told_where_it_can_be_read(open_app: Flask, number: int) -> None:
    book = Book(title="Friday")
    book.record()
    damage(open_app, f"UPDATE entry SET facts = '{{' WHERE number = {number}")
    with pytest.raises(CorruptSheetError) as told:
        scorebook.read(book.id)
    assert told.value.title == ("" if number == 1 else "Friday")


def test_a_damaged_sheet_takes_no_act_and_no_other_sheet_with_it(book: Book, open_app: Flask) -> None:
    book.record()
    other = Book()
    other.record()
    damage(open_app, f"UPDATE entry SET facts = '{{}}' WHERE number = 2 AND sheet_id = '{book.id}'")
    with pytest.raises(CorruptSheetError):
        book.act(recording(), seen=2)
    assert other.totals == TOTALS
    assert other.record(OTHER).version == 3


def test_a_sheet_damaged_while_it_is_known_is_told_when_it_is_read_on(book: Book, open_app: Flask) -> None:
    book.record()
    known = book.snapshot
    book.record(OTHER)
    db.session.rollback()
    with writing():
        db.session.execute(db.text("UPDATE entry SET facts = '{}' WHERE number = 3"))
    forget_snapshots()
    scorebook.keep(known)
    with pytest.raises(CorruptSheetError, match="entry 3 does not hold"):
        scorebook.read(book.id)


def test_a_sheet_without_any_entry_is_damaged_and_one_that_is_not_there_is_none(open_app: Flask) -> None:
    with writing():
        db.session.add(SheetRecord(id="empty", made_at=scorebook.now()))
    with pytest.raises(CorruptSheetError, match="entry 1 is missing"):
        scorebook.read("empty")
    with pytest.raises(SheetNotFoundError):
        scorebook.read("nowhere")


def test_names_are_offered_from_the_sheets_that_can_be_read(book: Book, open_app: Flask) -> None:
    players = ["Fanny", "Greta", "Hanna"]
    facts = {"game": "offender", "players": players, "dealer": "Hanna"}
    scorebook.start(facts, key="other", device=book.device)
    damage(open_app, f"UPDATE entry SET facts = '{{}}' WHERE sheet_id = '{book.id}'")
    assert listing.known(book.device, "").names == players
