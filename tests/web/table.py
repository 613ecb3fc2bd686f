"""A person at the table with a real browser: what is tapped, and how often."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from playwright.sync_api import FloatRect, Locator, Page, expect

from .phone import PLAYERS, Phone, read_page

TO_TAP = "button, summary, .key, .touch, .tabs a, a.icon, a.go"
"""What a page for entering a hand has for a thumb."""
OtherPage = Callable[..., Page]
"""What the fixture `other_page` is."""
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


HELP = Path(__file__).parents[2] / "templates" / "help" / "topics" / "hand.html"
BUDGET = re.compile(r'<tr><th scope="row">([^<]+)</th><td>(\d+)</td></tr>')
TAPS = {hand: int(taps) for hand, taps in BUDGET.findall(HELP.read_text(encoding="utf-8"))}
"""The most taps that a hand takes, its Save among them, as Help tells people. [users: Budgets]"""


AXE = Path(__file__).parents[1] / "axe" / "axe-4.14.1.min.js"

CHOOSE = """theme => {
    const look = document.documentElement.dataset;
    if (theme) Object.assign(look, { theme, suits: "four" });
    else if (look.theme === "black") { delete look.theme; delete look.suits; }
}"""
COLOURS = ", runOnly: ['color-contrast']"
"""By night only the colours are others."""
EVERYTHING = ", rules: {'target-size': {enabled: true}}"
"""That what is tapped is 24 pixels high is not asked by itself."""
LOW = """() => [...document.querySelectorAll("a, button, summary, select")]
    .filter(part => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".unseen, .outbox"))
    .filter(part => getComputedStyle(part, "::after").position !== "absolute")
    .map(part => [part.textContent.trim(), part.getBoundingClientRect().height])
    .filter(([, high]) => high > 1 && high < 23.5).map(([text, high]) => `${text} is ${high} px high`)"""
"""What is tapped, a link within a line too, and is lower than 24 pixels."""
ZOOMS = """() => [...document.querySelectorAll("a, button, label, summary, select, textarea, [type=text]")]
    .filter(part => part.checkVisibility())
    .map(part => [part, getComputedStyle(part)])
    .filter(([part, { touchAction, fontSize }]) => touchAction === "auto"
        || part.matches("textarea, [type=text]") && parseFloat(fontSize) < 16)
    .map(([part, { touchAction, fontSize }]) => `${part.outerHTML}: ${touchAction}, ${fontSize}`)"""
"""Where an iPhone zooms: at two fast taps, and at fields of text below 16 pixels."""
Looks = tuple[tuple[Literal["light", "dark"], str, str], ...]
DAY_AND_NIGHT: Looks = (("light", "", EVERYTHING), ("dark", "", COLOURS))
EVERY_LOOK: Looks = (*DAY_AND_NIGHT, ("dark", "black", COLOURS))
"""The scheme of the phone, the theme that was chosen in Settings, and what axe is asked."""


BROKEN_WORDS = r"""() => [...document.querySelectorAll("main *")]
    .filter(part => part.checkVisibility() && !part.closest(".unseen, .outbox, .speaks"))
    .flatMap(part => [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE))
    .flatMap(text => [...text.data.matchAll(/[\p{L}\d]+/gu)].filter(({ 0: word, index }) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()].filter(box => box.width > 1).map(box => box.top);
        return Math.max(...tops) - Math.min(...tops) > 4;
    }).map(([word]) => word))"""


def found_by_axe(page: Page, looks: Looks = DAY_AND_NIGHT) -> list[str]:
    """What it complains about, look by look. In true black the suits have four colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = []
    for scheme, theme, asked in looks:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(CHOOSE, theme)
        # All that it found in order is fifty kilobytes more, which Playwright would take apart; and what it would
        # load by itself are stylesheets for a rule that is not asked, and sounds, which no page has.
        violations = page.evaluate(
            f"axe.run({{resultTypes: ['violations'], preload: false{asked}}}).then(it => it.violations)"
        )
        found += [
            f"{theme or scheme}, {violation['id']}: {node['html'][:120]} ({node['failureSummary']})"
            for violation in violations
            for node in violation["nodes"]
        ]
    page.emulate_media(color_scheme="light")
    page.evaluate(CHOOSE, "")
    return found


def too_small(page: Page, targets: str, width: int = 48, height: int = 48) -> list[str]:
    """What of the page's targets that are seen is smaller than a thumb needs, in pixels."""
    measured = """([targets, width, height]) => [...document.querySelectorAll(targets)]
        .filter(part => part.checkVisibility()).map(part => [part, part.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.width < width || box.height < height))
        .map(([part, box]) => `${part.className || part.tagName} ${part.innerText} ${box.width}x${box.height}`)"""
    return page.evaluate(measured, [targets, width, height])


def box_of(part: Locator) -> FloatRect:
    """Where something that is seen lies in the window, in pixels."""
    box = part.bounding_box()
    assert box
    return box


def fits_window(page: Page, width: int = 360, height: int = 640) -> None:
    """Nothing of a page is to be scrolled for."""
    wide, high = page.locator("html").evaluate("root => [root.scrollWidth, root.scrollHeight]")
    assert (wide <= width, high <= height) == (True, True), (wide, high)


