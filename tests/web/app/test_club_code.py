"""Where the host has set a club code, only a phone that knows it starts or brings in a sheet."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.web.app import club_code

from ..phone import PLAYERS, Phone, read

CODE = "Tuesday Bridge"
TABLE = "contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie\n6H,Amber,Cindy,7,49,6,49,6,6"
FIELD = "club-code-error"


@pytest.fixture
def app(app: Flask) -> Flask:
    app.config["CLUB_CODE"] = CODE
    return app


def start(phone: Phone, code: str = "", place: str = "192.0.2.7", **fields: Any) -> TestResponse:
    form = phone.form("/new/plain")
    sent = {"player": ["Amber", "Betty"], "action": "start", "club_code": code, **fields}
    return phone.send("/new/plain", form, sent, environ_base={"REMOTE_ADDR": place})


def asks(phone: Phone) -> bool:
    return "club-code" in phone.read("/new/plain").ids


@pytest.mark.parametrize("typed", [CODE, "tuesday bridge", " TUESDAYBRIDGE ", "\uff34uesday Bridge"])
def test_a_phone_types_the_code_once(phone: Phone, typed: str) -> None:
    assert asks(phone)
    assert start(phone, typed).status_code == 303
    assert not asks(phone)
    assert start(phone).status_code == 303


@pytest.mark.parametrize(
    ("typed", "error"), [("", club_code.MISSING), ("Tuesday Rummy", club_code.WRONG), ("ß\0", club_code.WRONG)]
)
def test_without_the_code_the_form_comes_back_with_what_was_typed(phone: Phone, typed: str, error: str) -> None:
    refused = start(phone, typed, title="Friday", dealer="1")
    assert refused.status_code == 422
    assert read(refused).errors == {FIELD: error}
    sent = read(refused).forms[0].fields
    assert {("player", "Amber"), ("player", "Betty"), ("title", "Friday"), ("dealer", "1")} <= {*sent}
    assert ("club_code", typed) in sent
    assert not phone.get("/bundle.zip").data.count(b"json")


def test_the_host_changes_the_code_and_it_is_asked_anew_but_sheets_stay(app: Flask, phone: Phone) -> None:
    sheet = urlsplit(start(phone, CODE).headers["Location"]).path.removesuffix("/hand")
    app.config["CLUB_CODE"] = "Wednesday Bridge"
    assert asks(phone)
    assert start(phone, CODE).status_code == 422
    assert phone.get(sheet).status_code == 200


def test_a_new_secret_key_asks_nobody_anew_as_long_as_cookies_hold(app: Flask, phone: Phone) -> None:
    start(phone, CODE)
    former, app.config["SECRET_KEY"] = app.config["SECRET_KEY"], "another key, of more than 32 bytes"
    app.config["SECRET_KEY_FALLBACKS"] = [former]
    assert not asks(phone)
    assert asks(Phone(app))


def test_the_cookie_of_another_app_and_one_that_is_made_up_are_no_code(app: Flask, phone: Phone) -> None:
    for mark in ("", CODE, club_code.MISSING, "é", 7):
        with phone.client.session_transaction() as session:
            session[club_code.REMEMBERED] = mark
        assert asks(phone)


def test_scoring_and_opening_by_a_link_ask_for_nothing(app: Flask, phone: Phone) -> None:
    sheet = urlsplit(start(phone, CODE).headers["Location"]).path.removesuffix("/hand")
    other = Phone(app)
    assert other.join(phone.share(sheet)).status_code == 303
    assert "club-code" not in other.get(f"{sheet}/who").text
    assert "club-code" not in phone.get(f"{sheet}/hand").text


def test_play_again_asks_on_its_own_form_and_loses_nothing(app: Flask, phone: Phone) -> None:
    app.config["CLUB_CODE"] = None
    sheet = phone.start()
    phone.record(sheet)
    assert phone.send("", phone.form(sheet, action="/finish")).status_code == 303
    assert "club-code" not in phone.get(f"{sheet}/end").text
    app.config["CLUB_CODE"] = CODE
    again = phone.form(f"{sheet}/end", action=sheet.removeprefix("/sheets/"))
    assert ("club_code", "") in again.fields
    refused = phone.send("", again, {"action": "start", "club_code": "Tuesday Rummy"})
    assert read(refused).errors == {FIELD: club_code.WRONG}
    kept = next(form for form in read(refused).forms if form.writes)
    assert [value for name, value in kept.fields if name == "player" and value] == list(PLAYERS)
    # Ellie dealt the hand that was played.
    assert ("dealer", "0") in kept.fields
    assert phone.send("", kept, {"action": "start", "club_code": CODE}).status_code == 303


@pytest.mark.parametrize("file", ["sheet", "link", "table"])
def test_what_is_imported_is_shown_first_and_the_code_asked_for_then(app: Flask, phone: Phone, file: str) -> None:
    app.config["CLUB_CODE"] = None
    sheet = phone.start()
    phone.record(sheet)
    text = TABLE
    if file == "sheet":
        text = phone.get(f"{sheet}/sheet.json").text
    elif file == "link":
        [text] = re.findall(r"http\S+#sheet=[^<\s]+", phone.get(f"{sheet}/send").text)
    app.config["CLUB_CODE"] = CODE
    other = Phone(app)
    assert "club-code" not in other.get("/import").text
    shown = other.send("/import", other.form("/import"), {"text": text})
    assert shown.status_code == 200
    bringing = next(form for form in read(shown).forms if form.action == "/import")
    refused = other.send("", bringing, {"action": "import"})
    assert refused.status_code == 422
    assert read(refused).errors == {FIELD: club_code.MISSING}
    again = next(form for form in read(refused).forms if form.action == "/import")
    assert other.send("", again, {"action": "import", "club_code": CODE}).status_code == 303
    assert "club-code" not in other.send("/import", other.form("/import"), {"text": text}).text


@pytest.mark.parametrize(
    ("places", "other"),
    [([f"192.0.2.{7}"], "192.0.2.8"), ([f"2001:db8::{last}" for last in range(11)], "2001:db8:0:1::1")],
)
def test_ten_wrong_codes_make_one_address_wait(app: Flask, phone: Phone, places: list[str], other: str) -> None:
    guesses = [start(phone, f"guess {n}", places[n % len(places)]).status_code for n in range(11)]
    assert guesses == [422] * 10 + [429]
    waits = start(phone, CODE, places[0], title="Friday")
    assert waits.status_code == 429
    seconds = int(waits.headers["Retry-After"])
    assert 0 < seconds <= 61
    assert read(waits).errors[FIELD].startswith("Too many codes were wrong: the next may be tried in ")
    assert ("title", "Friday") in read(waits).forms[0].fields
    assert start(phone, CODE, other).status_code == 303
    # What a phone typed once is not typed again, and who typed nothing has guessed nothing.
    assert start(phone, "", places[0]).status_code == 303


def test_an_empty_field_and_another_fault_of_the_form_are_no_guess(phone: Phone) -> None:
    answers = [start(phone, "", place="192.0.2.7").status_code for _ in range(11)]
    answers += [start(phone, "guess", place="192.0.2.7", player=["Amber"]).status_code for _ in range(11)]
    assert {*answers} == {422}
    assert start(phone, CODE).status_code == 303


def test_a_repeated_request_is_answered_as_the_first_time_whatever_the_code_is(app: Flask, phone: Phone) -> None:
    form = phone.form("/new/plain")
    sent = {"player": ["Amber", "Betty"], "action": "start", "club_code": CODE}
    first = phone.send("/new/plain", form, sent)
    app.config["CLUB_CODE"] = "Wednesday Bridge"
    assert phone.send("/new/plain", form, sent).headers["Location"] == first.headers["Location"]


def test_on_the_phone_alone_nobody_is_asked(app: Flask, phone: Phone) -> None:
    app.config["PHONE_ALONE"] = True
    assert not asks(phone)
    assert start(phone).status_code == 303


def test_without_javascript_a_preset_keeps_the_code_that_was_typed(phone: Phone) -> None:
    form = phone.form("/new/offender")
    for headers in ({}, {"HX-Request": "true"}):
        shown = phone.send("/new/offender", form, {"action": "keep:", "club_code": "Tues"}, headers=headers)
        assert ("club_code", "Tues") in read(shown).forms[0].fields
        assert FIELD not in read(shown).ids
