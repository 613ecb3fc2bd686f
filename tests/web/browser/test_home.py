"""The home page under a finger: every place of a card leads to what the card is of."""

from playwright.sync_api import Page, expect

from ..phone import TABLE_GAMES
from ..table import Table
from .test_everyone import found_by_axe

LEADS = """card => {
    card.scrollIntoView({ block: 'center' });
    const box = card.getBoundingClientRect();
    const places = [];
    for (const across of [0.03, 0.25, 0.5, 0.75, 0.97])
        for (const down of [0.05, 0.5, 0.95])
            places.push(document.elementFromPoint(box.x + across * box.width, box.y + down * box.height));
    const tapped = places.map(place => place.closest('a, summary'));
    return tapped.map(control => control?.className || control?.textContent || '');
}"""
"""What is tapped at fifteen places of a card, from its left to its right."""


def test_a_card_of_a_sheet_opens_it_wherever_it_is_tapped_and_hiding_takes_two_taps(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.goto("/")
    card = page.locator(".sheet-list li.card")
    places = card.evaluate(LEADS)
    # The sign for more stands in the corner above, at the right; the one below it is the card's.
    assert [at for at, place in enumerate(places) if place != "cover"] == [12, 13]
    card.locator("summary").tap()
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Hide from this phone").tap()
    expect(page.locator(".sheet-list")).to_have_count(0)
    page.get_by_text("Hidden from this phone (1)").tap()
    page.get_by_role("button", name="Show again").tap()
    expect(card).to_be_visible()


def test_a_card_of_a_game_starts_a_sheet_wherever_it_is_tapped_but_on_its_rules(page: Page) -> None:
    page.goto("/")
    cards = page.locator(".games li.card")
    for at in range(cards.count()):
        places = cards.nth(at).evaluate(LEADS)
        assert places.count("cover") >= 13
        assert all(place == "cover" or place.startswith("Rules of") for place in places)


def test_no_link_of_the_home_page_lies_over_another(page: Page) -> None:
    page.goto("/")
    overlaps = """links => links.flatMap((one, at) => links.slice(at + 1).filter(other => {
        const [a, b] = [one, other].map(link => link.getBoundingClientRect());
        return a.left < b.right && b.left < a.right && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    }).map(other => `${one.textContent} and ${other.textContent}`))"""
    assert page.locator("main a:not(.cover)").evaluate_all(overlaps) == []
    small = "links => links.map(link => link.getBoundingClientRect().height).filter(height => height < 44)"
    assert page.locator(".games > p a").evaluate_all(small) == []
