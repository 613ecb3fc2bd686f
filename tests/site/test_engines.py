"""The edition on the phone alone in Firefox and in WebKit: got, a hand recorded, the host gone, opened cold."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from ..instruments.faults.hands import PLAYERS, Hand
from ..web.engines.conftest import ENGINES
from ..web.engines.engine import Engine
from .static_host import PATH, StaticHost

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


def test_a_hand_is_kept_when_the_host_is_gone(other_engine: Engine, static_host: StaticHost) -> None:
    engine = other_engine
    engine.go(static_host.address)
    wait(engine, ".games a")
    engine.run(CLICK, ".games a[href$='/new/offender']")
    wait(engine, ":root.js input[name=player]")
    engine.run(START, PLAYERS[:4])
    wait(engine, "form[data-act=next]")
    wait(engine, ":root.js .bar #outbox:not([hidden])")
    engine.run(CHOOSE, Hand("Amber", "Cindy", 6, "H", 7).fields())
    save = "form[data-act=next] .dock .go"
    wait(engine, f"{save}:not([aria-disabled], [data-incomplete])")
    engine.run(CLICK, save)
    wait(engine, ".just-done")
    engine.run(CLICK, ".bar > a.icon")
    sheet = engine.wait(SHEET)
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
