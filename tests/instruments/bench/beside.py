"""The static site of another score keeper, served compressed, beside this app in the same slow browser."""

from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, Page

from ...site.static_host import PATH, hosting
from ..faults.server import HOST
from .book import Book
from .felt import NETWORK, SLOWER
from .figures import Extent, Figure
from .speed import folder, scorer
from .wire import browser

OPENED = f"first opening to the largest part, phone {SLOWER} times slower, 150 ms, 1.6 Mbit/s: ms, {{}}"
TAPPED = "a tap to the next frame that shows something new, the same phone: ms, {}"
LARGEST = """() => new Promise((resolve) => new PerformanceObserver((list) => {
    resolve(list.getEntries().at(-1).startTime);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""
WATCH = """() => {
    window.felt = new Promise((resolve) => addEventListener("pointerdown", ({ timeStamp }) => {
        new MutationObserver((changes, observer) => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    }, { capture: true, once: true }));
}"""


def beside(extent: Extent, site: Path, tap: str) -> list[Figure]:
    """site: the folder with its index.html; tap: a selector of what is tapped on it, if anything."""
    with folder() as place, hosting(site) as theirs:
        book = Book.of(place, 1)
        with scorer(book) as ours, browser(f"http://{HOST}:{ours.port}") as phone:
            opened = ms_to_open(phone, "/", extent.starts)
        with browser(theirs.address.removesuffix(PATH)) as phone:
            figures = [
                Figure(OPENED.format("Scorer"), f"{opened:.0f}", "none"),
                Figure(OPENED.format("the other"), f"{ms_to_open(phone, PATH, extent.starts):.0f}", "none"),
            ]
            if tap:
                took = ms_of_a_tap(phone, PATH, tap, extent.starts)
                figures.append(Figure(TAPPED.format("the other"), f"{took:.0f}", "none"))
    return figures


def ms_to_open(phone: Any, path: str, times: int) -> float:
    """Until the largest part of a page is painted, each time on a phone that has nothing of it: the median."""
    return median(_slowed(phone(), path).evaluate(LARGEST) for _ in range(times))


def ms_of_a_tap(phone: Any, path: str, tap: str, times: int) -> float:
    """From the finger to the frame after the page has changed: the median."""
    took: list[float] = []
    for _ in range(times):
        page = _slowed(phone(), path)
        page.wait_for_load_state("networkidle")
        page.evaluate(WATCH)
        page.locator(tap).first.tap()
        took.append(page.evaluate("felt"))
    return median(took)


def _slowed(context: BrowserContext, path: str) -> Page:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path)
    return page
