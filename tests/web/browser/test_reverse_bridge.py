"""Reverse Bridge in the browser at 360 × 640: an evening of four hands, the taps counted."""

import pytest
from playwright.sync_api import Page, expect

from ..declared import FOUR, TOO_SMALL, DeclaredTable, fits
from ..games.test_reverse_bridge import HANDS
from ..table import TAPS
from .test_everyone import found_by_axe


@pytest.mark.widths
def test_a_hand_takes_five_taps_on_one_screen(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "reverse-bridge")
    for number, hand in enumerate(HANDS):
        before = table.taps
        table.declare(*hand)
        if number == 0:
            expect(page.locator(".forecast")).to_contain_text("East & West took 9: made, 2 over.")
            fits(page)
            assert found_by_axe(page) == []
        table.save()
        assert table.taps - before <= TAPS["Reverse Bridge"]
    assert table.standings() == {"North & South": "21", "East & West": "75"}


@pytest.mark.long
def test_calls_in_rotation_lead_to_the_tricks_of_the_opponents(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "reverse-bridge")
    table.to_auction()
    assert page.evaluate(TOO_SMALL) == []
    table.say("7S", "pass", "pass", "pass")
    expect(page.locator(".next")).to_contain_text("East & West should take 7 tricks.")
    assert page.evaluate(TOO_SMALL) == []
    page.locator("label[for=tricks-9]").tap()
    expect(page.locator(".forecast")).to_contain_text("North & South 21, East & West 10.")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".said")).to_contain_text("Recorded: hand 1")
    page.goto(table.sheet)
    assert table.standings() == {"North & South": "21", "East & West": "10"}
