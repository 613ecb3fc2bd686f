"""What is half-entered where something is put right survives a reload and the death of the tab."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..evening import four_hands, joined
from ..phone import PLAYERS, Phone
from ..table import join
from .test_drafts import Death, gone_and_back, killed, reloaded

WAYS = in_short((reloaded, gone_and_back, killed), killed)
hardest_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


@pytest.fixture
def sheet(phone: Phone, page: Page) -> str:
    """The document's four hands, open on the phone that is looked at."""
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    return sheet


def names(page: Page) -> list[str]:
    fields = page.locator("input[name=player]")
    return [name for seat in range(fields.count()) if (name := fields.nth(seat).input_value())]


def forecast(page: Page, text: str) -> None:
    expect(page.locator(".forecast")).to_contain_text(text)


def nothing_is_left(page: Page) -> None:
    """What was sent is not entered again."""
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft'))") == []


@hardest_way
@pytest.mark.long
def test_half_entered_seats_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_role("button", name="Move player 1 up").tap()
    expect(page.locator("input[name=player]").nth(4)).to_have_value("Amber")
    page.locator("input[name=player]").nth(5).fill("Fay")
    page.locator("label[for=dealer-2]").tap()
    forecast(page, "Cindy deals, Diana speaks first.")
    page = way(page)
    expect(page.locator("input[name=player]").nth(5)).to_have_value("Fay")
    assert names(page) == ["Ellie", "Betty", "Cindy", "Diana", "Amber", "Fay"]
    expect(page.locator("#dealer-2")).to_be_checked()
    forecast(page, "Cindy deals, Diana speaks first.")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".said")).to_contain_text("Ellie, Betty, Cindy, Diana, Amber and Fay; Cindy deals")
    nothing_is_left(page)


@pytest.mark.long
def test_seats_of_one_hand_are_not_those_of_another(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats?from=3")
    page.get_by_label("Player 2", exact=True).fill("Zoe")
    page.goto(f"{sheet}/seats")
    assert names(page) == list(PLAYERS)
    page.get_by_label("From which hand on").select_option("3")
    page.wait_for_url("**/seats?from=3")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Zoe")
    forecast(page, "From hand 2 on. Zoe comes for Betty.")


def test_that_a_substitute_takes_over_survives(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_label("Player 2", exact=True).fill("Zoe")
    page.get_by_label("Player 3", exact=True).focus()
    page.get_by_text("Zoe starts with Betty's 58 points, not at 0").tap()
    expect(page.locator("[name=heir]")).to_be_checked()
    page.reload()
    expect(page.locator("[name=heir]")).to_be_checked()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Zoe")
    page.get_by_text("Zoe starts with Betty's 58 points, not at 0").tap()
    page.reload()
    forecast(page, "Zoe comes for Betty.")
    expect(page.locator("[name=heir]")).not_to_be_checked()


@hardest_way
@pytest.mark.long
def test_half_chosen_house_rules_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/house-rules")
    page.get_by_label("Tricks in a hand").select_option("9")
    page.get_by_text("For the whole sheet, every hand scored anew").tap()
    page = way(page)
    expect(page.get_by_label("Tricks in a hand")).to_have_value("9")
    expect(page.locator("#whole-1")).to_be_checked()
    forecast(page, "Amber 132 → 123")
    page.get_by_role("button", name="Change").tap()
    expect(page.locator(".said")).to_contain_text("House rules: for the whole sheet")
    nothing_is_left(page)


@hardest_way
@pytest.mark.long
def test_half_corrected_names_and_a_title_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/names")
    page.get_by_label("Betty is called").fill("Bettina")
    page.get_by_text("Title and date", exact=True).tap()
    # Not left yet, so nothing but the keys pressed tells of it.
    page.get_by_label("Title").press_sequentially("Friday")
    page = way(page)
    expect(page.get_by_label("Betty is called")).to_have_value("Bettina")
    expect(page.get_by_label("Title")).to_have_value("Friday")
    forecast(page, "Betty is Bettina on every hand.")
    page.get_by_role("button", name="Rename").tap()
    expect(page.locator(".said")).to_contain_text("Renamed: Betty to Bettina.")


def test_what_was_half_entered_before_another_phone_wrote_is_not_entered_after(
    app: Flask, phone: Phone, page: Page, sheet: str
) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_label("Player 2", exact=True).fill("Zoe")
    joined(app, phone, sheet).undo(sheet)
    page.goto(f"{sheet}/seats")
    assert names(page) == list(PLAYERS)
    expect(page.locator("legend")).to_contain_text("Players at hand 4, clockwise")
