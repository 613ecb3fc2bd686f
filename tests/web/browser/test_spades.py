"""Spades in a real browser on a phone of 360 × 640: taps counted, one screen, bids that follow each other."""

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..table import TAPS, TO_TAP, Table, found_by_axe, too_small

FOUR = ("North", "East", "South", "West")
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


def test_of_one_nil_that_was_called_no_trick_is_assumed(page: Page) -> None:
    table = SpadesTable(page)
    table.begin()
    table.to_auction()
    for name, call in zip(FOUR, ("4", "Nil", "2", "5"), strict=True):
        expect(page.get_by_role("heading", name=f"{name} to speak")).to_be_visible()
        table.tap(page.get_by_role("button", name=call, exact=True))
    expect(page.locator(".nil.asked.assumed")).to_contain_text("alone took")
    assert page.locator("label[for=nil_1-0]").evaluate("e => getComputedStyle(e).borderStyle") == "dashed"


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
def test_a_bid_is_put_right_at_its_seat_and_what_nobody_may_bid_is_left_out(page: Page) -> None:
    table = SpadesTable(page)
    table.begin()
    expect(page.locator("label[for=bid_0-blind-nil]")).to_be_hidden()
    table.play("0:9 1:4 2:5 3:3", "7", {})
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
