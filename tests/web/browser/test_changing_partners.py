"""Partners who change, in the browser at 360 × 640: chosen in two taps, each with a total of their own."""

import re

import pytest
from playwright.sync_api import Page, expect

from ..declared import FOUR, DeclaredTable
from .test_everyone import found_by_axe


@pytest.mark.long
def test_partners_change_in_two_taps_and_each_is_given_what_the_side_scores(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge", totals="players")
    table.declare("North", "1", "minor", "7")
    table.record()
    assert table.standings() == {"North": "8", "East": "0", "South": "8", "West": "0"}
    page.goto(f"{table.sheet}/seats")
    assert found_by_axe(page) == []
    taps = table.taps
    table.tap(page.get_by_role("button", name="North with East"))
    expect(page.locator(".forecast")).to_contain_text("North & East play against South & West")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    table.tap(page.get_by_role("button", name="Save", exact=True))
    expect(page.locator(".said")).to_contain_text("Seated: from hand 2 on: North, South, East and West")
    assert table.taps - taps == 2
    table.next_hand()
    table.declare("North", "1", "minor", "7")
    table.record()
    assert table.standings() == {"North": "16", "East": "8", "South": "8", "West": "0"}
    assert page.locator("#standings").get_by_text("part score 8").count() == 2
    page.locator("#hand-2 .opens").tap()
    page.wait_for_url("**/hands/*")
    assert found_by_axe(page) == []
    page.goto(table.sheet)
    page.get_by_role("button", name=re.compile("^Undo hand 2")).tap()
    page.get_by_role("link", name="Back to the sheet").tap()
    page.wait_for_url(table.sheet)
    page.get_by_role("button", name=re.compile("^Undo")).first.tap()
    expect(page.locator(".said")).to_contain_text("Undone")
    assert table.standings() == {"North": "8", "East": "0", "South": "8", "West": "0"}
