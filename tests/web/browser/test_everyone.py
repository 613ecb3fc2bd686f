"""For everyone: axe finds nothing, the keyboard is enough, and so is a browser without scripts."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from ...long_form import in_short
from ..phone import PLAYERS, TABLE_GAMES
from ..table import (
    AXE,
    BROKEN_WORDS,
    DAY_AND_NIGHT,
    EVERY_LOOK,
    LOW,
    ZOOMS,
    Looks,
    OtherPage,
    Table,
    box_of,
    found_by_axe,
)


@pytest.mark.parametrize(
    "looks", in_short((DAY_AND_NIGHT, EVERY_LOOK), DAY_AND_NIGHT), ids=("day and night", "every look")
)
def test_axe_finds_nothing_on_any_page(context: BrowserContext, looks: Looks) -> None:
    context.add_init_script(path=AXE)
    page = context.new_page()
    complaints: dict[str, list[str]] = {}

    def look(name: str) -> None:
        complaints[name] = found_by_axe(page, looks) + page.evaluate(LOW) + page.evaluate(ZOOMS)

    page.goto("/")
    look("home, empty")
    page.goto("/evenings")
    look("all evenings, none yet")
    page.goto("/new/offender")
    page.get_by_role("textbox", name="Player 1").fill("Amber")
    page.get_by_role("button", name="Start", exact=True).last.tap()
    expect(page.get_by_role("alert")).to_contain_text("3 to 7 players")
    look("new sheet, refused")
    table = Table(page)
    table.start()
    look("hand, empty")
    table.choose(*TABLE_GAMES[0])
    expect(page.locator(".forecast")).to_contain_text("made")
    look("hand, filled in")
    table.save()
    look("hand, after one was recorded")
    table.to_sheet()
    look("sheet")
    page.locator("#hand-1 .opens").tap()
    page.wait_for_url("**/hands/2")
    look("hand, opened")
    page.get_by_role("link", name="Change").tap()
    expect(page.locator("h1")).to_have_text("Change hand 1")
    look("hand, changed")
    for path in ("/table", "/house-rules"):
        page.goto(f"{table.sheet}{path}")
        complaints[path] = page.evaluate(LOW)
    page.goto(table.sheet)
    page.locator(".menu summary").tap()
    look("menu")
    page.get_by_role("link", name="Share").tap()
    expect(page.locator("h1")).to_have_text("Share")
    expect(page.locator(".qr")).to_be_visible()
    look("share")
    page.goto(f"{table.sheet}/auction/of/2?before=5C&before=accept")
    look("calls of a hand")
    page.goto(f"{table.sheet}/auction")
    look("auction, empty")
    for call in ("3H", "reject", "accept"):
        table.speak(call)
    look("auction, proposals")
    table.speak("4C")
    look("auction, answers")
    text = f"{table.sheet}/text"
    page.goto("/rules/offender")
    look("rules")
    for path in ("/import", "/check-paper/plain", text):
        page.goto(path)
        complaints[path] = page.evaluate(ZOOMS)
    page.goto("/help/paper?q=hand")
    look("help")
    page.goto("/help?q=hand")
    look("help, found")
    page.goto("/nowhere")
    look("error")
    page.goto("/evenings")
    expect(page.locator("tbody tr")).to_have_count(5)
    look("all evenings")
    for path in ("", "/choose", "/standings?by=places&best=1", "/players", "/players?who=Amber", "/partnerships"):
        page.goto(f"/statistics{path}")
        look(f"statistics{path}")
    for path in (
        "/nights",
        "/story",
        "/tonight",
        "/rules?option-no_trump=true",
        "/why?figure=together&who=Amber&other=Cindy",
        "/pair?who=Amber&other=Cindy",
    ):
        page.goto(f"/statistics{path}")
        look(f"statistics{path}")
    for game in ("spades", "oh-hell", "plain"):
        other = Table(page)
        other.start(PLAYERS[:4], game)
        look(f"hand of {game}")
    page.goto("/")
    look("home")
    assert {name: found for name, found in complaints.items() if found} == {}


def test_a_hand_by_keyboard_alone(page: Page, table: Table) -> None:

    def reach(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab never reaches {selector}")

    def choose(selector: str, steps: int) -> None:
        """Into the group with Tab, along it with the arrows."""
        reach(selector)
        page.keyboard.press("Space")
        for _ in range(steps):
            page.keyboard.press("ArrowRight")

    choose("[name=proposer]", 0)
    expect(page.locator("#first-0")).to_be_checked()
    choose("[name=accepter]", 1)
    expect(page.locator("#second-2")).to_be_checked()
    choose("[name=level]", 5)
    choose("[name=suit]", 2)
    choose("[name=tricks]", 7)
    expect(page.locator(".forecast")).to_contain_text("Amber and Cindy bid 6")
    reach("button.go")
    page.keyboard.press("Enter")
    expect(page.locator(".just-done")).to_be_focused()
    assert table.standings()["Cindy"] == "49"


@pytest.mark.long
def test_a_whole_evening_without_scripts(other_page: OtherPage) -> None:
    page = other_page(java_script_enabled=False)
    table = Table(page)
    table.tap_start(("Fay", "Ann", "Bo", "Gus", "Cid", "Dot"))
    none, save = (box_of(page.get_by_role("button", name=name)) for name in ("No contract", "Save"))
    assert none["x"] + none["width"] <= save["x"]
    table.choose("Fay", "Bo", "5", "C", "4")
    page.get_by_role("button", name="Show what it pays").tap()
    expect(page.locator(".forecast")).to_contain_text("Fay and Bo bid 5")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")
    assert table.standings()["Ann"] == "25"
    table.next_hand()
    page.get_by_role("button", name="Save").tap(force=True)
    expect(page.locator(".forecast")).to_contain_text("Tap who proposed.")
    page.locator("#menu summary").tap()
    table.to_auction()
    for call in ("1S", "accept", *["no proposal"] * 6):
        table.speak(call)
    page.locator("label[for=tricks-3]").tap()
    page.get_by_role("button", name="Save").tap(force=True)
    expect(page.locator(".just-done")).to_contain_text("Hand 2 saved")
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator("#said")).to_contain_text("Undone: hand 2")
    # A name and a frame say whose points are typed where.
    table.start(("Ann", "Bo"), "plain")
    for name in ("Ann", "Bo"):
        expect(page.locator(".seat").get_by_text(name)).to_be_visible()
        expect(page.get_by_role("textbox", name=name)).not_to_have_css("border-top-width", "0px")
    table.start(PLAYERS[:4], "spades")
    for seat in range(4):
        page.locator(f"label[for=bid_{seat}-3]").tap()
    page.locator("label[for=tricks-6]").tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".just-done")).to_contain_text("Hand 1 saved")


def drag(page: Page, grip: Locator, to: Locator) -> None:
    """Take hold of a grip, and let it go beside something else."""
    start, end = box_of(grip), box_of(to)
    page.mouse.move(start["x"] + 8, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 8, end["y"] + 20, steps=16)
    page.mouse.up()


def test_an_empty_row_has_no_handle_and_changes_places_with_nobody(page: Page) -> None:
    page.goto("/new/offender")
    fields, grips = page.locator("input[name=player]"), page.locator(".grip:visible")
    expect(grips).to_have_count(0)
    for row, name in ((0, "Amber"), (2, "Betty"), (3, "Cindy")):
        fields.nth(row).fill(name)
    expect(grips).to_have_count(3)
    page.locator(".grip").nth(2).press("ArrowUp")
    assert [fields.nth(row).input_value() for row in range(5)] == ["Betty", "", "Amber", "Cindy", ""]
    drag(page, page.locator(".grip").nth(0), page.locator(".player").nth(4))
    assert [fields.nth(row).input_value() for row in range(5)] == ["Amber", "", "Cindy", "Betty", ""]
    # Who deals is said at once, and not when the server has looked at it.
    page.route("**/new/offender", lambda route: route.abort())
    page.locator("#seating").evaluate("line => line.textContent = 'Cindy deals, Amber speaks first.'")
    fields.nth(4).fill("Ellie")
    assert page.locator("#seating").inner_text() == "Ellie deals."


def test_players_are_dragged_and_moved_with_buttons(page: Page) -> None:
    page.goto("/new/offender")
    fields = page.locator("input[name=player]")
    for seat, name in enumerate(PLAYERS):
        fields.nth(seat).fill(name)
    grounds = "chips => chips.map(chip => getComputedStyle(chip).backgroundColor)"
    *others, last = page.locator(".who-deals label.chip:visible").evaluate_all(grounds)
    # The last player deals until another is tapped, and not the empty seat behind.
    assert len(others) == 4
    assert {*others} != {last}
    page.locator(".who-deals").get_by_text("Amber").tap()
    # A tap on the grip moves nobody, and brings two buttons; the arrows do without.
    page.get_by_role("button", name="Move player 2", exact=True).tap()
    page.get_by_role("button", name="Move up").tap()
    expect(fields.nth(0)).to_have_value("Betty")
    expect(page.locator("#dealer-1")).to_be_checked()
    # There is nothing above the first.
    expect(page.get_by_role("button", name="Move player 1", exact=True)).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("up$"))).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Move player 2", exact=True)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(fields.nth(0)).to_have_value("Betty")
    grips = page.locator(".grip")
    drag(page, grips.nth(4), grips.nth(0))
    # They stay where they were put.
    for way in (None, page.reload):
        if way:
            way()
        for seat, name in enumerate(("Ellie", "Betty", "Amber", "Cindy", "Diana")):
            expect(fields.nth(seat)).to_have_value(name)
        expect(page.locator("#dealer-2")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).last.tap()
    expect(page.locator(".bar small")).to_contain_text("Amber deals, Cindy opens")


HALF_A_SCREEN, OF_A_CARD = 320, 64
"""In pixels: the most that the foot of the page may take, and the height of the felt that a contract needs."""
# Seats whose text is higher than they are.
CUT = """() => [...document.querySelectorAll("#hand .seat")]
    .filter(box => box.offsetParent && box.scrollHeight > box.clientHeight + 1)
    .map(box => box.textContent.trim())"""


@pytest.mark.widths
def test_a_hand_is_entered_with_text_twice_as_large(page: Page) -> None:
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })"
    )
    table = Table(page)
    table.start()
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(BROKEN_WORDS) == []
    # Every key is reached past the dock.
    table.choose(*TABLE_GAMES[0])
    assert page.evaluate(CUT) == []
    table.record()
    expect(page.locator("#standings b")).to_have_text(["49", "6", "49", "6", "6"])
    assert page.evaluate(BROKEN_WORDS) == []
    for path in ("/hands/2", "/export"):
        page.goto(f"{table.sheet}{path}")
        assert page.evaluate(BROKEN_WORDS) == [], path
    page.goto(f"{table.sheet}/hand/2")
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.locator(".dock").evaluate("dock => dock.offsetHeight") < HALF_A_SCREEN
    page.goto(f"{table.sheet}/auction")
    table.speak("3H")
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.locator(".talking .felt").evaluate("felt => felt.offsetHeight") > OF_A_CARD


def test_a_seat_that_is_refused_for_both_roles_can_be_read(page: Page) -> None:
    Table(page).start()
    seat = page.locator(".place").first
    for role in ("first", "second"):
        seat.locator(f".{role}").evaluate("input => input.checked = true")
    assert seat.locator(".role:visible").count() == 1
    colours = "part => ['color', 'backgroundColor'].map(each => getComputedStyle(part)[each])"
    shown = seat.locator(".seat").evaluate(colours)
    body = page.locator("body")
    body.evaluate("body => body.style = 'color: var(--on-chosen); background: var(--chosen)'")
    assert shown == body.evaluate(colours)
