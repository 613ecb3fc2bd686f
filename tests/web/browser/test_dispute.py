"""A dispute on two phones, from raising to sign-off."""

from playwright.sync_api import Browser, Page, expect

from ..phone import PLAYERS, TABLE_GAMES
from ..table import Table
from .test_everyone import found_by_axe


def test_a_dispute_from_raising_to_sign_off_on_two_phones(page: Page, chromium: Browser, address: str) -> None:
    table = Table(page)
    table.start()
    for at, hand in enumerate(TABLE_GAMES[:3]):
        if at:
            table.next_hand()
        table.choose(*hand)
        table.record()
    page.goto(f"{table.sheet}/share")
    page.get_by_role("button", name="Link to score").tap()
    link = page.locator("main a[href*='/join/']").first.get_attribute("href") or ""
    other = chromium.new_context(
        viewport={"width": 390, "height": 844}, base_url=address, has_touch=True, color_scheme="dark"
    ).new_page()
    other.goto(link)

    # Raised in two taps on the first phone.
    page.goto(table.sheet)
    table.taps = 0
    table.tap(page.locator("#hand-3 .opens"))
    table.tap(page.get_by_role("button", name="dispute hand 3"))
    page.wait_for_url("**/dispute/*")
    assert table.taps == 2
    assert found_by_axe(page) == []
    dispute = page.url.removeprefix(address)

    # The other phone finds it on the sheet and has it otherwise.
    other.goto(table.sheet)
    other.get_by_role("link", name="hand 3").tap()
    other.get_by_role("link", name="Somebody has it otherwise").tap()
    other.locator("label[for=player-1]").tap()
    other.locator("label[for=tricks-5]").tap()
    expect(other.locator(".forecast")).to_contain_text("Cindy 51 → 30")
    other.get_by_role("button", name="Say so").tap()
    other.wait_for_url(f"**{dispute}")
    expect(other.locator(".versions > li")).to_have_count(2)
    assert found_by_axe(other) == []

    # The first phone sees both and settles.
    page.goto(dispute)
    page.get_by_text("Correct it to version 2").tap()
    for name in ("Betty", "Cindy"):
        page.locator(".settlement").get_by_text(name, exact=True).last.tap()
    page.get_by_role("button", name="Settle").tap()
    page.wait_for_url(f"**{table.sheet}")
    assert table.standings()["Cindy"] == "117"

    # Both agree, and all sign at the end.
    page.locator("#hand-3 .opens").tap()
    page.get_by_role("button", name="Amber agrees to hand 3").tap()
    expect(page.locator("#said")).to_contain_text("Agreed: Amber")
    other.goto(f"{table.sheet}/agreement")
    # Who agreed to the settlement has agreed to the hand.
    expect(other.locator("#agree-3")).to_contain_text("✓ Betty")
    other.get_by_role("button", name="Diana agrees to hand 3").tap()
    expect(other.locator("#agree-3")).to_contain_text("✓ Diana")
    expect(other.locator("#agree-3")).to_contain_text("✓ Amber")
    for name in PLAYERS:
        other.get_by_role("button", name=f"{name} signs the sheet").tap()
        expect(other.locator("#said")).to_contain_text(f"Signed: by {name}")
    expect(other.locator("main")).to_contain_text("Signed by all.")
    assert found_by_axe(other) == []
    page.reload()
    expect(page.locator("main")).to_contain_text("Signed by Amber, Betty, Cindy, Diana and Ellie.")
    assert found_by_axe(page) == []
    other.context.close()
