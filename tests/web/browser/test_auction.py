"""Calls on a phone: where they stand, and what is said of those that may not be made."""

import pytest
from playwright.sync_api import Page, expect

from ..table import Table, box_of

# Somebody looks for news, as the page does by itself, while the auction of the next hand is on its way.
LOOK_MEANWHILE = """() => {
    const real = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await real(address, options);
        if (options?.method === 'POST' || !`${address}`.endsWith('/auction')) return answer;
        window.fetch = real;
        document.dispatchEvent(new Event('visibilitychange'));
        await new Promise((done) => setTimeout(done, 500));
        return answer;
    };
}"""

# [S0, annotated example of bidding] with Ellie as dealer: Amber speaks first.
OPENING = ("no proposal", "no proposal", "3H", "reject", "reject", "accept", "no proposal", "no proposal")


@pytest.mark.long
def test_the_calls_stand_as_the_document_lays_them_out_and_nothing_moves_meanwhile(page: Page) -> None:
    table = Table(page)
    table.start()
    table.to_auction()
    page.set_viewport_size({"width": 360, "height": 560})
    places: set[tuple[float, ...]] = set()
    for call in OPENING:
        table.speak(call)
        felt, line = (page.locator(part).bounding_box() or {} for part in (".seats .place-2", ".last-call"))
        places.add(
            (felt["y"], line["y"], *page.evaluate("() => [scrollY, document.documentElement.scrollHeight]"))
        )
    assert {place[2:] for place in places} == {(0, 560)}
    assert len(places) == 1
    stages = page.locator(".calls tbody tr")
    first, second = stages.nth(0).locator("td"), stages.nth(1).locator("td")
    assert first.nth(0).locator(".call").count() == 3
    page.locator("#log summary").tap()
    assert first.nth(1).locator(".line").all_inner_texts() == ["Diana, Ellie: reject", "Amber: accept"]
    # Those who are silent one after another are one line.
    assert second.nth(0).locator(".line").all_inner_texts() == ["Diana, Ellie: no proposal"]


@pytest.mark.long
def test_a_barred_player_is_told_why(page: Page, table: Table) -> None:
    table.to_auction()
    for call in ("5C", "reject", "reject", "reject", "reject", *["no proposal"] * 4):
        table.speak(call)
        if call == "reject" and page.locator(".barred").count():
            suits, dock = box_of(page.locator(".keys-suit")), box_of(page.locator(".turn .dock"))
            assert suits["y"] + suits["height"] <= dock["y"], "the whole of every suit is seen"
    expect(page.locator(".barred a")).to_have_text("Rule 5: Abandoned proposal")
    expect(page.locator("#turn")).not_to_have_attribute("inert", "")
    page.locator("label[for=level-1]").tap(force=True)
    expect(page.locator("#why")).to_contain_text("Amber may not propose: their 5♣ was abandoned")
    expect(page.locator("#why a")).to_have_text("Rule 5: Abandoned proposal")
    expect(page.locator("#level-1")).not_to_be_checked()
    page.locator("#log summary").tap()
    why, calls = box_of(page.locator("#why")), box_of(page.locator("#log table"))
    assert why["y"] + why["height"] <= calls["y"], "the calls are not covered"


def test_a_suit_tapped_before_its_number_is_called_with_it(page: Page, table: Table) -> None:
    table.to_auction()
    table.tap(page.get_by_role("button", name="hearts", exact=True))
    hearts = page.get_by_role("button", name="hearts", exact=True)
    expect(hearts).to_have_attribute("aria-pressed", "true")
    table.tap(page.get_by_role("button", name="spades", exact=True))
    expect(hearts).to_have_attribute("aria-pressed", "false")
    table.tap(page.locator("label[for=level-5]"))
    expect(page.locator(".call")).to_have_text(["Amber: 5♠︎ spades"])


@pytest.mark.long
def test_a_number_too_low_for_the_suit_that_waits_says_why_and_nothing_waits_then(page: Page) -> None:
    table = Table(page)
    table.start(("Ann", "Bea", "Cleo", "Dora"), "ten-bridge")
    table.to_auction()
    page.locator("label[for=level-2]").tap()
    page.locator("[name=suit]").nth(1).tap()
    expect(page.locator("#turn h2")).to_contain_text("Ann")
    minor = page.locator("[name=suit]").first
    minor.tap()
    page.locator("label[for=level-2]").tap()
    expect(page.locator("#why")).to_contain_text("Rule")
    # Undo and the count of the calls are not covered, and no number that follows is sent with that suit.
    for covered in (page.locator("#log summary"), page.get_by_role("button", name="Undo")):
        covered.tap(trial=True)
    expect(page.locator("#speak :is(:checked, [aria-pressed=true], .keys-suit [aria-disabled])")).to_have_count(0)
    page.locator("label[for=level-3]").tap()
    minor.tap()
    expect(page.locator("#turn h2")).to_contain_text("Bea")


def test_who_is_to_speak_stands_above_the_keys_and_the_contract_whole_on_the_felt(page: Page) -> None:
    table = Table(page)
    table.start(("Ann", "Bea", "Cleo", "Dora"), "ten-bridge")
    table.to_auction()
    page.locator("label[for=level-2]").tap()
    major = page.get_by_role("button", name="major")
    expect(major).to_contain_text("♥")
    major.tap()
    heading, keys = page.locator("#turn h2"), page.locator("#turn .keys").first
    expect(heading).to_have_text("Ann to speak")
    assert 16 < box_of(heading)["height"] < box_of(keys)["y"] - box_of(heading)["y"]
    contract = page.locator(".felt strong")
    expect(contract).to_have_text("2 major")
    assert contract.evaluate("card => card.scrollWidth - card.clientWidth") <= 0


def test_what_was_recorded_is_said_also_where_the_page_looks_for_news_meanwhile(page: Page, table: Table) -> None:
    table.to_auction()
    for call in ("4S", "accept", *["no proposal"] * 5):
        table.speak(call)
    page.evaluate(LOOK_MEANWHILE)
    table.tap(page.locator("label[for=tricks-5]"))
    table.tap(page.get_by_role("button", name="Save", exact=True))
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    expect(page.locator("#turn")).not_to_have_attribute("inert", "")
    suits, asked = page.locator(".keys-suit"), page.get_by_text("Which suit?")
    place = box_of(suits)
    expect(asked).to_be_hidden()
    page.locator("label[for=level-4]").tap()
    expect(asked).to_be_visible()
    expect(page.locator(".just-done")).to_have_count(0)
    assert box_of(suits) == place, "no key moves at the first tap"
