"""A phone keeps the last act that it was shown, and says when the history does not contain it any more."""

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..phone import TABLE_GAMES
from ..table import Table

KEPT = "localStorage.getItem(`receipt ${location.pathname}`)"
NOTICE = "This phone was shown another history before."


@pytest.fixture
def table(page: Page) -> Table:
    """A sheet with one hand, as it opens."""
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.goto(table.sheet)
    page.wait_for_function(f"() => {KEPT}?.startsWith('2:')")
    return table


def kept(page: Page) -> str:
    return page.evaluate(KEPT)


def plant(page: Page, receipt: str) -> None:
    """Let the phone have been shown another history, and open the sheet again."""
    page.evaluate(f"localStorage.setItem(`receipt ${{location.pathname}}`, '{receipt}')")
    page.reload()


@pytest.mark.long
def test_the_receipt_follows_the_sheet_and_says_nothing(table: Table) -> None:
    page = table.page
    first = kept(page)
    assert first == page.request.get(f"{table.sheet}/receipt?number=2").text()
    page.goto(f"{table.sheet}/hand")
    table.choose(*TABLE_GAMES[1])
    table.record()
    page.goto(table.sheet)
    page.wait_for_function(f"() => {KEPT}?.startsWith('3:')")
    expect(page.locator("#receipt")).to_have_count(0)


@pytest.mark.parametrize("number", in_short((1, 2, 9), 2))
def test_a_history_written_anew_or_cut_off_is_said_until_it_is_accepted(table: Table, number: int) -> None:
    page = table.page
    forged = f"{number}:{'0' * 64}"
    shown = kept(page)
    plant(page, forged)
    expect(page.locator("#receipt")).to_contain_text(NOTICE)
    expect(page.locator("#receipt")).to_contain_text(f"entry {number}")
    assert kept(page) == forged
    page.get_by_role("button", name="Keep what is shown now").tap()
    expect(page.locator("#receipt")).to_have_count(0)
    assert kept(page) == shown
    page.reload()
    expect(page.locator("#said")).to_be_attached()
    expect(page.locator("#receipt")).to_have_count(0)


def test_what_is_no_receipt_is_replaced_in_silence(table: Table) -> None:
    plant(table.page, "zebra")
    table.page.wait_for_function(f"() => {KEPT}?.startsWith('2:')")
    expect(table.page.locator("#receipt")).to_have_count(0)
