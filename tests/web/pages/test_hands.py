"""Hands entered contract only: recorded, amended, struck, undone, and two phones at once."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..evening import all_hands, opened
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words

FIRST = [49, 6, 49, 6, 6]
"""The points of the first hand of the document's table."""
SECOND = [38, 21, 38, 38, 21]


def entry_form(phone: Phone, sheet: str) -> Form:
    return phone.form(f"{sheet}/hand", action="/hand")


def form_of(response: TestResponse, action: str) -> Form:
    return next(form for form in read(response).forms if form.action.endswith(action))


def amend(phone: Phone, sheet: str, entry: int, **fields: str) -> TestResponse:
    path = f"{sheet}/hand/{entry}"
    return phone.send(path, phone.form(path, action=f"/hand/{entry}"), fields)


def strike(phone: Phone, sheet: str, entry: int) -> TestResponse:
    path = f"{sheet}/hand/{entry}"
    return phone.send(path, phone.form(path, action="/strike"))


def nobody_bid(phone: Phone, sheet: str) -> TestResponse:
    return phone.send(f"{sheet}/hand", entry_form(phone, sheet), {"nobody_bid": "1"})


def dealer(phone: Phone, sheet: str) -> str:
    """Whom the page of the next hand names as its dealer."""
    found = re.search(r"Hand \d+(\w+) deals, ", words(phone.get(f"{sheet}/hand")))
    assert found
    return found[1]


def add(*points: list[int]) -> list[int]:
    return [sum(each) for each in zip(*points, strict=True)]


def test_a_recorded_hand_is_on_the_sheet_and_the_next_page_says_so(phone: Phone) -> None:
    sheet = phone.start()
    answer = phone.record(sheet)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{sheet}/hand")
    assert phone.totals(sheet) == FIRST
    said = words(phone.get(sheet))
    assert "Recorded: hand 1, Amber and Cindy 6♥︎ hearts, took 7. Change Undo" in said
    assert "Recorded" not in words(phone.get(sheet))


def test_the_preview_says_what_recording_would_do_and_writes_nothing(phone: Phone) -> None:
    sheet = phone.start()
    form = entry_form(phone, sheet)
    form.action = f"{sheet}/hand/preview"
    said = words(phone.send("", form, tapped(("Betty", "Diana", "8", "S", "7"))))
    assert "Betty and Diana bid 8♠︎ spades, took 7: set." in said
    assert "Offense 28 each, defense 6 + 36 = 42 each." in said
    assert "Amber +42, 42 in all." in said
    assert phone.version(sheet) == "1"


def test_looking_first_shows_the_same_without_javascript_and_then_records(phone: Phone) -> None:
    sheet = phone.start()
    looked = phone.record(sheet, TABLE_GAMES[0], look="1")
    assert looked.status_code == 200
    assert "Offense 21 + 28 = 49 each, defense 6 each." in words(looked)
    assert phone.version(sheet) == "1"
    form = form_of(looked, "/hand")
    assert form.chosen() == tapped(TABLE_GAMES[0])
    assert phone.send("", form).status_code == 303
    assert phone.totals(sheet) == FIRST


def test_the_deal_passes_to_the_left_but_not_after_an_abandoned_hand(phone: Phone) -> None:
    sheet = phone.start()
    assert dealer(phone, sheet) == "Ellie"
    phone.record(sheet)
    assert dealer(phone, sheet) == "Amber"
    assert nobody_bid(phone, sheet).status_code == 303
    assert dealer(phone, sheet) == "Amber"
    assert phone.totals(sheet) == FIRST
    phone.record(sheet)
    assert dealer(phone, sheet) == "Betty"
    assert [hand["dealer"] for hand in all_hands(phone, sheet)] == ["Ellie", "Amber", "Amber"]


