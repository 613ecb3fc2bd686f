"""The history of a sheet and of one hand: who, when, old and new, why; and the sheet as it once stood."""

import re
from datetime import datetime

from flask import Flask

from ..evening import (
    FIFTH,
    TOTALS,
    amend,
    four_hands,
    joined,
    offers,
    opened,
    press,
    rename,
    seat,
    standings,
    strike,
    told,
    undo_to,
)
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, words

AFTER_TWO = {"Amber": 87, "Betty": 27, "Cindy": 87, "Diana": 44, "Ellie": 27}
MOVED = "Amber 38 → 6, Betty 21 → 56, Cindy 38 → 6, Diana 38 → 6, Ellie 21 → 56"
"""Points of hand 2 with 7 tricks instead of 6."""


def test_every_act_is_told_the_latest_first(phone: Phone) -> None:
    sheet = four_hands(phone)
    lines = told(phone.get(f"{sheet}/history"))
    assert [line.partition(" · ")[0] for line in lines] == [
        "Recorded hand 4, Betty and Diana 8♦ diamonds, took 7 5",
        "Recorded hand 3, Cindy and Diana 5♣ clubs, took 8 4",
        "Recorded hand 2, Betty and Ellie 7♠ spades, took 6 3",
        "Recorded hand 1, Amber and Cindy 6♥ hearts, took 7 2",
        "Started Amber, Betty, Cindy, Diana and Ellie; Ellie deals first 1",
    ]


def test_each_act_is_told_with_its_time_and_its_phone(app: Flask, phone: Phone) -> None:
    before = datetime.now().astimezone()
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    other.record(sheet, FIFTH)
    answer = phone.get(f"{sheet}/history")
    lines = told(answer)
    assert "Phone 2, " in lines[0]
    assert "Phone 1 (this phone), " in lines[1]
    assert "Phone 2 (this phone), " in told(other.get(f"{sheet}/history"))[0]
    times = [datetime.fromisoformat(at) for at in re.findall(r'<time datetime="(.*?)">', answer.text)]
    assert len(times) == 6
    assert sorted(times, reverse=True) == times
    assert before.replace(microsecond=0) <= times[0] <= datetime.now().astimezone()
    shown = re.findall(r"<time[^>]*>(.*?)</time>", answer.text)
    assert shown == [f"{at.astimezone():%H:%M}" for at in times]


def test_an_amendment_is_told_with_what_was_before_what_moved_and_why(phone: Phone) -> None:
    sheet = four_hands(phone)
    amend(phone, sheet, 3, tricks="7", reason="miscounted")
    line = told(phone.get(f"{sheet}/history"))[0]
    assert line.startswith(
        "Changed hand 2, Betty and Ellie 7♠ spades, took 7 was: Betty and Ellie 7♠ spades, took 6 "
        f"{MOVED} Reason: miscounted 6 · Phone 1 (this phone), "
    )


def test_what_was_taken_back_is_told_as_taken_back(phone: Phone) -> None:
    sheet = four_hands(phone)
    undo_to(phone, sheet, 3)
    lines = told(phone.get(f"{sheet}/history"))
    assert lines[0].startswith("Undone 2 entries, from hand 3, Cindy and Diana 5♣ clubs, took 8 to hand 4, ")
    assert lines[1].startswith("taken back Recorded hand 4, ")
    assert lines[2].startswith("taken back Recorded hand 3, ")
    assert lines[3].startswith("Recorded hand 2, ")
    press(phone, sheet, "redo")
    assert "taken back Recorded" not in " ".join(told(phone.get(f"{sheet}/history")))


def test_the_history_of_a_hand_tells_only_of_it(phone: Phone) -> None:
    sheet = four_hands(phone)
    amend(phone, sheet, 3, tricks="7")
    amend(phone, sheet, 4, tricks="6")
    rename(phone, sheet, *PLAYERS[:4], "Ella")
    strike(phone, sheet, 3, words="it was no hand")
    press(phone, sheet, "undo")
    lines = told(phone.get(f"{sheet}/history?hand=3"))
    beginnings = ("Undone the deletion of hand 2", "taken back Deleted", "Renamed", "Changed", "Recorded hand 2")
    assert len(lines) == len(beginnings)
    for line, beginning in zip(lines, beginnings, strict=True):
        assert line.startswith(beginning)
    assert "Reason: it was no hand" in lines[1]
    assert "History of a hand" in words(phone.get(f"{sheet}/history?hand=3"))


def test_every_hand_of_the_sheet_leads_to_its_history(phone: Phone) -> None:
    sheet = four_hands(phone)
    pages = [phone.read(opened(sheet, number)) for number in range(1, 5)]
    links = [link for page in pages for link in page.links if "/history?hand=" in link]
    assert links == [f"{sheet}/history?hand={entry}" for entry in (2, 3, 4, 5)]
    for link in links:
        assert len(told(phone.get(link))) == 1
    assert told(phone.get(f"{sheet}/history?hand=99")) == []


