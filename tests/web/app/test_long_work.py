"""Requests that take long: one after the other; who has to wait too long loses nothing and may try again."""

import base64
import io
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask

from scorer.web.app import limits
from scorer.web.app.limits import FILES, SHEETS, Asker, Queue

from ..evening import four_hands
from ..phone import Phone, read, words

TABLE = "contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie\n6H,Amber,Cindy,7,49,6,49,6,6"


OTHER, NEXT, LAST = (Asker(f"phone {number}", "") for number in range(3))
STRANGER = Asker("", "192.0.2.7")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 0.05)


@contextmanager
def taken(line: Queue) -> Iterator[None]:
    """As many requests of others are being answered as may be at the same time."""
    with ExitStack() as turns:
        for asker in (OTHER, Asker("phone elsewhere", ""))[: line._turns]:
            turns.enter_context(entered(line, asker))
        yield


def entered(line: Queue, asker: Asker) -> ExitStack:
    turn = line.enter(asker)
    assert turn
    return turn


def test_one_has_the_turn_few_wait_for_it_and_the_next_has_it_when_it_ends() -> None:
    line = Queue(2)
    for _ in range(2):
        with taken(line):
            assert line.enter(NEXT) is None
    with taken(line):
        pass


def test_nobody_has_two_places_so_one_phone_takes_no_turn_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 5)
    line = Queue(3)
    with taken(line):
        begun = time.monotonic()
        assert [line.enter(OTHER) for _ in range(3)] == [None] * 3
        assert time.monotonic() - begun < 2
        waits = threading.Thread(target=lambda: (line.enter(NEXT) or ExitStack()).close())
        waits.start()
    waits.join()
    with taken(line):
        pass


def test_strangers_leave_the_last_place_to_phones_that_have_a_sheet() -> None:
    line = Queue(2)
    entered(line, STRANGER).close()
    with taken(line):
        begun = time.monotonic()
        assert line.enter(STRANGER) is None
        assert time.monotonic() - begun < limits.PATIENCE


def test_the_phones_of_one_address_have_one_turn_and_leave_others_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    line, ours = Queue(3, turns=2), [Asker(f"phone {number}", "192.0.2.7") for number in range(8)]
    with ExitStack() as stack:
        stack.enter_context(entered(line, ours[0]))
        assert line.enter(ours[1]) is None, "it waited in vain"
        monkeypatch.setattr(limits, "PATIENCE", 5)
        waits = threading.Thread(target=lambda: stack.enter_context(line.enter(ours[2]) or ExitStack()))
        waits.start()
        while len(line._here) < 2:
            time.sleep(0.01)
        assert [line.enter(each) for each in ours[3:]] == [None] * 5
        for _ in range(3):
            with entered(line, Asker("phone elsewhere", "192.0.2.8")):
                """Nobody waits for the phones of another address."""
    waits.join()


def test_a_phone_that_may_open_a_sheet_is_told_from_its_address(app: Flask, phone: Phone) -> None:
    def asked(by: Phone, address: str, path: str) -> Asker:
        by.get("/")
        cookie = by.client.get_cookie("device")
        headers = {"Cookie": f"device={cookie.value}"} if cookie else {}
        with app.test_request_context(path, environ_base={"REMOTE_ADDR": address}, headers=headers):
            return limits.asker()

    sheet, other = phone.start(), Phone(app)
    known = asked(phone, "192.0.2.7", "/import")
    assert (bool(known.phone), known.address) == (True, "192.0.2.7")
    assert known._replace(address="2001:db8::/64") == asked(phone, "2001:db8::1", f"{sheet}/sheet.pdf")
    assert asked(phone, "127.0.0.1", "/import").address == "", "behind a proxy that is not told of, all have it"
    assert asked(other, "192.0.2.7", "/import") == Asker("", "192.0.2.7")
    other.start()
    assert asked(other, "192.0.2.7", "/import").phone
    assert not asked(other, "192.0.2.7", f"{sheet}/sheet.pdf").phone


