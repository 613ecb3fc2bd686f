"""One address starts so many sheets in a minute; what is entered when that is too many stays where it was."""

import io
import json
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorer import create_app
from scorer.site.host import Host
from scorer.store import database, people, scorebook
from scorer.web.app import limits

from ...one_app import close
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words
from ..writing import WRITE, WRITE_NO_ENTRY, Fields

CLUB, OTHER = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "192.0.2.8"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}
MOST = 3
pytestmark = pytest.mark.sqlite
TABLE = "contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie\n6H,Amber,Cindy,7,49,6,49,6,6"


@pytest.fixture
def app(app: Flask, request: pytest.FixtureRequest) -> Flask:
    app.config["NEW_SHEETS_A_MINUTE"] = getattr(request, "param", MOST)
    return app


def start(phone: Phone, place: dict[str, str], **fields: Any) -> TestResponse:
    form = phone.form("/new/plain", environ_base=place)
    sent = {"player": ["Amber", "Betty"], "action": "start", **fields}
    return phone.send("/new/plain", form, sent, environ_base=place)


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


def test_what_is_refused_otherwise_or_repeated_is_not_counted(phone: Phone) -> None:
    for _ in range(MOST + 1):
        assert start(phone, CLUB, player=["Amber"]).status_code == 422
    answers = [start(phone, CLUB, key="one") for _ in range(MOST + 2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1


@pytest.mark.parametrize("here", [HERE, {"REMOTE_ADDR": "::1"}, {"REMOTE_ADDR": "127.9.9.9"}])
def test_nothing_is_counted_on_the_machine_itself(phone: Phone, here: dict[str, str]) -> None:
    assert {start(phone, here).status_code for _ in range(MOST + 1)} == {303}


def test_the_addresses_of_one_host_are_one_and_so_is_whatever_is_none(phone: Phone) -> None:
    answers = [start(phone, {"REMOTE_ADDR": f"2001:db8::{number}"}).status_code for number in range(MOST + 1)]
    assert answers == [303] * MOST + [429]
    assert start(phone, {"REMOTE_ADDR": "2001:db8:0:1::1"}).status_code == 303
    places = [{"REMOTE_ADDR": said} for said in ("unix:", "nobody", "[", "1.2.3.4.5:6")]
    assert [start(phone, place).status_code for place in places] == [303] * MOST + [429]


@pytest.mark.parametrize(
    "written", ["{}", "[{}]", "[{}]:4711", "{}%eth0", "[{}%1]:80", "192.0.2.7:9", "[::ffff:192.0.2.7]:80"]
)
def test_an_address_is_read_as_proxies_write_it(written: str) -> None:
    meant = "2001:db8::1" if "{}" in written else "192.0.2.7"
    assert str(limits.address_in(written.format(meant))) == meant


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
def test_one_address_sends_only_so_many_files(phone: Phone, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
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


def test_a_limit_store_that_is_away_stops_nobody(
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


def acting(app: Flask, phone: Phone, most: int = MOST) -> str:
    """A sheet on which a phone may do so many acts in a minute."""
    app.config["ACTS_A_MINUTE"] = most
    return phone.start()


def test_a_phone_does_no_more_acts_in_a_minute_than_it_may_wherever_it_is(app: Flask, phone: Phone) -> None:
    sheet = acting(app, phone)
    assert [phone.record(sheet).status_code for _ in range(MOST)] == [303] * MOST
    form = phone.form(f"{sheet}/hand", action="/hand")
    refused = phone.send("", form, tapped(), environ_base=CLUB)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert "3 changes of this phone within a minute: the next may be in" in words(refused)
    assert phone.undo(sheet).status_code == phone.call(sheet, "5C").status_code == 429
    assert phone.version(sheet) == "4"
    other = Phone(app)
    assert other.join(phone.share(sheet, "score")).status_code == 303
    assert other.record(sheet, TABLE_GAMES[1]).status_code == 303
    app.config["ACTS_A_MINUTE"] = MOST + 1
    app.extensions.pop(limits.EXTENSION)
    again = read(refused).forms[0]
    assert ("tricks", "7") in again.fields
    assert phone.send("", again).status_code == 409, "another phone wrote meanwhile, and the hand is offered again"


def test_a_phone_that_is_its_own_host_counts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "limits", None)
    host = Host("https://club.example/scorer/app/", str(tmp_path / "own"))
    own = Phone(host.app)
    own.client.set_cookie("device", host._cookies["device"], domain="club.example")
    far = {"base_url": "https://club.example/"}
    form = own.form("/new/plain", **far)
    started = own.send("/new/plain", form, {"player": ["Amber", "Betty"], "action": "start"}, **far)
    assert started.status_code == 303, words(started)
    sheet = started.headers["Location"].removesuffix("/hand")
    form = own.form(f"{sheet}/hand", action="/hand", **far)
    recorded = own.send("", form, {"points_0": "10", "points_1": "0"}, **far)
    assert recorded.status_code == 303, words(recorded)
    close(host.app)


def test_what_is_repeated_or_refused_is_no_act_more(app: Flask, phone: Phone) -> None:
    sheet = acting(app, phone)
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert {phone.send("", form, {**tapped(), "tricks": "99"}).status_code for _ in range(MOST + 1)} == {422}
    assert {phone.send("", form, tapped()).status_code for _ in range(MOST + 1)} == {303}
    assert [phone.record(sheet).status_code for _ in range(MOST)] == [303] * (MOST - 1) + [429]


def is_an_act(app: Flask, phone: Phone, form: Form, fields: Fields) -> None:
    """A phone that has done as much as it may within a minute is refused it."""
    most, app.config["ACTS_A_MINUTE"] = app.config["ACTS_A_MINUTE"], 1
    with app.test_request_context():
        device = phone.client.get_cookie("device")
        limits.act_done(people.known_device(device.value if device else "") or "")
    refused = phone.send("", form, fields)
    assert refused.status_code == 429, words(refused)
    assert "1 change of this phone within a minute" in words(refused)
    app.config["ACTS_A_MINUTE"] = most
    app.extensions.pop(limits.EXTENSION)


WRITES_FOR_NO_OTHER = {"paper.check_sheet", "paper.check_typed", "settings.save", "spellings.merge"}
"""Routes that take a form and write nothing into the database."""


def test_whatever_else_is_written_is_an_act_and_only_what_is_taken_counts(app: Flask, phone: Phone) -> None:
    previews = {route for route in WRITE_NO_ENTRY if route.endswith(".preview")}
    acts = WRITE_NO_ENTRY - previews - WRITES_FOR_NO_OTHER
    assert {route for route in acts if not hasattr(app.view_functions[route], "__wrapped__")} == set()
    sheet = acting(app, phone)
    link, form = phone.share(sheet), phone.form(f"{sheet}/who", action="/who")
    assert {phone.send("", form, {"player": "Zoe"}).status_code for _ in range(MOST + 1)} == {422}
    told = [phone.send("", form, {"player": "Betty"}).status_code for _ in range(MOST + 1)]
    assert told == [303] * MOST + [429]
    assert phone.record(sheet).status_code == 429, "it is counted with the entries"
    # Each phone that comes by the link is another one; their address is the same.
    most = MOST * limits.PHONES_OF_AN_ADDRESS
    come = [Phone(app).join(link, environ_base=CLUB) for _ in range(most + 1)]
    assert [answer.status_code for answer in come] == [303] * most + [429]
    assert f"{most} changes from here within a minute: the next may be in" in words(come[-1])
    assert Phone(app).join(link, environ_base=OTHER).status_code == 303


@pytest.mark.parametrize("address", [CLUB, HERE])
def test_the_phones_of_one_address_do_together_what_a_club_does_and_no_more(
    app: Flask, phone: Phone, address: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PHONES_OF_AN_ADDRESS", 2)
    sheets = [(each, each.start()) for each in (phone, Phone(app), Phone(app))]
    app.config["ACTS_A_MINUTE"] = 2
    done: list[int] = []
    for each, sheet in sheets:
        for hand in TABLE_GAMES[:2]:
            form = each.form(f"{sheet}/hand", action="/hand")
            done.append(each.send("", form, tapped(hand), environ_base=address).status_code)
    assert done == [303] * 4 + ([429] * 2 if address == CLUB else [303] * 2)


@pytest.mark.parametrize("route", WRITE)
def test_every_command_on_a_sheet_is_an_act_and_is_refused_with_a_sentence_below_a_reserve_of_disk(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    """But the end of a sheet, which is written there too."""
    sheet, form, fields = WRITE[route][0](phone)
    form.action = form.action or "/import"
    if sheet:
        is_an_act(app, phone, form, fields)
    left = 19_999_999 if sheet else 199_999_999
    monkeypatch.setattr(database.shutil, "disk_usage", lambda path: SimpleNamespace(free=left))
    refused = phone.send("", form, fields)
    if route == "sheets.finish":
        assert refused.status_code == 303
        return
    assert refused.status_code == 503, words(refused)
    least = 20 if sheet else 200
    assert f"has less than {least} MB left, and these are kept for the sheets that are there" in words(refused)
    [again] = [form for form in read(refused).forms if form.writes]
    monkeypatch.undo()
    assert phone.send("", again).status_code == 303


@pytest.mark.parametrize("fault", [OSError("no such disk"), AttributeError("disk_usage"), NotImplementedError()])
def test_a_disk_that_does_not_tell_has_room(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def asked(path: Path) -> None:
        raise fault

    monkeypatch.setattr(database.shutil, "disk_usage", asked)
    assert phone.record(phone.start()).status_code == 303


def test_a_full_sheet_can_be_read_finished_and_exported(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert scorebook.MOST_ENTRIES == 20_000
    sheet = phone.start()
    assert phone.record(sheet).status_code == 303
    form = phone.form(f"{sheet}/hand", action="/hand")
    monkeypatch.setattr(scorebook, "MOST_ENTRIES", 2)
    refused = phone.send("", form, tapped())
    assert refused.status_code == 422
    assert "This sheet has 2 entries, as many as one may have." in words(refused)
    assert ("tricks", "7") in read(refused).forms[0].fields
    for page in ("", "/sheet.csv", "/sheet-with-history.json"):
        assert phone.get(f"{sheet}{page}").status_code == 200
    assert phone.send("", phone.form(sheet, action="/finish")).status_code == 303
    assert phone.send("", phone.form(sheet, action="/reopen")).status_code == 422


def bundle(phone: Phone, sheets: int, **how: Any) -> TestResponse:
    """So many new sheets in one ZIP, looked at and imported."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for number in range(sheets):
            head = {"format": "score-sheet/1", "game": "plain", "players": ["Amber", "Betty"]}
            made.writestr(f"{number}.json", json.dumps({**head, "title": f"Friday {number}", "hands": []}))
    sent = {**dict(phone.form("/import").fields), "file": (io.BytesIO(packed.getvalue()), "many.zip")}
    looked = phone.client.post("/import", data=sent, content_type="multipart/form-data", **how)
    [form] = [form for form in read(looked).forms if form.writes]
    return phone.send("/import", form, {"action": "import"}, **how)


def test_each_sheet_of_a_bundle_counts_as_one_started(app: Flask, phone: Phone) -> None:
    app.config["NEW_SHEETS_A_MINUTE"] = 10
    assert bundle(phone, 6, environ_base=CLUB).status_code == 303
    refused = bundle(phone, 6, environ_base=CLUB)
    assert refused.status_code == 429
    again = read(refused).forms[0]
    assert phone.send("/import", again, environ_base=OTHER).status_code == 303
    assert phone.send("/import", again, environ_base=OTHER).status_code == 303, "repeated"
    assert [start(phone, CLUB).status_code for _ in range(5)] == [303] * 4 + [429]


def test_more_sheets_than_a_minute_has_come_together_where_none_came_before(app: Flask, phone: Phone) -> None:
    app.config["NEW_SHEETS_A_MINUTE"] = 10
    assert bundle(phone, 12, environ_base=CLUB).status_code == 303
    assert start(phone, CLUB).status_code == 429
    assert bundle(phone, 12, environ_base=OTHER).status_code == 303
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.9"}):
        assert [limits.seconds_to_wait(limits.BUNDLE) > 0 for _ in range(2)] == [False, True]


def wrong(phone: Phone, address: str) -> int:
    sent = phone.send("/join", phone.form("/join"), {"code": "ACDEFHJK"}, environ_base={"REMOTE_ADDR": address})
    return sent.status_code


def test_codes_are_not_guessed_without_end(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    site = [wrong(Phone(app), f"2001:db8:0:{number:x}::1") for number in range(62)]
    assert site == [422] * 60 + [429] * 2
    assert [wrong(Phone(app), f"::ffff:192.0.2.{number % 2}") for number in range(22)] == [422] * 20 + [429] * 2
    assert (limits.WRONG_CODES_AN_HOUR, wrong(Phone(app), "2001:db8:1::1")) == (1000, 422)
    monkeypatch.setattr(limits, "WRONG_CODES_AN_HOUR", MOST)
    addresses = [f"2001:db8:{number:x}::1" for number in range(2, 7)]
    assert [wrong(Phone(app), address) for address in addresses] == [422] * MOST + [429] * 2
    sheet = phone.start()
    assert wrong(phone, "2001:db8:9::1") == 422, "a phone that is known here"
    link, other = phone.share(sheet, "view"), Phone(app)
    assert other.join(link, environ_base={"REMOTE_ADDR": addresses[-1]}).status_code == 303
