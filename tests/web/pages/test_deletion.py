"""A sheet is deleted for everybody by the phone that began it; every other phone takes it off itself."""

from pathlib import Path

import pytest
from flask import Flask

from scorer import create_app
from scorer.store import catalogue, people
from scorer.store.models import EntryRecord, SheetRecord, db

from ...one_app import close
from ..evening import four_hands, joined, said
from ..phone import Phone, read, tapped, words


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = four_hands(phone)
    phone.send("/", phone.form("/", action="/archive"))
    return sheet


def test_the_phone_that_began_a_sheet_deletes_it_for_everybody_in_two_taps(
    app: Flask, phone: Phone, sheet: str
) -> None:
    betty = joined(app, phone, sheet, "score", "Betty")
    form, link = betty.form(f"{sheet}/hand", action="/hand"), phone.share(sheet)
    phone.say_who(sheet, "Amber")
    assert f"{sheet}/delete" in phone.read("/archive").links
    asked = phone.get(f"{sheet}/delete")
    assert "Offender Amber, Betty, Cindy, Diana, Ellie 4 hands" in words(asked)
    assert f"{sheet}/sheet-with-history.json" in read(asked).links
    deleted = phone.send("", phone.form(f"{sheet}/delete", action="/delete"))
    assert "Offender is deleted for everybody." in said(phone.get(deleted.headers["Location"]))
    for each in (phone, betty):
        for path in ("", "/hand", "/sheet.csv", "/news?seen=1", "/share", "/delete"):
            assert each.get(sheet + path).status_code == 410, path
        assert "Amber deleted it for everybody, " in words(each.get(sheet))
        assert sheet not in (*each.read("/").links, *each.read("/archive").links)
    assert betty.send("", form, tapped()).status_code == 410
    # To a phone that never had it, it is as if there were none.
    assert Phone(app).get(sheet).status_code == Phone(app).get(link).status_code == 404
    with app.app_context():
        assert people.undelete(sheet.rpartition("/")[2]) == 2
    assert betty.send("", form, tapped()).status_code == 303


def test_other_phones_take_the_sheet_off_themselves_alone(app: Flask, phone: Phone, sheet: str) -> None:
    other = joined(app, phone, sheet, "score", "Betty")
    other.send("/", other.form("/", action="/archive"))
    assert f"{sheet}/delete" not in other.read("/archive").links
    assert other.get(f"{sheet}/delete").status_code == 403
    form = other.form("/archive", action="/leave")
    refused = other.form("/archive", action="/leave")
    refused.action = f"{sheet}/delete"
    assert other.send("", refused).status_code == 403
    assert other.send("", form).status_code == 303
    assert "Taken off this phone." in said(other.get("/archive"))
    assert other.get(sheet).status_code == 404
    assert phone.get(sheet).status_code == 200
    assert other.get(phone.share(sheet)).status_code == 303


def test_a_phone_that_imported_a_sheet_began_it_here(app: Flask, phone: Phone, sheet: str) -> None:
    other = Phone(app)
    file = phone.get(f"{sheet}/sheet-with-history.json").text
    looked = other.send("/import", other.form("/import"), {"text": file})
    form = next(form for form in read(looked).forms if form.writes)
    here = other.send("", form, {"action": "import"}).location
    assert other.get(f"{here}/delete").status_code == 200


def test_what_was_deleted_a_month_ago_goes_when_the_app_starts(
    app: Flask, phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.send("", phone.form(f"{sheet}/delete", action="/delete"))
    monkeypatch.setattr(catalogue, "WAITS", -catalogue.WAITS)
    catalogue.purge_in(app)
    assert phone.get(sheet).status_code == 404


def test_on_the_phone_alone_a_sheet_is_gone_at_once_after_the_offer_to_save_it(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path, alone=True)
    phone = Phone(app)
    sheet, kept = phone.start(), phone.start()
    phone.send("/", phone.form("/", action=f"{sheet}/archive"))
    asked = phone.get(f"{sheet}/delete")
    assert f"{sheet}/sheet-with-history.json" in read(asked).links
    assert "It is gone at once." in words(asked)
    phone.send("", phone.form(f"{sheet}/delete", action="/delete"))
    assert phone.get(sheet).status_code == 404
    assert phone.get(kept).status_code == 200
    with app.app_context():
        assert db.session.query(SheetRecord).count() == db.session.query(EntryRecord).count() == 1
    close(app)
