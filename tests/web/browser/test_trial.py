"""An auction and a trick judged on a phone: by thumb, by the Enter key, and for everyone."""

import re

import pytest
from playwright.sync_api import Page, expect

from ..table import Table
from .test_everyone import found_by_axe


@pytest.mark.long
def test_a_trick_and_an_auction_are_judged_on_a_phone(page: Page) -> None:
    table = Table(page)
    table.start()
    page.goto(f"{table.sheet}/more")
    page.get_by_role("link", name=re.compile("Who won that trick")).tap()
    page.get_by_text("Amber led", exact=True).tap()
    for player, suit, rank in (
        ("Amber", "H", "10"),
        ("Betty", "H", "4"),
        ("Cindy", "S", "4"),
        ("Diana", "H", "A"),
        ("Ellie", "H", "K"),
    ):
        page.get_by_label(f"Suit of {player}’s card").select_option(suit)
        page.get_by_label(f"Rank of {player}’s card").select_option(rank)
    page.locator("label[for=trump-S]").tap()
    page.get_by_text("Could they have followed?").tap()
    page.get_by_label("Cindy also had").fill("♥9")
    page.get_by_label("Cindy also had").press("Enter")
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2").first).to_contain_text("Cindy wins with the")
    expect(verdict).to_contain_text("they could have followed")
    assert found_by_axe(page) == []
    narrow = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert narrow
    small = page.evaluate(
        "[...document.querySelectorAll('main :is(select, input.text, .key, .chip, .go, summary)')]"
        ".filter(target => target.offsetParent && target.getBoundingClientRect().height < 48)"
        ".map(target => target.outerHTML)"
    )
    assert small == []
    page.get_by_role("link", name="Back to more").tap()
    page.get_by_role("link", name=re.compile("Was that call legal")).tap()
    page.get_by_label("The calls, one a line").fill("5C\nreject\nreject\nreject\nreject\nnp\nnp\nnp\nnp\n6C")
    page.get_by_role("button", name="Check the calls").tap()
    expect(page.locator(".verdict h2")).to_contain_text("Call 10 is not legal: Amber, 6")
    expect(page.locator(".verdict")).to_contain_text("Rule 5: Abandoned proposal")
    expect(page.locator(".could")).to_have_text(re.compile("no proposal"))
    assert found_by_axe(page) == []
