"""An evening of Oh Hell on a phone of 360 × 640: nine taps a hand, the hook struck out, offline too."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from ..phone import PLAYERS
from ..table import TAPS, TO_TAP, OtherPage, Table, box_of, fits_window, found_by_axe, too_small

ROOM_BESIDE = """([middle]) => {
    const seats = [...document.querySelectorAll(".place .seat")].map(seat => seat.getBoundingClientRect());
    return [...middle.querySelectorAll("small, a")].filter(part => {
        const range = new Range();
        range.selectNodeContents(part);
        const { left, right, top, bottom, height } = range.getBoundingClientRect();
        return height > 24 || seats.some(seat => seat.left < right + 4 && left - 4 < seat.right
            && seat.top < bottom && top < seat.bottom);
    }).map(part => part.innerText);
}"""
"""What lies between the seats and goes on in another line, or comes nearer to them than 4 pixels."""


def bid(table: Table, bids: Sequence[tuple[int, int]]) -> None:
    """Seat and number, in the order of bidding."""
    for seat, number in bids:
        table.tap(table.page.locator(f"label[for=bid_{seat}-{number}]"))


def miss(table: Table, by: dict[int, int]) -> None:
    """How many tricks more or fewer than they bid those took who missed, by seat."""
    for seat, tricks in by.items():
        for _ in range(abs(tricks)):
            table.tap(table.page.locator(f".place-{seat} .{'more' if tricks > 0 else 'fewer'}"))


def asked(page: Page) -> Locator:
    """The names of those who are lit at the felt."""
    return page.locator(".place.asked bdi")


def forecast(page: Page) -> Locator:
    return page.locator(".forecast")


def test_what_an_extension_of_the_browser_has_styled_breaks_no_policy(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell")
    page.evaluate("document.querySelectorAll('[id]').forEach(({ style }) => style.setProperty('color', 'red'))")
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 0), (4, 5)])
    expect(forecast(page)).to_contain_text("Tap who took more or fewer")


def test_a_phone_on_its_side_says_how_many_tricks_are_taken_of_how_many(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 360})
    table = Table(page)
    table.start(PLAYERS, "oh-hell")
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 0), (4, 5)])
    assert page.locator(".counted").inner_text().split()[:3] == ["11", "of", "10"]


@pytest.mark.parametrize("with_script", [True, False])
def test_several_coming_hands_are_changed_one_after_another(other_page: OtherPage, with_script: bool) -> None:
    """The strip stays unfolded, also after Undo, and the key that was tapped keeps the focus."""
    page = other_page(java_script_enabled=with_script)
    table = Table(page)
    table.start(PLAYERS, "oh-hell")
    strip = page.get_by_label("The coming hands").locator("..")
    strip.locator("summary").tap()
    shown = strip.locator(".menu-items")
    assert shown.evaluate("items => items.scrollHeight - items.clientHeight") <= 0
    if with_script:
        assert found_by_axe(page) == []
    assert too_small(page, ".coming-hands button", 44, 44) == []
    for key, cards in (("hand 2: one card fewer", "8"), ("hand 2: one card fewer", "7"), ("skip hand 3", "7")):
        page.get_by_role("button", name=key).tap()
        expect(strip.locator("li").nth(1)).to_contain_text(cards)
        expect(page.get_by_role("button", name=key)).to_be_focused()
        expect(shown).to_be_visible()
    expect(strip.locator("li b")).to_have_count(18)
    expect(strip.locator("li small")).to_have_text(["This hand", *(f"Hand {number}" for number in range(2, 19))])
    expect(page.locator(".just-done")).to_contain_text("A hand of 8 cards is skipped.")
    page.get_by_role("button", name="Undo").tap()
    expect(strip.locator("li b")).to_have_count(19)
    expect(page.locator(".just-done")).to_contain_text("Undone: a hand of 8 cards is played after all.")
    if with_script:
        expect(shown).to_be_visible()
        # A tap beside it closes it, and taps nothing that lies there.
        page.locator("label[for=bid_0-10]").tap(force=True)
        expect(shown).to_be_hidden()
        expect(asked(page)).to_have_text(["Amber"])


def test_a_short_evening_takes_nine_taps_a_hand_of_five_with_three_misses(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell", hand_sizes="10, 2", stake="0.10")
    expect(asked(page)).to_have_text(["Amber"])
    expect(page.locator("#felt")).to_contain_text("10 cards each")
    assert too_small(page, TO_TAP) == []
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 0)])
    expect(page.locator("#felt")).to_contain_text("6 of 10 bid")
    # Before the dealer bids, her forbidden number is struck out and explained.
    expect(asked(page)).to_have_text(["Ellie"])
    expect(page.locator("#bid_4-4")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Ellie may not bid 4: the bids would add up to 10")).to_be_visible()
    bid(table, [(4, 5)])
    expect(forecast(page)).to_contain_text("Tap who took more or fewer tricks than they bid.")
    expect(page.get_by_role("button", name="Save")).to_have_attribute("aria-disabled", "true")
    # Everybody took what they bid, until a tap on their seat says otherwise; tapped back, they did.
    expect(page.locator("#felt")).to_contain_text("11 of 10 tricks")
    expect(page.locator(".assumed")).to_have_count(5)
    miss(table, {0: -1, 2: -1, 3: 1})
    expect(page.locator(".missed bdi")).to_have_text(["Amber", "Cindy", "Diana"])
    expect(page.locator(".assumed bdi")).to_have_text(["Betty", "Ellie"])
    expect(page.locator("#felt")).to_contain_text("10 of 10 tricks")
    expect(forecast(page)).to_contain_text(
        "Met: Betty +13, Ellie +15. Missed: Amber (1 of 2) +1, Cindy (0 of 1) +0"
    )
    expect(page.locator("#note-4")).to_have_text("15 (+15)")
    assert too_small(page, TO_TAP) == []
    fits_window(page)
    table.record()
    assert table.taps == TAPS["Oh Hell, five players, three misses"]
    assert table.standings() == {"Amber": "1", "Betty": "13", "Cindy": "0", "Diana": "1", "Ellie": "15"}

    table.next_hand()
    bid(table, [(1, 0), (2, 1), (3, 0), (4, 0)])
    expect(page.locator("#bid_0-1")).to_have_attribute("aria-disabled", "true")
    # A bid that was misheard is put right at its seat; the hook follows.
    table.tap(page.locator(".place-3 .touch:visible"))
    expect(asked(page)).to_have_text(["Diana"])
    bid(table, [(3, 1)])
    expect(asked(page)).to_have_text(["Amber"])
    expect(page.locator("#bid_0-0")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#bid_0-1")).not_to_have_attribute("aria-disabled", "true")
    bid(table, [(0, 2)])
    miss(table, {0: -2})
    table.record()
    assert table.standings() == {"Amber": "1", "Betty": "23", "Cindy": "11", "Diana": "12", "Ellie": "25"}
    expect(page.locator(".finished")).to_have_text("Ellie wins: the last of 2 hands is played.")
    expect(page.get_by_text("Payments", exact=True)).to_be_visible()


@pytest.mark.long
def test_any_number_of_misses_takes_ten_taps_for_the_last_follows(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell", hand_sizes="10, 2")
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 2), (4, 3)])
    miss(table, {0: -1, 1: 1, 2: -1, 3: -1})
    expect(page.locator(".place-4")).to_have_class(re.compile("assumed"))
    expect(page.locator(".place-4 .took")).to_have_text("4 of 3")
    expect(forecast(page)).to_contain_text("Ellie (4 of 3)")
    assert found_by_axe(page) == []
    table.record()
    assert table.taps == TAPS["Oh Hell, five players, any misses"]


@pytest.mark.long
def test_no_more_tricks_are_counted_than_there_are_and_none_below_nought(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hand_sizes="2", hook="false")
    bid(table, [(0, 0), (1, 1), (2, 2)])
    took = page.locator(".took")
    miss(table, {0: -1, 1: 3, 2: -1})
    expect(took).to_have_text(["0 of 0", "2 of 1", "1 of 2"])
    miss(table, {1: -1, 2: 1})
    expect(page.locator(".assumed")).to_have_count(3)
    # A bid that was misheard is put right also then.
    page.get_by_role("link", name="Change bids").tap()
    page.locator(".place-1 a.touch").tap()
    bid(table, [(1, 0)])
    expect(took).to_have_text(["0 of 0", "0 of 0", "2 of 2"])
    expect(forecast(page)).to_contain_text("Met: Amber +10, Betty +10, Cindy +12.")


@pytest.mark.long
@pytest.mark.widths
def test_on_a_narrow_phone_the_names_and_numbers_of_seven_have_room(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    table = Table(page)
    table.start((*PLAYERS, "Fiona", "Grace"), "oh-hell")
    cut = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"
    assert page.locator(".seat bdi").evaluate_all(cut) == []
    bid(table, [(seat, 2) for seat in range(6)] + [(6, 1)])
    miss(table, {1: -2, 2: -2, 3: -2})
    expect(forecast(page)).to_contain_text("Met: Amber +12")
    assert page.locator(".seat :is(bdi, small)").evaluate_all(cut) == []
    # Half a seat is wide enough for a thumb.
    assert min(page.locator(".touch:visible").evaluate_all("keys => keys.map(key => key.clientWidth)")) >= 44
    fits_window(page, 320, 568)
    # A phone on its side has no room for all that would be said: the seats say it.
    page.set_viewport_size({"width": 640, "height": 360})
    assert page.evaluate("document.documentElement.scrollHeight") == 360
    page.set_viewport_size({"width": 320, "height": 568})
    # In text twice as large the table is a list, and loses nothing.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator(".seat :is(bdi, small)").evaluate_all(cut) == []
    tops = page.locator(".seat").evaluate_all("seats => seats.map(seat => seat.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.widths
@pytest.mark.parametrize("players", [3, 7])
def test_the_smallest_and_the_largest_table_fit_the_screen(page: Page, players: int) -> None:
    table = Table(page)
    names = (*PLAYERS, "Fiona", "Grace")[:players]
    most = "17" if players == 3 else "7"
    table.start(names, "oh-hell", max_cards=most)
    seats, keys = box_of(page.locator(".table")), box_of(page.locator(".bidder:visible"))
    assert seats["y"] + seats["height"] <= keys["y"]
    last = players - 1
    bid(table, [*((seat, 6 if players == 3 else 1) for seat in range(last)), (last, 6 if players == 3 else 2)])
    expect(forecast(page)).to_contain_text("Tap who took more or fewer tricks than they bid.")
    assert too_small(page, TO_TAP) == []
    fits_window(page)
    miss(table, {last: -1})
    table.save()


def test_a_hand_by_keyboard_alone(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hand_sizes="4")
    page.locator("#bid_0-0").focus()

    def press(keys: str) -> None:
        for key in keys.split():
            page.keyboard.press(key)

    # With the arrows every number that is passed is chosen; the next is asked when Tab is pressed.
    press("ArrowRight ArrowRight Tab Space Tab")
    expect(page.locator("#bid_2-2")).to_have_attribute("aria-disabled", "true")
    press("ArrowRight ArrowRight ArrowRight")
    expect(page.locator(".slot")).to_have_text(["2", "0", "3"])
    expect(forecast(page)).to_contain_text("Tap who took more or fewer")
    # Back to the line above the keys, which says why one is struck out.
    press("Shift+Tab")
    expect(page.get_by_role("link", name="Rule 6: The hook")).to_be_focused()
    press("Tab Tab")
    expect(page.get_by_role("button", name="Amber, one trick fewer")).to_be_focused()
    press("Tab Tab Tab Tab Tab Enter")
    expect(page.locator(".took")).to_have_text(["2 of 2", "0 of 0", "4 of 3"])
    press("Shift+Tab Enter Enter")
    expect(forecast(page)).to_contain_text("Met: Amber +12, Betty +10. Missed: Cindy (2 of 3) +2.")


@pytest.mark.long
def test_without_a_network_hands_have_their_own_cards_and_bidder(page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hand_sizes="2, 1, 3", trump_by="rotation")
    bid(table, [(0, 1), (1, 1), (2, 1)])
    miss(table, {0: -1})
    context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator(".waiting")).to_contain_text("Amber bid 1")
    expect(page.locator(".at-first")).to_contain_text("1 card each")
    expect(page.locator(".hand-head small")).to_have_text("Amber deals, Betty opens")
    # What was said of the hand before is gone: its trump, and what the hook kept from its dealer.
    expect(page.locator(".turned legend")).to_have_text("Trump")
    expect(page.locator(".bidder [aria-disabled]")).to_have_count(0)
    expect(page.locator(".slot")).to_have_text(["", "", ""])
    expect(asked(page)).to_have_text(["Betty"])
    assert page.locator("#bid_0-2").count() == 0
    bid(table, [(1, 1), (2, 0), (0, 1)])
    miss(table, {0: -1})
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 3")
    expect(page.locator(".at-first")).to_contain_text("3 cards each")
    expect(asked(page)).to_have_text(["Cindy"])
    expect(page.locator(".seat:has(.deals) bdi")).to_have_text("Betty")
    assert page.locator(".note").all_inner_texts() == ["0 so far"] * 3
    # What is half-entered fits the page that the server makes of this hand later.
    bid(table, [(2, 3)])
    expect(asked(page)).to_have_text(["Amber"])
    context.set_offline(False)
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator("#bid_2-3")).to_be_checked()
    expect(page.locator(".hand-head small")).to_contain_text("Betty deals")
    page.goto(table.sheet)
    expect(page.locator("#hand-2")).to_be_visible()
    assert table.standings() == {"Amber": "0", "Betty": "22", "Cindy": "21"}


@pytest.mark.long
@pytest.mark.widths
def test_five_see_their_hand_and_every_other_result_of_it_on_a_narrow_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    table = Table(page)
    table.start(PLAYERS, "oh-hell")
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 2), (4, 3)])
    middle = page.locator(".counted")
    assert middle.evaluate_all(ROOM_BESIDE) == []
    miss(table, {0: -1})
    table.record()
    sheet = page.url.removesuffix("/hand")
    page.goto(f"{sheet}/what-if/2")
    assert page.locator(".results").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    heights = page.locator("td.played small").evaluate_all("parts => parts.map(part => part.offsetHeight)")
    assert max(heights) < 24
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(sheet)
    assert page.locator(".head .where small").evaluate("under => under.offsetHeight") < 24
