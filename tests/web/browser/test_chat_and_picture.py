"""Text and picture on a phone: copied, shared where it can, and drawn as a PNG by the phone itself."""

import json
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..evening import four_hands
from ..files.test_import_sheets import link_of
from ..phone import Phone
from ..table import join
from .test_everyone import found_by_axe

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


@pytest.mark.long
def test_pdf_and_picture_go_through_the_phones_own_sheet_as_files(page: Page, sheet: str) -> None:
    open_where_shared(page, f"{sheet}/export")
    page.get_by_text("More", exact=True).tap()
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Share the PDF").tap()
    page.wait_for_function("() => shared.length")
    [[name, kind, beginning]] = page.evaluate("shared")
    assert name.endswith("friday.pdf")
    assert (kind, bytes(beginning[:5])) == ("application/pdf", b"%PDF-")
    page.goto(f"{sheet}/picture")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Share").tap()
    page.wait_for_function("() => shared.length")
    [[name, kind, beginning]] = page.evaluate("shared")
    assert name.endswith("friday.png")
    assert (kind, bytes(beginning)) == ("image/png", PNG)
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


@pytest.mark.long
def test_whoever_changes_their_mind_hears_nothing(page: Page, sheet: str) -> None:
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
