"""The network comes and goes: every act arrives once and in order, and what cannot arrive is shown."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Dialog, Locator, Page, Route, expect
from sqlalchemy import PoolProxiedConnection, event

from scorer.sheet.core.sheet import EntryKind
from scorer.store import people, scorebook
from scorer.store.models import db
from scorer.web.app import limits

from ...long_form import in_short
from ...store.book import open_sheet
from ..phone import PLAYERS, TABLE_GAMES
from ..table import OtherPage, Table, fits_window, found_by_axe

SAVED = "✓ Saved"
BACK_SOON = 12_000
"""Milliseconds within which a phone has noticed that the network is back, and has sent what waited."""
CONTRACTS = ["6H", "7S", "5C", "8D"]
"""Of TABLE_GAMES, in order."""


def line(page: Page) -> Locator:
    return page.locator("#outbox")


def facts(page: Page, sheet: str) -> list[dict[str, Any]]:
    return json.loads(page.request.get(f"{sheet}/sheet.json").body())["hands"]


def contracts(page: Page, sheet: str) -> list[str | None]:
    return [hand.get("contract") for hand in facts(page, sheet)]


def back_online(page: Page) -> None:
    """The network is there again, and all that waited is sent."""
    page.context.set_offline(False)
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)


def enter(table: Table, number: int) -> None:
    """Enter a hand of the document's table where no answer comes; the page goes on to the next."""
    expect(table.page.locator("h1")).to_have_text(f"Hand {number}")
    table.choose(*TABLE_GAMES[number - 1])
    tap_record(table)
    expect(table.page.locator("h1")).to_have_text(f"Hand {number + 1}")


def tap_record(table: Table) -> None:
    record = table.page.get_by_role("button", name="Save")
    expect(record).not_to_have_attribute("aria-disabled", "true")
    table.tap(record)


def write_elsewhere(app: Flask, sheet: str, contract: str = "", **more: object) -> None:
    """Another phone records a hand, or gives the sheet a title."""
    sheet_id = sheet.rpartition("/")[2]
    hand = {"contract": contract, "proposer": "Betty", "accepter": "Cindy", "tricks": 9, **more}
    act = (
        (EntryKind.RECORD, {"hand": hand})
        if contract
        else (EntryKind.TITLE, {"title": "Friday", "date": "2026-11-27"})
    )
    with app.app_context():
        device, key = people.new_device()
        open_sheet(device, sheet_id, people.SCORE)
        seen = scorebook.read(sheet_id).version
        scorebook.append(sheet_id, lambda page: act, key=key, seen=seen, device=device)


def posts(page: Page, path: str) -> list[str]:
    """The bodies of what is sent to an address, as they are sent."""
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(request.post_data or "")
            if request.method == "POST" and request.url.endswith(path)
            else None
        ),
    )
    return sent


@pytest.fixture
def table(page: Page) -> Table:
    table = Table(page)
    table.start()
    expect(line(page)).to_have_text(SAVED)
    return table


def test_three_hands_without_a_network_arrive_in_order_later(table: Table, context: BrowserContext) -> None:
    page = table.page
    context.set_offline(True)
    for number in (1, 2, 3):
        enter(table, number)
        expect(line(page)).to_have_text(f"{number} waiting")
    # Who deals was said beforehand; no points are told that the server has not judged.
    expect(page.locator(".bar small")).to_have_text("Cindy deals, Diana opens")
    expect(page.locator(".place:has(.deals) bdi")).to_have_text("Cindy")
    expect(page.locator(".felt")).to_have_text("Diana opens")
    assert page.locator(".note").all_inner_texts() == ["0 so far"] * 5
    expect(page.locator(".makes, .makes-first")).to_have_count(0)
    expect(page.locator(".waiting li").last).to_contain_text("Hand 3 Cindy with Diana, 5♣\ufe0e, took 8")
    expect(page.locator(".waiting li").last.locator(".suit-clubs")).to_have_attribute("aria-label", "clubs")
    back_online(page)
    expect(page.locator("h1")).to_have_text("Hand 4")
    expect(page.locator(".bar small")).to_contain_text("Cindy deals, Diana opens")
    expect(page.locator(".waiting")).to_have_count(0)
    assert contracts(page, table.sheet) == CONTRACTS[:3]
    page.goto(table.sheet)
    expect(page.locator(".hand")).to_have_count(3)
    assert table.standings() == {"Amber": "90", "Betty": "30", "Cindy": "138", "Diana": "95", "Ellie": "30"}


