"""Walks of single pages under a finger: home, menu, help, house rules, the end, Why? and the trials."""

import json
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.registry import GAMES
from scorer.sheet import audit

from ...instruments.screenshots.first_screenful import first_screenful
from ...long_form import in_short
from ..evening import FIFTH, four_hands, with_history
from ..files.test_import import codes_of, link_of
from ..phone import TABLE_GAMES, Phone
from ..table import OtherPage, Table, box_of, fits_window, found_by_axe, join, too_small


@pytest.mark.long
def test_home_leads_on_and_what_is_typed_on_a_new_sheet_counts_at_once(page: Page) -> None:
    table = Table(page)
    table.start()
    table.choose(*TABLE_GAMES[0])
    table.record()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    expect(page.get_by_role("link", name="Continue with hand 2")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator(".games a").first.evaluate("tile => tile.scrollIntoView({block: 'center'})")
    leads = """tiles => tiles.every(tile => {
        tile.scrollIntoView({block: 'center'});
        const box = tile.getBoundingClientRect();
        return [0.03, 0.5, 0.97].every(across => [0.05, 0.5, 0.95].every(down => document.elementFromPoint(
            box.x + across * box.width, box.y + down * box.height).closest('a') === tile));
    })"""
    assert page.locator(".games a").evaluate_all(leads)
    page.locator(".running summary").tap()
    assert found_by_axe(page) == []
    page.goto("/search?q=betty")
    assert found_by_axe(page) == []
    page.go_back()
    page.get_by_role("link", name="Same players").tap()
    expect(page.get_by_role("textbox", name="Player 5")).to_have_value("Ellie")
    expect(page.get_by_text("Amber deals, Betty speaks first.")).to_be_visible()
    # What is typed counts at once, also before its field is left.
    page.goto("/new/offender")
    for seat, name in enumerate(("Betty", "Diana", "Zoe"), 1):
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    expect(page.get_by_text("Zoe deals, Betty speaks first.")).to_be_visible()
    known = page.locator(".known button:visible")
    expect(known).to_have_count(0)
    page.get_by_role("textbox", name="Player 4").focus()
    expect(known).to_have_text(["Amber", "Cindy", "Ellie"])
    # Whoever is tapped sits down, and is not offered again.
    known.first.tap()
    expect(page.locator("li.named")).to_have_count(4)
    expect(known).to_have_text(["Cindy", "Ellie"])
    expect(page.get_by_text("Amber deals")).to_be_visible()
    page.get_by_role("textbox", name="Player 4").fill("")
    assert first_screenful(page).elements <= 25


def test_a_known_name_that_is_tapped_has_the_colour_that_it_has_on_the_sheet(page: Page) -> None:
    Table(page).start(("Amber", "Betty", "Cindy"), "oh-hell")
    page.goto("/new/oh-hell")
    for name in ("Cindy", "Amber", "Betty"):
        page.locator(f".known [title={name}]").tap()
    for seat, number in enumerate((3, 1, 2)):
        expect(page.locator(f"#look-{seat} .p{number}")).to_be_visible()
    expect(page.locator("#seating")).to_have_text("Betty deals, Cindy speaks first.")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/hand")
    for name, number in (("Cindy", 3), ("Amber", 1), ("Betty", 2)):
        expect(page.locator(".place", has_text=name).locator(f".p{number}").first).to_be_visible()


def test_what_is_tapped_behind_a_typed_name_does_not_move_away(page: Page) -> None:
    table = Table(page)
    table.start()
    page.goto("/new/offender")
    # Nor does the field, which gives up room at its end alone, for the colour and the grip.
    field = page.get_by_role("textbox", name="Player 1")
    start = (field.bounding_box() or {})["x"]
    field.fill("Zoe")
    expect(page.locator("#look-0")).to_be_visible()
    assert start == (field.bounding_box() or {})["x"] == (page.locator(".player").first.bounding_box() or {})["x"]
    rules = page.locator("details.card")
    rules.locator("summary").first.click()
    expect(rules.first).to_have_attribute("open", "")
    # The rules that it holds are in sight.
    expect(rules.get_by_text("Who speaks next")).to_be_in_viewport()


@pytest.mark.widths
def test_no_link_of_the_home_page_lies_over_another(page: Page) -> None:
    page.goto("/")
    overlaps = """links => links.flatMap((one, at) => links.slice(at + 1).filter(other => {
        const [a, b] = [one, other].map(link => link.getBoundingClientRect());
        return a.left < b.right && b.left < a.right && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    }).map(other => `${one.textContent} and ${other.textContent}`))"""
    assert page.locator("main a").evaluate_all(overlaps) == []
    small = "links => links.map(link => link.getBoundingClientRect().height).filter(height => height < 44)"
    assert page.locator(".home a").evaluate_all(small) == []


def test_six_players_are_typed_with_enter_behind_each_name_and_only_then_the_sheet_starts(page: Page) -> None:
    # On a busy phone timers come late.
    page.add_init_script("const later = setTimeout; window.setTimeout = (work, ms = 0) => later(work, ms + 500)")
    page.goto("/new/oh-hell")
    page.get_by_role("textbox", name="Player 1").tap()
    for seat, name in enumerate(("Ben", "Lea", "Tom", "Mia", "Jo", "Kim"), 1):
        field = page.get_by_role("textbox", name=f"Player {seat}")
        expect(field).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert page.locator(".deals-last").all_inner_texts() == [name]
    expect(page.get_by_role("textbox", name="Player 7")).to_be_focused()
    expect(page.get_by_text("Kim deals, Ben speaks first.")).to_be_visible()
    expect(page.locator(".player:not([hidden])")).to_have_count(7)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Hand 1")
    expect(page.locator("main")).to_contain_text("8 cards each")


@pytest.fixture
def table(page: Page, phone: Phone) -> Table:
    """A sheet with the document's four hands, as it opens."""
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.wait_for_url(f"**{sheet}")
    return Table(page)


def test_the_menu_has_seven_entries_and_each_leads_where_it_says(page: Page, table: Table) -> None:
    sheet = page.url
    page.locator("#menu summary").tap()
    entries = page.locator(".sheet-menu > *")
    expect(entries).to_have_count(7)
    assert [
        re.split(r"\n|seats|history|large", text.strip())[0].strip() for text in entries.all_inner_texts()
    ] == [*("Share", "Players and rules", "Export", "Finish", "Table mode", "More", "Help")]
    assert page.locator(".sheet-menu").evaluate("menu => menu.getBoundingClientRect().bottom <= innerHeight")
    # The open menu lies over half of a row of the table, which is then a small target.
    assert [fault for fault in found_by_axe(page) if 'class="opens"' not in fault] == []
    page.get_by_role("link", name="Share").tap()
    expect(page.locator(".qr")).to_be_visible()
    page.goto(sheet)
    page.locator("#menu summary").tap()
    page.get_by_role("link", name="Players and rules").tap()
    for text, path in (("Names, title", "names"), ("House rules", "house-rules"), ("Seats", "seats")):
        page.get_by_role("navigation", name="Players and rules").get_by_role("link", name=text).tap()
        page.wait_for_url(f"**/{path}")
        expect(page.locator("[aria-current]")).to_have_text(text)
    assert found_by_axe(page) == []
    page.goto(f"{sheet}/more")
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 640


def test_a_pdf_is_two_taps_from_the_sheet_and_the_page_of_exports_fits_the_screen(table: Table) -> None:
    page = table.page
    table.taps = 0
    table.tap(page.locator("#menu summary"))
    with page.expect_download() as saved:
        table.tap(page.get_by_role("link", name="PDF"))
    assert table.taps == 2
    assert saved.value.path().read_bytes()[:5] == b"%PDF-"
    page.get_by_role("link", name="Export").tap()
    expect(page.locator(".tile")).to_have_count(6)
    fits_window(page)
    page.get_by_text("More", exact=True).tap()
    assert found_by_axe(page) == []


@pytest.mark.widths
def test_the_way_to_help_covers_nothing_in_the_bar_and_widens_no_page(other_page: OtherPage) -> None:
    page = other_page(viewport={"width": 320, "height": 568})
    for path in (
        "/",
        "/new/pirate-bridge",
        "/import",
        "/check-paper",
        "/rules/reverse-bridge",
        "/help",
        "/nowhere",
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        title, link = page.locator("h1").bounding_box(), page.locator(".help-link")
        if link.count() and (box := link.bounding_box()) and title:
            assert title["x"] + title["width"] <= box["x"] or title["y"] >= box["y"] + box["height"], path


@pytest.mark.parametrize("with_script", [True, False])
def test_only_the_house_rules_of_the_chosen_variant_are_shown(other_page: OtherPage, with_script: bool) -> None:
    page = other_page(java_script_enabled=with_script)
    page.goto("/new/spades")
    page.get_by_text("House rules").click()
    expect(page.get_by_text("Bags that cost", exact=True)).to_be_visible()
    expect(page.get_by_text("Sets that lose", exact=True)).not_to_be_visible()
    page.get_by_text("New York", exact=False).first.click()
    expect(page.get_by_text("Bags that cost", exact=True)).not_to_be_visible()
    expect(page.get_by_text("Sets that lose", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(("game", "screens"), [("oh-hell", 1), ("spades", 2)])
def test_house_rules_are_few_until_more_are_wanted(page: Page, game: str, screens: int) -> None:
    page.goto(f"/new/{game}")
    rules = page.locator("#new-sheet > details")
    rules.locator("summary").first.tap()
    assert rules.evaluate("rules => rules.offsetHeight") <= screens * 640


WIDEST = """select => {
    const wide = select.offsetWidth;
    select.style.width = "auto";
    return select.offsetWidth - wide;
}"""


@pytest.mark.parametrize("with_script", [True, False])
def test_a_choice_is_read_whole_in_its_list_and_below_it_what_it_means(
    other_page: OtherPage, with_script: bool
) -> None:
    page = other_page(java_script_enabled=with_script)
    page.goto("/new/oh-hell")
    page.get_by_text("House rules").click()
    described = {option.name: option for option in GAMES["oh-hell"].options_type.described()}
    for name in ("scoring", "hand_sizes"):
        chosen, meaning = page.locator(f"#option-{name}"), page.locator(f"#means-{name} > :visible")
        for key, sentence in described[name].sentences.items():
            chosen.select_option(key)
            expect(meaning).to_have_text(sentence[0].upper() + sentence[1:] + ".")
        chosen.select_option(index=len(described[name].sentences))
        expect(meaning).to_have_count(0)
        assert chosen.evaluate(WIDEST) <= 0


def test_the_names_are_in_sight_below_the_games_that_any_other_game_knows(page: Page) -> None:
    page.goto("/new/plain")
    expect(page.get_by_role("textbox", name="Player 5")).to_be_in_viewport(ratio=1)


def test_house_rules_are_found_by_words_and_by_what_others_call_them(page: Page) -> None:
    page.goto("/new/spades")
    page.get_by_text("House rules", exact=True).tap()
    search = page.get_by_role("searchbox", name="Find a house rule")
    seen = page.locator(".option:visible > :is(label, legend)")
    before = seen.all_inner_texts()
    search.fill("sandb")
    expect(seen).to_have_text(["Variant", "Bags that cost", "Bag penalty", "Overtrick"])
    search.fill("little JOKER")
    expect(seen).to_have_text(["Variant", "Above the ace of spades"])
    search.fill("klingon")
    expect(seen).to_have_count(0)
    expect(page.get_by_text("No house rule has these words.")).to_be_visible()
    search.fill("")
    expect(seen).to_have_text(before)
    page.goto("/new/offender")
    page.get_by_text("House rules", exact=True).tap()
    expect(page.get_by_label("No-trump")).to_be_visible()
    expect(search).to_be_hidden()


def test_a_tables_own_rules_are_kept_on_the_phone_under_a_name(page: Page) -> None:
    def name_them() -> None:
        page.get_by_text("House rules", exact=True).tap()
        page.get_by_text("More", exact=True).last.tap()

    page.goto("/new/spades")
    name_them()
    page.get_by_label("Target").fill("300")
    page.get_by_label("Blind nil allowed").uncheck()
    page.get_by_label("Keep these rules on this phone as").fill("Friday’s")
    page.get_by_role("button", name="Keep", exact=True).tap()
    page.goto("/")
    # What was half entered would come back by itself.
    drafts = "Object.keys(localStorage).filter(name => name.includes('draft'))"
    page.evaluate(f"{drafts}.forEach(name => localStorage.removeItem(name))")
    page.goto("/new/spades")
    name_them()
    expect(page.get_by_label("Target")).to_have_value("500")
    page.get_by_role("button", name="Friday’s", exact=True).tap()
    expect(page.get_by_label("Target")).to_have_value("300")
    expect(page.get_by_label("Blind nil allowed")).not_to_be_checked()
    expect(page.locator("#in-force")).to_have_text("Blind nil allowed: no · to 300")
    # Of another game they are not.
    page.goto("/new/oh-hell")
    expect(page.get_by_role("button", name="Friday’s", exact=True)).to_have_count(0)
    page.goto("/new/spades")
    name_them()
    page.get_by_role("button", name="Forget Friday’s").tap()
    page.reload()
    expect(page.get_by_role("button", name="Friday’s", exact=True)).to_have_count(0)


@pytest.mark.widths
@pytest.mark.parametrize("game", in_short(GAMES, "spades"))
def test_house_rules_fit_a_narrow_phone_and_axe_finds_nothing_in_them_or_the_rules(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/new/{game}")
    page.get_by_text("House rules", exact=True).tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert too_small(page, ".option :is(.chip, select, .text, [role=switch])") == []
    assert found_by_axe(page) == []
    page.goto(f"/rules/{game}")
    assert found_by_axe(page) == []


def test_what_to_tap_first_is_painted_before_the_scripts_have_come(other_page: OtherPage) -> None:
    for will_run in (True, False):
        page = other_page(java_script_enabled=will_run)
        Table(page).start()
        page.route(re.compile(r"\.js$"), lambda route: route.abort())
        page.reload()
        expect(page.locator(".forecast .wish")).to_be_visible(visible=will_run)


def test_an_evening_ends_is_shared_and_begins_again(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    open_where_shared(page, sheet)
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=re.compile("^Finish")).tap()
    expect(page.get_by_role("heading", name="Cindy wins")).to_be_visible()
    assert found_by_axe(page) == []
    curve = page.get_by_alt_text("After 4 hands Cindy leads with 180.")
    drawn, narrow = "it => it.naturalWidth", 288
    assert curve.evaluate(drawn) == narrow
    for width, height in ((320, 640), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.wait_for_function("() => document.querySelector('img.curve').naturalWidth > 288")
    name, kind, beginning = shared(page, "Share the picture")
    assert (name[-12:], kind, beginning) == ("offender.png", "image/png", PNG)
    page.get_by_role("button", name="Play again").tap()
    page.wait_for_url("**/hand")
    assert sheet not in page.url
    expect(page.get_by_text("Diana deals").first).to_be_visible()


STUB = """([taken, refusals]) => {
    window.shared = [];
    navigator.canShare = ({ files }) => taken && files.length > 0;
    navigator.share = async ({ files }) => {
        if (refusals.length) throw new DOMException("", refusals.shift());
        const bytes = async (file) => [...new Uint8Array(await file.arrayBuffer())].slice(0, 8);
        for (const file of files) window.shared.push([file.name, file.type, await bytes(file)]);
    };
}"""
"""A phone's own sheet for sharing. taken: whether it takes files; refusals: the errors that it begins with."""
PNG = b"\x89PNG\r\n\x1a\n"
EMPTY = """([width, height]) => new Promise((done) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.toBlob((blob) => done(blob.size));
})"""
"""The bytes of a PNG of this size on which nothing is."""


@pytest.mark.long
def test_a_text_is_copied_and_a_picture_is_saved(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone, title="Friday")
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/text")
    assert found_by_axe(page) == []
    # Without a clipboard, as on plain http in the house's own network.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy").first.tap()
    expect(page.locator("#short-said")).to_have_text("Copied.")
    assert "1st Cindy: 180" in page.evaluate("getSelection().toString()")
    page.reload()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").nth(1).tap()
    expect(page.locator("#whole-said")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("```\nFriday")
    assert copied == page.get_by_label("The whole sheet").input_value()
    assert page.get_by_role("button", name="Share").count() == (2 if page.evaluate("'share' in navigator") else 0)
    page.goto(f"{sheet}/picture")
    assert found_by_axe(page) == []
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as PNG").tap()
    assert saving.value.suggested_filename.endswith("friday.png")
    png = Path(saving.value.path()).read_bytes()
    assert png.startswith(PNG)
    drawn = page.locator("#drawn").evaluate("it => [it.naturalWidth, it.naturalHeight]")
    assert list(struct.unpack(">II", png[16:24])) == drawn
    assert drawn[0] == 1080
    assert len(png) > 3 * page.evaluate(EMPTY, drawn), "nothing was drawn"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.fixture
def sheet(phone: Phone, page: Page) -> str:
    sheet = four_hands(phone, title="Friday")
    join(page, phone, sheet, "view")
    return sheet


def open_where_shared(page: Page, path: str, *refusals: str, taken: bool = True) -> None:
    """Open a page where the phone shares, instead of in the test's browser, that may not."""
    page.add_init_script(f"({STUB})({json.dumps([taken, refusals])})")
    page.goto(path)


def shared(page: Page, button: str) -> tuple[str, str, bytes]:
    """What the phone's own sheet is given by a tap: the name of the file, its kind, and how it begins."""
    page.get_by_role("button", name=button).tap()
    page.wait_for_function("() => shared.length")
    [[name, kind, beginning]] = page.evaluate("shared")
    return name, kind, bytes(beginning)


@pytest.mark.long
def test_pdf_and_picture_go_through_the_phones_own_sheet_as_files(page: Page, sheet: str) -> None:
    open_where_shared(page, f"{sheet}/export")
    page.get_by_text("More", exact=True).tap()
    assert found_by_axe(page) == []
    name, kind, beginning = shared(page, "Share the PDF")
    assert (name[-10:], kind, beginning[:5]) == ("friday.pdf", "application/pdf", b"%PDF-")
    page.goto(f"{sheet}/picture")
    assert found_by_axe(page) == []
    name, kind, beginning = shared(page, "Share")
    assert (name[-10:], kind, beginning) == ("friday.png", "image/png", PNG)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_phone_that_shares_no_files_saves_them(page: Page, sheet: str) -> None:
    open_where_shared(page, f"{sheet}/export", taken=False)
    page.get_by_text("More", exact=True).tap()
    expect(page.get_by_role("link", name="PDF to sign")).to_be_visible()
    expect(page.get_by_role("button", name="Share the PDF")).to_have_count(0)
    page.goto(f"{sheet}/picture")
    expect(page.get_by_role("button", name="Save as PNG")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)


@pytest.mark.long
def test_a_file_that_came_too_late_for_the_tap_is_shared_with_the_next(page: Page, sheet: str) -> None:
    open_where_shared(page, f"{sheet}/export", "NotAllowedError")
    page.get_by_text("More", exact=True).tap()
    button, said = page.get_by_role("button", name="Share the PDF"), page.locator("#pdf-said")
    button.tap()
    expect(said).to_have_text("It is ready: tap Share once more.")
    page.context.set_offline(True)
    button.tap()
    page.wait_for_function("() => shared.length")
    expect(said).to_have_text("")
    button.tap()
    expect(said).to_have_text("It has not come: try again, or save it.")
    page.context.set_offline(False)
    # Whoever changes their mind hears nothing.
    open_where_shared(page, f"{sheet}/picture", "AbortError")
    button = page.get_by_role("button", name="Share")
    button.tap()
    button.tap()
    page.wait_for_function("() => shared.length")
    expect(page.locator("#drawn-said")).to_have_text("")


def test_what_a_link_carries_leaves_the_address_bar_and_is_looked_at(page: Page, phone: Phone) -> None:
    link = link_of(phone, four_hands(phone, title="Friday"))
    page.goto("/")
    page.goto(f"/import#{link.partition('#')[2]}")
    expect(page.get_by_text("Nothing is imported yet")).to_be_visible()
    expect(page.locator(".offers")).to_contain_text("Friday")
    assert page.url.endswith("/import")
    page.go_back()
    assert "#" not in page.url
    # The page of Import is open already, and a link is tapped elsewhere.
    page.goto("/import")
    page.evaluate("text => { location.hash = text }", link.partition("#")[2])
    expect(page.locator(".offers")).to_contain_text("Friday")
    assert "#" not in page.url


def test_a_sheet_is_sent_as_a_file_first_where_the_phone_shares_files(page: Page, sheet: str) -> None:
    open_where_shared(page, f"{sheet}/send")
    button = page.get_by_role("button", name="Share the file")
    assert box_of(button)["y"] < box_of(page.locator("#code-1"))["y"]
    name, kind, beginning = shared(page, "Share the file")
    # Phones share no JSON.
    assert (name[-4:], kind, beginning[:1]) == (".txt", "text/plain", b"{")


def test_codes_that_the_camera_reads_wait_for_each_other_and_make_the_sheet(page: Page, phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    for number in range(40):
        phone.record(sheet, TABLE_GAMES[number % 4])
    first, second, *rest = [code.partition("#")[2] for code in codes_of(link_of(phone, sheet))]
    count = 2 + len(rest)
    join(page, phone, sheet, "view")
    page.goto(f"{sheet}/send")
    assert found_by_axe(page) == []
    assert too_small(page, "#send .go", 44, 44) == []
    for number in range(1, count):
        expect(page.locator(f"#code-{number} .qr")).to_be_in_viewport(ratio=1)
        page.locator(f"#code-{number}").get_by_role("link", name="Next").tap()
        expect(page.locator(f"#code-{number} .qr")).not_to_be_in_viewport()
    expect(page.locator(f"#code-{count} .qr")).to_be_in_viewport(ratio=1)
    assert count > 2
    read = page.locator("#parts [role=status]")
    for number, code in enumerate([second, *rest], start=1):
        # Each opens a page of its own.
        page.goto("about:blank")
        page.goto(f"/import#{code}")
        expect(read).to_contain_text(f"{number} of {count} codes")
        assert page.url.endswith("/import")
    expect(read).to_contain_text("Number 1 is missing.")
    expect(page.locator("#parts")).to_contain_text("on the first screen of this phone may not see it")
    name = audit.fingerprint(json.loads(with_history(phone, sheet))["history"][-1]["digest"])
    expect(read).to_contain_text(name)
    # Looked at again, without a code.
    page.reload()
    expect(read).to_contain_text(f"{count - 1} of {count}")
    page.goto("about:blank")
    page.goto("/import#part=1.2.K7QF-2M9D.1234")
    expect(read.locator("h2")).to_contain_text("1 of 2 codes are here. Number 2 is missing.")
    expect(read).to_contain_text(f"Of another sending, {name}, and not mixed in: {count - 1} of {count} codes")
    page.evaluate("text => { location.hash = text }", first)
    expect(page.get_by_text("Nothing is imported yet")).to_be_visible()
    expect(page.locator(".offers")).to_contain_text("Friday")
    page.get_by_role("button", name="Import", exact=True).tap()
    page.wait_for_url("**/sheets/**")


def test_codes_wait_an_hour_and_what_is_no_code_is_told_so(page: Page, phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    for number in range(30):
        phone.record(sheet, TABLE_GAMES[number % 4])
    first, second, *_ = [code.partition("#")[2] for code in codes_of(link_of(phone, sheet))]
    page.clock.install()
    page.goto(f"/import#{first}")
    expect(page.locator("#parts")).to_be_visible()
    page.clock.fast_forward("01:00:01")
    page.goto("about:blank")
    page.goto(f"/import#{second}")
    expect(page.locator("#parts h2")).to_contain_text("1 of")
    assert page.evaluate("Object.keys(localStorage).filter((item) => item.includes('part=')).length") == 1
    page.goto("about:blank")
    page.goto("/import#part=1.3.K7QF")
    expect(page.locator("#import-error")).to_contain_text("is not whole: read it once more")


def test_a_browser_that_keeps_nothing_takes_one_code_and_asks_for_a_file_else(page: Page, phone: Phone) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }")
    page.goto("/import#part=1.2.K7QF-2M9D.1234")
    expect(page.locator("#parts h2")).to_contain_text("1 of 2 codes are here")
    expect(page.locator("#parts")).to_contain_text("keeps nothing between two pages: ask for the file")
    [code] = codes_of(link_of(phone, four_hands(phone, title="Friday")))
    page.goto("about:blank")
    page.goto(f"/import#{code.partition('#')[2]}")
    expect(page.locator(".offers")).to_contain_text("Friday")


@pytest.mark.long
def test_a_trick_is_judged_on_a_phone(page: Page) -> None:
    table = Table(page)
    table.start()
    page.goto(f"{table.sheet}/more")
    page.get_by_role("link", name=re.compile("Who won that trick")).tap()
    table.tap(page.locator("label[for=leader-4]"))
    # A rank alone is of the suit led, and whoever plays next is asked by itself.
    for card in ("4-H 4-10", "0-4", "1-S 1-4", "2-A", "3-K"):
        for part in card.split():
            seat, _, value = part.partition("-")
            table.tap(page.locator(f"label[for={'suit' if value in 'HS' else 'rank'}-{seat}-{value}]"))
    expect(page.locator(".card-played .its-card")).to_have_text(
        ["♥︎ hearts 10", "♥︎ hearts 4", "♠︎ spades 4", "♥︎ hearts A", "♥︎ hearts K"]
    )
    page.locator("label[for=trump-S]").tap()
    page.get_by_text("Could they have followed?").tap()
    page.get_by_label("Betty also had").fill("♥9")
    page.get_by_label("Betty also had").press("Enter")
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2").first).to_contain_text("Betty wins with the")
    expect(verdict).to_contain_text("they could have followed")
    assert found_by_axe(page) == []
    narrow = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert narrow
    assert too_small(page, "main :is(select, input.text, .key, .chip, .go, summary)", width=0) == []


LARGE = 28
"""Pixels of the line that is read aloud: more than twice what the sheet's figures are."""


def test_that_is_not_right_is_answered_in_two_taps(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.goto(sheet)
    targets = "#standings a, #gains a, .leads-on a, .dock a, .chain a"
    assert too_small(page, targets, width=0) == []
    table = Table(page)
    table.tap(page.get_by_role("link", name=re.compile(r"^Amber 132\s+points, 2nd")))
    worked = page.locator(".worked")
    expect(worked).to_have_text("90 + 42 = 132")
    assert worked.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") >= LARGE
    assert too_small(page, targets, width=0) == []
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("link", name="Hand 4: why?"))
    expect(worked).to_have_text("6 + 36 = 42")
    assert found_by_axe(page) == []
    assert table.taps == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url("**/hands/5")
    assert too_small(page, targets, width=0) == []
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url("**#hand-4")
    table.tap(page.locator(".dock").get_by_role("link", name="Hand 5"))
    expect(worked).to_have_text("Diana sits at the left of Cindy, who dealt hand 4.")


HOLD_MS = 1_000


@pytest.mark.long
def test_while_the_page_is_locked_no_touch_counts_until_it_is_held(page: Page, phone: Phone) -> None:
    sheet = four_hands(phone)
    join(page, phone, sheet, "score")
    page.goto(f"{sheet}/hand")
    key = box_of(page.locator("label[for=level-6]"))
    page.get_by_label("More").tap()
    page.get_by_role("button", name="Lock against touches").tap()
    lock = page.get_by_role("dialog", name="Locked against touches")
    expect(lock).to_be_visible()
    page.touchscreen.tap(key["x"] + 9, key["y"] + 9)
    page.locator(".hold").tap()
    page.wait_for_timeout(HOLD_MS + 100)
    expect(lock).to_be_visible()
    expect(page.locator("#level-6")).not_to_be_checked()
    page.locator(".hold").hover()
    page.mouse.down()
    expect(lock).to_be_hidden()
    page.mouse.up()
    page.touchscreen.tap(key["x"] + 9, key["y"] + 9)
    expect(page.locator("#level-6")).to_be_checked()
    page.goto(f"{sheet}/board")
    page.get_by_label("Turn or lock").tap()
    page.get_by_role("button", name="Lock against touches").tap()
    phone.record(sheet, FIFTH)
    expect(page.locator(".scores li").first.locator("b")).to_have_text("162")
    expect(lock).to_be_visible()
    page.keyboard.press("Enter")
    expect(lock).to_be_hidden()
