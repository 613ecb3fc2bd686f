"""Undo and redo of any number of acts, without a question: what was undone is named, and redo is offered."""

from collections.abc import Callable

import pytest
from flask import Flask

from ..bad import BAD, is_tame
from ..evening import (
    FIFTH,
    TOTALS,
    amend,
    change_rules,
    entitle,
    form_of,
    four_hands,
    hands,
    joined,
    offers,
    opened,
    press,
    rename,
    said,
    seat,
    standings,
    strike,
    told,
    undo_to,
)
from ..phone import TABLE_GAMES, Phone, read, tapped, words
from ..writing import WRITE, Case

AFTER = [
    {"Amber": 0, "Betty": 0, "Cindy": 0, "Diana": 0, "Ellie": 0},
    {"Amber": 49, "Betty": 6, "Cindy": 49, "Diana": 6, "Ellie": 6},
    {"Amber": 87, "Betty": 27, "Cindy": 87, "Diana": 44, "Ellie": 27},
    {"Amber": 90, "Betty": 30, "Cindy": 138, "Diana": 95, "Ellie": 30},
    TOTALS,
]
"""The standings after each of the four hands, from none on."""
NAMED = [
    "hand 1, Amber and Cindy 6♥ hearts, took 7",
    "hand 2, Betty and Ellie 7♠ spades, took 6",
    "hand 3, Cindy and Diana 5♣ clubs, took 8",
    "hand 4, Betty and Diana 8♦ diamonds, took 7",
]


ACTS: dict[str, tuple[Callable[[Phone, str], object], str]] = {
    "a hand": (lambda phone, sheet: phone.record(sheet, FIFTH), "hand 5, Amber and Betty 5♥ hearts, took 5"),
    "a call": (lambda phone, sheet: phone.say(sheet, "no proposal"), "the call “Ellie: no proposal”"),
    "an amendment": (
        lambda phone, sheet: amend(phone, sheet, 3, tricks="7"),
        "the change of hand 2, Betty and Ellie 7♠ spades, took 7",
    ),
    "a strike": (lambda phone, sheet: strike(phone, sheet, 3), f"the deletion of {NAMED[1]}"),
    "seats": (
        lambda phone, sheet: seat(phone, sheet, ["Betty", "Amber", "Cindy", "Diana", "Ellie"]),
        "the seats from hand 5 on: Betty, Amber, Cindy, Diana and Ellie; Diana deals",
    ),
    "house rules": (
        lambda phone, sheet: change_rules(phone, sheet, "11", whole="1"),
        "the house rules for the whole sheet, tricks in a hand 11",
    ),
    "a name": (
        lambda phone, sheet: rename(phone, sheet, "Amber", "Bettina", "Cindy", "Diana", "Ellie"),
        "the renaming of Betty to Bettina",
    ),
    "a title": (lambda phone, sheet: entitle(phone, sheet, title="Friday"), "the title “Friday”"),
    "the end": (lambda phone, sheet: press(phone, sheet, "finish"), "the end of the sheet"),
    "a reopening": (
        lambda phone, sheet: (press(phone, sheet, "finish"), press(phone, sheet, "reopen")),
        "the reopening of the sheet",
    ),
}


def test_all_hands_are_undone_one_by_one_and_come_again_one_by_one(phone: Phone) -> None:
    sheet = four_hands(phone)
    for left in (3, 2, 1, 0):
        assert press(phone, sheet, "undo").status_code == 303
        shown = phone.get(sheet)
        assert said(shown) == f"Undone: {NAMED[left]}. {'Redo' if left == 3 else 'Change Redo'}"
        assert standings(shown) == AFTER[left]
    assert f"{sheet}/undo" not in offers(phone.get(sheet))
    for back in (1, 2, 3, 4):
        assert press(phone, sheet, "redo").status_code == 303
        shown = phone.get(sheet)
        assert said(shown) == f"Redone: {NAMED[back - 1]}. Undo"
        assert standings(shown) == AFTER[back]
    assert f"{sheet}/redo" not in offers(phone.get(sheet))


@pytest.mark.parametrize("what", ACTS)
def test_every_kind_of_act_is_undone_and_redone_by_its_name(phone: Phone, what: str) -> None:
    sheet = four_hands(phone)
    do, named = ACTS[what]
    do(phone, sheet)
    done = phone.get(sheet)
    before = phone.get(f"{sheet}/sheet.json").data
    # The button of the toast: a finished sheet has no other.
    phone.send(sheet, form_of(done, "/undo"))
    undone = phone.get(sheet)
    assert said(undone).startswith(f"Undone: {named}")
    assert said(undone).endswith(". Redo")
    assert phone.get(f"{sheet}/sheet.json").data != before or what in ("the end", "a reopening")
    phone.send(sheet, form_of(undone, "/redo"))
    redone = phone.get(sheet)
    assert said(redone).startswith(f"Redone: {named}")
    assert said(redone).endswith(". Undo")
    assert phone.get(f"{sheet}/sheet.json").data == before
    assert standings(redone) == standings(done)


