"""A rubber of Pirate Bridge on a small phone: six taps a hand, seven with a double, nothing to scroll for."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..table import TAPS, TO_TAP, Table, box_of, fits_window, found_by_axe, too_small

FOUR = ("Alan", "Dave", "Gracie", "Mike")
# Declarer, acceptor, level, denomination, double, tricks; the totals after it.
RUBBER = [
    (("Dave", "Mike", "4", "S", "X", "10"), ["0", "122", "0", "122"]),  # a game for both
    (("Alan", "Gracie", "2", "NT", "", "7"), ["0", "172", "0", "172"]),
    (("Alan", "Gracie", "1", "C", "", "9"), ["18", "172", "18", "172"]),
    (("Dave", "Alan", "6", "D", "", "12"), ["110", "514", "18", "172"]),  # 42 and 50, and the rubber for Dave
    (("Mike", "Gracie", "1", "H", "XX", "7"), ["110", "514", "150", "304"]),  # the next one
]


class PirateTable(Table):
    def sit_down(self, **options: str) -> None:
        self.start(FOUR, "pirate-bridge", **options)

    def enter(self, declarer: str, acceptor: str, level: str, suit: str, doubling: str, tricks: str) -> None:
        self.tap(self.page.get_by_text(f"{declarer} declared", exact=True).locator(".."))
        self.tap(self.page.get_by_text(f"{acceptor} accepted", exact=True).locator(".."))
        for key in (f"level-{level}", f"suit-{suit}", doubling and f"doubling-{doubling}", f"tricks-{tricks}"):
            if key:
                self.tap(self.page.locator(f"label[for={key}]"))

    def fits(self) -> None:
        """Nothing is to be scrolled for, and nothing is small."""
        assert self.page.evaluate("scrollY") == 0
        fits_window(self.page)
        dock, last = (box_of(self.page.locator(at)) for at in (".dock", ".fold, .keys-one"))
        assert last["y"] + last["height"] <= dock["y"]
        assert too_small(self.page, TO_TAP, width=44) == []


@pytest.mark.parametrize("hands", in_short((2, len(RUBBER)), 2))
def test_a_rubber_is_entered_within_the_budget_of_taps_and_without_scrolling(page: Page, hands: int) -> None:
    table = PirateTable(page)
    table.sit_down()
    table.fits()
    for number, (hand, totals) in enumerate(RUBBER[:hands]):
        if number:
            table.next_hand()
        before = table.taps
        table.enter(*hand)
        expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
        table.fits()
        table.record()
        assert table.taps - before <= TAPS["Pirate Bridge, doubled" if hand[4] else "Pirate Bridge"]
        assert list(table.standings().values()) == totals
    expect(page.locator("#hand-1")).to_have_class(re.compile("line-below"))
    if hands < len(RUBBER):
        return
    expect(page.locator("#hand-4 .told")).to_have_text(
        ["Dave and Alan win a game.", "The rubber is over: Dave has two games."]
    )
    expect(page.locator("#hand-2")).not_to_have_class(re.compile("line-below"))
    expect(page.locator("#standings th").nth(2)).to_contain_text("games 1")


@pytest.mark.long
def test_a_double_and_honors_are_tapped_away_again(page: Page) -> None:
    table = PirateTable(page)
    table.sit_down()
    table.enter("Dave", "Mike", "2", "S", "XX", "8")
    felt, forecast = page.locator("#felt"), page.locator(".forecast")
    expect(felt).to_contain_text("XX")
    page.locator("label[for=doubling-XX]").tap()
    expect(felt).not_to_contain_text("X")
    page.locator(".fold summary").tap()
    page.locator("label[for=honors_1-4]").tap()
    expect(forecast).to_contain_text("They score 18 + 72 = 90 each")
    assert found_by_axe(page) == []
    page.locator("label[for=honors_1-4]").tap()
    expect(forecast).to_contain_text("They score 18 each")
    table.record()
    assert list(table.standings().values()) == ["0", "18", "0", "18"]
    page.locator("#hand-1 .opens").tap()
    page.wait_for_url("**/hands/*")
    assert found_by_axe(page) == []


@pytest.mark.widths
@pytest.mark.long
def test_by_the_values_of_contract_bridge_a_hand_fits_the_screen_too(page: Page) -> None:
    table = PirateTable(page)
    table.sit_down(scoring="contract")
    table.enter("Alan", "Gracie", "6", "H", "", "12")
    table.tap(page.locator("label[for=vulnerable-yes]"))
    expect(page.locator(".forecast")).to_contain_text("180 + 500 + 750 = 1430 each")
    table.fits()
    table.record()
    assert table.taps <= 7
    assert list(table.standings().values()) == ["1430", "0", "1430", "0"]
