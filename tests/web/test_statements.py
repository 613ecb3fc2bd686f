"""What a request asks of the database: nothing twice, and nothing that its page does not show."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event

from scorer.store.models import db
from scorer.store.scorebook import forget_snapshots

from .evening import four_hands, joined
from .every_page import of_a_sheet
from .phone import TABLE_GAMES, Phone, tapped

WHO = "FROM device LEFT OUTER JOIN opening"
"""Who asks, what they may do there, and what is new on the sheet."""
BEGINS = ("BEGIN", "BEGIN IMMEDIATE")

MORE = {
    "/history": 3,  # Which entries were imported, and who the phones are, those that have it no more too.
    "/history/2": 1,  # Which entries were imported.
    "/share": 5,  # The link, its code, the people, whether whoever opens the link may score, and the seasons.
    "/season": 1,  # The seasons.
    "/who": 1,  # The people.
    "/people/no-such-device": 1,
    "/delete": 1,  # Whether it was imported.
    "/fingerprint": 2,  # Which entries were imported, and the digests that they were stored with.
    "/sheet-with-history.json": 1,  # The digests, too.
}
"""Statements beside the first one, of the pages that show more than the sheet."""


@contextmanager
def heard(app: Flask) -> Iterator[list[tuple[str, str]]]:
    """Every statement to the database meanwhile, with its parameters as one text; "COMMIT" stands there too."""
    said: list[tuple[str, str]] = []

    def hear(connection: object, cursor: object, statement: str, parameters: object, *_: object) -> None:
        said.append((statement, f"{parameters}"))

    with app.app_context():
        engine = db.engine
    listening = [
        (engine, "before_cursor_execute", hear),
        (engine, "commit", lambda _: said.append(("COMMIT", ""))),
    ]
    for listener in listening:
        event.listen(*listener)
    try:
        yield said
    finally:
        for listener in listening:
            event.remove(*listener)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Every statement meanwhile, known once it is over."""
    said: list[str] = []
    with heard(app) as found:
        yield said
    said += [statement for statement, _ in found]


def asked(said: list[str]) -> list[str]:
    """The statements that read or write something."""
    return [each for each in said if each not in (*BEGINS, "COMMIT")]


def test_a_look_for_news_is_one_statement(app: Flask, phone: Phone, sheet: str) -> None:
    before = re.search(r'data-news="([^"]+)"', phone.get(sheet).text)
    assert before
    phone.record(sheet)
    for address, status in ((f"{sheet}/news?seen=6", 204), (before[1].replace("&amp;", "&"), 200)):
        with statements(app) as said:
            assert phone.get(address).status_code == status
        # Not even in a transaction of its own, of which each takes longer than to be answered.
        [look] = said
        assert WHO in look


@pytest.mark.sqlite
def test_every_page_of_a_sheet_looks_up_once_who_may_open_it(app: Flask, phone: Phone, sheet: str) -> None:
    phone.share(sheet)
    for path in of_a_sheet(app, "GET", sheet):
        with statements(app) as said:
            phone.get(path)
        first, *others = asked(said)
        assert WHO in first, path
        assert not any("opening.device_id = ?" in statement for statement in others), path
        assert len(others) <= MORE.get(path.removeprefix(sheet), 0), (path, others)


def test_a_sheet_that_is_not_in_memory_takes_no_more(app: Flask, phone: Phone, sheet: str) -> None:
    forget_snapshots()
    with statements(app) as said:
        assert phone.get(sheet).status_code == 200
    assert len(asked(said)) == 1


@pytest.mark.sqlite
@pytest.mark.parametrize("other_phone", [False, True])
def test_a_hand_is_four_statements_and_a_commit(app: Flask, phone: Phone, sheet: str, other_phone: bool) -> None:
    recording = joined(app, phone, sheet) if other_phone else phone
    form = recording.form(f"{sheet}/hand", action="/hand")
    with statements(app) as said:
        assert recording.send("", form, tapped(TABLE_GAMES[1])).status_code == 303
    # Who asks and what is there; what is there now; that the phone still may; and the entry.
    assert len(asked(said)) == 4, said
    # One transaction that writes is one wait for the disk, which SQLite does when it ends.
    assert [each for each in said if each in ("BEGIN IMMEDIATE", "COMMIT")] == ["BEGIN IMMEDIATE", "COMMIT"]


def test_a_hand_that_is_sent_again_is_one_statement_and_writes_nothing(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/hand", action="/hand")
    phone.send("", form, tapped())
    with statements(app) as said:
        assert phone.send("", form, tapped()).status_code == 303
    assert len(asked(said)) == 1, said
    assert "BEGIN IMMEDIATE" not in said


@pytest.mark.parametrize("path", ["/", "/new/spades", "/import", "/help", "/rules/offender", "/check-paper/plain"])
def test_a_phone_that_has_opened_nothing_asks_nothing_of_the_database(app: Flask, phone: Phone, path: str) -> None:
    with statements(app) as said:
        assert phone.get(path).status_code == 200
    assert said == []


def test_a_key_of_another_database_costs_one_more(app: Flask, phone: Phone, sheet: str) -> None:
    own = phone.client.get_cookie("device")
    assert own
    phone.client.set_cookie("device", f"{'x' * 32}.{own.value}")
    with statements(app) as said:
        assert phone.get(f"{sheet}/news?seen=5").status_code == 204
    assert len(asked(said)) == 2
    # From then on it stands first.
    with statements(app) as said:
        assert phone.get(f"{sheet}/news?seen=5").status_code == 204
    assert len(asked(said)) == 1
