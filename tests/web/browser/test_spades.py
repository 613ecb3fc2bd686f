"""Spades in a real browser on a phone of 360 × 640: taps counted, one screen, bids that follow each other."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ...long_form import in_short
from ..table import TAPS, TO_TAP, Table, found_by_axe, too_small

FOUR = ("North", "East", "South", "West")
"""[users.md] Taps from a fresh hand to recorded."""

# Bids in the order of the bidding, tricks of North & South, tricks of nils by seat; the totals after the hand.
EVENING = [
    ("0:3 1:4 2:2 3:3", "7", {}, ("52", "−70")),
    ("1:4 2:nil 3:2 0:5", "6", {}, ("203", "−9")),
    ("2:3 3:blind-nil 0:3 1:5", "6", {}, ("263", "243")),
    ("3:3 0:nil 1:4 2:4", "7", {"0": "2"}, ("206", "173")),
]


CUT = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"


class SpadesTable(Table):
    def begin(self, **options: str) -> None:
        self.start(FOUR, "spades", **options)

    def press(self, key: str) -> None:
        self.tap(self.page.locator(f"label[for={key}]"))

    def play(self, bids: str, tricks: str, nils: dict[str, str]) -> None:
        for bid in bids.split():
            seat, _, said = bid.partition(":")
            self.press(f"bid_{seat}-{said}")
        self.press(f"tricks-{tricks}")
        for seat, taken in nils.items():
            self.press(f"nil_{seat}-{taken}")


@pytest.mark.parametrize("hands", in_short((2, len(EVENING)), 2))
def test_an_evening_is_entered_with_seven_taps_a_hand_at_most(page: Page, hands: int) -> None:
    table = SpadesTable(page)
    table.begin()
    for number, (bids, tricks, nils, totals) in enumerate(EVENING[:hands]):
        if number:
            table.next_hand()
        table.taps = 0
        table.play(bids, tricks, nils)
        table.record()
        assert table.taps <= TAPS["Spades, with a nil" if nils else "Spades"]
        assert tuple(table.standings().values()) == totals
    expect(page.locator("#standings")).to_contain_text("bags")


@pytest.mark.widths
def test_a_hand_fits_the_screen_and_shows_one_set_of_keys_at_a_time(page: Page) -> None:
    table = SpadesTable(page)
    table.begin()
    fits = "document.documentElement.scrollHeight <= 640 && document.documentElement.scrollWidth <= 360"
    expect(page.locator("label[for=bid_0-5]")).to_be_visible()
    expect(page.locator("label[for=bid_1-5]")).to_be_hidden()
    expect(page.locator(".taken")).to_be_hidden()
    # Every player keeps their place; who is asked is lit, and the bids lie at the seats.
    for name, key in zip(FOUR, ("bid_0-3", "bid_1-nil", "bid_2-nil", "bid_3-13"), strict=True):
        expect(page.locator(".place.asked bdi")).to_have_text([name])
        assert too_small(page, TO_TAP, width=44) == []
        assert page.evaluate(fits)
        table.press(key)
    expect(page.locator(".slot")).to_have_text(["3", "nil", "nil", "13"])
    expect(page.locator("#felt")).to_contain_text("16 of 13 bid")
    expect(page.locator("label[for=tricks-7]")).to_be_visible()
    expect(page.locator("#nil-1")).to_be_visible()
    expect(page.locator("#nil-0")).to_be_hidden()
    table.press("tricks-0")
    expect(page.locator(".forecast")).to_contain_text("nil made")
    assert too_small(page, TO_TAP, width=44) == []
    assert page.evaluate(fits)
    assert page.locator(".seat :is(bdi, small)").evaluate_all(CUT) == []
    # What is assumed looks assumed.
    zero = page.locator("label[for=nil_1-0]")
    assert zero.evaluate("e => getComputedStyle(e).borderStyle") == "dashed"
    table.press("nil_1-1")
    assert zero.evaluate("e => getComputedStyle(e).borderStyle") == "solid"


@pytest.mark.long
def test_a_bid_is_put_right_at_its_seat_and_what_cannot_be_bid_says_why(page: Page) -> None:
    table = SpadesTable(page)
    table.begin()
    page.locator("label[for=bid_0-blind-nil]").tap(force=True)
    expect(page.locator("#why")).to_contain_text("North cannot bid blind nil: North & South are not behind")
    table.play("0:9 1:4 2:5 3:3", "7", {})
    expect(page.locator("#why")).to_be_empty()
    expect(page.locator(".forecast")).to_contain_text("North & South bid 14, took 7: set, −140.")
    page.locator(".place-0 .touch").tap()
    expect(page.locator(".place.asked bdi")).to_have_text(["North"])
    expect(page.locator(".taken")).to_be_hidden()
    # The same number again changes nothing.
    table.press("bid_0-9")
    expect(page.locator(".taken")).to_be_visible()
    page.locator(".place-0 .touch").tap()
    table.press("bid_0-2")
    expect(page.locator(".forecast")).to_contain_text("North & South bid 7, took 7: made, 70.")
    expect(page.locator("#note-0")).to_have_text("70 (+70)")
    assert found_by_axe(page) == []
    table.record()
    assert table.standings()["North & South"] == "70"


@pytest.mark.long
def test_a_joker_of_new_york_is_chosen_whole_on_a_phone(page: Page) -> None:
    table = SpadesTable(page)
    table.begin(variant="new-york")
    page.goto(f"{table.sheet}/trick")
    page.get_by_text("North led", exact=True).tap()
    for player, suit, rank in (("North", "S", "A"), ("East", "BJ", ""), ("South", "S", "3"), ("West", "D", "2")):
        page.get_by_label(f"Suit of {player}’s card").select_option(suit)
        page.get_by_label(f"Rank of {player}’s card").select_option(rank)
    suit = page.get_by_label("Suit of East’s card")
    # Wide enough for what is chosen, and no wider than the page.
    room = suit.evaluate(
        "e => { const text = document.createElement('span'); text.textContent = 'black joker';"
        " text.style.cssText = `font: ${getComputedStyle(e).font}`; document.body.append(text);"
        " const width = text.getBoundingClientRect().width; text.remove(); return e.clientWidth - width; }"
    )
    assert room > 0
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_role("button", name="Check the trick").tap()
    expect(page.locator(".verdict h2").first).to_have_text(
        "East wins with the black joker and leads to the next trick."
    )


@pytest.mark.long
def test_the_keyboard_is_enough(page: Page) -> None:
    """The arrows go through a player's keys though each of them is a bid, and Tab to the next player."""
    SpadesTable(page).begin()
    page.locator("#bid_0-nil").focus()
    for bid in (3, 4, 2, 0):
        page.keyboard.press("Space")
        for _ in range(bid):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".forecast")).to_contain_text("North & South bid 5, took 1: set, −50.")
    expect(page.locator(".forecast")).to_contain_text("East & West bid 4 and nil, took 12: made, nil made")


