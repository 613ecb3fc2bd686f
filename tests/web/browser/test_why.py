"""Why? on a phone: the answer in two taps, large enough to be read aloud, and nothing too small to tap."""

import re

from playwright.sync_api import Page, expect

from ..evening import four_hands
from ..phone import Phone
from ..table import Table, join
from .test_everyone import found_by_axe

LARGE = 28
"""Pixels of the line that is read aloud: more than twice what the sheet's figures are."""


def test_that_is_not_right_is_answered_in_two_taps(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.goto(sheet)
    small = """() => [...document.querySelectorAll('#standings a, #gains a, .leads-on a, .dock a, .chain a')]
        .map(e => [e.getAttribute('aria-label') || e.innerText, e.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && box.height < 48).map(([text]) => text)"""
    assert page.evaluate(small) == []
    table = Table(page)
    table.tap(page.get_by_role("link", name=re.compile(r"^Amber 132\s+points, 2nd")))
    worked = page.locator(".worked")
    expect(worked).to_have_text("90 + 42 = 132")
    assert worked.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") >= LARGE
    assert page.evaluate(small) == []
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("link", name="Hand 4: why?"))
    expect(worked).to_have_text("6 + 36 = 42")
    assert found_by_axe(page) == []
    assert table.taps == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url("**/hands/5")
    assert page.evaluate(small) == []
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url("**#hand-4")
    table.tap(page.locator(".dock").get_by_role("link", name="Hand 5"))
    expect(worked).to_have_text("Diana sits at the left of Cindy, who dealt hand 4.")
