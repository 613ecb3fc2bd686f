"""An evening of 10 Bridge in the browser at 360 × 640: the document's twelve deals, the taps counted."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..declared import FOUR, TOO_SMALL, DeclaredTable, fits
from ..games.test_ten_bridge import CHART
from ..table import TAPS
from .test_everyone import found_by_axe

TOTALS = {2: ("97", "0"), len(CHART): ("182", "293")}
"""Of both sides after so many deals."""


@pytest.mark.long
@pytest.mark.parametrize("deals", in_short(TOTALS, 2))
def test_a_deal_of_the_chart_takes_five_taps_and_six_with_a_double(page: Page, deals: int) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge")
    for number, (declarer, level, suit, doubling, tricks) in enumerate(CHART[:deals]):
        before = table.taps
        table.declare(declarer, level, suit, tricks, doubling)
        if number in (0, 1):
            expect(page.locator(".forecast")).to_contain_text("made")
            fits(page)
            assert found_by_axe(page) == []
        table.save()
        assert table.taps - before <= TAPS["10 Bridge, doubled" if doubling else "10 Bridge"]
    assert table.standings() == dict(zip(("North & South", "East & West"), TOTALS[deals], strict=True))
    if deals < len(CHART):
        return
    expect(page.locator("#standings")).to_contain_text("part score 8")
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.locator(".winner")).to_contain_text("East & West win")
    page.get_by_role("link", name="The sheet", exact=True).tap()
    expect(page.locator(".finished")).to_contain_text("East & West win")
    assert table.standings() == {"North & South": "187", "East & West": "293"}


@pytest.mark.long
def test_what_was_tapped_is_taken_back_and_the_trump_is_never_in_the_way(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge")
    table.declare("North", "2", "red", "7", "X")
    expect(page.locator("#felt")).to_contain_text("doubled")
    page.locator("label[for=doubling-X]").tap()
    expect(page.locator(".forecast")).to_contain_text("North played 2 red, took 7: made. North & South 8.")
    # Another seat tapped is declarer instead.
    page.get_by_text("East declared", exact=True).locator("..").tap()
    expect(page.locator("#note-1")).to_have_text("8 (+8)")
    expect(page.locator("#note-3")).to_have_text("8 (+8)")
    page.locator(".trump summary").tap()
    assert found_by_axe(page) == []
    assert page.evaluate(TOO_SMALL) == []
    page.locator("label[for=trump-H]").tap()
    page.keyboard.press("Escape")
    expect(page.locator("label[for=trump-H]")).to_be_hidden()
    table.record()
    expect(page.locator(".hand .what")).to_contain_text("East 2 red")
    expect(page.locator(".hand .what .suit-hearts")).to_be_visible()


@pytest.mark.long
def test_calls_in_rotation_offer_what_may_be_said_and_lead_to_the_tricks(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge")
    table.to_auction()
    double = page.locator("button[value=X]")
    expect(double).to_have_attribute("aria-disabled", "true")
    double.tap(force=True)
    expect(page.locator("#why")).to_contain_text("West cannot double: nobody has bid. Rule 6: Double")
    assert page.evaluate(TOO_SMALL) == []
    table.say("pass", "1red", "X")
    expect(page.locator("#level-0")).to_have_attribute("aria-disabled", "true")
    # Of the same number only what ranks above red may be bid, of a higher one anything.
    page.locator("label[for=level-1]").tap()
    minor, black = page.locator("button[value=minor]"), page.locator("button[value=black]")
    expect(minor).to_have_attribute("aria-disabled", "true")
    expect(black).not_to_have_attribute("aria-disabled", "true")
    minor.tap(force=True)
    expect(page.locator("#why")).to_contain_text("Rule")
    page.locator("label[for=level-2]").tap()
    expect(minor).not_to_have_attribute("aria-disabled", "true")
    table.say("2red", "pass", "pass", "pass")
    expect(page.locator(".next")).to_contain_text("East leads to the first trick; then South is dummy.")
    assert found_by_axe(page) == []
    page.locator("label[for=tricks-7]").tap()
    expect(page.locator(".forecast")).to_contain_text("North played 2 red, took 7: made. North & South 8.")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".said")).to_contain_text("Recorded: hand 1")
    page.goto(table.sheet)
    assert table.standings() == {"North & South": "8", "East & West": "0"}
