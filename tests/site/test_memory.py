"""A start from the memory that the phone made of itself; whatever goes wrong with it, a start as without it."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..web.phone import TABLE_GAMES
from . import killing
from .phone import RestingPhone, site_phone
from .static_host import PATH, StaticHost
from .test_long import RECORD, missed, started
from .test_site import HELD

PLAYERS = ("Amber", "Betty", "Cindy", "Diana", "Quetzalcoatl")
GIGABYTES = "Object.defineProperty(navigator, 'deviceMemory', { value: %d, configurable: true });"
ROOM = """
    StorageManager.prototype.estimate = async () => ({ quota: %d_000_000 + 50_000_000, usage: 50_000_000 });
"""
FORGET = """async ([name, at]) => {
    await (await caches.open(name)).delete(`${at}-mark`);
    await (await navigator.storage.getDirectory()).removeEntry(encodeURIComponent(at)).catch(() => {});
}"""
HOLDS = """async ([name, at, text]) => {
    const entry = await (await navigator.storage.getDirectory()).getFileHandle(encodeURIComponent(at));
    const words = new TextEncoder().encode(text);
    const content = new Uint8Array(await (await entry.getFile()).arrayBuffer());
    const isAt = (from) => words.every((letter, place) => content[from + place] === letter);
    for (let at = content.indexOf(words[0]); at >= 0; at = content.indexOf(words[0], at + 1)) {
        if (isAt(at)) return true;
    }
    return false;
}"""
SPOIL = """async ([name, at, how]) => {
    const folder = await navigator.storage.getDirectory();
    const entry = await folder.getFileHandle(encodeURIComponent(at));
    const content = new Uint8Array(await (await entry.getFile()).arrayBuffer());
    const ways = {
        "gone": () => null,
        "cut": () => content.slice(0, content.length / 2),
        "no memory": () => content.fill(1, 0, 4),
        "another build": () => content.fill(1, 16, 32),
    };
    const spoilt = ways[how]();
    if (!spoilt) return folder.removeEntry(entry.name);
    const file = await entry.createWritable();
    await file.write(spoilt);
    await file.close();
}"""


@pytest.fixture
def phone(chromium: Browser, static_host: StaticHost, tmp_path: Path) -> Iterator[RestingPhone]:
    with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
        yield RestingPhone(opened)


def with_a_hand(phone: RestingPhone) -> str:
    """The address of a sheet with one hand, on a phone that has made its memory."""
    phone.open()
    phone.wait_until_started()
    phone.promise()
    phone.tap_start("offender", PLAYERS)
    phone.table.choose(*TABLE_GAMES[0])
    phone.table.record()
    phone.fared(isWhole=True)
    return phone.frame.url.partition("/app/")[2]


@pytest.mark.long
def test_a_start_goes_on_from_the_memory_with_the_sheets_of_the_phone_and_draws_its_own_keys(
    phone: RestingPhone,
) -> None:
    sheet = with_a_hand(phone)
    assert phone.memory(HOLDS, "Pirate Bridge")
    assert not phone.memory(HOLDS, PLAYERS[-1])
    link = carried(phone, sheet)
    keys = []
    for _ in range(2):
        phone.start(sheet)
        expect(phone.frame.locator(".hand")).to_have_count(1)
        # Had it failed it would be spoilt.
        assert phone.fared(starts=0) == {"tries": 1, "isWhole": True, "starts": 0}
        keys += re.findall(r'name="key" value="([^"]+)"', phone.fetch(f"{phone.address}app/{sheet}/hand"))[:1]
    assert len({*keys}) == 2
    assert carried(phone, sheet) == link
    phone.table.next_hand()
    phone.table.choose(*TABLE_GAMES[0])
    phone.table.record()
    phone.start(sheet)
    expect(phone.frame.locator(".hand")).to_have_count(2)
    assert phone.complaints == []


def carried(phone: RestingPhone, sheet: str) -> str:
    """The link that carries a sheet."""
    page = phone.fetch(f"{phone.address}app/{sheet}/send")
    [link] = re.findall(r'id="carried"[^>]*>\s*([^<]*?)\s*<', page)
    return link


@pytest.mark.long
@pytest.mark.parametrize("how", ["gone", "cut", "no memory", "another build"])
def test_a_memory_that_is_no_good_is_made_once_more_and_then_no_more(phone: RestingPhone, how: str) -> None:
    sheet = with_a_hand(phone)
    for fared in ({"tries": 2, "isWhole": True, "starts": 0}, {"tries": 2, "isSpoilt": True}):
        phone.memory(SPOIL, how)
        phone.start(sheet)
        expect(phone.frame.locator(".hand")).to_have_count(1)
        phone.fared(**fared)
    phone.start(sheet)
    assert phone.is_begun()
    assert phone.fared() == {"tries": 2, "isSpoilt": True}


@pytest.mark.long
def test_a_start_that_was_killed_twice_is_made_without_the_memory(
    chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
        phone = RestingPhone(opened)
        sheet = with_a_hand(phone)
        phone.kill()
    for starts in (1, 2):
        with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
            phone = RestingPhone(opened)
            phone.context.add_init_script(HELD)
            phone.open(sheet)
            phone.fared(starts=starts)
            phone.kill()
    with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
        # It is not at rest before it is looked at.
        phone = RestingPhone(opened)
        phone.context.add_init_script("delete StorageManager.prototype.persisted;")
        phone.start(sheet)
        expect(phone.frame.locator(".hand")).to_have_count(1)
        assert phone.fared() == {"tries": 1, "isSpoilt": True}


@pytest.mark.long
def test_a_memory_whose_making_was_killed_is_never_tried_again(
    chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    for _ in range(2):
        with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
            phone = RestingPhone(opened)
            phone.context.add_init_script(NEVER_MADE)
            phone.open()
            phone.wait_until_started()
            phone.promise()
            phone.start()
            assert phone.fared(tries=1) == {"tries": 1}
            assert phone.is_begun()
            assert phone.fared() == {"tries": 1}
            phone.kill()


NEVER_MADE = """
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (said, ...more) {
        if (!said.keep) postMessage.call(this, said, ...more);
    };
