"""Names put right everywhere, and players of every name on every page and in every file."""

import re
from dataclasses import dataclass
from unicodedata import bidirectional

import pytest
from werkzeug.test import TestResponse

from ...long_form import in_short
from ...one_app import OneApp
from ..bad import BAD, MARKUP, is_tame
from ..evening import (
    TOTALS,
    entitle,
    forecast,
    form_of,
    four_hands,
    hands,
    press,
    rename,
    said,
    seat,
    standings,
    told,
    values,
)
from ..every_page import of_a_sheet
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


def test_a_name_is_corrected_on_every_hand(phone: Phone, sheet: str) -> None:
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


def test_two_who_sat_together_cannot_be_one_player(phone: Phone, sheet: str) -> None:
    refused = rename(phone, sheet, "Amber", "Amber", *PLAYERS[2:])
    assert refused.status_code == 422
    assert "Amber and Betty sit together at hand 1: they cannot be one player." in forecast(refused)
    assert values(form_of(refused, "/names"), "name") == ["Amber", "Amber", *PLAYERS[2:]]
    assert phone.version(sheet) == "5"


def test_a_name_is_told_from_another_by_what_is_seen_of_it(phone: Phone, sheet: str) -> None:
    assert rename(phone, sheet, "AMBER", *PLAYERS[1:]).status_code == 303
    assert rename(phone, sheet, "Am\u200dber", *PLAYERS[1:]).status_code == 303
    assert rename(phone, sheet, "Amber", *PLAYERS[1:]).status_code == 303
    assert "Amber" in standings(phone.get(sheet))
    sheet = misspelt(phone)
    rename(phone, sheet, *PLAYERS, "Bet\u200bty")
    assert standings(phone.get(sheet))["Betty"] == 88


def test_what_is_no_name_is_refused_where_it_is_written(phone: Phone, sheet: str) -> None:
    path = f"{sheet}/names"
    form = phone.form(path, action=path)
    form.action = f"{path}/preview"
    for name, wrong in (
        ("", "Everybody has a name."),
        ("   ", "Everybody has a name."),
        ("x" * 41, "A name has at most 40 characters; this has 41."),
        ("\u200b", "Nobody could see this name: write it with letters."),
        ("\u202eBob", "An unseen mark in this name turns the direction of writing: type it anew."),
        ("cindy", CINDY),
        ("Bet\nty", "A name is written in one line of ordinary characters."),
    ):
        refused = rename(phone, sheet, "Ann", name, *PLAYERS[2:])
        assert refused.status_code == 422, wrong
        assert read(refused).errors["name-2-error"] == wrong
        assert values(form_of(refused, "/names"), "name")[0] == "Ann", wrong
        assert wrong in forecast(phone.send("", form, {"name": ["Ann", name, *PLAYERS[2:]]}))
    assert phone.version(sheet) == "5"


def test_the_sheet_is_given_a_title_and_the_day_of_its_evening(phone: Phone, sheet: str) -> None:
    assert entitle(phone, sheet, title=" Friday at Betty's ", date="2025-11-20").status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == "The sheet is called “Friday at Betty's”, 20 Nov 2025. Undo"
    assert "4 hands · Offender · 20 Nov 2025" in words(shown)
    assert told(phone.get(f"{sheet}/history"))[0].startswith("Titled “Friday at Betty's”, 2025-11-20")
    assert phone.form(f"{sheet}/names", "/title").chosen() == {"title": "Friday at Betty's", "date": "2025-11-20"}
    # Without a title it is called by its game.
    entitle(phone, sheet, title="", date="2026-11-20")
    shown = phone.get(sheet)
    assert said(shown) == "The sheet is called Offender, 20 Nov 2026. Undo"
    assert "Friday" not in words(shown)
    for _ in range(2):
        phone.undo(sheet)
    assert "title" not in phone.form(f"{sheet}/names", "/title").chosen()


