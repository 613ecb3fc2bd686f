"""The table of all hands on a wide page and on paper: names stay whole, and the columns share the room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorer.rules.registry import GAMES

from ...long_form import in_short
from ..any_names import NAMES, with_names
from ..files.test_import_sheets import brought
from ..phone import Phone
from ..table import join

SHORT = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace")
# A word that goes on in another line has a box in each of them; a name with a hyphen may go on behind it.
BROKEN_WORDS = """() => [...document.querySelectorAll('.ledger bdi')].flatMap(name => {
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
def wide(chromium: Browser, address: str) -> Iterator[Page]:
    context = chromium.new_context(base_url=address)
    yield context.new_page()
    context.close()


def show(page: Page, phone: Phone, file: bytes, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    sheet = brought(phone, file)
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/table")


def look_at_table(page: Page) -> None:
    assert page.locator(".ledger").is_visible()
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.evaluate(LARGEST_SHARE) < 1 / 4
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "spades"))
def test_no_name_breaks_inside_a_word_and_no_column_takes_the_room(wide: Page, phone: Phone, game: str) -> None:
    show(wide, phone, with_names(game, NAMES), 900)
    for width in (1120, 1280, 1920):
        wide.set_viewport_size({"width": width, "height": 900})
        look_at_table(wide)


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "spades"))
def test_the_table_of_five_with_usual_names_fits_900_pixels(wide: Page, phone: Phone, game: str) -> None:
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
