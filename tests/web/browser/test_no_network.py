"""An answer is lost, a phone is killed, a sheet is damaged, a tab is quicker: nothing is doubled or held up."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Route, expect

from scorer.store import people, sharing

from ...chromium import FLAGS, find_chromium
from ...long_form import in_short
from ..pages.test_damaged_sheets import damage
from ..phone import TABLE_GAMES
from ..table import Table
from .test_outbox import BACK_SOON, SAVED, contracts, enter, facts, line, tap_record, write_elsewhere


def lose_the_first_answer(page: Page, address: str) -> list[int]:
    """Let an act arrive, and its answer not. The codes of the answers that were lost."""
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.fallback()

    page.route(address, lose)
    return lost


def held(page: Page) -> Locator:
    """What waits or is refused, as it is told."""
    return page.locator(".held")


def oh_hell(page: Page) -> Table:
    """Of two hands: the second is of fewer cards."""
    table = Table(page)
    table.start(("Amber", "Betty", "Cindy"), "oh-hell", hand_sizes="2, 1")
    for choice in ("bid_0-1", "bid_1-0", "bid_2-2"):
        table.tap(page.locator(f"label[for={choice}]"))
    table.tap(page.get_by_role("button", name="Amber, one trick fewer"))
    return table


def test_a_hand_whose_answer_was_lost_is_not_refused_where_the_next_hand_has_other_rules(page: Page) -> None:
    table = oh_hell(page)
    lost = lose_the_first_answer(page, "**/hand")
    tap_record(table)
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    assert lost == [204]
    expect(held(page)).to_have_count(0)
    assert len(facts(page, table.sheet)) == 1


@pytest.mark.long
def test_a_hand_that_was_taken_and_seemed_refused_is_edited_without_a_second_one(page: Page, table: Table) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        """What it is told when it asks again is a refusal, as no server of ours would say."""
        if route.request.method == "POST" and lost and not refused:
            refused.append(route.request.url)
            route.fulfill(status=422, headers={"Outbox": "answered"}, body="<main><p class=error>No.</p></main>")
        else:
            route.fallback()

    lost = lose_the_first_answer(page, "**/hand")
    page.route("**/hand", refuse)
    enter(table, 1)
    expect(held(page)).to_contain_text("Refused: Hand 1", timeout=BACK_SOON)
    held(page).get_by_role("button", name="Edit").tap()
    expect(page.locator("#tricks-7")).to_be_checked()
    page.locator("label[for=tricks-8]").tap()
    tap_record(table)
    # It is there as it was sent, to be amended.
    page.wait_for_url("**/hand/2")
    expect(page.locator(".said")).to_contain_text("This was taken already, as you first sent it. Recorded: hand 1")
    assert [hand["tricks"] for hand in facts(page, table.sheet)] == [7]
    page.locator("label[for=tricks-8]").tap()
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(re.compile(r"/sheets/[^/]+$"))
    assert [hand["tricks"] for hand in facts(page, table.sheet)] == [8]
    expect(line(page)).to_have_text(SAVED)


@pytest.mark.long
def test_a_sheet_that_is_damaged_stops_no_other_sheet(app: Flask, page: Page, context: BrowserContext) -> None:
    damaged = Table(page)
    damaged.start()
    damaged.choose(*TABLE_GAMES[0])
    damaged.save()
    spoiled = damaged.sheet
    sound = Table(context.new_page())
    sound.start(("Xena", "Yara", "Zoe"))
    context.set_offline(True)
    enter(damaged, 2)
    enter(damaged, 3)
    sound.page.get_by_role("button", name="No contract").tap()
    expect(line(sound.page)).to_have_text("3 waiting")
    damage(app, spoiled)
    context.set_offline(False)
    expect(line(sound.page)).to_have_text("2 waiting", timeout=BACK_SOON)
    assert len(facts(sound.page, sound.sheet)) == 1
    expect(held(sound.page)).to_contain_text("Waiting: Hand 2")
    expect(held(sound.page)).to_contain_text("This sheet cannot be read")
    expect(held(sound.page)).to_contain_text("Waiting behind it: Cindy with Diana")
    # What is entered on it next goes out as ever, whatever is tried again for the damaged one.
    sound.page.goto(f"{sound.sheet}/hand")
    sound.page.get_by_role("button", name="No contract").tap()
    expect(sound.page.locator(".just-done")).to_contain_text("Hand 2 saved")


@pytest.mark.long
def test_without_cookies_hands_wait_until_it_joins_again(
    app: Flask, page: Page, table: Table, context: BrowserContext
) -> None:
    sheet = table.sheet
    with app.app_context():
        key = sharing.link(sheet.rpartition("/")[2], people.SCORE).key
    context.set_offline(True)
    enter(table, 1)
    enter(table, 2)
    context.clear_cookies()
    context.set_offline(False)
    expect(held(page)).to_contain_text("Waiting: Hand 1", timeout=BACK_SOON)
    expect(held(page)).to_contain_text("Not open on this phone")
    expect(held(page)).to_contain_text("Join the sheet again: then this is sent by itself.")
    expect(held(page)).not_to_contain_text("opened too long ago")
    expect(held(page)).to_contain_text("Waiting behind it: Betty with Ellie")
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(f"/join/{sheet.rpartition('/')[2]}/{key}")
    page.get_by_role("button", name="Amber").tap()
    expect(page.locator(".hand")).to_have_count(2, timeout=BACK_SOON)
    expect(held(page)).to_have_count(0)
    assert contracts(page, sheet) == ["6H", "7S"]


@pytest.mark.long
def test_a_hand_waits_on_a_phone_that_may_only_look_now(app: Flask, page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start()
    sheet = table.sheet
    with app.app_context():
        look, score = (sharing.link(sheet.rpartition("/")[2], role).key for role in (sharing.JOIN, people.SCORE))
    context.set_offline(True)
    enter(table, 1)
    context.clear_cookies()
    context.set_offline(False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"/join/{sheet.rpartition('/')[2]}/{look}")
    page.get_by_role("button", name="I only watch").tap()
    expect(held(page)).to_contain_text("This phone only watches", timeout=BACK_SOON)
    page.goto(f"/join/{sheet.rpartition('/')[2]}/{score}")
    page.get_by_role("button", name="Open the sheet").tap()
    expect(page.locator(".hand")).to_have_count(1, timeout=BACK_SOON)
    assert contracts(page, sheet) == ["6H"]


@pytest.mark.long
def test_a_phone_that_joins_while_it_is_refused_sends_again(page: Page, table: Table) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        # By the time the phone looks whether the sheet is open to it, it is.
        if route.request.method == "POST" and not refused:
            refused.append(route.request.url)
            route.fulfill(status=404, headers={"Outbox": "answered"}, body="<main>Not open</main>")
        else:
            route.fallback()

    page.route("**/hand", refuse)
    table.choose(*TABLE_GAMES[0])
    tap_record(table)
    expect(page.locator("h1")).to_have_text("Hand 2", timeout=BACK_SOON)
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    assert refused
    assert len(facts(page, table.sheet)) == 1
    expect(held(page)).to_have_count(0)


@pytest.mark.long
def test_a_hand_is_recorded_from_a_page_whose_token_is_too_old(page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start()
    context.clear_cookies(name="scorer")
    table.choose(*TABLE_GAMES[0])
    expect(page.locator(".forecast")).to_contain_text("This is checked when its turn comes.")
    tap_record(table)
    expect(page.locator(".place .note")).to_have_text(["49", "6", "49", "6", "6"], timeout=BACK_SOON)


AT_ONCE = 300
"""Milliseconds from the tap to the end."""


@contextmanager
def browser_in(chromium: Browser, folder: Path, address: str) -> Iterator[BrowserContext]:
    """A browser that keeps what it has in a folder; it may be killed meanwhile."""
    context = chromium.browser_type.launch_persistent_context(
        str(folder),
        executable_path=find_chromium(),
        args=FLAGS,
        base_url=address,
        viewport={"width": 360, "height": 640},
        has_touch=True,
        service_workers="block",
    )
    yield context
    with suppress(Error):
        context.close()


def kill(page: Page) -> None:
    """End the browser's process as a power cut does."""
    session = page.context.new_cdp_session(page)
    with suppress(Error):
        session.send("Browser.crash")


