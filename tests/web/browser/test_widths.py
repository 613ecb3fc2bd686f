"""Names and numbers are whole on every page, whatever the font is and as wide as it is, and on paper."""

import json

import pytest
from playwright.sync_api import Page

from scorer.rules.registry import GAMES

from ...long_form import in_short
from ..any_names import NAMES, with_names
from ..evening import press
from ..files.test_import import brought
from ..phone import PLAYERS, Phone
from ..table import BROKEN_WORDS, OtherPage, join

PHONES = [(360, 640), (320, 568)]
WIDE = [(768, 1024), (1280, 800)]
LEAST_PX = 16
IN_THOUSANDS = [[1100, -1208, 1000, 2104, 1333], [134, -26, 999, -804, 12]]
TOTALS = ["1234", "−1234", "1999", "1300", "1345"]
FAULTS = r"""() => {
    const faults = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode;
        if (!node.parentElement.checkVisibility() || node.parentElement.closest(".unseen, .outbox, h1")) continue;
        for (const { 0: number, index } of node.data.matchAll(/[−+]?\d[\d.]*/g)) {
            const range = new Range();
            range.setStart(node, index);
            range.setEnd(node, index + number.length);
            const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
            if (!boxes.length) continue;
            if (boxes.some((box) => Math.abs(box.top - boxes[0].top) > 4)) faults.push(`${number} breaks`);
            const { left, right } = range.getBoundingClientRect();
            for (let around = node.parentElement; around; around = around.parentElement) {
                const { display, overflowX } = getComputedStyle(around);
                if (display === "inline" || overflowX !== "hidden") continue;
                const box = around.getBoundingClientRect();
                if (left < box.left - 1 || right > box.right + 1) faults.push(`${number} is cut`);
            }
        }
    }
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...faults, `the page is ${scrollWidth} wide`] : faults;
}"""
"""Numbers that go on in another line or leave the box that they stand in."""
SMALLEST = "totals => Math.min(...totals.map(total => parseFloat(getComputedStyle(total).fontSize)))"


def plain(players: tuple[str, ...], hands: list[list[int]]) -> bytes:
    rows = [{"points": dict(zip(players, hand, strict=True))} for hand in hands]
    sheet = {"format": "score-sheet/1", "game": "plain", "players": players, "hands": rows}
    return json.dumps(sheet).encode()


def faults(page: Page, path: str, totals: str, sizes: list[tuple[int, int]]) -> dict[str, object]:
    """What is wrong with the numbers of a page, by its size. totals: where they stand."""
    page.goto(path)
    found: dict[str, object] = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{path} {width}"] = page.evaluate(FAULTS)
        found[f"{path} {width} small"] = page.locator(totals).evaluate_all(SMALLEST) < LEAST_PX
    return {where: what for where, what in found.items() if what}


@pytest.mark.long
@pytest.mark.widths
def test_totals_of_four_digits_are_whole_and_large_on_every_page(page: Page, phone: Phone) -> None:
    sheet = brought(phone, plain(PLAYERS, IN_THOUSANDS))
    join(page, phone, sheet, "view")
    assert page.locator("thead b").all_text_contents() == TOTALS
    found = faults(page, sheet, "thead b", [*PHONES, *WIDE])
    found |= faults(page, f"{sheet}/board", ".scores b", PHONES)
    found |= faults(page, "/", ".standing b", PHONES)
    # As many players as there can be, and a number that no card game pays.
    seven = (*PLAYERS, "Fiona", "Gwen")
    twelve = (*seven, "Hal", "Ida", "Jo", "Kim", "Lou")
    for players, hands in (
        (seven, [[*IN_THOUSANDS[0], 20, -5]] * 2),
        (("Al", "Bo"), [[110_000_000, -1] * 1]),
        (twelve, [[12_345, -12_345, *range(10)]]),
        (seven, [[115, 107, 98, 55, 43, 12, -5]]),
    ):
        other = brought(phone, plain(players, hands))
        join(page, phone, other, "view")
        found |= faults(page, other, "thead b", [*PHONES, *WIDE])
        found |= faults(page, f"{other}/hands/2", "thead b", PHONES)
        found |= faults(page, "/", ".standing b", PHONES)
        press(phone, other, "finish")
        found |= faults(page, f"{other}/end", ".huge, .places b", PHONES)
    assert found == {}
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(BROKEN_WORDS) == []


SHORT = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace")
# A word that goes on in another line has a box in each of them; a name with a hyphen may go on behind it.
BROKEN_NAMES = """() => [...document.querySelectorAll('.ledger bdi')].flatMap(name => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(({0: word, index}) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
LARGEST_SHARE = """() => {
    const { width } = document.querySelector('.ledger').getBoundingClientRect();
    const alone = [...document.querySelectorAll('.ledger :is(th, td):not([colspan])')];
    return Math.max(...alone.map(cell => cell.getBoundingClientRect().width)) / width;
}"""
TOO_WIDE = """() => {
    const box = document.querySelector('.spread');
    return box.scrollWidth - box.clientWidth;
}"""
PORTRAIT, LANDSCAPE = 703, 1032
"""CSS pixels between the margins of A4."""


@pytest.fixture
def wide(other_page: OtherPage) -> Page:
    return other_page(viewport=None, has_touch=False)


def show(page: Page, phone: Phone, file: bytes, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    sheet = brought(phone, file)
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/table")


def look_at_table(page: Page) -> None:
    assert page.locator(".ledger").is_visible()
    assert page.evaluate(BROKEN_NAMES) == []
    assert page.evaluate(LARGEST_SHARE) < 1 / 4
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "spades"))
def test_no_name_breaks_inside_a_word_and_no_column_takes_the_room(wide: Page, phone: Phone, game: str) -> None:
    show(wide, phone, with_names(game, NAMES), 900)
    for width in (1120, 1280, 1920):
        wide.set_viewport_size({"width": width, "height": 900})
        look_at_table(wide)
    # The table of five with usual names has room in less.
    show(wide, phone, with_names(game, SHORT, most=5), 900)
    look_at_table(wide)


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "spades"))
def test_on_paper_names_stay_whole_and_the_columns_share_the_page(wide: Page, phone: Phone, game: str) -> None:
    wide.emulate_media(media="print")
    show(wide, phone, with_names(game, NAMES), PORTRAIT)
    if wide.locator(".full-table").evaluate("sheet => getComputedStyle(sheet).page") == "wide":
        wide.set_viewport_size({"width": LANDSCAPE, "height": PORTRAIT})
    look_at_table(wide)
