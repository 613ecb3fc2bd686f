"""The home page under a finger: the way on, a tile for each game, and a sheet that is archived."""

import pytest
from playwright.sync_api import Page, expect

from ...screenshots.first_screenful import first_screenful
from ..phone import TABLE_GAMES
from ..table import Table
from .test_everyone import found_by_axe


@pytest.mark.long
def test_home_leads_on_archives_a_sheet_in_two_taps_and_finds_it_again(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    expect(page.get_by_role("link", name="Continue with hand 2")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator(".games a").first.evaluate("tile => tile.scrollIntoView({block: 'center'})")
    leads = """tiles => tiles.every(tile => {
        tile.scrollIntoView({block: 'center'});
        const box = tile.getBoundingClientRect();
        return [0.03, 0.5, 0.97].every(across => [0.05, 0.5, 0.95].every(down => document.elementFromPoint(
            box.x + across * box.width, box.y + down * box.height).closest('a') === tile));
    })"""
    assert page.locator(".games a").evaluate_all(leads)
    page.locator(".running summary").tap()
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Archive").tap()
    expect(page.locator(".running")).to_have_count(0)
    page.get_by_role("link", name="Search the sheets").tap()
    page.get_by_role("searchbox").fill("betty")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("1 sheet with")
    assert found_by_axe(page) == []
    page.locator(".line summary").tap()
    page.get_by_role("button", name="Take out of the archive").tap()
    page.get_by_role("link", name="Same players").tap()
    expect(page.get_by_role("textbox", name="Player 5")).to_have_value("Ellie")
    expect(page.get_by_text("Amber deals, Betty speaks first.")).to_be_visible()
    # What is typed counts at once, also before its field is left.
    page.goto("/new/offender")
    for seat, name in enumerate(("Betty", "Diana", "Zoe"), 1):
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    expect(page.get_by_text("Zoe deals, Betty speaks first.")).to_be_visible()
    expect(page.locator(".known button:visible")).to_have_text(["Amber", "Cindy", "Ellie"])
    assert first_screenful(page).elements <= 25


@pytest.mark.widths
def test_no_link_of_the_home_page_lies_over_another(page: Page) -> None:
    page.goto("/")
    overlaps = """links => links.flatMap((one, at) => links.slice(at + 1).filter(other => {
        const [a, b] = [one, other].map(link => link.getBoundingClientRect());
        return a.left < b.right && b.left < a.right && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    }).map(other => `${one.textContent} and ${other.textContent}`))"""
    assert page.locator("main a").evaluate_all(overlaps) == []
    small = "links => links.map(link => link.getBoundingClientRect().height).filter(height => height < 44)"
    assert page.locator(".home a").evaluate_all(small) == []


def test_six_players_are_typed_with_enter_behind_each_name_and_only_then_the_sheet_starts(page: Page) -> None:
    # On a busy phone timers come late.
    page.add_init_script("const later = setTimeout; window.setTimeout = (work, ms = 0) => later(work, ms + 500)")
    page.goto("/new/oh-hell")
    page.get_by_role("textbox", name="Player 1").tap()
    for seat, name in enumerate(("Ben", "Lea", "Tom", "Mia", "Jo", "Kim"), 1):
        field = page.get_by_role("textbox", name=f"Player {seat}")
        expect(field).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert [row.get_attribute("class") for row in page.locator(".deals-last").all()] == [
            "player named deals-last"
        ]
    expect(page.get_by_role("textbox", name="Player 7")).to_be_focused()
    expect(page.get_by_text("Kim deals, Ben speaks first.")).to_be_visible()
    expect(page.locator(".player:not([hidden])")).to_have_count(7)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Hand 1")
    expect(page.locator("main")).to_contain_text("8 cards each")
