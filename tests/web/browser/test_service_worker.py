"""The service worker: the last sheet opens without a network, says so, and the next release takes over."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorer.web import assets

from ..phone import TABLE_GAMES
from ..table import OtherPage, Table

SEEN = re.compile(r"^Seen \d\d:\d\d, offline$")
KEPT = "await caches.match(path, { ignoreVary: true })"
NAMES = "async () => (await caches.keys()).join()"


@pytest.fixture
def page(other_page: OtherPage) -> Page:
    """A page of a phone that may have a service worker."""
    return other_page(service_workers="allow")


def kept(page: Page, path: str) -> None:
    """Wait until the phone has kept a page."""
    page.wait_for_function(f"async path => Boolean({KEPT})", arg=path)


def test_without_a_network_the_last_sheet_opens_says_so_and_a_hand_is_sent_once(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    table.record()
    sheet = table.sheet
    for path in (sheet, f"{sheet}/hand"):
        kept(page, path)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#outbox")).to_have_text(SEEN)
    expect(page.locator(".hand")).to_have_count(1)
    page.get_by_role("link", name="Next hand").tap()
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator("#outbox")).to_have_text(SEEN)
    table.choose(*TABLE_GAMES[1])
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 3")
    # The page is the same as before, with the key of the hand that waits.
    page.reload()
    expect(page.locator("#outbox")).to_have_text(re.compile("1 waiting, seen "))
    table.choose(*TABLE_GAMES[2])
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#outbox")).to_have_text(re.compile("2 waiting"))
    # The sheet has them as rows, without points, and counts them.
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator("tbody .unsent")).to_have_text(
        ["3Cindy with Diana, 5♣\ufe0e, took 8waiting", "2Betty with Ellie, 7♠\ufe0e, took 6waiting"]
    )
    expect(page.locator("tbody .unsent .suit-spades")).to_have_count(1)
    expect(page.locator("#standings .unsent")).to_have_text("So far, without the hands that wait")
    expect(page.locator("#foot .dock")).to_contain_text("Hand 4. Cindy deals, Diana opens")
    page.reload()
    expect(page.locator("tbody .unsent")).to_have_count(2)
    expect(page.locator("#outbox")).to_have_text(re.compile("2 waiting, seen "))
    assert page.locator("#outbox").evaluate("line => line.scrollWidth <= line.clientWidth")
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_have_text("✓ Saved", timeout=20_000)
    expect(page.locator(".hand")).to_have_count(3)
    expect(page.locator(".unsent")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.kept") is None


def test_a_new_release_takes_over(page: Page, table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(page, f"{table.sheet}/hand")
    before = page.evaluate(NAMES)
    monkeypatch.setattr(assets, "SHELL", assets.SHELL[:1])
    page.reload()
    page.wait_for_function(f"async before => ![before, ''].includes(await ({NAMES})())", arg=before)
    kept(page, f"{table.sheet}/hand")
    assert "," not in page.evaluate(NAMES)


def test_a_sheet_that_is_archived_or_not_open_any_more_is_forgotten(page: Page, table: Table) -> None:
    sheet = table.sheet
    kept(page, f"{sheet}/hand")
    page.goto("/")
    kept(page, "/")
    page.locator("summary").first.tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Archive").tap()
    page.wait_for_function(f"async path => !({KEPT})", arg=f"{sheet}/hand")
    page.goto(sheet)
    kept(page, sheet)
    page.context.clear_cookies()
    page.reload()
    page.wait_for_function(f"async path => !({KEPT})", arg=sheet)
    # The first page is kept anew at this moment, and in between it is not there.
    kept(page, "/")
