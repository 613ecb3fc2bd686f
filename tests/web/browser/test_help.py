"""Help on the smallest phone and without scripts: it is one tap away, is searched, and leads back."""

import pytest
from playwright.sync_api import Browser, expect

from scorer.web.help import TOPICS

from ..table import Table


@pytest.mark.long
def test_help_is_found_searched_and_left_on_a_small_phone_without_scripts(chromium: Browser, address: str) -> None:
    context = chromium.new_context(
        viewport={"width": 320, "height": 568}, base_url=address, java_script_enabled=False, has_touch=True
    )
    page = context.new_page()
    page.goto("/new/offender")
    page.get_by_role("link", name="Help").tap()
    expect(page.locator("h1")).to_have_text("Start a sheet")
    page.get_by_role("searchbox", name="Search Help").fill("Dealer turn")
    page.get_by_role("button", name="Search").tap()
    page.locator(".doors").get_by_role("link", name="Dispute, agree, sign").tap()
    expect(page.locator("mark").first).to_be_visible()
    for topic in TOPICS:
        page.goto(f"/help/{topic}?back=/new/offender")
        right = page.locator("main").bounding_box()
        assert right
        assert right["width"] <= 320, topic
    page.get_by_role("link", name="Back", exact=True).tap()
    expect(page.locator("h1")).to_have_text("New sheet")
    table = Table(page)
    table.tap_start(("Fay", "Ann", "Bo"))
    page.locator(".menu summary").tap()
    page.get_by_role("link", name="Help").tap()
    expect(page.locator("h1")).to_have_text("Enter a hand")
    context.close()


@pytest.mark.widths
def test_the_way_to_help_covers_nothing_in_the_bar_and_widens_no_page(chromium: Browser, address: str) -> None:
    context = chromium.new_context(viewport={"width": 320, "height": 568}, base_url=address, has_touch=True)
    page = context.new_page()
    for path in (
        "/",
        "/new/pirate-bridge",
        "/import",
        "/check-paper",
        "/rules/reverse-bridge",
        "/help",
        "/nowhere",
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        title, link = page.locator("h1").bounding_box(), page.locator(".help-link")
        if link.count() and (box := link.bounding_box()) and title:
            assert title["x"] + title["width"] <= box["x"] or title["y"] >= box["y"] + box["height"], path
    context.close()
