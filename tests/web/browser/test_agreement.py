"""Five people agree on the table's phone: the hand stays open before them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from ..phone import PLAYERS, TABLE_GAMES
from ..table import Table

SIX_TAPS = 6


def top(page: Page) -> float:
    """Where the card of the second hand begins on the screen."""
    return page.locator("#hand-2").evaluate("card => card.getBoundingClientRect().top")


@pytest.fixture
def table(page: Page) -> Table:
    """A sheet with the document's four hands, as it opens."""
    table = Table(page)
    table.start()
    for at, hand in enumerate(TABLE_GAMES):
        if at:
            table.next_hand()
        table.choose(*hand)
        table.record()
    page.goto(table.sheet)
    table.taps = 0
    return table


def test_five_people_agree_to_a_hand_with_five_taps_and_one_to_open_it(table: Table) -> None:
    page = table.page
    table.tap(page.locator("#hand-2 .opens"))
    for name in PLAYERS:
        button = page.get_by_role("button", name=f"{name} agrees to hand 2")
        button.scroll_into_view_if_needed()
        lies = top(page)
        table.tap(button)
        expect(button).to_have_count(0)
        assert page.locator("#hand-2 .opens").get_attribute("aria-expanded") == "true"
        # With every name that is tapped the page becomes shorter, and its end may come up.
        at_its_end = page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
        assert abs(top(page) - lies) < 1 or at_its_end
    expect(page.locator("#hand-2")).to_contain_text("Agreed by all.")
    assert table.taps == SIX_TAPS


def test_everybody_agrees_to_all_hands_with_one_tap_each(table: Table) -> None:
    page = table.page
    page.goto(f"{table.sheet}/agreement")
    for name in PLAYERS:
        button = page.get_by_role("button", name=f"{name} signs the sheet")
        table.tap(button)
        expect(button).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Every hand is agreed by all.")
    assert table.taps == len(PLAYERS)


def test_without_its_script_a_browser_opens_the_hand_again(table: Table, chromium: Browser, address: str) -> None:
    cookies = table.page.context.storage_state()
    context = chromium.new_context(base_url=address, java_script_enabled=False, storage_state=cookies)
    page = context.new_page()
    page.goto(table.sheet)
    page.locator("#hand-2 .opens").click()
    page.get_by_role("button", name="Betty agrees to hand 2").click()
    expect(page.locator("#hand-2 .agreed")).to_have_text("✓ Betty")
    expect(page.get_by_role("button", name="Amber agrees to hand 2")).to_be_visible()
    context.close()


def test_what_another_phone_writes_leaves_open_what_is_read(table: Table, chromium: Browser, address: str) -> None:
    page = table.page
    page.goto(f"{table.sheet}/share")
    page.get_by_role("button", name="Link to look only").tap()
    link = page.locator("main a[href*='/join/']").first.get_attribute("href") or ""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        base_url=address,
        has_touch=True,
        reduced_motion="no-preference",
    )
    other = context.new_page()
    other.goto(link)
    other.locator("#hand-2 .opens").tap()
    expect(other.locator("#hand-2 .opens")).to_have_attribute("aria-expanded", "true")
    other.evaluate("document.activeElement.blur()")
    other.evaluate("scrollTo(0, 260)")
    lies = top(other)
    page.goto(f"{table.sheet}/hand")
    table.choose(*TABLE_GAMES[0])
    table.record()
    expect(other.locator("#hand-5")).to_be_attached()
    assert other.locator("#hand-2 .opens").get_attribute("aria-expanded") == "true"
    assert top(other) == pytest.approx(lies, abs=1)
    context.close()
