"""Requests that take long: one after the other; who has to wait too long loses nothing and may try again."""

import base64
import io
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from scorer.sheet.importing import work
from scorer.web.app import long_work
from scorer.web.app.long_work import FILES, SHEETS, Queue

from ..evening import four_hands
from ..phone import Phone, read, words

TABLE = "contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie\n6H,Amber,Cindy,7,49,6,49,6,6"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "PATIENCE", 0.05)


@contextmanager
def taken(line: Queue) -> Iterator[None]:
    """Somebody else's request is being answered."""
    turn = line.enter()
    assert turn
    with turn:
        yield


def test_one_has_the_turn_few_wait_for_it_and_the_next_has_it_when_it_ends() -> None:
    line = Queue(2)
    for _ in range(2):
        with taken(line):
            assert line.enter() is None
    with taken(line):
        pass


def test_nobody_waits_where_enough_wait_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "PATIENCE", 5)
    line = Queue(2)
    with taken(line):
        waits = threading.Thread(target=lambda: line.enter())
        waits.start()
        time.sleep(0.5)  # It stands in the line by now.
        begun = time.monotonic()
        assert line.enter() is None
        assert time.monotonic() - begun < 2
    waits.join()


def test_a_file_that_has_to_wait_too_long_is_kept_to_be_sent_again(phone: Phone) -> None:
    data = {**dict(phone.form("/import").fields), "file": (io.BytesIO(TABLE.encode()), "friday.csv")}
    with taken(FILES):
        refused = phone.client.post("/import", data=data, content_type="multipart/form-data")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "A moment, please" in words(refused)
    [form] = [form for form in read(refused).forms if form.action == "/import"]
    assert base64.b64decode(dict(form.fields)["kept"]).decode() == TABLE


def test_what_was_refused_for_want_of_time_is_taken_when_it_is_sent_again(phone: Phone) -> None:
    form = phone.form("/check-paper/offender")
    with taken(FILES):
        refused = phone.send("/check-paper/offender", form, {"text": TABLE})
        assert refused.status_code == 503
        again = read(refused).forms[0]
    answer = phone.send("/check-paper/offender", again)
    assert answer.status_code == 200
    assert "Nothing is wrong" in words(answer)


def test_whoever_plays_does_not_wait_for_files(phone: Phone) -> None:
    sheet = four_hands(phone)
    with taken(FILES):
        assert phone.record(sheet).status_code == 303
        assert phone.get("/import").status_code == phone.get("/check-paper/plain").status_code == 200
        assert phone.get(f"{sheet}/sheet.pdf").status_code == 200


@pytest.mark.parametrize("name", ["sheet.pdf?paper=letter", "sheet.xlsx", "picture.svg"])
def test_what_is_drawn_on_paper_has_to_wait(phone: Phone, name: str) -> None:
    sheet = four_hands(phone)
    with taken(SHEETS):
        refused = phone.get(f"{sheet}/{name}")
        assert refused.status_code == 503
        assert f"{sheet}/{name}" in read(refused).links
        assert phone.get(f"{sheet}/sheet.csv").status_code == 200


def test_a_long_sheet_has_to_wait_for_another_and_its_change_is_not_lost(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    monkeypatch.setattr("scorer.web.app.access.LONG_SHEET", 3)
    with taken(SHEETS):
        refused = phone.send(f"{sheet}/hand/2", form, {"tricks": "5"})
        assert refused.status_code == 503
        again = read(refused).forms[0]
    assert phone.send("", again).status_code == 303
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["tricks"] == 5


def test_whoever_plays_on_a_long_sheet_waits_for_nobody(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = four_hands(phone)
    monkeypatch.setattr("scorer.web.app.access.LONG_SHEET", 3)
    with taken(SHEETS):
        assert phone.record(sheet).status_code == 303
        assert phone.get(sheet).status_code == 200
        assert phone.get(f"{sheet}/news?seen=6").status_code == 204
        assert phone.undo(sheet).status_code == 303


def test_a_turn_ends_with_its_request_also_where_that_fails(app: Flask, phone: Phone) -> None:
    for text in (TABLE, "nonsense", "[" * 100_000):
        phone.send("/import", phone.form("/import"), {"text": text})
    with taken(FILES):
        pass


def test_more_than_can_be_looked_through_is_refused_with_the_limit_and_what_to_do(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work.Work.__init__, "__defaults__", (10,))
    hand = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
    names = ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
    facts = {"format": "score-sheet/1", "game": "offender", "players": names, "hands": [hand] * 11}
    refused = phone.send("/import", phone.form("/import"), {"text": json.dumps(facts)})
    assert refused.status_code == 422
    assert "40,000 hands and entries together: import the sheets in several files." in words(refused)
