"""Bytes that a phone receives, counted in a real browser as they come over the wire, with headers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from ...chromium import FLAGS, find_chromium
from ...web.table import Table
from ..faults.server import HOST
from .book import Book
from .figures import Extent, Figure
from .speed import folder, scorer

HAND = ("Amber", "Betty", "6", "H", "7")
A_LOOK = 3_500
"""Milliseconds in which a phone that watches has looked for news."""
MOST_AFTER_A_HAND = 20_000
MOST_AT_FIRST = 60 * 1024


class Counted:
    """sent: bytes of the answers to a page as they came, with what is before them."""

    def __init__(self, page: Page) -> None:
        self.sent = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._finish)

    def _finish(self, event: dict[str, Any]) -> None:
        self.sent += event["encodedDataLength"]

    def anew(self) -> None:
        self.sent = 0


class Watcher:
    """A phone with two pages: one that records a hand, and one that shows the sheet meanwhile."""

    def __init__(self, phone: BrowserContext, sheet: str) -> None:
        self.recording, self.watching = phone.new_page(), phone.new_page()
        self.watching.goto(f"/sheets/{sheet}", wait_until="networkidle")
        self.recording.goto(f"/sheets/{sheet}/hand", wait_until="networkidle")
        self._counted, self._watched = Counted(self.recording), Counted(self.watching)

    def record(self) -> None:
        table = Table(self.recording)
        table.choose(*HAND)
        self.recording.wait_for_load_state("networkidle")
        self._counted.anew()
        self._watched.anew()
        table.record()

    def brought(self) -> tuple[int, int]:
        """The bytes that the hand brought to the page that recorded it, and to the other."""
        for page in (self.recording, self.watching):
            page.wait_for_load_state("networkidle")
        return self._counted.sent, self._watched.sent


@contextmanager
def browser(address: str) -> Iterator[Any]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)

        def phone(key: str = "") -> BrowserContext:
            context = chromium.new_context(
                viewport={"width": 360, "height": 640},
                base_url=address,
                has_touch=True,
                device_scale_factor=1,
                service_workers="block",
            )
            context.set_default_timeout(60_000)
            if key:
                context.add_cookies([{"name": "device", "value": key, "url": address}])
            return context

        yield phone
        chromium.close()


def wire(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, 20, extent.hands)
        with scorer(book) as server, browser(f"http://{HOST}:{server.port}") as phone:
            first = Counted(page := phone().new_page())
            page.goto("/", wait_until="networkidle")
            watchers = [Watcher(phone(book.key), sheet) for sheet in book.sheets]
            for watcher in watchers:
                watcher.record()
            page.wait_for_timeout(A_LOOK)
            after = [watcher.brought() for watcher in watchers]
    bytes_of = [f"{recorded / 1000:.0f} and {watched / 1000:.0f} kB" for recorded, watched in after]
    return [
        Figure(
            f"bytes after a recorded hand, 20 and {extent.hands:,} hands: who recorded, who watched",
            "; ".join(bytes_of),
            "≤ 20 kB each",
            max(map(max, after)) <= MOST_AFTER_A_HAND,
        ),
        Figure("first visit", f"{first.sent / 1024:.0f} KiB", "≤ 60 KiB", first.sent <= MOST_AT_FIRST),
    ]
