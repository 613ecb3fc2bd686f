"""The page as a browser opens it from a disk: styled by its own policy, readable, complete on paper."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.exports import html
from scorer.sheet.audit import Receipt

from ...web.table import found_by_axe
from ..ledgers import OF_GAME, STRANGE, plain

LONGEST = max(OF_GAME["offender"], key=lambda known: len(known.rows))
SHEETS = {"offender": LONGEST, "twelve names": plain([-3, *[0] * 11], [0.5] * 12, players=STRANGE)}


@pytest.fixture(params=SHEETS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = tmp_path / "sheet.html"
    path.write_bytes(html.write(SHEETS[request.param], receipt=Receipt(21, "ab" * 32)))
    return path.as_uri()


@pytest.fixture
def opened(chromium: Browser, file: str) -> Iterator[Page]:
    """Without scripts, and with whatever the browser complains about as a fault."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, java_script_enabled=False)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file)
    yield page
    context.close()
    assert complaints == []


def test_a_tap_opens_the_reasons_without_any_script(opened: Page) -> None:
    reasons = opened.locator("details ul").first
    expect(reasons).to_be_hidden()
    opened.locator("summary").first.click()
    expect(reasons).to_be_visible()
    reading = reasons.bounding_box()
    assert reading
    assert reading["x"] + reading["width"] <= 360


def test_five_short_names_have_room_on_a_small_laptop(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    path.write_bytes(html.write(LONGEST))
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(path.as_uri())
    wide, room = page.evaluate(
        "() => { const box = document.querySelector('.spread'); return [box.scrollWidth, box.clientWidth] }"
    )
    context.close()
    assert wide <= room


@pytest.mark.widths
def test_it_is_styled_by_day_and_in_the_dark_and_fits_a_phone(chromium: Browser, file: str) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(file)
    colours: set[str] = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
    assert colours == {"rgb(244, 238, 224)", "rgb(14, 22, 19)"}
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    context.close()


def test_axe_finds_nothing(chromium: Browser, file: str) -> None:
    # Its own policy would not let axe run.
    context = chromium.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(file)
    page.locator("summary").first.click()
    assert found_by_axe(page) == []
    context.close()


def test_on_paper_every_reason_is_open(opened: Page) -> None:
    opened.emulate_media(media="print")
    reasons = opened.locator("details ul")
    for number in range(reasons.count()):
        box = reasons.nth(number).bounding_box()
        assert box
        assert box["height"] > 10
