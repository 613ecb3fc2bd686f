"""A database made by the first release opens in this one: nothing on it is lost, and it can be written on.

Kept beside this file: the database as the first release left it, and what must come out of it.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorer.exports import json_answer
from scorer.store import people, scorebook

from ..web.phone import Phone, read, tapped, words

pytestmark = pytest.mark.sqlite

KEPT = Path(__file__).with_name("first_release.db")
KNOWN: dict[str, Any] = json.loads(KEPT.with_suffix(".json").read_text("utf-8"))
FRIDAY, ODD, HIDDEN = KNOWN["sheets"]


def phone_of(old: Flask, name: str) -> Phone:
    """A phone of then, with the cookie that it was given then."""
    phone = Phone(old)
    phone.client.set_cookie("device", KNOWN["phones"][name]["cookie"])
    return phone


@pytest.mark.parametrize("sheet", KNOWN["sheets"])
def test_every_sheet_comes_out_as_it_was(old: Flask, sheet: str) -> None:
    known = KNOWN["sheets"][sheet]
    with old.app_context():
        snapshot = scorebook.read(sheet)
        assert snapshot.version == known["entries"]
        assert snapshot.sheet.title == known["title"]
        assert json.loads(json.dumps(json_answer.score(snapshot.ledger))) == known["score"]
        assert json.loads(json.dumps(json_answer.auction(snapshot.ledger))) == known["auction"]


@pytest.mark.parametrize("name", KNOWN["phones"])
def test_every_phone_opens_what_it_opened(old: Flask, name: str) -> None:
    known = KNOWN["phones"][name]
    with old.app_context():
        assert people.known_device(known["cookie"]) == known["device"]
        opens = {(known.sheet_id, known.role, known.archived) for known in people.grants(known["device"])}
    assert opens == {(known["sheet"], known["role"], known["hidden"]) for known in known["opens"]}
    links = phone_of(old, name).read("/").links
    for grant in known["opens"]:
        assert (f"/sheets/{grant['sheet']}" in links) != grant["hidden"]
        assert phone_of(old, name).get(f"/sheets/{grant['sheet']}").status_code == 200


def test_archived_sheets_and_unusual_names_are_shown_as_they_were(old: Flask) -> None:
    phone = phone_of(old, "first")
    assert "Archive (1)" in words(phone.get("/"))
    shown = words(phone.get(f"/sheets/{ODD}"))
    for name in ("Анна", "O'Hara", "🃏 José", "安娜", "Ночь & «карты» <b>"):
        assert name in shown
    assert "House rules No-trump" in shown


def test_a_link_of_then_still_opens_its_sheet(old: Flask) -> None:
    for role, status in (("view", 403), ("score", 200)):
        phone = Phone(old)
        phone.join(KNOWN["links"][role])
        assert phone.get(f"/sheets/{FRIDAY}").status_code == 200
        assert phone.get(f"/sheets/{FRIDAY}/hand").status_code == status


@pytest.mark.parametrize(
    ("sheet", "hand"),
    [
        (FRIDAY, ("Amber", "Cindy", "6", "H", "7")),
        (ODD, ("O'Hara", "🃏 José", "6", "NT", "7")),
        (HIDDEN, ("Amber", "Betty", "3", "D", "4")),
    ],
)
def test_a_hand_is_recorded_amended_and_taken_back_on_it(old: Flask, sheet: str, hand: tuple[str, ...]) -> None:
    phone = phone_of(old, "first")
    path = f"/sheets/{sheet}"
    before = phone.get(f"{path}/sheet.csv").text
    assert phone.record(path, hand).status_code == 303
    recorded = phone.get(f"{path}/sheet.csv").text
    amend = f"{path}/hand/{KNOWN['sheets'][sheet]['entries'] + 1}"
    assert phone.send(amend, phone.form(amend, action=amend), {**tapped(hand), "tricks": "5"}).status_code == 303
    assert phone.get(f"{path}/sheet.csv").text not in (before, recorded)
    assert phone.undo(path).status_code == 303
    assert phone.get(f"{path}/sheet.csv").text == recorded
    assert phone.undo(path).status_code == 303
    assert phone.get(f"{path}/sheet.csv").text == before


def test_the_bidding_of_then_goes_on_where_it_stood(old: Flask) -> None:
    phone = phone_of(old, "second")
    turn = KNOWN["sheets"][FRIDAY]["auction"]["turn"]
    assert f"{turn} to speak" in words(phone.get(f"/sheets/{FRIDAY}/auction"))
    phone.say(f"/sheets/{FRIDAY}", "6C")
    assert f"{turn} proposes 6 clubs." in words(phone.get(f"/sheets/{FRIDAY}/auction"))


def test_a_hand_of_then_is_struck_and_every_amendment_is_undone(old: Flask) -> None:
    phone = phone_of(old, "first")
    path = f"/sheets/{FRIDAY}"
    entry = next(link.rpartition("/")[2] for link in phone.read(path).links if "/hands/" in link)
    strike = phone.form(f"{path}/hand/{entry}", action="/strike")
    assert phone.send("", strike).status_code == 303
    hands = len(phone.get(f"{path}/sheet.json").get_json()["hands"])
    while any(form.action.endswith("/undo") for form in read(phone.get(path)).forms):
        assert phone.undo(path).status_code == 303
    assert hands > 5
    assert phone.get(f"{path}/sheet.json").get_json()["hands"] == []
