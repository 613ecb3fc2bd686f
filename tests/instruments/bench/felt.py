"""What a tap on Save feels like: counted in the page itself, from the finger to the frame with the next form."""

from collections.abc import Sequence
from statistics import median
from typing import Any

from playwright.sync_api import Frame, Page

from ...web.table import Table
from ..faults.hands import EVERY_HAND
from ..faults.server import HOST
from .book import Book
from .figures import Extent, Figure
from .speed import folder, scorer
from .wire import browser

SLOWER = 4
"""How many times slower the phone is than this machine."""
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""150 ms there and back, 1.6 Mbit/s."""
MIDDLE, LATE = 150, 300
"""Milliseconds within which half of the next forms and 95 of 100 are to be there."""
NAME = f"Save to the next form, phone {SLOWER} times slower, 150 ms, 1.6 Mbit/s: ms, 95 of 100 within"
WATCH = """() => {
    const number = document.querySelector("#number").textContent;
    window.felt = new Promise((resolve) => {
        addEventListener("pointerdown", ({ timeStamp }) => {
            const tell = (times) => requestAnimationFrame(() => setTimeout(() => {
                const form = document.querySelector("form[data-act=next]");
                const isNext = form && document.querySelector("#number").textContent !== number;
                if (!times.length && isNext && !form.inert && !form.querySelector(":checked")) {
                    times.push(performance.now() - timeStamp);
                }
                const isSaved = document.querySelector(".just-done")?.textContent.includes("Change");
                if (times.length && isSaved) resolve([...times, performance.now() - timeStamp]);
                else tell(times);
            }));
            tell([]);
        }, { capture: true, once: true });
    });
}"""
"""Counts until a frame is drawn in which the form of the next hand is there, with nothing chosen and open to taps;
then until the page says that the hand is saved."""


def ms_of_a_hand(page: Page | Frame, number: int) -> tuple[float, float]:
    """Enter a hand and save it: the milliseconds to the next form, and until the hand is said to be saved."""
    place: Any = page
    table, hand = Table(place), EVERY_HAND[number * 37]
    table.choose(hand.proposer, hand.accepter, str(hand.level), hand.suit, str(hand.tricks))
    page.locator("[data-goes-on]").wait_for()
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    table.tap(page.get_by_role("button", name="Save"))
    form, saved = page.evaluate("felt")
    return form, saved


def within(took: Sequence[float], share: float) -> float:
    return sorted(took)[int(len(took) * share)]


def in_short(took: Sequence[float], share: float) -> str:
    return f"{median(took):.0f}, {within(took, share):.0f} ({len(took)} hands)"


def felt(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, 20)
        with scorer(book) as server, browser(f"http://{HOST}:{server.port}") as phone:
            page = phone(book.key).new_page()
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", NETWORK)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(f"/sheets/{book.sheets[0]}/hand")
            hands = [ms_of_a_hand(page, number) for number in range(min(100, extent.hands // 10))]
    forms, saved = zip(*hands, strict=True)
    reached = median(forms) <= MIDDLE and within(forms, 0.95) <= LATE
    return [
        Figure(NAME, in_short(forms, 0.95), f"≤ {MIDDLE}, ≤ {LATE}", reached),
        Figure("the same, until the page says that the hand is saved", in_short(saved, 0.95), "none"),
    ]