@pytest.mark.long
def test_a_hand_waits_as_easily_as_it_is_recorded(table: Table, context: BrowserContext) -> None:
    context.set_offline(True)
    enter(table, 1)
    enter(table, 2)
    assert table.taps == 12
    page = table.page
    table.choose(*TABLE_GAMES[2])
    fits_window(page)
    # Table mode says what its totals lack.
    page.route("**/hand", lambda route: route.abort())
    context.set_offline(False)
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(f"{table.sheet}/board")
    expect(page.locator(".what b")).to_have_text("Hand 3")
    expect(page.locator(".what small")).to_have_text(
        "Betty deals, Cindy opens. 2 hands wait: totals without them."
    )
    assert page.evaluate("document.querySelector('.what small').getBoundingClientRect().bottom") <= 640
    expect(page.locator(".who small:visible")).to_have_count(0)


@pytest.mark.long
def test_no_contract_tapped_twice_without_a_network_waits_once(table: Table, context: BrowserContext) -> None:
    page = table.page
    context.set_offline(True)
    page.get_by_role("button", name="No contract").dblclick()
    expect(line(page)).to_have_text("1 waiting")
    expect(page.locator(".waiting li")).to_have_text(["Hand 1 No contract waiting"])
    back_online(page)
    assert contracts(page, table.sheet) == [None]


@pytest.mark.long
def test_a_server_that_hangs_is_not_waited_for(page: Page) -> None:
    page.clock.install()
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    page.route("**/hand", lambda route: None)
    page.get_by_role("button", name="Save").tap()
    expect(line(page)).to_have_text("Saving hand 1…")
    expect(page.locator("h1")).to_have_text("Hand 2")
    page.clock.run_for(9_100)
    expect(line(page)).to_have_text("1 waiting")
    expect(page.locator("h1")).to_have_text("Hand 2")
    page.unroute("**/hand")
    # The timer tries again by itself.
    page.clock.run_for(2_100)
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def test_acts_that_come_too_fast_wait_without_a_word_and_follow_by_themselves(page: Page, app: Flask) -> None:
    page.clock.install()
    table = Table(page)
    table.start()
    app.config["ACTS_A_MINUTE"] = 1
    table.choose(*TABLE_GAMES[0])
    tap_record(table)
    enter(table, 2)
    expect(line(page)).to_have_text("1 waiting")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert contracts(page, table.sheet) == CONTRACTS[:1]
    app.extensions.pop(limits.EXTENSION)
    page.clock.run_for(61_000)
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == CONTRACTS[:2]


@pytest.mark.long
def test_a_phone_that_wakes_sends_at_once(page: Page) -> None:
    page.clock.install()
    table = Table(page)
    table.start()
    page.clock.pause_at("2099-01-01")
    page.route("**/hand", lambda route: route.abort())
    enter(table, 1)
    expect(line(page)).to_have_text("1 waiting")
    page.unroute("**/hand")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def portal(route: Route) -> None:
    route.fulfill(
        status=200, content_type="text/html", body="<main>Welcome to the hotel. Accept our terms.</main>"
    )


def detour(route: Route) -> None:
    route.fulfill(status=302, headers={"Location": "/rules/offender"})


def barrier(route: Route) -> None:
    route.fulfill(status=403, content_type="text/html", body="<h1>Pay first</h1>")


HOTELS = (("**/sheets/**", portal), ("**/hand", detour), ("**/sheets/**", barrier))


