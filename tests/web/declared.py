"""A person at a table of four with a real browser: hands with a declarer, and calls in rotation."""

from playwright.sync_api import Page, expect

from .table import Table

FOUR = ("North", "East", "South", "West")

TOO_SMALL = """() => [...document.querySelectorAll('button, summary, .key, .touch, .tabs a, a.icon, a.go')]
    .filter(e => !e.closest('details:not([open]) > :not(summary)'))
    .map(e => [e.className || e.tagName, e.innerText, e.getBoundingClientRect()])
    .filter(([, , box]) => box.width > 1 && (box.width < 44 || box.height < 48))
    .map(([kind, text, box]) => `${kind} ${text} ${box.width}x${box.height}`)"""


class DeclaredTable(Table):
    def declare(self, declarer: str, level: str, suit: str, tricks: str, doubling: str = "") -> None:
        page = self.page
        self.tap(page.get_by_text(f"{declarer} declared", exact=True).locator(".."))
        self.tap(page.locator(f"label[for=level-{level}]"))
        self.tap(page.locator(f"label[for=suit-{suit}]"))
        if doubling:
            self.tap(page.locator(f"label[for=doubling-{doubling}]"))
        self.tap(page.locator(f"label[for=tricks-{tricks}]"))

    def say(self, *calls: str) -> None:
        """Call after call by whoever's turn it is: "pass", "X", "XX", or a bid as "2red"."""
        for call in calls:
            turn = self.page.locator(".turn h2")
            asked = turn.inner_text()
            level = call[: len(call) - len(call.lstrip("0123456789"))]
            if level:
                self.tap(self.page.locator(f"label[for=level-{level}]"))
                self.tap(self.page.locator(f"button[name=suit][value='{call.removeprefix(level)}']"))
            else:
                self.tap(self.page.locator(f"button[name=call][value='{call}']"))
            expect(turn.filter(has_text=asked)).to_have_count(0)


def fits(page: Page) -> None:
    """Everything is on one screen of 360 × 640 above the dock, and big enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dock, keys = page.locator(".dock").bounding_box(), page.locator("#entry .key >> visible=true").all()
    boxes = [key.bounding_box() for key in keys]
    assert dock
    assert max(box["y"] + box["height"] for box in boxes if box) <= dock["y"]
    assert page.evaluate(TOO_SMALL) == []
