"""Home: the sheet being played, the same players again, what is found, and the archive."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorer.rules.registry import GAMES
from scorer.web import home

from ..evening import four_hands, joined, press, rename
from ..games import test_spades
from ..phone import PLAYERS, TABLE_GAMES, Phone, words
from ..test_statements import asked, statements
from .test_damaged_sheets import damage


def part(phone: Phone, begins: str, ends: str, path: str = "/") -> str:
    """The words of a page between two others."""
    return words(phone.get(path)).partition(begins)[2].partition(ends)[0]


def on_felt(phone: Phone) -> str:
    return part(phone, "? Scorer ", "Same players")


def again(phone: Phone) -> str:
    """The way to a sheet with the same players."""
    [way] = [link for link in phone.read("/").links if "like=" in link]
    return way


def names_and_dealer(phone: Phone, path: str) -> tuple[list[str], str]:
    [form] = [form for form in phone.read(path).forms if form.action.startswith("/new/")]
    names = [value for name, value in form.fields if name == "player" and value]
    return names, names[int(dict(form.fields)["dealer"])]


def test_the_sheet_being_played_comes_first_with_its_standings_and_the_way_on(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "Cindy 180 Amber 132 Diana 123 Ellie 72 Betty 58 Continue with hand 5" in on_felt(phone)
    assert f"{sheet}/hand" in phone.read("/").links


def test_continue_leads_to_the_auction_that_is_under_way(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C")
    assert f"{sheet}/auction" in phone.read("/").links


def test_a_phone_that_may_only_look_is_not_offered_the_next_hand(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    assert "Look" in on_felt(viewer)
    assert f"{sheet}/hand" not in viewer.read("/").links


def test_a_finished_sheet_is_listed_by_its_winner_below_the_one_being_played(phone: Phone) -> None:
    done = four_hands(phone)
    running = phone.start(title="Later")
    press(phone, done, "finish")
    assert " Later Offender · " in on_felt(phone)
    assert "Cindy won Offender · " in part(phone, "Other sheets", "Check a paper sheet")
    phone.record(running)
    press(phone, running, "finish")
    assert "Continue" not in words(phone.get("/"))


def test_a_finished_sheet_opens_with_its_end(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    assert f"{sheet}/end" in phone.read("/").links
    assert sheet not in phone.read("/").links


def test_a_sheet_left_unfinished_yesterday_is_in_the_list(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = four_hands(phone)
    assert "Continue" in words(phone.get("/"))
    next_day = datetime.now(UTC) + timedelta(hours=18)
    monkeypatch.setattr(home, "now", lambda: next_day)
    shown = words(phone.get("/"))
    assert "Continue" not in shown
    assert "Cindy leads" in shown.partition("Your sheets")[2]
    assert sheet in phone.read("/").links


def test_the_same_players_begin_where_the_evening_stood(phone: Phone) -> None:
    sheet = phone.start(**{"option-no_trump": "true"})
    for hand in TABLE_GAMES[:2]:
        phone.record(sheet, hand)
    assert names_and_dealer(phone, again(phone)) == ([*PLAYERS], "Betty")
    made = phone.send("", phone.form(again(phone)), {"action": "start"})
    facts = phone.get(made.headers["Location"].replace("/hand", "/sheet.json")).get_json()
    assert (facts["players"], facts["dealer"], facts["options"]) == ([*PLAYERS], "Betty", {"no_trump": True})
    assert "No-trump: yes" in words(phone.get(again(phone)))


def test_the_same_players_are_those_of_now_with_the_partners_of_now(phone: Phone) -> None:
    sheet = test_spades.started(phone)
    before = phone.get(f"{sheet}/sheet.json").get_json()["players"]
    rename(phone, sheet, "Zoe", *before[1:])
    assert names_and_dealer(phone, again(phone))[0] == ["Zoe", *before[1:]]


def test_the_same_players_of_a_sheet_that_is_not_this_phones_are_not_shown(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone).rpartition("/")[2]
    assert Phone(app).get(f"/new/offender?like={sheet}").status_code == 404
    assert phone.get(f"/new/spades?like={sheet}").status_code == 404
    assert phone.get("/new/offender?like=none").status_code == 404


@pytest.mark.parametrize("asks", ["amber", "AMBER ellie", "friday", "offender", "Friday offender diana", "ambre"])
def test_a_sheet_is_found_by_its_players_its_title_and_its_game(phone: Phone, asks: str) -> None:
    sheet = phone.start(["Ambre", *PLAYERS[1:]], title="Friday")
    rename(phone, sheet, *PLAYERS)
    phone.start(["Ann", "Bo"], "plain", title="Monday")
    assert sheet in phone.read(f"/search?q={asks}").links
    assert "1 sheet with" in words(phone.get(f"/search?q={asks}"))


def test_what_is_not_found_is_said_and_nothing_asked_for_finds_every_sheet(phone: Phone) -> None:
    sheets = {phone.start(), phone.start(["Ann", "Bo"], "plain")}
    assert "No sheet with “zebra”" in words(phone.get("/search?q=zebra"))
    assert sheets <= set(phone.read("/search").links)
    # The words of the file are not the words of the sheet.
    assert "No sheet" in words(phone.get("/search?q=players"))


def test_an_archived_sheet_is_off_the_home_page_still_found_and_comes_back(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert phone.send("/", phone.form("/", action=f"{sheet}/archive")).status_code == 303
    home = phone.read("/")
    assert (sheet in home.links, "/archive" in home.links) == (False, True)
    assert sheet in phone.read("/archive").links
    assert "archived" in part(phone, "1 sheet with", "Take out", "/search?q=amber")
    assert phone.send("/", phone.form("/archive", action=f"{sheet}/unarchive")).status_code == 303
    assert sheet in phone.read("/").links


@pytest.mark.sqlite
@pytest.mark.parametrize("facts", ["'{'", "CAST(x'fffe' AS TEXT)", "'[1]'", '\'{"players": 7, "title": null}\''])
def test_a_damaged_sheet_keeps_no_other_from_being_found(app: Flask, phone: Phone, facts: str) -> None:
    sound, damaged = phone.start(title="Sound"), phone.start(title="Spoiled")
    damage(app, damaged, f"UPDATE entry SET facts = {facts} WHERE sheet_id = :sheet")
    found = phone.get("/search?q=sound")
    assert found.status_code == 200
    assert sound in phone.read("/search?q=sound").links
    assert phone.get("/search").status_code == 200


def test_a_search_reads_the_names_of_all_sheets_at_once(app: Flask, phone: Phone) -> None:
    for _ in range(5):
        phone.start()
    phone.start(["Ann", "Bo"], "plain")
    with statements(app) as said:
        phone.get("/search?q=bo")
    # Who asks, the names, the order, and the one sheet that is shown.
    assert len(asked(said)) == 4, said


def test_home_asks_no_more_of_the_database_however_many_sheets_there_are(app: Flask, phone: Phone) -> None:
    for _ in range(40):
        phone.start()
    with statements(app) as said:
        phone.get("/")
    # Thirty sheets, and: who asks, how many there are, which, what may be done with the first, the archive.
    assert len(asked(said)) <= 35, said


def test_a_home_without_sheets_offers_every_game(phone: Phone) -> None:
    home = phone.read("/")
    assert {f"/new/{game}" for game in GAMES} <= set(home.links)
    shown = words(phone.get("/"))
    assert "What do you play?" in shown
    # [issue 23] Games first, in at most 50 words; those that nobody sees are read aloud.
    assert len(shown.replace(" players", "").split()) <= 50
    assert "/search" not in home.links
    assert phone.get("/search").status_code == phone.get("/archive").status_code == 200
