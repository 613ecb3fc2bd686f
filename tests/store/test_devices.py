"""What a phone may open."""

from flask import Flask

from scorer.store import people
from scorer.store.people import SCORE, VIEW

from .book import Book, open_sheet


def opened(device: str) -> list[tuple[str, str, bool]]:
    return [(grant.sheet_id, grant.role, grant.archived) for grant in people.grants(device)]


def test_a_device_is_known_by_its_key_alone(open_app: Flask) -> None:
    device, key = people.new_device()
    other, other_key = people.new_device()
    assert people.known_device(key) == device != other
    assert people.known_device(other_key) == other
    assert people.known_device(device) is None
    assert people.known_device("") is None


def test_another_device_may_open_nothing(book: Book) -> None:
    other, _ = people.new_device()
    assert people.grant(other, book.id) is None
    assert people.grant(None, book.id) is None
    assert people.grants(other) == people.grants(None) == []


def test_an_archived_sheet_stays_open_and_comes_back(book: Book) -> None:
    other, _ = people.new_device()
    open_sheet(other, book.id, VIEW)
    people.archive(book.device, book.id, archived=True)
    assert opened(book.device) == [(book.id, SCORE, True)]
    assert opened(other) == [(book.id, VIEW, False)]
    people.archive(book.device, book.id, archived=False)
    assert opened(book.device) == [(book.id, SCORE, False)]


def test_hiding_a_sheet_that_is_not_open_opens_nothing(book: Book) -> None:
    other, _ = people.new_device()
    people.archive(other, book.id, archived=True)
    assert people.grants(other) == []


def test_no_link_takes_away_what_another_gave(book: Book) -> None:
    other, _ = people.new_device()
    for role, then in ((VIEW, VIEW), (SCORE, SCORE), (VIEW, SCORE)):
        open_sheet(other, book.id, role)
        assert [grant.role for grant in people.grants(other)] == [then]
