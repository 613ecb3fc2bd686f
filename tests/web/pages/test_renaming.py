"""Names put right everywhere, two spellings of one player merged, and what the sheet is called."""

import pytest
from flask import Flask

from ..bad import BAD, MARKUP, is_tame
from ..evening import (
    FIFTH,
    TOTALS,
    entitle,
    forecast,
    form_of,
    four_hands,
    hands,
    joined,
    press,
    rename,
    said,
    seat,
    standings,
    told,
    values,
)
from ..phone import PLAYERS, Phone, read, words

BETTINA = ("Amber", "Bettina", "Cindy", "Diana", "Ellie")
CINDY = (
    "Cindy is on this sheet already: add a letter to tell them apart, or write it just so to make both one player."
)


def misspelt(phone: Phone) -> str:
    """The four hands and a fifth, for which Betty was written Bety."""
    sheet = four_hands(phone)
    seat(phone, sheet, ("Amber", "Bety", "Cindy", "Diana", "Ellie"))
    phone.record(sheet, ("Amber", "Bety", "5", "H", "5"))
    return sheet


def test_a_name_is_corrected_on_every_hand(phone: Phone) -> None:
    sheet = four_hands(phone)
    looked = rename(phone, sheet, *BETTINA, action="look")
    assert forecast(looked) == "Betty is Bettina on every hand."
    assert phone.version(sheet) == "5"
    phone.send("", form_of(looked, "/names"))
    shown = phone.get(sheet)
    assert said(shown) == "Renamed: Betty to Bettina. Undo"
    assert "Betty" not in words(shown).replace("Betty to Bettina", "")
    assert standings(shown) == {name: TOTALS[old] for name, old in zip(BETTINA, PLAYERS, strict=True)}
    assert [hand["proposer"] for hand in hands(phone, sheet)] == ["Amber", "Bettina", "Cindy", "Bettina"]
    phone.send("", form_of(shown, "/undo"))
    assert standings(phone.get(sheet)) == TOTALS


def test_a_name_is_corrected_in_the_bidding_too(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "6H", "accept")
    rename(phone, sheet, "Ann", *BETTINA[1:])
    assert "Ann with Bettina" in words(phone.get(f"{sheet}/auction"))
    assert "Bettina to speak" in words(phone.get(f"{sheet}/auction"))


def test_two_names_change_places(phone: Phone) -> None:
    sheet = four_hands(phone)
    rename(phone, sheet, "Betty", "Amber", *PLAYERS[2:])
    assert standings(phone.get(sheet)) == {**TOTALS, "Betty": TOTALS["Amber"], "Amber": TOTALS["Betty"]}


def test_two_spellings_become_one_player_with_the_points_of_both(phone: Phone) -> None:
    sheet = misspelt(phone)
    # 5 bid and made with 5 is 15 + 15 = 30 each; 5 tricks are 15 for each of the others.
    apart = {"Amber": 162, "Betty": 58, "Cindy": 195, "Diana": 138, "Ellie": 87, "Bety": 30}
    assert standings(phone.get(sheet)) == apart
    looked = rename(phone, sheet, *PLAYERS, "Betty", action="look")
    assert forecast(looked) == "Bety and Betty become one player. Betty 58 → 88. Cindy leads Amber by 33."
    phone.send("", form_of(looked, "/names"))
    shown = phone.get(sheet)
    apart.pop("Bety")
    assert standings(shown) == {**apart, "Betty": 88}
    assert "at the table" not in words(shown)
    phone.send("", form_of(shown, "/undo"))
    assert standings(phone.get(sheet))["Bety"] == 30


def test_two_who_sat_together_cannot_be_one_player(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = rename(phone, sheet, "Amber", "Amber", *PLAYERS[2:])
    assert refused.status_code == 422
    assert "Amber and Betty sit together at hand 1: they cannot be one player." in forecast(refused)
    assert values(form_of(refused, "/names"), "name") == ["Amber", "Amber", *PLAYERS[2:]]
    assert phone.version(sheet) == "5"


def test_a_name_that_only_looks_the_same_is_the_same_player(phone: Phone) -> None:
    sheet = misspelt(phone)
    rename(phone, sheet, *PLAYERS, "Bet\u200bty")
    assert standings(phone.get(sheet))["Betty"] == 88


def test_capitals_and_what_is_not_seen_are_put_right_in_a_name_of_ones_own(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert rename(phone, sheet, "AMBER", *PLAYERS[1:]).status_code == 303
    assert rename(phone, sheet, "Am\u200dber", *PLAYERS[1:]).status_code == 303
    assert rename(phone, sheet, "Amber", *PLAYERS[1:]).status_code == 303
    assert "Amber" in standings(phone.get(sheet))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", "Everybody has a name."),
        ("   ", "Everybody has a name."),
        ("x" * 41, "A name has at most 40 characters; this has 41."),
        ("\u200b", "Nobody could see this name: write it with letters."),
        (
            "\u202eBob",
            "An unseen mark in this name turns the direction of writing: type it anew.",
        ),
        ("cindy", CINDY),
        ("Bet\nty", "A name is written in one line of ordinary characters."),
    ],
)
def test_what_is_no_name_is_refused_where_it_is_written(phone: Phone, name: str, wrong: str) -> None:
    sheet = four_hands(phone)
    refused = rename(phone, sheet, "Ann", name, *PLAYERS[2:])
    assert refused.status_code == 422
    assert read(refused).errors["name-2-error"] == wrong
    assert values(form_of(refused, "/names"), "name")[0] == "Ann"
    path = f"{sheet}/names"
    form = phone.form(path, action=path)
    form.action = f"{path}/preview"
    assert wrong in forecast(phone.send("", form, {"name": ["Ann", name, *PLAYERS[2:]]}))
    assert phone.version(sheet) == "5"