def test_after_the_last_hand_is_struck_its_dealer_deals_again(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    phone.record(sheet)
    assert strike(phone, sheet, 3).status_code == 303
    assert dealer(phone, sheet) == "Amber"
    phone.undo(sheet)
    assert dealer(phone, sheet) == "Betty"


def test_an_amended_hand_in_the_middle_moves_every_total_after_it(phone: Phone) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    before = phone.totals(sheet)
    assert amend(phone, sheet, 3, **tapped(TABLE_GAMES[0])).status_code == 303
    assert phone.totals(sheet) == add(before, FIRST, [-points for points in SECOND])
    assert [hand["contract"] for hand in all_hands(phone, sheet)] == ["6H", "6H", "5C", "8D"]
    assert [hand["dealer"] for hand in all_hands(phone, sheet)] == ["Ellie", "Amber", "Betty", "Cindy"]
    assert "Changed: hand 2, Amber and Cindy 6♥︎ hearts, took 7." in words(phone.get(sheet))
    assert "Amber+49 points, total 98" in words(phone.get(opened(sheet, 2)))
    phone.undo(sheet)
    assert phone.totals(sheet) == before


def test_the_form_of_an_amendment_holds_the_hand_as_it_stands(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[1])
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    assert form.chosen() == tapped(TABLE_GAMES[1])
    amend(phone, sheet, 2, tricks="9")
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen() == tapped((*TABLE_GAMES[1][:4], "9"))


def test_the_usual_reasons_are_offered_for_an_amendment(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    tags = phone.read(f"{sheet}/hand/2").tags
    offered = [attributes.get("value") for _, attributes in tags if attributes.get("name") == "reason"]
    assert offered == ["misheard", "miscounted", "wrong player", "ruling: two tricks moved for a revoke"]


def test_a_hand_is_amended_to_nobody_bid_and_back(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    phone.record(sheet, TABLE_GAMES[1])
    amended = amend(phone, sheet, 2, nobody_bid="1")
    assert amended.status_code == 303
    assert phone.totals(sheet) == SECOND
    assert all_hands(phone, sheet)[0] == {"dealer": "Ellie", "contract": None}
    amend(phone, sheet, 2, **tapped(TABLE_GAMES[0]))
    assert phone.totals(sheet) == add(FIRST, SECOND)


def test_a_struck_hand_is_gone_and_the_others_are_numbered_anew(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    phone.record(sheet, TABLE_GAMES[1])
    assert strike(phone, sheet, 2).status_code == 303
    assert phone.totals(sheet) == SECOND
    shown = phone.get(sheet)
    assert "Deleted: hand 1, Amber and Cindy" in words(shown)
    assert read(shown).ids >= {"hand-1"}
    assert "hand-2" not in read(shown).ids
    phone.send("", form_of(shown, "/undo"))
    assert phone.totals(sheet) == add(FIRST, SECOND)


def test_undo_takes_back_act_by_act_and_says_which(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    amend(phone, sheet, 2, tricks="6")
    strike(phone, sheet, 2)
    phone.get(sheet)
    for undone, rows in (("the deletion of hand 1, ", 1), ("the change of hand 1, ", 1), ("hand 1, ", 0)):
        phone.undo(sheet)
        assert f"Undone: {undone}Amber and Cindy 6♥" in words(phone.get(sheet))
        assert len(all_hands(phone, sheet)) == rows
    assert not [form for form in phone.read(sheet).forms if form.action.endswith("/undo")]


@pytest.mark.parametrize("path", ["", "/auction"])
def test_the_undo_beside_what_was_said_goes_back_to_where_it_was(phone: Phone, path: str) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C")
    undone = phone.send(sheet + path, phone.form(sheet + path, action="/undo"))
    assert urlsplit(undone.headers["Location"]).path == sheet + path
    assert all_hands(phone, sheet) == []


def test_of_two_phones_the_second_is_told_loses_nothing_and_can_press_again(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    other.get(phone.share(sheet, "score"))
    form = entry_form(other, sheet)
    phone.record(sheet, TABLE_GAMES[0])
    refused = other.send("", form, tapped(TABLE_GAMES[1]))
    assert refused.status_code == 409
    assert "Another phone wrote on this sheet meanwhile, so nothing was recorded" in words(refused)
    assert phone.totals(sheet) == FIRST
    again = form_of(refused, "/hand")
    assert again.chosen() == tapped(TABLE_GAMES[1])
    assert other.send("", again).status_code == 303
    assert phone.totals(sheet) == add(FIRST, SECOND)


def test_an_amendment_of_a_hand_that_another_phone_changed_is_told_and_kept(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    amend(phone, sheet, 2, tricks="5")
    refused = phone.send("", form, {"tricks": "9"})
    assert refused.status_code == 409
    assert all_hands(phone, sheet)[0]["tricks"] == 5
    assert phone.send("", form_of(refused, "/hand/2")).status_code == 303
    assert all_hands(phone, sheet)[0]["tricks"] == 9


def test_the_page_of_a_struck_hand_leads_back_to_the_sheet_and_says_so(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    strike(phone, sheet, 2)
    phone.get(sheet)
    for come in (lambda: phone.get(f"{sheet}/hand/2"), lambda: phone.send("", form, {"tricks": "9"})):
        answer = come()
        assert (answer.status_code, answer.headers["Location"]) == (303, sheet)
        assert "That hand is not on the sheet any more." in words(phone.get(sheet))
    assert phone.version(sheet) == "3"


def test_a_stale_strike_and_a_stale_undo_do_nothing_and_say_so(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    strike_form = phone.form(f"{sheet}/hand/2", action="/strike")
    undo_form = phone.form(sheet, action="/undo")
    phone.record(sheet)
    phone.get(sheet)
    assert phone.send("", strike_form).status_code == 303
    told = words(phone.get(sheet))
    assert "Another phone wrote on this sheet meanwhile, so nothing was deleted." in told
    assert "Recorded: hand 2, Amber and Cindy 6♥" in told
    assert phone.send("", undo_form).status_code == 303
    told = words(phone.get(sheet))
    assert "Another phone wrote on this sheet meanwhile, so nothing was undone." in told
    assert "Recorded: hand 2, Amber and Cindy 6♥" in told
    assert phone.totals(sheet) == add(FIRST, FIRST)
