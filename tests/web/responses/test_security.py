"""Every page is armoured: headers, tokens, no script or style within, and no traceback when all fails."""

import gzip
import re
import sqlite3
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.store.scorebook import forget_snapshots
from scorer.web.protection import unmask
from scorer.web.responses import without_comments

from ..evening import press
from ..every_page import addresses
from ..phone import PLAYERS, Phone, read, words

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def is_armoured(response: TestResponse) -> None:
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    for name, value in HEADERS.items():
        assert response.headers[name] == value


def test_every_answer_to_a_get_is_armoured(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    paths = addresses(app, "GET", fresh)
    assert {"/", fresh, f"{fresh}/sheet.csv", "/rules/offender", "/static/css/base.css"} <= set(paths)
    for path in (*paths, "/nothing-here", "/static/nothing-here"):
        answer = phone.get(path)
        assert answer.status_code in (200, 205, 301, 303, 404, 429), path
        is_armoured(answer)
    is_armoured(phone.get("/", headers={"Host": "evil.example"}))


def test_an_answer_without_a_body_needs_no_policy(phone: Phone, fresh: str) -> None:
    answer = phone.get(f"{fresh}/news?seen={phone.version(fresh)}")
    assert (answer.status_code, answer.data) == (204, b"")
    assert not {*answer.headers.keys()} & {"Content-Security-Policy", *HEADERS}
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_every_answer_to_a_post_is_armoured_and_refused_without_the_token(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    before = phone.version(sheet)
    paths = addresses(app, "POST", sheet)
    assert {f"{sheet}/hand", f"{sheet}/undo", f"{sheet}/archive", "/new/offender"} <= set(paths)
    for path in paths:
        for token in ({}, {"csrf_token": ""}, {"csrf_token": "wrong"}):
            refused = phone.client.post(
                path, data={"player": list(PLAYERS), "role": "view", "call": "5C", **token}
            )
            assert refused.status_code == 400, path
            assert "opened too long ago" in words(refused)
            is_armoured(refused)
    assert phone.version(sheet) == before
    assert sheet in phone.read("/").links


def test_a_token_of_another_phone_or_without_its_mask_is_refused(app: Flask, phone: Phone, fresh: str) -> None:
    foreign = dict(Phone(app).form("/new/offender").fields)["csrf_token"]
    assert phone.record(fresh, csrf_token=foreign).status_code == 400
    assert phone.version(fresh) == "1"
    form = phone.form(f"{fresh}/share", action="/share/link")
    for wrong in ("", "x", "é", "AAAA", "A" * 400, unmask(dict(form.fields)["csrf_token"])):
        data = {**dict(form.fields), "csrf_token": wrong}
        answer = phone.client.post(f"{fresh}/share/link", data=data)
        assert answer.status_code == 400, wrong


def test_pages_are_not_kept_by_others_and_static_files_are_for_good(app: Flask, phone: Phone, fresh: str) -> None:
    assert phone.get(fresh).headers["Cache-Control"] == "private, no-cache"
    snapshot = phone.read(fresh)
    linked = [str(attributes["href"]) for tag, attributes in snapshot.tags if tag == "link"]
    static = [path for path in linked if path.startswith("/static/")]
    static += [str(attributes["src"]) for tag, attributes in snapshot.tags if tag == "script"]
    there = {path.name for path in Path(app.static_folder or "").iterdir() if path.is_file()} - {"awake.mp4"}
    assert {path.rpartition("/")[2] for path in static} >= there | {"main.js", "base.css", "apple-touch-icon.png"}
    for path in static:
        file = phone.get(path)
        assert file.status_code == 200
        assert file.cache_control.max_age is not None
        assert file.cache_control.max_age > 300 * 24 * 3600
        assert "Set-Cookie" not in file.headers


def test_answers_are_compressed_for_who_can_read_it(phone: Phone) -> None:
    for path in ("/static/css/base.css", "/static/js/queue.js"):
        plain = phone.get(path)
        small = phone.get(path, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == without_comments(plain.data)
        assert small.content_length == len(small.data) < len(plain.data) / 2
        assert "Accept-Encoding" in plain.headers["Vary"]
        same = phone.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]})
        assert same.status_code == 304
    sheet = phone.start()
    phone.record(sheet)
    phone.get(sheet)
    for path in ("/", sheet, f"{sheet}/hand", "/rules/offender", "/nowhere"):
        plain, small = phone.get(path), phone.get(path, headers={"Accept-Encoding": "gzip"})
        assert small.headers["Content-Encoding"] == "gzip", path
        assert len(gzip.decompress(small.data)) == len(plain.data)
        assert len(small.data) < len(plain.data) * 0.7
        assert {"Accept-Encoding", "Cookie"} <= set(plain.vary)


