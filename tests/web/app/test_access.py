"""Who may open what: no accounts, a key in a cookie, and links."""

import os
import re
import stat
import time
from logging import getLogger
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer import create_app, secret_key
from scorer.store import devices
from scorer.store.sharing import LETTERS

from ...one_app import close
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words

LASTING = 390 * 24 * 3600
"""Browsers keep a cookie for 400 days at most; this is nearly that, in seconds."""
DEVICE = re.compile(r'name="device" value="([^"]+)"')


def cookies(phone: Phone, path: str, **kwargs: str) -> dict[str, dict[str, str]]:
    """The attributes of every cookie that a page sets."""
    found = {}
    for line in phone.get(path, **kwargs).headers.getlist("Set-Cookie"):
        pair, *attributes = line.split("; ")
        named = (part.partition("=") for part in attributes)
        found[pair.partition("=")[0]] = {name: value for name, _, value in named}
    return found


def test_a_phone_that_may_only_look_sees_the_sheet_and_its_files(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    viewer = Phone(app)
    viewer.get(phone.share(sheet, "view"))
    for path in ("", "/rows", "/table", "/sheet.csv", "/sheet.json", "/news?seen=0&entering=1"):
        assert viewer.get(sheet + path).status_code == 200, path
    snapshot = viewer.read(sheet)
    shown = words(viewer.get(sheet))
    assert "You can only look here. New hands appear by themselves. To score here, ask whoever scores" in shown
    assert "You can only look" not in words(phone.get(sheet))
    assert not [form.action for form in snapshot.forms if form.sends]
    links = (*snapshot.links, *viewer.read(f"{sheet}/hands/2").links)
    assert not [link for link in links if link.startswith((f"{sheet}/hand/", f"{sheet}/share"))]
    assert f"{sheet}/hand" not in links


def test_a_phone_that_may_only_look_can_archive_the_sheet_for_itself_alone(app: Flask, phone: Phone) -> None:
    sheet = phone.start(title="Friday")
    viewer = Phone(app)
    viewer.get(phone.share(sheet, "view"))
    assert viewer.send("/", viewer.form("/", action="/archive")).status_code == 303
    assert sheet not in viewer.read("/").links
    assert sheet in phone.read("/").links


@pytest.mark.parametrize(("role", "status"), [("score", 200), ("view", 403)])
def test_a_link_opens_its_sheet_in_its_role_and_its_key_leaves_the_address(
    app: Flask, phone: Phone, role: str, status: int
) -> None:
    sheet = phone.start()
    link = phone.share(sheet, role)
    other = Phone(app)
    joined = other.get(link)
    assert joined.status_code == 303
    assert joined.headers["Location"] == sheet
    assert joined.headers["Referrer-Policy"] == "no-referrer"
    assert other.get(sheet).status_code == 200
    assert link.rpartition("/")[2] not in other.get(sheet).text
    assert other.get(f"{sheet}/hand").status_code == status
    assert sheet in other.read("/").links


def test_two_phones_that_score_write_on_one_sheet(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    other.get(phone.share(sheet, "score"))
    phone.record(sheet, TABLE_GAMES[0])
    assert other.record(sheet, TABLE_GAMES[1]).status_code == 303
    assert phone.totals(sheet) == other.totals(sheet) == [87, 27, 87, 44, 27]


def test_the_link_of_a_viewer_takes_no_scoring_away(phone: Phone) -> None:
    sheet = phone.start()
    assert phone.get(phone.share(sheet, "view")).status_code == 303
    assert phone.get(f"{sheet}/hand").status_code == 200


@pytest.mark.parametrize("key", ["wrong", "x" * 5000, "%00", "🃏", "' OR 1=1 --", "%ff%fe"])
def test_a_wrong_link_opens_nothing(app: Flask, phone: Phone, key: str) -> None:
    sheet = phone.start()
    phone.share(sheet, "score")
    other = Phone(app)
    assert other.get(f"/join/{sheet.rpartition('/')[2]}/{key}").status_code == 404
    assert other.get(sheet).status_code == 404


def test_a_link_of_one_sheet_opens_no_other(app: Flask, phone: Phone) -> None:
    first, second = phone.start(), phone.start()
    link = phone.share(first, "score")
    other = Phone(app)
    assert other.get(link.replace(first.rpartition("/")[2], second.rpartition("/")[2])).status_code == 404
    assert other.get(second).status_code == 404


def test_stopped_links_open_nothing_but_the_phones_they_opened_keep_the_sheet(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    link = phone.share(sheet, "score")
    before, after = Phone(app), Phone(app)
    before.get(link)
    stopped = phone.send(f"{sheet}/share", phone.form(f"{sheet}/share", action="/revoke"))
    assert stopped.status_code == 303
    assert after.get(link).status_code == 404
    assert before.get(f"{sheet}/hand").status_code == 200
    assert "open this sheet no more" in words(phone.get(f"{sheet}/share"))


def test_a_link_is_shown_again_whenever_it_is_wanted(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    links = {role: phone.share(sheet, role) for role in ("score", "agree", "view")}
    assert len(set(links.values())) == 3
    assert {role: phone.share(sheet, role) for role in links} == links
    other = Phone(app)
    other.get(links["score"])
    assert other.share(sheet, "view") == links["view"]
    assert "3 links open this sheet" in words(phone.get(f"{sheet}/share"))
    # Only a link that was given is shown, and the page without one shows none.
    assert "/join/" not in phone.get(f"{sheet}/share").text
    assert "/join/" not in phone.get(f"{phone.start()}/share?role=view").text


def code_of(phone: Phone, sheet: str, role: str) -> str:
    shown = phone.shared(sheet, role).text
    return shown.partition('class="code">')[2].partition("</p>")[0]


def test_a_code_that_is_typed_opens_the_sheet(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    assert "/join" in other.read("/").links
    joined = other.send("/join", other.form("/join"), {"code": code_of(phone, sheet, "view").lower()})
    assert (joined.status_code, joined.headers["Location"]) == (303, sheet)
    assert other.get(sheet).status_code == 200
    assert other.get(f"{sheet}/hand").status_code == 403


def test_a_code_that_is_wrong_is_told_at_its_field_with_what_was_typed(app: Flask, phone: Phone) -> None:
    other = Phone(app)
    refused = other.send("/join", other.form("/join"), {"code": "acde fhjk"})
    assert refused.status_code == 422
    [error] = read(refused).errors.values()
    assert error.startswith("No sheet has this code.")
    assert dict(read(refused).forms[0].fields)["code"] == "acde fhjk"
    for code in ("", "x" * 5000, "\0", "🃏" * 8):
        assert other.send("/join", other.form("/join"), {"code": code}).status_code == 422


def test_codes_cannot_be_guessed_one_after_the_other(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    code, other = code_of(phone, sheet, "score"), Phone(app)
    form = other.form("/join")
    wrong = [other.send("/join", form, {"code": f"ACDEFHJ{letter}"}) for letter in LETTERS[:12]]
    assert [answer.status_code for answer in wrong] == [422] * 10 + [429] * 2
    # The right one is not told from a wrong one either.
    refused = other.send("/join", form, {"code": code})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert "Too many codes were wrong" in words(refused)
    assert other.get(sheet).status_code == 404
    elsewhere = {"REMOTE_ADDR": "192.0.2.8"}
    assert other.send("/join", form, {"code": code}, environ_base=elsewhere).status_code == 303


def test_right_codes_are_not_counted(app: Flask, phone: Phone) -> None:
    code = code_of(phone, phone.start(), "view")
    for _ in range(12):
        other = Phone(app)
        assert other.send("/join", other.form("/join"), {"code": code}).status_code == 303


@pytest.mark.parametrize("with_phones", [False, True])
def test_a_link_is_made_anew_with_or_without_the_phones_that_came_by_it(
    app: Flask, phone: Phone, with_phones: bool
) -> None:
    sheet = phone.start()
    score, view = (phone.share(sheet, role) for role in ("score", "view"))
    lost, looking, late = Phone(app), Phone(app), Phone(app)
    lost.get(score)
    looking.get(view)
    form = phone.form(f"{sheet}/share?role=score", action="/renew")
    renewed = phone.send("", form, {"phones": "1"} if with_phones else {})
    assert renewed.status_code == 303
    shown = phone.get(renewed.headers["Location"])
    assert ("1 phone was removed" in words(shown)) is with_phones
    assert late.get(score).status_code == 404
    assert late.get(phone.share(sheet, "score")).status_code == 303
    assert lost.get(sheet).status_code == (404 if with_phones else 200)
    assert [each.get(sheet).status_code for each in (phone, looking)] == [200, 200]


def test_a_phone_is_put_out_and_does_not_come_back_by_a_link(app: Flask, phone: Phone) -> None:
    sheet, elsewhere = phone.start(), phone.start()
    link = phone.share(sheet, "score")
    lost, other = Phone(app), Phone(app)
    lost.get(link)
    lost.get(phone.share(elsewhere, "view"))
    form = lost.form(f"{sheet}/hand", action="/hand")
    out = phone.form(f"{sheet}/share", action="/put-out")
    [there] = listed(phone.get(f"{sheet}/share"))
    other.get(link)
    assert phone.send("", out, {"device": there}).status_code == 303
    said = words(phone.get(f"{sheet}/share"))
    assert "A phone without a name has this sheet no more" in said
    for path in ("", "/hand", "/sheet.csv", "/news?seen=1"):
        assert lost.get(sheet + path).status_code == 404, path
    assert lost.send("", form, tapped()).status_code == 404
    assert phone.version(sheet) == "1"
    assert lost.get(link).status_code == 404
    assert sheet not in lost.read("/").links
    # It keeps its other sheets, and others keep this one.
    assert lost.get(elsewhere).status_code == 200
    assert other.record(sheet).status_code == 303
    # What was put out can be let in again.
    assert lost.get(phone.share(sheet, "view")).status_code == 303


def test_all_links_are_stopped_with_all_other_phones(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    others = [Phone(app) for _ in range(3)]
    for other, role in zip(others, ("score", "agree", "view"), strict=True):
        other.get(phone.share(sheet, role))
    stopped = phone.send("", phone.form(f"{sheet}/share", action="/revoke"), {"phones": "1"})
    assert "3 phones were removed" in words(phone.get(stopped.headers["Location"]))
    assert [each.get(sheet).status_code for each in (phone, *others)] == [200, 404, 404, 404]


def test_scoring_is_handed_over_in_one_tap_and_taken_back(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other, third = Phone(app), Phone(app)
    other.get(phone.share(sheet, "view"))
    third.get(phone.share(sheet, "view"))
    other.send("", other.form(f"{sheet}/history", action="/phone"), {"name": "Betty's phone"})
    form, shown = phone.form(f"{sheet}/share", action="/hand-over"), phone.get(f"{sheet}/share")
    assert len(listed(shown)) == 2
    betty = next(device for device in listed(shown) if "Betty" in around(shown, device))
    assert phone.send("", form, {"device": betty}).status_code == 303
    assert "Betty's phone keeps the score now; this phone looks on." in words(phone.get(sheet))
    assert phone.get(f"{sheet}/hand").status_code == 403
    assert other.record(sheet).status_code == 303
    assert third.client.post(f"{sheet}/share/take-back", data=token(third)).status_code == 403
    assert phone.send("", phone.form(sheet, action="/take-back")).status_code == 303
    assert "This phone keeps the score again." in words(phone.get(sheet))
    assert phone.record(sheet).status_code == 303
    assert other.get(f"{sheet}/hand").status_code == 403
    assert not any("take-back" in form.action for form in phone.read(sheet).forms)


def listed(shown: TestResponse) -> list[str]:
    """The ids of the other phones on the page."""
    return list(dict.fromkeys(DEVICE.findall(shown.text)))


def test_of_many_phones_those_that_score_are_listed_first(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    other.get(phone.share(sheet, "score"))
    [first] = listed(phone.get(f"{sheet}/share"))
    with app.app_context():
        for _ in range(40):
            device, _key = devices.new_device()
            devices.call(device, "The phone of a long name, forty letters!")
            devices.open_sheet(device, sheet.rpartition("/")[2], devices.VIEW)
    for path in ("", "?role=score"):
        shown = phone.get(f"{sheet}/share{path}")
        assert len(shown.data) < 20_000
        assert (len(listed(shown)), listed(shown)[0]) == (20, first)
        assert "And 21 phones more." in words(shown)


def around(shown: TestResponse, device: str) -> str:
    """What the list says of a phone."""
    return shown.text.partition(device)[0].rpartition("<li>")[2]


def token(phone: Phone) -> dict[str, str]:
    return {"csrf_token": dict(phone.form("/new/offender").fields)["csrf_token"]}


@pytest.mark.sqlite
def test_after_a_restart_the_phone_finds_its_sheets_and_goes_on(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    form = phone.form(f"{sheet}/hand", action="/hand")
    secret = (Path(app.instance_path) / "secret_key").read_bytes()
    close(app)
    again = create_app({"TESTING": True}, Path(app.instance_path))
    restarted = Phone(again)
    restarted.client._cookies = phone.client._cookies
    assert sheet in restarted.read("/").links
    # A form that was open on the phone all the while is taken, too.
    assert restarted.send(f"{sheet}/hand", form, tapped(TABLE_GAMES[1])).status_code == 303
    assert restarted.version(sheet) == "3"
    assert (Path(app.instance_path) / "secret_key").read_bytes() == secret
    close(again)


def test_a_phone_with_an_unknown_key_is_as_new(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    for key in ("x" * 3000, "", "%00", "é🃏"):
        other.client.set_cookie("device", key)
        assert other.get("/").status_code == 200
        assert other.get(sheet).status_code == 404
    assert other.start() != sheet


def test_the_secret_key_is_its_owners_alone(app: Flask) -> None:
    file = Path(app.instance_path) / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_bytes()) >= 32


def test_a_secret_key_that_others_can_read_is_closed_and_that_is_logged(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    file = Path(app.instance_path) / "secret_key"
    key = file.read_bytes()
    for mode in (0o644, 0o640, 0o604, 0o620):
        file.chmod(mode)
        assert secret_key.of(file.parent, app.logger) == key
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [record.getMessage() for record in caplog.records] == [
            f"{file} could be read by others and is its owner's alone now. Who has read it can make links."
        ]
        caplog.clear()
    assert secret_key.of(file.parent, app.logger) == key
    assert caplog.records == []


@pytest.mark.parametrize("knows_modes", [True, False])
def test_a_secret_key_that_cannot_be_closed_is_told_unless_the_disk_knows_no_modes(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, knows_modes: bool
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    file = Path(app.instance_path) / "secret_key"
    file.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    if not knows_modes:
        # As on a memory card: every file is everybody's.
        found = os.fstat
        mode = stat.S_IFREG | 0o777
        monkeypatch.setattr("os.fstat", lambda descriptor: os.stat_result((mode, *found(descriptor)[1:])))
    assert secret_key.of(file.parent, app.logger) == file.read_bytes()
    said = f"{file} can be read by others, who can make links by it, and is not ours to close."
    assert [record.getMessage() for record in caplog.records] == [said] * knows_modes


def test_a_secret_key_is_made_where_files_cannot_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr("os.link")
    key = secret_key.of(tmp_path, getLogger(__name__))
    assert secret_key.of(tmp_path, getLogger(__name__)) == key == secret_key.at_hand(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_secret_key_that_was_cut_short_does_not_stop_every_page(tmp_path: Path) -> None:
    # As a full disk, or a power cut at the first start, leaves it behind.
    (tmp_path / "secret_key").touch(mode=0o600)
    app = create_app({"TESTING": True}, tmp_path)
    assert Phone(app).get("/new/offender").status_code == 200
    close(app)


def test_another_database_for_an_evening_takes_no_sheet_away(app: Flask, tmp_path: Path, phone: Phone) -> None:
    sheet = phone.start()
    another = create_app({"TESTING": True}, tmp_path / "another")
    try:
        phone.client.application = another
        assert phone.get(sheet).status_code == 404
        for_an_evening = phone.start()
        assert phone.record(for_an_evening).status_code == 303
        phone.client.application = app
        assert phone.record(sheet).status_code == 303
        assert sheet in phone.read("/").links
        phone.client.application = another
        assert phone.record(for_an_evening, TABLE_GAMES[1]).status_code == 303
    finally:
        close(another)


def test_a_key_that_is_known_nowhere_opens_nothing_and_is_never_a_device_s_own(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    planted = "planted-by-somebody-else-1234567"
    victim = Phone(app)
    victim.client.set_cookie("device", planted)
    assert victim.get(sheet).status_code == 404
    own = victim.start()
    attacker = Phone(app)
    attacker.client.set_cookie("device", planted)
    assert attacker.get(own).status_code == 404
    assert victim.get(own).status_code == 200


def test_the_cookie_of_a_phone_does_not_grow_for_ever(phone: Phone) -> None:
    many = [f"key-of-another-database-{number:08}" for number in range(40)]
    phone.client.set_cookie("device", ".".join((*many, "x" * 500, '"\r\n')))
    phone.start()
    cookie = phone.client.get_cookie("device")
    assert cookie
    kept = cookie.value.split(".")
    assert kept[1:] == many[:7]


@pytest.mark.parametrize(("base", "secure"), [("http://localhost", False), ("https://localhost", True)])
def test_cookies_are_for_this_app_alone_and_secure_where_the_page_is(app: Flask, base: str, secure: bool) -> None:
    phone = Phone(app)
    found = cookies(phone, "/new/offender", base_url=base)
    form = phone.form("/new/offender", base_url=base)
    sent = phone.send("/new/offender", form, {"player": PLAYERS, "action": "start"}, base_url=base)
    assert sent.status_code == 303
    found |= cookies(phone, "/", base_url=base)
    assert set(found) == {"device", "scorer"}
    for name, attributes in found.items():
        assert "HttpOnly" in attributes, name
        assert attributes["SameSite"] == "Lax", name
        assert ("Secure" in attributes) is secure, name


@pytest.mark.parametrize("cookie", ["device", "scorer"])
def test_a_phone_keeps_its_cookies_when_its_browser_is_closed(phone: Phone, cookie: str) -> None:
    found = cookies(phone, "/new/offender")
    phone.start()
    found |= cookies(phone, "/")
    # The one with the token of the forms, too: a page that the browser brings back is to be taken. A date would be
    # one by the clock of the host, which may be wrong; Max-Age goes before it.
    assert int(found[cookie]["Max-Age"]) >= LASTING


@pytest.mark.parametrize("days", [-20_000, -400, -1, 500])
def test_a_clock_that_was_wrong_or_goes_wrong_keeps_nobody_from_recording(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    clock = time.time

    def wrong() -> float:
        return clock() + days * 24 * 3600

    # The clock by which sessions and tokens are signed; the phone's own is right.
    monkeypatch.setattr("itsdangerous.timed.time.time", wrong)
    assert phone.send("", form, tapped()).status_code == 303
    assert phone.record(sheet, TABLE_GAMES[1]).status_code == 303
    monkeypatch.undo()
    assert phone.record(sheet, TABLE_GAMES[2]).status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.nip.io"])
def test_the_server_answers_to_no_name_but_its_own(app: Flask, phone: Phone, host: str) -> None:
    refused = phone.get("/", headers={"Host": host})
    assert refused.status_code == 400
    assert "Set-Cookie" not in refused.headers


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "192.168.1.23", "[::1]:8000", "[::1]", "[fd00::1]:80"],
)
def test_the_server_answers_to_addresses(phone: Phone, host: str) -> None:
    assert phone.get("/", headers={"Host": host}).status_code == 200


def test_the_server_answers_to_the_names_it_was_given(tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "HOST_NAMES": ("Kitchen.local",)}, tmp_path)
    phone = Phone(app)
    assert phone.get("/", headers={"Host": "kitchen.local:8000"}).status_code == 200
    assert phone.get("/", headers={"Host": "cellar.local"}).status_code == 400
    close(app)
