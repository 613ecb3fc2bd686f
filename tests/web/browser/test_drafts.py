"""What is half-entered survives: reload, the back button, the death of the tab, a second tab, rotation; and what
is recorded is not doubled by them."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from ...long_form import in_short
from ..evening import four_hands, joined
from ..phone import PLAYERS, TABLE_GAMES, Phone
from ..table import Table, join
from .test_outbox import back_online, enter, facts

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
hardest_way = pytest.mark.parametrize("way", in_short(WAYS, killed), ids=lambda way: way.__name__)
"""The other ways with `--long`: all pages keep what is entered with the same script."""


@hardest_way
def test_a_half_entered_hand_survives(page: Page, table: Table, way: Death) -> None:
    page.get_by_text("Betty proposed", exact=True).locator("..").tap()
    page.locator("label[for=level-7]").tap()
    page = way(page)
    expect(page.locator("#first-1")).to_be_checked()
    expect(page.locator("#level-7")).to_be_checked()
    expect(page.locator(":checked")).to_have_count(2)
    expect(page.locator(".forecast")).to_contain_text("Tap who accepted.")


@hardest_way
@pytest.mark.long
def test_a_half_entered_amendment_survives(page: Page, table: Table, way: Death) -> None:
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
    expect(page.locator(".forecast")).to_contain_text("Tricks 7 → 9.")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".said")).to_contain_text("Changed: hand 1")
    page.goto(f"{table.sheet}/hand/2")
    expect(page.locator("#tricks-9")).to_be_checked()
    page.goto(f"{table.sheet}/hand")
    expect(page.locator("#level-9")).to_be_checked()


@hardest_way
@pytest.mark.long
def test_the_number_tapped_in_the_bidding_survives(page: Page, table: Table, way: Death) -> None:
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
    expect(page.locator(".bar small")).to_contain_text("Gus deals, Amber opens")
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
    page.get_by_role("button", name="Move player 2", exact=True).tap()
    page.get_by_role("button", name="Move up").tap()
    # The page without a mistake has none before the answer either.
    page.wait_for_load_state("networkidle")
    expect(page.locator(".player .error")).to_have_count(0)
    page.locator("input[name=player]").nth(1).fill("Betty")
    page.reload()
    expect(names.nth(0)).to_have_value("Amber")
    expect(names.nth(1)).to_have_value("Betty")


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
    # A page that was kept says another day than the phone does now.
    expect(page.locator("#date")).to_have_value(today)
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.long
def test_nothing_of_the_evening_is_left_in_the_phone(page: Page, table: Table, context: BrowserContext) -> None:
    for hand in TABLE_GAMES:
        table.choose(*hand)
        table.save()
    table.to_sheet()
    sheet = table.sheet
    page.goto("/")
    left = page.evaluate("Object.entries(localStorage)")
    assert left == [[f"receipt {sheet}", left[0][1]]]
    assert re.fullmatch(r"5:[0-9a-f]{64}", left[0][1])  # the number of the last act and its digest, no more


three_ways = pytest.mark.parametrize("way", in_short(WAYS[:3], killed), ids=lambda way: way.__name__)


@pytest.fixture
def sheet(phone: Phone, page: Page) -> str:
    """The document's four hands, open on the phone that is looked at."""
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    return sheet


def names(page: Page) -> list[str]:
    fields = page.locator("input[name=player]")
    return [name for seat in range(fields.count()) if (name := fields.nth(seat).input_value())]


def forecast(page: Page, text: str) -> None:
    expect(page.locator(".forecast")).to_contain_text(text)


def nothing_is_left(page: Page) -> None:
    """What was sent is not entered again."""
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft'))") == []


