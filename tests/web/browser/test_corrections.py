"""Putting right on a phone: few taps, what was done is named and offered back, and every page fits the screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ..evening import amend, change_rules, four_hands, press, rename, seat
from ..phone import PLAYERS, Phone
from ..table import Table, box_of, found_by_axe, join, too_small

TO_AMEND = 4
"""Taps from the sheet to a wrong trick count put right."""
TO_THE_FORM = 2
"""Taps to the filled-in form of any hand. [users: Budgets]"""


@pytest.fixture
def sheet(phone: Phone, page: Page) -> str:
    """The document's four hands, open on the phone that is looked at."""
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.goto(sheet)
    return sheet


CLEAR = """mark => {
    const pills = [...mark.closest("tr").querySelectorAll("td b")].map(pill => pill.getBoundingClientRect().top);
    return Math.min(...pills) - mark.getBoundingClientRect().bottom;
}"""
"""How many pixels there are between a mark and the points below it."""


def standings(page: Page) -> dict[str, int]:
    return {name: int(total) for name, total in Table(page).standings().items()}


def test_a_wrong_trick_count_is_put_right_in_four_taps(page: Page, sheet: str) -> None:
    table = Table(page)
    table.tap(page.locator("#hand-2 .opens"))
    table.tap(page.get_by_role("link", name="Change"))
    expect(page.locator("#first-1")).to_be_checked()
    assert table.taps == TO_THE_FORM
    table.tap(page.locator("label[for=tricks-7]"))
    expect(page.locator(".forecast")).to_contain_text("Hand 2: Amber, Cindy, Diana 38 → 6; Betty, Ellie 21 → 56")
    table.tap(page.get_by_role("button", name="Save"))
    expect(page.locator(".said")).to_contain_text("Changed: hand 2, tricks 6 → 7")
    assert table.taps <= TO_AMEND
    expect(page.locator("#said form")).to_be_in_viewport()
    expect(page.locator("#said form")).to_be_focused()
    assert standings(page) == {"Amber": 100, "Betty": 93, "Cindy": 148, "Diana": 91, "Ellie": 107}
    assert page.locator("#hand-2 .mark").evaluate(CLEAR) >= 2


def test_the_last_hand_is_two_taps_away_an_earlier_one_three_a_settlement_five(page: Page, sheet: str) -> None:
    table = Table(page)
    page.goto(f"{sheet}/hand")
    table.choose("Amber", "Cindy", "6", "H", "7")
    table.save()
    table.taps = 0
    table.tap(page.get_by_role("link", name="Change"))
    expect(page.locator("h1")).to_have_text("Change hand 5")
    assert table.taps <= 2
    for way, most in (("Change", 3), ("dispute hand 2", 5)):
        page.goto(f"{sheet}/hand")
        table.taps = 0
        table.tap(page.get_by_role("link", name="Back to the sheet"))
        table.tap(page.locator("#hand-2 .opens"))
        table.tap(page.get_by_role("link", name=way).or_(page.get_by_role("button", name=way)))
        if way == "Change":
            expect(page.locator("h1")).to_have_text("Change hand 2")
        else:
            table.tap(page.get_by_role("link", name="Betty"))
            page.locator("label[for=tricks-5]").tap()  # This is what is entered.
            table.tap(page.get_by_role("button", name="Use this"))
            page.wait_for_url(f"**{sheet}")
        assert table.taps <= most


