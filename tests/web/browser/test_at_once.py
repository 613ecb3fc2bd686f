"""Save shows the entry of the next hand before the server has answered; whatever it answers, nothing is lost."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Route, expect

from ...long_form import in_short
from ..phone import PLAYERS, TABLE_GAMES
from ..table import Table, box_of, found_by_axe
from .test_drafts import killed, reloaded
from .test_outbox import BACK_SOON, CONTRACTS, SAVED, contracts, facts, line, posts, tap_record, write_elsewhere
from .test_plain import points, press

SAVING = "Saving hand 1…"


@contextmanager
def acts_meet(page: Page, does: Callable[[Route], object], address: str = "**/hand") -> Iterator[None]:
    """What becomes of each act that is sent before the end of the block, instead of going to the server."""
    page.route(address, lambda route: does(route) if route.request.method == "POST" else route.fallback())
    yield
    page.unroute(address)


@contextmanager
def slow(page: Page, address: str = "**/hand") -> Iterator[None]:
    """A network on which no act arrives before the end of the block."""
    held: list[Route] = []
    with acts_meet(page, held.append, address):
        yield
    for route in held:
        route.fallback()


@contextmanager
def saving(table: Table) -> Iterator[None]:
    """The first hand is on its way until the end of the block, and the form of the next one is there."""
    with slow(table.page):
        tap_record(table)
        expect(table.page.locator("h1")).to_have_text("Hand 2", timeout=2_000)
        yield


def begin_next(table: Table) -> None:
    """Half of a hand behind the one that is being saved."""
    page = table.page
    expect(page.locator("h1")).to_have_text("Hand 2")
    table.tap(page.get_by_text("Betty proposed", exact=True).locator(".."))
    table.tap(page.locator("label[for=level-7]"))


def is_begun(page: Page) -> None:
    expect(page.locator("#first-1")).to_be_checked()
    expect(page.locator("#level-7")).to_be_checked()
    expect(page.locator(":checked")).to_have_count(2)


def goes_on(page: Page, sheet: str) -> None:
    """The first hand is saved, once, and half of the next one is still there."""
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    expect(page.locator("h1")).to_have_text("Hand 2")
    is_begun(page)
    assert contracts(page, sheet) == CONTRACTS[:1]


def is_entered(page: Page) -> None:
    """The first hand is open as it was entered."""
    expect(page.locator("h1")).to_have_text("Hand 1")
    for chosen in ("#first-0", "#second-2", "#level-6", "#suit-H", "#tricks-7"):
        expect(page.locator(chosen)).to_be_checked()


def test_the_next_form_is_there_before_the_answer_and_what_is_tapped_on_it_stays(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    with saving(table):
        expect(page.locator(".bar small")).to_have_text("Amber deals, Betty opens")
        expect(page.locator(".dock")).to_contain_text(SAVING)
        expect(page.locator(":checked")).to_have_count(0)
        # Nothing is said to be saved before it is, nor what it comes to.
        expect(page.locator("body")).not_to_contain_text("saved")
        assert page.locator(".note").all_inner_texts() == ["0"] * 5
        assert contracts(page, table.sheet) == []
        begin_next(table)
        expect(page.locator(".forecast")).to_have_text(SAVING)
    expect(line(page)).to_have_text(SAVED)
    expect(page.locator(".note").first).to_have_text("49")
    is_begun(page)
    expect(page.locator(".forecast")).to_contain_text("Tap who accepted.")
    page.locator("label[for=suit-S]").tap()
    table.tap(page.get_by_text("Ellie accepted", exact=True).locator(".."))
    table.tap(page.locator("label[for=tricks-6]"))
    table.save()
    assert contracts(page, table.sheet) == CONTRACTS[:2]


def test_what_is_saved_can_be_undone_once_it_is_and_not_before(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    with slow(page):
        tap_record(table)
        expect(page.locator(".just-done")).to_contain_text(SAVING)
        assert found_by_axe(page) == []
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    expect(page.locator(".just-done").get_by_role("link", name="Change")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("h1")).to_have_text("Hand 1")
    expect(page.locator("#tricks-7")).to_be_checked()
    assert contracts(page, table.sheet) == []


@pytest.mark.parametrize("ms", [0, 250])
def test_save_tapped_twice_saves_one_hand(page: Page, table: Table, ms: int) -> None:
    sent = posts(page, "/hand")
    expect(page.locator(".forecast")).to_contain_text("Tap who proposed.")
    box = box_of(page.get_by_role("button", name="No contract"))
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(ms)
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    page.wait_for_timeout(700)
    assert contracts(page, table.sheet) == [None]
    assert len(sent) == 1


def test_a_refused_hand_comes_back_as_it_was_entered_and_then_the_one_begun(app: Flask, table: Table) -> None:
    page = table.page
    table.choose(*TABLE_GAMES[0])
    with saving(table):
        begin_next(table)
        write_elsewhere(app, table.sheet)
    expect(page.locator("main > .notice")).to_contain_text("Another phone wrote on this sheet meanwhile")
    is_entered(page)
    assert contracts(page, table.sheet) == []
    tap_record(table)
    goes_on(page, table.sheet)


@pytest.mark.parametrize(
    ("answer", "played", "number"),
    [("keep what stands", ["9C"], 2), ("Cindy", ["9C"], 2), ("save mine as 2", ["9C", "6H"], 3)],
)
def test_a_hand_that_another_phone_has_too_is_asked_about_while_the_next_is_half_entered(
    app: Flask, table: Table, answer: str, played: list[str], number: int
) -> None:
    page = table.page
    table.choose(*TABLE_GAMES[0])
    with saving(table):
        begin_next(table)
        write_elsewhere(app, table.sheet, "9C")
    expect(page.get_by_role("heading", name="Another phone has hand 1 already.")).to_be_visible()
    assert contracts(page, table.sheet) == ["9C"]
    page.get_by_role("button", name=answer).tap()
    if answer == "Cindy":
        page.wait_for_url("**/dispute/*")
        page.goto(f"{table.sheet}/hand")
    expect(page.locator("h1")).to_have_text(f"Hand {number}")
    is_begun(page)
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == played


def test_two_phones_that_write_the_same_hand_go_on_without_a_question(app: Flask, table: Table) -> None:
    page = table.page
    table.choose(*TABLE_GAMES[0])
    with saving(table):
        write_elsewhere(app, table.sheet, "6H", proposer="Amber", tricks=7, dealer="Ellie")
    expect(page.locator(".just-done")).to_contain_text("Hand 1 was already written by another phone.")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert contracts(page, table.sheet) == CONTRACTS[:1]


LEFT = tuple(product((reloaded, killed), (True, False)))


@pytest.mark.parametrize("left", in_short(LEFT, (reloaded, False), (killed, True)))
def test_a_page_left_while_it_saves_loses_none(table: Table, left: tuple[Callable[[Page], Page], bool]) -> None:
    leave, arrives = left
    page = table.page
    table.choose(*TABLE_GAMES[0])
    lost: list[object] = []
    # The act arrives, or does not; the answer never does.
    with acts_meet(page, lambda route: lost.append(route.fetch() if arrives else route)):
        tap_record(table)
        begin_next(table)
        page.wait_for_timeout(300)
        assert lost
    page = leave(page)
    goes_on(page, table.sheet)


def test_what_was_begun_behind_a_hand_whose_answer_is_lost_is_there_after_a_reload(table: Table) -> None:
    page = table.page
    table.choose(*TABLE_GAMES[0])
    with acts_meet(page, lambda route: (route.fetch(), route.abort())):
        tap_record(table)
        begin_next(table)
        expect(line(page)).to_have_text("1 waiting")
    with slow(page):
        page.reload()
        expect(line(page)).to_have_text("1 waiting")
    goes_on(page, table.sheet)


def test_a_page_loaded_again_that_is_older_than_the_hand_it_saved_becomes_that_of_the_next(table: Table) -> None:
    page = table.page
    table.choose(*TABLE_GAMES[0])
    acts: list[Route] = []
    pages: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            acts.append(route)
        elif route.request.is_navigation_request():
            pages.append(route)
        else:
            route.fallback()

    page.route("**/hand", hold)
    tap_record(table)
    expect(page.locator("h1")).to_have_text("Hand 2")
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(500)
    older = pages[0].fetch()
    # The page that saved it hears the answer while the other one is under way.
    with page.expect_event("requestfinished", lambda request: request.method == "POST"):
        acts[0].continue_()
    page.wait_for_timeout(200)
    pages[0].fulfill(response=older)
    page.unroute("**/hand")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert contracts(page, table.sheet) == CONTRACTS[:1]


def test_a_slow_network_that_is_lost_lets_the_hand_wait(page: Page, table: Table, context: BrowserContext) -> None:
    table.choose(*TABLE_GAMES[0])
    with acts_meet(page, lambda route: route.abort()):
        tap_record(table)
        expect(line(page)).to_have_text("1 waiting")
        expect(page.locator("h1")).to_have_text("Hand 2")
        expect(page.locator(".waiting li")).to_contain_text("Hand 1 Amber with Cindy")
        begin_next(table)
    goes_on(page, table.sheet)


def test_a_hand_for_which_the_phone_has_no_room_comes_back_into_its_form(page: Page, table: Table) -> None:
    full = {"status": 507, "headers": {"Outbox": "answered"}, "body": "<main><p role=alert>No room.</p></main>"}
    table.choose(*TABLE_GAMES[0])
    held: list[Route] = []
    with acts_meet(page, held.append):
        tap_record(table)
        begin_next(table)
        held[0].fulfill(**full)
        expect(page.get_by_role("alert")).to_have_text("No room.")
    is_entered(page)
    tap_record(table)
    goes_on(page, table.sheet)


def test_the_last_hand_waits_for_the_answer(page: Page, table: Table) -> None:
    table.start(("Amber", "Betty"), "plain", target="20")
    press(table, "5>6")
    table.save()
    press(table, "15>6")
    with slow(page):
        tap_record(table)
        expect(line(page)).to_have_text("Sending…")
        expect(page.locator("h1")).to_have_text("Hand 2")
        assert points(page) == ["15", "6"]
    page.wait_for_url("**/end")


def test_without_a_fresh_preview_save_waits_for_the_answer(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    expect(page.locator(".forecast")).to_contain_text("took 7")
    asked: list[Route] = []
    page.route("**/hand/preview", lambda route: asked.append(route))
    page.locator("label[for=tricks-6]").tap()
    with slow(page):
        page.get_by_role("button", name="Save").tap()
        expect(line(page)).to_have_text("Sending…")
        expect(page.locator("h1")).to_have_text("Hand 1")
        expect(page.locator("#tricks-6")).to_be_checked()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    assert facts(page, table.sheet)[0]["tricks"] == 6


def tap_two_hands(table: Table) -> None:
    """Save a hand, and the next one while the first is under way."""
    tap_record(table)
    expect(table.page.locator("h1")).to_have_text("Hand 2")
    table.choose(*TABLE_GAMES[1])
    tap_record(table)


def test_a_second_hand_that_is_saved_before_the_first_is_follows_it(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    with slow(page):
        tap_two_hands(table)
        expect(page.locator("#tricks-6")).to_be_checked()
    expect(page.locator(".just-done")).to_contain_text("Hand 2 saved")
    expect(page.locator("h1")).to_have_text("Hand 3")
    assert contracts(page, table.sheet) == CONTRACTS[:2]


def test_a_second_hand_waits_behind_the_first_that_is_refused(app: Flask, page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    with slow(page):
        tap_two_hands(table)
        write_elsewhere(app, table.sheet)
    expect(page.locator("main > .notice")).to_contain_text("Another phone wrote on this sheet meanwhile")
    expect(page.locator(".held")).to_contain_text("Change it below, and send it again.")
    expect(page.locator("#tricks-7")).to_be_checked()
    tap_record(table)
    expect(line(page)).to_have_text(SAVED)
    assert contracts(page, table.sheet) == CONTRACTS[:2]
    expect(page.locator("h1")).to_have_text("Hand 3")


def test_what_goes_by_the_score_waits_for_it(page: Page, table: Table) -> None:
    table.start(("Amber", "Betty", "Cindy", "Diana"), "spades", blind_margin="0")
    enabled = page.locator("[value='blind nil']:not([aria-disabled])")
    expect(enabled).to_have_count(4)
    table.start(("Amber", "Betty", "Cindy", "Diana"), "spades")
    for bidder, bid in (("0", "3"), ("1", "4"), ("2", "2"), ("3", "3")):
        page.locator(f"label[for=bid_{bidder}-{bid}]").tap()
    page.locator("label[for=tricks-7]").tap()
    with saving(table):
        expect(page.locator("#bid_1-blind-nil")).to_have_attribute(
            "data-why", "This goes by the score: it can be chosen, or not, once hand 1 is saved."
        )
        expect(page.locator("label[for=bid_1-blind-nil]")).to_be_hidden()
        expect(page.locator(":checked")).to_have_count(0)
    expect(page.locator("#note-0")).to_have_text("52")
    # East & West are 122 behind.
    page.locator("label[for=bid_1-blind-nil]").tap()
    expect(page.locator(":checked")).to_have_count(1)


def test_a_figure_of_two_digits_goes_on_where_the_page_is_put_in_anew(page: Page, table: Table) -> None:
    table.start(("Amber", "Betty", "Cindy"), "plain")
    press(table, "5>6>7")
    with saving(table):
        press(table, "8>1")
        assert points(page) == ["8", "1", ""]
    expect(page.locator(".note").last).to_have_text("7")
    press(table, "2")
    assert points(page) == ["8", "12", ""]


def test_a_finger_that_is_down_keeps_the_page_as_it_is_until_it_is_lifted(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    key = page.locator("label[for=level-7]")
    with saving(table):
        box = box_of(key)
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.evaluate("document.querySelector('label[for=level-7]').mine = true")
    expect(line(page)).to_have_text(SAVED)
    page.wait_for_timeout(500)
    assert page.evaluate("document.querySelector('label[for=level-7]').mine")
    page.mouse.up()
    expect(page.locator(".note").first).to_have_text("49")
    expect(page.locator("#level-7")).to_be_checked()


def calls(page: Page, sheet: str) -> list[str]:
    return json.loads(page.request.get(f"{sheet}/sheet.json").body())["hands"][-1]["calls"]


def to_auction(table: Table) -> None:
    """The auction, when what follows each of its first calls is there."""
    with table.page.expect_response(re.compile("/auction/ahead")):
        table.to_auction()
    table.page.wait_for_load_state("networkidle")


def test_the_next_player_is_asked_before_a_call_is_taken(page: Page, table: Table) -> None:
    to_auction(table)
    with slow(page, "**/auction"):
        page.get_by_role("button", name="No proposal").tap()
        expect(page.locator("#turn h2")).to_have_text("Betty to speak", timeout=2_000)
        expect(page.locator(".call")).to_contain_text("Amber: no proposal")
        expect(line(page)).to_have_text("Saving the call…")
        expect(page.locator(".last-call form")).to_have_attribute("inert", "")
        assert facts(page, table.sheet) == []
        # The next one can be tapped already, and waits for its turn.
        page.locator("label[for=level-5]").tap()
        page.get_by_role("button", name="clubs", exact=True).tap()
        expect(line(page)).to_have_text("Saving the call…")
    expect(page.locator("#turn h2")).to_have_text("Cindy: accept or reject?")
    expect(line(page)).to_have_text(SAVED)
    assert calls(page, table.sheet) == ["Amber: no proposal", "Betty: 5C"]
    page.wait_for_load_state("networkidle")
    with slow(page, "**/auction"):
        page.get_by_role("button", name="Accept").dblclick()
        expect(page.locator("#turn h2")).to_have_text("Cindy to speak", timeout=2_000)
    expect(line(page)).to_have_text(SAVED)
    expect(page.locator(".last-call form")).not_to_have_attribute("inert", "")
    assert calls(page, table.sheet) == ["Amber: no proposal", "Betty: 5C", "Cindy: accept"]
    page.get_by_role("button", name="Undo the call").tap()
    expect(page.locator("#turn h2")).to_have_text("Cindy: accept or reject?")


def test_a_bid_shows_who_is_asked_next_as_soon_as_its_suit_is_tapped(page: Page, table: Table) -> None:
    to_auction(table)
    with page.expect_response(re.compile("/auction/ahead.call=6H")):
        page.locator("label[for=level-6]").tap()
    page.wait_for_load_state("networkidle")
    with slow(page, "**/auction"):
        page.get_by_role("button", name="hearts", exact=True).tap()
        expect(page.locator("#turn h2")).to_have_text("Betty: accept or reject?", timeout=2_000)
        expect(line(page)).to_have_text("Saving the call…")
        assert facts(page, table.sheet) == []
    expect(line(page)).to_have_text(SAVED)
    assert calls(page, table.sheet) == ["Amber: 6H"]


def test_a_number_that_many_bid_shows_who_is_asked_next_and_any_other_waits(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell")
    to_auction(table)
    asked = page.locator("#turn h2")
    with slow(page, "**/auction"):
        page.locator("#speak [value='4']").tap()
        expect(asked).to_have_text("Betty to speak", timeout=2_000)
        expect(line(page)).to_have_text("Saving the call…")
        assert facts(page, table.sheet) == []
        page.locator("#speak [value='9']").tap()
        expect(asked).to_have_text("Betty to speak")
    expect(asked).to_have_text("Cindy to speak")
    expect(line(page)).to_have_text(SAVED)
    assert calls(page, table.sheet) == ["Amber: 4", "Betty: 9"]


def test_the_page_after_the_last_call_is_not_put_in_anew_under_what_is_tapped(page: Page, table: Table) -> None:
    to_auction(table)
    for call in ("5C", "accept", *["no proposal"] * 4):
        table.speak(call)
        expect(line(page)).to_have_text(SAVED)
    page.wait_for_load_state("networkidle")
    with slow(page, "**/auction"):
        page.locator("#speak [value='no proposal']").tap()
        entry = page.locator("#entry")
        entry.evaluate("form => { form.dataset.mark = 'the same'; }")
        page.locator("label[for=tricks-5]").tap()
    expect(page.locator(".forecast")).to_contain_text("took 5")
    page.wait_for_load_state("networkidle")
    expect(entry).to_have_attribute("data-mark", "the same")
    # What the hand comes to stands beside Save, at the foot of the screen.
    foot = "() => document.querySelector('.dock').getBoundingClientRect().bottom === innerHeight"
    assert page.evaluate(foot)
    table.save()
    assert contracts(page, table.sheet) == ["5C"]


def test_a_call_that_another_phone_overtook_comes_back(app: Flask, page: Page, table: Table) -> None:
    to_auction(table)
    with slow(page, "**/auction"):
        page.get_by_role("button", name="No proposal").tap()
        expect(page.locator("#turn h2")).to_have_text("Betty to speak")
        write_elsewhere(app, table.sheet)
    expect(page.get_by_role("alert")).to_contain_text("the call was not taken")
    expect(page.locator("#turn h2")).to_have_text("Amber to speak")
    page.get_by_role("button", name="No proposal").tap()
    expect(page.locator("#turn h2")).to_have_text("Betty to speak")
    expect(line(page)).to_have_text(SAVED)
    assert calls(page, table.sheet) == ["Amber: no proposal"]


def test_a_page_that_is_loaded_anew_while_a_call_is_saved_has_it_once(page: Page, table: Table) -> None:
    to_auction(table)
    with acts_meet(page, lambda route: None, "**/auction"):
        page.get_by_role("button", name="No proposal").tap()
        expect(page.locator("#turn h2")).to_have_text("Betty to speak")
    page.reload()
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    expect(page.locator("#turn h2")).to_have_text("Betty to speak")
    assert calls(page, table.sheet) == ["Amber: no proposal"]
