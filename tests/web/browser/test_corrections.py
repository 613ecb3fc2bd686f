"""Putting right on a phone: few taps, what was done is named and offered back, and every page fits the screen."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..evening import TOTALS, amend, change_rules, four_hands, press, rename, seat
from ..phone import PLAYERS, Phone
from ..table import Table, join
from .test_everyone import found_by_axe

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
def test_undo_is_one_tap_and_redo_another(page: Page, sheet: str) -> None:
    said = page.locator(".said")
    table = Table(page)
    table.tap(page.get_by_role("button", name="Undo hand 4, Betty and Diana 8♦, took 7"))
    expect(said).to_contain_text("Undone: hand 4, Betty and Diana 8♦")
    assert table.taps == 1
    # What was entered is in the form once more, and can be brought back to the sheet as it was.
    expect(page.locator("#tricks-7")).to_be_checked()
    table.tap(said.get_by_role("button", name="Redo"))
    expect(said).to_contain_text("Redone: hand 4, Betty and Diana 8♦")
    assert table.taps == 2
    assert standings(page) == TOTALS


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


@pytest.mark.long
def test_the_hand_from_which_on_is_chosen_with_one_choice(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    expect(page.locator("#dealer-3")).to_be_checked()
    page.get_by_label("From which hand on").select_option(label="hand 2, Betty and Ellie 7♠, took 6")
    page.wait_for_url("**/seats?from=3")
    expect(page.locator("legend")).to_contain_text("Players at hand 2, clockwise")
    expect(page.locator("#dealer-0")).to_be_checked()


@pytest.mark.long
def test_a_substitute_is_told_before_she_is_seated_and_may_take_over(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_label("Player 2", exact=True).fill("Zoe")
    page.get_by_label("Player 3", exact=True).focus()
    expect(page.locator(".forecast")).to_contain_text("Zoe comes for Betty.")
    page.get_by_text("Zoe starts with Betty's 58 points, not at 0").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".said")).to_contain_text("Seated: from hand 5 on: Amber, Zoe, Cindy")
    assert standings(page) == {**TOTALS, "Zoe": 58}


@pytest.mark.long
def test_a_player_who_sits_out_and_one_who_is_moved_are_one_tap(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    names = page.locator("input[name=player]")
    page.get_by_role("button", name="Betty sits out").tap()
    expect(names.nth(1)).to_have_value("")
    page.get_by_role("button", name="Move player 1 up").tap()
    expect(names.nth(4)).to_have_value("Amber")
    expect(page.locator("#outbox")).to_have_text("✓ Saved")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".said")).to_contain_text("Seated: from hand 5 on: Ellie, Cindy, Diana and Amber")


@pytest.mark.long
def test_house_rules_of_the_whole_sheet_tell_every_total_before_they_are_changed(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/house-rules")
    change = page.get_by_role("button", name="Change")
    expect(change).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Tricks in a hand").select_option("9")
    expect(page.locator(".forecast")).to_contain_text("No total moves.")
    page.get_by_text("For the whole sheet, every hand scored anew").tap()
    expect(page.locator(".forecast")).to_contain_text(
        "Amber 132 → 123, Betty 58 → 53, Cindy 180 → 173, Diana 123 → 116, Ellie 72 → 64."
    )
    change.tap()
    expect(page.locator(".said")).to_contain_text("House rules: for the whole sheet, tricks in a hand 9.")
    assert standings(page)["Cindy"] == 173


@pytest.mark.long
def test_a_name_that_is_wrong_is_said_beside_the_button(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/names")
    page.get_by_label("Betty is called").fill("")
    page.get_by_label("Cindy is called").focus()
    expect(page.locator(".forecast")).to_contain_text("Everybody has a name.")
    page.get_by_label("Betty is called").fill("Bettina")
    page.get_by_label("Cindy is called").focus()
    expect(page.locator(".forecast")).to_contain_text("Betty is Bettina on every hand.")
    page.get_by_role("button", name="Rename").tap()
    expect(page.locator(".said")).to_contain_text("Renamed: Betty to Bettina.")
    assert standings(page)["Bettina"] == 58


@pytest.mark.long
def test_finish_and_reopen_from_the_menu(page: Page, sheet: str) -> None:
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.locator(".said")).to_contain_text("The sheet is finished.")
    page.get_by_role("link", name="The sheet", exact=True).tap()
    expect(page.get_by_role("link", name="Next hand")).to_have_count(0)
    page.get_by_role("button", name="Reopen").tap()
    expect(page.locator(".said")).to_contain_text("The sheet is open again.")
    expect(page.get_by_role("link", name="Next hand")).to_be_visible()


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
    page.get_by_label("Player 2", exact=True).fill("Z" * 40)
    page.get_by_label("Player 3", exact=True).focus()
    forecast("comes for")
    yield "seats, substitute"
    page.goto(f"{sheet}/seats?from=3")
    page.get_by_label("Player 2", exact=True).fill("Z" * 40)
    page.get_by_label("Player 3", exact=True).focus()
    forecast("comes for")
    yield "seats, substitute at an earlier hand"
    page.get_by_label("Player 3", exact=True).fill("Z" * 41)
    page.get_by_label("Player 2", exact=True).focus()
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
    small = """() => [...document.querySelectorAll(
            'button, summary, select, input.text, .key, .chip, .plain-choice, .ways a, a.icon, a.go, a.plain')]
        .map(e => [e.className || e.tagName, e.innerText, e.getBoundingClientRect()])
        .filter(([, , box]) => box.width > 1 && box.height < 48)
        .map(([kind, text, box]) => `${kind} ${text} ${box.width}x${box.height}`)"""
    found = {shown: [*page.evaluate(small), *found_by_axe(page)] for shown in walk(page, sheet)}
    assert {shown: complaints for shown, complaints in found.items() if complaints} == {}
