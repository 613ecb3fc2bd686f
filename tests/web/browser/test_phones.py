"""Several phones on one sheet, through sleep and a server that is killed; and what goes over the wire."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from ...instruments.bench.wire import Counted
from ...long_form import in_short
from ...serving import Served, serving
from ..evening import of_hands
from ..phone import TABLE_GAMES, Phone
from ..table import OtherPage, Table, found_by_axe, join
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


@pytest.fixture
def phones(chromium: Browser, host: Host) -> Iterator[list[BrowserContext]]:
    """Three of them, at this server."""
    phones = [
        chromium.new_context(viewport={"width": 360, "height": 640}, base_url=host.address, has_touch=True)
        for _ in range(3)
    ]
    yield phones
    for context in phones:
        context.close()


def come(page: Page, link: str, name: str = "") -> None:
    """Open the link of a sheet, and say who it is: a player, or a guest."""
    page.goto(link)
    page.get_by_role("button", name=name or "I am a guest").tap()
    expect(page.locator("#standings")).to_be_visible()


def link_of(page: Page, sheet: str) -> str:
    page.goto(f"{sheet}/share")
    # Who can copy it needs not read it.
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.locator(".address")).to_be_hidden()
    return page.locator(".address a").get_attribute("href") or ""


def tap_person(page: Page, sheet: str, name: str) -> None:
    page.goto(f"{sheet}/share")
    page.locator(".people").get_by_role("link", name=re.compile(f"^{name}")).first.tap()
    expect(page.locator("#person")).to_be_visible()


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
def test_three_phones_keep_one_sheet_through_sleep_loss_and_a_restart(
    host: Host, phones: list[BrowserContext]
) -> None:
    ann, looking, cem = (context.new_page() for context in phones)
    first, second = Table(ann), Table(cem)
    first.start()
    sheet = first.sheet
    come(looking, link_of(ann, sheet))
    ann.get_by_role("switch").tap()
    expect(ann.get_by_role("switch")).to_be_checked()
    come(cem, link_of(ann, sheet), "Cindy")

    ann.goto(f"{sheet}/hand")
    first.choose(*TABLE_GAMES[0])
    first.record()
    for page in (looking, cem):
        expect(page.locator("#hand-1")).to_be_attached(timeout=BACK_SOON)
    expect(looking.get_by_text("You watch.")).to_be_visible()
    looking.evaluate("document.querySelector('#hand-1').mine = true")

    # One phone sleeps, and asks for nothing; another records meanwhile. Awake, it shows the hand.
    sleep(looking)
    looks = asked(looking)
    second.next_hand()
    second.choose(*TABLE_GAMES[1])
    second.record()
    expect(ann.locator("#hand-2")).to_be_attached(timeout=BACK_SOON)
    expect(ann.get_by_text("Another phone scores too: Cindy")).to_be_visible()
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


@pytest.mark.long
def test_the_people_of_a_sheet_from_the_first_invitation_to_the_end(phones: list[BrowserContext]) -> None:
    """Invite, watch, make scorer, watch only, a lost phone, let in again, delete."""
    amber, betty, second = (context.new_page() for context in phones)
    table = Table(amber)
    table.start()
    sheet = table.sheet
    link = link_of(amber, sheet)
    assert found_by_axe(amber) == []
    come(betty, link, "Betty")
    expect(betty.locator("#said")).to_contain_text("This phone is Betty’s")
    expect(betty.get_by_role("link", name=re.compile("First hand"))).to_have_count(0)
    come(second, link, "")

    # Make scorer, and watch only: told on the phone by itself.
    tap_person(amber, sheet, "Betty")
    assert found_by_axe(amber) == []
    amber.get_by_role("button", name="Make scorer").tap()
    expect(betty.get_by_role("link", name=re.compile("First hand"))).to_be_visible(timeout=BACK_SOON)
    tap_person(amber, sheet, "Betty")
    amber.get_by_role("button", name="Watch only").tap()
    expect(betty.get_by_text("lets this phone only watch")).to_be_visible(timeout=BACK_SOON)

    # A phone is lost: removed, it cannot come back by the link that it knows, but by the new one.
    tap_person(amber, sheet, "A guest")
    amber.get_by_text("Remove", exact=True).tap()
    amber.get_by_role("button", name="make a new link").tap()
    expect(amber.locator("#said")).to_contain_text("The guest has the sheet no more. The link is a new one.")
    expect(second.locator("h1")).to_have_text("Not open on this phone any more", timeout=BACK_SOON)
    second.goto(link)
    expect(second.locator("h1")).to_contain_text("Not open")
    come(second, link_of(amber, sheet), "Cindy")
    expect(betty.get_by_text("You watch.")).to_be_visible()

    # Deleted for everybody, in two taps after the archive; what was not sent yet is kept as a file.
    tap_person(amber, sheet, "Cindy")
    amber.get_by_role("button", name="Make scorer").tap()
    expect(second.get_by_role("link", name=re.compile("First hand"))).to_be_visible(timeout=BACK_SOON)
    second.get_by_role("link", name=re.compile("First hand")).tap()
    phones[2].set_offline(True)
    other = Table(second)
    other.choose(*TABLE_GAMES[0])
    tap_record(other)
    expect(line(second)).to_contain_text("1 waiting")
    amber.goto("/")
    amber.get_by_label("More about").first.tap()
    amber.get_by_role("button", name="Archive").tap()
    expect(amber.locator("#said")).to_contain_text("Archived on this phone.")
    amber.goto("/archive")
    amber.get_by_label("More about").first.tap()
    amber.get_by_role("link", name="Delete for everybody").tap()
    expect(amber.locator("main")).to_contain_text("Amber, Betty, Cindy, Diana, Ellie")
    assert found_by_axe(amber) == []
    amber.get_by_role("button", name="Delete for everybody").tap()
    expect(amber.locator("#said")).to_contain_text("is deleted for everybody")
    # Where no button follows, the words keep clear of the edge.
    expect(amber.locator("#said p")).to_have_css("margin-right", "12px")
    expect(betty.locator("h1")).to_have_text("This sheet is deleted", timeout=BACK_SOON)
    phones[2].set_offline(False)
    kept = second.get_by_role("button", name="Save as a file")
    expect(kept).to_be_visible(timeout=2 * BACK_SOON)
    with second.expect_download() as saved:
        kept.tap()
    entered = json.loads(Path(saved.value.path()).read_text("utf-8"))["entered"]
    assert ["proposer", "Amber"] in entered[0]["fields"]


MOST_BYTES = 20_000
FIRST_PLAYERS = ("Amber", "Cindy", "6", "H", "7")


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
def test_a_hand_costs_few_bytes(app: Flask, phone: Phone, page: Page, other_page: OtherPage, hands: int) -> None:
    sheet = of_hands(phone, hands)
    table = joined(page, phone, sheet, "score")
    other = other_page()
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


def test_nothing_moves_or_closes_when_another_phone_writes(phone: Phone, page: Page) -> None:
    sheet = of_hands(phone, 40)
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


def test_undo_brings_the_parts_that_changed_and_keeps_the_page(phone: Phone, fresh: str, page: Page) -> None:
    for hand in TABLE_GAMES:
        phone.record(fresh, hand)
    table = joined(page, phone, fresh, "score")
    # A hand that was just saved would open its form; one that was brought back does not.
    phone.undo(fresh)
    phone.send(fresh, phone.form(fresh, action="/redo"))
    expect(page.locator("#live")).to_have_attribute("data-news", re.compile("seen=7"))
    wire = Wire(page)
    page.get_by_role("button", name="Undo hand 4").tap()
    expect(page.locator("#said")).to_contain_text("Undone: hand 4")
    expect(page.locator("#hand-4")).to_have_count(0)
    assert table.standings() == {"Amber": "90", "Betty": "30", "Cindy": "138", "Diana": "95", "Ellie": "30"}
    assert wire.bytes_of(f"{fresh}$") == 0
    page.locator("#said").get_by_role("button", name="Redo").tap()
    expect(page.locator("#hand-4")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Redone: hand 4")


def test_without_a_network_a_hand_is_not_opened_and_the_page_says_why(phone: Phone, page: Page) -> None:
    sheet = of_hands(phone, 3)
    joined(page, phone, sheet, "score")
    page.context.set_offline(True)
    page.locator("#hand-2 .opens").tap()
    expect(page.locator("#outbox")).to_have_text("No connection")
    page.context.set_offline(False)
    page.locator("#hand-2 .opens").tap()
    expect(page.locator(".gets")).to_be_visible()


KEPT = "localStorage.getItem(`receipt ${location.pathname}`)"
NOTICE = "This phone was shown another history before."


@pytest.fixture
def table(page: Page) -> Table:
    """A sheet with one hand, as it opens."""
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.goto(table.sheet)
    page.wait_for_function(f"() => {KEPT}?.startsWith('2:')")
    return table


def kept(page: Page) -> str:
    return page.evaluate(KEPT)


def plant(page: Page, receipt: str) -> None:
    """Let the phone have been shown another history, and open the sheet again."""
    page.evaluate(f"localStorage.setItem(`receipt ${{location.pathname}}`, '{receipt}')")
    page.reload()


@pytest.mark.long
def test_the_receipt_follows_the_sheet_and_says_nothing(page: Page, table: Table) -> None:
    first = kept(page)
    assert first == page.request.get(f"{table.sheet}/receipt?number=2").text()
    page.goto(f"{table.sheet}/hand")
    table.choose(*TABLE_GAMES[1])
    table.record()
    page.goto(table.sheet)
    page.wait_for_function(f"() => {KEPT}?.startsWith('3:')")
    expect(page.locator("#receipt")).to_have_count(0)


@pytest.mark.parametrize("number", in_short((1, 2, 9), 2))
def test_a_history_written_anew_or_cut_off_is_said_until_it_is_accepted(table: Table, number: int) -> None:
    page = table.page
    forged = f"{number}:{'0' * 64}"
    shown = kept(page)
    plant(page, forged)
    expect(page.locator("#receipt")).to_contain_text(NOTICE)
    expect(page.locator("#receipt")).to_contain_text(f"entry {number}")
    assert kept(page) == forged
    page.get_by_role("button", name="Keep what is shown now").tap()
    expect(page.locator("#receipt")).to_have_count(0)
    assert kept(page) == shown
    page.reload()
    expect(page.locator("#said")).to_be_attached()
    expect(page.locator("#receipt")).to_have_count(0)
    # What is no receipt is replaced in silence.
    plant(page, "zebra")
    page.wait_for_function(f"() => {KEPT}?.startsWith('2:')")
    expect(page.locator("#receipt")).to_have_count(0)


PAUSES = """
    window.later = 0;
    window.pauses = [];
    const [wait, now] = [window.setTimeout, performance.now.bind(performance)];
    performance.now = () => now() + window.later;
    window.setTimeout = (work, ms) => {
        if ([3000, 7000, 15000].includes(ms)) window.pauses.push(ms);
        return wait(work, ms === 3000 || ms === 7000 ? ms / 10 : ms);
    };
"""
"""Lets time pass sooner, and remembers how long the page waits from look to look."""


def test_looks_are_rarer_the_longer_nothing_happens(page: Page) -> None:
    page.add_init_script(PAUSES)
    table = Table(page)
    table.start()
    page.goto(table.sheet)
    assert page.evaluate("pauses[0]") == 3000
    for later, pause in ((30_000, 7_000), (700_000, 15_000)):
        page.evaluate("later => { window.later = later; }", later)
        page.wait_for_function("pause => pauses.at(-1) === pause", arg=pause)
    # A touch asks at once.
    with page.expect_request("**/news?*", timeout=5_000):
        page.locator("h1").tap()
