"""Who may open what: no accounts, a key in a cookie, and links."""

import os
import socket
import stat
import time
from datetime import timedelta
from logging import getLogger
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer import configuration, create_app
from scorer.store.database import now
from scorer.store.sharing import LETTERS

from ...one_app import close
from ..evening import joined, press
from ..every_page import of_a_sheet
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words
from ..test_statements import statements

LASTING = 390 * 24 * 3600
"""Browsers keep a cookie for 400 days at most; this is nearly that, in seconds."""


def test_a_phone_that_watches_sees_the_sheet_and_its_files(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    viewer = joined(app, phone, fresh, "view")
    for path in ("", "/rows", "/table", "/sheet.csv", "/sheet.json", "/news?seen=0&entering=1"):
        assert viewer.get(fresh + path).status_code == 200, path
    # Whoever entered a hand when they came to watch is told so; the form of one who scores comes anew.
    older = [b"data-older" in of.get(f"{fresh}/news?seen=1&entering=1").data for of in (phone, viewer)]
    assert older == [True, False]
    snapshot = viewer.read(fresh)
    shown = words(viewer.get(fresh))
    assert "You watch. New hands appear by themselves." in shown
    assert "You watch" not in words(phone.get(fresh))
    assert not [form.action for form in snapshot.forms if form.sends]
    links = (*snapshot.links, *viewer.read(f"{fresh}/hands/2").links)
    assert not [link for link in links if link.startswith((f"{fresh}/hand/", f"{fresh}/share"))]
    assert f"{fresh}/hand" not in links


@pytest.mark.parametrize(("role", "status"), [("score", 200), ("view", 403)])
def test_a_link_asks_once_and_is_gone(app: Flask, phone: Phone, fresh: str, role: str, status: int) -> None:
    link = phone.share(fresh, role)
    other = Phone(app)
    asked = other.get(link)
    assert "Who are you?" in words(asked)
    assert asked.headers["Referrer-Policy"] == "no-referrer"
    assert other.join(link, "Nobody").status_code == 422
    assert other.get(fresh).status_code == 404
    assert other.join(link, "Betty").headers["Location"] == fresh
    assert "This phone is Betty’s" in words(other.get(fresh))
    assert other.get(link).headers["Location"] == fresh
    assert link.rpartition("/")[2] not in other.get(fresh).text
    assert other.get(f"{fresh}/hand").status_code == status
    assert fresh in other.read("/").links


def test_a_wrong_link_or_one_of_another_sheet_opens_nothing(app: Flask, phone: Phone, fresh: str) -> None:
    phone.share(fresh, "score")
    for key in ("wrong", "x" * 5000, "%00", "🃏", "' OR 1=1 --", "%ff%fe"):
        other = Phone(app)
        assert other.get(f"/join/{fresh.rpartition('/')[2]}/{key}").status_code == 404, key
        assert other.get(fresh).status_code == 404, key
    first, second = phone.start(), phone.start()
    link = phone.share(first, "score")
    other = Phone(app)
    assert other.get(link.replace(first.rpartition("/")[2], second.rpartition("/")[2])).status_code == 404
    assert other.get(second).status_code == 404


def test_a_new_link_stops_the_one_before_and_nobody_inside_loses_the_sheet(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    links, before = [phone.share(sheet, role) for role in ("view", "score")], Phone(app)
    before.join(links[1])
    assert phone.share(sheet) == links[0]
    assert phone.send("", phone.form(f"{sheet}/share", action="/share/link")).status_code == 303
    assert "This is a new link." in words(phone.get(f"{sheet}/share"))
    for link in links:
        assert Phone(app).get(link).status_code == 404
    assert before.get(f"{sheet}/hand").status_code == 200
    assert Phone(app).join(phone.share(sheet)).status_code == 303
    # Who scores sees the same link on any phone.
    assert before.share(sheet) == phone.share(sheet)


def test_a_switch_lets_whoever_opens_the_link_from_now_on_score(app: Flask, phone: Phone, fresh: str) -> None:
    watching = joined(app, phone, fresh, "view")
    for status, switch in ((200, "true"), (403, "false")):
        phone.send("", phone.form(f"{fresh}/share", action="/share/open"))
        assert f'role="switch" aria-checked="{switch}"' in phone.get(f"{fresh}/share").text
        assert joined(app, phone, fresh, "view").get(f"{fresh}/hand").status_code == status
        assert watching.get(f"{fresh}/hand").status_code == 403


def code_of(phone: Phone, sheet: str) -> str:
    return phone.get(f"{sheet}/share").text.partition('aria-label="Code">')[2].partition("</p>")[0]


def test_a_code_that_is_typed_opens_the_sheet_and_right_ones_are_not_counted(
    app: Flask, phone: Phone, fresh: str
) -> None:
    code = code_of(phone, fresh).lower()
    for _ in range(12):
        other = Phone(app)
        assert "/join" in other.read("/").links
        joined = other.send("/join", other.form("/join"), {"code": code})
        assert (joined.status_code, joined.headers["Location"]) == (303, f"{fresh}/who")
        assert other.get(fresh).status_code == 200
        assert other.get(f"{fresh}/hand").status_code == 403


def test_a_code_that_is_wrong_is_told_at_its_field_with_what_was_typed(app: Flask, phone: Phone) -> None:
    other = Phone(app)
    refused = other.send("/join", other.form("/join"), {"code": "acde fhjk"})
    assert refused.status_code == 422
    [error] = read(refused).errors.values()
    assert error.startswith("No sheet has this code now.")
    assert dict(read(refused).forms[0].fields)["code"] == "acde fhjk"
    for code in ("", "x" * 5000, "\0", "🃏" * 8):
        assert other.send("/join", other.form("/join"), {"code": code}).status_code == 422


def test_codes_cannot_be_guessed_one_after_the_other(app: Flask, phone: Phone, fresh: str) -> None:
    code, other = code_of(phone, fresh), Phone(app)
    form = other.form("/join")
    wrong = [other.send("/join", form, {"code": f"ACDEFHJ{letter}"}) for letter in LETTERS[:12]]
    assert [answer.status_code for answer in wrong] == [422] * 10 + [429] * 2
    # The right one is not told from a wrong one either.
    refused = other.send("/join", form, {"code": code})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert "Too many codes were wrong" in words(refused)
    assert other.get(fresh).status_code == 404
    elsewhere = {"REMOTE_ADDR": "192.0.2.8"}
    assert other.send("/join", form, {"code": code}, environ_base=elsewhere).status_code == 303


@pytest.mark.sqlite
def test_after_a_restart_the_phone_finds_its_sheets_and_goes_on(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh, TABLE_GAMES[0])
    form = phone.form(f"{fresh}/hand", action="/hand")
    secret = (Path(app.instance_path) / "secret_key").read_bytes()
    close(app)
    again = create_app({"TESTING": True}, Path(app.instance_path))
    restarted = Phone(again)
    restarted.client._cookies = phone.client._cookies
    assert fresh in restarted.read("/").links
    # A form that was open on the phone all the while is taken, too.
    assert restarted.send(f"{fresh}/hand", form, tapped(TABLE_GAMES[1])).status_code == 303
    assert restarted.version(fresh) == "3"
    assert (Path(app.instance_path) / "secret_key").read_bytes() == secret
    close(again)


def test_a_phone_with_an_unknown_key_is_as_new(app: Flask, phone: Phone, fresh: str) -> None:
    other = Phone(app)
    for key in ("x" * 3000, "", "%00", "é🃏"):
        other.client.set_cookie("device", key)
        assert other.get("/").status_code == 200
        assert other.get(fresh).status_code == 404
    assert other.start() != fresh


def test_the_secret_key_is_its_owners_alone_and_made_anew_where_cut_short(app: Flask, tmp_path: Path) -> None:
    file = Path(app.instance_path) / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_bytes()) >= 32
    # As a full disk, or a power cut at the first start, leaves it behind.
    (tmp_path / "secret_key").touch(mode=0o600)
    app = create_app({"TESTING": True}, tmp_path)
    assert Phone(app).get("/new/offender").status_code == 200
    close(app)


def test_a_secret_key_that_others_read_is_closed_and_logged(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    file = Path(app.instance_path) / "secret_key"
    key = file.read_bytes()
    for mode in (0o644, 0o640, 0o604, 0o620):
        file.chmod(mode)
        assert configuration.secret_key(file.parent, app.logger) == key
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [record.getMessage() for record in caplog.records] == [
            f"{file} could be read by others and is its owner's alone now. Who has read it can make links."
        ]
        caplog.clear()
    assert configuration.secret_key(file.parent, app.logger) == key
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
    assert configuration.secret_key(file.parent, app.logger) == file.read_bytes()
    said = f"{file} can be read by others, who can make links by it, and is not ours to close."
    assert [record.getMessage() for record in caplog.records] == [said] * knows_modes


def test_a_secret_key_is_made_where_files_cannot_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr("os.link")
    key = configuration.secret_key(tmp_path, getLogger(__name__))
    assert configuration.secret_key(tmp_path, getLogger(__name__)) == key
    assert configuration.secret_key_at_hand(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


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
    form = phone.form("/new/offender", base_url=base)
    sent = phone.send("/new/offender", form, {"player": PLAYERS, "action": "start"}, base_url=base)
    assert sent.status_code == 303
    found = [*(phone.client._cookies or {}).values()]
    assert {cookie.key for cookie in found} == {"device", "scorer"}
    for cookie in found:
        assert cookie.http_only, cookie
        assert cookie.same_site == "Lax", cookie
        assert cookie.secure is secure, cookie
        # Kept when the browser is closed, the token of the forms too: a page that it brings back is to be taken. A
        # date would be one by the clock of the host, which may be wrong; Max-Age goes before it.
        assert (cookie.max_age or 0) >= LASTING, cookie


@pytest.mark.parametrize("days", [-20_000, -400, -1, 500])
def test_a_wrong_clock_stops_nobody(phone: Phone, fresh: str, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    clock = time.time

    def wrong() -> float:
        return clock() + days * 24 * 3600

    # The clock by which sessions and tokens are signed; the phone's own is right.
    monkeypatch.setattr("itsdangerous.timed.time.time", wrong)
    assert phone.send("", form, tapped()).status_code == 303
    assert phone.record(fresh, TABLE_GAMES[1]).status_code == 303
    monkeypatch.undo()
    assert phone.record(fresh, TABLE_GAMES[2]).status_code == 303


def test_the_server_answers_to_addresses_and_no_name_but_its_own_and_says_what_to_set(phone: Phone) -> None:
    for host in ("evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.nip.io"):
        refused = phone.get("/", headers={"Host": host})
        assert refused.status_code == 400
        assert "Set-Cookie" not in refused.headers
        said, name = words(refused), host.partition(":")[0]
        assert f"by the name {name}, which it does not know" in said
        assert f"scorer serve --name {name}, or add the name to the setting SCORER_HOST_NAMES" in said
        assert not read(refused).links
    addresses = ("127.0.0.1:8000", "192.168.1.23", "[::1]:8000", "[::1]", "[fd00::1]:80")
    for host in ("localhost", "LOCALHOST:8000", *addresses):
        assert phone.get("/", headers={"Host": host}).status_code == 200, host


def test_the_first_20_unknown_names_are_logged_escaped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    hosts = ["evil.example", "EVIL.example:80", "two\x1b[31mlines\x07", "<b>", "x" * 500, ""]
    for host in [*hosts, *(f"{number}.example" for number in range(30))]:
        refused = Phone(app).get("/", headers={"Host": host})
        assert refused.status_code == 400
        assert ("&lt;b&gt;" in refused.text) == (host == "<b>")
        assert len(refused.text) < 1200
    logged = [record.getMessage() for record in caplog.records]
    assert len(logged) == 20
    assert [line.partition(": ")[2].partition(". SC")[0] for line in logged[:5]] == [
        "'evil.example'",
        r"'two\x1b[31mlines\x07'",
        "'<b>'",
        f"'{'x' * 80}'",
        "''",
    ]
    close(app)


def test_without_a_name_the_server_answers_to_those_of_its_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi.home.example")
    app = create_app({"TESTING": True}, tmp_path)
    status = {
        name: Phone(app).get("/", headers={"Host": name}).status_code
        for name in ("pi", "PI:8000", "pi.local", "pi.local.", "pi.home.example", "local", "tau.local")
    }
    assert [name for name, code in status.items() if code == 400] == ["local", "tau.local"]
    app.config["HOST_NAMES"] = ("cards.example.org",)
    assert Phone(app).get("/", headers={"Host": "pi"}).status_code == 400
    close(app)


LARGEST = 4096
"""Bytes of a cookie that every browser keeps."""


def given(response: TestResponse) -> set[str]:
    """The names of the cookies that an answer gives."""
    return {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}


def test_pages_without_news_give_no_cookie(
    app: Flask, phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each day brings new cookies.
    today = now()
    monkeypatch.setattr("scorer.web.app.access.now", lambda: today)
    for path in (*of_a_sheet(app, "GET", sheet), "/", "/new/offender", "/import", "/help", "/rules/offender"):
        answer = phone.get(path)
        if answer.status_code == 303:  # It leads back to the sheet, which then says why.
            phone.get(sheet)
        else:
            assert given(answer) == set(), path


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_news_give_no_cookie(
    phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    tomorrow = now() + timedelta(days=1)
    monkeypatch.setattr("scorer.web.app.access.now", lambda: tomorrow)
    phone.record(sheet)
    answer = phone.get(f"{sheet}/news?seen=6", headers=headers)
    assert answer.status_code == 204
    assert given(answer) == set()


def test_a_stranger_who_reads_is_given_nothing(phone: Phone) -> None:
    for path in ("/", "/help", "/help/start", "/rules/spades"):
        assert given(phone.get(path)) == set(), path
    assert given(phone.get("/new/offender")) == {"scorer"}
    assert given(phone.get("/new/offender")) == set()


def test_a_phone_that_comes_by_a_link_has_its_token_before_two_pages(app: Flask, phone: Phone, fresh: str) -> None:
    other = joined(app, phone, fresh)
    other.get(fresh)
    for path in ("/hand", "/auction", "/hand"):
        assert given(other.get(f"{fresh}{path}")) == set(), path


def test_what_is_said_is_in_the_cookie_until_a_page_says_it(phone: Phone, sheet: str) -> None:
    assert given(phone.record(sheet)) == {"scorer"}
    assert given(phone.get(sheet)) == {"scorer"}
    assert given(phone.get(sheet)) == set()


def test_both_cookies_are_renewed_once_a_day(phone: Phone, sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for days in (1, 2, -400):
        day = now() + timedelta(days=days)
        monkeypatch.setattr("scorer.web.app.access.now", lambda day=day: day)
        assert given(phone.get(sheet)) == {"device", "scorer"}
        assert given(phone.get(sheet)) == set()


@pytest.mark.parametrize("role", ["view", "score"])
def test_a_look_at_a_link_writes_nothing(app: Flask, phone: Phone, fresh: str, role: str) -> None:
    """As messengers do that show a preview, by HEAD and by GET, and browsers that load a page ahead."""
    link, other = phone.share(fresh, role), Phone(app)
    with statements(app) as said:
        assert other.client.head(link).status_code == 200
        shown = other.get(link)
    assert not [each for each in said if each.startswith(("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE"))]
    assert shown.headers["Cache-Control"] == "no-store"
    assert "device" not in given(shown)
    assert len(phone.people(fresh)) == 1
    form = next(form for form in read(shown).forms if ("watch", "1") in form.buttons)
    assert other.send(link, form, {"watch": "1"}).headers["Location"] == fresh
    assert other.get(f"{fresh}/hand").status_code == 403
    # It is not asked again; by a link that lets score it may do so later.
    shown = other.get(link)
    assert shown.status_code == (303 if role == "view" else 200)
    if role == "score":
        assert "Open the sheet" in words(shown)
        other.join(link)
        assert other.get(f"{fresh}/hand").status_code == 200
    assert [line for line, _ in phone.people(fresh)][1].startswith("A guest ")


@pytest.mark.parametrize("headers", [{}, {"Outbox": "1"}])
def test_what_was_said_never_piles_up_in_the_cookie(phone: Phone, headers: dict[str, str]) -> None:
    name = "♠♥♦♣ of Łódź, who is called by forty lett"[:40]
    sheet = phone.start([name, *(f"{number} {name}"[:40] for number in range(4))])
    form = phone.form(f"{sheet}/hand", action="/hand")
    players = phone.get(f"{sheet}/sheet.json").get_json()["players"]
    sizes = []
    for number in range(30):
        hand = tapped((players[1], players[2], "6", "H", f"{number % 10}"))
        act = {**hand, "key": f"act {number}", "seen": f"{number + 1}", "note_words": f"{number} " + "é" * 190}
        answer = phone.send("", form, act, headers=headers)
        assert answer.status_code in (303, 204), words(answer)
        cookie = phone.client.get_cookie("scorer")
        assert cookie
        sizes.append(len(cookie.value))
    assert max(sizes) < LARGEST
    assert max(sizes[10:]) <= max(sizes[:10]) + 100
    said = words(phone.get(sheet))
    assert "Hand 30 saved" in said
    assert "Hand 3 saved" not in said


def test_complaints_that_no_page_has_told_do_not_pile_up_either(app: Flask, phone: Phone, sheet: str) -> None:
    other = joined(app, phone, sheet)
    strike = phone.form(f"{sheet}/hand/2", action="/strike")
    other.record(sheet, TABLE_GAMES[1])
    sizes = []
    for number in range(20):
        assert phone.send("", strike, {"key": f"act {number}"}).status_code == 303
        cookie = phone.client.get_cookie("scorer")
        assert cookie
        sizes.append(len(cookie.value))
    assert max(sizes) < LARGEST
    assert words(phone.get(sheet)).count("nothing was deleted") == 5
    press(phone, sheet, "undo")
