"""Names in scripts that run the other way, or that no bundled font has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.exports.scripts import joined, legible, visual

KNOWN = {*range(0x20, 0x250), *range(0x590, 0x700), *range(0xFB00, 0xFF00)}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Amber (5)", "Amber (5)"),
        ("אבג", "גבא"),
        ("Anna אבג, דהו Bob", "Anna גבא, והד Bob"),
        ("אב גד", "דג בא"),
        ("אב 120 גד", "דג 120 בא"),
        ("אב (גד)", "(דג) בא"),
        ("(אב) גד", "(בא) דג"),
    ],
)
def test_hebrew_runs_from_right_to_left_within_a_line_that_does_not(text: str, shown: str) -> None:
    assert visual(text) == shown


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("محمد", "\ufee3\ufea4\ufee4\ufeaa"),
        ("سلام", "\ufeb3\ufefc\ufee1"),
        ("دار", "\ufea9\ufe8d\ufead"),
        ("بَب", "\ufe91\u064e\ufe90"),
        ("ب ب", "\ufe8f \ufe8f"),
        ("Bob", "Bob"),
    ],
)
def test_arabic_letters_join_those_beside_them(text: str, shapes: str) -> None:
    assert joined(text) == shapes


@given(st.text(max_size=40))
def test_any_text_at_all_becomes_one_that_the_fonts_can_write(text: str) -> None:
    written = legible(text, KNOWN)
    assert all(ord(character) in KNOWN for character in visual(written))
    assert bool(written.strip()) or not text.strip()
