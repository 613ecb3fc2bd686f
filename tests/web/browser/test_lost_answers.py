"""An answer is lost, a sheet is damaged, a phone has lost its cookies: nothing is doubled, refused or held up."""

import re

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from scorer.store import people, sharing

from ..pages.test_damaged_sheets import damage
from ..phone import TABLE_GAMES
from ..table import Table
from .test_outbox import BACK_SOON, SAVED, contracts, enter, facts, line, tap_record


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
def test_a_hand_that_was_taken_and_seemed_refused_is_edited_without_a_second_one(page: Page) -> None:
    table = Table(page)
    table.start()
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
    expect(sound.page.locator(".said")).to_contain_text("Recorded: hand 2")


@pytest.mark.long
def test_hands_of_a_phone_that_lost_its_cookies_wait_until_it_has_joined_again(
    app: Flask, page: Page, context: BrowserContext
) -> None:
    table = Table(page)
    table.start()
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
    expect(held(page)).to_contain_text("This phone only watches", timeout=BACK_SOON)
    page.goto(f"/join/{sheet.rpartition('/')[2]}/{score}")
    page.get_by_role("button", name="Amber").tap()
    expect(page.locator(".hand")).to_have_count(1, timeout=BACK_SOON)
    assert contracts(page, sheet) == ["6H"]


@pytest.mark.long
def test_a_phone_that_joins_while_it_is_refused_sends_again(page: Page) -> None:
    table = Table(page)
    table.start()
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
