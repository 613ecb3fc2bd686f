"""A sheet that the table has finished: nothing is written on it until it is reopened."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..evening import (
    FIFTH,
    TOTALS,
    change_rules,
    form_of,
    four_hands,
    joined,
    offers,
    opened,
    press,
    said,
    standings,
    told,
)
from ..every_page import addresses
from ..phone import PLAYERS, TABLE_GAMES, Form, Phone, read, tapped, words

CLOSED = "The sheet is finished. Reopen it to write on it."
Fields = dict[str, str | list[str]]
ACTS: dict[str, tuple[str, str, Fields]] = {
    "a hand": ("/hand", "/hand", {**tapped(FIFTH)}),
    "a hand without a contract": ("/hand", "/hand", {"nobody_bid": "1"}),
    "a call": ("/auction", "/auction", {"call": "5C"}),
    "an amendment": ("/hand/3", "/hand/3", {"tricks": "7"}),
    "a strike": ("/hand/3", "/strike", {}),
    "seats": ("/seats", "/seats", {"dealer": "2"}),
    "house rules": ("/house-rules", "/house-rules", {"option-tricks": "9", "whole": "1"}),
    "names": ("/names", "/names", {"name": ["Ann", *PLAYERS[1:]]}),
    "points without a deal": ("/adjust", "/adjust", {"points-1": "-10"}),
    "a title": ("/names", "/title", {"title": "Friday"}),
    "the end": ("", "/finish", {}),
}
"""The page, where its form writes to, and what is entered, for each act."""
OTHER_WAYS = {
    # Back, and open again.
    *("/undo", "/redo", "/reopen"),
    # What is said about the sheet changes none of its facts.
    *("/hand/3/dispute", "/hand/3/agree", "/sign", "/dismiss"),
    *("/dispute/3/statement", "/dispute/3/version", "/dispute/3/settle"),
    # Amended and struck by the same page as given.
    *("/adjust/3", "/adjust/3/strike"),
    # These write nothing on the sheet.
    *("/adjust/preview", "/adjust/3/preview", "/who", "/archive", "/unarchive"),
    *("/share/link", "/share/open", "/season", "/season/remove", "/delete", "/leave"),
    *(f"/people/no-such-device/{act}" for act in ("role", "name", "answer", "remove")),
    *("/hand/preview", "/seats/preview", "/house-rules/preview", "/names/preview", "/check-paper"),
}


def finished(phone: Phone) -> str:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    phone.get(sheet)
    return sheet


def open_form(phone: Phone, sheet: str, what: str) -> Form:
    snapshot, action, _ = ACTS[what]
    return phone.form(sheet + snapshot, action=action)


def told_of(phone: Phone, sheet: str, answer: TestResponse) -> str:
    """What the phone reads then: on the page that it is led to, or in the answer itself."""
    return said(phone.get(sheet)) if answer.status_code == 303 else " ".join(read(answer).errors.values())


def test_a_finished_sheet_says_who_won_and_offers_only_to_reopen_it_and_to_play_again(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = press(phone, sheet, "finish")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{sheet}/end")
    assert said(phone.get(sheet)) == "The sheet is finished. Undo"
    shown = phone.get(sheet)
    assert "Cindy wins" in words(shown)
    assert standings(shown) == TOTALS
    talks = tuple(f"/hand/{entry}/dispute" for entry in range(2, 6))
    assert [way for way in offers(shown) if not way.endswith((*talks, "/agreement", "/share"))] == [
        f"{sheet}/reopen",
        "/new/offender",
    ]
    assert not [link for link in read(shown).links if link.endswith(("/hand", "/seats", "/names", "/house-rules"))]
    assert "Change" not in words(shown) + words(phone.get(opened(sheet, 2)))


def test_the_pages_to_write_on_lead_back_to_a_finished_sheet(phone: Phone) -> None:
    sheet = finished(phone)
    for snapshot in ("/hand", "/hand/3", "/auction", "/seats", "/house-rules", "/names"):
        answer = phone.get(sheet + snapshot)
        assert (answer.status_code, answer.headers["Location"]) == (303, sheet), snapshot
        assert said(phone.get(sheet)) == "The sheet is finished: reopen it to play on.", snapshot


@pytest.mark.parametrize("what", ACTS)
def test_nothing_is_written_on_a_finished_sheet_and_it_says_why(phone: Phone, what: str) -> None:
    sheet = four_hands(phone)
    form = open_form(phone, sheet, what)
    press(phone, sheet, "finish")
    phone.get(sheet)
    stale = phone.send("", form, ACTS[what][2])
    assert stale.status_code in (303, 409)
    assert "Finished: the sheet" in words(stale) or "Finished: the sheet" in said(phone.get(sheet))
    # Even a phone that knows of the end cannot write.
    knowing = phone.send("", form, {**ACTS[what][2], "seen": "6", "key": "another"})
    assert knowing.status_code in (303, 422)
    assert CLOSED in told_of(phone, sheet, knowing)
    assert phone.version(sheet) == "6"
    assert standings(phone.get(sheet)) == TOTALS


def test_no_other_way_to_write_on_a_sheet_was_forgotten(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    tried = {open_form(phone, sheet, what).action.removeprefix(sheet) for what in ACTS}
    ways = {path.removeprefix(sheet) for path in addresses(app, "POST", sheet, 3) if path.startswith(sheet)}
    assert ways == tried | OTHER_WAYS


def test_a_reopened_sheet_is_played_on(phone: Phone) -> None:
    sheet = finished(phone)
    assert press(phone, sheet, "reopen").status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == "The sheet is open again. Undo"
    assert "wins" not in words(shown)
    assert phone.record(sheet, FIFTH).status_code == 303
    assert standings(phone.get(sheet))["Amber"] == TOTALS["Amber"] + 30
    assert not phone.get(f"{sheet}/sheet.json").get_json().get("finished")


def test_the_end_is_undone_and_redone_from_what_was_just_said(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    phone.send("", form_of(phone.get(sheet), "/undo"))
    opened = phone.get(sheet)
    assert said(opened) == "Undone: the end of the sheet. Redo"
    assert f"{sheet}/finish" in offers(opened)
    phone.send("", form_of(opened, "/redo"))
    assert "Cindy wins" in words(phone.get(sheet))


def test_a_sheet_is_finished_and_reopened_as_often_as_the_table_likes(phone: Phone) -> None:
    sheet = four_hands(phone)
    for _ in range(2):
        press(phone, sheet, "finish")
        press(phone, sheet, "reopen")
    lines = told(phone.get(f"{sheet}/history"))
    assert [line.split(" ")[0] for line in lines[:4]] == ["Reopened", "Finished", "Reopened", "Finished"]


def test_a_sheet_without_a_hand_is_not_offered_to_be_finished(phone: Phone) -> None:
    sheet = phone.start()
    assert f"{sheet}/finish" not in offers(phone.get(sheet))


def test_the_history_of_a_finished_sheet_is_read_and_not_undone(phone: Phone) -> None:
    sheet = finished(phone)
    snapshot = phone.get(f"{sheet}/history")
    assert told(snapshot)[0].startswith("Finished the sheet 6")
    assert offers(snapshot) == []
    assert standings(phone.get(f"{sheet}/history/5")) == TOTALS


@pytest.mark.parametrize("button", ["finish", "reopen"])
def test_a_button_that_is_sent_twice_is_pressed_once(phone: Phone, button: str) -> None:
    sheet = four_hands(phone) if button == "finish" else finished(phone)
    form = phone.form(sheet, action=f"/{button}")
    before = int(phone.version(sheet))
    assert [phone.send("", form).status_code for _ in range(2)] == [303, 303]
    assert phone.version(sheet) == str(before + 1)


def test_the_end_that_another_phone_overtook_is_not_taken(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet, action="/finish")
    joined(app, phone, sheet).record(sheet, FIFTH)
    phone.send("", form)
    assert "so nothing was changed. Recorded: hand 5" in said(phone.get(sheet))
    assert f"{sheet}/finish" in offers(phone.get(sheet))


def test_a_hand_entered_on_another_phone_before_the_end_is_kept_there(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    form = other.form(f"{sheet}/hand", action="/hand")
    press(phone, sheet, "finish")
    refused = other.send("", form, tapped(TABLE_GAMES[1]))
    assert refused.status_code == 409
    assert "Finished: the sheet." in words(refused)
    assert form_of(refused, "/hand").chosen() == tapped(TABLE_GAMES[1])
    press(phone, sheet, "reopen")
    again = other.send("", form_of(refused, "/hand"), {"seen": "7"})
    assert again.status_code == 303


def test_a_viewer_cannot_finish_or_reopen(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    token = dict(viewer.form("/new/offender").fields)["csrf_token"]
    for button in ("finish", "reopen"):
        form = phone.form(sheet, action=f"/{button}")
        assert f"{sheet}/{button}" not in offers(viewer.get(sheet))
        assert viewer.send("", form, {"csrf_token": token}).status_code == 403
        phone.send("", form)


def test_the_preview_of_a_page_left_open_says_that_the_sheet_is_finished(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/house-rules", action="/house-rules")
    form.action += "/preview"
    press(phone, sheet, "finish")
    assert CLOSED in words(phone.send("", form, {"option-tricks": "9"}))


def test_rules_changed_after_a_reopening_move_what_was_finished(phone: Phone) -> None:
    sheet = finished(phone)
    press(phone, sheet, "reopen")
    change_rules(phone, sheet, "9", whole="1")
    press(phone, sheet, "finish")
    assert standings(phone.get(sheet))["Cindy"] == 173
