"""Any other game on the app's own keypad, and a number with a key for one less and one for more."""

import pytest
from playwright.sync_api import Page, Route, expect

from ...long_form import in_short
from ..table import TAPS, OtherPage, Table, fits_window, found_by_axe, too_small
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


@pytest.mark.parametrize("digits", in_short(("one digit", "two digits"), "two digits"))
def test_every_figure_goes_to_whoever_is_asked_and_only_next_goes_on(page: Page, digits: str) -> None:
    first = "3" if digits == "one digit" else "13"
    table = Table(page)
    table.start(NAMES[:6], "plain")
    # The phone's own keyboard is not asked for, and the first player is.
    expect(page.locator("[data-keypad][inputmode=none]")).to_have_count(6)
    expect(page.locator("#points_0")).to_be_focused()
    for figures in ([first, "40", "50", "60", "10", "80"], ["7", "40", "13", "24", "0", "1"]):
        written = [figure[: len(first)] for figure in figures]
        table.taps = 0
        for name, figure in zip(NAMES, written, strict=False):
            expect(page.locator(".asked bdi")).to_have_text(name)
            expect(page.locator("[data-types=next] bdi")).to_have_text(NAMES[(NAMES.index(name) + 1) % 6])
            press(table, figure if name == "Fiona" else f"{figure}>")
        assert points(page) == written
        # A stray tap on whoever is asked takes no digit away, and the next one is theirs.
        taps = table.taps
        page.locator("#points_5").tap()
        press(table, "5<")
        assert points(page) == written
        table.taps = taps
        table.save()
        assert table.taps <= TAPS[f"Any other game, six players, {digits} each"]


def test_the_last_player_is_shown_what_the_others_leave(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:4], "plain", comes_to="26, 78")
    last = page.locator("#points_3")
    press(table, "10>3>")
    expect(last).to_have_attribute("placeholder", "–")
    press(table, "6>")
    expect(last).to_have_attribute("placeholder", "7")
    table.save()
    expect(page.locator("#points_3")).to_have_attribute("placeholder", "–")
    expect(page.locator(".place-3")).to_contain_text("7")


def test_what_a_key_of_the_pad_does(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:6], "plain")
    press(table, "40>12>>2.5>-7<3>")
    assert points(page) == ["40", "12", "", "2.5", "-3", ""]
    # Next asks again whoever was left out, and then goes round.
    press(table, ">>")
    expect(page.locator(".asked bdi")).to_have_text("Fiona")
    # What a draft holds is held to as well.
    page.reload()
    expect(page.locator(".asked bdi")).to_have_text("Cindy")
    press(table, "12>8>")
    assert points(page) == ["40", "12", "12", "2.5", "-3", "8"]
    # Once everybody has a figure, the next digit puts right that of whoever is lit.
    expect(page.locator(".asked bdi")).to_have_text("Amber")
    press(table, "13")
    assert points(page) == ["13", "12", "12", "2.5", "-3", "8"]
    # The keyboard and the pad write the same figure.
    page.locator("#points_1").tap()
    press(table, "1")
    page.keyboard.type("2")
    press(table, "3")
    assert points(page)[1] == "123"
    assert found_by_axe(page) == []
    table.save()
    # Change begins at the first figure as well.
    page.get_by_role("link", name="Change").tap()
    expect(page.locator(".asked bdi")).to_have_text("Amber")


def test_a_long_figure_leaves_the_name_and_the_total_at_its_seat_room(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:4], "plain")
    press(table, "1485")
    table.save()
    press(table, "2310")
    name, total, figure = (page.locator(each) for each in (".place-0 bdi", "#note-0", "#points_0"))
    assert name.first.evaluate("part => part.scrollWidth <= part.clientWidth")
    expect(total).to_have_text("1485")
    wide = figure.evaluate("""field => {
        const [pen, style] = [document.createElement("canvas").getContext("2d"), getComputedStyle(field)];
        pen.font = style.font;
        pen.letterSpacing = style.letterSpacing;
        return pen.measureText(field.value).width + parseFloat(style.paddingRight);
    }""")
    ends, box = total.evaluate("part => part.getBoundingClientRect().right"), figure.bounding_box()
    assert box
    assert ends <= box["x"] + box["width"] - wide


