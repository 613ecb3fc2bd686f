"""Three phones on one table, through sleep, a lost network and a server that is killed and started again."""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ...serving import Served, serving
from ..phone import TABLE_GAMES
from ..table import Table
from .test_outbox import BACK_SOON, CONTRACTS, contracts, line, tap_record

ASLEEP = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => %s })"
A_FEW_LOOKS = 8_000
"""Milliseconds in which a page that is looked at asks for news more than once."""


class Host:
    """A server that is killed and started again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.stack = ExitStack()
        self.served: Served

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.stack = ExitStack()
        self.served = self.stack.enter_context(serving(self.folder, "--port", str(self.port)))

    def kill(self) -> None:
        self.served.process.kill()
        self.stack.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    host.start()
    yield host
    host.stack.close()


def link_to(page: Page, sheet: str, label: str) -> str:
    page.goto(f"{sheet}/share")
    page.get_by_role("button", name=label).tap()
    return page.locator("main a[href*='/join/']").first.get_attribute("href") or ""


def asked(page: Page) -> list[str]:
    """The looks for news, as they are sent."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/news" in request.url else None)
    return sent


def sleep(page: Page) -> None:
    page.evaluate(ASLEEP % "true")


def wake(page: Page) -> None:
    page.evaluate(ASLEEP % "false")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.long
def test_three_phones_keep_one_sheet_through_sleep_loss_and_a_restart(chromium: Browser, host: Host) -> None:
    phones = [
        chromium.new_context(viewport={"width": 360, "height": 640}, base_url=host.address, has_touch=True)
        for _ in range(3)
    ]
    ann, looking, cem = (context.new_page() for context in phones)
    first, second = Table(ann), Table(cem)
    first.start()
    sheet = first.sheet
    looking.goto(link_to(ann, sheet, "Link to look only"))
    cem.goto(link_to(ann, sheet, "Link to score with"))

    ann.goto(f"{sheet}/hand")
    first.choose(*TABLE_GAMES[0])
    first.record()
    for page in (looking, cem):
        expect(page.locator("#hand-1")).to_be_attached(timeout=BACK_SOON)
    expect(looking.get_by_text("You can only look here")).to_be_visible()
    looking.evaluate("document.querySelector('#hand-1').mine = true")

    # One phone sleeps, and asks for nothing; another records meanwhile. Awake, it shows the hand.
    sleep(looking)
    looks = asked(looking)
    second.next_hand()
    second.choose(*TABLE_GAMES[1])
    second.record()
    expect(ann.locator("#hand-2")).to_be_attached(timeout=BACK_SOON)
    expect(ann.get_by_text("Another phone scores too")).to_be_visible()
    looking.wait_for_timeout(A_FEW_LOOKS)
    assert looks == []
    expect(looking.locator("#hand-2")).not_to_be_attached()
    wake(looking)
    expect(looking.locator("#hand-2")).to_be_attached(timeout=BACK_SOON)

    # The network is lost on one phone, and then the server is killed for all.
    ann.goto(f"{sheet}/hand")
    phones[0].set_offline(True)
    first.choose(*TABLE_GAMES[2])
    tap_record(first)
    expect(line(ann)).to_contain_text("1 waiting")
    host.kill()
    looking.wait_for_timeout(A_FEW_LOOKS // 2)
    host.start()
    phones[0].set_offline(False)
    for page in (looking, cem):
        expect(page.locator("#hand-3")).to_be_attached(timeout=2 * BACK_SOON)
    expect(line(ann)).not_to_contain_text("waiting", timeout=BACK_SOON)

    # All go on as before, each hand is there once, and what did not change was not drawn anew.
    second.next_hand()
    second.choose(*TABLE_GAMES[3])
    second.record()
    expect(looking.locator("#hand-4")).to_be_attached(timeout=BACK_SOON)
    assert contracts(ann, sheet) == CONTRACTS
    assert looking.evaluate("document.querySelector('#hand-1').mine") is True
    ann.goto(sheet)
    totals = [Table(page).standings() for page in (ann, looking, cem)]
    assert totals[0] == totals[1] == totals[2]
    assert len(totals[0]) == 5
    for context in phones:
        context.close()


def test_a_phone_that_is_put_out_and_one_that_takes_over_see_it_by_themselves(
    chromium: Browser, host: Host
) -> None:
    phones = [
        chromium.new_context(viewport={"width": 360, "height": 640}, base_url=host.address, has_touch=True)
        for _ in range(2)
    ]
    ann, betty = (context.new_page() for context in phones)
    table = Table(ann)
    table.start()
    betty.goto(link_to(ann, table.sheet, "Link to look only"))
    expect(betty.get_by_role("link", name=re.compile("First hand"))).not_to_be_attached()
    ann.goto(f"{table.sheet}/share")
    ann.get_by_role("button", name="Hand over scoring").tap()
    expect(ann.get_by_text("this phone looks on")).to_be_visible()
    expect(betty.get_by_role("link", name=re.compile("First hand"))).to_be_visible(timeout=BACK_SOON)

    ann.get_by_role("button", name="Take it back").tap()
    expect(ann.get_by_role("link", name=re.compile("First hand"))).to_be_visible()
    expect(betty.get_by_text("You can only look here")).to_be_visible(timeout=BACK_SOON)
    ann.goto(f"{ann.url.partition('#')[0]}/share")
    ann.get_by_role("button", name="Remove A phone").tap()
    expect(betty.locator("h1")).to_have_text("Not open on this phone", timeout=BACK_SOON)
    for context in phones:
        context.close()
