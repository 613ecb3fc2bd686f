"""The document's table of four hands, entered on a phone with six taps a hand."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from ...exports import tables
from ..phone import PLAYERS, TABLE_GAMES
from ..table import TAPS, Table

TOTALS = {"Amber": "132", "Betty": "58", "Cindy": "180", "Diana": "123", "Ellie": "72"}


def test_four_hands_take_24_taps_and_give_the_documents_totals_everywhere(page: Page, tmp_path: Path) -> None:
    table = Table(page)
    table.tap_start()
    for hand in TABLE_GAMES:
        table.choose(*hand)
        table.save()
    assert table.taps <= 4 * TAPS["Offender"]
    assert table.standings() == TOTALS

    rows = tables.rows(_download(page, table, "sheet.csv"))
    assert [rows[-1][f"{name} total"] for name in PLAYERS] == list(TOTALS.values())

    file = tmp_path / "evening.json"
    file.write_bytes(_download(page, table, "sheet.json"))
    assert [hand["tricks"] for hand in json.loads(file.read_bytes())["hands"]] == [7, 6, 8, 7]
    scorer = str(Path(sys.executable).with_name("scorer"))
    said = subprocess.run([scorer, "score", "--json", str(file)], capture_output=True, check=True).stdout
    assert json.loads(said)["totals"] == [132, 58, 180, 123, 72]


def _download(page: Page, table: Table, name: str) -> bytes:
    answer = page.request.get(f"{table.sheet}/{name}")
    assert answer.ok
    return answer.body()


@pytest.mark.widths
def test_a_hand_of_five_fits_the_screen_without_scrolling(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[3])
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dock = page.locator(".dock").bounding_box()
    last = page.locator("label[for=tricks-10]").bounding_box()
    assert dock is not None
    assert last is not None
    assert last["y"] + last["height"] <= dock["y"]


@pytest.mark.widths
def test_everything_to_tap_is_48_pixels_high_and_wide(page: Page) -> None:
    table = Table(page)
    table.start()
    small = """() => [...document.querySelectorAll('button, summary, .key, .touch, .tabs a, a.icon, a.go')]
        .map(e => [e.className || e.tagName, e.innerText, e.getBoundingClientRect()])
        .filter(([, , box]) => box.width > 1 && (box.width < 48 || box.height < 48))
        .map(([kind, text, box]) => `${kind} ${text} ${box.width}x${box.height}`)"""
    assert page.evaluate(small) == []
    table.choose(*TABLE_GAMES[0])
    table.record()
    assert page.evaluate(small) == []
    table.next_hand()
    table.to_auction()
    assert page.evaluate(small) == []
    page.goto("/new/offender")
    assert page.evaluate(small) == []
    page.goto("/")
    assert page.evaluate(small) == []


def test_the_preview_says_what_will_happen_in_a_sentence_and_per_player(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose("Betty", "Diana", "8", "S", "7")
    forecast = page.locator(".forecast")
    expect(forecast).to_contain_text("Betty and Diana bid 8")
    expect(forecast).to_contain_text("took 7: set. Offense 28 each, defense 6 + 36 = 42 each.")
    expect(page.locator("#note-0")).to_have_text("42 (+42)")
    expect(page.locator("#note-1")).to_have_text("28 (+28)")
    # Who plays it is seen at the seats, whose names are whole there.
    expect(page.locator("#felt")).to_have_text("8♠\ufe0e spades")


def test_the_proposer_tapped_again_is_taken_back(page: Page) -> None:
    table = Table(page)
    table.start()
    page.get_by_text("Amber proposed", exact=True).locator("..").tap()
    expect(page.locator("#first-0")).to_be_checked()
    page.get_by_text("Amber proposed", exact=True).locator("..").tap()
    expect(page.locator("#first-0")).not_to_be_checked()
    table.choose(*TABLE_GAMES[1])
    table.record()
    assert table.standings()["Betty"] == "21"


def test_record_says_what_is_missing_instead_of_failing(page: Page) -> None:
    Table(page).start()
    record = page.get_by_role("button", name="Save")
    expect(record).to_have_attribute("aria-disabled", "true")
    record.tap(force=True)
    expect(page.locator(".forecast")).to_contain_text("Tap who proposed.")


def test_record_tapped_before_the_preview_has_come_records_when_it_comes(page: Page) -> None:
    table = Table(page)
    table.start()
    held: list[Route] = []
    page.route("**/preview*", lambda route: held.append(route))
    table.choose(*TABLE_GAMES[0])
    expect(page.locator("form.htmx-request")).to_be_attached()
    record = page.get_by_role("button", name="Save")
    expect(record).to_have_attribute("aria-disabled", "true")
    record.tap(force=True)
    [route] = held
    route.continue_()
    page.unroute("**/preview*")
    expect(page.locator("h1")).to_have_text("Hand 2")
    assert table.standings()["Cindy"] == "49"


def test_nobody_bid_is_one_tap_and_the_dealer_stays(page: Page) -> None:
    table = Table(page)
    table.start()
    page.get_by_role("button", name="No contract").tap()
    expect(page.locator(".said")).to_contain_text("Recorded: hand 1, no contract.")
    expect(page.locator(".bar small")).to_have_text("Ellie deals, Amber speaks first")


@pytest.mark.long
def test_amend_strike_and_undo_re_fold_what_follows(page: Page) -> None:
    table = Table(page)
    table.start()
    for hand in TABLE_GAMES:
        table.choose(*hand)
        table.save()
    table.to_sheet()
    page.locator("#hand-2 .opens").tap()
    page.get_by_role("link", name="Change").tap()
    expect(page.locator("#first-1")).to_be_checked()
    page.locator("label[for=tricks-7]").tap()
    amend = page.get_by_role("button", name="Save")
    expect(page.locator(".forecast")).to_contain_text("took 7: made")
    amend.tap()
    expect(page.locator(".said")).to_contain_text("Changed: hand 2")
    # 7 bid and made: offense 28 + 28, defense 6, where it was 21 and 38.
    assert table.standings() == {"Amber": "100", "Betty": "93", "Cindy": "148", "Diana": "91", "Ellie": "107"}
    page.locator(".said").get_by_role("button", name="Undo").tap()
    expect(page.locator(".said")).to_contain_text("Undone: the change of hand 2")
    assert table.standings() == TOTALS
    page.locator("#hand-4 .opens").tap()
    page.get_by_role("link", name="Change").tap()
    page.get_by_role("button", name="Delete hand 4").tap()
    expect(page.locator(".said")).to_contain_text("Deleted: hand 4")
    assert table.standings() == {"Amber": "90", "Betty": "30", "Cindy": "138", "Diana": "95", "Ellie": "30"}
