"""What a phone may open, how another gets to open it, and what of the keys is kept."""

from pathlib import Path

import pytest
from flask import Flask

from scorer.store import devices
from scorer.store.devices import AGREE, NAMES_OFFERED, SCORE, VIEW, Grant

from .book import Book


def test_a_device_is_known_by_its_key_alone(open_app: Flask) -> None:
    device, key = devices.new_device()
    other, other_key = devices.new_device()
    assert devices.known_device(key) == device != other
    assert devices.known_device(other_key) == other
    assert devices.known_device(device) is None
    assert devices.known_device("") is None


def test_whoever_starts_a_sheet_may_score_on_it(book: Book) -> None:
    assert devices.grant(book.device, book.id) == Grant(book.id, SCORE, archived=False)
    assert devices.grants(book.device) == [Grant(book.id, SCORE, archived=False)]


def test_another_device_may_open_nothing(book: Book) -> None:
    other, _ = devices.new_device()
    assert devices.grant(other, book.id) is None
    assert devices.grant(None, book.id) is None
    assert devices.grants(other) == devices.grants(None) == []


def test_an_archived_sheet_stays_open_and_comes_back(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    devices.archive(book.device, book.id, archived=True)
    assert devices.grants(book.device) == [Grant(book.id, SCORE, archived=True)]
    assert devices.grants(other) == [Grant(book.id, VIEW, archived=False)]
    devices.archive(book.device, book.id, archived=False)
    assert devices.grants(book.device) == [Grant(book.id, SCORE, archived=False)]


def test_hiding_a_sheet_that_is_not_open_opens_nothing(book: Book) -> None:
    other, _ = devices.new_device()
    devices.archive(other, book.id, archived=True)
    assert devices.grants(other) == []


@pytest.mark.parametrize("role", [SCORE, VIEW])
def test_a_link_says_its_role_to_whoever_has_its_key(book: Book, role: str) -> None:
    key = devices.new_link(book.id, role)
    assert devices.link_role(book.id, key) == role
    assert devices.links(book.id) == 1


def test_a_link_opens_its_own_sheet_only(book: Book) -> None:
    other = Book()
    key = devices.new_link(book.id, SCORE)
    assert devices.link_role(other.id, key) is None
    assert devices.link_role(book.id, key[:-1]) is None
    assert devices.link_role(book.id, "") is None


def test_revoked_links_open_nothing_and_later_ones_do(book: Book) -> None:
    old = [devices.new_link(book.id, role) for role in (SCORE, VIEW)]
    elsewhere = Book()
    kept = devices.new_link(elsewhere.id, SCORE)
    devices.revoke_links(book.id)
    assert [devices.link_role(book.id, key) for key in old] == [None, None]
    assert devices.links(book.id) == 0
    new = devices.new_link(book.id, VIEW)
    assert devices.link_role(book.id, new) == VIEW
    assert devices.link_role(elsewhere.id, kept) == SCORE


def test_revoking_takes_no_sheet_from_a_phone_that_has_it(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    devices.revoke_links(book.id)
    assert devices.grants(other) == [Grant(book.id, VIEW, archived=False)]


def test_revoking_ends_the_right_to_agree_until_another_link_gives_it(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, AGREE)
    devices.say_whose(other, book.id, "Betty", 1)
    elsewhere = Book()
    devices.open_sheet(other, elsewhere.id, AGREE)
    assert devices.agreeing(book.id) == 1
    devices.revoke_links(book.id)
    assert devices.agreeing(book.id) == 0
    [here, there] = [devices.grant(other, sheet_id) for sheet_id in (book.id, elsewhere.id)]
    assert (here and here.role, there and there.role) == (VIEW, AGREE)
    devices.open_sheet(other, book.id, AGREE)
    assert devices.grant(other, book.id) == Grant(book.id, AGREE, archived=False, player="Betty", player_number=1)


def test_a_viewing_link_never_takes_scoring_away(book: Book) -> None:
    devices.open_sheet(book.device, book.id, VIEW)
    assert devices.grants(book.device) == [Grant(book.id, SCORE, archived=False)]


def test_a_scoring_link_lets_a_viewer_score(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    devices.open_sheet(other, book.id, SCORE)
    assert devices.grants(other) == [Grant(book.id, SCORE, archived=False)]


def test_a_link_shows_an_archived_sheet_again(book: Book) -> None:
    devices.archive(book.device, book.id, archived=True)
    devices.open_sheet(book.device, book.id, VIEW)
    assert devices.grants(book.device) == [Grant(book.id, SCORE, archived=False)]


def test_the_database_holds_no_key_by_which_anything_opens(book: Book, open_app: Flask) -> None:
    device, device_key = devices.new_device()
    link_keys = [devices.new_link(book.id, role) for role in (SCORE, VIEW)]
    written = b"".join(file.read_bytes() for file in Path(open_app.instance_path).glob("scorer.db*"))
    assert device.encode() in written
    assert book.id.encode() in written
    for key in (device_key, *link_keys):
        assert key.encode() not in written


def test_names_used_are_those_of_this_device_the_latest_sheets_first(book: Book) -> None:
    other = Book(players=["Zoe", "Yara", "Xena"], dealer="Zoe")
    devices.open_sheet(book.device, other.id, VIEW)
    assert devices.names_used(book.device) == [
        *("Zoe", "Yara", "Xena"),
        *("Amber", "Betty", "Cindy", "Diana", "Ellie"),
    ]
    assert devices.names_used(other.device) == ["Zoe", "Yara", "Xena"]
    assert devices.names_used(None) == []


def test_names_used_come_once_each_and_not_too_many(book: Book) -> None:
    for start in range(0, 20, 4):
        names = ["Amber", *(f"Player {number}" for number in range(start, start + 4))]
        devices.open_sheet(book.device, Book(players=names, dealer="Amber").id, VIEW)
    names = devices.names_used(book.device)
    assert len(names) == len(set(names)) == NAMES_OFFERED
    assert names[:2] == ["Amber", "Player 16"]


def test_a_phone_has_a_player_on_each_sheet_by_itself(book: Book) -> None:
    other = Book()
    devices.open_sheet(book.device, other.id, AGREE)
    devices.say_whose(book.device, book.id, "Betty", 1)
    assert devices.grant(book.device, book.id) == Grant(
        book.id, SCORE, archived=False, player="Betty", player_number=1
    )
    assert devices.grant(book.device, other.id) == Grant(other.id, AGREE, archived=False)
    devices.say_whose(book.device, book.id, "", 1)
    assert devices.grant(book.device, book.id) == Grant(book.id, SCORE, archived=False)


def test_no_link_takes_away_what_another_gave(book: Book) -> None:
    other, _ = devices.new_device()
    for role, then in ((VIEW, VIEW), (AGREE, AGREE), (VIEW, AGREE), (SCORE, SCORE), (AGREE, SCORE)):
        devices.open_sheet(other, book.id, role)
        assert devices.grants(other) == [Grant(book.id, then, archived=False)]
