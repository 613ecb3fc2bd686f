"""Settings of a phone: kept in its cookie and shown on every page; and what follows Save."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.web.app.access import SETTINGS_COOKIE as COOKIE

from ...instruments.awake import movie
from ..evening import four_hands, said
from ..games import test_oh_hell
from ..phone import Phone, read, tapped, words

ALL = {"theme": "black", "suits": "four", "text": "large", "vibration": "off", "awake": "video"}
UNSET = dict.fromkeys(ALL, "")


def choose(phone: Phone, back: str = "", **chosen: str) -> TestResponse:
    path = f"/settings{f'?back={back}' if back else ''}"
    return phone.send("", phone.form(path, action="/settings"), chosen)


def of_html(response: TestResponse) -> dict[str, str | None]:
    """The attributes of the page as a whole, its language apart."""
    return {
        name: value
        for tag, a in read(response).tags
        if tag == "html"
        for name, value in a.items()
        if name != "lang"
    }


def metas(response: TestResponse, name: str) -> list[str | None]:
    return [a["content"] for tag, a in read(response).tags if tag == "meta" and a.get("name") == name]


def test_every_page_shows_what_the_phone_is_set_to_and_no_other_phone_does(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    assert of_html(phone.get(sheet)) == {}
    assert metas(phone.get("/"), "color-scheme") == ["light dark"]
    assert choose(phone, **ALL).status_code == 303
    expected = {"data-theme": "black", "data-suits": "four", "data-text": "large", "data-vibration": "off"}
    for path in ("/", sheet, f"{sheet}/hand", "/settings", "/help/start", "/nothing-here"):
        answer = phone.get(path)
        shown = of_html(answer)
        assert phone.get(shown.pop("data-video") or "").data == movie()
        assert shown == expected, path
        assert metas(answer, "color-scheme") == ["dark"]
        assert metas(answer, "theme-color") == ["#000000"]
        assert "Cookie" in answer.vary
    assert of_html(Phone(app).get("/")) == {}
    assert phone.form("/settings").chosen() == ALL
    choose(phone, **UNSET)
    assert phone.client.get_cookie(COOKIE) is None
    assert of_html(phone.get(sheet)) == {}


def test_the_cookie_lasts_and_goes_to_no_other_site(phone: Phone) -> None:
    [line] = choose(phone, theme="light").headers.getlist("Set-Cookie")
    assert line.startswith("settings=theme-light;")
    assert "SameSite=Lax" in line
    assert f"Max-Age={400 * 24 * 3600}" in line


def test_what_a_cookie_may_not_say_is_ignored(phone: Phone) -> None:
    for nonsense in ("theme-pink.", "", "after_save-sheet.", "x" * 3000 + "."):
        phone.client.set_cookie(COOKIE, f"{nonsense}suits-four")
        assert of_html(phone.get("/")) == {"data-suits": "four"}


def test_an_unknown_choice_is_refused_at_its_field(phone: Phone) -> None:
    answer = choose(phone, back="/help", theme="pink", suits="four")
    assert answer.status_code == 422
    assert read(answer).errors == {"theme-error": "Choose one of these."}
    [form] = [form for form in read(answer).forms if form.writes]
    assert form.chosen() == {"back": "/help", "suits": "four"}
    assert phone.client.get_cookie(COOKIE) is None


def test_it_leads_back_to_where_one_came_from_and_nowhere_else(phone: Phone) -> None:
    assert choose(phone, back="/help", theme="dark").location == "/help"
    for back in ("", "//evil.example/", "https://evil.example"):
        assert choose(phone, back=back, theme="dark").location == "/"


def test_it_is_reached_from_home_and_from_the_menu_of_a_sheet(phone: Phone, sheet: str) -> None:
    for path in ("/", f"{sheet}/more", f"{sheet}/hand", f"{sheet}/auction"):
        assert f"/settings?back={path}" in phone.read(path).links


@pytest.mark.parametrize(("page", "hand"), [("hand", tapped()), ("auction", {"tricks": "7"})])
def test_the_next_hand_is_entered_as_the_last(phone: Phone, fresh: str, page: str, hand: dict[str, str]) -> None:
    if page == "auction":
        phone.bid(fresh)
    form = phone.form(f"{fresh}/{page}", action="/hand")
    entered = phone.send("", form, hand)
    assert entered.location == f"{fresh}/{page}"
    assert phone.send("", form, hand).location == entered.location  # Sent again, it leads there again.
    following = phone.get(entered.location)
    assert "Hand 2" in words(following)
    assert said(following).startswith("Hand 1 saved Amber and ")
    assert "saved" not in words(phone.get(entered.location))
    undone = phone.send("", phone.form(fresh, action="/undo"))
    assert undone.location.startswith(f"{entered.location}?undone=")


def test_after_the_last_hand_the_end_is_shown(phone: Phone) -> None:
    sheet = test_oh_hell.start(phone, players=3, hand_sizes="1")
    ended = phone.enter(sheet, test_oh_hell.fields((1, 0, 1), {0: 0, 1: 0}))
    assert ended.location == f"{sheet}/end"
    assert said(phone.get(ended.location)).endswith("Change Undo")