@pytest.mark.parametrize("hotel", in_short(HOTELS, HOTELS[1]))
@pytest.mark.long
def test_the_answer_of_a_hotel_is_not_believed(page: Page, table: Table, hotel: tuple[str, Any]) -> None:
    asked, answer = hotel
    page.route(asked, answer)
    enter(table, 1)
    enter(table, 2)
    expect(line(page)).to_have_text("2 waiting")
    expect(page.locator("body")).not_to_contain_text(re.compile("hotel|Pay first"))
    page.unroute(asked)
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    assert contracts(page, table.sheet) == CONTRACTS[:2]


LOCK = {
    "sqlite": ("BEGIN EXCLUSIVE", "PRAGMA busy_timeout = 50"),
    "postgresql": ("LOCK TABLE entry IN EXCLUSIVE MODE", "SET lock_timeout = 50"),
}
"""How another program locks the database, and how the app waits for it a moment instead of five seconds."""


@pytest.fixture
def locked(app: Flask, table: Table, dialect: str) -> Iterator[PoolProxiedConnection]:
    """A connection of another program, which has locked the database until it rolls back."""
    lock, patience = LOCK[dialect]

    def wait_shortly(connection: Any, record: Any, proxy: Any) -> None:
        connection.execute(patience)

    with app.app_context():
        engine = db.engine
    other = engine.raw_connection()
    other.cursor().execute(lock)
    event.listen(engine, "checkout", wait_shortly)
    yield other
    other.close()
    event.remove(engine, "checkout", wait_shortly)


def test_a_locked_database_is_told_and_the_hand_waits_for_it(table: Table, locked: PoolProxiedConnection) -> None:
    page = table.page
    enter(table, 1)
    expect(line(page)).to_have_text("1 waiting")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Waiting: Hand 1")
    expect(told).to_contain_text("The scorebook is busy. Another program holds on to the database.")
    expect(told).to_contain_text("It is kept on this phone, and sent again by itself.")
    expect(told).not_to_contain_text("try again")
    # The page can be left and comes back as it was.
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(line(page)).to_have_text("1 waiting")
    expect(page.locator("h1")).to_have_text("Hand 2")
    locked.rollback()
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    expect(told).to_have_count(0)
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def overtaken(app: Flask, table: Table, context: BrowserContext, contract: str = "") -> None:
    """Three hands wait; after the first has arrived, another phone writes before the second."""
    page = table.page
    sheet = table.sheet
    context.set_offline(True)
    for number in (1, 2, 3):
        enter(table, number)
    arrived: list[str] = []

    def overtake(route: Route) -> None:
        if route.request.method == "POST":
            arrived.append(route.request.url)
            if len(arrived) == 2:
                write_elsewhere(app, sheet, contract)
        route.fallback()

    page.route("**/hand", overtake)
    context.set_offline(False)
    expect(line(page)).to_have_text("Refused", timeout=BACK_SOON)
    page.unroute("**/hand")


def test_a_refused_hand_stops_those_behind_until_edited(app: Flask, table: Table, context: BrowserContext) -> None:
    page = table.page
    overtaken(app, table, context)
    assert contracts(page, table.sheet) == ["6H"]
    # Every page tells it.
    page.goto("/rules/offender")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Refused: Hand 2")
    expect(told).to_contain_text("Betty with Ellie, 7♠\ufe0e, took 6")
    expect(told).to_contain_text("Another phone wrote on this sheet meanwhile")
    expect(told).to_contain_text("Waiting behind it: Cindy with Diana, 5♣\ufe0e, took 8.")
    expect(line(page)).to_have_text("Refused")
    told.get_by_role("button", name="Edit").tap()
    page.wait_for_url("**/hand")
    for chosen in ("#first-1", "#second-4", "#level-7", "#suit-S", "#tricks-6"):
        expect(page.locator(chosen)).to_be_checked()
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(told).to_contain_text("Change it below")
    # What is changed survives a reload like any half-entered hand.
    page.locator("label[for=tricks-5]").tap()
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#tricks-5")).to_be_checked()
    expect(page.locator(".forecast")).to_contain_text("Betty and Ellie bid 7")
    table.record()
    expect(line(page)).to_have_text(SAVED)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert contracts(page, table.sheet) == ["6H", "7S", "5C"]
    assert facts(page, table.sheet)[1]["tricks"] == 5
    # Nothing of it is left for the hand that comes next.
    table.next_hand()
    expect(page.locator("h1")).to_have_text("Hand 4")
    expect(page.locator(":checked")).to_have_count(0)


