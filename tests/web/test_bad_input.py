"""Whatever is sent from the table's forms: a clear message at the field, nothing lost, nothing written."""

import re

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from scorer.store.models import EntryRecord, db

from .phone import TABLE_GAMES, Form, Phone, read, words

HAND = dict(zip(("proposer", "accepter", "level", "suit", "tricks"), TABLE_GAMES[0], strict=True))
KEY_LENGTH = 64
BAD = {
    "huge": "9" * 5000,
    "negative": "-1",
    "too many": "18",
    "a leading nought": "07",
    "a float": "6.0",
    "other digits": "٦",
    "a raised digit": "²",
    "nobody here": "Zoe",
    "emoji": "🃏" * 50,
    "right to left": "\u202eعنبر",
    "markup": "<script>alert(1)</script>",
    "a quote": '"><b onclick=x>',
    "control": "\x07\x1b[31m",
    "nul": "\x00",
    "a line": "Amber\r\nBetty",
    "braces": "{0.__class__} {{ 7 * 7 }} %s",
}
EVERY_BAD = pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
EVERY_FIELD = pytest.mark.parametrize("field", HAND)


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    return sheet


def is_tame(response: TestResponse) -> None:
    """Answered in words, and with nothing in it that was not escaped."""
    assert response.status_code < 500, words(response)
    for markup in ("<script>alert", "<b onclick", "&amp;lt;", "&amp;#"):
        assert markup not in response.text
    assert "<class" not in response.text


def entry(response: TestResponse) -> Form:
    return next(form for form in read(response).forms if re.search(r"/hand(/\d+)?$", form.action))


def is_kept(response: TestResponse, but: str) -> None:
    assert entry(response).chosen() == {name: value for name, value in HAND.items() if name != but}


@EVERY_FIELD
@EVERY_BAD
@pytest.mark.parametrize("path", ["/hand", "/hand/2"])
def test_a_hand_with_a_bad_field_is_refused_at_the_field(
    phone: Phone, sheet: str, path: str, field: str, bad: str
) -> None:
    refused = phone.send("", phone.form(sheet + path, action=path), {**HAND, field: bad})
    assert refused.status_code == 422
    is_tame(refused)
    assert read(refused).errors[f"{field}-error"].strip().endswith(".")
    is_kept(refused, but=field)
    assert phone.version(sheet) == "2"


@EVERY_FIELD
@pytest.mark.parametrize("path", ["/hand", "/hand/2"])
@pytest.mark.parametrize("value", [[], [""]], ids=["missing", "empty"])
def test_a_hand_that_misses_a_choice_is_told_what_to_tap(
    phone: Phone, sheet: str, path: str, field: str, value: list[str]
) -> None:
    refused = phone.send("", phone.form(sheet + path, action=path), {**HAND, field: value})
    assert refused.status_code == 422
    assert read(refused).errors[f"{field}-error"].startswith("Tap ")
    is_kept(refused, but=field)
    assert phone.version(sheet) == "2"


@EVERY_FIELD
@EVERY_BAD
@pytest.mark.parametrize("amends", ["", "?amends=2"])
def test_a_preview_of_a_bad_field_is_answered_in_words(
    phone: Phone, sheet: str, field: str, bad: str, amends: str
) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview{amends}"
    shown = phone.send("", form, {**HAND, field: bad})
    is_tame(shown)
    assert shown.status_code in (200, 422)
    assert 'class="error"' in shown.text
    assert "made." not in words(shown)


@pytest.mark.parametrize("amends", [*BAD.values(), "0", "1", "99", "9" * 4000])
def test_a_preview_of_no_hand_is_answered_in_words(phone: Phone, sheet: str, amends: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview"
    is_tame(phone.send("", form, HAND, query_string={"amends": amends}))


def test_a_player_cannot_accept_her_own_proposal(phone: Phone, sheet: str) -> None:
    refused = phone.record(sheet, ("Amber", "Amber", "6", "H", "7"))
    assert refused.status_code == 422
    assert read(refused).errors["accepter-error"] == "Amber cannot accept her own proposal."
    assert entry(refused).chosen() == {**HAND, "accepter": "Amber"}
    assert phone.version(sheet) == "2"


def test_a_field_sent_twice_counts_once(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    sent = phone.send("", form, {**HAND, "tricks": ["7", "8"]})
    assert sent.status_code == 303
    assert phone.version(sheet) == "3"


@EVERY_BAD
def test_nobody_bid_is_taken_whatever_else_was_tapped(phone: Phone, sheet: str, bad: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    taken = phone.send("", form, {"nobody_bid": "1", "tricks": bad, "proposer": bad})
    assert taken.status_code == 303
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][1]["contract"] is None


@EVERY_BAD
def test_nobody_bid_of_a_phone_that_missed_another_is_answered_in_words(
    phone: Phone, sheet: str, bad: str
) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    refused = phone.send("", form, {**HAND, "tricks": bad, "nobody_bid": "1", "seen": "1"})
    is_tame(refused)
    assert refused.status_code == 409
    assert phone.version(sheet) == "2"


@EVERY_BAD
def test_nobody_bid_is_no_other_word(phone: Phone, sheet: str, bad: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, {"nobody_bid": bad}).status_code == 422
    assert phone.version(sheet) == "2"


@EVERY_BAD
def test_a_form_that_says_nonsense_of_what_it_has_seen_is_stale(phone: Phone, sheet: str, bad: str) -> None:
    refused = phone.record(sheet, TABLE_GAMES[0], seen=bad)
    is_tame(refused)
    assert refused.status_code == 409
    is_kept(refused, but="")
    assert phone.send("", entry(refused)).status_code == 303


@EVERY_BAD
@pytest.mark.parametrize("field", ["call", "level", "suit", "player"])
def test_a_bad_call_is_refused_in_words(phone: Phone, sheet: str, field: str, bad: str) -> None:
    form = phone.form(f"{sheet}/auction", action="/auction")
    fields = {"call": "5C"} if field == "player" else {"level": "5", "suit": "C"}
    refused = phone.send("", form, {**fields, field: bad})
    assert refused.status_code == 422
    is_tame(refused)
    complaint = next(iter(read(refused).errors.values()))
    assert complaint.strip()
    assert "Exceeds" not in complaint
    assert phone.version(sheet) == "2"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Nothing is no call of any game."),
        ({"suit": "C"}, "Tap a number first, then the suit."),
        ({"level": "5"}, "names a number of tricks and one of the four suits"),
        ({"call": "X"}, "is not a call of this game"),
        ({"call": "5c"}, "“5c” is no call of any game."),
        ({"level": "0", "suit": "C"}, "a proposal is for 1 to 10"),
        ({"level": "5", "suit": "NT"}, "does not play no-trump contracts"),
        ({"level": "5", "suit": "minor"}, "is not a proposal of this game"),
    ],
)
def test_a_call_that_is_none_says_what_is_amiss(
    phone: Phone, sheet: str, fields: dict[str, str], said: str
) -> None:
    refused = phone.send("", phone.form(f"{sheet}/auction", action="/auction"), fields)
    assert refused.status_code == 422
    assert said in words(refused)


