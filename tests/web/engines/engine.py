"""A browser as the journeys need it, whatever its engine: pages, real taps and keys, and what the page shows."""

import time
from abc import ABC, abstractmethod
from typing import Any

PATIENCE = 30
"""Seconds that a page may take to become what is waited for."""
PAUSE = 0.05

# The middle of the element in the window, once it takes taps, holds still and nothing lies above it; else null.
PLACE = """async (selector, text) => {
    const isShown = part => part.checkVisibility ? part.checkVisibility() : part.getClientRects().length > 0;
    const part = [...document.querySelectorAll(selector)]
        .find(part => isShown(part) && part.textContent.includes(text));
    if (!part || part.closest("[inert]") || document.readyState !== "complete") return null;
    const middle = () => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x + width / 2, y + height / 2].map(Math.round);
    };
    part.scrollIntoView({ block: "center" });
    const [x, y] = middle();
    await new Promise(requestAnimationFrame);
    const hit = document.elementFromPoint(x, y);
    return `${middle()}` === `${[x, y]}` && hit && (part.contains(hit) || hit.contains(part)) ? [x, y] : null;
}"""
SHOWS = (
    """(selector, text) => [...document.querySelectorAll(selector)].some(part => part.innerText.includes(text))"""
)


class Engine(ABC):
    """A running browser with one window. Scripts are functions, as text; what they take and give is JSON."""

    @abstractmethod
    def go(self, address: str) -> None: ...

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """What a function of the page gives, or null while there is no page to run it."""

    @abstractmethod
    def press(self, x: int, y: int) -> bool:
        """At a place in the window. False: nothing was pressed, because the page was just leaving."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Into the field that has the focus."""

    def wait(self, function: str, *arguments: Any) -> Any:
        """What a function gives, once it gives something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.run(function, *arguments):
                return found
            time.sleep(PAUSE)
        shown = self.run("() => `${location.pathname}\\n${document.body.innerText}`")
        raise AssertionError(f"never: {function[:60]} {arguments}, but\n{shown}")

    def tap(self, selector: str, text: str = "") -> None:
        """The first element that is shown and holds the text, with the pointer, as a person does."""
        while not self.press(*self.wait(PLACE, selector, text)):
            time.sleep(PAUSE)

    def expect(self, selector: str, text: str) -> None:
        """An element shows a text, at once or soon."""
        self.wait(SHOWS, selector, text)
