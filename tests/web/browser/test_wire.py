"""What goes over the wire while a sheet is open, and that nothing moves under somebody who reads."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Response, expect

from ...bench.wire import Counted
from ...long_form import in_short
from ...sheet.files import RESULT, content
from ..files.test_import_sheets import brought
from ..phone import TABLE_GAMES, Phone
from ..table import Table, join

MOST_BYTES = 20_000
FIRST_PLAYERS = ("Amber", "Cindy", "6", "H", "7")


def evening(phone: Phone, hands: int) -> str:
    """The address of a sheet of so many hands."""
    return brought(phone, content(*[{**RESULT, "tricks": number % 11} for number in range(hands)]))


def joined(page: Page, phone: Phone, sheet: str, role: str) -> Table:
    join(page, phone, sheet, role)
    expect(page.locator("#score")).to_be_visible()
    return Table(page)


class Wire:
    """The bodies of the answers that a page was given, before they were compressed."""

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        page.on("response", lambda answer: self.answers.append(answer))

    def bytes_of(self, path: str) -> int:
        """What came from addresses that match."""
        found = [answer for answer in self.answers if re.search(path, answer.url) and answer.status == 200]
        return sum(len(answer.body()) for answer in found)


@pytest.mark.long
@pytest.mark.parametrize("hands", in_short((20, 300), 300))
def test_a_recorded_hand_costs_few_bytes(
    app: Flask, phone: Phone, page: Page, chromium: Browser, address: str, hands: int
) -> None:
    sheet = evening(phone, hands)
    table = joined(page, phone, sheet, "score")
    context = chromium.new_context(viewport={"width": 360, "height": 640}, base_url=address, has_touch=True)
    other = context.new_page()
    joined(other, phone, sheet, "view")
    other.evaluate("scrollTo(0, 0)")
    page.goto(f"{sheet}/hand")
    here, there, sent = Wire(page), Wire(other), Counted(page)
    table.choose(*FIRST_PLAYERS)
    page.wait_for_load_state("networkidle")
    here.answers.clear()
    sent.anew()
    table.save()
    expect(other.locator(f"#hand-{hands + 1}")).to_be_visible()
    assert 0 < here.bytes_of(f"{sheet}/hand$") < MOST_BYTES
    assert 0 < there.bytes_of("/sheets/") < MOST_BYTES / 2
    assert all("/static/" not in answer.url for answer in there.answers)
    table.to_sheet()
    page.wait_for_load_state("networkidle")
    assert 0 < sent.sent < MOST_BYTES, "with headers: the next hand, then the sheet with its curve"
    context.close()


def test_nothing_moves_or_closes_when_another_phone_writes(phone: Phone, page: Page) -> None:
    sheet = evening(phone, 40)
    joined(page, phone, sheet, "score")
    page.locator("#older a").tap()
    expect(page.locator("#hand-1")).to_be_attached()
    page.locator("#menu").evaluate("menu => { menu.open = true; }")
    page.locator("#hand-12 .opens").focus()
    page.locator("#hand-12").scroll_into_view_if_needed()
    before = page.locator("#hand-12").evaluate("hand => hand.getBoundingClientRect().top")
    phone.record(sheet)
    expect(page.locator("#hand-41")).to_be_attached()
    after = page.locator("#hand-12").evaluate("hand => hand.getBoundingClientRect().top")
    assert after == pytest.approx(before, abs=1)
    expect(page.locator("#hand-12 .opens")).to_be_focused()
    assert page.locator("#menu").evaluate("menu => menu.open")
    phone.undo(sheet)
    expect(page.locator("#hand-41")).to_have_count(0)
    expect(page.locator("#hand-12 .opens")).to_be_focused()
    assert page.locator("#hand-12").evaluate("hand => hand.getBoundingClientRect().top") == pytest.approx(
        before, abs=1
    )


def test_undo_brings_the_parts_that_changed_and_keeps_the_page(phone: Phone, page: Page) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    table = joined(page, phone, sheet, "score")
    # A hand that was just saved would open its form; one that was brought back does not.
    phone.undo(sheet)
    phone.send(sheet, phone.form(sheet, action="/redo"))
    expect(page.locator("#live")).to_have_attribute("data-news", re.compile("seen=7"))
    wire = Wire(page)
    page.get_by_role("button", name="Undo hand 4").tap()
    expect(page.locator("#said")).to_contain_text("Undone: hand 4")
    expect(page.locator("#hand-4")).to_have_count(0)
    assert table.standings() == {"Amber": "90", "Betty": "30", "Cindy": "138", "Diana": "95", "Ellie": "30"}
    assert wire.bytes_of(f"{sheet}$") == 0
    page.locator("#said").get_by_role("button", name="Redo").tap()
    expect(page.locator("#hand-4")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Redone: hand 4")


def test_without_a_network_a_hand_is_not_opened_and_the_page_says_why(phone: Phone, page: Page) -> None:
    sheet = evening(phone, 3)
    joined(page, phone, sheet, "score")
    page.context.set_offline(True)
    page.locator("#hand-2 .opens").tap()
    expect(page.locator("#outbox")).to_have_text("No connection")
    page.context.set_offline(False)
    page.locator("#hand-2 .opens").tap()
    expect(page.locator(".gets")).to_be_visible()