@pytest.mark.long
def test_new_york_is_entered_by_sides(page: Page) -> None:
    table = SpadesTable(page)
    table.begin(variant="new-york")
    table.press("tricks-7")
    expect(page.locator(".forecast")).to_contain_text("North & South took 7: 70. East & West took 6: 60.")
    table.save()
    table.taps = 0
    table.play("1:5 0:6", "7", {})
    table.record()
    assert table.taps == 4
    assert tuple(table.standings().values()) == ("130", "110")


@pytest.mark.long
def test_agreed_bids_are_two_taps_and_a_nil_is_unfolded(page: Page) -> None:
    table = SpadesTable(page)
    table.begin(bidding="sides")
    table.taps = 0
    table.play("0:5 1:6", "7", {})
    table.record()
    assert table.taps == 4
    assert tuple(table.standings().values()) == ("52", "60")
    table.next_hand()
    expect(page.locator(".taken")).to_be_hidden()
    page.get_by_text("Somebody bids nil").tap()
    table.press("nils_0-nil")
    table.play("1:6 0:4", "6", {})
    expect(page.locator(".nil").filter(visible=True)).to_have_id("nil-0")
    expect(page.locator(".forecast")).to_contain_text("North & South bid 4 and nil, took 6: made, nil made")
    assert found_by_axe(page) == []
    table.press("nils_0-nil")
    expect(page.locator("#nil-0")).to_be_hidden()
    expect(page.locator(".forecast")).to_contain_text("North & South bid 4, took 6: made, 40 + 2 = 42.")


@pytest.mark.long
def test_hands_wait_in_the_phone_while_there_is_no_network(page: Page, context: BrowserContext) -> None:
    table = SpadesTable(page)
    table.begin()
    context.set_offline(True)
    table.play("0:3 1:4 2:2 3:3", "7", {})
    expect(page.locator(".forecast")).to_contain_text("No connection")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".waiting")).to_contain_text("North 3, East 4, South 2, West 3, took 7")
    # Who is behind enough for a blind nil is for the table and the server to say.
    expect(page.locator(".bar small")).to_have_text("North deals, East opens")
    expect(page.locator("label[for=bid_1-5]")).to_be_visible()
    expect(page.locator("label[for=bid_0-5]")).to_be_hidden()
    expect(page.locator("main > .facts")).to_have_count(0)
    expect(page.locator(".bidder [aria-disabled]")).to_have_count(0)
    context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("Saved")
    page.goto(table.sheet)
    assert table.standings()["North & South"] == "52"
