"""Nothing half-entered is lost, nothing is doubled, and the first visit is light."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from ..phone import TABLE_GAMES
from ..table import Table

FIRST_VISIT, WITH_HEADERS, REQUESTS = 52 * 1024, 60 * 1024, 16
"""Bytes over the wire, and with the headers of the answers; in so many requests."""


def test_half_entered_taps_survive_a_reload_and_another_tab(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    page.reload()
    for chosen in ("#first-0", "#second-2", "#level-6", "#suit-H", "#tricks-7"):
        expect(page.locator(chosen)).to_be_checked()
    expect(page.locator(".forecast")).to_contain_text("Amber and Cindy bid 6")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#level-6")).to_be_checked()
    table.save()
    expect(page.locator(":checked")).to_have_count(0)


def test_a_double_tap_records_one_hand(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    record = page.get_by_role("button", name="Save")
    expect(record).not_to_have_attribute("aria-disabled", "true")
    record.dblclick()
    expect(page.locator("h1")).to_have_text("Hand 2")
    page.reload()
    expect(page.locator("h1")).to_have_text("Hand 2")
    table.to_sheet()
    expect(page.locator(".hand")).to_have_count(1)


@pytest.mark.long
def test_two_phones_recording_at_once_lose_and_double_nothing(page: Page) -> None:
    table = Table(page)
    table.start()
    other = Table(page.context.new_page())
    # Neither phone hears of the other before it sends.
    page.route(re.compile(r"/news\?"), lambda route: route.fulfill(status=204, headers={"Outbox": "answered"}))
    other.page.route(
        re.compile(r"/news\?"), lambda route: route.fulfill(status=204, headers={"Outbox": "answered"})
    )
    other.page.goto(page.url)
    table.choose(*TABLE_GAMES[0])
    other.choose(*TABLE_GAMES[1])
    table.record()
    expect(other.page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    other.page.get_by_role("button", name="Save").tap()
    expect(other.page.get_by_role("alert")).to_contain_text("Another phone wrote on this sheet meanwhile")
    expect(other.page.locator("h1")).to_have_text("Hand 2")
    expect(other.page.locator("#level-7")).to_be_checked()
    other.record()
    expect(other.page.locator(".hand")).to_have_count(2)


@pytest.mark.long
def test_a_phone_that_is_entering_a_hand_is_told_and_loses_no_tap(page: Page) -> None:
    table = Table(page)
    table.start()
    other = Table(page.context.new_page())
    other.page.goto(page.url)
    other.choose(*TABLE_GAMES[1])
    table.choose(*TABLE_GAMES[0])
    table.record()
    expect(other.page.get_by_role("alert")).to_contain_text("Another phone wrote on this sheet", timeout=8000)
    expect(other.page.locator("#level-7")).to_be_checked()
    other.page.get_by_role("link", name="Go on with the sheet").tap()
    expect(other.page.locator("h1")).to_have_text("Hand 2")


def test_the_back_button_after_recording_does_not_record_again(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.go_back()
    # The hand that comes next is empty: the one before is not offered a second time.
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator(":checked")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".hand")).to_have_count(1)


@pytest.mark.long
def test_the_next_hand_opens_the_way_the_last_was_entered(page: Page) -> None:
    table = Table(page)
    table.start()
    table.to_auction()
    for call in ("10S", "accept"):
        table.speak(call)
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator(".dock")).to_contain_text("Amber with Betty")
    page.get_by_role("link", name="Enter tricks").tap()
    page.locator("label[for=tricks-10]").tap()
    expect(page.locator(".forecast")).to_contain_text("took 10")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".dock")).to_contain_text("Amber with Betty, 10♠\ufe0e, took 10")
    page.context.set_offline(False)
    # The next auction comes; the second half of a double tap is no call in it.
    expect(page.locator(".recorded")).to_contain_text("Recorded: hand 1")
    expect(page.locator("#turn")).not_to_have_attribute("inert", "")
    expect(page.locator("#turn h2")).to_have_text("Betty to speak")


@pytest.mark.long
def test_calls_that_will_not_be_kept_are_announced(page: Page) -> None:
    table = Table(page)
    table.start()
    table.to_auction()
    for call in ("10S", "accept"):
        table.speak(call)
    page.get_by_role("link", name="Result", exact=True).tap()
    page.locator("label[for=tricks-10]").tap()
    expect(page.locator(".forecast")).to_contain_text("took 10: made")
    expect(page.locator(".forecast")).not_to_contain_text("not be kept")
    page.locator("label[for=level-9]").tap()
    expect(page.locator(".forecast")).to_contain_text("The calls lead to another contract and will not be kept.")


def test_a_link_opens_the_sheet_on_another_phone(page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start()
    page.goto(f"{table.sheet}/share")
    link = page.locator(".address a").get_attribute("href")
    assert link
    browser = context.browser
    assert browser
    stranger = browser.new_context(base_url=page.url)
    viewer = stranger.new_page()
    viewer.goto(page.url.replace("/share", ""))
    expect(viewer.locator("h1")).to_have_text("Not open on this phone")
    viewer.goto(link)
    viewer.get_by_role("button", name="I am a guest").click()
    expect(viewer.locator("#standings")).to_contain_text("Amber")
    assert "join" not in viewer.url
    expect(viewer.get_by_role("link", name=re.compile("First hand"))).to_have_count(0)
    stranger.close()


def test_the_first_visit_is_at_most_52_kibibytes_in_16_requests(page: Page) -> None:
    finished: list[Request] = []
    page.on("requestfinished", finished.append)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in finished]
    bodies, headers = ([size[part] for size in sizes] for part in ("responseBodySize", "responseHeadersSize"))
    assert 4 <= len(bodies) <= REQUESTS
    assert sum(bodies) <= FIRST_VISIT
    assert sum(bodies) + sum(headers) <= WITH_HEADERS


def test_a_print_is_a_clean_page_of_the_documents_table(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.goto(f"{table.sheet}/table")
    page.emulate_media(media="print")
    expect(page.locator(".ledger")).to_be_visible()
    expect(page.locator(".ledger")).to_contain_text("21 + 28 = 49")
    for hidden in (".icon", ".help-link", ".plain"):
        expect(page.locator(hidden).first).not_to_be_visible()


@pytest.mark.widths
def test_a_sheet_never_scrolls_sideways(page: Page) -> None:
    table = Table(page)
    long = [f"{letter * 20} {letter * 19}" for letter in "ABCDEFG"]
    table.start(long)
    for path in ("/hand", "", "/table", "/auction", "/share"):
        page.goto(f"{table.sheet}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
