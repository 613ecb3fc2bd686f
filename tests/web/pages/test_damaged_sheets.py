"""A damaged sheet is shown as one that cannot be read, with what to do; every other page is as ever."""

import pytest
from flask import Flask
from sqlalchemy import text

from scorer.store.models import db
from scorer.store.scorebook import forget_snapshots

from ..every_page import of_a_sheet
from ..phone import Phone, read, tapped, words

pytestmark = pytest.mark.sqlite

DAMAGE = (
    "UPDATE entry SET facts = '{}' WHERE number = 2 AND sheet_id = :sheet",
    "UPDATE entry SET facts = '{' WHERE number = 2 AND sheet_id = :sheet",
    "UPDATE entry SET kind = 'dance' WHERE number = 2 AND sheet_id = :sheet",
    "UPDATE entry SET facts = '{}' WHERE number = 1 AND sheet_id = :sheet",
    "DELETE FROM entry WHERE sheet_id = :sheet",
)


def damage(app: Flask, sheet: str, statement: str = DAMAGE[0]) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text(statement), {"sheet": sheet.rpartition("/")[2]})
    forget_snapshots()


@pytest.mark.parametrize("statement", DAMAGE)
def test_the_home_page_shows_the_others_and_says_what_to_do(app: Flask, phone: Phone, statement: str) -> None:
    sound, damaged = phone.start(title="Sound"), phone.start(title="Spoiled")
    phone.record(sound)
    phone.record(damaged)
    damage(app, damaged, statement)
    home = phone.get("/")
    assert home.status_code == 200
    assert sound in read(home).links
    assert damaged not in read(home).links
    assert "cannot be read" in words(home)
    assert ("Spoiled cannot be read" in words(home)) == ("number = 2" in statement)
    assert "scorer check" in words(home)
    assert "scorer restore" in words(home)
    assert phone.record(sound).status_code == 303
    assert phone.record(phone.start()).status_code == 303


def test_no_page_of_a_damaged_sheet_ends_in_something_went_wrong(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    form = phone.form(f"{fresh}/hand", action="/hand")
    damage(app, fresh)
    answers = [phone.get(path) for path in of_a_sheet(app, "GET", fresh)]
    answers.append(phone.send("", form, tapped()))
    for answer in answers:
        assert answer.status_code == 500
        assert "This sheet cannot be read" in words(answer)
        assert "scorer check" in words(answer)
        assert "KeyError" not in answer.text


def test_a_damaged_sheet_is_archived_and_taken_out_of_the_archive(app: Flask, phone: Phone) -> None:
    sheet = phone.start(title="Spoiled")
    phone.record(sheet)
    damage(app, sheet)
    assert phone.send("/", phone.form("/", action="/archive")).status_code == 303
    assert "Spoiled" not in words(phone.get("/"))
    assert "Spoiled cannot be read" in words(phone.get("/archive"))
    assert phone.send("/", phone.form("/archive", action=f"{sheet}/unarchive")).status_code == 303
    assert "Spoiled cannot be read" in words(phone.get("/"))


def test_what_is_damaged_is_written_to_the_log(app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    sheet = phone.start()
    phone.record(sheet)
    damage(app, sheet)
    phone.get(sheet)
    assert f"sheet {sheet.rpartition('/')[2]}: entry 2 does not hold what it should" in caplog.text
