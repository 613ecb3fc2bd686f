"""What a phone may open, who puts it out, and who hands scoring over to whom."""

from pathlib import Path
from threading import Timer

import pytest
from flask import Flask
from sqlalchemy import insert, update

from scorer.store import devices, sharing
from scorer.store.database import now
from scorer.store.devices import AGREE, ROLES, SCORE, VIEW, Grant
from scorer.store.models import GrantRecord, db

from ..one_app import OneApp
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


def test_a_phone_that_is_put_out_has_the_sheet_no_more_and_others_have(book: Book) -> None:
    (lost, _), (other, _) = devices.new_device(), devices.new_device()
    elsewhere = Book()
    for sheet_id in (book.id, elsewhere.id):
        devices.open_sheet(lost, sheet_id, SCORE)
    devices.open_sheet(other, book.id, VIEW)
    assert devices.put_out(book.id, lost) == 1
    assert devices.grant(lost, book.id) is None
    assert [phone.device for phone in devices.phones(book.id)] == [other, book.device]
    assert devices.grant(lost, elsewhere.id)
    assert devices.put_out(book.id, lost) == 0


def test_phones_are_listed_with_their_names_and_the_links_they_came_by(book: Book) -> None:
    other, _ = devices.new_device()
    devices.call(other, "Betty's phone")
    devices.open_sheet(other, book.id, VIEW, 3)
    devices.open_sheet(other, book.id, VIEW, 4)
    latest, began = devices.phones(book.id)
    assert (latest.name, latest.role, latest.link) == ("Betty's phone", VIEW, (VIEW, 3))
    assert (began.name, began.role, began.link) == ("", SCORE, (None, None))
    # The link that let it do more is the one that counts.
    devices.open_sheet(other, book.id, SCORE, 1)
    assert devices.phones(book.id)[0].link == (SCORE, 1)


@pytest.mark.parametrize("role", ROLES)
def test_scoring_is_handed_over_and_taken_back(book: Book, role: str) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, role)
    assert devices.hand_over(book.id, book.device, other)
    assert devices.grant(book.device, book.id) == Grant(book.id, VIEW, archived=False, handed_to=other)
    assert devices.grant(other, book.id) == Grant(book.id, SCORE, archived=False)
    assert devices.take_back(book.id, book.device)
    assert devices.grant(book.device, book.id) == Grant(book.id, SCORE, archived=False)
    assert devices.grant(other, book.id) == Grant(book.id, role, archived=False)
    assert not devices.take_back(book.id, book.device)


def test_a_link_to_score_counts_also_after_scoring_was_handed_over_and_taken_back(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW, 1)
    devices.hand_over(book.id, book.device, other)
    devices.open_sheet(other, book.id, SCORE, 1)
    devices.take_back(book.id, book.device)
    assert devices.grant(other, book.id) == Grant(book.id, SCORE, archived=False)
    assert devices.phones(book.id)[0].link == (SCORE, 1)
    assert devices.grant(book.device, book.id) == Grant(book.id, SCORE, archived=False)


def test_who_does_not_score_hands_nothing_over(book: Book) -> None:
    (other, _), (stranger, _) = devices.new_device(), devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    assert not devices.hand_over(book.id, other, book.device)
    assert not devices.hand_over(book.id, book.device, stranger)
    assert not devices.hand_over(book.id, book.device, book.device)
    assert not devices.take_back(book.id, other)
    assert [phone.role for phone in devices.phones(book.id)] == [VIEW, SCORE]


def test_a_phone_that_handed_over_and_was_put_out_takes_nothing_back(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, VIEW)
    devices.hand_over(book.id, book.device, other)
    devices.put_out(book.id, book.device)
    assert not devices.take_back(book.id, book.device)
    assert devices.grant(book.device, book.id) is None


def test_taking_scoring_back_gives_nobody_what_was_revoked_meanwhile(book: Book) -> None:
    other, _ = devices.new_device()
    devices.open_sheet(other, book.id, AGREE)
    devices.hand_over(book.id, book.device, other)
    sharing.revoke(book.id)
    devices.take_back(book.id, book.device)
    assert devices.grant(other, book.id) == Grant(book.id, VIEW, archived=False)


def test_whoever_scoring_was_taken_back_from_takes_it_from_nobody(book: Book) -> None:
    (second, _), (third, _) = devices.new_device(), devices.new_device()
    for each in (second, third):
        devices.open_sheet(each, book.id, VIEW)
    devices.hand_over(book.id, book.device, second)
    devices.hand_over(book.id, second, third)
    devices.take_back(book.id, book.device)
    assert not devices.take_back(book.id, second)
    roles = [devices.grant(each, book.id) for each in (book.device, second, third)]
    assert roles == [Grant(book.id, role, archived=False) for role in (SCORE, VIEW, VIEW)]


def test_two_processes_open_a_sheet_for_a_phone_at_once(
    one_app_on_postgresql: OneApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with one_app_on_postgresql.on(tmp_path / "instance") as app, app.app_context():
        book, (other, _) = Book(), devices.new_device()

        def beaten(*record: object, archived: bool) -> None:
            monkeypatch.undo()
            row = {"sheet_id": book.id, "device_id": other, "role": VIEW, "archived": False, "opened_at": now()}
            with db.engine.begin() as elsewhere:
                elsewhere.execute(insert(GrantRecord).values(row))

        monkeypatch.setattr(devices, "_archive", beaten)
        devices.open_sheet(other, book.id, AGREE)
        assert devices.grant(other, book.id) == Grant(book.id, AGREE, archived=False)


def test_scoring_that_another_process_hands_over_first_is_not_handed_over_again(
    one_app_on_postgresql: OneApp, tmp_path: Path
) -> None:
    with one_app_on_postgresql.on(tmp_path / "instance") as app, app.app_context():
        book, (other, _) = Book(), devices.new_device()
        devices.open_sheet(other, book.id, VIEW)
        db.session.rollback()
        with db.engine.connect() as elsewhere:
            elsewhere.execute(update(GrantRecord).where(GrantRecord.device_id == book.device).values(role=VIEW))
            committing = Timer(0.5, elsewhere.commit)
            committing.start()
            assert not devices.hand_over(book.id, book.device, other)
            committing.join()
        assert [phone.role for phone in devices.phones(book.id)] == [VIEW, VIEW]
