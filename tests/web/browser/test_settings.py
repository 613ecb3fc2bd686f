"""Settings of a phone in a browser: the look at once, also on pages that the back button brings back, and Save."""

import re

import pytest
from playwright.sync_api import Page, expect

from ..phone import TABLE_GAMES
from ..table import Table

BUZZED = "window.buzzed = []; navigator.vibrate = pattern => buzzed.push(pattern);"


@pytest.mark.long
def test_the_phone_looks_and_saves_as_it_is_set(page: Page) -> None:
    # Where less motion is asked for, nothing vibrates.
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(BUZZED)
    table = Table(page)
    table.start()
    page.get_by_label("More").tap()
    page.get_by_role("link", name="Settings").tap()
    for choice in ("True black", "Four colours", "Large", "Show the sheet"):
        page.get_by_text(choice, exact=True).tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 1")
    assert page.evaluate("document.documentElement.dataset.theme") == "black"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    table.choose(*TABLE_GAMES[0])
    assert page.evaluate("buzzed") == [8] * 5
    save = page.get_by_role("button", name="Save")
    expect(save).not_to_have_attribute("aria-disabled", "true")
    save.dblclick()
    page.wait_for_url(re.compile(r"/sheets/[^/]+$"))
    expect(page.locator(".said")).to_contain_text("Recorded: hand 1, Amber and Cindy 6")
    expect(page.locator(".hand")).to_have_count(1)
    page.locator(".said").get_by_role("button", name="Undo").tap()
    page.wait_for_url(re.compile(r"/hand\?undone=2$"))
    expect(page.locator(f"#tricks-{TABLE_GAMES[0][-1]}")).to_be_checked()


@pytest.mark.long
def test_a_page_that_the_back_button_brings_back_looks_as_the_phone_is_set_now(page: Page) -> None:
    page.goto("/")
    page.evaluate("document.cookie = 'settings=theme-light; path=/'")
    # As when the browser had kept the page as it was.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")


@pytest.mark.long
@pytest.mark.widths
def test_a_hand_that_one_is_brought_to_stands_below_the_head_of_the_sheet_in_large_type_too(page: Page) -> None:
    table = Table(page)
    table.start()
    for hand in TABLE_GAMES[:4]:
        page.goto(f"{table.sheet}/hand")
        table.choose(*hand)
        table.record()
    page.evaluate("document.cookie = 'settings=text-large; path=/'")
    page.set_viewport_size({"width": 360, "height": 420})
    page.goto(f"{table.sheet}?hand=2#hand-2")
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    page.wait_for_function(
        """() => scrollY > 0 && document.querySelector('#hand-2').getBoundingClientRect().top
            >= document.querySelector('.score > thead').getBoundingClientRect().bottom"""
    )


COVERED = """() => {
    const seats = [...document.querySelectorAll('.seat')].map(seat => seat.getBoundingClientRect());
    return [...document.querySelectorAll('.felt strong, .felt .who')].filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && seats.some(seat => seat.left < box.right && box.left < seat.right
            && seat.top < box.bottom - 2 && box.top < seat.bottom - 2);
    }).map(part => part.textContent.trim());
}"""
CUT = """() => [...document.querySelectorAll(".seat small")]
    .filter(said => said.scrollWidth > said.clientWidth).map(said => said.textContent)"""


@pytest.mark.widths
def test_in_large_type_nothing_on_the_felt_of_an_auction_is_covered_or_cut(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.context.add_cookies([{"name": "settings", "value": "text-large", "url": "http://127.0.0.1"}])
    table = Table(page)
    table.start()
    assert page.evaluate("document.documentElement.dataset.text") == "large"
    table.to_auction()
    assert page.evaluate(CUT) == []
    for call in ("5C", "accept"):
        table.speak(call)
        assert (page.evaluate(COVERED), page.evaluate(CUT)) == ([], []), call
