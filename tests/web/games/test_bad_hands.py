"""A hand with whatever in its fields: a clear message at the field, nothing lost, nothing written."""

import re

import pytest
from werkzeug.test import TestResponse

from ..bad import BAD, is_tame
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words

HAND = tapped()
EVERY_FIELD = pytest.mark.parametrize("field", HAND)
RECORD_AND_AMEND = pytest.mark.parametrize("path", ["/hand", "/hand/2"], ids=["record", "amend"])


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    return sheet


def entry(response: TestResponse) -> Form:
    return next(form for form in read(response).forms if re.search(r"/hand(/\d+)?$", form.action))


def kept(but: str = "") -> dict[str, str]:
    return {name: value for name, value in HAND.items() if name != but}


@EVERY_FIELD
@RECORD_AND_AMEND
def test_a_hand_with_a_bad_field_is_refused_at_the_field(phone: Phone, sheet: str, path: str, field: str) -> None:
    form = phone.form(sheet + path, action=path)
    for case, bad in BAD.items():
        refused = phone.send("", form, {**HAND, field: bad})
        is_tame(refused, case)
        assert refused.status_code == 422, case
        assert read(refused).errors[f"{field}-error"].strip().endswith("."), case
        assert entry(refused).chosen() == kept(but=field), case
    assert phone.version(sheet) == "2"


@EVERY_FIELD
@RECORD_AND_AMEND
def test_a_hand_that_misses_a_choice_is_told_what_to_tap(phone: Phone, sheet: str, path: str, field: str) -> None:
    form = phone.form(sheet + path, action=path)
    for value in ([], [""]):
        refused = phone.send("", form, {**HAND, field: value})
        assert refused.status_code == 422
        assert read(refused).errors[f"{field}-error"].startswith("Tap ")
        assert entry(refused).chosen() == kept(but=field)
    assert phone.version(sheet) == "2"


@EVERY_FIELD
@pytest.mark.parametrize("amends", ["", "?amends=2"], ids=["record", "amend"])
def test_a_preview_of_a_bad_field_says_what_is_wrong(phone: Phone, sheet: str, field: str, amends: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview{amends}"
    for case, bad in BAD.items():
        shown = phone.send("", form, {**HAND, field: bad})
        is_tame(shown, case)
        assert shown.status_code in (200, 422), case
        assert 'class="error"' in shown.text, case
        assert "Offense" not in words(shown), case


def test_a_preview_of_no_hand_is_answered_in_words(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview"
    for bad in (*BAD.values(), "0", "1", "99", "9" * 4000):
        is_tame(phone.send("", form, HAND, query_string={"amends": bad}), bad[:9])


def test_a_player_cannot_accept_her_own_proposal(phone: Phone, sheet: str) -> None:
    refused = phone.record(sheet, ("Amber", "Amber", "6", "H", "7"))
    assert refused.status_code == 422
    assert read(refused).errors["accepter-error"] == "Amber cannot accept their own proposal."
    assert entry(refused).chosen() == {**HAND, "accepter": "Amber"}
    assert phone.version(sheet) == "2"


def test_a_field_sent_twice_counts_once(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, {**HAND, "tricks": ["7", "8"]}).status_code == 303
    assert phone.version(sheet) == "3"


def test_nobody_bid_is_taken_whatever_else_was_tapped(phone: Phone, sheet: str) -> None:
    for case, bad in BAD.items():
        form = phone.form(f"{sheet}/hand", action="/hand")
        taken = phone.send("", form, {"nobody_bid": "1", "tricks": bad, "proposer": bad})
        assert taken.status_code == 303, case
        phone.get(sheet)
    hands = phone.get(f"{sheet}/sheet.json").get_json()["hands"]
    assert [hand["contract"] for hand in hands] == ["7S", *[None] * len(BAD)]


def test_nobody_bid_of_a_phone_that_missed_another_is_answered_in_words(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    for case, bad in BAD.items():
        refused = phone.send("", form, {**HAND, "tricks": bad, "nobody_bid": "1", "seen": "1"})
        is_tame(refused, case)
        assert refused.status_code == 409, case
    assert phone.version(sheet) == "2"


def test_nobody_bid_is_no_other_word(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    for case, bad in BAD.items():
        assert phone.send("", form, {"nobody_bid": bad}).status_code == 422, case
    assert phone.version(sheet) == "2"


def test_a_form_that_says_nonsense_of_what_it_has_seen_is_stale_and_kept(phone: Phone, sheet: str) -> None:
    for case, bad in {**BAD, "missing": ""}.items():
        refused = phone.record(sheet, TABLE_GAMES[0], seen=bad)
        is_tame(refused, case)
        assert refused.status_code == 409, case
        assert entry(refused).chosen() == kept(), case
    assert phone.version(sheet) == "2"
    assert phone.send("", entry(phone.record(sheet, TABLE_GAMES[0], seen="x"))).status_code == 303


@pytest.mark.parametrize("path", ["/hand/0", "/hand/1", "/hand/99", "/hand/-1", "/hand/x", f"/hand/{'9' * 5000}"])
def test_there_is_no_hand_where_none_was_recorded(phone: Phone, sheet: str, path: str) -> None:
    assert phone.get(sheet + path).status_code == 404
    form = phone.form(f"{sheet}/hand", action="/hand")
    for ending in ("", "/strike"):
        form.action = f"{sheet}{path}{ending}"
        assert phone.send("", form, HAND).status_code in (404, 405)
    assert phone.version(sheet) == "2"


def test_the_hand_of_one_sheet_is_none_of_another(phone: Phone, sheet: str) -> None:
    other = phone.start()
    assert phone.get(f"{other}/hand/2").status_code == 404