def test_a_title_that_cannot_be_is_refused_and_kept(phone: Phone, sheet: str) -> None:
    refused = entitle(phone, sheet, title="x" * 81, date="never")
    assert refused.status_code == 422
    assert list(read(refused).errors.values()) == ["A title has at most 80 characters.", "Not a valid date value."]
    assert form_of(refused, "/title").chosen() == {"title": "x" * 81, "date": "never"}
    assert phone.version(sheet) == "5"


def test_names_and_titles_of_any_kind_are_shown_as_they_are_or_refused(phone: Phone, sheet: str) -> None:
    for case, bad in BAD.items():
        for answer in (rename(phone, sheet, bad, *PLAYERS[1:]), entitle(phone, sheet, title=bad)):
            is_tame(answer, case)
            assert answer.status_code in (303, 422), case
            if answer.status_code == 303:
                is_tame(phone.get(sheet), case)
                press(phone, sheet, "undo")
    is_tame(phone.get(f"{sheet}/history"))
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


TABLES = {
    "of every kind": ["<script>alert(1)</script>", "بطة", "=1+1", 'c"d,e;f', "{{ 7 * 7 }}" + "x" * 29],
    "emoji": ["🃏", "👩‍👩‍👧‍👦", "🦊" * 40, "é", "e\u0308"],
    "right to left": ["عنبر", "בטי", "سيندي مريم", "דיאנה", "إيلي"],
    "forty characters": [f"{letter * 39}{number}" for number, letter in enumerate("abcde")],
    "markup": ["<script>alert(1)</script>", "<b>B</b>", "&amp;", "O'Brien & Co", '"><i x="'],
    "templates": ["{{ 7 * 7 }}", "{% raw %}", "%s %d", "{0}", "${x}"],
    "formulas": ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")'],
    "calls": ["A: 3H", "accept", "no proposal", "x:", "B: reject"],
    "suits": ["♠", "♥♥", "7♣", "NT", "Amber\ufe0e"],
    "csv": ["a,b", 'c"d', "e;f", "'g", "h\\i"],
    "numbers": ["0", "1", "-0", "1e9", "None"],
    "addresses": ["../..", "/etc/passwd", "?x=1", "#top", "javascript:alert(1)"],
}


@dataclass(frozen=True)
class Evening:
    """sheet: its address; pages: the answer at each address that it has, and at two more where its names stand."""

    names: list[str]
    sheet: str
    pages: dict[str, TestResponse]


