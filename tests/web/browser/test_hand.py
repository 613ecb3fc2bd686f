"""The document's table of four hands entered on a phone: six taps a hand, one screen, the phone's own settings."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect

from ..phone import PLAYERS, TABLE_GAMES
from ..sundry import helped
from ..table import TAPS, TO_TAP, Table, box_of, fits_window, too_small

__all__ = ["helped"]

TOTALS = {"Amber": "132", "Betty": "58", "Cindy": "180", "Diana": "123", "Ellie": "72"}


def test_four_hands_take_24_taps_and_give_the_documents_totals(page: Page) -> None:
    table = Table(page)
    table.tap_start()
    for hand in TABLE_GAMES:
        table.choose(*hand)
        table.save()
    assert table.taps <= 4 * TAPS["Offender"]
    assert table.standings() == TOTALS


@pytest.mark.widths
def test_a_hand_of_five_fits_the_screen_and_everything_to_tap_is_48_pixels_high_and_wide(page: Page) -> None:
    table = Table(page)
    table.start()
    assert too_small(page, TO_TAP) == []
    page.locator("label[for=first-0]").tap()
    said = page.locator(".place-0 .role-first")
    expect(said).to_be_visible()
    assert said.evaluate("it => it.scrollWidth <= it.clientWidth"), "what somebody did stands whole at the seat"
    page.locator("label[for=first-0]").tap()
    table.choose(*TABLE_GAMES[3])
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate("scrollY") == 0
    fits_window(page)
    dock = box_of(page.locator(".dock"))
    last = box_of(page.locator("label[for=tricks-10]"))
    assert last["y"] + last["height"] <= dock["y"]
    table.record()
    assert too_small(page, TO_TAP) == []
    table.next_hand()
    table.to_auction()
    assert too_small(page, TO_TAP) == []
    for path in ("/new/offender", "/"):
        page.goto(path)
        assert too_small(page, TO_TAP) == [], path


def test_the_preview_says_what_will_happen_in_a_sentence_and_per_player(page: Page, table: Table) -> None:
    for name in ("Amber proposed", "hearts"):
        expect(page.get_by_role("radio", name=name)).to_be_attached()
    table.choose("Betty", "Diana", "8", "S", "7")
    expect(page.get_by_role("status").last).to_contain_text("Amber +42, 42 in all.")
    forecast = page.locator(".forecast")
    expect(forecast).to_contain_text("Betty and Diana bid 8")
    expect(forecast).to_contain_text("took 7: set. Offense 28 each, defense 6 + 36 = 42 each.")
    expect(page.locator("#note-0")).to_have_text("42 (+42)")
    expect(page.locator("#note-1")).to_have_text("28 (+28)")
    # Who plays it is seen at the seats, whose names are whole there.
    expect(page.locator("#felt")).to_have_text("8♠\ufe0e spades")


def test_the_proposer_tapped_again_is_taken_back_and_save_says_what_is_missing(page: Page, table: Table) -> None:
    page.get_by_text("Amber proposed", exact=True).locator("..").tap()
    expect(page.locator("#first-0")).to_be_checked()
    page.get_by_text("Amber proposed", exact=True).locator("..").tap()
    expect(page.locator("#first-0")).not_to_be_checked()
    page.get_by_role("button", name="Save").tap(force=True)
    expect(page.locator(".forecast")).to_contain_text("Tap who proposed.")
    table.choose(*TABLE_GAMES[1])
    table.record()
    assert table.standings()["Betty"] == "21"


def test_record_tapped_before_the_preview_has_come_records_when_it_comes(page: Page, table: Table) -> None:
    held: list[Route] = []
    page.route("**/preview*", lambda route: held.append(route))
    table.choose(*TABLE_GAMES[0])
    expect(page.locator("form.htmx-request")).to_be_attached()
    record = page.get_by_role("button", name="Save")
    expect(record).to_have_attribute("aria-disabled", "true")
    record.tap(force=True)
    [route] = held
    route.continue_()
    page.unroute("**/preview*")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert table.standings()["Cindy"] == "49"


# Every text that the totals have shown since the page began.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const totals = [...document.querySelectorAll("#standings b, #hand .note")];
        const texts = totals.map(total => total.textContent.split(" ")[0]).join(" ");
        if (texts && window.seen.at(-1) !== texts) window.seen.push(texts);
        requestAnimationFrame(look);
    };
    look();
}"""


