"""What may go wrong on a phone that keeps score alone: two tabs, no room, a new release, a browser killed."""

import random
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from ..instruments.faults.hands import PLAYERS
from ..web.phone import TABLE_GAMES
from . import killing, releases
from .phone import START, SitePhone, site_phone
from .static_host import PATH, StaticHost, hosting

pytestmark = pytest.mark.long
RECORD = """async ([sheet, hands]) => {
    const page = new DOMParser().parseFromString(await (await fetch(`${sheet}/hand`)).text(), "text/html");
    const form = page.querySelector("form[data-act=next]");
    for (const [key, fields] of hands) {
        const body = new URLSearchParams(new FormData(form));
        for (const [name, value] of Object.entries({ ...fields, key })) body.set(name, value);
        const shown = await (await fetch(`${sheet}/hand`)).text();
        body.set("seen", /name="seen" value="(\\d+)"/.exec(shown)[1]);
        const answer = await fetch(`${sheet}/hand`, { method: "POST", body, headers: { Outbox: "1" } });
        if (answer.status === 204) await acknowledged(key);
        else await acknowledged(`refused ${answer.status}`);
    }
}"""


def started(phone: SitePhone) -> str:
    """The address of a sheet with one hand, for the frame."""
    phone.open()
    phone.wait_until_started()
    phone.tap_start("offender", PLAYERS)
    phone.table.choose(*TABLE_GAMES[0])
    phone.table.record()
    return phone.frame.url


def test_what_finds_no_room_is_said_and_stays_in_its_form(lone_phone: SitePhone) -> None:
    started(lone_phone)
    session = lone_phone.context.new_cdp_session(lone_phone.page)
    origin = lone_phone.address.removesuffix(PATH)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    # The browser asks how much room there is twice a minute.
    lone_phone.page.wait_for_timeout(31_000)
    table = lone_phone.table
    table.next_hand()
    table.choose(*TABLE_GAMES[1])
    frame = lone_phone.frame
    frame.get_by_role("button", name="Save").tap()
    expect(frame.get_by_role("alert")).to_contain_text("no room left")
    expect(frame.locator("#level-7")).to_be_checked()
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    lone_phone.page.wait_for_timeout(31_000)
    table.record()
    expect(frame.locator(".hand")).to_have_count(2)
    lone_phone.page.reload()
    frame = lone_phone.wait_until_started()
    expect(frame.locator(".hand")).to_have_count(2)