@pytest.mark.parametrize("hands", in_short((1, 2), 2))
def test_hands_that_wait_outlive_the_browser(chromium: Browser, address: str, tmp_path: Path, hands: int) -> None:
    folder = tmp_path / "browser"
    with browser_in(chromium, folder, address) as context:
        table = Table(context.new_page())
        table.start()
        sheet = table.sheet
        cookies = [{**cookie} for cookie in context.cookies()]
        context.set_offline(True)
        for number in range(hands):
            enter(table, number + 1)
        table.page.wait_for_timeout(AT_ONCE)
        kill(table.page)
    with browser_in(chromium, folder, address) as context:
        # These it keeps in memory for half a minute: a link would open the sheet again.
        context.add_cookies(cookies)  # pyright: ignore[reportArgumentType] (as they were read)
        page = context.new_page()
        page.goto(sheet)
        expect(page.locator(".hand")).to_have_count(hands, timeout=BACK_SOON)
        expect(line(page)).to_have_text(SAVED)
        assert contracts(page, sheet) == ["6H", "7S"][:hands]
        # It is told once, and sent once.
        page.goto("/")
        page.goto(sheet)
        queue = str(page.locator("script[src$='/main.js']").get_attribute("src")).replace("main.js", "queue.js")
        assert page.evaluate("async (queue) => (await import(queue)).readDisk()", queue) == []


