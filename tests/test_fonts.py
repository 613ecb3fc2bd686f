"""Pages are drawn with the fonts of the tests, whatever this machine has."""

import pytest
from playwright.sync_api import Browser

WIDTHS = (
    """() => [...document.querySelectorAll("span")].map(span => Math.round(span.getBoundingClientRect().width))"""
)


@pytest.mark.widths
def test_the_font_of_the_system_is_the_one_of_the_family(chromium: Browser, family: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    spans = (f"<span style='font: 16px {font}'>Wide words, figures 12345</span><br>" for font in FONTS[family])
    page.set_content("".join(spans))
    system, sans, named, serif = page.evaluate(WIDTHS)
    assert system == sans == named != serif
    context.close()


FONTS = {
    "wide": ("system-ui", "sans-serif", "'DejaVu Sans'", "ui-serif, serif"),
    "narrow": ("system-ui", "sans-serif", "'Liberation Sans'", "ui-serif, serif"),
}
