"""Sheets long untouched leave the home page of every phone that has not asked for them since."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorer.store import people
from scorer.store.database import now
from scorer.store.listing import archive_untouched
from scorer.store.models import EntryRecord, GrantRecord, db

from .book import Book, open_sheet

pytestmark = pytest.mark.both
YEAR = timedelta(days=365)


@pytest.fixture
def old(open_app: Flask) -> Book:
    """A sheet that was begun, and written on last, two years ago."""
    book = Book()
    long_ago = now() - 2 * YEAR
    db.session.execute(update(EntryRecord).values(at=long_ago))
    db.session.execute(update(GrantRecord).values(opened_at=long_ago))
    db.session.commit()
    return book


def archived(book: Book, phone: str) -> bool:
    grant = people.grant(phone, book.id)
    assert grant
    return grant.archived


def another_phone(book: Book, *, since: timedelta) -> str:
    phone, _ = people.new_device()
    open_sheet(phone, book.id, people.VIEW)
    came = update(GrantRecord).where(GrantRecord.device_id == phone).values(opened_at=now() - since)
    db.session.execute(came)
    db.session.commit()
    return phone


def test_sheets_long_untouched_are_archived_on_every_phone_and_the_others_stay(old: Book) -> None:
    new, phone = Book(), another_phone(old, since=2 * YEAR)
    assert archive_untouched(now() - YEAR) == 1
    assert archive_untouched(now() - YEAR) == 0
    assert (archived(old, old.device), archived(old, phone), archived(new, new.device)) == (True, True, False)


def test_a_phone_that_opened_the_sheet_lately_keeps_it(old: Book) -> None:
    phone = another_phone(old, since=timedelta(days=1))
    assert archive_untouched(now() - YEAR) == 1
    assert (archived(old, old.device), archived(old, phone)) == (True, False)


@pytest.mark.parametrize("way", ["archive", "link", "command"])
def test_a_sheet_that_was_taken_back_out_of_the_archive_is_not_archived_the_next_night(
    old: Book, way: str
) -> None:
    assert archive_untouched(now() - YEAR) == 1
    match way:
        case "archive":
            people.archive(old.device, old.id, archived=False)
        case "link":
            open_sheet(old.device, old.id, people.SCORE)
        case _:
            people.archive_everywhere(old.id, archived=False)
    assert archive_untouched(now() - YEAR) == 0
    assert not archived(old, old.device)
    assert archive_untouched(now() + YEAR) == 1
