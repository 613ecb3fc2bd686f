"""Who may open what: no accounts, a key in a cookie, and links."""

import stat
import time
from pathlib import Path

import pytest
from flask import Flask

from scorer import create_app

from ...one_app import close
from ..every_page import of_a_sheet
from ..phone import PLAYERS, TABLE_GAMES, Phone, tapped, words

LASTING = 390 * 24 * 3600
"""Browsers keep a cookie for 400 days at most; this is nearly that, in seconds."""
LOOKING = {"/archive", "/unarchive", "/check-paper"}
"""What a phone that may only look can still do: its own home page, and a question that writes nothing."""

READABLE = (
    *(
        "",
        "/news",
        "/rows",
        "/table",
        "/history/2/rows",
        "/history/2/table",
        "/history",
        "/history/2",
        "/export",
        "/questions",
        "/agreement",
        "/dispute/2",
    ),
    *("/fingerprint", "/receipt", "/end", "/curve.svg", "/board"),
    *(
        "/sheet.csv",
        "/sheet-long.csv",
        "/sheet.json",
        "/sheet-with-history.json",
        "/sheet.xlsx",
        "/sheet.pdf",
        "/sheet.html",
    ),
    *("/text", "/board", "/curve.svg", "/end", "/picture", "/picture.svg"),
    *("/check-paper", "/auction-trial", "/trick", "/what-if/2", "/what-if/rules"),
    *(f"/why/{what}" for what in ("points/2", "total", "standing", "mark", "closing", "payment")),
    *(f"/why/{what}" for what in ("dealer", "turn", "call")),
)
"""The pages of a sheet that it may read, and those that are not there."""


def cookies(phone: Phone, path: str, **kwargs: str) -> dict[str, dict[str, str]]:
    """The attributes of every cookie that a page sets."""
    found = {}
    for line in phone.get(path, **kwargs).headers.getlist("Set-Cookie"):
        pair, *attributes = line.split("; ")
        named = (part.partition("=") for part in attributes)
        found[pair.partition("=")[0]] = {name: value for name, _, value in named}
    return found


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_sheet_of_another_phone_is_not_there_at_all(app: Flask, phone: Phone, method: str) -> None:
    sheet = phone.start()
    phone.record(sheet)
    stranger = Phone(app)
    token = dict(stranger.form("/new/offender").fields)["csrf_token"]
    paths = of_a_sheet(app, method, sheet)
    assert f"{sheet}/hand/2" in paths
    for path in paths:
        nothing = stranger.client.open(path, method=method, data={"csrf_token": token})
        missing = path.replace(sheet, "/sheets/no-such-sheet")
        never = stranger.client.open(missing, method=method, data={"csrf_token": token})
        assert (nothing.status_code, never.status_code) == (404, 404), path
        assert words(nothing) == words(never)
    assert phone.version(sheet) == "2"


def test_a_phone_that_may_only_look_sees_the_sheet_and_its_files(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    viewer = Phone(app)
    viewer.get(phone.share(sheet, "view"))
    for path in ("", "/rows?open=1", "/table", "/sheet.csv", "/sheet.json", "/news?seen=0&entering=1"):
        assert viewer.get(sheet + path).status_code == 200, path
    snapshot = viewer.read(sheet)
    assert not [form.action for form in snapshot.forms if form.sends]
    assert not [link for link in snapshot.links if link.startswith(f"{sheet}/hand") or "/share" in link]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_phone_that_may_only_look_writes_nothing(app: Flask, phone: Phone, method: str) -> None:
    sheet = phone.start()
    phone.record(sheet)
    viewer = Phone(app)
    viewer.get(phone.share(sheet, "view"))
    token = dict(viewer.form("/new/offender").fields)["csrf_token"]
    shown = {f"{sheet}{path}" for path in READABLE} if method == "GET" else set()
    for path in of_a_sheet(app, method, sheet):
        if path in shown or path.removeprefix(sheet) in LOOKING:
            continue
        refused = viewer.client.open(path, method=method, data={"csrf_token": token})
        assert refused.status_code == 403, path
        assert "may only look" in words(refused)
    assert phone.version(sheet) == "2"


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