@pytest.mark.long
def test_a_hand_refused_again_stays_before_those_behind(app: Flask, table: Table, context: BrowserContext) -> None:
    page = table.page
    overtaken(app, table, context)
    page.get_by_role("button", name="Edit").tap()
    expect(page.locator("#tricks-6")).to_be_checked()
    page.route(re.compile(r"/news\?"), lambda route: route.fulfill(status=204, headers={"Outbox": "answered"}))
    write_elsewhere(app, table.sheet)
    tap_record(table)
    expect(page.locator("main > .notice")).to_contain_text("Another phone wrote on this sheet meanwhile")
    expect(page.locator(".held")).to_contain_text("Change it below")
    expect(page.locator("#tricks-6")).to_be_checked()
    assert contracts(page, table.sheet) == ["6H"]
    table.record()
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == ["6H", "7S", "5C"]


PLAYED = {"keep what stands": ["6H", "9C", "5C"], "save mine as 3": ["6H", "9C", "7S", "5C"]}


@pytest.mark.parametrize("answer", in_short(PLAYED, "save mine as 3"))
def test_a_waiting_hand_that_another_phone_has_too_is_asked_about_and_those_behind_it_follow(
    app: Flask, table: Table, context: BrowserContext, answer: str
) -> None:
    page = table.page
    overtaken(app, table, context, "9C")
    held, asked = page.locator(".held"), page.get_by_role("heading", name="Another phone has hand 2 already.")
    # It is asked again after a reload, from any page.
    for path in (page.url, "/rules/offender"):
        page.once("dialog", lambda dialog: dialog.accept())
        page.goto(path)
        expect(held).to_contain_text("Another phone has hand 2 already. On the sheet: Betty and Cindy 9♣")
        expect(held.get_by_role("button", name=re.compile("Edit|Discard"))).to_have_count(0)
        held.get_by_role("button", name="Choose").tap()
        expect(asked).to_be_visible()
        expect(held).to_have_count(0)
    assert found_by_axe(page) == []
    page.get_by_role("button", name=answer).tap()
    expect(line(page)).to_have_text(SAVED)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert contracts(page, table.sheet) == PLAYED[answer]


def test_two_tabs_that_save_one_hand_at_once_are_asked_which_it_is(table: Table, context: BrowserContext) -> None:
    page, tab = table.page, Table(context.new_page())
    tab.page.goto(page.url)
    table.choose(*TABLE_GAMES[0])
    tab.choose(*TABLE_GAMES[1])
    # The hand of the first tab is under way while the other one saves its own.
    under_way: list[Route] = []
    page.route("**/hand", lambda route: under_way.append(route))
    for each in (table, tab):
        tap_record(each)
    expect(tab.page.get_by_role("heading", name="This phone has hand 1 already.")).to_be_visible()
    assert contracts(page, table.sheet) == CONTRACTS[:1]
    # The first tab hears that its own was taken, and goes on to the next.
    page.unroute("**/hand")
    under_way[0].fallback()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    tab.page.get_by_role("button", name="Cindy").tap()
    tab.page.wait_for_url("**/dispute/*")
    expect(tab.page.get_by_role("row", name="Tricks")).to_contain_text("7 6")
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def spoil(page: Page, number: int, fields: dict[str, str]) -> None:
    """Make a waiting act one that breaks a rule, as no page would send it."""
    page.evaluate(
        """([at, fields]) => {
            const place = Object.keys(localStorage).filter(key => key.startsWith('outbox ')).sort()[at];
            const act = JSON.parse(localStorage[place]);
            const body = new URLSearchParams(act.body);
            Object.entries(fields).forEach(([name, value]) => body.set(name, value));
            localStorage[place] = JSON.stringify({...act, body: body.toString()});
        }""",
        [number - 1, fields],
    )


