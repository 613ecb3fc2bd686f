"""A phone that is switched off: what was tapped is on its disk at once."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from ...chromium import FLAGS, find_chromium
from ...long_form import in_short
from ..table import Table
from .test_outbox import BACK_SOON, SAVED, contracts, enter, line

AT_ONCE = 300
"""Milliseconds from the tap to the end."""


@contextmanager
def browser_in(chromium: Browser, folder: Path, address: str) -> Iterator[BrowserContext]:
    """A browser that keeps what it has in a folder; it may be killed meanwhile."""
    context = chromium.browser_type.launch_persistent_context(
        str(folder),
        executable_path=find_chromium(),
        args=FLAGS,
        base_url=address,
        viewport={"width": 360, "height": 640},
        has_touch=True,
        service_workers="block",
    )
    yield context
    with suppress(Error):
        context.close()


def kill(page: Page) -> None:
    """End the browser's process as a power cut does."""
    session = page.context.new_cdp_session(page)
    with suppress(Error):
        session.send("Browser.crash")


@pytest.mark.parametrize("hands", in_short((1, 2), 2))
def test_hands_that_wait_outlive_a_browser_that_is_killed(
    chromium: Browser, address: str, tmp_path: Path, hands: int
) -> None:
    folder = tmp_path / "browser"
    with browser_in(chromium, folder, address) as context:
        table = Table(context.new_page())
        table.start()
        sheet = table.sheet
        cookies = [{**cookie} for cookie in context.cookies()]
        context.set_offline(True)
        for number in range(hands):
            enter(table, number + 1)
        table.page.wait_for_timeout(AT_ONCE)
        kill(table.page)
    with browser_in(chromium, folder, address) as context:
        # These it keeps in memory for half a minute: a link would open the sheet again.
        context.add_cookies(cookies)  # pyright: ignore[reportArgumentType] (as they were read)
        page = context.new_page()
        page.goto(sheet)
        expect(page.locator(".hand")).to_have_count(hands, timeout=BACK_SOON)
        expect(line(page)).to_have_text(SAVED)
        assert contracts(page, sheet) == ["6H", "7S"][:hands]
        # It is told once, and sent once.
        page.goto("/")
        page.goto(sheet)
        queue = str(page.locator("script[src$='/main.js']").get_attribute("src")).replace("main.js", "queue.js")
        assert page.evaluate("async (queue) => (await import(queue)).readDisk()", queue) == []
