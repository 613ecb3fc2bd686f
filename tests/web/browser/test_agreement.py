"""What another phone writes does not move what is read."""

import pytest
from playwright.sync_api import Browser, Page, expect

from ..phone import TABLE_GAMES
from ..table import Table


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


@pytest.mark.long
def test_what_another_phone_writes_leaves_in_its_place_what_is_read(
    table: Table, chromium: Browser, address: str
) -> None:
    page = table.page
    page.goto(f"{table.sheet}/share")
    link = page.locator(".address a").get_attribute("href") or ""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        base_url=address,
        has_touch=True,
        reduced_motion="no-preference",
    )
    other = context.new_page()
    other.goto(link)
    other.get_by_role("button", name="I am a guest").tap()
    other.wait_for_url(f"**{table.sheet}")
    other.evaluate("document.activeElement.blur()")
    other.evaluate("scrollTo(0, 260)")
    lies = top(other)
    page.goto(f"{table.sheet}/hand")
    table.choose(*TABLE_GAMES[0])
    table.record()
    expect(other.locator("#hand-5")).to_be_attached()
    assert top(other) == pytest.approx(lies, abs=1)
    context.close()