@pytest.mark.long
def test_a_refused_hand_is_discarded_and_those_behind_it_follow(table: Table, context: BrowserContext) -> None:
    page = table.page
    context.set_offline(True)
    for number in (1, 2, 3):
        enter(table, number)
    spoil(page, 2, {"accepter": "Betty"})
    context.set_offline(False)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Refused: Hand 2", timeout=BACK_SOON)
    told.get_by_role("button", name="Discard").tap()
    expect(line(page)).to_have_text("Refused")
    told.get_by_role("button", name="Really discard").tap()
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    expect(told).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Hand 3")
    assert contracts(page, table.sheet) == ["6H", "5C"]


@pytest.mark.long
def test_a_refused_hand_of_one_sheet_does_not_stop_another_sheet(table: Table, context: BrowserContext) -> None:
    page = table.page
    context.set_offline(True)
    enter(table, 1)
    spoil(page, 1, {"accepter": "Amber"})
    context.set_offline(False)
    expect(line(page)).to_have_text("Refused", timeout=BACK_SOON)
    table.start(("Xena", "Yara", "Zoe"))
    page.get_by_role("button", name="No contract").tap()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    expect(line(page)).to_have_text("Refused")


@pytest.mark.long
def test_two_tabs_share_what_waits_and_its_order(page: Page, table: Table, context: BrowserContext) -> None:
    other = Table(context.new_page())
    other.page.goto(page.url)
    expect(line(other.page)).to_have_text(SAVED)
    context.set_offline(True)
    enter(table, 1)
    expect(line(other.page)).to_have_text("1 waiting")
    enter(other, 2)
    expect(line(page)).to_have_text("2 waiting")
    enter(table, 3)
    expect(other.page.locator("h1")).to_have_text("Hand 4")
    context.set_offline(False)
    for tab in (page, other.page):
        expect(line(tab)).to_have_text(SAVED, timeout=BACK_SOON)
        expect(tab.locator("h1")).to_have_text("Hand 4")
        expect(tab.locator(".bar small")).to_contain_text("Cindy deals")
    assert contracts(page, table.sheet) == CONTRACTS[:3]


@pytest.mark.long
def test_leaving_warns_while_something_waits_and_only_then(table: Table, context: BrowserContext) -> None:
    page = table.page
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    table.choose(*TABLE_GAMES[0])
    table.save()
    assert asked == []
    context.set_offline(True)
    enter(table, 2)
    page.close(run_before_unload=True)
    expect(page.locator("h1")).to_have_text("Hand 3")
    assert asked == ["beforeunload"]


@pytest.mark.long
def test_a_call_waits_and_the_bidding_with_it(page: Page, table: Table, context: BrowserContext) -> None:
    table.to_auction()
    table.speak("5C")
    context.set_offline(True)
    page.get_by_role("button", name="Accept").tap()
    expect(line(page)).to_have_text("1 waiting")
    expect(page.locator(".dock")).to_contain_text("Betty: Accept 5♣\ufe0e")
    expect(page.locator(".dock")).to_contain_text("Waiting for the network: then the bidding goes on.")
    expect(page.locator("#speak")).to_have_attribute("inert", "")
    # Nothing can be taken back before it is there.
    expect(page.locator(".last-call form")).to_have_attribute("inert", "")
    context.set_offline(False)
    expect(page.locator("#turn h2")).to_have_text("Betty to speak", timeout=BACK_SOON)
    expect(line(page)).to_have_text(SAVED)
    expect(page.locator(".last-call form")).not_to_have_attribute("inert", "")
    for call in ("6C", "accept", *["no proposal"] * 4):
        table.speak(call)
    # Nothing is bid without the server; the hands after this one are entered as results.
    with page.expect_response("**/hand"):
        table.speak("no proposal")
    page.locator("label[for=tricks-6]").tap()
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".dock")).to_contain_text("then the next is bid. Until then enter results.")
    page.get_by_role("link", name="Next hand").tap()
    expect(page.locator(":checked")).to_have_count(0)
    enter(table, 2)
    enter(table, 3)
    back_online(page)
    assert contracts(page, table.sheet)[1:] == CONTRACTS[1:3]