def test_names_that_are_as_they_were_are_no_act(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = rename(phone, sheet, *PLAYERS)
    assert refused.status_code == 422
    assert "All of this is so already" in words(refused)
    assert phone.version(sheet) == "5"


def test_names_that_are_sent_twice_are_taken_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/names"
    form = phone.form(path, action=path)
    answers = [phone.send("", form, {"name": BETTINA}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert phone.version(sheet) == "6"


def test_names_entered_while_another_phone_wrote_are_kept_and_can_be_sent_then(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/names"
    form = phone.form(path, action=path)
    joined(app, phone, sheet).record(sheet, FIFTH)
    refused = phone.send("", form, {"name": BETTINA})
    assert refused.status_code == 409
    assert "so nothing was changed. Recorded: hand 5" in words(refused)
    again = form_of(refused, "/names")
    assert values(again, "name") == list(BETTINA)
    assert phone.send("", again).status_code == 303
    assert "Bettina" in standings(phone.get(sheet))


def test_the_history_tells_the_old_names_and_the_new(phone: Phone) -> None:
    sheet = misspelt(phone)
    rename(phone, sheet, "Ann", *PLAYERS[1:], "Betty")
    lines = told(phone.get(f"{sheet}/history"))
    assert lines[0].startswith("Renamed Amber to Ann, Bety to Betty Betty 58 → 88 ")
    # What was done before was done with the names of then.
    assert lines[1].startswith("Recorded hand 5, Amber and Bety 5♥")


def test_the_sheet_is_given_a_title_and_the_day_of_its_evening(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert entitle(phone, sheet, title=" Friday at Betty's ", date="2026-11-20").status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == "The sheet is called “Friday at Betty's”, 20 Nov 2026. Undo"
    assert "4 hands · Offender · 20 Nov 2026" in words(shown)
    assert told(phone.get(f"{sheet}/history"))[0].startswith("Titled “Friday at Betty's”, 2026-11-20")
    assert phone.form(f"{sheet}/names", "/title").chosen() == {
        "title": "Friday at Betty's",
        "date": "2026-11-20",
    }
    phone.send("", form_of(shown, "/undo"))
    assert "title" not in phone.form(f"{sheet}/names", "/title").chosen()


def test_without_a_title_the_sheet_is_called_by_its_game(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    entitle(phone, sheet, title="", date="2026-11-20")
    shown = phone.get(sheet)
    assert said(shown) == "The sheet is called Offender, 20 Nov 2026. Undo"
    assert "Friday" not in words(shown)


def test_a_title_that_cannot_be_is_refused_and_kept(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = entitle(phone, sheet, title="x" * 81, date="never")
    assert refused.status_code == 422
    assert list(read(refused).errors.values()) == [
        "A title has at most 80 characters.",
        "Not a valid date value.",
    ]
    assert form_of(refused, "/title").chosen() == {"title": "x" * 81, "date": "never"}
    assert phone.version(sheet) == "5"


def test_a_title_while_another_phone_wrote_is_not_taken(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(f"{sheet}/names", "/title")
    joined(app, phone, sheet).record(sheet, FIFTH)
    phone.send("", form, {"title": "Friday"})
    assert "so the title is as it was. Recorded: hand 5" in said(phone.get(sheet))
    assert phone.version(sheet) == "6"


def test_a_viewer_finds_no_names_to_correct(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    assert viewer.get(f"{sheet}/names").status_code == 403
    assert "/names" not in " ".join(read(viewer.get(sheet)).links)


def test_names_and_titles_of_any_kind_are_shown_as_they_are_or_refused(phone: Phone) -> None:
    sheet = four_hands(phone)
    for case, bad in BAD.items():
        for answer in (rename(phone, sheet, bad, *PLAYERS[1:]), entitle(phone, sheet, title=bad)):
            is_tame(answer, case)
            assert answer.status_code in (303, 422), case
            if answer.status_code == 303:
                is_tame(phone.get(sheet), case)
                is_tame(phone.get(f"{sheet}/history"), case)
                press(phone, sheet, "undo")
    rename(phone, sheet, MARKUP, *PLAYERS[1:])
    assert MARKUP in standings(phone.get(sheet))


def test_names_that_are_not_on_the_sheet_and_names_that_are_missing_change_nothing(phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/names"
    form = phone.form(path, action=path)
    assert phone.send("", form, {"old": ["Zoe"], "name": ["Amber"]}).status_code == 422
    assert phone.send("", form, {"old": [], "name": []}).status_code == 422
    assert phone.send("", form, {"old": list(PLAYERS), "name": ["Ann"]}).status_code == 303
    assert list(standings(phone.get(sheet))) == ["Ann", *PLAYERS[1:]]