def count_up(page: Page) -> None:
    """Whether the totals went from those of hand 1 to those of hand 2, and no total ever back on its way."""
    seen = [[int(total) for total in texts.split()] for texts in page.evaluate("() => window.seen")]
    # They may have been drawn before the script began.
    seen = seen[seen.index([49, 6, 49, 6, 6]) :]
    assert len(seen) > 2
    assert all(before <= after for one, next in pairwise(seen) for before, after in zip(one, next, strict=True))


@pytest.mark.long
def test_a_recorded_hand_arrives_once_and_the_totals_that_it_moved_count_up(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    # The first page of this tab knows of no hand before; the next one does.
    table.next_hand()
    table.choose(*TABLE_GAMES[1])
    expect(page.locator(".place .gain")).to_have_count(5)
    page.evaluate(WATCH)
    table.save()
    # On the form of the next hand the seats count as well, and those who lead are gold until something is tapped.
    expect(page.locator(".just-done")).to_contain_text("Hand 2 saved Amber and Cindy share the lead")
    expect(page.get_by_role("link", name="Call by call")).to_be_visible()
    expect(page.locator(".place .note")).to_have_text(["87", "27", "87", "44", "27"])
    count_up(page)
    gold = page.locator(".leads-0.leads-2 .place-0 .seat")
    expect(gold).not_to_have_css("box-shadow", "none")
    page.locator(".touch-first").first.tap()
    expect(page.locator(".just-done")).to_have_count(0)
    expect(gold).to_have_css("box-shadow", "none")
    page.add_init_script(f"({WATCH})()")
    table.to_sheet()
    expect(page.locator("#notices")).to_contain_text("Hand 2: Amber and Cindy share the lead.")
    expect(page.locator("#hand-2")).to_have_class("hand arrives")
    expect(page.locator("#hand-1")).to_have_class("hand")
    expect(page.locator("#standings .rises")).to_have_count(len(PLAYERS))
    expect(page.locator("#standings b")).to_have_text(["87", "27", "87", "44", "27"])
    count_up(page)
    page.reload()
    expect(page.locator("#hand-2")).to_have_class("hand")
    page.emulate_media(reduced_motion="reduce")
    duration = "() => getComputedStyle(document.documentElement).getPropertyValue('--calm')"
    assert page.evaluate(duration) == "0ms"


BUZZED = "window.buzzed = []; navigator.vibrate = pattern => buzzed.push(pattern);"


TOPS = "parts => parts.map(part => part.getBoundingClientRect().top)"
LINES = """go => {
    const range = new Range();
    range.selectNodeContents(go.firstChild);
    return range.getClientRects().length;
}"""


@pytest.mark.long
def test_the_phone_looks_and_saves_as_it_is_set(page: Page) -> None:
    # Where less motion is asked for, nothing vibrates.
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(BUZZED)
    table = Table(page)
    table.start()
    page.get_by_label("More").tap()
    page.get_by_role("link", name="Settings").tap()
    for choice in ("True black", "Four colours", "Large"):
        page.get_by_text(choice, exact=True).tap()
    assert page.evaluate("document.documentElement.dataset.theme") == "black"
    page.get_by_role("link", name="Back").tap()
    expect(page.locator("h1")).to_have_text("Hand 1")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    table.choose(*TABLE_GAMES[0])
    assert page.evaluate("buzzed") == [8] * 5
    save = page.get_by_role("button", name="Save")
    expect(save).not_to_have_attribute("aria-disabled", "true")
    save.dblclick()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    # In large type, too, what can be done stands in one line.
    assert len(set(page.locator(".just-done .plain").evaluate_all(TOPS))) == 1
    page.locator(".just-done").get_by_role("button", name="Undo").tap()
    page.wait_for_url(re.compile(r"/hand\?undone=2$"))
    expect(page.locator(f"#tricks-{TABLE_GAMES[0][-1]}")).to_be_checked()
    page.goto("/")
    assert page.locator(".running .go").evaluate(LINES) == 1


@pytest.mark.long
def test_a_page_that_the_back_button_brings_back_looks_as_the_phone_is_set_now(page: Page) -> None:
    page.goto("/")
    page.evaluate("document.cookie = 'settings=theme-light; path=/'")
    # As when the browser had kept the page as it was.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")


def test_a_setting_acts_at_once_and_says_where_it_was_not_kept(page: Page) -> None:
    page.goto("/settings")
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    page.locator("label", has_text="Dark").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("() => document.cookie.includes('theme-dark')")
    page.context.set_offline(True)
    page.locator("label", has_text="Four colours").tap()
    expect(page.get_by_role("alert")).to_contain_text("This was not kept")
    page.context.set_offline(False)
    page.locator("label", has_text="Two colours").tap()
    expect(page.get_by_role("alert")).to_be_hidden()
    page.goto("/")
    assert page.evaluate("({...document.documentElement.dataset})") == {"theme": "dark"}


BELOW_THE_BAR = """text => {
    document.documentElement.dataset.text = text;
    document.querySelector("h1 bdi").textContent = "Friday at the Old Mill with everybody who came";
    scrollTo(0, document.body.scrollHeight);
    const [bar, totals] = ["#bar", "#standings"].map(id => document.querySelector(id).getBoundingClientRect());
    return Math.round(totals.top - bar.bottom);
}"""


@pytest.mark.long
@pytest.mark.widths
def test_a_hand_that_one_is_brought_to_stands_below_the_head_of_the_sheet_in_large_type_too(page: Page) -> None:
    table = Table(page)
    table.start()
    for hand in TABLE_GAMES[:4]:
        page.goto(f"{table.sheet}/hand")
        table.choose(*hand)
        table.record()
    page.evaluate("document.cookie = 'settings=text-large; path=/'")
    page.set_viewport_size({"width": 360, "height": 420})
    page.goto(f"{table.sheet}?hand=2#hand-2")
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    page.wait_for_function(
        """() => scrollY > 0 && document.querySelector('#hand-2').getBoundingClientRect().top
            >= document.querySelector('.score > thead').getBoundingClientRect().bottom"""
    )
    # However long its title is, the bar ends where the totals begin.
    for text in ("large", ""):
        assert page.evaluate(BELOW_THE_BAR, text) == 0


COVERED = """() => {
    const seats = [...document.querySelectorAll('.seat')].map(seat => seat.getBoundingClientRect());
    return [...document.querySelectorAll('.felt strong, .felt .who')].filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && seats.some(seat => seat.left < box.right && box.left < seat.right
            && seat.top < box.bottom - 2 && box.top < seat.bottom - 2);
    }).map(part => part.textContent.trim());
}"""
CUT = """() => [...document.querySelectorAll(".seat small")]
    .filter(said => said.scrollWidth > said.clientWidth).map(said => said.textContent)"""


@pytest.mark.widths
def test_in_large_type_nothing_on_the_felt_of_an_auction_is_covered_or_cut(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.context.add_cookies([{"name": "settings", "value": "text-large", "url": "http://127.0.0.1"}])
    table = Table(page)
    table.start()
    assert page.evaluate("document.documentElement.dataset.text") == "large"
    table.to_auction()
    assert page.evaluate(CUT) == []
    for call in ("5C", "accept"):
        table.speak(call)
        assert (page.evaluate(COVERED), page.evaluate(CUT)) == ([], []), call


@pytest.mark.widths
def test_five_totals_of_three_digits_stand_side_by_side_in_every_other_result(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.goto(f"{table.sheet}/what-if/2")
    page.locator(".results td :is(b, small)").evaluate_all(
        "all => all.forEach(it => { it.textContent = '−744'; })"
    )
    assert page.locator(".results").evaluate("box => box.scrollWidth - box.clientWidth") <= 0


def test_what_was_unfolded_and_typed_for_one_hand_is_folded_and_empty_in_the_next(page: Page, helped: str) -> None:
    table = Table(page)
    table.start(PLAYERS[:4], helped)
    for summary in page.locator(".fold summary").all():
        summary.tap()
    page.get_by_label("Fee").fill("2.5")
    for name, value in (("bidder", "Amber"), ("bid", "3"), ("tricks", "4"), ("helper", "Cindy")):
        page.locator(f"label:has([name={name}][value='{value}']), [name={name}][value='{value}'] + label").tap()
    table.save()
    expect(page.locator(".fold[open], .fold.has, :checked:not(option)")).to_have_count(0)
    expect(page.get_by_label("Fee", exact=True)).to_have_value("")