@pytest.mark.parametrize("withdrawn", ["indexeddb", "indexeddb,file_systems", "all"])
def test_what_was_stored_comes_back_where_the_storage_is_emptied_while_a_form_is_open(
    withdrawn: str, chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        sheet = started(phone).partition("/app/")[2]
        phone.table.next_hand()
        phone.table.choose(*TABLE_GAMES[1])
        session = phone.context.new_cdp_session(phone.page)
        origin = phone.address.removesuffix(PATH)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": withdrawn})
        frame = phone.frame
        frame.get_by_role("button", name="Save").tap()
        frame.locator(".just-done, [role=alert]").first.wait_for()
        if frame.get_by_role("alert").count():
            # It was not taken, and stays.
            expect(frame.get_by_role("alert")).to_contain_text("did not store it")
            expect(frame.locator("#level-7")).to_be_checked()
            frame.get_by_role("button", name="Save").tap()
            frame.locator(".just-done").wait_for()
        # It may have waited for the service worker.
        expect(frame.locator("#outbox")).to_have_text("✓ Saved", timeout=START)
        phone.table.to_sheet()
        expect(frame.locator(".hand")).to_have_count(2)
        phone.open(sheet)
        phone.page.locator("iframe, .said:not(:empty)").first.wait_for(timeout=START)
        if phone.page.locator("iframe").count():
            expect(phone.wait_until_started().locator(".hand")).to_have_count(2)
        else:
            expect(phone.page.locator(".said")).to_contain_text("Close it altogether")
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        phone.open(sheet)
        expect(phone.wait_until_started().locator(".hand")).to_have_count(2)


def test_two_tabs_work_on_one_database_and_the_one_that_stays_goes_on(lone_phone: SitePhone) -> None:
    sheet = started(lone_phone).partition("/app/")[2]
    first, second = lone_phone.page, lone_phone.context.new_page()
    begun, other = lone_phone.frame, lone_phone.table
    lone_phone.page = second
    lone_phone.open(sheet)
    lone_phone.wait_until_started()
    # Both tabs stand at hand 2: it is taken once, and the other one is asked about.
    for table in (other, lone_phone.table):
        table.next_hand()
    lone_phone.table.choose(*TABLE_GAMES[1])
    other.choose(*TABLE_GAMES[3])
    lone_phone.table.record()
    begun.get_by_role("button", name="Save").tap()
    expect(begun.get_by_role("heading", name="This phone has hand 2 already.")).to_be_visible()
    begun.get_by_role("button", name="keep what stands").tap()
    expect(begun.locator("h1")).to_contain_text("Hand 3")
    first.close()
    lone_phone.table.next_hand()
    lone_phone.table.choose(*TABLE_GAMES[2])
    lone_phone.table.record()
    expect(lone_phone.frame.locator(".hand")).to_have_count(3)


def test_a_tab_that_does_not_answer_is_taken_over_and_then_says_so(lone_phone: SitePhone) -> None:
    sheet = started(lone_phone).partition("/app/")[2]
    first, second = lone_phone.page, lone_phone.context.new_page()
    session = lone_phone.context.new_cdp_session(first)
    # It sleeps: nothing that it is told is heard.
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    lone_phone.page = second
    lone_phone.open(sheet)
    second.get_by_role("button", name="Use it here").tap(timeout=START)
    lone_phone.wait_until_started()
    lone_phone.table.next_hand()
    lone_phone.table.choose(*TABLE_GAMES[1])
    lone_phone.table.record()
    session.send("Debugger.resume")
    expect(first.locator(".said")).to_contain_text("goes on in another tab")


def wait_for_release(phone: SitePhone, release: str, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The state of the releases when one has started whose name is this. before: the state that it was."""
    for _ in range(START // 500):
        with suppress(Error):
            state = phone.releases()
            # A release that does not start is in use for a moment, before the one that was comes back.
            if state["trial"] == 0 and state["current"] == release and state != before:
                return state
        phone.page.wait_for_timeout(500)
    raise AssertionError(phone.releases())


def test_a_new_release_is_taken_by_a_tap_or_at_a_start_and_one_that_does_not_start_goes_back(
    chromium: Browser, site: Path, tmp_path: Path
) -> None:
    def take(phone: SitePhone, release: str) -> str:
        """Tap; the release that was refused, when one has started whose name is this."""
        expect(phone.page.locator("#tell")).to_contain_text("A new release", timeout=START)
        before = phone.releases()
        phone.page.get_by_role("button", name="Use it now").tap()
        return str(wait_for_release(phone, release, before).get("refused"))

    served = tmp_path / "served"
    first = releases.another(site, served, lambda folder: None)
    with hosting(served) as host, site_phone(chromium, tmp_path / "phone", host.address) as phone:
        sheet = started(phone).partition("/app/")[2]
        migrated = releases.another(site, served, releases.migrates)
        phone.open(sheet)
        phone.wait_until_started()
        take(phone, migrated)
        expect(phone.wait_until_started().locator(".hand")).to_have_count(1)
        phone.table.next_hand()
        phone.table.choose(*TABLE_GAMES[1])
        phone.table.record()
        # What does not start is left again, and not tried once more; nothing that was recorded since goes with it.
        refused = releases.another(site, served, releases.does_not_start)
        phone.open(sheet)
        phone.wait_until_started()
        assert take(phone, migrated) == refused
        expect(phone.wait_until_started().locator(".hand")).to_have_count(2)
        # A release that does not know the tables leaves the database alone: the newer one comes back.
        assert releases.another(site, served, releases.looks_other) != first
        older = releases.another(site, served, lambda folder: None)
        assert older == first
        phone.open(sheet)
        phone.wait_until_started()
        assert take(phone, migrated) == first
        expect(phone.wait_until_started().locator(".hand")).to_have_count(2)


def test_a_release_that_came_damaged_leaves_nothing_behind(chromium: Browser, site: Path, tmp_path: Path) -> None:
    served = tmp_path / "served"
    first = releases.another(site, served, lambda folder: None)
    with hosting(served) as host, site_phone(chromium, tmp_path / "phone", host.address) as phone:
        phone.open()
        phone.wait_until_started()
        releases.another(site, served, releases.looks_other)
        releases.looks_other(served)
        phone.open()
        phone.wait_until_started()
        while not any(asked.startswith(f"{PATH}site/shell.css?release=") for asked in host.asked[-3:]):
            phone.page.wait_for_timeout(100)
        kept = [f"scorer {PATH}", f"scorer {PATH} {first}"]
        phone.page.wait_for_function("(kept) => caches.keys().then((names) => `${names}` === `${kept}`)", arg=kept)
        assert "ready" not in phone.releases()


def test_a_release_that_is_ready_is_taken_at_a_start_but_not_while_a_hand_is_open(
    chromium: Browser, site: Path, tmp_path: Path
) -> None:
    served = tmp_path / "served"
    first = releases.another(site, served, lambda folder: None)
    with hosting(served) as host, site_phone(chromium, tmp_path / "phone", host.address) as phone:
        sheet = started(phone).partition("/app/")[2]
        phone.table.next_hand()
        phone.table.to_auction()
        phone.table.speak("no proposal")
        second = releases.another(site, served, releases.looks_other)
        phone.open()
        phone.wait_until_started()
        expect(phone.page.locator("#tell")).to_contain_text("A new release", timeout=START)
        phone.page.reload()
        phone.wait_until_started()
        state = phone.releases()
        assert (state["current"], state["ready"]) == (first, second)
        phone.open(f"{sheet}/auction")
        frame = phone.wait_until_started()
        frame.get_by_role("button", name=re.compile("Undo the call")).tap()
        expect(frame.locator(".call")).to_have_count(0)
        # Nor while one is half entered.
        frame.goto(f"{host.address}app/{sheet}/hand")
        frame.locator("label[for=level-7]").tap()
        phone.open()
        phone.wait_until_started()
        assert phone.releases()["current"] == first
        phone.open(f"{sheet}/hand")
        frame = phone.wait_until_started()
        expect(frame.locator("#level-7")).to_be_checked()
        phone.table.choose(*TABLE_GAMES[1])
        phone.table.record()
        # As soon as the first page is kept as it is now.
        while phone.kept_home("Open"):
            phone.page.wait_for_timeout(50)
        phone.open()
        wait_for_release(phone, second)
        expect(phone.wait_until_started().get_by_role("link", name="Continue with hand 3")).to_be_visible()


@pytest.mark.parametrize("losing", [{}, killing.LOST], ids=["both-copies", "one-copy-deleted-now-and-then"])
def test_a_browser_that_is_killed_loses_nothing_that_was_acknowledged_and_doubles_nothing(
    losing: dict[int, str], chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    chance = random.Random("killed")
    acknowledged: list[str] = []
    lives: list[float] = []
    lost = doubled = 0
    address = ""
    for life in range(killing.TIMES):
        since = time.monotonic()
        # As Chromium itself does with a database that it finds torn.
        if life % 10 in losing:
            lose(tmp_path / "phone", losing[life % 10])
        with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
            phone.context.expose_function("acknowledged", lambda key: acknowledged.append(key))
            if address:
                lost, doubled = missed(phone, address, acknowledged)
                assert (lost, doubled) == (0, 0), f"in life {life} of {len(acknowledged)} hands"
            else:
                address = started(phone).partition("/app/")[2]
            before = len(acknowledged)
            phone.frame.evaluate(
                f"(hands) => {{ ({RECORD})(hands).catch((fault) => acknowledged(`refused ${{fault}}`)); }}",
                [f"{PATH}app/{address}", killing.hands(chance, 40)],
            )
            for _ in range(START // 20):
                if len(acknowledged) > before:
                    break
                phone.page.wait_for_timeout(20)
            assert len(acknowledged) > before, phone.complaints
            phone.page.wait_for_timeout(chance.randrange(700))
            phone.kill()
        lives.append(time.monotonic() - since)
    deleted = sum(life % 10 in losing for life in range(killing.TIMES))
    if losing:
        lose(tmp_path / "phone", "IndexedDB")
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        lost, doubled = missed(phone, address, acknowledged)
        assert (lost, doubled) == (0, 0)
        while phone.kept_home("Sheets") != "1":
            phone.page.wait_for_timeout(50)
    count = f"{len(acknowledged)} hands acknowledged, {lost} lost, {doubled} doubled"
    print(
        f"killed {killing.TIMES} times, a copy deleted before {deleted} of them: {count}; "
        f"the longest life took {max(lives):.0f} s"
    )
    if not losing:
        return
    for copy in losing.values():
        lose(tmp_path / "phone", copy)
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        said = "has lost what Scorer stored in it: 1 sheet is gone"
        phone.open()
        expect(phone.wait_until_started().get_by_role("alert")).to_contain_text(said)
        # Until there is one again.
        phone.open()
        frame = phone.wait_until_started()
        expect(frame.get_by_role("alert")).to_contain_text(said)
        frame.get_by_role("alert").get_by_role("link").tap()
        frame.get_by_role("heading", name="Restore", exact=True).wait_for()


def lose(folder: Path, copy: str) -> None:
    """Delete one of the two copies from the folder of a browser that does not run."""
    shutil.rmtree(folder / "Default" / copy)


def missed(phone: SitePhone, address: str, acknowledged: list[str]) -> tuple[int, int]:
    """Open the sheet: how many of the hands that were acknowledged are not there, how many are there twice."""
    phone.open(address)
    phone.wait_until_started()
    keys = [str(entry.get("key")) for entry in phone.sheet_file()["history"]]
    hands = [key for key in keys if re.fullmatch(r"key-\d{12}", key)]
    return len(set(acknowledged) - set(hands)), len(hands) - len(set(hands))