@pytest.mark.parametrize("case", WRITE["hands.record"])
def test_undo_of_a_hand_just_saved_opens_its_form_with_all_that_was_entered(phone: Phone, case: Case) -> None:
    sheet, form, fields = case(phone)
    assert phone.send("", form, {**fields, "note_words": "a revoke"}).status_code == 303
    saved = phone.get(sheet)
    [change] = [link for link in read(saved).links if link.endswith("/hand/2")]
    entered = phone.form(change, action=change).chosen()
    undone = phone.send("", form_of(saved, "/undo"))
    again = phone.get(undone.location)
    assert form_of(again, "/hand").chosen() == entered
    assert said(again).endswith(". Redo")
    without = {name: value for name, value in fields.items() if name == "nobody_bid"}
    assert phone.send("", form_of(again, "/hand"), without).status_code == 303


def test_a_hand_that_was_bid_call_by_call_is_filled_in_where_its_tricks_were_entered(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet)
    phone.send("", phone.form(f"{sheet}/auction", action="/hand"), {"tricks": "7"})
    recorded = phone.version(sheet)
    undone = press(phone, sheet, "undo")
    assert undone.location == f"{sheet}/auction?undone={recorded}"
    assert phone.form(undone.location, action="/hand").chosen()["tricks"] == "7"


