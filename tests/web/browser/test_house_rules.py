"""House rules on a phone: switches, choices, and only what means something beside what is chosen."""

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.rules.registry import GAMES

from ...long_form import in_short
from ..table import Table
from .test_everyone import found_by_axe

FOUR = ("Nora", "Edith", "Sam", "Will")


@pytest.mark.parametrize("with_script", [True, False])
def test_only_the_house_rules_of_the_chosen_variant_are_shown(
    chromium: Browser, address: str, with_script: bool
) -> None:
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, base_url=address, java_script_enabled=with_script
    )
    page = context.new_page()
    page.goto("/new/spades")
    page.get_by_text("House rules").click()
    expect(page.get_by_text("Bags that cost", exact=True)).to_be_visible()
    expect(page.get_by_text("Sets that lose", exact=True)).not_to_be_visible()
    page.get_by_text("New York", exact=False).first.click()
    expect(page.get_by_text("Bags that cost", exact=True)).not_to_be_visible()
    expect(page.get_by_text("Sets that lose", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "spades"))
def test_the_house_rules_fit_a_narrow_phone_and_axe_finds_nothing(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/new/{game}")
    page.get_by_text("House rules", exact=True).tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    small = """() => [...document.querySelectorAll('.option :is(.plain-choice, select, .text, [role=switch])')]
        .map(part => [part.id || part.htmlFor, part.getBoundingClientRect()])
        .filter(([, box]) => box.height && (box.height < 48 || box.width < 48)).map(([name]) => name)"""
    assert page.evaluate(small) == []
    assert found_by_axe(page) == []


def test_a_change_of_the_variant_says_what_it_moves_and_is_taken(page: Page) -> None:
    table = Table(page)
    table.start(FOUR, "spades", target="300")
    page.goto(f"{table.sheet}/house-rules")
    expect(page.locator("#option-variant-standard")).to_be_checked()
    page.locator("label[for=option-variant-new-york]").tap()
    page.locator("#option-failed_ten").fill("100")
    change = page.get_by_role("button", name="Change", exact=True)
    expect(change).not_to_have_attribute("aria-disabled", "true")
    change.tap()
    page.locator(".house-rules summary").tap()
    expect(page.locator(".house-rules")).to_have_text(
        "House rules Variant: New York; Target: 300; Failed ten: 100."
    )
    assert found_by_axe(page) == []
