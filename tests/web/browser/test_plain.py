"""Any other game on the app's own keypad, and a number with a key for one less and one for more."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...long_form import in_short
from ..table import TAPS, OtherPage, Table, found_by_axe, too_small
from ..tally import tally

NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace", "Helen", "Iris", "Jane", "Kate", "Laura")


def press(table: Table, keys: str) -> None:
    """Tap keys of the keypad: figures, the point, "-" for above or below nought, "<" and ">" for Next."""
    for key in keys:
        name = {"<": "back", ">": "next"}.get(key, key)
        table.tap(table.page.locator(f"[data-types='{name}']"))


def points(page: Page) -> list[str]:
    fields = page.locator("[data-keypad]")
    return [fields.nth(at).input_value() for at in range(fields.count())]


def test_a_digit_goes_on_by_itself_until_a_figure_has_two_and_then_next_does(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:6], "plain")
    pad, asked = page.locator("#keypad"), page.locator(".asked bdi")
    # The phone's own keyboard is not asked for, and the first player is.
    expect(page.locator("[data-keypad][inputmode=none]")).to_have_count(6)
    expect(page.locator("#points_0")).to_be_focused()
    expect(pad).to_contain_text("by itself")
    press(table, "345-618")
    expect(page.locator("#felt")).to_contain_text("15 in all")
    expect(asked).to_have_count(0)
    press(table, "9")  # Everybody has a figure: this is nobody's.
    assert points(page) == ["3", "4", "5", "-6", "1", "8"]
    # A figure is put right by a tap on the name.
    page.locator("#points_4").tap()
    press(table, "2")
    table.taps -= 2  # What was tapped to try something out.
    table.save()
    assert table.taps <= TAPS["Any other game, six players, one digit each"] + 1  # The minus is one more.

    # The felt of the next hand says what was recorded until something is tapped; the totals stand at the seats.
    recorded = page.locator(".recorded")
    expect(recorded).to_be_focused()
    expect(recorded.get_by_role("link", name="Change")).to_be_visible()
    expect(recorded.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator(".place .note")).to_have_text(["3", "4", "5", "−6", "2", "8"])
    # ‹ takes the last figure back to add a digit; from then on Next goes on.
    press(table, "4")
    expect(recorded).to_have_count(0)
    expect(page.get_by_role("button", name="another digit for Amber: 4")).to_have_text("‹ 4…")
    press(table, "<0")
    expect(pad).not_to_have_class(re.compile("goes-on"))
    press(table, ">12>>2.5>-")
    expect(asked).to_have_text("Ellie")
    press(table, "7<3")
    assert points(page) == ["40", "12", "", "2.5", "-3", ""]
    # What a draft holds is held to as well.
    page.reload()
    expect(asked).to_have_text("Cindy")
    press(table, "12")
    assert points(page) == ["40", "12", "12", "2.5", "-3", ""]
    expect(page.locator("#note-1")).to_have_text("16 (+12)")
    assert found_by_axe(page) == []
    table.save()
    press(table, "12")
    assert points(page)[:2] == ["12", ""]


def test_three_scores_of_six_players_are_typed_and_the_others_are_nought(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:6], "plain")
    for seat, figure in ((0, "7"), (2, "5"), (5, "3")):
        if seat:
            table.tap(page.locator(f"#points_{seat}"))
        press(table, figure)
    expect(page.locator(".forecast")).to_contain_text("Amber 7, Betty 0, Cindy 5, Diana 0, Ellie 0, Fiona 3.")
    table.save()
    assert table.taps <= TAPS["Any other game, six players, one digit each"]
    assert list(table.standings().values()) == ["7", "0", "5", "0", "0", "3"]


ABOVE_THE_DOCK = """() => document.querySelector("#keypad").getBoundingClientRect().bottom
    <= document.querySelector(".dock").getBoundingClientRect().top"""


@pytest.mark.long
@pytest.mark.widths
@pytest.mark.parametrize("players", in_short((2, 12), 12))
def test_the_smallest_and_the_largest_table_fit_the_screen(page: Page, players: int) -> None:
    table = Table(page)
    table.start(NAMES[:players], "plain")
    press(table, "1<2>" + ">".join(["12"] * (players - 1)))
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]
    assert too_small(page, ".key, [data-keypad]") == []
    # At once, for each answer to a tap puts a new dock in the place of the one before.
    assert page.evaluate(ABOVE_THE_DOCK)


def test_a_physical_keyboard_types_as_well_and_its_user_hears_whom_a_key_asks(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:2], "plain")
    page.locator("[data-types='5']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_text("Betty")
    expect(page.locator("[data-types='5']")).to_be_focused()
    page.locator("#points_0").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("-3")
    page.keyboard.press("Tab")
    expect(page.locator(".forecast")).to_contain_text("Amber 7, Betty −3.")


__all__ = ["tally"]
THREE = ("Amber", "Betty", "Cindy")


def test_a_number_is_stepped_or_typed(page: Page, tally: str) -> None:
    table = Table(page)
    table.start(THREE, tally)
    more, less = (page.get_by_role("button", name=f"one {way}, Amber") for way in ("more", "less"))
    # A browser makes a click of a tap a moment later: each is waited for.
    for key, number in ((more, "1"), (more, "2"), (more, "3"), (less, "2")):
        table.tap(key)
        expect(page.get_by_label("Amber", exact=True)).to_have_value(number)
    page.get_by_label("Betty", exact=True).fill("24")
    # From nothing one less is the least.
    table.tap(page.get_by_role("button", name="one less, Cindy"))
    table.tap(page.get_by_role("button", name="one less, Cindy"))
    expect(page.get_by_label("Cindy", exact=True)).to_have_value("0")
    expect(page.locator(".forecast")).to_contain_text("Amber 2, Betty 24, Cindy 0: Amber +2, Betty +24.")
    assert too_small(page, ".stepper .key, .stepper .text", height=44) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert found_by_axe(page) == []
    table.record()
    assert table.standings() == {"Amber": "2", "Betty": "24", "Cindy": "0"}


@pytest.mark.long
def test_the_largest_number_is_not_passed(page: Page, tally: str) -> None:
    table = Table(page)
    table.start(THREE, tally)
    page.get_by_label("Amber", exact=True).fill("26")
    table.tap(page.get_by_role("button", name="one more, Amber"))
    expect(page.get_by_label("Amber", exact=True)).to_have_value("26")


def test_without_scripts_it_is_a_number_field(other_page: OtherPage, tally: str) -> None:
    page = other_page(java_script_enabled=False)
    Table(page).start(THREE, tally)
    expect(page.get_by_role("button", name="one more, Amber")).to_be_hidden()
    for name, taken in zip(THREE, ("20", "6", "0"), strict=True):
        page.get_by_label(name, exact=True).fill(taken)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-0")).to_have_text("20")