def test_hands_taken_back_one_after_the_other_leave_the_way_to_the_form_of_the_last(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert press(phone, sheet, "undo").location == f"{sheet}/hand?undone=5"
    assert press(phone, sheet, "undo").location == sheet
    shown = phone.get(sheet)
    assert said(shown).endswith(f"{NAMED[2]}. Change Redo")
    [change] = [link for link in read(shown).links if "undone" in link]
    assert phone.form(change, action="/hand").chosen() == tapped(TABLE_GAMES[2])
    # Another hand was taken back, or none.
    for other in (f"{sheet}/hand?undone=5", f"{sheet}/hand?undone=99", f"{sheet}/hand?undone=x"):
        assert phone.form(other, action="/hand").chosen() == {}


def test_the_act_that_ended_the_game_is_undone_and_redone(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    ended = phone.get(sheet)
    assert said(ended) == "The sheet is finished. Undo"
    phone.send(sheet, form_of(ended, "/undo"))
    opened = phone.get(sheet)
    assert phone.get(f"{sheet}/hand").status_code == 200
    assert "the sheet is finished" not in opened.text
    assert said(opened) == "Undone: the end of the sheet. Redo"
    phone.send(sheet, form_of(opened, "/redo"))
    assert f"{sheet}/reopen" in offers(phone.get(sheet))


def test_undo_and_redo_are_entries_of_their_own_and_the_history_keeps_them(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    press(phone, sheet, "redo")
    press(phone, sheet, "undo")
    lines = told(phone.get(f"{sheet}/history"))
    assert phone.version(sheet) == "8"
    assert len(lines) == 8
    assert lines[0].startswith(f"Undone {NAMED[3]}")
    assert lines[1].startswith(f"Redone {NAMED[3]}")
    assert lines[2].startswith(f"Undone {NAMED[3]}")
    assert lines[3].startswith(f"taken back Recorded {NAMED[3]}")
    assert lines[4].startswith(f"Recorded {NAMED[2]}")


def test_undo_to_here_takes_back_all_that_came_after_and_one_redo_brings_it_back(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert undo_to(phone, sheet, 2).status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == f"Undone: 3 entries, from {NAMED[1]} to {NAMED[3]}. Redo"
    assert standings(shown) == AFTER[1]
    phone.send(sheet, form_of(shown, "/redo"))
    again = phone.get(sheet)
    assert said(again) == f"Redone: 3 entries, from {NAMED[1]} to {NAMED[3]}. Undo"
    assert standings(again) == TOTALS


def test_undo_to_the_start_leaves_the_sheet_as_it_was_started(phone: Phone) -> None:
    sheet = four_hands(phone)
    undo_to(phone, sheet, 1)
    shown = phone.get(sheet)
    assert standings(shown) == AFTER[0]
    assert hands(phone, sheet) == []
    assert f"{sheet}/undo" not in offers(shown)


def test_undo_to_here_is_offered_at_every_act_that_stands_but_the_last(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    form = phone.form(f"{sheet}/history", action="/undo")
    assert form.buttons == [("to", "4"), ("to", "3"), ("to", "2"), ("to", "1")]


def test_undo_to_here_goes_over_acts_that_were_taken_back_before(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    phone.record(sheet, FIFTH)
    undo_to(phone, sheet, 4)
    shown = phone.get(sheet)
    assert said(shown) == "Undone: hand 4, Amber and Betty 5♥ hearts, took 5. Redo"
    assert standings(shown) == AFTER[3]


def test_a_new_act_leaves_nothing_to_redo(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    form = phone.form(sheet, action="/redo")
    phone.record(sheet, FIFTH)
    phone.get(sheet)
    assert f"{sheet}/redo" not in offers(phone.get(sheet))
    form.fields = [(name, phone.version(sheet) if name == "seen" else value) for name, value in form.fields]
    assert phone.send("", form).status_code == 303
    assert said(phone.get(sheet)) == "There is nothing to redo."
    assert phone.version(sheet) == "7"


def test_a_fresh_sheet_has_nothing_to_undo(phone: Phone) -> None:
    sheet = phone.start()
    history = phone.get(f"{sheet}/history")
    assert f"{sheet}/undo" not in offers(history)
    assert phone.send("", form_of(history, "/undo")).status_code == 303
    assert said(phone.get(sheet)) == "There is nothing to undo."
    assert phone.version(sheet) == "1"


def test_a_call_that_was_undone_at_the_auction_comes_again_there(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", "accept")
    path = f"{sheet}/auction"
    undone = phone.send(path, phone.form(path, action="/undo"))
    assert undone.headers["Location"].startswith(path)
    shown = phone.get(path)
    assert said(shown) == "Undone: the call “Betty: accept”. Redo"
    again = phone.send(path, form_of(shown, "/redo?back=auction"))
    assert again.headers["Location"].startswith(path)
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["calls"] == ["Amber: 5C", "Betty: accept"]


@pytest.mark.parametrize("act", ["undo", "redo"])
def test_a_repeated_request_undoes_or_redoes_once(phone: Phone, act: str) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    press(phone, sheet, "undo")
    phone.get(sheet)
    form = phone.form(sheet, action=f"/{act}")
    first, again = phone.send("", form), phone.send("", form)
    assert (first.status_code, first.headers["Location"]) == (303, sheet)
    assert (again.status_code, again.headers["Location"]) == (303, sheet)
    assert phone.version(sheet) == "8"
    assert standings(phone.get(sheet)) == AFTER[1 if act == "undo" else 3]


def test_undo_to_here_that_is_repeated_is_done_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/history", action="/undo")
    phone.send("", form, {"to": "3"})
    phone.record(sheet, FIFTH)
    phone.send("", form, {"to": "3"})
    assert phone.version(sheet) == "7"
    assert len(hands(phone, sheet)) == 3


@pytest.mark.parametrize(("act", "done"), [("undo", "undone"), ("redo", "redone")])
def test_what_another_phone_wrote_meanwhile_is_told_and_not_undone(
    app: Flask, phone: Phone, act: str, done: str
) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    phone.get(sheet)
    form = phone.form(sheet, action=f"/{act}")
    joined(app, phone, sheet).record(sheet, FIFTH)
    assert phone.send("", form).status_code == 303
    assert said(phone.get(sheet)) == (
        f"Another phone wrote on this sheet meanwhile, so nothing was {done}. "
        "Recorded: hand 4, Amber and Betty 5♥ hearts, took 5."
    )
    assert phone.version(sheet) == "7"
    assert len(hands(phone, sheet)) == 4


def test_a_stale_undo_to_here_takes_back_nothing(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/history", action="/undo")
    joined(app, phone, sheet).record(sheet, FIFTH)
    phone.send("", form, {"to": "2"})
    assert "so nothing was undone" in said(phone.get(sheet))
    assert len(hands(phone, sheet)) == 5


def test_a_phone_that_may_only_look_is_offered_no_undo_and_can_do_none(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    viewer = joined(app, phone, sheet, "view")
    form = phone.form(sheet, action="/redo")
    token = dict(viewer.form("/new/offender").fields)["csrf_token"]
    for act in ("undo", "redo"):
        assert f"{sheet}/{act}" not in offers(viewer.get(sheet))
        assert f"{sheet}/{act}" not in offers(viewer.get(f"{sheet}/history"))
        form.action = f"{sheet}/{act}"
        assert viewer.send("", form, {"csrf_token": token}).status_code == 403
    assert phone.version(sheet) == "6"


def test_undo_to_an_act_that_is_none_takes_back_no_more_than_undo(phone: Phone) -> None:
    for case, bad in {**BAD, "later": "99", "the last": "5"}.items():
        sheet = four_hands(phone)
        form = phone.form(f"{sheet}/history", action="/undo")
        answer = phone.send("", form, {"to": bad})
        is_tame(answer, case)
        assert answer.status_code in (303, 404, 422), case
        assert len(hands(phone, sheet)) >= len(TABLE_GAMES) - 1, case


def test_whoever_asks_why_of_a_hand_that_was_undone_is_told_so_and_led_to_the_sheet(phone: Phone) -> None:
    sheet = four_hands(phone)
    asked = next(link for link in phone.read(opened(sheet, 4)).links if link.startswith(f"{sheet}/why/points/"))
    assert phone.get(asked).status_code == 200
    press(phone, sheet, "undo")
    answer = phone.get(asked)
    assert answer.status_code == 404
    assert "This is not on the sheet" in words(answer)
    assert sheet in read(answer).links
    assert "Not open on this phone" in words(phone.get(asked.replace(sheet, f"{sheet}x")))
