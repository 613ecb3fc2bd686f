"""The link of a sheet: the same one whenever it is shown, and not in the database."""

from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update

from scorer.store import people, sharing
from scorer.store.database import now, writing
from scorer.store.models import CodeRecord, LinkRecord, SharedLinkRecord, db
from scorer.store.people import SCORE, VIEW
from scorer.store.sharing import CODE_LENGTH, JOIN, LETTERS, Link

from .book import Book

LOOK_ALIKES = ("0O", "1IL", "2Z", "5S", "6G", "8B", "UV")
FORMER = ("score", "agree", "view")
"""The roles of links of earlier releases."""


def add_early(sheet_id: str, key: str, role: str) -> None:
    """A link as the first releases made them."""
    with writing():
        db.session.add(LinkRecord(sheet_id=sheet_id, key_digest=people.digest_of(key), role=role, made_at=now()))


def add_former(sheet_id: str, role: str) -> Link:
    """A link as the release before this one made them."""
    with writing():
        db.session.add(SharedLinkRecord(sheet_id=sheet_id, role=role, generation=1))
    return sharing.link(sheet_id, role)


def made_ago(hours: float) -> None:
    """Let every code be as old as this."""
    with writing():
        db.session.execute(update(CodeRecord).values(made_at=now() - timedelta(hours=hours)))


@pytest.mark.parametrize("role", [JOIN, SCORE])
def test_a_link_is_the_same_each_time_and_opens_its_sheet_alone(book: Book, role: str) -> None:
    other, link = Book(), sharing.link(book.id, role)
    assert sharing.link(book.id, role) == link
    assert sharing.opened_by(book.id, link.key) == link
    assert sharing.typed(sharing.code(book.id, role).text) == link
    assert sharing.opened_by(other.id, link.key) is None
    for key in ("", link.key[:-1], sharing.code(book.id).text, "é🃏"):
        assert sharing.opened_by(book.id, key) is None


def test_the_link_to_score_is_none_before_whoever_runs_the_app_asks_for_it(book: Book) -> None:
    link = sharing.link(book.id, SCORE)
    with writing():
        db.session.delete(db.session.get_one(SharedLinkRecord, (book.id, SCORE)))
    assert sharing.opened_by(book.id, link.key) is None


def test_a_link_lets_watch_unless_the_sheet_lets_whoever_opens_it_score(book: Book) -> None:
    link = sharing.link(book.id)
    assert sharing.role_of(link) == VIEW
    people.let_anyone_score(book.id, book.device, let=True)
    assert sharing.role_of(link) == SCORE
    people.let_anyone_score(book.id, book.device, let=False)
    assert sharing.role_of(link) == VIEW
    assert sharing.role_of(sharing.link(book.id, SCORE)) == SCORE


def test_a_new_link_stops_every_link_and_code_before_it_and_touches_nobody_inside(book: Book) -> None:
    elsewhere = sharing.link(Book().id)
    old = [
        sharing.link(book.id),
        sharing.link(book.id, SCORE),
        *(add_former(book.id, role) for role in FORMER[1:]),
    ]
    codes = [sharing.code(book.id, link.role).text for link in old]
    add_early(book.id, "a-key-of-long-ago", "view")
    before = people.people(book.id)
    sharing.renew(book.id)
    assert [sharing.opened_by(book.id, link.key) for link in old] == [None] * 4
    assert [sharing.typed(code) for code in codes] == [None] * 4
    assert sharing.opened_by(book.id, "a-key-of-long-ago") is None
    assert sharing.opened_by(elsewhere.sheet_id, elsewhere.key) == elsewhere
    new = sharing.link(book.id)
    assert new.key not in {link.key for link in old}
    assert sharing.opened_by(book.id, new.key) == new
    assert sharing.link(book.id, SCORE).key not in {link.key for link in old}
    assert people.people(book.id) == before


