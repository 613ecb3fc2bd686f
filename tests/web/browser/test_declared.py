"""10 Bridge and Reverse Bridge at 360 × 640: a declarer, calls in rotation, taps counted, partners who change."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..games.test_reverse_bridge import HANDS
from ..games.test_ten_bridge import CHART
from ..table import TAPS, TO_TAP, Table, box_of, fits_window, found_by_axe, too_small

FOUR = ("North", "East", "South", "West")


class DeclaredTable(Table):
    def declare(self, declarer: str, level: str, suit: str, tricks: str, doubling: str = "") -> None:
        page = self.page
        self.tap(page.get_by_text(f"{declarer} declared", exact=True).locator(".."))
        self.tap(page.locator(f"label[for=level-{level}]"))
        self.tap(page.locator(f"label[for=suit-{suit}]"))
        if doubling:
            self.tap(page.locator(f"label[for=doubling-{doubling}]"))
        self.tap(page.locator(f"label[for=tricks-{tricks}]"))


def fits(page: Page) -> None:
    """Everything is on one screen of 360 × 640 above the dock, and big enough for a thumb."""
    fits_window(page)
    keys = [box_of(key) for key in page.locator("#entry .key >> visible=true").all()]
    assert max(key["y"] + key["height"] for key in keys) <= box_of(page.locator(".dock"))["y"]
    assert too_small(page, TO_TAP, width=44) == []


TOTALS = {2: ("97", "0"), len(CHART): ("182", "293")}
"""Of both sides after so many deals."""


@pytest.mark.long
@pytest.mark.parametrize("deals", in_short(TOTALS, 2))
def test_a_deal_of_the_chart_takes_five_taps_and_six_with_a_double(page: Page, deals: int) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge")
    for number, (declarer, level, suit, doubling, tricks) in enumerate(CHART[:deals]):
        before = table.taps
        table.declare(declarer, level, suit, tricks, doubling)
        if number in (0, 1):
            expect(page.locator(".forecast")).to_contain_text("made")
            fits(page)
            assert found_by_axe(page) == []
        table.save()
        assert table.taps - before <= TAPS["10 Bridge, doubled" if doubling else "10 Bridge"]
    assert table.standings() == dict(zip(("North & South", "East & West"), TOTALS[deals], strict=True))
    if deals < len(CHART):
        return
    expect(page.locator("#standings")).to_contain_text("part score 8")
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.locator(".winner")).to_contain_text("East & West win")
    page.get_by_role("link", name="The sheet", exact=True).tap()
    expect(page.locator(".finished")).to_contain_text("East & West win")
    assert table.standings() == {"North & South": "187", "East & West": "293"}


@pytest.mark.long
def test_what_was_tapped_is_taken_back_and_the_trump_is_never_in_the_way(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "ten-bridge")
    table.declare("North", "2", "red", "7", "X")
    expect(page.locator("#felt")).to_contain_text("doubled")
    page.locator("label[for=doubling-X]").tap()
    expect(page.locator(".forecast")).to_contain_text("North played 2 red, took 7: made. North & South 8.")
    # Another seat tapped is declarer instead.
    page.get_by_text("East declared", exact=True).locator("..").tap()
    expect(page.locator("#note-1")).to_have_text("8 (+8)")
    expect(page.locator("#note-3")).to_have_text("8 (+8)")
    page.locator(".trump summary").tap()
    assert found_by_axe(page) == []
    assert too_small(page, TO_TAP, width=44) == []
    page.locator("label[for=trump-H]").tap()
    page.keyboard.press("Escape")
    expect(page.locator("label[for=trump-H]")).to_be_hidden()
    table.record()
    expect(page.locator(".hand .what")).to_contain_text("East 2 red")
    expect(page.locator(".hand .what .suit-hearts")).to_be_visible()


@pytest.mark.widths
def test_a_hand_takes_five_taps_on_one_screen(page: Page) -> None:
    table = DeclaredTable(page)
    table.start(FOUR, "reverse-bridge")
    for number, hand in enumerate(HANDS):
        before = table.taps
        table.declare(*hand)
        if number == 0:
            expect(page.locator(".forecast")).to_contain_text("East & West took 9: made, 2 over.")
            fits(page)
            assert found_by_axe(page) == []
        table.save()
        assert table.taps - before <= TAPS["Reverse Bridge"]
    assert table.standings() == {"North & South": "21", "East & West": "75"}
