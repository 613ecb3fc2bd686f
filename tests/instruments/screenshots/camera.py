"""Screens in a browser: one picture for every size and theme, and whether the page fits there."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from ...chromium import is_complaint
from .first_screenful import FirstScreenful, first_screenful
from .screens import Screen

Size = tuple[int, int]
"""Width and height in CSS pixels."""
MEASURE = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
ENTER = """fields => {
    for (const [name, value] of fields) {
        const inputs = [...document.querySelectorAll("#entry input")].filter((input) => input.name === name);
        const choice = inputs.find((input) => ["radio", "checkbox"].includes(input.type) && input.value === value);
        if (choice) {
            if (!choice.checked) choice.click();
        } else if (inputs.length) {
            inputs[0].value = value;
            inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
            inputs[0].dispatchEvent(new Event("change", { bubbles: true }));
        }
    }
}"""
SETTLED = "() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true)"


@dataclass(frozen=True)
class Picture:
    """A file. wide, tall: by how many pixels the page is larger than the screen."""

    screen: Screen
    size: Size
    theme: str
    file: Path
    wide: int
    tall: int
    first: FirstScreenful


def label(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def set_theme(page: Page, theme: str) -> None:
    """ "light" and "dark" are the phone's own wish; "black" is chosen on the page."""
    page.emulate_media(color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce")
    page.evaluate(
        "theme => theme ? document.documentElement.dataset.theme = theme"
        " : delete document.documentElement.dataset.theme",
        theme if theme == "black" else "",
    )


def take_pictures(
    browser: Browser,
    address: str,
    screens: Iterable[Screen],
    sizes: Sequence[Size],
    themes: Sequence[str],
    folder: Path,
    *,
    whole: bool = False,
    counts_only: bool = False,
    complain: Callable[[str], None] = print,
) -> list[Picture]:
    """Take a picture of each screen in every size and theme. address: where the app is served; whole: of the whole
    page instead of what is seen first; counts_only: measure, and write no file; complain: is told what the browser
    complains about.
    """
    # A service worker would ask the app past the routes below.
    context = browser.new_context(base_url=address, has_touch=True, device_scale_factor=1, service_workers="block")
    page = context.new_page()
    pictures: list[Picture] = []
    state = ""
    context.on("console", lambda said: complain(f"{state}: {said.text}") if is_complaint(said) else None)
    context.on("weberror", lambda error: complain(f"{state}: {error.error}"))
    for screen in screens:
        state = screen.name
        open_screen(page, address, screen)
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for theme in themes:
                set_theme(page, theme)
                page.evaluate(SETTLED)
                file = folder / f"{screen.name}-{label(size)}-{theme}.png"
                if not counts_only:
                    page.screenshot(path=file, full_page=whole, animations="disabled")
                wide, tall = page.evaluate(MEASURE)
                pictures.append(Picture(screen, size, theme, file, wide, tall, first_screenful(page)))
        page.evaluate("localStorage.clear()")
    context.close()
    return pictures


def open_screen(page: Page, address: str, screen: Screen) -> None:
    """Show a screen on a page whose service worker is blocked. address: where the app is served."""
    page.context.clear_cookies()
    pairs = [pair.strip().partition("=") for pair in screen.cookie.split(";") if pair]
    page.context.add_cookies([{"name": name, "value": value, "url": address} for name, _, value in pairs])
    page.unroute_all()
    page.route("**/*", _answers(screen))
    page.goto(screen.path)
    if screen.fields:
        page.evaluate(ENTER, screen.fields)
        page.wait_for_load_state("networkidle")


def _answers(screen: Screen) -> Callable[[Route], None]:
    """The page is as it was answered then; what belongs to it comes from the app, and nothing is new."""

    def answer(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fulfill(status=200, headers=screen.headers, body=screen.html)
        elif "/news?" in route.request.url:
            route.fulfill(status=204, headers={"Outbox": "1"})
        else:
            route.continue_()

    return answer