@pytest.mark.long
def test_an_overtaken_call_is_shown_where_it_was_made(app: Flask, table: Table, context: BrowserContext) -> None:
    page = table.page
    table.to_auction()
    table.speak("5C")
    context.set_offline(True)
    page.get_by_role("button", name="Accept").tap()
    expect(line(page)).to_have_text("1 waiting")
    write_elsewhere(app, table.sheet)
    context.set_offline(False)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("the call was not taken", timeout=BACK_SOON)
    expect(page.locator(".dock")).to_contain_text("Refused, see above")
    told.get_by_role("button", name="Edit").tap()
    expect(page.locator("#turn h2")).to_have_text("Betty: accept or reject?")
    page.get_by_role("button", name="Accept").tap()
    expect(page.locator("#turn h2")).to_have_text("Betty to speak")
    expect(line(page)).to_have_text(SAVED)
    expect(told).to_have_count(0)


@pytest.mark.long
def test_an_amendment_and_an_undo_wait_too(page: Page, table: Table, context: BrowserContext) -> None:
    table.choose(*TABLE_GAMES[0])
    table.record()
    undo = page.get_by_role("button", name="Undo hand 1")
    context.set_offline(True)
    undo.tap()
    expect(line(page)).to_have_text("1 waiting")
    context.set_offline(False)
    # Its form comes, filled in.
    expect(page.locator("#tricks-7")).to_be_checked(timeout=BACK_SOON)
    table.save()
    page.goto(f"{table.sheet}/hand/4")
    page.locator("label[for=tricks-9]").tap()
    expect(page.locator(".forecast")).to_contain_text("took 9")
    context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".dock")).to_contain_text("Waiting for the network")
    context.set_offline(False)
    expect(page.locator(".hand")).to_contain_text("took 9", timeout=BACK_SOON)
    assert facts(page, table.sheet)[0]["tricks"] == 9


def test_the_next_hand_opens_from_the_sheet_without_a_network(table: Table, context: BrowserContext) -> None:
    page = table.page
    with page.expect_response("**/hand"):
        page.goto(table.sheet)
    context.set_offline(True)
    page.get_by_role("link", name="First hand").tap()
    expect(page.locator(".where > small")).to_contain_text("Ellie deals, Amber opens")
    enter(table, 1)
    enter(table, 2)
    # The sheet, and the entry once more, as they were left.
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator("tbody .unsent .number")).to_have_text(["2", "1"])
    expect(page.locator("#notices .empty")).not_to_be_visible()
    expect(page.locator("#foot .dock")).to_contain_text("Hand 3. Betty deals, Cindy opens")
    page.get_by_role("link", name="Next hand").tap()
    enter(table, 3)
    page.go_back()
    expect(page.locator("tbody .unsent .number")).to_have_text(["3", "2", "1"])
    back_online(page)
    assert contracts(page, table.sheet) == CONTRACTS[:3]
    expect(page.locator(".hand")).to_have_count(3)
    expect(page.locator(".unsent")).to_have_count(0)
    expect(page.locator("#foot .dock")).to_contain_text("Hand 4. Cindy deals")


@pytest.mark.long
def test_a_link_that_leads_nowhere_leaves_the_page_as_it_is(table: Table, context: BrowserContext) -> None:
    page = table.page
    page.locator("label[for=level-7]").tap()
    context.set_offline(True)
    page.get_by_label("More").tap()
    page.get_by_role("link", name="Call by call").tap()
    expect(line(page)).to_have_text("No connection")
    expect(page.locator("#level-7")).to_be_checked()
    back_online(page)
    page.get_by_role("link", name="Call by call").tap()
    page.wait_for_url("**/auction")


