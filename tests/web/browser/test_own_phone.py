"""A player's own phone beside the table's: one tap to agree, sign or object, and the sheet shows which it was."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ..evening import four_hands, settled
from ..phone import Phone
from ..table import Table, join
from .test_everyone import found_by_axe


@pytest.fixture
def sheet(phone: Phone) -> str:
    return four_hands(phone)


@pytest.fixture
def table(page: Page, phone: Phone, sheet: str) -> Table:
    """The phone on the table, which speaks for everybody."""
    join(page, phone, sheet, "score")
    page.wait_for_url(f"**{sheet}")
    return Table(page)


@pytest.fixture
def bettys(chromium: Browser, address: str, phone: Phone, sheet: str) -> Iterator[Table]:
    """Betty's phone, which watches."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, base_url=address, has_touch=True)
    page = context.new_page()
    page.goto(phone.share(sheet))
    page.wait_for_url("**/who")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Betty").tap()
    expect(page.locator("#said")).to_contain_text("This phone is Betty’s")
    yield Table(page)
    context.close()


def test_an_own_phone_agrees_with_one_tap_and_the_table_s_for_everybody_else(
    phone: Phone, table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    dispute = settled(phone, sheet, 3)
    own.goto(dispute)
    expect(own.get_by_role("button", name="agrees to hand 2")).to_have_count(1)
    bettys.tap(own.get_by_role("button", name="Betty agrees to hand 2"))
    expect(own.locator("#agree-2")).to_have_text("Agreed by Betty (own phone).")
    assert bettys.taps == 1
    assert found_by_axe(own) == []
    assert own.evaluate("document.documentElement.scrollWidth") <= 360

    shared.goto(dispute)
    for name in ("Amber", "Cindy", "Diana", "Ellie"):
        shared.get_by_role("button", name=f"{name} agrees to hand 2").tap()
        expect(shared.get_by_role("button", name=f"{name} agrees to hand 2")).to_have_count(0)
    expect(shared.locator("#agree-2")).to_contain_text(
        "Agreed by Amber, Betty (own phone), Cindy, Diana and Ellie."
    )


@pytest.mark.long
def test_an_own_phone_signs_and_the_table_s_signs_for_all_also_for_its_player(
    table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    own.goto(f"{sheet}/agreement")
    expect(own.get_by_role("button", name="signs the sheet")).to_have_count(1)
    bettys.tap(own.get_by_role("button", name="Betty signs the sheet"))
    expect(own.locator("main")).to_contain_text("Signed by Betty (own phone).")
    assert bettys.taps == 1
    shared.goto(f"{sheet}/agreement")
    shared.get_by_role("button", name="Amber signs the sheet").tap()
    expect(shared.locator("main")).to_contain_text("✓ Betty (own phone)")
    expect(shared.locator("main")).to_contain_text("✓ Amber ")
    own.goto(sheet)
    expect(own.locator("main")).to_contain_text("Signed by Betty (own phone) and Amber.")


@pytest.mark.long
def test_an_own_phone_objects_with_one_tap_and_the_table_settles_it(
    table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    own.locator("#hand-3 .opens").tap()
    bettys.tap(own.get_by_role("button", name="dispute hand 3"))
    own.wait_for_url("**/dispute/*")
    assert bettys.taps == 1
    expect(own.get_by_role("button", name="Keep")).to_have_count(0)
    shared.goto(sheet)
    shared.get_by_role("link", name="hand 3", exact=True).tap()
    shared.get_by_role("button", name="Keep").tap()
    shared.wait_for_url(f"**{sheet}")
    shared.goto(f"{sheet}/history")
    expect(shared.locator("main")).to_contain_text("by Betty (own phone)")