@pytest.mark.parametrize("fields", [{"level": "7"}, {"level": "99", "suit": "C"}, {"suit": "C"}])
def test_the_number_that_was_tapped_stays_tapped(phone: Phone, sheet: str, fields: dict[str, str]) -> None:
    refused = phone.send("", phone.form(f"{sheet}/auction", action="/auction"), fields)
    form = next(form for form in read(refused).forms if form.action.endswith("/auction"))
    kept = fields.get("level") if fields.get("level") == "7" else None
    assert form.chosen().get("level") == kept


@EVERY_BAD
def test_undo_goes_back_to_no_place_but_its_own(phone: Phone, sheet: str, bad: str) -> None:
    undone = phone.send("", phone.form(sheet, action="/undo"), {"back": bad})
    assert (undone.status_code, undone.headers["Location"]) == (303, sheet)


@EVERY_BAD
def test_a_link_has_no_role_but_the_two(phone: Phone, sheet: str, bad: str) -> None:
    path = f"{sheet}/share"
    refused = phone.send(path, phone.form(path, action="/share"), {"role": bad})
    assert refused.status_code == 400
    is_tame(refused)
    assert "stop all links" not in words(phone.get(path)).lower()


@pytest.mark.parametrize("act", ["record", "nobody bid", "call", "undo", "strike", "hide"])
@pytest.mark.parametrize("key", ["", "k" * 64, "k" * 65, *BAD.values()], ids=str)
def test_no_key_of_a_request_breaks_a_page_or_its_column(
    app: Flask, phone: Phone, sheet: str, act: str, key: str
) -> None:
    path, action, fields = {
        "record": ("/hand", "/hand", HAND),
        "nobody bid": ("/hand", "/hand", {"nobody_bid": "1"}),
        "call": ("/auction", "/auction", {"call": "5C"}),
        "undo": ("", "/undo", {}),
        "strike": ("/hand/2", "/strike", {}),
        "hide": ("", "/hide", {}),
    }[act]
    form = phone.form("/" if act == "hide" else sheet + path, action=action)
    is_tame(phone.send("", form, {**fields, "key": key}))
    with app.app_context():
        # SQLite takes a longer one all the same; another database would not.
        longest = db.session.scalar(select(func.max(func.length(EntryRecord.key))))
        assert longest is not None
        assert longest <= KEY_LENGTH


@pytest.mark.parametrize("path", ["/hand/0", "/hand/1", "/hand/99", "/hand/-1", "/hand/x", f"/hand/{'9' * 5000}"])
def test_there_is_no_hand_where_none_was_recorded(phone: Phone, sheet: str, path: str) -> None:
    assert phone.get(sheet + path).status_code == 404
    form = phone.form(f"{sheet}/hand", action="/hand")
    for ending in ("", "/strike"):
        form.action = f"{sheet}{path}{ending}"
        assert phone.send("", form, HAND).status_code == 404
    assert phone.version(sheet) == "2"


def test_the_hand_of_one_sheet_is_none_of_another(phone: Phone, sheet: str) -> None:
    other = phone.start()
    assert phone.get(f"{other}/hand/2").status_code == 404


@EVERY_BAD
def test_news_is_answered_whatever_was_seen(phone: Phone, sheet: str, bad: str) -> None:
    answer = phone.get(f"{sheet}/news", query_string={"seen": bad})
    assert (answer.status_code, answer.headers.get("HX-Refresh")) == (200, "true")


@pytest.mark.parametrize("body", [b"\xff\xfe=\xff", b"a" * 60_000, b"&&&===", b"%ff%00=%zz", b"{}", b"\x00" * 99])
@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/json",
        "",
    ],
)
def test_a_body_that_is_no_form_is_refused(phone: Phone, sheet: str, body: bytes, kind: str) -> None:
    for path in (f"{sheet}/hand", f"{sheet}/auction", "/new/offender"):
        refused = phone.client.post(path, data=body, content_type=kind)
        assert refused.status_code == 400
    assert phone.version(sheet) == "2"