def test_a_sheet_started_without_a_network_opens_when_it_is_back(page: Page, context: BrowserContext) -> None:
    page.goto("/new/offender")
    for seat, name in enumerate(PLAYERS):
        page.locator("input[name=player]").nth(seat).fill(name)
    context.set_offline(True)
    page.get_by_role("button", name="Start", exact=True).last.tap()
    expect(line(page)).to_have_text("1 waiting")
    expect(page.locator(".dock")).to_contain_text("Waiting for the network: then the sheet is started.")
    context.set_offline(False)
    page.wait_for_url("**/hand", timeout=BACK_SOON)
    expect(page.locator(".bar small")).to_contain_text("Ellie deals, Amber opens")
    expect(line(page)).to_have_text(SAVED)
    page.goto("/new/offender")
    expect(page.locator("input[name=player]").first).to_have_value("")


@pytest.mark.long
def test_what_waited_is_sent_with_the_token_of_the_sending_page(table: Table, context: BrowserContext) -> None:
    context.set_offline(True)
    enter(table, 1)
    table.page.close()
    context.clear_cookies(name="scorer")
    context.set_offline(False)
    page = context.new_page()
    sent = posts(page, "/hand")
    page.goto(table.sheet)
    expect(page.locator(".hand")).to_have_count(1, timeout=BACK_SOON)
    assert len(sent) <= 2


def test_a_phone_that_lost_its_right_is_told_and_keeps_the_hand(table: Table, context: BrowserContext) -> None:
    page = table.page
    sheet = table.sheet
    context.set_offline(True)
    enter(table, 1)
    context.clear_cookies(name="device")
    context.set_offline(False)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Not open on this phone", timeout=BACK_SOON)
    expect(told).to_contain_text("Amber with Cindy, 6♥\ufe0e, took 7")
    assert page.request.get(sheet).status == 404


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"
)


@pytest.mark.parametrize("storage", [FULL, FORBIDDEN], ids=["full", "forbidden"])
@pytest.mark.long
def test_a_full_storage_is_told_and_the_hand_is_sent(page: Page, context: BrowserContext, storage: str) -> None:
    page.add_init_script(storage)
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.save()
    context.set_offline(True)
    enter(table, 2)
    expect(page.get_by_role("alert")).to_contain_text("full or forbidden: it is kept on this page alone")
    back_online(page)
    assert contracts(page, table.sheet) == CONTRACTS[:2]


DAMAGE = ("{", "null", "7", '"x"', "[]", "{}", '{"key": "k"}')


@pytest.mark.parametrize("damage", in_short(DAMAGE, "{"))
def test_a_damaged_storage_does_not_take_the_page_with_it(page: Page, table: Table, damage: str) -> None:
    page.evaluate(
        "damage => { localStorage['outbox 000000000000001 x'] = damage;"
        " for (const key of Object.keys(localStorage)) if (key.startsWith('draft')) localStorage[key] = damage; }",
        damage,
    )
    page.reload()
    expect(line(page)).to_have_text(SAVED)
    table.choose(*TABLE_GAMES[0])
    table.record()
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def test_without_scripts_no_line_claims_anything(other_page: OtherPage) -> None:
    page = other_page(java_script_enabled=False)
    table = Table(page)
    table.start()
    expect(line(page)).not_to_be_visible()
    table.choose(*TABLE_GAMES[0])
    page.get_by_role("button", name="Save").tap(force=True)
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    expect(line(page)).not_to_be_visible()
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def test_axe_finds_nothing_in_what_waits_or_is_refused(app: Flask, table: Table, context: BrowserContext) -> None:
    page = table.page
    complaints: dict[str, list[str]] = {"saved": found_by_axe(page)}
    context.set_offline(True)
    enter(table, 1)
    enter(table, 2)
    complaints["waiting"] = found_by_axe(page)
    back_online(page)
    context.set_offline(True)
    # Sooner it would be the second half of a double tap.
    page.wait_for_timeout(700)
    page.get_by_role("button", name="No contract").tap()
    expect(line(page)).to_have_text("1 waiting")
    spoil(page, 1, {"seen": "0", "after": ""})
    context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("Refused", timeout=BACK_SOON)
    complaints["refused"] = found_by_axe(page)
    assert {name: found for name, found in complaints.items() if found} == {}
