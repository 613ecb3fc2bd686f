"""A note beside a hand in a real browser: tapped, kept while half-entered, and taken along without a network."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ..phone import TABLE_GAMES
from ..table import Table
from .test_outbox import BACK_SOON, SAVED, enter, facts, line


def test_a_note_is_folded_away_and_one_tap_on_its_key_writes_it_down(page: Page) -> None:
    table = Table(page)
    table.start()
    expect(page.get_by_text("claimed", exact=True)).to_be_hidden()
    table.choose(*TABLE_GAMES[0])
    page.locator(".noting summary").tap()
    page.get_by_text("claimed", exact=True).tap()
    page.locator(".forecast").tap()
    expect(page.get_by_text("claimed", exact=True)).to_be_hidden()
    table.record()
    expect(page.get_by_text("Note: claimed")).to_be_visible()


@pytest.mark.long
def test_a_half_entered_note_survives_a_reload(page: Page) -> None:
    table = Table(page)
    table.start()
    page.locator(".noting summary").tap()
    page.get_by_text("conceded", exact=True).tap()
    page.get_by_label("Another note").fill("at once")
    page.reload()
    expect(page.get_by_text("conceded", exact=True)).to_be_visible()
    expect(page.locator("#noted-2")).to_be_checked()
    expect(page.get_by_label("Another note")).to_have_value("at once")


@pytest.mark.long
def test_a_note_entered_without_a_network_arrives_with_its_hand_and_not_with_the_next(
    page: Page, context: BrowserContext
) -> None:
    table = Table(page)
    table.start()
    context.set_offline(True)
    page.locator(".noting summary").tap()
    page.get_by_text("claimed", exact=True).tap()
    page.get_by_label("Another note").fill("at once")
    page.locator(".noting summary").tap()
    enter(table, 1)
    expect(page.get_by_label("Another note")).to_be_hidden()
    enter(table, 2)
    context.set_offline(False)
    expect(line(page)).to_have_text(SAVED, timeout=BACK_SOON)
    notes = [hand.get("note") for hand in facts(page, table.sheet) if "contract" in hand]
    assert notes == ["claimed, at once", None]
