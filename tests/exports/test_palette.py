"""The colours of players, measured from the stylesheet: everybody tells them apart and reads them everywhere."""

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from scorer.exports import drawing
from scorer.sheet.core.sheet import COLORS
from scorer.sheet.looks import COLOR_NAMES

STYLES = Path(__file__).parents[2] / "static" / "css"
CSS = (STYLES / "base.css").read_text("utf-8")
Color = tuple[float, ...]
"""Red, green and blue as light, from 0 to 1."""
# Machado, Oliveira and Fernandes 2009, of the whole loss of a kind of cone; nothing lost first.
SEEN_BY = {
    "most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
# Ottosson 2020, OKLab.
CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566))
CONES = (*CONES, (0.0883024619, 0.2817188376, 0.6299787005))
LAB = ((0.2104542553, 0.793617785, -0.0040720468), (1.9779984951, -2.428592205, 0.4505937099))
LAB = (*LAB, (0.0259040371, 0.7827717662, -0.808675766))
APART, TOLD = 10, 5
"""In hundredths of OKLab: of the first seven, and of all twelve, whom marks and dashes tell apart as well."""
READ, SEEN = 4.5, 2.5


def token(name: str, theme: str) -> str:
    """A colour of the stylesheet. theme: "light" or "dark"."""
    # A player has one colour on paper and card, and one on dark paper and felt.
    name = re.sub("^p", "k" if theme == "light" else "f", name) if name[1:].isdigit() else name
    found = re.search(rf"--{name}: (?:var\(--light, (#\w+)\) var\(--dark, (#\w+)\)|(#\w+));", CSS)
    assert found, name
    return found[3] or found[1 if theme == "light" else 2]


def light(written: str) -> Color:
    parts = (int(written[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def times(matrix: Sequence[Sequence[float]], color: Color) -> Color:
    return tuple(sum(factor * part for factor, part in zip(row, color, strict=True)) for row in matrix)


def distance(first: str, second: str, kind: str) -> float:
    """How far apart two colours are for who sees so, in hundredths of OKLab."""
    seen = [tuple(min(1, max(0, part)) for part in times(SEEN_BY[kind], light(each))) for each in (first, second)]
    one, other = (times(LAB, tuple(part ** (1 / 3) for part in times(CONES, each))) for each in seen)
    return 100 * sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def contrast(first: str, second: str) -> float:
    """Of the Web Content Accessibility Guidelines, 1.4.3."""
    low, high = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(light, (first, second))
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", SEEN_BY)
def test_the_first_seven_are_told_apart_by_colour_alone_and_all_by_colour_and_mark(theme: str, kind: str) -> None:
    colors = [token(f"p{number}", theme) for number in range(1, COLORS + 1)]
    far = {pair: distance(*pair, kind) for pair in combinations(colors, 2)}
    assert min(far[pair] for pair in combinations(colors[:7], 2)) >= APART
    assert min(far.values()) >= TOLD
    assert len({*drawing.MARKS}) == len({*drawing.DASHES}) == len({*COLOR_NAMES}) == COLORS


@pytest.mark.parametrize("number", range(1, COLORS + 1))
def test_a_name_in_its_colour_is_read_on_every_ground(number: int) -> None:
    for theme, own in (("light", ()), ("dark", ("#000000", "#1b211e"))):
        for ground in (*(token(name, theme) for name in ("paper", "raise")), *own):
            assert contrast(token(f"p{number}", theme), ground) >= READ, (theme, ground)
    for theme in ("light", "dark"):
        assert contrast(token(f"k{number}", theme), token("card", theme)) >= READ
        # A bar below a name, or a mark in its corner: nothing that is read.
        assert contrast(token(f"f{number}", theme), token("felt", theme)) >= SEEN
        assert contrast(token(f"k{number}", theme), token("lamp", theme)) >= SEEN


def test_drawings_have_the_colours_of_the_pages() -> None:
    for theme, colors in (
        ("light", drawing.COLOURS),
        ("dark", [drawing.IN_THE_DARK[each] for each in drawing.COLOURS]),
    ):
        assert [*colors] == [token(f"p{number}", theme) for number in range(1, COLORS + 1)]
    assert [token(f"k{number}", "light") for number in range(1, COLORS + 1)] == [*drawing.COLOURS]


def test_by_day_a_player_has_one_colour_on_a_page() -> None:
    """What is light on felt is so in table mode, which has nothing else, and on the seat that is chosen."""
    by_day = {
        sheet.stem: [*re.findall(r"var\(--light, var\(--f\)\)|(?<!--dark, )var\(--f\)", sheet.read_text("utf-8"))]
        for sheet in STYLES.glob("*.css")
    }
    assert {name: len(found) for name, found in by_day.items() if found} == {"board": 1, "felt": 1}