@three_ways
@pytest.mark.long
def test_half_entered_seats_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/seats")
    for seat in range(4):
        page.locator(".grip").nth(seat).press("ArrowDown")
    expect(page.locator("input[name=player]").nth(4)).to_have_value("Amber")
    page.locator("input[name=player]").nth(5).fill("Fay")
    page.locator("label[for=dealer-1]").tap()
    forecast(page, "Cindy deals, Diana speaks first.")
    page = way(page)
    expect(page.locator("input[name=player]").nth(5)).to_have_value("Fay")
    assert names(page) == ["Betty", "Cindy", "Diana", "Ellie", "Amber", "Fay"]
    expect(page.locator("#dealer-1")).to_be_checked()
    forecast(page, "Cindy deals, Diana speaks first.")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".said")).to_contain_text("Betty, Cindy, Diana, Ellie, Amber and Fay; Cindy deals")
    nothing_is_left(page)


@pytest.mark.long
def test_seats_of_one_hand_are_not_those_of_another(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats?from=3")
    page.get_by_role("textbox", name="Player 2").fill("Zoe")
    page.goto(f"{sheet}/seats")
    assert names(page) == list(PLAYERS)
    page.get_by_label("From which hand on").select_option("3")
    page.wait_for_url("**/seats?from=3")
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Zoe")
    forecast(page, "From hand 2 on. Zoe comes for Betty.")


def test_that_a_substitute_takes_over_survives(page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_role("textbox", name="Player 2").fill("Zoe")
    page.get_by_role("textbox", name="Player 3").focus()
    page.get_by_text("Zoe starts with Betty's 58 points, not at 0").tap()
    expect(page.locator("[name=heir]")).to_be_checked()
    page.reload()
    expect(page.locator("[name=heir]")).to_be_checked()
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Zoe")
    page.get_by_text("Zoe starts with Betty's 58 points, not at 0").tap()
    page.reload()
    forecast(page, "Zoe comes for Betty.")
    expect(page.locator("[name=heir]")).not_to_be_checked()


def test_that_a_substitute_takes_over_survives_an_answer_that_comes_late(page: Page, sheet: str) -> None:
    late: list[Route] = []
    page.goto(f"{sheet}/seats")
    page.get_by_role("textbox", name="Player 2").fill("Zoe")
    takes_over = page.get_by_text("Zoe starts with Betty's 58 points, not at 0")
    takes_over.wait_for()
    page.route("**/seats/preview", lambda route: late.append(route), times=1)
    with page.expect_request("**/seats/preview"):
        page.get_by_role("textbox", name="Player 3").focus()
    takes_over.tap()
    with page.expect_response("**/seats/preview"):
        late[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[name=heir]")).to_be_checked()


@three_ways
@pytest.mark.long
def test_half_chosen_house_rules_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/house-rules")
    page.get_by_label("Tricks in a hand").select_option("9")
    page.get_by_text("for the whole sheet").tap()
    page = way(page)
    expect(page.get_by_label("Tricks in a hand")).to_have_value("9")
    expect(page.locator("#whole-1")).to_be_checked()
    forecast(page, "Amber 132 → 123")
    page.get_by_role("button", name="Change").tap()
    expect(page.locator(".said")).to_contain_text("House rules: for the whole sheet")
    nothing_is_left(page)


@three_ways
@pytest.mark.long
def test_half_corrected_names_and_a_title_survive(page: Page, sheet: str, way: Death) -> None:
    page.goto(f"{sheet}/names")
    page.get_by_label("Betty is called").fill("Bettina")
    page.get_by_text("Title and date", exact=True).tap()
    # Not left yet, so nothing but the keys pressed tells of it.
    page.get_by_label("Title").press_sequentially("Friday")
    page = way(page)
    expect(page.get_by_label("Betty is called")).to_have_value("Bettina")
    expect(page.get_by_label("Title")).to_have_value("Friday")
    forecast(page, "Betty is Bettina on every hand.")
    page.get_by_role("button", name="Rename").tap()
    expect(page.locator(".said")).to_contain_text("Renamed: Betty to Bettina.")


def test_what_was_half_entered_is_void_if_another_wrote(app: Flask, phone: Phone, page: Page, sheet: str) -> None:
    page.goto(f"{sheet}/seats")
    page.get_by_role("textbox", name="Player 2").fill("Zoe")
    joined(app, phone, sheet).undo(sheet)
    page.goto(f"{sheet}/seats")
    assert names(page) == list(PLAYERS)
    expect(page.locator("legend")).to_contain_text("Players at hand 4, clockwise")


FIRST_VISIT, WITH_HEADERS, REQUESTS = 52 * 1024, 60 * 1024, 16
"""Bytes over the wire, and with the headers of the answers; in so many requests."""


@pytest.mark.long
def test_a_phone_that_is_entering_a_hand_is_told_and_loses_no_tap(page: Page, table: Table) -> None:
    other = Table(page.context.new_page())
    other.page.goto(page.url)
    other.choose(*TABLE_GAMES[1])
    table.choose(*TABLE_GAMES[0])
    table.record()
    expect(other.page.get_by_role("alert")).to_contain_text("This phone has hand 1 already", timeout=8000)
    expect(other.page.locator("#level-7")).to_be_checked()
    other.page.get_by_role("link", name="Go on with the sheet").tap()
    expect(other.page.locator("h1")).to_have_text("Hand 2")


def test_the_back_button_after_recording_does_not_record_again(page: Page, table: Table) -> None:
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.go_back()
    # The hand that comes next is empty: the one before is not offered a second time.
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator(":checked")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".hand")).to_have_count(1)


def test_the_first_visit_is_at_most_52_kibibytes_in_16_requests(page: Page) -> None:
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in finished]
    bodies, headers = ([size[part] for size in sizes] for part in ("responseBodySize", "responseHeadersSize"))
    assert 4 <= len(bodies) <= REQUESTS
    assert sum(bodies) <= FIRST_VISIT
    assert sum(bodies) + sum(headers) <= WITH_HEADERS