@pytest.mark.widths
def test_what_an_amendment_moves_and_its_button_are_seen_without_scrolling(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/hand/3")
    page.locator("label[for=tricks-7]").tap()
    forecast = page.locator(".forecast")
    expect(forecast).to_contain_text("Hand 2: Amber, Cindy, Diana 38 → 6; Betty, Ellie 21 → 56")
    for part in (forecast, page.get_by_role("button", name="Save")):
        box = box_of(part)
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 640
    assert forecast.evaluate(
        "it => [...it.querySelectorAll('.moves')].every(p => p.scrollHeight <= p.clientHeight)"
    )


@pytest.mark.parametrize(
    ("page_of", "field", "typed", "button"),
    [
        ("names", "Betty is called", "Bettina", "Rename"),
        ("seats", "Player 6", "Fay", "Save"),
        ("house-rules", "Agreed length", "12 hands", "Change"),
    ],
)
def test_what_is_typed_is_weighed_before_the_field_is_left(
    page: Page, sheet: str, page_of: str, field: str, typed: str, button: str
) -> None:
    page.goto(f"{sheet}/{page_of}")
    line = page.get_by_role("textbox", name=field)
    line.fill(typed)
    expect(page.get_by_role("button", name=button, exact=True).last).to_be_enabled()
    expect(line).to_be_focused()


@pytest.mark.long
def test_undo_to_here_is_four_taps_from_the_sheet(page: Page, sheet: str) -> None:
    table = Table(page)
    table.tap(page.locator(".menu summary"))
    table.tap(page.get_by_role("link", name="More"))
    table.tap(page.get_by_role("link", name="History"))
    table.tap(page.get_by_role("button", name="Undo to here, back to entry 3"))
    expect(page.locator(".said")).to_contain_text("Undone: 2 entries, from hand 3")
    assert table.taps == 4
    page.wait_for_url(f"**{sheet}")
    assert standings(page)["Cindy"] == 87


def substitute(page: Page, seat: int = 2, letters: int = 40) -> None:
    """Write a name over that of a player, and go on to another."""
    page.get_by_role("textbox", name=f"Player {seat}").fill("Z" * letters)
    page.get_by_role("textbox", name=f"Player {seat + 1}").focus()


def for_the_whole_sheet(page: Page) -> None:
    page.locator("#option-tricks").select_option("6")
    page.get_by_text("For the whole sheet").tap()


def rename_second(page: Page) -> None:
    page.get_by_label("is called").nth(1).fill("Z" * 40)
    page.get_by_label("is called").nth(2).focus()


HALF_ENTERED: tuple[tuple[str, Callable[[Page], object], str], ...] = (
    ("/hand/3", lambda page: page.locator("label[for=tricks-1]").tap(), "→"),
    ("/seats", substitute, "comes for"),
    ("/seats?from=3", substitute, "comes for"),
    ("/seats?from=3", lambda page: substitute(page, 3, 41), "at most 40"),
    ("/house-rules", for_the_whole_sheet, "→"),
    ("/names", rename_second, "on every hand"),
)
"""Pages on which something is put right, what is entered on each, and what is said of it."""


@pytest.mark.long
def test_axe_finds_nothing_and_all_to_tap_is_48_pixels_high(phone: Phone, page: Page) -> None:
    names = (*PLAYERS, "Fay", "Gus")
    sheet = phone.start(names, title="T" * 80)
    for hand in (("Amber", "Betty", "3", "H", "5"), ("Ellie", "Fay", "5", "C", "6")):
        phone.record(sheet, hand)
    amend(phone, sheet, 3, tricks="5", words="because " * 14)
    change_rules(phone, sheet, "5")
    seat(phone, sheet, (names[1], names[0], *names[2:]))
    rename(phone, sheet, *names[:6], "gUS")
    phone.record(sheet, ("Amber", "Betty", "3", "D", "4"))
    press(phone, sheet, "undo")
    join(page, phone, sheet, "score")
    targets = "button, summary, select, input.text, .key, .chip, .plain-choice, .ways a, a.icon, a.go, a.plain"
    found: dict[str, list[str]] = {}

    def look(shown: str) -> None:
        found[shown] = [*too_small(page, targets, width=0), *found_by_axe(page)]

    for path in ("", "/history", "/history?hand=3", "/history/5", "/seats"):
        page.goto(f"{sheet}{path}")
        look(path)
    for path, enter, said in HALF_ENTERED:
        page.goto(f"{sheet}{path}")
        enter(page)
        expect(page.locator(".forecast")).to_contain_text(said)
        look(f"{path}: {said}")
    page.goto(sheet)
    page.get_by_role("button", name=re.compile("^Redo")).tap()
    expect(page.locator(".said")).to_contain_text("Redone")
    look("redone")
    page.locator(".menu summary").tap()
    look("menu")
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.get_by_role("heading", name="To remember")).to_be_visible()
    look("end")
    page.get_by_role("link", name="The sheet", exact=True).tap()
    expect(page.locator(".finished")).to_be_visible()
    look("finished")
    assert {shown: complaints for shown, complaints in found.items() if complaints} == {}
