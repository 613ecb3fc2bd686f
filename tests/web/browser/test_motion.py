"""What moves explains: the hand that was just recorded, and the totals that it moved."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from ..phone import PLAYERS, TABLE_GAMES
from ..table import Table

# Every text that the totals have shown since the page began.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const texts = [...document.querySelectorAll("#standings b")].map(total => total.textContent).join(" ");
        if (texts && window.seen.at(-1) !== texts) window.seen.push(texts);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.long
def test_a_recorded_hand_arrives_once_and_the_totals_that_it_moved_count_up(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    # The first page of this tab knows of no hand before; the next one does.
    table.next_hand()
    table.choose(*TABLE_GAMES[1])
    page.add_init_script(f"({WATCH})()")
    table.record()
    expect(page.locator("#hand-2")).to_have_class("hand arrives")
    expect(page.locator("#hand-1")).to_have_class("hand")
    expect(page.locator("#standings .rises")).to_have_count(len(PLAYERS))
    expect(page.locator("#standings b")).to_have_text(["87", "27", "87", "44", "27"])
    seen = [[int(total) for total in texts.split()] for texts in page.evaluate("() => window.seen")]
    # They may have been drawn before the script began.
    seen = seen[seen.index([49, 6, 49, 6, 6]) :]
    assert len(seen) > 2
    # No total ever goes back on its way.
    assert all(before <= after for one, next in pairwise(seen) for before, after in zip(one, next, strict=True))
    page.reload()
    expect(page.locator("#hand-2")).to_have_class("hand")
    page.emulate_media(reduced_motion="reduce")
    duration = "() => getComputedStyle(document.documentElement).getPropertyValue('--calm')"
    assert page.evaluate(duration) == "0ms"
