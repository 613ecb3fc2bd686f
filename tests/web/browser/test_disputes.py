"""Disputes, agreements and rulings, on the table's phone and on a player's own."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from ..phone import TABLE_GAMES
from ..table import OtherPage, Table, fits_window, found_by_axe


def raised(table: Table, hand: int) -> str:
    """Object to a hand on the sheet, and give the address of the dispute."""
    page = table.page
    table.tap(page.locator(f"#hand-{hand} .opens"))
    table.tap(page.get_by_role("button", name=f"dispute hand {hand}"))
    page.wait_for_url("**/dispute/*")
    return urlsplit(page.url).path


@pytest.mark.long
def test_a_dispute_from_raising_to_sign_off_on_two_phones(page: Page, other_page: OtherPage) -> None:
    table = Table(page)
    table.start()
    for at, hand in enumerate(TABLE_GAMES[:3]):
        if at:
            table.next_hand()
        table.choose(*hand)
        table.record()
    page.goto(f"{table.sheet}/share")
    page.get_by_role("switch", name="Whoever opens the link may also score").tap()
    expect(page.get_by_role("switch")).to_be_checked()
    link = page.locator(".address a").get_attribute("href") or ""
    other = other_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    other.goto(link)
    other.get_by_role("button", name="I am a guest").tap()

    # Opened, objected to, and settled: three taps from "That is not right", and what is entered.
    page.goto(table.sheet)
    dispute = raised(table, 3)
    table.taps = 1
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("link", name="Betty"))  # Who says so, and what: this is entered.
    table.tap(page.locator("label[for=tricks-5]"))
    entered = 2
    expect(page.locator(".forecast")).to_contain_text("Cindy, Diana 51 → 30")
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("button", name="Use this"))
    page.wait_for_url(f"**{table.sheet}")
    assert table.taps - entered <= 3
    assert table.standings()["Cindy"] == "117"
    page.goto(table.sheet)
    page.get_by_role("button", name=re.compile("^Undo")).first.tap()
    expect(page.locator("#said")).to_contain_text("Undone")

    # The other phone finds it on the sheet, and puts its version beside the sheet's.
    other.goto(table.sheet)
    other.get_by_role("link", name="hand 3").tap()
    other.get_by_role("link", name="Betty").tap()
    other.locator("label[for=tricks-5]").tap()
    other.get_by_role("button", name="Compare first").tap()
    other.wait_for_url(f"**{dispute}")
    expect(other.locator(".versions thead th")).to_have_text(["Sheet", "Betty"])
    assert found_by_axe(other) == []

    # The first phone sees both on one screen, and settles with a tap.
    page.goto(dispute)
    fits_window(page)
    page.get_by_role("button", name="Use this").tap()
    page.wait_for_url(f"**{table.sheet}")
    assert table.standings()["Cindy"] == "117"

    # Both agree, and all sign at the end.
    page.goto(dispute)
    page.get_by_role("button", name="Amber agrees to hand 3").tap()
    expect(page.locator("#said")).to_contain_text("Agreed: Amber")
    other.goto(dispute)
    other.get_by_role("button", name="Diana agrees to hand 3").tap()
    expect(other.locator("#agree-3")).to_contain_text("✓ Diana")
    expect(other.locator("#agree-3")).to_contain_text("✓ Amber")
    assert found_by_axe(other) == []
    other.goto(f"{table.sheet}/agreement")
    assert found_by_axe(other) == []
    other.get_by_role("button", name="Amber signs the sheet").tap()
    expect(other.locator("#said")).to_contain_text("Signed: by Amber")
    page.goto(table.sheet)
    expect(page.locator("main")).to_contain_text("Signed by Amber.")
    assert found_by_axe(page) == []
