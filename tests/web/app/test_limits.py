"""One address starts so many sheets in a minute; what is entered when that is too many stays where it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorer import create_app
from scorer.web.app import limits

from ...one_app import close
from ..phone import Phone, read, words

CLUB, OTHER = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "192.0.2.8"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}
MOST = 3
TABLE = "contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie\n6H,Amber,Cindy,7,49,6,49,6,6"


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    app = create_app(
        {"TESTING": True, "NEW_SHEETS_A_MINUTE": getattr(request, "param", MOST)}, tmp_path / "instance"
    )
    yield app
    close(app)


def start(phone: Phone, place: dict[str, str], **fields: Any) -> TestResponse:
    form = phone.form("/new/plain", environ_base=place)
    sent = {"player": ["Amber", "Betty"], "action": "start", **fields}
    return phone.send("/new/plain", form, sent, environ_base=place)


def test_one_address_starts_no_more_sheets_than_it_may_and_others_go_on(phone: Phone) -> None:
    assert [start(phone, CLUB).status_code for _ in range(MOST + 1)] == [303] * MOST + [429]
    assert start(phone, OTHER).status_code == 303


def test_a_form_that_is_refused_keeps_what_was_entered_and_says_when_to_try_again(phone: Phone) -> None:
    for _ in range(MOST):
        start(phone, CLUB)
    refused = start(phone, CLUB, title="Friday at Betty's", dealer="0", highest_wins="0")
    assert refused.status_code == 429
    seconds = int(refused.headers["Retry-After"])
    assert 0 < seconds <= 61
    assert f"3 sheets started from here within a minute: the next may be in {seconds} second" in words(refused)
    sent = read(refused).forms[0].fields
    assert [value for name, value in sent if name == "player"][:2] == ["Amber", "Betty"]
    assert ("title", "Friday at Betty's") in sent
    assert ("dealer", "0") in sent


def test_a_repeated_request_is_answered_as_the_first_time(phone: Phone) -> None:
    form = phone.form("/new/plain", environ_base=CLUB)
    fields = {"player": ["Amber", "Betty"], "action": "start"}
    answers = [phone.send("/new/plain", form, fields, environ_base=CLUB) for _ in range(MOST + 2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_what_is_refused_otherwise_is_not_counted(phone: Phone) -> None:
    for _ in range(MOST + 1):
        assert start(phone, CLUB, player=["Amber"]).status_code == 422
    assert start(phone, CLUB).status_code == 303


@pytest.mark.parametrize("here", [HERE, {"REMOTE_ADDR": "::1"}, {"REMOTE_ADDR": "127.9.9.9"}])
def test_nothing_is_counted_on_the_machine_itself(phone: Phone, here: dict[str, str]) -> None:
    assert {start(phone, here).status_code for _ in range(MOST + 1)} == {303}


def test_the_addresses_of_one_host_are_one(phone: Phone) -> None:
    answers = [start(phone, {"REMOTE_ADDR": f"2001:db8::{number}"}).status_code for number in range(MOST + 1)]
    assert answers == [303] * MOST + [429]
    assert start(phone, {"REMOTE_ADDR": "2001:db8:0:1::1"}).status_code == 303


def test_sheets_are_brought_in_as_often_as_they_are_started_and_the_file_is_kept(phone: Phone) -> None:
    form = phone.form("/import", environ_base=CLUB)
    shown = phone.send("/import", form, {"text": TABLE}, environ_base=CLUB)
    bringing = next(form for form in read(shown).forms if form.action == "/import")
    for _ in range(MOST):
        start(phone, CLUB)
    refused = phone.send("/import", bringing, {"action": "import"}, environ_base=CLUB)
    assert refused.status_code == 429
    again = read(refused).forms[0]
    assert phone.send("/import", again, environ_base=OTHER).status_code == 303


@pytest.mark.parametrize("page", ["/import", "/check-paper/offender"])
def test_one_address_has_no_more_files_looked_through_than_it_may_and_each_is_kept(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(limits, "FILES_A_MINUTE", MOST)
    form = phone.form(page, environ_base=CLUB)
    answers = [phone.send(page, form, {"text": TABLE}, environ_base=CLUB) for _ in range(MOST + 1)]
    assert [answer.status_code for answer in answers] == [200] * MOST + [429]
    assert f"{MOST} files sent from here within a minute: the next may be in" in words(answers[-1])
    again = read(answers[-1]).forms[0]
    assert phone.send(page, again, environ_base=OTHER).status_code == 200
    assert phone.send(page, again, environ_base=HERE).status_code == 200


class Away(MemoryStorage):
    """A store of another machine's, which is away."""

    STORAGE_SCHEME: ClassVar[list[str]] = ["away"]

    @property
    def base_exceptions(self) -> type[Exception]:
        return ConnectionError

    def acquire_entry(self, *_: object, **__: object) -> bool:
        raise ConnectionError("nobody is there")


def test_a_store_of_the_limits_that_is_away_keeps_nobody_from_a_sheet_and_lifts_no_limit(
    app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    app.config["RATELIMIT_STORAGE_URI"] = "away://"
    assert [start(phone, CLUB).status_code for _ in range(MOST + 1)] == [303] * MOST + [429]
    assert "The store of the limits did not answer: nobody is there" in caplog.text


@pytest.mark.parametrize("app", [0], indirect=True)
def test_a_host_may_want_no_limit(phone: Phone) -> None:
    assert {start(phone, CLUB).status_code for _ in range(5)} == {303}


def test_a_hundred_in_a_minute_are_not_too_many_as_long_as_nobody_says_otherwise(tmp_path: Path) -> None:
    made = create_app({"TESTING": True}, tmp_path / "other")
    assert made.config["NEW_SHEETS_A_MINUTE"] >= 100
    close(made)
