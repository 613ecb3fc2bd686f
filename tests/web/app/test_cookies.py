"""When a phone is given its cookies: when what they hold has changed, and once a day so that they last."""

from datetime import timedelta

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.store.database import now

from ..evening import four_hands, joined, press
from ..every_page import of_a_sheet
from ..phone import TABLE_GAMES, Phone, tapped, words

LARGEST = 4096
"""Bytes of a cookie that every browser keeps."""


def given(response: TestResponse) -> set[str]:
    """The names of the cookies that an answer gives."""
    return {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}


def test_pages_that_say_nothing_new_give_no_cookie(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    for path in (*of_a_sheet(app, "GET", sheet), "/", "/new/offender", "/import", "/help", "/rules/offender"):
        answer = phone.get(path)
        if answer.status_code == 303:  # It leads back to the sheet, which then says why.
            phone.get(sheet)
        else:
            assert given(answer) == set(), path


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_look_for_news_gives_no_cookie(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    sheet = four_hands(phone)
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


def test_a_phone_that_comes_by_a_link_has_its_token_before_it_asks_for_two_pages_at_once(
    app: Flask, phone: Phone
) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet)
    other.get(sheet)
    for path in ("/hand", "/auction", "/hand"):
        assert given(other.get(f"{sheet}{path}")) == set(), path


def test_what_is_said_is_in_the_cookie_until_a_page_says_it(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert given(phone.record(sheet)) == {"scorer"}
    assert given(phone.get(sheet)) == {"scorer"}
    assert given(phone.get(sheet)) == set()


def test_both_cookies_are_renewed_on_the_first_page_of_a_day(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = four_hands(phone)
    for days in (1, 2, -400):
        day = now() + timedelta(days=days)
        monkeypatch.setattr("scorer.web.app.access.now", lambda day=day: day)
        assert given(phone.get(sheet)) == {"device", "scorer"}
        assert given(phone.get(sheet)) == set()


def test_a_phone_that_joins_is_given_its_key_at_once(app: Flask, phone: Phone) -> None:
    link = phone.share(four_hands(phone), "view")
    assert "device" in given(Phone(app).get(link))


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
    assert "Recorded: hand 30" in said
    assert "Recorded: hand 3," not in said


def test_complaints_that_no_page_has_told_do_not_pile_up_either(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
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
