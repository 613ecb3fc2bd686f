"""An evening of Oh Hell on a phone of 360 × 640: nine taps a hand, the hook struck out, offline too."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from ..phone import PLAYERS
from ..table import TAPS, Table
from .test_everyone import found_by_axe

SMALL = """() => [...document.querySelectorAll('button, summary, .key, .tabs a')]
    .map(e => [e.className, e.innerText, e.getBoundingClientRect()])
    .filter(([, , box]) => box.width > 1 && (box.width < 48 || box.height < 48))
    .map(([kind, text, box]) => `${kind} ${text} ${box.width}x${box.height}`)"""


def bid(table: Table, bids: Sequence[tuple[int, int]]) -> None:
    """Seat and number, in the order of bidding."""
    for seat, number in bids:
        table.tap(table.page.locator(f"label[for=bid_{seat}-{number}]"))


def miss(table: Table, tricks: dict[int, int]) -> None:
    """The tricks of those who missed, by seat."""
    for seat, number in tricks.items():
        table.tap(table.page.locator(f"label[for=taken_{seat}-{number}]"))


def shown(page: Page, seat: int) -> list[str]:
    """The numbers of tricks that a player's row shows nearly half of, without moving it."""
    strip = page.locator(".strip").filter(has=page.locator(f"#cell-{seat}-0"))
    return strip.evaluate("""strip => {
        const { left, right } = strip.getBoundingClientRect();
        return [...strip.querySelectorAll('.take-key')].filter(key => {
            const box = key.getBoundingClientRect();
            return Math.min(box.right, right) - Math.max(box.left, left) >= 20;
        }).map(key => key.querySelector('b').innerText);
    }""")


WHOLE = """key => {
    const strip = key.closest('.strip').getBoundingClientRect();
    const box = key.getBoundingClientRect();
    return box.left >= strip.left && box.right <= strip.right;
}"""


def place(page: Page, seat: int, number: int) -> float:
    """Where the key of a number of tricks lies, from the left."""
    return page.locator(f"label[for=taken_{seat}-{number}]").evaluate("key => key.getBoundingClientRect().x")


def forecast(page: Page) -> Locator:
    return page.locator(".forecast")


