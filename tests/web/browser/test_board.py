"""Table mode in a browser: large, nothing cut, turned, live, and the screen stays on."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..evening import FIFTH, four_hands
from ..phone import PLAYERS, Phone
from ..table import OtherPage, box_of, found_by_axe, join

SIZES = {(360, 640): 88, (640, 360): 85, (1280, 800): 125}
"""The least height of the figures in pixels, for five players with totals of three digits, below the line that
says that the screen may go dark.
"""
SMALLEST = 14
# What does not lie within the screen, and totals that are wider than their place.
OUTSIDE = """() => {
    const parts = '.scores b, .who bdi, .who small, .now, .what > *, .contract-card, .corner > *';
    const outside = part => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    };
    const isWide = place => {
        const total = new Range();
        total.selectNodeContents(place.querySelector('b'));
        const [text, room] = [total.getBoundingClientRect(), place.getBoundingClientRect()];
        return text.left < room.left - 1 || text.right > room.right + 1;
    };
    const seen = [...document.querySelectorAll(parts)].filter(part => part.checkVisibility());
    const wide = [...document.querySelectorAll('.scores li')].filter(isWide);
    return [...seen.filter(outside), ...wide].map(part => part.textContent);
}"""
FONT = "element => parseFloat(getComputedStyle(element).fontSize)"
NOTE_LOCKS = """
    const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
    window.locks = [];
    navigator.wakeLock.request = async kind => {
        const lock = await ask(kind);
        window.locks.push(lock);
        return lock;
    };
"""


def sheet_of(phone: Phone, players: int) -> str:
    if players == len(PLAYERS):
        return four_hands(phone)
    sheet = phone.start((*PLAYERS, "Christopher", "Gwendolen")[:players])
    phone.record(sheet)
    return sheet


@pytest.mark.long
@pytest.mark.widths
@pytest.mark.parametrize("players", in_short((3, 5, 7), 7))
def test_totals_are_large_and_nothing_is_cut_on_any_screen(page: Page, phone: Phone, players: int) -> None:
    sheet = sheet_of(phone, players)
    phone.say(sheet, "3H", "accept")
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/board")
    for (width, height), least in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.locator(".scores b").first.evaluate(FONT) >= least
        for small in page.locator(".who small, .what small").all():
            assert small.evaluate(FONT) >= SMALLEST
        assert page.locator(".curve").is_visible() == (width == 1280)
        page.locator("#menu summary").click()
        menu = box_of(page.locator(".menu-items"))
        assert menu["y"] >= 0
        assert menu["y"] + menu["height"] <= height
        page.locator("#menu summary").click()
    assert found_by_axe(page) == []


@pytest.mark.long
def test_it_follows_the_sheet_and_turns_towards_who_is_asked(page: Page, phone: Phone, sheet: str) -> None:
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/board?near=Ellie")
    main = page.locator("#board")
    expect(main).to_have_attribute("data-turn", "0")
    phone.say(sheet, "3H")
    expect(main).to_have_attribute("data-turn", "90")
    expect(page.locator(".asked .name")).to_have_text("Amber")
    assert page.evaluate(OUTSIDE) == []
    phone.say(sheet, *["reject"] * 4)
    phone.record(sheet, FIFTH)
    expect(page.locator(".scores li").first.locator("b")).to_have_text("162")


@pytest.mark.long
def test_the_screen_stays_on_and_does_so_again_after_the_page_was_out_of_sight(page: Page, phone: Phone) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.context.grant_permissions(["screen-wake-lock"])
    page.add_init_script(NOTE_LOCKS)
    for path in ("/board", "/hand", "/auction"):
        page.goto(f"{sheet}{path}")
        page.wait_for_function("() => locks.length === 1 && !locks[0].released")
    # As the browser does when the page is out of sight.
    page.evaluate("locks[0].release()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => locks.length === 2 && !locks[1].released")
    page.goto(sheet)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("locks") == []


@pytest.mark.long
def test_on_http_the_screen_may_go_dark(phone: Phone, sheet: str, other_page: OtherPage, address: str) -> None:
    # No browser takes this name of the machine for a safe one.
    page = other_page(base_url=address.replace("127.0.0.1", "0.0.0.0"))
    join(page, phone, sheet, "score")
    page.goto(f"{sheet}/board")
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_text("Screen may go dark")).to_be_visible()
    page.goto(f"{sheet}/hand")
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Screen may go dark").click()
    expect(page).to_have_url(re.compile("/help/server#https$"))


def test_without_scripts_it_shows_the_totals_as_large(other_page: OtherPage, phone: Phone) -> None:
    page = other_page(java_script_enabled=False)
    sheet = four_hands(phone)
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/board")
    box = box_of(page.locator(".scores b").first)
    assert box["width"] > 150
    expect(page.locator(".asleep")).to_be_hidden()


@pytest.mark.long
@pytest.mark.widths
def test_what_a_side_bid_leaves_room_for_its_name_and_total(page: Page, phone: Phone) -> None:
    sheet = phone.start(PLAYERS[:4], "spades")
    phone.say(sheet, "3", "4", "nil", "2")
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/board")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], (width, height)
        for side in page.locator(".scores li").all():
            parts = [part.bounding_box() for part in side.locator(".name, .who small").all()]
            place, total = box_of(side), box_of(side.locator("b"))
            assert all(part and place["y"] <= part["y"] for part in parts), (width, height)
            assert all(part and part["y"] + part["height"] <= total["y"] + 1 for part in parts), (width, height)
