"""The end of an evening on a phone: seen whole, shared, and followed by the next one."""

import re

from playwright.sync_api import Page, expect

from ..evening import four_hands
from ..phone import Phone
from ..table import join
from .test_chat_and_picture import PNG, open_where_shared
from .test_everyone import found_by_axe


def test_an_evening_ends_is_shared_and_begins_again(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    open_where_shared(page, sheet)
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.get_by_role("heading", name="Cindy wins")).to_be_visible()
    assert found_by_axe(page) == []
    curve = page.get_by_alt_text("After 4 hands Cindy leads with 180.")
    drawn, narrow = "it => it.naturalWidth", 288
    assert curve.evaluate(drawn) == narrow
    for width, height in ((320, 640), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.wait_for_function("() => document.querySelector('img.curve').naturalWidth > 288")
    page.get_by_role("button", name="Share the picture").tap()
    page.wait_for_function("() => shared.length")
    [[name, kind, beginning]] = page.evaluate("shared")
    assert name.endswith("offender.png")
    assert (kind, bytes(beginning)) == ("image/png", PNG)
    page.get_by_role("button", name="Play again").tap()
    page.wait_for_url("**/hand")
    assert sheet not in page.url
    expect(page.get_by_text("Diana deals").first).to_be_visible()
