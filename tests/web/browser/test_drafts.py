"""What is half-entered survives: reload, the back button, the death of the tab, a second tab, rotation."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ...long_form import in_short
from ..phone import PLAYERS, TABLE_GAMES
from ..table import Table

Death = Callable[[Page], Page]


def reloaded(page: Page) -> Page:
    page.reload()
    return page


def gone_and_back(page: Page) -> Page:
    page.goto("/rules/offender")
    page.go_back()
    return page


def killed(page: Page) -> Page:
    address, context = page.url, page.context
    page.close()
    other = context.new_page()
    other.goto(address)
    return other


def in_a_second_tab(page: Page) -> Page:
    other = page.context.new_page()
    other.goto(page.url)
    return other


def turned(page: Page) -> Page:
    page.set_viewport_size({"width": 640, "height": 360})
    return page


def crashed(page: Page) -> Page:
    """As where the phone needs the memory: the page is gone without a word, and is loaded again."""
    session = page.context.new_cdp_session(page)
    address = page.url
    session.send("Page.navigate", {"url": "about:blank"})
    page.wait_for_url("about:blank")
    page.goto(address)
    return page


WAYS = (reloaded, gone_and_back, killed, in_a_second_tab, turned, crashed)
most_ways = pytest.mark.parametrize("way", in_short(WAYS, killed, in_a_second_tab), ids=lambda way: way.__name__)
hardest_way = pytest.mark.parametrize("way", in_short(WAYS, killed), ids=lambda way: way.__name__)
"""The other ways with `--long`: all pages keep what is entered with the same script."""


@most_ways
def test_a_half_entered_hand_survives(page: Page, way: Death) -> None:
    table = Table(page)
    table.start()
    page.get_by_text("Betty proposed", exact=True).locator("..").tap()
    page.locator("label[for=level-7]").tap()
    page = way(page)
    expect(page.locator("#first-1")).to_be_checked()
    expect(page.locator("#level-7")).to_be_checked()
    expect(page.locator(":checked")).to_have_count(2)
    expect(page.locator(".forecast")).to_contain_text("Tap who accepted.")


@hardest_way
@pytest.mark.long
def test_a_half_entered_amendment_survives(page: Page, way: Death) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    # The hand after it is half-entered too; one does not disturb the other.
    table.next_hand()
    page.locator("label[for=level-9]").tap()
    page.goto(f"{table.sheet}/hand/2")
    page.locator("label[for=tricks-9]").tap()
    page = way(page)
    expect(page.locator("#tricks-9")).to_be_checked()
    expect(page.locator("#first-0")).to_be_checked()
    expect(page.locator(".forecast")).to_contain_text("took 9")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".said")).to_contain_text("Changed: hand 1")
    page.goto(f"{table.sheet}/hand/2")
    expect(page.locator("#tricks-9")).to_be_checked()
    page.goto(f"{table.sheet}/hand")
    expect(page.locator("#level-9")).to_be_checked()


@hardest_way
@pytest.mark.long
def test_the_number_tapped_in_the_bidding_survives(page: Page, way: Death) -> None:
    table = Table(page)
    table.start()
    table.to_auction()
    page.locator("label[for=level-5]").tap()
    page = way(page)
    expect(page.locator("#level-5")).to_be_checked()
    page.get_by_role("button", name="clubs", exact=True).tap()
    expect(page.locator(".call")).to_contain_text("Amber: 5")
    # It was for that turn alone.
    Table(page).speak("reject")
    page.reload()
    expect(page.locator(":checked")).to_have_count(0)


@hardest_way
@pytest.mark.long
def test_tricks_tapped_after_the_bidding_survive(page: Page, way: Death) -> None:
    table = Table(page)
    table.start()
    table.to_auction()
    for call in ("10S", "accept"):
        table.speak(call)
    page.locator("label[for=tricks-8]").tap()
    page = way(page)
    expect(page.locator("#tricks-8")).to_be_checked()
    Table(page).record()
    expect(page.locator(".hand")).to_contain_text("took 8")


@hardest_way
@pytest.mark.long
def test_a_half_entered_sheet_survives(page: Page, way: Death) -> None:
    page.goto("/new/offender")
    names = page.locator("input[name=player]")
    for seat, name in enumerate((*PLAYERS, "Fay", "Gus")):
        names.nth(seat).fill(name)
    names.nth(5).fill("")
    page.locator("label[for=dealer-6]").tap()
    for folded in page.locator("summary").all():
        folded.tap()
    # Not left yet, so nothing but the keys pressed tells of it.
    page.locator("#title").press_sequentially("Friday")
    page.locator("#date").fill("2026-11-20")
    page.locator("#option-no_trump").check()
    page = way(page)
    names = page.locator("input[name=player]")
    expect(names.nth(6)).to_be_visible()
    assert [names.nth(seat).input_value() for seat in range(7)] == [*PLAYERS, "", "Gus"]
    expect(page.locator("#dealer-6")).to_be_checked()
    expect(page.locator("#title")).to_have_value("Friday")
    expect(page.locator("#date")).to_have_value("2026-11-20")
    expect(page.locator("#option-no_trump")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).last.tap()
    page.wait_for_url("**/hand")
    expect(page.locator(".bar small")).to_contain_text("Gus deals, Amber speaks first")
    page.goto("/new/offender")
    expect(page.locator(".player:not([hidden])")).to_have_count(5)
    expect(page.locator("#title")).to_have_value("")


def test_what_the_server_has_sent_back_is_not_overridden(page: Page) -> None:
    page.goto("/new/offender")
    names = page.locator("input[name=player]")
    names.nth(0).fill(" Amber ")
    names.nth(1).fill("Amber")
    page.get_by_role("button", name="Start", exact=True).last.tap()
    expect(page.locator(".player .error")).to_contain_text("Amber already sits at the table")
    expect(names.nth(0)).to_have_value("Amber")
    page.reload()
    expect(names.nth(0)).to_have_value("Amber")
    expect(names.nth(1)).to_have_value("Amber")
    page.get_by_role("button", name="Move player 2 up").tap()
    # The page without a mistake has none before the answer either.
    page.wait_for_load_state("networkidle")
    expect(page.locator(".player .error")).to_have_count(0)
    page.locator("input[name=player]").nth(1).fill("Betty")
    page.reload()
    expect(names.nth(0)).to_have_value("Amber")
    expect(names.nth(1)).to_have_value("Betty")


def test_players_that_were_dragged_stay_where_they_were_put(page: Page) -> None:
    page.goto("/new/offender")
    names = page.locator("input[name=player]")
    for seat, name in enumerate(PLAYERS):
        names.nth(seat).fill(name)
    grips = page.locator(".grip")
    start, end = grips.nth(4).bounding_box(), grips.nth(0).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 8, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 8, end["y"] + 20, steps=8)
    page.mouse.up()
    page.reload()
    for seat, name in enumerate(("Ellie", "Amber", "Betty", "Cindy", "Diana")):
        expect(names.nth(seat)).to_have_value(name)


def test_the_day_of_a_sheet_half_entered_is_the_day_it_is_opened_again(page: Page) -> None:
    page.goto("/new/offender")
    today = page.locator("#date").input_value()
    page.locator("input[name=player]").first.fill("Amber")
    page.route(
        "**/new/offender",
        lambda route: route.fulfill(
            response=(answer := route.fetch()), body=answer.text().replace(today, "2001-02-03")
        ),
    )
    page.reload()
    expect(page.locator("input[name=player]").first).to_have_value("Amber")
    expect(page.locator("#date")).to_have_value("2001-02-03")


@pytest.mark.long
def test_nothing_of_the_evening_is_left_in_the_phone(page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start()
    for hand in TABLE_GAMES:
        table.choose(*hand)
        table.save()
    table.to_sheet()
    sheet = table.sheet
    page.goto("/")
    left = page.evaluate("Object.entries(localStorage)")
    assert left == [[f"receipt {sheet}", left[0][1]]]
    assert re.fullmatch(r"5:[0-9a-f]{64}", left[0][1])  # the number of the last act and its digest, no more
