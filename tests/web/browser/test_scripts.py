"""What the scripts do when a server stays away, when another tab is quicker, and with what is left over."""

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Route, expect

from ..phone import TABLE_GAMES
from ..table import Table
from .test_outbox import SAVED, contracts, enter, line, tap_record, write_elsewhere

HURRY = """
    const inTime = window.setTimeout;
    const pauses = [];
    window.setTimeout = (work, pause, ...rest) => {
      if (work.name !== "flush") return inTime(work, pause, ...rest);
      pauses.push(pause);
      document.documentElement.dataset.pauses = pauses.slice(0, 5).join(" ");
      return inTime(work, 1, ...rest);
    };
"""
"""Lets the phone try again at once, and notes how long it would have waited."""


@pytest.mark.long
def test_a_phone_tries_again_after_pauses_that_grow_to_15_seconds(page: Page) -> None:
    page.add_init_script(HURRY)
    table = Table(page)
    table.start()
    page.route("**/hand", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    enter(table, 1)
    expect(page.locator("html")).to_have_attribute("data-pauses", "2000 4000 8000 15000 15000")
    page.unroute("**/hand")
    expect(line(page)).to_have_text(SAVED)


@pytest.mark.long
def test_a_hand_that_another_tab_has_sent_meanwhile_leaves_nothing_behind(
    page: Page, context: BrowserContext
) -> None:
    table = Table(page)
    table.start()
    other = context.new_page()
    other.goto(page.url)
    table.choose(*TABLE_GAMES[0])
    under_way: list[Route] = []
    page.route("**/hand", lambda route: under_way.append(route))
    with page.expect_request("**/hand"):
        tap_record(table)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(line(other)).to_have_text(SAVED)
    expect(line(page)).to_have_text(SAVED)
    with page.expect_event("requestfailed"):
        under_way[0].abort()
    page.wait_for_timeout(200)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('outbox '))") == []
    assert contracts(page, table.sheet) == ["6H"]


@pytest.mark.long
def test_a_half_entered_hand_that_another_phone_recorded_is_forgotten_with_the_next(
    app: Flask, page: Page
) -> None:
    table = Table(page)
    table.start()
    table.tap(page.locator("label[for=level-6]"))
    drafts = "Object.keys(localStorage).filter((name) => name.startsWith('draft '))"
    assert [name.rpartition("/")[2] for name in page.evaluate(drafts)] == ["1"]
    sheet = table.sheet
    page.goto("/rules/offender")
    write_elsewhere(app, sheet)
    page.goto(f"{sheet}/hand")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert [name for name in page.evaluate(drafts) if name.endswith("/1")] == []


def test_escape_closes_the_menu_and_goes_back_to_its_button(page: Page) -> None:
    table = Table(page)
    table.start()
    page.goto(table.sheet)
    menu = page.locator(".menu")
    menu.locator("summary").tap()
    expect(menu).to_have_attribute("open", "")
    menu.get_by_role("link").first.focus()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