HURRY = """
    const inTime = window.setTimeout;
    const pauses = [];
    window.setTimeout = (work, pause, ...rest) => {
      if (work.name !== "flush") return inTime(work, pause, ...rest);
      pauses.push(pause);
      document.documentElement.dataset.pauses = pauses.slice(0, 5).join(" ");
      return inTime(work, 1, ...rest);
    };
"""
"""Lets the phone try again at once, and notes how long it would have waited."""


@pytest.mark.long
def test_a_phone_tries_again_after_pauses_that_grow_to_15_seconds(page: Page) -> None:
    page.add_init_script(HURRY)
    table = Table(page)
    table.start()
    page.route("**/hand", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    enter(table, 1)
    expect(page.locator("html")).to_have_attribute("data-pauses", "2000 4000 8000 15000 15000")
    page.unroute("**/hand")
    expect(line(page)).to_have_text(SAVED)


@pytest.mark.long
def test_a_hand_that_another_tab_sent_leaves_nothing(page: Page, table: Table, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(page.url)
    table.choose(*TABLE_GAMES[0])
    under_way: list[Route] = []
    page.route("**/hand", lambda route: under_way.append(route))
    with page.expect_request("**/hand"):
        tap_record(table)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(line(other)).to_have_text(SAVED)
    expect(line(page)).to_have_text(SAVED)
    with page.expect_event("requestfailed"):
        under_way[0].abort()
    page.wait_for_timeout(200)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('outbox '))") == []
    assert contracts(page, table.sheet) == ["6H"]


@pytest.mark.long
def test_a_half_entered_hand_that_another_recorded_is_forgotten(app: Flask, page: Page, table: Table) -> None:
    table.tap(page.locator("label[for=level-6]"))
    drafts = "Object.keys(localStorage).filter((name) => name.startsWith('draft '))"
    assert [name.rpartition("/")[2] for name in page.evaluate(drafts)] == ["1"]
    sheet = table.sheet
    page.goto("/rules/offender")
    write_elsewhere(app, sheet, "6H")
    page.goto(f"{sheet}/hand")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert [name for name in page.evaluate(drafts) if name.endswith("/1")] == []


def test_escape_closes_the_menu_and_goes_back_to_its_button(page: Page, table: Table) -> None:
    page.goto(table.sheet)
    menu = page.locator(".menu")
    menu.locator("summary").tap()
    expect(menu).to_have_attribute("open", "")
    menu.get_by_role("link").first.focus()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
