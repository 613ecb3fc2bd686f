"""Undo and redo of any number of entries by their names; the history of a sheet and of one hand."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

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
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words
from ..writing import WRITE, Case

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
        "the change of hand 2, tricks 6 → 7, bid set → made",
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


@pytest.mark.parametrize("what", ACTS)
def test_every_kind_of_act_is_undone_and_redone_by_its_name(phone: Phone, sheet: str, what: str) -> None:
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
    [change] = [link for link in read(saved).links if "/hand/2" in link]
    entered = phone.form(change, action=change).chosen()
    undone = phone.send("", form_of(saved, "/undo"))
    again = phone.get(undone.location)
    assert form_of(again, "/hand").chosen() == entered
    assert ". Redo" in said(again)
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
    assert "took 7" in words(phone.get(undone.location))


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


def test_change_and_redo_lead_back_to_the_page_of_the_next_hand_where_they_were_tapped(phone: Phone) -> None:
    sheet = four_hands(phone)
    phone.record(sheet, FIFTH)
    undone = phone.send("", form_of(phone.get(f"{sheet}/hand"), "/undo"), follow_redirects=True)
    redone = phone.send("", form_of(undone, "/redo"))
    assert redone.location == f"{sheet}/hand"
    saved = phone.record(sheet, FIFTH)
    [change] = [link for link in read(phone.get(saved.location)).links if "/hand/" in link]
    refused = phone.send("", phone.form(change, action=change))
    assert refused.status_code == 422
    changed = phone.send("", form_of(refused, "/hand/9"), {"tricks": "6"})
    assert changed.location == f"{sheet}/hand"
    again = phone.get(changed.location)
    # Who leads is said there once, in as many lines as after Save.
    assert said(again).startswith("Hand 6 changed Cindy leads by 7 Change Undo")
    [change] = [link for link in read(again).links if "/hand/" in link]
    assert phone.send("", form_of(phone.get(change), "/strike")).location == f"{sheet}/hand"
    assert len(hands(phone, sheet)) == 5
    # Opened on the sheet it leads back there.
    assert amend(phone, sheet, 5, tricks="8").location == sheet


def test_undo_to_here_takes_back_all_that_came_after_and_one_redo_brings_it_back(phone: Phone, sheet: str) -> None:
    assert undo_to(phone, sheet, 2).status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == f"Undone: 3 entries, from {NAMED[1]} to {NAMED[3]}. Redo"
    assert standings(shown) == {"Amber": 49, "Betty": 6, "Cindy": 49, "Diana": 6, "Ellie": 6}
    phone.send(sheet, form_of(shown, "/redo"))
    again = phone.get(sheet)
    assert said(again) == f"Redone: 3 entries, from {NAMED[1]} to {NAMED[3]}. Undo"
    assert standings(again) == TOTALS


def test_undo_to_here_is_offered_at_every_act_that_stands_but_the_last(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "undo")
    form = phone.form(f"{sheet}/history", action="/undo")
    assert form.buttons == [("to", "4"), ("to", "3"), ("to", "2"), ("to", "1")]


def test_a_fresh_sheet_has_nothing_to_undo_and_a_new_act_leaves_nothing_to_redo(
    phone: Phone, fresh: str, sheet: str
) -> None:
    history = phone.get(f"{fresh}/history")
    assert f"{fresh}/undo" not in offers(history)
    assert phone.send("", form_of(history, "/undo")).status_code == 303
    assert said(phone.get(fresh)) == "There is nothing to undo."
    assert phone.version(fresh) == "1"
    press(phone, sheet, "undo")
    form = phone.form(sheet, action="/redo")
    phone.record(sheet, FIFTH)
    phone.get(sheet)
    assert f"{sheet}/redo" not in offers(phone.get(sheet))
    form.fields = [(name, phone.version(sheet) if name == "seen" else value) for name, value in form.fields]
    assert phone.send("", form).status_code == 303
    assert said(phone.get(sheet)) == "There is nothing to redo."
    assert phone.version(sheet) == "7"


def test_a_call_that_was_undone_at_the_auction_comes_again_there(phone: Phone, fresh: str) -> None:
    phone.say(fresh, "5C", "accept")
    path = f"{fresh}/auction"
    undone = phone.send(path, phone.form(path, action="/undo"))
    assert undone.headers["Location"].startswith(path)
    shown = phone.get(path)
    assert said(shown) == "Undone: the call “Betty: accept”. Redo"
    again = phone.send(path, form_of(shown, "/redo?back=auction"))
    assert again.headers["Location"].startswith(path)
    assert phone.get(f"{fresh}/sheet.json").get_json()["hands"][0]["calls"] == ["Amber: 5C", "Betty: accept"]


def test_undo_to_an_act_that_is_none_takes_back_no_more_than_undo(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/history", action="/undo")
    for case, bad in {**BAD, "later": "99", "the last": "5"}.items():
        answer = phone.send("", form, {"to": bad, "seen": phone.version(sheet), "key": case})
        is_tame(answer, case)
        assert answer.status_code in (303, 404, 422), case
        left = len(hands(phone, sheet))
        assert left >= len(TABLE_GAMES) - 1, case
        if left < len(TABLE_GAMES):
            press(phone, sheet, "redo")


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


AFTER_TWO = {"Amber": 87, "Betty": 27, "Cindy": 87, "Diana": 44, "Ellie": 27}


def test_every_act_is_told_the_latest_first_and_what_was_taken_back_as_that(phone: Phone, sheet: str) -> None:
    lines = told(phone.get(f"{sheet}/history"))
    assert [line.partition(" · ")[0] for line in lines] == [
        "Recorded hand 4, Betty and Diana 8♦ diamonds, took 7 5",
        "Recorded hand 3, Cindy and Diana 5♣ clubs, took 8 4",
        "Recorded hand 2, Betty and Ellie 7♠ spades, took 6 3",
        "Recorded hand 1, Amber and Cindy 6♥ hearts, took 7 2",
        "Started Amber, Betty, Cindy, Diana and Ellie; Ellie deals first 1",
    ]
    undo_to(phone, sheet, 3)
    lines = told(phone.get(f"{sheet}/history"))
    assert lines[0].startswith("Undone 2 entries, from hand 3, Cindy and Diana 5♣ clubs, took 8 to hand 4, ")
    assert [line.startswith("taken back Recorded hand ") for line in lines[1:]] == [
        True,
        True,
        False,
        False,
        False,
    ]
    press(phone, sheet, "redo")
    assert "taken back Recorded" not in " ".join(told(phone.get(f"{sheet}/history")))


def test_each_act_is_told_with_its_time_and_its_phone(
    app: Flask, phone: Phone, set_clock: Callable[[datetime], None]
) -> None:
    first, last = (datetime(2026, 11, 28, 20, minute, tzinfo=UTC) for minute in (15, 40))
    set_clock(first)
    # The first sheet of an app may be a copy of one that was started before.
    phone.start()
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    set_clock(last)
    other = joined(app, phone, sheet)
    other.record(sheet, FIFTH)
    answer = phone.get(f"{sheet}/history")
    lines = told(answer)
    assert "Phone 2, " in lines[0]
    assert "Phone 1 (this phone), " in lines[1]
    assert "Phone 2 (this phone), " in told(other.get(f"{sheet}/history"))[0]
    times = [datetime.fromisoformat(at) for at in re.findall(r'<time datetime="(.*?)">', answer.text)]
    # The sheet itself may have been started once for several tests.
    assert times[:-1] == [last, *[first] * 4]
    shown = re.findall(r"<time[^>]*>(.*?)</time>", answer.text)
    assert shown == [f"{at.astimezone():%H:%M}" for at in times]
    # A phone is called by who it is, and a guest without a name by its number.
    for fields, called in (({"player": "Betty"}, "Betty"), ({"guest": ""}, "Phone 2")):
        assert other.say_who(sheet, **fields).status_code == 303
        assert f"{called}, " in told(phone.get(f"{sheet}/history"))[0]
        assert f"{called} (this phone), " in told(other.get(f"{sheet}/history"))[0]


def test_every_hand_of_the_sheet_leads_to_its_history(phone: Phone, sheet: str) -> None:
    pages = [phone.read(opened(sheet, number)) for number in range(1, 5)]
    links = [link for page in pages for link in page.links if "/history?hand=" in link]
    assert links == [f"{sheet}/history?hand={entry}" for entry in (2, 3, 4, 5)]
    for link in links:
        assert len(told(phone.get(link))) == 1
        assert "History of a hand" in words(phone.get(link))
    assert told(phone.get(f"{sheet}/history?hand=99")) == []


def test_a_long_history_is_read_page_by_page(phone: Phone, fresh: str) -> None:
    phone.say(fresh, *["no proposal"] * 30)
    first = phone.get(f"{fresh}/history")
    assert len(told(first)) == 20
    older = next(link for link in read(first).links if "before=" in link)
    rest = told(phone.get(older))
    assert len(told(first)) + len(rest) == int(phone.version(fresh))
    assert rest[-1].startswith("Started")
    assert not [link for link in read(phone.get(older)).links if "before=" in link]


def test_the_sheet_is_looked_at_as_it_once_stood(app: Flask, phone: Phone, sheet: str) -> None:
    amend(phone, sheet, 3, tricks="7")
    phone.get(sheet)
    then = phone.get(f"{sheet}/history/3")
    assert standings(then) == AFTER_TWO
    assert re.search(r"As it was \d\d:\d\d\. Recorded: hand 2, Betty and Ellie 7♠", words(then))
    assert "hand 3" not in words(then)
    assert standings(phone.get(f"{sheet}/history/5")) == TOTALS
    assert standings(phone.get(f"{sheet}/history/1")) == dict.fromkeys(PLAYERS, 0)
    # It is only looked at.
    assert offers(then) == []
    links = read(then).links
    assert not [link for link in links if "/hand/" in link or link.endswith("/hand")]
    assert {f"{sheet}/history", sheet} <= set(links)
    viewer = joined(app, phone, sheet, "view")
    assert standings(viewer.get(f"{sheet}/history/3")) == AFTER_TWO
    assert "Undo to here" not in words(viewer.get(f"{sheet}/history"))


def test_every_act_leads_to_the_sheet_of_then_also_one_that_was_taken_back(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "undo")
    links = [link for link in read(phone.get(f"{sheet}/history")).links if re.search(r"/history/\d+$", link)]
    assert links == [f"{sheet}/history/{number}" for number in range(6, 0, -1)]
    for link in links:
        assert phone.get(link).status_code == 200
    assert standings(phone.get(f"{sheet}/history/5")) == TOTALS


def test_there_is_no_state_hand_or_page_that_never_was(phone: Phone, sheet: str) -> None:
    for number in ("0", "6", "99999999999999999999", "x"):
        assert phone.get(f"{sheet}/history/{number}").status_code == 404
    for query in ("hand=x", "hand=-1", "before=x", "before=1e3"):
        assert len(told(phone.get(f"{sheet}/history?{query}"))) == 5