@pytest.fixture(scope="module", params=in_short(TABLES, "of every kind"))
def evening(request: pytest.FixtureRequest, one_app: OneApp, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    with one_app.on(tmp_path_factory.mktemp("names") / "instance") as app:
        phone = Phone(app)
        sheet = play(phone, TABLES[request.param])
        paths = (*of_a_sheet(app, "GET", sheet), "/", "/new/offender")
        return Evening(TABLES[request.param], sheet, {path: phone.get(path) for path in paths})


def play(phone: Phone, names: list[str]) -> str:
    """A hand contract only, one bid in full, one amended, one abandoned, one being bid."""
    sheet = phone.start(names)
    assert phone.record(sheet, (names[0], names[2], "6", "H", "7")).status_code == 303
    phone.bid(sheet)
    form = phone.form(f"{sheet}/auction", action="/hand")
    assert phone.send("", form, {"tricks": "3"}).status_code == 303
    path = f"{sheet}/hand/2"
    amended = phone.send("", phone.form(path, action=path), {"proposer": names[4], "tricks": "6"})
    assert amended.status_code == 303
    phone.say(sheet, *["no proposal"] * 5)
    phone.say(sheet, "5C", *["reject"] * 4)
    return sheet


def test_every_page_shows_every_name_as_it_is(evening: Evening) -> None:
    sheet = evening.sheet
    paths = [sheet, f"{sheet}/hand", f"{sheet}/hand/2", f"{sheet}/auction", "/new/offender"]
    for path in paths:
        assert evening.pages[path].status_code == 200, path
        snapshot = read(evening.pages[path])
        values = [attributes.get("value") or "" for _, attributes in snapshot.tags]
        # Suits in a name are read out, too.
        text = "".join("".join(snapshot.text).split("\ufe0e"))
        for suit in ("clubs", "diamonds", "hearts", "spades"):
            text = text.replace(f" {suit}", "")
        for name in evening.names:
            shown = name.replace("\ufe0e", "")
            assert shown in text or name in values or f"add:{name}" in values, (path, name)


def test_no_page_takes_a_name_for_markup_or_lets_it_turn_its_surroundings(evening: Evening) -> None:
    for path, answer in evening.pages.items():
        if answer.mimetype == "text/html":
            texts = re.sub(r"<(textarea|option)\b.*?</\1>|<[^>]*>", "", answer.text, flags=re.DOTALL)
            beside = re.sub("\u2068[^\u2069]*\u2069", "", texts)
            assert not [letter for letter in beside if bidirectional(letter) in ("R", "AL")], path
    for path, answer in evening.pages.items():
        assert answer.status_code in (200, 205, 301, 303, 404), path
        if answer.mimetype != "text/html":
            continue
        tags = read(answer).tags
        assert not [tag for tag, attributes in tags if "x" in attributes], path
        assert all(attributes.get("src") for tag, attributes in tags if tag == "script"), path
        for broken in ("&amp;lt;", "&amp;amp;amp;", "&amp;#", "<b>B</b>"):
            assert broken not in answer.text, (path, broken)
        assert not [attributes for _, attributes in tags if str(attributes.get("href")).startswith("javascript:")]


def test_a_player_chooses_a_colour_or_an_emoji_which_stays_with_the_name(phone: Phone, sheet: str) -> None:
    def choose(**fields: str) -> TestResponse:
        return phone.send("", phone.form(f"{sheet}/names", action=f"{sheet}/names/looks"), fields)

    assert choose(**{"color-0": "7", "emoji-2": "🦊"}).status_code == 303
    shown = phone.get(sheet)
    assert said(shown) == "The colours are changed. Undo"
    looks = {"Amber": {"color": 7}, "Cindy": {"emoji": "🦊"}}
    press(phone, sheet, "undo")
    assert "looks" not in phone.get(f"{sheet}/sheet.json").get_json()
    press(phone, sheet, "redo")
    assert phone.get(f"{sheet}/sheet.json").get_json()["looks"] == looks
    assert "Colours Amber pink, Cindy 🦊" in words(phone.get(f"{sheet}/history"))
    press(phone, sheet, "finish")
    for path in ("/board", "/end"):
        page = phone.get(f"{sheet}{path}")
        assert ('class="look p7"' in page.text, "🦊" in words(page)) == (True, True), path
    press(phone, sheet, "reopen")
    rename(phone, sheet, *BETTINA)
    assert phone.get(f"{sheet}/sheet.json").get_json()["looks"] == looks
    rename(phone, sheet, "Anna", *BETTINA[1:])
    assert phone.get(f"{sheet}/sheet.json").get_json()["looks"] == {"Anna": {"color": 7}, "Cindy": {"emoji": "🦊"}}
    # Two with one colour, and what is no picture, are told where they were chosen; nothing is lost.
    refused = choose(**{"color-1": "7", "emoji-3": "ab"})
    assert refused.status_code == 422
    assert "Anna has this colour, too: choose another for one of the two." in words(refused)
    assert "Type one emoji here, or nothing." in words(refused)
    assert phone.form(f"{sheet}/names", action=f"{sheet}/names/looks").chosen()["color-0"] == "7"


def test_a_title_of_its_own_has_two_lines_in_the_bar(phone: Phone, sheet: str) -> None:
    assert 'id="bar" class="head"' in phone.get(sheet).text
    entitle(phone, sheet, title="Friday at Betty's")
    assert 'id="bar" class="head own-title"' in phone.get(sheet).text
