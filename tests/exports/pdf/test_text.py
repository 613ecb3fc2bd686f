"""Texts that no font can write as they are."""

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from scorer.exports import pdf
from scorer.exports.pdf import each_text, in_latin, visible

from .test_document import FONTS, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Amber (5)", "Amber (5)"),
        ("e\u0301", "é"),
        ("Jan\u200dé\ufe0f", "Jané"),
        ("a\u202eb\u0007c\u2028d", "ab c d"),
        ("می\u200cخواهم", "\u2068می\u200cخواهم\u2069"),
        ("אבג, דהו; Bob, Ann", "\u2068אבג\u2069, \u2068דהו\u2069; Bob, Ann"),
        ("\u200d\u200d", "[U+200D][U+200D]"),
        ("\ud800", "\ufffd"),
        ("", ""),
        (" ", " "),
    ],
)
def test_a_text_keeps_what_can_be_seen(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "lacking", "shown"),
    [
        ("Amber 深圳", "", "Amber 深圳"),
        ("Amber 深圳 & 圳", "深圳", "Amber [ShenZhen] & [Zhen]"),
        ("🐗深", "深", "🐗[Shen]"),
        ("a]b^c", "]^", "a[]]b[^]c"),
        ("\U000f0000", "\U000f0000", "[U+F0000]"),
    ],
)
def test_letters_that_no_font_has_are_written_in_latin(text: str, lacking: str, shown: str) -> None:
    assert in_latin(text, set(lacking)) == shown


def test_every_text_of_the_data_is_changed_and_nothing_else() -> None:
    data = {"a": ["b", {"c": ("d", 1, None, True)}]}
    assert each_text(data, str.upper) == {"a": ["B", {"c": ["D", 1, None, True]}]}


@settings(max_examples=6, deadline=None)
@given(st.text(max_size=40))
def test_a_sheet_with_any_text_at_all_can_be_printed(text: str) -> None:
    file = pdf.write(plain(("Ann", "Bo"), {"points": (1, 2), "note": text}), fonts=FONTS)
    said = PdfReader(io.BytesIO(file)).pages[0].extract_text()
    assert all(letter in said for letter in text if letter.isascii() and letter.isalnum())


def test_letters_of_a_hundred_scripts_that_no_font_has_are_all_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "none.conf"))
    private = "".join(map(chr, range(0xF0000, 0xF0064)))
    file = pdf.write(plain(("Ann", "Bo"), {"points": (1, 2), "note": private}), fonts=FONTS)
    said = "".join(PdfReader(io.BytesIO(file)).pages[0].extract_text().split())
    assert all(f"[U+{ord(letter):04X}]" in said for letter in private)