def test_a_print_is_a_clean_page_of_the_documents_table(page: Page, table: Table) -> None:
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


def test_a_note_is_folded_away_and_one_tap_on_its_key_writes_it_down(page: Page, table: Table) -> None:
    expect(page.get_by_text("claimed", exact=True)).to_be_hidden()
    table.choose(*TABLE_GAMES[0])
    table.open_note()
    page.get_by_text("claimed", exact=True).tap()
    page.locator(".forecast").tap()
    expect(page.get_by_text("claimed", exact=True)).to_be_hidden()
    table.record()
    expect(page.get_by_text("Note: claimed")).to_be_visible()


@pytest.mark.long
def test_a_note_without_a_network_arrives_with_its_hand(page: Page, table: Table, context: BrowserContext) -> None:
    context.set_offline(True)
    table.open_note()
    page.get_by_text("claimed", exact=True).tap()
    page.get_by_label("Another note").fill("at once")
    page.locator(".noting summary").tap()
    enter(table, 1)
    expect(page.get_by_label("Another note")).to_be_hidden()
    enter(table, 2)
    back_online(page)
    notes = [hand.get("note") for hand in facts(page, table.sheet) if "contract" in hand]
    assert notes == ["claimed, at once", None]


@pytest.mark.parametrize(
    ("now", "date"), [("2026-10-03T18:59:00Z", "2026-10-03"), ("2026-10-03T19:00:00Z", "2026-10-04")]
)
def test_a_sheet_is_started_in_the_time_zone_of_the_phone_and_on_its_day(page: Page, now: str, date: str) -> None:
    zone = {"timezoneId": "Australia/Sydney"}
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", zone)
    page.clock.set_fixed_time(now)
    table = Table(page)
    table.tap_start()
    sheet = page.request.get(f"{table.sheet}/sheet.json").json()
    assert (sheet["zone"], sheet["date"]) == (zone["timezoneId"], date)
