"""Text and picture on a phone: copied, shared where it can, and drawn as a PNG by the phone itself."""

import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from ..evening import four_hands
from ..phone import Phone
from .test_everyone import found_by_axe

PNG = b"\x89PNG\r\n\x1a\n"
EMPTY = """([width, height]) => new Promise((done) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.toBlob((blob) => done(blob.size));
})"""
"""The bytes of a PNG of this size on which nothing is."""


def test_a_text_is_copied_and_a_picture_is_saved(phone: Phone, page: Page) -> None:
    sheet = four_hands(phone, title="Friday")
    page.goto(phone.share(sheet, "view"))
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
