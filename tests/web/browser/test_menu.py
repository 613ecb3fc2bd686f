"""The menu of a sheet: five entries on one screen, the code of a link at once, and a PDF in two taps."""

import re

import pytest
from playwright.sync_api import Page, expect

from ..evening import four_hands
from ..phone import Phone
from ..table import Table, join
from .test_everyone import found_by_axe


@pytest.fixture
def table(page: Page, phone: Phone) -> Table:
    """A sheet with the document's four hands, as it opens."""
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.wait_for_url(f"**{sheet}")
    return Table(page)


def test_the_menu_has_five_entries_and_each_leads_where_it_says(table: Table) -> None:
    page = table.page
    sheet = page.url
    page.locator("#menu summary").tap()
    entries = page.locator(".sheet-menu > *")
    expect(entries).to_have_count(5)
    assert [re.split(r"\n|seats|history", text.strip())[0] for text in entries.all_inner_texts()] == [
        *("Share", "Table", "Export", "Finish", "More")
    ]
    assert page.locator(".sheet-menu").evaluate("menu => menu.getBoundingClientRect().bottom <= innerHeight")
    expect(page.get_by_role("link", name="Help")).to_be_visible()
    assert found_by_axe(page) == []
    page.get_by_role("link", name="Share").tap()
    expect(page.locator(".qr")).to_be_visible()
    page.goto(sheet)
    page.locator("#menu summary").tap()
    page.get_by_role("link", name="Table seats").tap()
    for text, path in (("Names", "names"), ("House rules", "house-rules"), ("Seats", "seats")):
        page.get_by_role("navigation", name="Table").get_by_role("link", name=text).tap()
        page.wait_for_url(f"**/{path}")
        expect(page.locator("[aria-current]")).to_have_text(text)
    assert found_by_axe(page) == []
    page.goto(f"{sheet}/more")
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 640


def test_a_pdf_is_two_taps_from_the_sheet_and_the_page_of_exports_fits_the_screen(table: Table) -> None:
    page = table.page
    table.taps = 0
    table.tap(page.locator("#menu summary"))
    with page.expect_download() as saved:
        table.tap(page.get_by_role("link", name="PDF"))
    assert table.taps == 2
    assert saved.value.path().read_bytes()[:5] == b"%PDF-"
    page.get_by_role("link", name="Export").tap()
    expect(page.locator(".tile")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_text("More", exact=True).tap()
    assert found_by_axe(page) == []