def test_a_short_evening_takes_nine_taps_a_hand_of_five_with_three_misses(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell", hand_sizes="10, 2", stake="0.10")
    expect(page.get_by_text("Amber bids", exact=True)).to_be_visible()
    assert page.evaluate(SMALL) == []
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 0)])
    # Before the dealer bids, her forbidden number is struck out and explained.
    struck = page.locator("#bid_4-4")
    expect(struck).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#felt")).to_contain_text("Ellie may not bid 4: the bids would add up to 10")
    bid(table, [(4, 5)])
    expect(forecast(page)).to_contain_text("11 bid for 10 tricks: 1 too many. Tap the tricks of those who missed.")
    expect(page.get_by_role("button", name="Save")).to_have_attribute("aria-disabled", "true")
    miss(table, {0: 1, 2: 0, 3: 1})
    expect(forecast(page)).to_contain_text(
        "Met: Betty +13, Ellie +15. Missed: Amber (1 of 2) +1, Cindy (0 of 1) +0"
    )
    expect(page.locator("#note-4")).to_have_text("15 (+15)")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]
    table.record()
    assert table.taps == TAPS["Oh Hell, five players, three misses"]
    assert table.standings() == {"Amber": "1", "Betty": "13", "Cindy": "0", "Diana": "1", "Ellie": "15"}

    table.next_hand()
    bid(table, [(1, 0), (2, 1), (3, 0), (4, 0)])
    expect(page.locator("#bid_0-1")).to_have_attribute("aria-disabled", "true")
    # A bid that was misheard is tapped again and taken back; the hook follows.
    table.tap(page.locator("label[for=bid_3-0]"))
    expect(page.get_by_text("Diana bids", exact=True)).to_be_visible()
    bid(table, [(3, 1)])
    expect(page.locator("#bid_0-0")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#bid_0-1")).not_to_have_attribute("aria-disabled", "true")
    bid(table, [(0, 2)])
    miss(table, {0: 0})
    table.record()
    assert table.standings() == {"Amber": "1", "Betty": "23", "Cindy": "11", "Diana": "12", "Ellie": "25"}
    expect(page.locator(".finished")).to_have_text("Ellie wins: the last of 2 hands is played.")
    expect(page.get_by_text("Payments", exact=True)).to_be_visible()


def test_no_tap_moves_a_row_of_tricks_and_what_is_assumed_looks_so(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell")
    bid(table, [(0, 4), (1, 0), (2, 7)])
    assumed = page.locator("label[for=taken_0-4]")
    expect(assumed).to_have_css("border-style", "dashed")
    # The bid lies in the middle, or as near as there are numbers; a key that is cut says that there are more.
    around = [["2", "3", "4", "5", "6"], ["0", "1", "2", "3", "4"], ["5", "6", "7", "8", "9"]]
    assert [shown(page, seat) for seat in range(3)] == around
    assert not page.locator("label[for=taken_1-4]").evaluate(WHOLE)
    lies = [place(page, 0, number) for number in range(11)]
    for number in (5, 3):
        miss(table, {0: number})
        taken = page.locator(f"label[for=taken_0-{number}]")
        expect(taken).to_have_css("border-style", "solid")
        assert [place(page, 0, number) for number in range(11)] == lies
    # Tapped again, the bid is assumed again.
    miss(table, {0: 3})
    expect(assumed).to_have_css("border-style", "dashed")
    assert [place(page, 0, number) for number in range(11)] == lies


def test_every_number_of_tricks_can_be_reached_by_moving_its_row(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell")
    bid(table, [(0, 4), (1, 0), (2, 7)])
    miss(table, {0: 1, 1: 9})
    assert "9" in shown(page, 1)
    expect(forecast(page)).to_contain_text("Amber (1 of 4)")


def test_any_number_of_misses_takes_ten_taps_for_the_last_follows(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS, "oh-hell", hand_sizes="10, 2")
    bid(table, [(0, 2), (1, 3), (2, 1), (3, 2), (4, 3)])
    miss(table, {0: 1, 1: 4, 2: 0, 3: 1})
    last = page.locator("label[for=taken_4-4]")
    expect(last).to_have_css("border-style", "dashed")
    expect(page.locator("label[for=taken_4-3]")).to_have_css("border-style", "solid")
    expect(forecast(page)).to_contain_text("Ellie (4 of 3)")
    table.record()
    assert table.taps == TAPS["Oh Hell, five players, any misses"]


@pytest.mark.widths
def test_on_a_narrow_phone_a_name_has_the_room_that_is_there(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    table = Table(page)
    names = ("Christopher", "Diana", "Elisabeth")
    table.start(names, "oh-hell")
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert page.locator(".teller bdi").evaluate_all(cut) == []
    bid(table, [(0, 2), (1, 2), (2, 2)])
    assert page.locator(".teller bdi").evaluate_all(cut) == ["Christopher"]
    assert page.locator(".teller").first.evaluate("teller => teller.clientWidth") >= 100
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_mouse_has_all_numbers_of_tricks_before_it(chromium: Browser, address: str) -> None:
    context = chromium.new_context(base_url=address)
    table = Table(context.new_page())
    table.start(PLAYERS[:3], "oh-hell")
    for seat in range(3):
        table.page.locator(f"label[for=bid_{seat}-2]").click()
    assert shown(table.page, 0) == [str(number) for number in range(11)]
    context.close()


def test_what_the_hook_strikes_out_cannot_be_tapped_and_the_server_refuses_it_too(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell")
    bid(table, [(0, 4), (1, 2)])
    expect(page.locator("#bid_2-4")).to_have_attribute("aria-disabled", "true")
    page.locator("label[for=bid_2-4]").tap(force=True)
    expect(page.locator("#bid_2-4")).not_to_be_checked()
    bid(table, [(2, 5)])
    # Another's bid is put right, and now the dealer's own is the one that is struck out.
    table.tap(page.locator("label[for=bid_1-2]"))
    bid(table, [(1, 1)])
    expect(forecast(page)).to_contain_text("Cindy may not bid 5: the bids would add up to 10")


@pytest.mark.widths
@pytest.mark.parametrize("players", [3, 7])
def test_the_smallest_and_the_largest_table_fit_the_screen(page: Page, players: int) -> None:
    table = Table(page)
    names = (*PLAYERS, "Fiona", "Grace")[:players]
    most = "17" if players == 3 else "7"
    table.start(names, "oh-hell", max_cards=most)
    row, pad = page.locator(".speaker").last.bounding_box(), page.locator(".pad:visible").bounding_box()
    assert row
    assert pad
    assert row["y"] + row["height"] <= pad["y"]
    bid(table, [(seat, 2) for seat in range(players)])
    expect(forecast(page)).to_contain_text("Tap the tricks of those who missed.")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]


def test_a_hand_by_keyboard_alone(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hand_sizes="4")
    page.locator("#bid_0-0").focus()

    def press(keys: str) -> None:
        for key in keys.split():
            page.keyboard.press(key)

    press("ArrowRight ArrowRight Tab Tab Space")
    # The key that the hook strikes out is passed over, and says why.
    expect(page.locator("#bid_2-2")).to_have_attribute("aria-disabled", "true")
    press("Tab Tab")
    expect(page.get_by_role("link", name="Rule 6: The hook")).to_be_focused()
    press("Tab ArrowRight ArrowRight ArrowRight")
    expect(page.locator(".spoken-bid:checked + label")).to_have_text(["bid 2", "bid 0", "bid 3"])
    press("Tab")
    # Nothing is chosen yet: what is assumed has the mark of the focus.
    expect(page.locator(".takes:focus")).to_have_attribute("name", "taken_2")
    expect(page.locator("label[for=taken_2-3]")).to_have_css("outline-style", "solid")
    press("ArrowLeft")
    expect(page.locator("label[for=taken_2-2]")).to_have_css("outline-style", "solid")
    expect(forecast(page)).to_contain_text("Met: Amber +12, Betty +10. Missed: Cindy (2 of 3) +2.")


@pytest.mark.long
def test_axe_finds_nothing(page: Page) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell")
    bid(table, [(0, 4), (1, 2)])
    expect(page.locator("#bid_2-4")).to_have_attribute("aria-disabled", "true")
    assert found_by_axe(page) == []
    bid(table, [(2, 5)])
    miss(table, {2: 4})
    expect(forecast(page)).to_contain_text("Missed: Cindy (4 of 5) +4")
    assert found_by_axe(page) == []
    page.goto("/rules/oh-hell")
    assert found_by_axe(page) == []


def test_a_half_entered_hand_survives_and_waits_without_a_network(page: Page, context: BrowserContext) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hook="false")
    bid(table, [(0, 4), (1, 2), (2, 4)])
    page.reload()
    expect(page.locator("#bid_2-4")).to_be_checked()
    context.set_offline(True)
    miss(table, {0: 3, 1: 3})
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Save").tap()
    waiting = page.locator(".waiting")
    expect(waiting).to_contain_text("Amber bid 4")
    expect(page.locator(".dealt")).to_have_text("Bids and tricks 9 cards each")
    context.set_offline(False)
    expect(waiting).to_have_count(0)
    page.goto(table.sheet)
    assert table.standings() == {"Amber": "3", "Betty": "3", "Cindy": "14"}


@pytest.mark.widths
def test_why_the_dealer_may_not_bid_a_number_takes_the_width_of_the_page(page: Page) -> None:
    table = Table(page)
    table.start(game="oh-hell")
    bid(table, [(seat, 2) for seat in range(4)])
    why = page.get_by_text("Ellie may not bid 2: the bids would add up to 10, the cards of the hand.")
    expect(why).to_be_visible()
    assert why.evaluate("why => why.getBoundingClientRect().width") > 300


def test_without_a_network_the_hands_behind_have_their_own_cards_and_first_bidder(
    page: Page, context: BrowserContext
) -> None:
    table = Table(page)
    table.start(PLAYERS[:3], "oh-hell", hand_sizes="2, 1, 3", trump_by="rotation")
    bid(table, [(0, 1), (1, 1), (2, 1)])
    miss(table, {0: 0})
    context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 2")
    expect(page.locator(".dealt")).to_have_text("Bids and tricks 1 card each")
    expect(page.locator(".bar small")).to_have_text("Amber deals, Betty speaks first")
    # What was said of the hand before is gone: its trump, and what the hook kept from its dealer.
    expect(page.locator(".turned legend")).to_have_text("Trump")
    expect(page.locator(".spoken-bid[aria-disabled]")).to_have_count(0)
    expect(page.get_by_text("Betty bids", exact=True)).to_be_visible()
    assert page.locator("#bid_0-2").count() == 0
    bid(table, [(1, 1), (2, 0), (0, 1)])
    miss(table, {0: 0})
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Hand 3")
    expect(page.locator(".dealt")).to_have_text("Bids and tricks 3 cards each")
    expect(page.get_by_text("Cindy bids", exact=True)).to_be_visible()
    expect(page.locator(".speaker:has(.deals) bdi").first).to_have_text("Betty")
    assert page.locator(".note").all_inner_texts() == ["0 so far"] * 3
    # What is half-entered fits the page that the server makes of this hand later.
    bid(table, [(2, 3)])
    expect(page.get_by_text("Amber bids", exact=True)).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator("#bid_2-3")).to_be_checked()
    expect(page.locator(".bar small")).to_contain_text("Betty deals")
    page.goto(table.sheet)
    assert table.standings() == {"Amber": "0", "Betty": "22", "Cindy": "21"}
