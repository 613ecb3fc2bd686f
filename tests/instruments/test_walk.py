"""On no screen is a text cut, covered or out of its box; `python -m tests.walk` walks them all."""

from itertools import cycle

import pytest
from flask import Flask
from playwright.sync_api import Browser

from scorer.rules.registry import GAMES

from ..long_form import in_short
from .screenshots.screens import all_screens
from .walk.look import faults
from .walk.walk import NAMES, SIZES, look, new_page

STATES = (
    *(
        "hand empty",
        "hand complete",
        "hand saved",
        "auction before call 1",
        "auction before call 2",
        "auction over",
    ),
    *("sheet 5 hands", "sheet hand opened", "board", "end of the evening"),
)
"""Where a table looks through an evening."""


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "oh-hell"))
def test_nothing_is_cut_or_covered_at_any_size_with_any_names(
    app: Flask, chromium: Browser, address: str, game: str
) -> None:
    turn = [*GAMES].index(game)
    letters = [*NAMES][turn % len(NAMES)]
    left = {f"{game}-{state.replace(' ', '-')}" for state in STATES}
    page = new_page(chromium, address)
    sizes = cycle((*SIZES[turn % len(SIZES) :], *SIZES[: turn % len(SIZES)]))
    found: dict[str, list[str]] = {}
    for screen in all_screens(app, [game], NAMES[letters]):
        if screen.name in left:
            left.remove(screen.name)
            size = next(sizes)
            [wrong] = look(page, address, screen, [size], longer=letters < max(NAMES))
            found |= {f"{screen.name} {size}": wrong} if wrong else {}
        # The others are walked by the command.
        if screen.state == "end-of-the-evening":
            break
    page.context.close()
    assert found == {}
    assert all("auction" in name for name in left), "a game may have no bidding, and no other state is missing"


BAD = """<main style="width: 300px"><p style="overflow: hidden; white-space: nowrap; width: 40px">Cut away</p>
    <p style="position: absolute; top: 90px; left: 0">Under it</p>
    <b style="position: absolute; top: 109px; left: 9px">Over</b>
    <p style="background: #fff; width: 30px; white-space: nowrap">Out of it</p>
    <p style="margin-left: 290px; white-space: nowrap">Beyond the edge of it</p></main>"""


def test_what_is_wrong_is_seen(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 320, "height": 568})
    page.set_content(BAD)
    kinds = {fault.partition(":")[0] for fault in faults(page)}
    page.close()
    assert kinds >= {"cut", "one over the other", "out of its box", "off the screen"}
