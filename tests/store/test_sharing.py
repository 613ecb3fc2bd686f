"""The links of a sheet: the same ones whenever they are shown, and none in the database."""

from pathlib import Path

import pytest
from flask import Flask

from scorer.store import devices, sharing
from scorer.store.database import now, writing
from scorer.store.devices import AGREE, ROLES, SCORE, VIEW, Grant
from scorer.store.models import LinkRecord, SharedLinkRecord, db
from scorer.store.sharing import CODE_LENGTH, LETTERS

from .book import Book

LOOK_ALIKES = ("0O", "1IL", "2Z", "5S", "6G", "8B", "UV")


def role_of(sheet_id: str, key: str) -> str | None:
    link = sharing.opened_by(sheet_id, key)
    return link and link.role


def add_older(sheet_id: str, key: str, role: str) -> None:
    """A link as earlier releases made them."""
    with writing():
        db.session.add(LinkRecord(sheet_id=sheet_id, key_digest=devices.digest_of(key), role=role, made_at=now()))


@pytest.mark.parametrize("role", ROLES)
def test_a_link_is_the_same_each_time_and_opens_its_sheet_in_its_role(book: Book, role: str) -> None:
    link = sharing.give(book.id, role)
    assert sharing.give(book.id, role) == link == sharing.in_force(book.id)[role]
    assert sharing.opened_by(book.id, link.key) == link
    assert sharing.typed(link.code) == link
    assert list(sharing.in_force(book.id)) == [role]


def test_a_link_is_none_before_it_is_given(book: Book) -> None:
    link = sharing.give(book.id, VIEW)
    with writing():
        db.session.delete(db.session.get_one(SharedLinkRecord, (book.id, VIEW)))
    assert sharing.opened_by(book.id, link.key) is None
    assert sharing.typed(link.code) is None


def test_roles_and_sheets_have_links_of_their_own(book: Book) -> None:
    other = Book()
    links = [sharing.give(sheet_id, role) for sheet_id in (book.id, other.id) for role in ROLES]
    assert len({link.key for link in links}) == len({link.code for link in links}) == len(links)
    for link in links:
        elsewhere = other.id if link.sheet_id == book.id else book.id
        assert sharing.opened_by(elsewhere, link.key) is None
    for key in ("", links[0].key[:-1], links[0].code, "é🃏"):
        assert sharing.opened_by(book.id, key) is None


def test_a_renewed_link_is_another_and_the_one_before_opens_nothing(book: Book) -> None:
    kept, former = sharing.give(book.id, VIEW), sharing.give(book.id, SCORE)
    link = sharing.renew(book.id, SCORE)
    assert (link.key, link.code) != (former.key, former.code)
    assert sharing.opened_by(book.id, former.key) is None
    assert sharing.typed(former.code) is None
    assert sharing.opened_by(book.id, link.key) == sharing.give(book.id, SCORE) == link
    assert sharing.opened_by(book.id, kept.key) == kept


def test_revoked_links_open_nothing_and_those_given_later_are_others(book: Book) -> None:
    old = [sharing.give(book.id, role) for role in ROLES]
    elsewhere = sharing.give(Book().id, SCORE)
    sharing.revoke(book.id)
    assert sharing.in_force(book.id) == {}
    new = [sharing.give(book.id, role) for role in ROLES]
    assert not {link.key for link in old} & {link.key for link in new}
    assert [sharing.opened_by(book.id, link.key) for link in old] == [None] * 3
    assert sharing.opened_by(elsewhere.sheet_id, elsewhere.key) == elsewhere


def test_revoking_takes_no_sheet_from_a_phone_that_has_it(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    sharing.revoke(book.id)
    assert devices.grants(other) == [Grant(book.id, VIEW, archived=False)]


def test_revoking_ends_the_right_to_agree_until_another_link_gives_it(book: Book) -> None:
    other, _ = devices.new_device()
    elsewhere = Book()
    for sheet_id in (book.id, elsewhere.id):
        devices.open_sheet(other, sheet_id, AGREE)
    devices.say_whose(other, book.id, "Betty", 1)
    sharing.revoke(book.id)
    [here, there] = [devices.grant(other, sheet_id) for sheet_id in (book.id, elsewhere.id)]
    assert (here and here.role, there and there.role) == (VIEW, AGREE)
    devices.open_sheet(other, book.id, AGREE)
    assert devices.grant(other, book.id) == Grant(book.id, AGREE, archived=False, player="Betty", player_number=1)


def test_links_of_earlier_releases_open_their_sheet_until_they_are_revoked(book: Book) -> None:
    add_older(book.id, "a-key-of-long-ago", AGREE)
    assert role_of(book.id, "a-key-of-long-ago") == AGREE
    assert role_of(Book().id, "a-key-of-long-ago") is None
    assert sharing.older(book.id) == 1
    sharing.renew(book.id, AGREE)
    assert role_of(book.id, "a-key-of-long-ago") == AGREE
    sharing.revoke(book.id)
    assert role_of(book.id, "a-key-of-long-ago") is None
    assert sharing.older(book.id) == 0


@pytest.mark.sqlite
@pytest.mark.sqlite
def test_the_database_holds_no_key_by_which_anything_opens(book: Book, open_app: Flask) -> None:
    device, device_key = devices.new_device()
    links = [sharing.give(book.id, role) for role in ROLES]
    written = b"".join(file.read_bytes() for file in Path(open_app.instance_path).glob("scorer.db*"))
    assert device.encode() in written
    assert book.id.encode() in written
    for key in (device_key, *(link.key for link in links), *(link.code for link in links)):
        assert key.encode() not in written


def test_with_another_secret_key_the_links_of_a_database_open_nothing(
    book: Book, open_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = [sharing.give(book.id, role) for role in ROLES]
    monkeypatch.setitem(open_app.config, "SECRET_KEY", b"of whoever has stolen the database")
    assert sharing.in_force(book.id) == {}
    for link in links:
        assert sharing.opened_by(book.id, link.key) is None
        assert sharing.typed(link.code) is None
    # And where the host has lost its key, links are given again.
    again = sharing.give(book.id, VIEW)
    assert sharing.opened_by(book.id, again.key) == again


def test_a_code_has_no_look_alikes_and_may_be_typed_in_any_way(book: Book) -> None:
    assert len(set(LETTERS)) == len(LETTERS) == 24
    for alike in LOOK_ALIKES:
        assert len(set(alike) & set(LETTERS)) <= 1, alike
    link = sharing.give(book.id, SCORE)
    assert len(link.code) == CODE_LENGTH
    assert set(link.code) <= set(LETTERS)
    for typed in (link.code.lower(), f" {link.code[:4]} {link.code[4:]} ", "-".join(link.code)):
        assert sharing.typed(typed) == link
    for typed in ("", link.code[:-1], link.code + "A", "0" * 8, "é" * 8, "ﬀ" * 4):
        assert sharing.typed(typed) is None


def test_a_code_that_another_sheet_has_is_not_given_again(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = {1: "AAAAAAAA", 2: "CCCCCCCC"}
    monkeypatch.setattr(sharing, "_code", lambda sheet_id, role, generation: codes[generation])
    first, second = sharing.give(book.id, SCORE), sharing.give(Book().id, SCORE)
    assert (first.code, second.code) == ("AAAAAAAA", "CCCCCCCC")
    assert (sharing.typed(first.code), sharing.typed(second.code)) == (first, second)
