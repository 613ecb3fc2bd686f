"""A number with a key for one less and one for more, on a phone and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from ..table import Table
from ..tally import tally
from .test_everyone import found_by_axe

__all__ = ["tally"]
NAMES = ("Amber", "Betty", "Cindy")


def test_a_number_is_stepped_or_typed(page: Page, tally: str) -> None:
    table = Table(page)
    table.start(NAMES, tally)
    more, less = (page.get_by_role("button", name=f"one {way}, Amber") for way in ("more", "less"))
    # A browser makes a click of a tap a moment later: each is waited for.
    for key, number in ((more, "1"), (more, "2"), (more, "3"), (less, "2")):
        table.tap(key)
        expect(page.get_by_label("Amber", exact=True)).to_have_value(number)
    page.get_by_label("Betty", exact=True).fill("24")
    # From nothing one less is the least.
    table.tap(page.get_by_role("button", name="one less, Cindy"))
    table.tap(page.get_by_role("button", name="one less, Cindy"))
    expect(page.get_by_label("Cindy", exact=True)).to_have_value("0")
    expect(page.locator(".forecast")).to_contain_text("Amber 2, Betty 24, Cindy 0: Amber +2, Betty +24.")
    small = """() => [...document.querySelectorAll('.stepper .key, .stepper .text')]
        .map(e => e.getBoundingClientRect()).filter(box => box.width < 48 || box.height < 44).length"""
    assert page.evaluate(small) == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert found_by_axe(page) == []
    table.record()
    assert table.standings() == {"Amber": "2", "Betty": "24", "Cindy": "0"}


@pytest.mark.long
def test_the_largest_number_is_not_passed(page: Page, tally: str) -> None:
    table = Table(page)
    table.start(NAMES, tally)
    page.get_by_label("Amber", exact=True).fill("26")
    table.tap(page.get_by_role("button", name="one more, Amber"))
    expect(page.get_by_label("Amber", exact=True)).to_have_value("26")


def test_without_scripts_it_is_a_number_field(chromium: Browser, address: str, tally: str) -> None:
    with chromium.new_context(base_url=address, java_script_enabled=False) as context:
        page = context.new_page()
        Table(page).start(NAMES, tally)
        expect(page.get_by_role("button", name="one more, Amber")).to_be_hidden()
        for name, taken in zip(NAMES, ("20", "6", "0"), strict=True):
            page.get_by_label(name, exact=True).fill(taken)
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#note-0")).to_have_text("20")
