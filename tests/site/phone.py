"""A phone that has the site: a browser with a folder of its own, which may be killed and opened again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Frame, Page, Playwright, expect

from ..chromium import FLAGS, find_chromium
from ..web.table import Table
from .static_host import PATH

START = 90_000
"""Milliseconds for the app to start on a machine that does much else."""
TAP = 20_000
AT_REST = """
    const { setTimeout } = window;
    window.setTimeout = (work, ms, ...more) => setTimeout(work, ms === 20_000 ? 200 : ms, ...more);
"""
"""The phone is at rest soon."""
MARK = "async ([name, at]) => (await caches.match(`${at}-mark`, { cacheName: name }))?.json()"


class SitePhone:
    """complaints: what the browser said against a page; hosts: every address that it asked, by host."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        context.set_default_timeout(TAP)
        expect.set_options(timeout=TAP)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", lambda request: self.asked.add(request.url.split("/")[2]))
        self.page: Page = context.pages[0] if context.pages else context.new_page()

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not said.text.startswith("Failed to load resource"):
            self.complaints.append(said.text)

    def open(self, path: str = "") -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page

    @property
    def frame(self) -> Frame:
        """The pages of the app, as soon as there is one."""
        self.page.locator("iframe").wait_for(timeout=START)
        frame = self.page.locator("iframe").element_handle().content_frame()
        assert frame
        return frame

    def wait_until_started(self) -> Frame:
        """Until a page is shown that the app has made now."""
        frame = self.frame
        frame.wait_for_function(
            "() => document.body?.matches(':not(:empty)') && !('kept' in document.documentElement.dataset)",
            timeout=START,
        )
        return frame

    @property
    def table(self) -> Table:
        page: Any = self.frame
        return Table(page)

    def tap_start(self, game: str, players: tuple[str, ...]) -> None:
        """Start a sheet from the first page; the first hand is open then."""
        frame = self.frame
        frame.locator(f".games a[href$='/new/{game}']").tap()
        fields = frame.locator("input[name=player][type=text]")
        fields.first.wait_for()
        for seat, name in enumerate(players):
            fields.nth(seat).fill(name)
        frame.get_by_role("button", name="Start", exact=True).last.tap()
        frame.wait_for_url("**/hand")

    def fetch(self, path: str) -> str:
        """What an address of the app answers."""
        return self.frame.evaluate("async (path) => (await fetch(path)).text()", path)

    def sheet_file(self) -> dict[str, Any]:
        """The sheet that is shown, as the app exports it."""
        place = self.frame.url.partition("/sheets/")
        sheet = place[2].partition("/")[0].partition("?")[0]
        return json.loads(self.fetch(f"{self.address}app/sheets/{sheet}/sheet-with-history.json"))

    def releases(self) -> dict[str, Any]:
        """Which release is in use, and which ones were or will be."""
        read = "async ([name, at]) => (await (await caches.match(at, { cacheName: name })).json())"
        return self.page.evaluate(read, [f"scorer {PATH}", f"{PATH}state"])

    def kept_home(self, header: str) -> str:
        """What the first page that is kept for the next start says of itself."""
        read = "async ([name, at, of]) => (await caches.match(at, { cacheName: name }))?.headers.get(of)"
        return self.page.evaluate(read, [f"scorer {PATH}", f"{PATH}kept", header])

    def kill(self) -> None:
        """End the browser's process as a power cut does."""
        session = self.context.new_cdp_session(self.page)
        with suppress(Error):
            session.send("Browser.crash")


class RestingPhone(SitePhone):
    """A phone that makes its memory soon."""

    def __init__(self, phone: SitePhone) -> None:
        super().__init__(phone.context, phone.address)
        self.context.add_init_script(AT_REST)
        self.session = self.context.new_cdp_session(self.page)
        self.origin = {"origin": self.address.removesuffix(PATH)}

    def promise(self) -> None:
        """Let its browser promise to keep what is stored."""
        self.session.send("Browser.grantPermissions", {"permissions": ["durableStorage"], **self.origin})

    def memory(self, script: str, *words: str) -> Any:
        cache = f"scorer {PATH} {self.releases()['current']}"
        return self.page.evaluate(script, [cache, f"{PATH}memory", *words])

    def fared(self, **wanted: object) -> dict[str, Any]:
        """How the memory fared, once it is as wanted."""
        for _ in range(START // 250):
            fared = self.memory(MARK) or {}
            if wanted.items() <= fared.items():
                return fared
            self.page.wait_for_timeout(250)
        raise AssertionError(self.memory(MARK))

    def start(self, path: str = "") -> None:
        self.page.goto("about:blank")
        self.open(path)
        self.wait_until_started()

    def is_begun(self) -> bool:
        """Whether a memory was ever begun, once the phone is at rest."""
        self.page.wait_for_timeout(2_000)
        return self.memory(MARK) is not None


@contextmanager
def site_phone(playwright: Playwright | Browser, folder: Path, address: str) -> Iterator[SitePhone]:
    kind = playwright.browser_type if isinstance(playwright, Browser) else playwright.chromium
    context = kind.launch_persistent_context(
        str(folder),
        executable_path=find_chromium(),
        args=FLAGS,
        viewport={"width": 360, "height": 640},
        device_scale_factor=1,
        has_touch=True,
        reduced_motion="reduce",
    )
    try:
        yield SitePhone(context, address)
    finally:
        with suppress(Error):
            context.close()
