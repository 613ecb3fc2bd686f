"""All screens of the games in every size, as they are and with longer texts, under short, usual and long names."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from flask import Flask
from playwright.sync_api import Browser, Page

from ..screenshots.camera import SETTLED, Size, open_screen
from ..screenshots.screens import ANY, Screen, all_screens
from .look import faults, lengthen

SIZES: tuple[Size, ...] = ((320, 568), (360, 640), (390, 844), (640, 360), (768, 1024))
NAMES = {
    2: ("Al", "Bo", "Cy", "Di", "Ed", "Fi", "Gu"),
    12: (
        "Alexandrinus",
        "Bartholomeus",
        "Christophera",
        "Dominiqueria",
        "Emilia-Luise",
        "Ferdinandino",
        "Gwendolinnea",
    ),
    30: (
        "Maximiliana Featherstonehaughs",
        "Bartholomew Montgomery-Smithes",
        "Wilhelmina van der Bergenstein",
        "Christophe-Alexandre Beaumonts",
        "Evangelina Papadopoulou-Walker",
        "Ferdinand Oldenburg-Hohenstein",
        "Anneliese Schwarzenbacherinnen",
    ),
}
"""Of seven players, by how many letters each has."""


class Look(NamedTuple):
    """A screen as it was looked at, and what is wrong there. longer: with every text by two fifths."""

    screen: Screen
    letters: int
    size: Size
    longer: bool
    faults: tuple[str, ...]

    @property
    def name(self) -> str:
        size = "x".join(map(str, self.size))
        return f"{self.screen.name}, names of {self.letters}, {size}{', longer' if self.longer else ''}"


def new_page(browser: Browser, address: str) -> Page:
    """A page on which screens are looked at. address: where the app is served."""
    # A service worker would ask the app past the routes of a screen.
    return browser.new_page(base_url=address, has_touch=True, service_workers="block", reduced_motion="reduce")


def look(page: Page, address: str, screen: Screen, sizes: Sequence[Size], *, longer: bool) -> Iterator[list[str]]:
    """What is wrong with a screen, size by size. longer: with every text by two fifths."""
    width, height = sizes[0]
    page.set_viewport_size({"width": width, "height": height})
    open_screen(page, address, screen)
    if longer:
        lengthen(page)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        yield faults(page)
    page.evaluate("localStorage.clear()")


def walk(app: Flask, browser: Browser, address: str, games: Iterable[str], only: Sequence[str]) -> Iterator[Look]:
    """Look at every screen. only: those whose name contains one of these."""
    page = new_page(browser, address)
    for letters, names in NAMES.items():
        # The app's own pages have names of their own.
        for screen in all_screens(app, [game for game in games if game != ANY or letters == min(NAMES)], names):
            # A menu lies over what it is opened from.
            if "menu-open" in screen.name or not any(text in screen.name for text in only):
                continue
            for longer in (False, True):
                for size, found in zip(SIZES, look(page, address, screen, SIZES, longer=longer), strict=True):
                    yield Look(screen, letters, size, longer, tuple(found))