def test_a_long_history_is_read_page_by_page(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, *["no proposal"] * 30)
    first = phone.get(f"{sheet}/history")
    assert len(told(first)) == 20
    older = next(link for link in read(first).links if "before=" in link)
    rest = told(phone.get(older))
    assert len(told(first)) + len(rest) == int(phone.version(sheet))
    assert rest[-1].startswith("Started")
    assert not [link for link in read(phone.get(older)).links if "before=" in link]


def test_the_sheet_is_looked_at_as_it_once_stood(phone: Phone) -> None:
    sheet = four_hands(phone)
    amend(phone, sheet, 3, tricks="7")
    then = phone.get(f"{sheet}/history/3")
    assert standings(then) == AFTER_TWO
    assert re.search(r"As it was \d\d:\d\d\. Recorded: hand 2, Betty and Ellie 7♠", words(then))
    assert "hand 3" not in words(then)
    assert standings(phone.get(f"{sheet}/history/5")) == TOTALS
    assert standings(phone.get(f"{sheet}/history/1")) == dict.fromkeys(PLAYERS, 0)


def test_an_earlier_state_is_only_looked_at(phone: Phone) -> None:
    sheet = four_hands(phone)
    then = phone.get(f"{sheet}/history/3")
    assert offers(then) == []
    assert not [link for link in read(then).links if "/hand/" in link or link.endswith("/hand")]
    assert f"{sheet}/history" in read(then).links
    assert sheet in read(then).links
    assert standings(phone.get(sheet)) == TOTALS


def test_an_earlier_state_shows_the_names_and_seats_of_then(phone: Phone) -> None:
    sheet = four_hands(phone)
    rename(phone, sheet, "Ann", *PLAYERS[1:])
    seat(phone, sheet, ("Ann", "Zoe", *PLAYERS[2:]))
    phone.get(sheet)
    assert "Ann" not in words(phone.get(f"{sheet}/history/5"))
    assert list(standings(phone.get(f"{sheet}/history/6"))) == ["Ann", *PLAYERS[1:]]
    assert list(standings(phone.get(f"{sheet}/history/7"))) == ["Ann", *PLAYERS[1:], "Zoe"]


def test_every_act_leads_to_the_sheet_of_then_also_one_that_was_taken_back(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "undo")
    links = [link for link in read(phone.get(f"{sheet}/history")).links if re.search(r"/history/\d+$", link)]
    assert links == [f"{sheet}/history/{number}" for number in range(6, 0, -1)]
    for link in links:
        assert phone.get(link).status_code == 200
    assert standings(phone.get(f"{sheet}/history/5")) == TOTALS


def test_a_state_that_never_was_is_no_page(phone: Phone) -> None:
    sheet = four_hands(phone)
    for number in ("0", "6", "99999999999999999999", "x"):
        assert phone.get(f"{sheet}/history/{number}").status_code == 404


def test_a_viewer_reads_the_history_and_earlier_states(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    assert [line.partition(" · ")[0] for line in told(viewer.get(f"{sheet}/history"))] == [
        line.partition(" · ")[0] for line in told(phone.get(f"{sheet}/history"))
    ]
    assert standings(viewer.get(f"{sheet}/history/3")) == AFTER_TWO
    assert "Undo to here" not in words(viewer.get(f"{sheet}/history"))


def test_a_phone_at_another_table_reads_none_of_it(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    stranger = Phone(app)
    stranger.start()
    for path in ("history", "history?hand=3", "history/3"):
        assert stranger.get(f"{sheet}/{path}").status_code == 404


def test_history_of_hands_and_pages_that_are_no_numbers_is_the_whole_history(phone: Phone) -> None:
    sheet = four_hands(phone)
    for query in ("hand=x", "hand=-1", "before=x", "before=1e3"):
        assert len(told(phone.get(f"{sheet}/history?{query}"))) == 5


def test_a_phone_is_called_by_who_it_is(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    other.record(sheet, FIFTH)
    assert other.say_who(sheet, "Betty").status_code == 303
    assert "Betty (this phone), " in told(other.get(f"{sheet}/history"))[0]
    assert "Betty, " in told(phone.get(f"{sheet}/history"))[0]
    assert "Phone 1 (this phone)" in told(phone.get(f"{sheet}/history"))[1]
    # A guest without a name has a number.
    other.say_who(sheet, guest="")
    assert "Phone 2, " in told(phone.get(f"{sheet}/history"))[0]


def test_two_phones_that_are_called_the_same_are_both_told(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet)
    other.record(sheet, TABLE_GAMES[0])
    for each in (phone, other):
        each.say_who(sheet, guest="<b>Zoe</b>")
    lines = told(phone.get(f"{sheet}/history"))
    assert "<b>Zoe</b>, " in lines[0]
    assert "<b>Zoe</b> (this phone), " in lines[1]
