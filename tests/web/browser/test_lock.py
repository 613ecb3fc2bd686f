"""The touch lock: no touch counts until one place is held, or a button is pressed."""

import pytest
from playwright.sync_api import Page, expect

from ..evening import FIFTH, four_hands
from ..phone import Phone
from ..table import join

HOLD_MS = 1_000


@pytest.mark.long
def test_while_the_page_is_locked_no_touch_counts_until_it_is_held_or_a_button_is_pressed(
    page: Page, phone: Phone
) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.goto(f"{sheet}/hand")
    key = page.locator("label[for=level-6]").bounding_box()
    assert key
    page.get_by_label("More").tap()
    page.get_by_role("button", name="Lock against touches").tap()
    lock = page.get_by_role("dialog", name="Locked against touches")
    expect(lock).to_be_visible()
    page.touchscreen.tap(key["x"] + 9, key["y"] + 9)
    page.locator(".hold").tap()
    page.wait_for_timeout(HOLD_MS + 100)
    expect(lock).to_be_visible()
    expect(page.locator("#level-6")).not_to_be_checked()
    page.locator(".hold").hover()
    page.mouse.down()
    expect(lock).to_be_hidden()
    page.mouse.up()
    page.touchscreen.tap(key["x"] + 9, key["y"] + 9)
    expect(page.locator("#level-6")).to_be_checked()
    page.goto(f"{sheet}/board")
    page.get_by_label("Turn or lock").tap()
    page.get_by_role("button", name="Lock against touches").tap()
    phone.record(sheet, FIFTH)
    expect(page.locator(".scores li").first.locator("b")).to_have_text("162")
    expect(lock).to_be_visible()
    page.keyboard.press("Enter")
    expect(lock).to_be_hidden()
