"""The edition on the phone alone, in a browser: how soon it starts and records a hand with many sheets in it."""

import base64
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from playwright.sync_api import Playwright, sync_playwright

from ...site.making import NoSiteError, make
from ...site.phone import START, RestingPhone, SitePhone, site_phone
from ...site.static_host import PATH, StaticHost, hosting
from ..faults.server import HOST
from .book import Book
from .felt import in_short, ms_of_a_hand, within
from .figures import Extent, Figure
from .speed import folder, scorer
from .wire import browser

SHEETS, HANDS = 200, 100
PUT = """async ([name, text]) => {
    const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const request = indexedDB.open(name, 1);
    const stores = ["pieces", "files", "state"];
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
    await new Promise((resolve) => { request.onsuccess = resolve; });
    const writes = request.result.transaction(["pieces", "files"], "readwrite");
    for (let at = 0; at * 32768 < content.length; at += 1) {
        writes.objectStore("pieces").put(content.slice(at * 32768, (at + 1) * 32768), ["/instance/scorer.db", at]);
    }
    writes.objectStore("files").put(content.length, "/instance/scorer.db");
    await new Promise((resolve) => { writes.oncomplete = resolve; });
    request.result.close();
}"""
BARE = """async (address) => {
    const begun = performance.now();
    const { loadPyodide } = await import(`${address}pyodide/pyodide.mjs`);
    await loadPyodide({ indexURL: `${address}pyodide/` });
    return performance.now() - begun;
}"""
SEEN = """
    const look = () => requestAnimationFrame(() => {
        if (!document.querySelector("#standings")) return look();
        requestAnimationFrame(() => { parent.seen = Date.now() - parent.performance.timeOrigin; });
    });
    if (parent !== window) look();
"""
"""Tells the page around the app when a frame with the sheet was drawn, in milliseconds since it was opened."""
FIGURES = (
    ("the phone alone, first time: MB over the wire", "≤ 11"),
    ("the phone alone, from the icon to the last sheet ÷ bare Pyodide", "≤ 1.5"),
    ("the phone alone, Save to the next page: ms, 99 of 100 within", "≤ 300, ≤ 1,000"),
    ("the phone alone, its first page: ms", "≤ 1,000"),
)
BESIDE = "the same hand on a server, in the same browser: ms, 99 of 100 within"


def lone(extent: Extent) -> list[Figure]:
    if extent.starts == 1:
        # That it runs is seen in tests/site, which builds the site once.
        return []
    with folder() as place:
        try:
            make(place / "site")
        except NoSiteError as missing:
            print(missing, file=sys.stderr)
            return []
        book = Book.of(place, min(HANDS, extent.hands))
        sheets = book.copy(book.sheets[0], min(SHEETS, extent.many) - 1)
        served = _served(extent, book)
        with hosting(place / "site") as host, sync_playwright() as playwright:
            *alone, home = _measured(extent, host, book, sheets[-1], playwright)
            return [*alone, served, home]


def _served(extent: Extent, book: Book) -> Figure:
    """What a hand takes on a server, which has as many sheets."""
    with scorer(book) as server, browser(f"http://{HOST}:{server.port}") as phone:
        page = phone(book.key).new_page()
        page.goto(f"/sheets/{book.sheets[0]}/hand")
        hands = [ms_of_a_hand(page, number)[0] for number in range(extent.rounds * 8)]
    return Figure(BESIDE, in_short(hands, 0.99), "none")


def _measured(extent: Extent, host: StaticHost, book: Book, sheet: str, playwright: Playwright) -> list[Figure]:
    with site_phone(playwright, book.folder / "phone", host.address) as opened:
        phone = RestingPhone(opened)
        phone.page.goto(f"{host.address}static/icon.svg")
        phone.page.evaluate(PUT, [f"scorer {PATH}", _whole(book.folder / "instance" / "scorer.db")])
        host.sent = 0
        phone.open()
        phone.wait_until_started()
        sent = host.sent / 1e6
        phone.promise()
        phone.start()
        phone.fared(isWhole=True)
        phone.context.add_init_script(SEEN)
        bares, starts, homes = [], [], []
        # In turns, as all that is compared.
        for _ in range(extent.starts):
            bares.append(_bare(phone))
            starts.append(_ms_to_open(phone, f"sheets/{sheet}"))
        phone.table.next_hand()
        hands = [ms_of_a_hand(phone.frame, number)[0] for number in range(extent.rounds * 20)]
        for _ in range(extent.rounds):
            begun = time.perf_counter()
            phone.frame.goto(f"{host.address}app/")
            homes.append(time.perf_counter() - begun)
    bare, start, home = median(bares), median(starts), median(homes)
    values = (
        (f"{sent:.1f}", sent <= 11),
        (f"{start / bare:.2f} ({start:.0f} ms beside {bare:.0f})", start / bare <= 1.5),
        (in_short(hands, 0.99), median(hands) <= 300 and within(hands, 0.99) <= 1_000),
        (f"{home * 1000:.0f}", home <= 1),
    )
    return [Figure(name, value, goal, ok) for (name, goal), (value, ok) in zip(FIGURES, values, strict=True)]


def _bare(phone: RestingPhone) -> float:
    """Milliseconds to bare Pyodide from what the phone has, in a page that has not loaded it before, and rests."""
    phone.start()
    return phone.page.evaluate(BARE, phone.address)


def _whole(database: Path) -> str:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return base64.b64encode(database.read_bytes()).decode()


def _ms_to_open(phone: SitePhone, path: str) -> float:
    phone.page.goto("about:blank")
    phone.open(path)
    phone.page.wait_for_function("() => window.seen", timeout=START)
    return phone.page.evaluate("() => window.seen")