def join(page: Page, phone: Phone, sheet: str, role: str = "view") -> None:
    """Open a sheet that a phone shares, as a guest without a name."""
    page.goto(phone.share(sheet, role))
    page.get_by_role("button", name="I am a guest").click()


def tap_tricks(page: Page, hand: Mapping[str, str]) -> None:
    """Say at the seats of Oh Hell who took more or fewer tricks than they bid."""
    for name, taken in hand.items():
        if name.startswith("taken_"):
            more = int(taken) - int(hand[name.replace("taken", "bid")])
            for _ in range(abs(more)):
                page.locator(f".{'more' if more > 0 else 'fewer'}[aria-controls={name}]").tap()


class Table:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.tap()

    def start(self, players: Sequence[str] = PLAYERS, game: str = "offender", **options: str) -> None:
        """Start a sheet with the browser's cookies but without its pages; the first hand is open then."""
        path = f"/new/{game}"
        [form] = read_page(self.page.request.get(path).text()).forms
        chosen = {f"option-{option}": value for option, value in options.items()}
        fields = [(name, value) for name, value in form.fields if name != "player" and name not in chosen]
        fields += [*(("player", name) for name in players), *chosen.items(), ("action", "start")]
        answer = self.page.request.post(
            path,
            data=urlencode(fields),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()
        self.page.goto(answer.headers["location"])

    def tap_start(self, players: Sequence[str] = PLAYERS) -> None:
        """Start a sheet from the home page, as people do; the first hand is open then."""
        self.page.goto("/")
        self.page.locator(".games a[href='/new/offender']").tap()
        fields = self.page.get_by_role("textbox", name=re.compile("Player"))
        expect(fields.first).to_be_visible()
        for seat, name in enumerate(players):
            if fields.count() == seat:
                # Without scripts.
                self.page.get_by_role("button", name="+ player").tap()
                expect(fields).to_have_count(seat + 1)
            fields.nth(seat).fill(name)
        self.page.get_by_role("button", name="Start", exact=True).last.tap()
        self.page.wait_for_url("**/hand")

    @property
    def sheet(self) -> str:
        """The address of the sheet this page belongs to."""
        found = re.search(r"/sheets/[^/?#]+", self.page.url)
        assert found
        return found[0]

    def choose(self, proposer: str, accepter: str, level: str, suit: str, tricks: str) -> None:
        page = self.page
        self.tap(page.get_by_text(f"{proposer} proposed", exact=True).locator(".."))
        self.tap(page.get_by_text(f"{accepter} accepted", exact=True).locator(".."))
        self.tap(page.locator(f"label[for=level-{level}]"))
        self.tap(page.locator(f"label[for=suit-{suit}]"))
        self.tap(page.locator(f"label[for=tricks-{tricks}]"))

    def record(self) -> None:
        """Save the hand, and look at the sheet."""
        self.save()
        self.to_sheet()

    def save(self) -> None:
        """Save the hand: the form of the next one comes, or the end."""
        record = self.page.get_by_role("button", name="Save")
        expect(record).not_to_have_attribute("aria-disabled", "true")
        self.tap(record)
        expect(self.page.get_by_text(re.compile(r"Hand \d+ saved"))).to_be_visible()

    def to_sheet(self) -> None:
        """Open the sheet from the form of the next hand, or from the end."""
        self.page.get_by_role("link", name="Back to the sheet").tap()
        self.page.wait_for_url(re.compile(r"/sheets/[^/]+$"))

    def next_hand(self) -> None:
        """Open the form of the next hand from the sheet."""
        self.page.get_by_role("link", name=re.compile("Next hand|First hand")).tap()
        self.page.wait_for_url("**/hand")

    def open_note(self) -> None:
        """Unfold the note of the hand, from the menu."""
        self.page.get_by_label("More").tap()
        self.page.get_by_role("link", name="Note").tap()

    def to_auction(self) -> None:
        self.page.get_by_role("link", name="Call by call").tap()
        self.page.wait_for_url("**/auction")

    def speak(self, call: str) -> None:
        """Make a call for whoever's turn it is: "no proposal", "accept", "reject" or a bid as "5C"."""
        calls = self.page.locator(".call")
        spoken = calls.count()
        if bid := re.fullmatch(r"(\d+)([CDHS])", call):
            self.tap(self.page.locator(f"label[for=level-{bid[1]}]"))
            self.tap(self.page.get_by_role("button", name=SUITS[bid[2]], exact=True))
        else:
            self.tap(self.page.get_by_role("button", name=re.compile(f"^{call}", re.IGNORECASE)))
        expect(calls.nth(spoken)).to_be_attached()

    def standings(self) -> dict[str, str]:
        """The totals as the sheet has them, which is opened where a form or the end is shown."""
        if not self.page.locator("#standings").count():
            self.to_sheet()
        rows = self.page.locator("#standings th")
        return {
            rows.nth(at).locator("bdi").inner_text(): rows.nth(at).locator("b").inner_text()
            for at in range(rows.count())
        }
