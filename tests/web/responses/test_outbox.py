"""What the outbox of a phone is told when it sends its acts by script, and in which order they are taken."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..evening import form_of, joined
from ..phone import TABLE_GAMES, Form, Phone, tapped, words

SCRIPT = {"Outbox": "1"}


def waiting(phone: Phone, sheet: str, hands: int) -> tuple[Form, list[dict[str, str]]]:
    """A form, and the hands entered with it while the network was away: each after the one before it."""
    form = phone.form(f"{sheet}/hand", action="/hand")
    keys = [f"key {number}" for number in range(hands)]
    acts = [{**tapped(TABLE_GAMES[number]), "key": keys[number]} for number in range(hands)]
    for act, before in zip(acts[1:], keys, strict=False):
        act["after"] = before
    return form, acts


def contracts(phone: Phone, sheet: str) -> list[str]:
    return [hand["contract"] for hand in phone.get(f"{sheet}/sheet.json").get_json()["hands"]]


def is_taken(response: TestResponse, address: str) -> None:
    assert response.status_code == 204, words(response)
    assert (response.headers["Outbox"], response.headers["Location"]) == ("taken", address)
    assert response.data == b""


def test_a_script_is_told_the_address_to_which_a_browser_is_led(phone: Phone, fresh: str) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    is_taken(phone.send("", form, tapped(), headers=SCRIPT), f"{fresh}/hand")
    # The line that tells it waits for the page.
    assert "Hand 1 saved" in words(phone.get(fresh))
    answer = phone.record(fresh)
    assert answer.status_code == 303
    assert "Outbox" not in answer.headers
    form = phone.form(f"{fresh}/auction", action="/auction")
    is_taken(phone.send("", form, {"call": "5C"}, headers=SCRIPT), f"{fresh}/auction#turn")


@pytest.mark.parametrize(
    ("fields", "code"), [({"tricks": "99"}, 422), ({"seen": "0"}, 409), ({"csrf_token": ""}, 400)]
)
def test_a_script_is_given_a_refusal_whole(phone: Phone, fresh: str, fields: dict[str, str], code: int) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    plain = phone.send("", form, {**tapped(), **fields})
    told = phone.send("", form, {**tapped(), **fields}, headers=SCRIPT)
    assert (told.status_code, told.headers["Outbox"]) == (code, "answered")
    assert words(told) == words(plain)


def test_hands_that_waited_are_taken_in_order_each_only_once_and_only_the_last_is_told(
    phone: Phone, fresh: str
) -> None:
    form, acts = waiting(phone, fresh, 3)
    for act in acts:
        is_taken(phone.send("", form, act, headers=SCRIPT), f"{fresh}/hand")
        is_taken(phone.send("", form, act, headers=SCRIPT), f"{fresh}/hand")
    assert contracts(phone, fresh) == ["6H", "7S", "5C"]
    assert re.findall(r"Hand \d saved", words(phone.get(fresh))) == ["Hand 3 saved"]


def test_what_a_script_asks_meanwhile_takes_nothing_away_that_waits_to_be_told(phone: Phone, fresh: str) -> None:
    assert "scorer=" in str(phone.get(fresh).headers.getlist("Set-Cookie"))
    for path in (fresh, f"{fresh}/news?seen=1", f"{fresh}/news?seen=0&entering=1"):
        answer = phone.get(path, headers=SCRIPT)
        assert "scorer=" not in str(answer.headers.getlist("Set-Cookie")), path


def test_a_complaint_is_told_whatever_was_taken_after_it(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    strike = phone.form(f"{fresh}/hand/2", action="/strike")
    hand = phone.form(f"{fresh}/hand", action="/hand")
    phone.send("", strike, {"seen": "1"}, headers=SCRIPT)
    phone.send("", hand, tapped(TABLE_GAMES[1]), headers=SCRIPT)
    said = words(phone.get(fresh))
    assert "nothing was deleted" in said
    assert "Hand 2 saved" in said


def test_a_hand_behind_one_that_another_phone_overtook_is_refused_like_it(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet)
    form, acts = waiting(phone, sheet, 2)
    other.record(sheet, TABLE_GAMES[3])
    for act, reason in zip(acts, ("Another phone has hand 1 already", "Another phone wrote"), strict=True):
        refused = phone.send("", form, act, headers=SCRIPT)
        assert refused.status_code == 409
        assert reason in words(refused)
    assert contracts(phone, sheet) == ["8D"]


def test_a_hand_is_refused_where_another_phone_wrote_after_ones_own_waiting_hand(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet)
    form, acts = waiting(phone, sheet, 2)
    phone.send("", form, acts[0], headers=SCRIPT)
    other.record(sheet, TABLE_GAMES[3])
    refused = phone.send("", form, acts[1], headers=SCRIPT)
    assert refused.status_code == 409
    # What was entered is kept, and what the phone has now seen is what stands; nothing waits before it any more.
    again = form_of(refused, "/hand")
    assert "after" not in dict(again.fields)
    assert phone.send("", again).status_code == 303
    assert contracts(phone, sheet) == ["6H", "8D", "7S"]


def test_a_key_too_long_for_the_scorebook_is_found_again(phone: Phone, fresh: str) -> None:
    form, acts = waiting(phone, fresh, 2)
    acts[0]["key"] = acts[1]["after"] = "k" * 5000
    for act in (acts[0], *acts):
        assert phone.send("", form, act).status_code == 303
    assert contracts(phone, fresh) == ["6H", "7S"]