@pytest.mark.parametrize("typed", ["Bo", "B", ""])
def test_a_name_typed_while_the_answer_to_a_chip_is_on_its_way_stays(page: Page, typed: str) -> None:
    page.goto("/new/plain")
    held: list[Route] = []

    def hold(route: Route) -> None:
        # Another asks only who deals.
        if "preset" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/new/plain", hold)
    names = page.locator("input[name=player]")
    names.nth(0).fill("Ann")
    with page.expect_request(lambda asked: "preset" in (asked.post_data or "")):
        page.get_by_role("button", name="Hearts").click()
    if typed:
        names.nth(1).press_sequentially(typed)
    else:
        names.nth(1).focus()
    held[0].continue_()
    expect(page.locator("#title")).to_have_value("Hearts")
    expect(names.nth(1)).to_be_focused()
    page.keyboard.type("Bo"[len(typed) :])
    expect(names.nth(0)).to_have_value("Ann")
    expect(names.nth(1)).to_have_value("Bo")
    expect(page.locator("#seating")).to_contain_text("Bo deals")


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


ABOVE_THE_DOCK = """() => document.querySelector(".keypad").getBoundingClientRect().bottom
    <= document.querySelector(".dock").getBoundingClientRect().top"""


@pytest.mark.long
@pytest.mark.widths
@pytest.mark.parametrize("players", in_short((2, 12), 12))
def test_the_smallest_and_the_largest_table_fit_the_screen(page: Page, players: int) -> None:
    table = Table(page)
    table.start(NAMES[:players], "plain")
    press(table, "1<2>" + ">".join(["12"] * (players - 1)))
    expect(page.get_by_role("button", name="Save")).not_to_have_attribute("aria-disabled", "true")
    fits_window(page)
    assert too_small(page, ".key, [data-keypad]") == []
    # At once, for each answer to a tap puts a new dock in the place of the one before.
    assert page.evaluate(ABOVE_THE_DOCK)


def test_a_physical_keyboard_types_as_well_and_its_user_hears_whom_a_key_asks(page: Page) -> None:
    table = Table(page)
    table.start(NAMES[:2], "plain")
    page.locator("[data-types='5']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_text("Amber")
    expect(page.locator("[data-types='5']")).to_be_focused()
    page.locator("[data-types='next']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_text("Betty")
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
    table.next_hand()
    page.get_by_label("Amber", exact=True).fill("26")
    table.tap(page.get_by_role("button", name="one more, Amber"))
    expect(page.get_by_label("Amber", exact=True)).to_have_value("26")


@pytest.mark.parametrize(("keeps", "typed", "said"), [("tally", "19", "25 of 26"), ("plain", "20", "20")])
def test_what_is_typed_counts_before_the_field_is_left(
    page: Page, tally: str, keeps: str, typed: str, said: str
) -> None:
    Table(page).start(THREE, keeps)
    fields = page.locator("[data-stepper], [data-keypad]")
    for seat, taken in enumerate(("6", "0", typed)):
        fields.nth(seat).press_sequentially(taken)
    expect(page.locator(".forecast")).to_contain_text(said)
    expect(fields.last).to_be_focused()


def test_without_scripts_it_is_a_number_field(other_page: OtherPage, tally: str) -> None:
    page = other_page(java_script_enabled=False)
    Table(page).start(THREE, tally)
    expect(page.get_by_role("button", name="one more, Amber")).to_be_hidden()
    for name, taken in zip(THREE, ("20", "6", "0"), strict=True):
        page.get_by_label(name, exact=True).fill(taken)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-0")).to_have_text("20")