def test_the_page_of_a_sheet_is_not_sent_again_until_something_is_new(app: Flask, phone: Phone) -> None:
    def answer(path: str) -> int:
        again = phone.get(path, headers={"If-None-Match": known})
        assert (again.status_code == 304) == (not again.data)
        return again.status_code

    sheet = phone.start()
    phone.record(sheet)
    phone.get(sheet)  # says what was done, once
    known = phone.get(sheet).headers["ETag"]
    assert [answer(sheet), answer(sheet), answer(f"{sheet}/hand"), answer(f"{sheet}?hand=1")] == [
        304,
        304,
        200,
        200,
    ]
    phone.record(sheet)
    phone.get(sheet)
    assert answer(sheet) == 200, "another hand stands there"
    known = phone.get(sheet).headers["ETag"]
    phone.client.delete_cookie("scorer")
    assert answer(sheet) == 200, "the forms of a session that is over would be refused"
    known = phone.get(sheet).headers["ETag"]
    app.config.update(SECRET_KEY="the next one " * 3, SECRET_KEY_FALLBACKS=[app.config["SECRET_KEY"]])
    assert answer(sheet) == 200, "the forms of a former secret key would be refused"
    press(phone, sheet, "finish")
    phone.get(sheet)
    known = phone.get(sheet).headers["ETag"]
    assert answer(sheet) == 200, "the key for playing again would be used a second time"


def test_scripts_and_styles_are_sent_without_their_comments_and_with_all_the_rest() -> None:
    written = (
        b"/* The look */\n.a { /* b */ color: red; }\n\n  /* over\n   two lines */\n  // not sent\n  c(); // d\n"
    )
    assert without_comments(written) == b".a { /* b */ color: red; }\nc(); // d\n"


def test_what_is_secret_in_a_page_cannot_be_guessed_from_its_length(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    tokens = [dict(phone.form(fresh, action="/finish").fields)["csrf_token"] for _ in range(3)]
    assert len({*tokens, *(token[:20] for token in tokens), *(token[-20:] for token in tokens)}) == 9
    answer = phone.get(f"{fresh}/share", headers={"Accept-Encoding": "gzip"})
    assert "/join/" in answer.text
    assert "Content-Encoding" not in answer.headers
    assert answer.cache_control.no_store


def test_no_page_holds_a_style_a_handler_or_a_script_of_its_own(pages: dict[str, TestResponse]) -> None:
    for name, snapshot in pages.items():
        scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", snapshot.text, re.DOTALL)
        assert not any(scripts), name
        for tag, attributes in read(snapshot).tags:
            assert tag not in ("style", "iframe", "object", "embed", "base"), name
            assert not [key for key in attributes if key == "style" or key.startswith(("on", "hx-on"))], name
            for key in ("href", "src", "action", "hx-get", "hx-post"):
                target = attributes.get(key) or "/"
                assert re.match(r"(/(?!/)|#|\?|http://localhost/join/)", target), (name, target)


def test_every_form_has_its_token_its_key_and_what_its_page_has_seen(pages: dict[str, TestResponse]) -> None:
    keys: list[str] = []
    for name, snapshot in pages.items():
        of_page = [attributes["value"] for _, attributes in read(snapshot).tags if attributes.get("name") == "key"]
        assert len(set(of_page)) == len(of_page), (name, "each form has a key of its own")
        for form in read(snapshot).forms:
            if not (form.sends and form.writes):
                continue
            fields = dict(form.fields)
            assert fields.get("csrf_token"), (name, form.action)
            assert fields.get("key"), (name, form.action)
            assert fields.get("seen", "").isdigit(), (name, form.action)
            keys.append(fields["key"])
    assert len(keys) > 30
    assert len(pages) > 20


def test_a_request_larger_than_any_hand_is_refused(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    before = phone.version(fresh)
    for path in addresses(app, "POST", fresh):
        refused = phone.client.post(path, data={"csrf_token": "x", "player": "x" * 100_000})
        assert refused.status_code == 413, path
        assert "That is too much" in words(refused)
    assert phone.version(fresh) == before


def spoil(app: Flask, statement: str) -> None:
    with app.app_context():
        connection = sqlite3.connect(Path(app.instance_path) / "scorer.db", isolation_level=None)
        connection.execute(statement)
        connection.close()
    forget_snapshots()


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", ["DROP TABLE entry", "UPDATE entry SET facts = '{}'", "DROP TABLE opening"])
def test_nobody_ever_sees_a_traceback(app: Flask, phone: Phone, statement: str) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    sheet = phone.start()
    phone.record(sheet)
    spoil(app, statement)
    # The home page still shows what else there is beside sheets that are damaged.
    home = () if statement.startswith("UPDATE") else ("/",)
    for path in (sheet, f"{sheet}/hand", *home, f"{sheet}/sheet.csv"):
        answer = phone.get(path)
        assert answer.status_code in (500, 503), path
        assert "Traceback" not in answer.text
        assert "sqlite" not in answer.text.lower()
        to_help, *others = read(answer).links
        assert to_help.startswith("/help/")
        assert others == ["/"]
        is_armoured(answer)
