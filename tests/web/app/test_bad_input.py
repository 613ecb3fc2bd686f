"""Calls, undo, links, keys and bodies of whatever kind: a clear message, nothing written, nothing broken."""

from itertools import product

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorer.store.models import EntryRecord, db

from ...long_form import in_short
from ..bad import BAD, is_tame
from ..phone import TABLE_GAMES, Phone, read, tapped

HAND = tapped()
KEY_LENGTH = 64


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    return sheet


@pytest.mark.parametrize("field", ["call", "level", "suit", "player"])
def test_a_bad_call_is_refused_in_words(phone: Phone, sheet: str, field: str) -> None:
    form = phone.form(f"{sheet}/auction", action="/auction")
    fields = {"call": "5C"} if field == "player" else {"level": "5", "suit": "C"}
    for case, bad in BAD.items():
        refused = phone.send("", form, {**fields, field: bad})
        is_tame(refused, case)
        assert refused.status_code == 422, case
        complaint = next(iter(read(refused).errors.values()))
        assert complaint.strip(), case
        assert "Exceeds the limit" not in complaint, case
        assert len(complaint) < 300, case
    assert phone.version(sheet) == "2"


def test_the_number_that_was_tapped_stays_tapped(phone: Phone, sheet: str) -> None:
    refused = phone.send("", phone.form(f"{sheet}/auction", action="/auction"), {"level": "7"})
    form = next(form for form in read(refused).forms if form.action.endswith("/auction"))
    assert form.chosen()["level"] == "7"


ACTS = ("record", "nobody bid", "call", "undo", "strike", "amend", "archive")


@pytest.mark.parametrize("act", in_short(ACTS, "record", "call", "archive"))
def test_no_key_of_a_request_breaks_a_page_or_its_column(app: Flask, phone: Phone, act: str) -> None:
    for case, key in {**BAD, "missing": "", "as long as may be": "k" * 64, "longer": "k" * 65}.items():
        sheet = phone.start()
        phone.record(sheet, TABLE_GAMES[1])
        phone.get(sheet)
        path, action, fields = {
            "record": ("/hand", "/hand", HAND),
            "nobody bid": ("/hand", "/hand", {"nobody_bid": "1"}),
            "amend": ("/hand/2", "/hand/2", HAND),
            "call": ("/auction", "/auction", {"call": "5C"}),
            "undo": ("", "/undo", {}),
            "strike": ("/hand/2", "/strike", {}),
            "archive": ("", "/archive", {}),
        }[act]
        form = phone.form("/" if act == "archive" else sheet + path, action=action)
        is_tame(phone.send("", form, {**fields, "key": key}), case)
        phone.get(sheet)
        with app.app_context():
            # SQLite takes a longer one all the same; another database would not.
            longest = db.session.scalar(select(func.max(func.length(EntryRecord.key)))) or 0
            assert longest <= KEY_LENGTH, case


def test_news_and_undo_are_answered_whatever_is_sent(phone: Phone, sheet: str) -> None:
    for bad in BAD.values():
        answer = phone.get(f"{sheet}/news", query_string={"seen": bad})
        assert answer.status_code == 205
    form = phone.form(sheet, action="/undo")
    for bad in BAD.values():
        undone = phone.send("", form, {"back": bad})
        assert (undone.status_code, undone.headers["Location"]) == (303, f"{sheet}/hand?undone=2")


def test_a_body_that_is_no_form_is_refused(phone: Phone, sheet: str) -> None:
    multipart = ("multipart/form-data; boundary=x", "multipart/form-data")
    kinds = ("application/x-www-form-urlencoded", *multipart, "application/json", "")
    paths = (f"{sheet}/hand", f"{sheet}/auction", "/new/offender")
    bodies = (b"\xff\xfe=\xff", b"a" * 60_000, b"&&&===", b"%ff%00=%zz", b"{}", b"\x00" * 99, b"--x\r\n\r\n")
    for kind, path, body in product(kinds, paths, bodies):
        refused = phone.client.post(path, data=body, content_type=kind)
        assert refused.status_code == 400, (kind, path, body[:9])
    assert phone.version(sheet) == "2"


def test_addresses_of_any_kind_are_answered(phone: Phone, sheet: str) -> None:
    for path in ("/%ff%fe", f"/sheets/{'x' * 5000}", "/sheets/🃏", "//", "/sheets/../..", "/?%zz"):
        assert phone.get(path).status_code in (200, 308, 404), path
    for path in ("/%00", "/sheets/%00", "/join/%00/x", "/sheets/x%00/hand", "/rules/%00", "/static/%00"):
        for answer in (phone.get(path), phone.client.post(path)):
            is_tame(answer, path)
            assert answer.status_code in (400, 404, 405)
        assert phone.get(path).status_code == 404


@pytest.mark.parametrize("snapshot", ["/import", "/check-paper/offender"])
def test_a_file_that_comes_as_a_word_is_no_file(phone: Phone, snapshot: str) -> None:
    refused = phone.send(snapshot, phone.form(snapshot), {"file": "x", "text": ""})
    is_tame(refused, snapshot)
    assert refused.status_code == 422