@pytest.mark.parametrize("early", [True, False])
def test_links_of_earlier_releases_keep_their_meaning_until_a_new_link(book: Book, early: bool) -> None:
    """One to score scores, one to agree asks who it is, and one to look only watches."""
    for role in FORMER:
        if early:
            add_early(book.id, f"a-key-to-{role}", role)
        key = f"a-key-to-{role}" if early else add_former(book.id, role).key
        link = sharing.opened_by(book.id, key)
        assert link is not None
        assert (sharing.role_of(link), link.only_looks) == (SCORE if role == "score" else VIEW, role == "view")
        assert sharing.opened_by(Book().id, key) is None


def test_a_code_lasts_for_a_day_and_the_one_that_is_shown_for_half_of_it_at_least(book: Book) -> None:
    link, first = sharing.link(book.id), sharing.code(book.id)
    assert sharing.code(book.id) == first
    made_ago(hours=13)
    second = sharing.code(book.id)
    assert second.text != first.text
    assert second.until - now() > timedelta(hours=23)
    assert sharing.typed(first.text) == sharing.typed(second.text) == link
    made_ago(hours=25)
    assert sharing.typed(first.text) is None
    assert sharing.typed(second.text) is None
    third = sharing.code(book.id)
    assert len({first.text, second.text, third.text}) == 3
    # The link lasts, and codes of no use are not kept.
    assert sharing.opened_by(book.id, link.key) == link
    assert db.session.query(CodeRecord).count() == 1


@pytest.mark.sqlite
def test_the_database_holds_no_key_by_which_anything_opens(book: Book, open_app: Flask) -> None:
    device, device_key = people.new_device()
    links = [sharing.link(book.id), sharing.link(book.id, SCORE)]
    codes = [sharing.code(book.id, link.role).text for link in links]
    written = b"".join(file.read_bytes() for file in Path(open_app.instance_path).glob("scorer.db*"))
    assert device.encode() in written
    assert book.id.encode() in written
    for key in (device_key, *(link.key for link in links), *codes):
        assert key.encode() not in written


def test_with_another_secret_key_the_links_of_a_database_open_nothing(
    book: Book, open_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = [sharing.link(book.id), sharing.link(book.id, SCORE)]
    codes = [sharing.code(book.id, link.role).text for link in links]
    monkeypatch.setitem(open_app.config, "SECRET_KEY", b"of whoever has stolen the database")
    assert [sharing.opened_by(book.id, link.key) for link in links] == [None, None]
    assert [sharing.typed(code) for code in codes] == [None, None]
    # And where the host has lost its key, another link and another code are shown.
    again = sharing.link(book.id)
    assert sharing.opened_by(book.id, again.key) == again
    assert sharing.typed(sharing.code(book.id).text) == again


def test_a_code_has_no_look_alikes_and_may_be_typed_in_any_way(book: Book) -> None:
    assert len(set(LETTERS)) == len(LETTERS) == 24
    for alike in LOOK_ALIKES:
        assert len(set(alike) & set(LETTERS)) <= 1, alike
    link, code = sharing.link(book.id), sharing.code(book.id).text
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS)
    for typed in (code.lower(), f" {code[:4]} {code[4:]} ", "-".join(code)):
        assert sharing.typed(typed) == link
    for typed in ("", code[:-1], code + "A", "0" * 8, "é" * 8, "ﬀ" * 4):
        assert sharing.typed(typed) is None


def test_a_code_that_another_sheet_has_is_not_given_again(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(("AAAAAAAA", "AAAAAAAA", "CCCCCCCC"))
    made: dict[tuple[str, int], str] = {}

    def code(record: CodeRecord) -> str:
        key = record.sheet_id, record.number
        return made[key] if key in made else made.setdefault(key, next(codes))

    monkeypatch.setattr(sharing, "_code", code)
    other = Book()
    assert (sharing.code(book.id).text, sharing.code(other.id).text) == ("AAAAAAAA", "CCCCCCCC")
    assert [sharing.typed(text) for text in ("AAAAAAAA", "CCCCCCCC")] == [
        sharing.link(book.id),
        sharing.link(other.id),
    ]