"""


@pytest.mark.long
def test_a_memory_is_not_made_without_a_promise_room_rest_or_a_phone_that_is_large_enough(
    phone: RestingPhone,
) -> None:
    phone.open()
    phone.wait_until_started()
    assert not phone.is_begun()
    phone.promise()
    phone.context.add_init_script(ROOM % 299)
    phone.start()
    assert not phone.is_begun()
    phone.context.add_init_script(ROOM % 300)
    phone.context.add_init_script(GIGABYTES % 2)
    phone.start()
    assert not phone.is_begun()
    phone.context.add_init_script(GIGABYTES % 4)
    # Nor while a hand is half entered.
    phone.tap_start("offender", PLAYERS)
    phone.frame.locator("label[for=level-7]").tap()
    phone.start()
    assert not phone.is_begun()
    phone.page.evaluate("localStorage.clear()")
    phone.start()
    phone.fared(isWhole=True)


@pytest.mark.long
def test_a_browser_that_is_killed_in_a_save_in_a_start_and_while_it_makes_its_memory_loses_and_doubles_nothing(
    chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    chance = random.Random("killed")
    acknowledged: list[str] = []
    kills: dict[str, int] = dict.fromkeys(("save", "start", "memory"), 0)
    sheet, began, lost, doubled = "", 1.0, 0, 0

    @contextmanager
    def life(how: str = "") -> Iterator[RestingPhone]:
        """One of the browser, which is killed at its end. how: what it was about."""
        with site_phone(chromium, tmp_path / "phone", static_host.address) as opened:
            opened.context.expose_function("acknowledged", lambda key: acknowledged.append(key))
            phone = RestingPhone(opened)
            phone.promise()
            yield phone
            phone.kill()
        kills[how] += 1

    def save(phone: RestingPhone, most: int) -> None:
        """Record so many hands; go on once the first of them is acknowledged."""
        before = len(acknowledged)
        phone.frame.evaluate(
            f"(hands) => {{ ({RECORD})(hands).catch((fault) => acknowledged(`refused ${{fault}}`)); }}",
            [f"{PATH}app/{sheet}", killing.hands(chance, most)],
        )
        while len(acknowledged) == before:
            phone.page.wait_for_timeout(20)

    while sum(kills.values()) < killing.TIMES:
        with life("save") as phone:
            if sheet:
                lost, doubled = missed(phone, sheet, acknowledged)
                assert (lost, doubled) == (0, 0), kills
            else:
                sheet = started(phone).partition("/app/")[2]
            phone.memory(FORGET)
            since = time.monotonic()
            save(phone, 1)
            phone.fared(isWhole=True)
            took = time.monotonic() - since
            save(phone, 40)
            phone.page.wait_for_timeout(chance.randrange(700))
        with life("start") as phone:
            phone.page.goto(f"{phone.address}{sheet}", wait_until="commit")
            phone.page.wait_for_timeout(1_000 * chance.random() * began)
        with life("memory") as phone:
            since = time.monotonic()
            lost, doubled = missed(phone, sheet, acknowledged)
            began = time.monotonic() - since
            assert (lost, doubled) == (0, 0), kills
            phone.memory(FORGET)
            save(phone, 1)
            phone.fared(tries=1)
            phone.page.wait_for_timeout(1_000 * chance.random() * took)
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        lost, doubled = missed(phone, sheet, acknowledged)
        assert (lost, doubled) == (0, 0)
    print(f"killed {kills}: {len(acknowledged)} hands acknowledged, {lost} lost, {doubled} doubled")
