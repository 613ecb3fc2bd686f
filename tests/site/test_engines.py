"""The edition on the phone alone in Firefox and in WebKit: got, a hand recorded, the host gone, opened cold."""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ..instruments.faults.hands import PLAYERS, Hand
from ..web.engines import firefox, packages
from ..web.engines.conftest import ENGINES
from ..web.engines.engine import Engine
from ..web.engines.packages import find_firefox
from . import killing
from .static_host import PATH, StaticHost
from .test_long import RECORD

pytestmark = pytest.mark.long
PATIENCE = 4
"""How often the engine's own patience is taken until the app has come and started."""
SHOWS = """(selector) => {
    const page = document.querySelector("iframe")?.contentDocument;
    return Boolean(page?.querySelector(selector)) && !("kept" in page.documentElement.dataset);
}"""
CLICK = "(selector) => document.querySelector('iframe').contentDocument.querySelector(selector).click()"
START = """(names) => {
    const page = document.querySelector("iframe").contentDocument;
    const fields = page.querySelectorAll("input[name=player][type=text]");
    names.forEach((name, seat) => { fields[seat].value = name; });
    fields[0].form.requestSubmit(fields[0].form.querySelector("button[value=start]"));
}"""
CHOOSE = """(fields) => {
    const form = document.querySelector("iframe").contentDocument.querySelector("form[data-act=next]");
    for (const [name, value] of Object.entries(fields)) {
        const choice = form.querySelector(`input[name="${name}"][value="${value}"]`);
        choice.checked = true;
        choice.dispatchEvent(new Event("change", { bubbles: true }));
    }
}"""

SHEET = "() => /sheets\\/[^/]+$/.test(location.href) && location.href"
HANDS = "() => document.querySelector('iframe').contentDocument.querySelectorAll('.hand').length"
JOURNALS = """async (name) => {
    const root = await navigator.storage?.getDirectory?.().catch(() => null);
    const folder = await root?.getDirectoryHandle(encodeURIComponent(name)).catch(() => null);
    let count = 0;
    for await (const file of folder?.values() ?? []) count += 1;
    return `${count}`;
}"""
LOSE = """(name) => new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve(true);
})"""


@pytest.fixture(params=ENGINES)
def other_engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    find, started, needed = ENGINES[request.param]
    if not find():
        pytest.skip(f"NOT TRIED IN {request.param.upper()}: install {' and '.join(needed)}")
    with started() as engine:
        yield engine


def wait(engine: Engine, selector: str) -> None:
    for _ in range(PATIENCE - 1):
        with suppress(AssertionError):
            engine.wait(SHOWS, selector)
            return
    engine.wait(SHOWS, selector)


def with_a_hand(engine: Engine, address: str) -> str:
    """The address of a sheet with one hand."""
    engine.go(address)
    wait(engine, ".games a")
    engine.run(CLICK, ".games a[href$='/new/offender']")
    wait(engine, ":root.js input[name=player]")
    engine.run(START, PLAYERS)
    wait(engine, "form[data-act=next]")
    wait(engine, ":root.js .bar #outbox:not([hidden])")
    engine.run(CHOOSE, Hand("Amber", "Cindy", 6, "H", 7).fields())
    save = "form[data-act=next] .dock .go"
    wait(engine, f"{save}:not([aria-disabled], [data-incomplete])")
    engine.run(CLICK, save)
    wait(engine, ".just-done")
    engine.run(CLICK, ".bar > a.icon")
    return str(engine.wait(SHEET))


def test_a_hand_is_kept_when_the_host_is_gone(other_engine: Engine, static_host: StaticHost) -> None:
    engine = other_engine
    sheet = with_a_hand(engine, static_host.address)
    static_host.stop()
    engine.go(sheet)
    wait(engine, ".hand")
    assert engine.run(HANDS) == 1
    # Where the browser has files of its own, all of it is there twice.
    journals = engine.wait(JOURNALS, f"scorer {PATH}")
    print(f"{type(engine).__name__}: {journals} journals")
    assert engine.wait(LOSE, f"scorer {PATH}")
    if journals == "0":
        engine.go(static_host.address)
        wait(engine, "[role=alert] a[href$='/backup']")
    else:
        engine.go(sheet)
        wait(engine, ".hand")
        assert engine.run(HANDS) == 1


KILLS = 10
HEARD = "() => { window.heard = []; window.acknowledged = (key) => heard.push(key); return true; }"
KEYS = """async (sheet) => {
    const file = await (await fetch(`${sheet}/sheet-with-history.json`)).json();
    return file.history.map(({ key }) => `${key}`).filter((key) => key.startsWith("key-"));
}"""
FARED = """async ([name, at, isForgotten]) => {
    const { current } = await (await caches.match(`${at}state`, { cacheName: name })).json();
    const cache = await caches.open(`${name} ${current}`);
    if (isForgotten) await cache.delete(`${at}memory-mark`);
    return (await cache.match(`${at}memory-mark`))?.json() ?? { tries: 0 };
}"""


def test_firefox_killed_in_a_save_in_a_start_and_while_it_makes_its_memory_loses_and_doubles_nothing(
    static_host: StaticHost, tmp_path: Path
) -> None:
    if not find_firefox():
        pytest.skip(f"NOT TRIED IN FIREFOX: install {' and '.join(packages.FIREFOX)}")
    chance = random.Random("killed")
    acknowledged: list[str] = []
    kills = {"save": 0, "start": 0, "memory": 0, "from the memory": 0}
    sheet, took = "", 1.0
    while (life := sum(list(kills.values())[:3])) <= KILLS:
        kind = ("memory", "save", "start")[life % 3]
        with firefox.started(tmp_path / "profile") as engine:

            def fared(wanted: str, *, forget: bool = False) -> None:
                asked = [f"scorer {PATH}", PATH, forget]
                while not (engine.run(FARED, asked) or {}).get(wanted):
                    asked[2] = False
                    time.sleep(0.1)

            since = time.monotonic()
            if kind == "start" and life < KILLS:
                engine.run("(sheet) => { location.href = sheet; }", sheet)
                time.sleep(chance.random() * took)
            else:
                if sheet:
                    engine.go(sheet)
                    wait(engine, ".hand")
                    took = time.monotonic() - since
                else:
                    sheet = with_a_hand(engine, static_host.address)
                inner = f"{PATH}app/{sheet.removeprefix(static_host.address)}"
                there = engine.run(KEYS, inner)
                lost, doubled = {*acknowledged} - {*there}, len(there) - len({*there})
                assert (lost, doubled) == (set(), 0), kills
                if life == KILLS:
                    break
                kills["from the memory"] += bool(engine.run(FARED, [f"scorer {PATH}", PATH, False]).get("isWhole"))
                engine.run(HEARD)
                recorded = [inner, killing.hands(chance, 40)]
                engine.run(f"(hands) => {{ ({RECORD})(hands); return true; }}", recorded)
                engine.wait("() => heard.length")
                if kind == "memory":
                    # Every other one is made whole, so that there is a start from it.
                    fared("isWhole" if kills[kind] % 2 else "tries", forget=True)
                time.sleep(chance.random())
                acknowledged += engine.run("() => heard")
            engine.kill()
            kills[kind] += 1
    print(f"Firefox killed, {kills}: {len(acknowledged)} hands acknowledged, none lost or doubled")