@pytest.mark.parametrize("counted_for", ["COMPUTING_A_MINUTE", "COMPUTING_OF_AN_ADDRESS"])
def test_who_has_kept_the_server_busy_for_long_waits_and_the_others_go_on(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, counted_for: str
) -> None:
    monkeypatch.setattr(limits, counted_for, 0.1)
    far, elsewhere = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "192.0.2.8"}
    sheet, other = four_hands(phone), Phone(app)
    drawn = f"{sheet}/picture.svg"
    with monkeypatch.context() as slow:
        slow.setattr("scorer.web.export.picture.draw", lambda *_: time.sleep(0.2) or b"<svg/>")
        assert phone.get(drawn, environ_base=far).status_code == 200
    refused = phone.get(drawn, environ_base=far)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert other.join(phone.share(sheet, "view"), environ_base=far).status_code == 303
    of_another_phone = 200 if counted_for == "COMPUTING_A_MINUTE" else 429
    assert other.get(drawn, environ_base=far).status_code == of_another_phone
    assert other.get(drawn, environ_base=elsewhere).status_code == 200
    assert phone.get(sheet, environ_base=far).status_code == 200


def test_a_page_that_has_to_wait_asks_again_by_itself_and_is_answered_then(phone: Phone, sheet: str) -> None:
    with taken(SHEETS), taken(FILES):
        shown = phone.get(f"{sheet}/sheet.pdf?paper=letter")
        assert ("meta", {"http-equiv": "refresh", "content": "5"}) in read(shown).tags
        sent = phone.send("/check-paper/offender", phone.form("/check-paper/offender"), {"text": TABLE})
        [again] = [attributes for tag, attributes in read(sent).tags if tag == "form"]
        assert again["data-again"] == "5"
        assert "this page asks again by itself" in words(sent)
        # What waits in the phone says why, and nothing of this page.
        assert '<p role="alert">The server works on something large for somebody else.</p>' in sent.text
    assert "Nothing is wrong" in words(phone.send("/check-paper/offender", read(sent).forms[0]))


def test_nobody_waits_where_enough_wait_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 5)
    line = Queue(2)
    with taken(line):
        waits = threading.Thread(target=lambda: (line.enter(NEXT) or ExitStack()).close())
        waits.start()
        time.sleep(0.5)  # It stands in the line by now.
        begun = time.monotonic()
        assert line.enter(LAST) is None
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


def test_whoever_plays_does_not_wait_for_files(phone: Phone, sheet: str) -> None:
    with taken(FILES):
        assert phone.record(sheet).status_code == 303
        assert phone.get("/import").status_code == phone.get("/check-paper/plain").status_code == 200
        assert phone.get(f"{sheet}/sheet.pdf").status_code == 200


@pytest.mark.parametrize("name", ["sheet.pdf?paper=letter", "sheet.xlsx", "picture.svg"])
def test_what_is_drawn_on_paper_has_to_wait(phone: Phone, sheet: str, name: str) -> None:
    with taken(SHEETS):
        refused = phone.get(f"{sheet}/{name}")
        assert refused.status_code == 503
        assert f"{sheet}/{name}" in read(refused).links
        assert phone.get(f"{sheet}/sheet.csv").status_code == 200


def test_a_long_sheet_waits_and_loses_no_change(phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    monkeypatch.setattr("scorer.web.app.access.LONG_SHEET", 3)
    with taken(SHEETS):
        refused = phone.send(f"{sheet}/hand/2", form, {"tricks": "5"})
        assert refused.status_code == 503
        again = read(refused).forms[0]
    assert phone.send("", again).status_code == 303
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["tricks"] == 5


def test_whoever_plays_on_a_long_sheet_waits_for_nobody_but_to_see_it_as_it_was(
    phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.app.access.LONG_SHEET", 3)
    with taken(SHEETS):
        assert phone.record(sheet).status_code == 303
        assert phone.get(sheet).status_code == 200
        assert phone.get(f"{sheet}/news?seen=6").status_code == 204
        assert phone.undo(sheet).status_code == 303
        then = [phone.get(f"{sheet}/history/4{part}").status_code for part in ("", "/rows", "/table")]
    assert then == [503, 503, 503]


def test_a_turn_ends_with_its_request_also_where_that_fails(app: Flask, phone: Phone) -> None:
    for text in (TABLE, "nonsense", "[" * 100_000):
        phone.send("/import", phone.form("/import"), {"text": text})
    with taken(FILES):
        pass
