"""Any other game on the app's own keypad, on a phone of 360 × 640."""

import pytest
from playwright.sync_api import Page, expect

from ..table import TAPS, Table
from .test_everyone import found_by_axe

NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace", "Helen", "Iris", "Jane", "Kate", "Laura")


def press(table: Table, keys: str) -> None:
    """Tap keys of the keypad: figures, the point, "-" for above or below nought, "<" and ">" for Next."""
    for key in keys:
        name = {"<": "back", ">": "next"}.get(key, key)
        table.tap(table.page.locator(f"[data-types='{name}']"))


def points(page: Page) -> list[str]:
    fields = page.locator("[data-keypad]")
    return [fields.nth(at).input_value() for at in range(fields.count())]


def test_an_evening_is_typed_on_the_app_s_own_keypad(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:3], "plain")
    # The phone's own keyboard is not asked for, and the first field waits.
    expect(page.locator("[data-keypad][inputmode=none]")).to_have_count(3)
    expect(page.locator("#points_0")).to_be_focused()
    press(table, "12>2.5->0")
    expect(page.locator(".forecast")).to_contain_text("Amber 12, Betty −2.5, Cindy 0.")
    expect(page.locator("#note-1")).to_have_text("−2.5 (−2.5)")
    table.record()
    assert table.taps == 10
    assert table.standings() == {"Amber": "12", "Betty": "−2.5", "Cindy": "0"}

    table.next_hand()
    press(table, "007<8")
    # A field that is tapped again is written anew by its first figure; the sign alone turns it round.
    page.locator("#points_2").tap()
    press(table, "15>")
    expect(page.locator("#points_1")).to_be_focused()
    press(table, "1..5")
    page.locator("#points_2").tap()
    press(table, "-")
    assert points(page) == ["8", "1.5", "-15"]
    page.locator("#points_0").tap()
    press(table, "30")
    expect(page.locator(".forecast")).to_contain_text("Amber 30, Betty 1.5, Cindy −15.")
    page.reload()
    assert points(page) == ["30", "1.5", "-15"]
    table.record()
    assert table.standings() == {"Amber": "42", "Betty": "−1", "Cindy": "−15"}


def test_three_scores_of_six_players_are_typed_and_the_others_are_nought(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:6], "plain")
    for seat, figure in ((0, "7"), (2, "5"), (5, "3")):
        if seat:
            table.tap(page.locator(f"#points_{seat}"))
        press(table, figure)
    expect(page.locator(".forecast")).to_contain_text("Amber 7, Betty 0, Cindy 5, Diana 0, Ellie 0, Fiona 3.")
    table.record()
    assert table.taps <= TAPS["Any other game, six players, three scores"]
    assert list(table.standings().values()) == ["7", "0", "5", "0", "0", "3"]


ABOVE_THE_DOCK = """() => document.querySelector("#keypad").getBoundingClientRect().bottom
    <= document.querySelector(".dock").getBoundingClientRect().top"""


@pytest.mark.widths
@pytest.mark.parametrize("players", [2, 12])
def test_the_smallest_and_the_largest_table_fit_the_screen(page: Page, players: int) -> None:
    table = Table(page)
    table.start(NAMES[:players], "plain")
    press(table, ">".join(["12"] * players))
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]
    small = """() => [...document.querySelectorAll('.key, [data-keypad]')].map(e => e.getBoundingClientRect())
        .filter(box => box.width < 48 || box.height < 48).length"""
    assert page.evaluate(small) == 0
    # At once, for each answer to a tap puts a new dock in the place of the one before.
    assert page.evaluate(ABOVE_THE_DOCK)


def test_axe_finds_nothing(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:3], "plain")
    press(table, "12>2.5->0")
    expect(page.locator(".forecast")).to_contain_text("Amber 12, Betty −2.5, Cindy 0.")
    assert found_by_axe(page) == []


def test_a_physical_keyboard_types_as_well(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:2], "plain")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("-3")
    page.keyboard.press("Tab")
    expect(page.locator(".forecast")).to_contain_text("Amber 7, Betty −3.")
