"""Putting right on a phone: few taps, what was done is named and offered back, and every page fits the screen."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..evening import TOTALS, amend, change_rules, four_hands, press, rename, seat
from ..phone import PLAYERS, Phone
from ..table import Table, found_by_axe, join, too_small

TO_AMEND = 4
"""Taps from the sheet to a wrong trick count put right."""
TO_THE_FORM = 2
"""Taps to the filled-in form of any hand. [users: Budgets]"""
SEVEN = tuple(f"{letter * 38}é{number}" for number, letter in enumerate("WmWmWmW", 1))
"""Seven names of 40 broad characters without a gap."""
HANDS = ((0, 1, "3", "H", "5"), (2, 3, "4", "S", "3"), (4, 5, "5", "C", "6"))


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
    expect(page.locator(".forecast")).to_contain_text("Hand 2: Amber 38 → 6, Betty 21 → 56")
    table.tap(page.get_by_role("button", name="Save"))
    expect(page.locator(".said")).to_contain_text("Changed: hand 2, Betty and Ellie 7♠")
    assert table.taps <= TO_AMEND
    expect(page.locator("#said form")).to_be_in_viewport()
    expect(page.locator("#said form")).to_be_focused()
    assert standings(page) == {"Amber": 100, "Betty": 93, "Cindy": 148, "Diana": 91, "Ellie": 107}
    assert page.locator("#hand-2 .mark").evaluate(CLEAR) >= 2


def test_from_the_next_hand_the_last_is_two_taps_away_an_earlier_one_three_and_a_settlement_five(
    page: Page, sheet: str
) -> None:
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
    expect(forecast).to_contain_text("Hand 2: Amber 38 → 6, Betty 21 → 56")
    for part in (forecast, page.get_by_role("button", name="Save")):
        box = part.bounding_box()
        assert box
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 640
    assert forecast.evaluate(
        "it => [...it.querySelectorAll('.moves')].every(p => p.scrollHeight <= p.clientHeight)"
    )


@pytest.mark.long
def test_several_acts_are_undone_and_redone_by_the_arrows_of_the_bar(page: Page, sheet: str) -> None:
    for number in (4, 3, 2, 1):
        page.get_by_role("button", name=f"Undo hand {number}").tap()
        expect(page.locator(".said")).to_contain_text(f"Undone: hand {number}")
        if number == 4:
            page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.get_by_text("No hand yet")).to_be_visible()
    for number in (1, 2, 3, 4):
        page.locator(".bar").get_by_role("button", name=f"Redo hand {number}").tap()
        expect(page.locator(".said")).to_contain_text(f"Redone: hand {number}")
        # Beside undo and redo there is room for the game in one line.
        assert page.locator("h1").evaluate("heading => heading.offsetHeight < 30")
    assert standings(page) == TOTALS


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


def corrected(phone: Phone, names: tuple[str, ...]) -> str:
    """A sheet with hands amended, struck and taken back, other seats, house rules and names, and a long title."""
    sheet = phone.start(names, title="T" * 80)
    for proposer, accepter, *contract in HANDS:
        phone.record(sheet, (names[proposer], names[accepter], *contract))
    amend(phone, sheet, 3, tricks="6", words="because " * 14)
    change_rules(phone, sheet, "5")
    seat(phone, sheet, (names[1], names[0], *names[2:]))
    rename(phone, sheet, *names[:6], names[6].swapcase())
    phone.record(sheet, (names[0], names[1], "3", "D", "4"))
    press(phone, sheet, "undo")
    return sheet


def walk(page: Page, sheet: str) -> Iterator[str]:
    """Every page on which something is put right, half-entered where it can be; what the page shows."""

    def forecast(text: str) -> None:
        expect(page.locator(".forecast")).to_contain_text(text)

    page.goto(sheet)
    yield "sheet"
    page.locator(".menu summary").tap()
    yield "sheet, menu"
    page.goto(f"{sheet}/hand/3")
    page.locator("label[for=tricks-1]").tap()
    forecast("→")
    yield "amend"
    page.goto(f"{sheet}/history")
    yield "history"
    page.goto(f"{sheet}/history?hand=3")
    yield "history of a hand"
    page.goto(f"{sheet}/history/5")
    yield "sheet as it stood"
    page.goto(f"{sheet}/seats")
    yield "seats"
    page.get_by_role("textbox", name="Player 2").fill("Z" * 40)
    page.get_by_role("textbox", name="Player 3").focus()
    forecast("comes for")
    yield "seats, substitute"
    page.goto(f"{sheet}/seats?from=3")
    page.get_by_role("textbox", name="Player 2").fill("Z" * 40)
    page.get_by_role("textbox", name="Player 3").focus()
    forecast("comes for")
    yield "seats, substitute at an earlier hand"
    page.get_by_role("textbox", name="Player 3").fill("Z" * 41)
    page.get_by_role("textbox", name="Player 2").focus()
    forecast("at most 40")
    yield "seats, refused"
    page.goto(f"{sheet}/house-rules")
    page.locator("#option-tricks").select_option("6")
    page.get_by_text("For the whole sheet").tap()
    forecast("→")
    yield "house rules"
    page.goto(f"{sheet}/names")
    page.get_by_label("is called").nth(1).fill("Z" * 40)
    page.get_by_label("is called").nth(2).focus()
    forecast("on every hand")
    yield "names"
    page.goto(sheet)
    page.get_by_role("button", name=re.compile("^Redo")).tap()
    expect(page.locator(".said")).to_contain_text("Redone")
    yield "sheet, redone"
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.get_by_role("heading", name="To remember")).to_be_visible()
    yield "end"
    page.get_by_role("link", name="The sheet", exact=True).tap()
    expect(page.locator(".finished")).to_be_visible()
    yield "finished sheet"


@pytest.mark.long
@pytest.mark.widths
def test_seven_names_of_forty_characters_never_scroll_sideways(phone: Phone, page: Page) -> None:
    sheet = corrected(phone, SEVEN)
    join(page, phone, sheet, "score")
    wide = {shown: page.evaluate("document.documentElement.scrollWidth") for shown in walk(page, sheet)}
    assert {shown: width for shown, width in wide.items() if width > 360} == {}
    assert len(wide) > 10


@pytest.mark.long
def test_axe_finds_nothing_and_all_to_tap_is_48_pixels_high_where_something_is_put_right(
    phone: Phone, page: Page
) -> None:
    sheet = corrected(phone, (*PLAYERS, "Fay", "Gus"))
    join(page, phone, sheet, "score")
    targets = "button, summary, select, input.text, .key, .chip, .plain-choice, .ways a, a.icon, a.go, a.plain"
    found = {shown: [*too_small(page, targets, width=0), *found_by_axe(page)] for shown in walk(page, sheet)}
    assert {shown: complaints for shown, complaints in found.items() if complaints} == {}
