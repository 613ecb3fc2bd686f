"""The curve by itself: every line within sixty points, every name readable, light and dark."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from playwright.sync_api import Browser

from scorer.exports import drawing
from scorer.exports.wording import ems
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.highlights import lead_in_words, leads
from scorer.sheet.sheet_file import load

from ..sheet.files import RESULT, ledger
from ..web.any_names import with_names
from .ledgers import OF_GAME, STRANGE, long_evening, plain
from .test_palette import contrast
from .test_picture import LONG, SVG, lines

SWINGS = plain(*([1, 0] if number % 3 else [0, 3] for number in range(200)), players=["A", "B"])
"""The lead changes more often than a line has points."""


def drawn(kept: Ledger, *, wide: bool = False, strip: bool = False) -> ET.Element:
    return ET.fromstring(drawing.draw(kept, wide=wide, strip=strip))


def rings(svg: ET.Element) -> list[tuple[float, float]]:
    marks = (mark for mark in svg.iter(f"{SVG}circle") if mark.get("stroke"))
    return [(float(mark.attrib["cx"]), float(mark.attrib["cy"])) for mark in marks]


def test_every_change_of_the_lead_is_a_ring_on_the_line_of_who_leads() -> None:
    for kept in (one for ledgers in OF_GAME.values() for one in ledgers if one.rows):
        svg, changes = drawn(kept), leads(kept)[1:]
        for change, ring in zip(changes, rings(svg), strict=True):
            for name in change.columns:
                assert ring in lines(svg)[kept.columns.index(name)], (kept.sheet, name)
        said = [text.text for text in svg.iter(f"{SVG}text")].count("○ the lead changes")
        assert said == bool(changes), kept.sheet
        dots = [mark for mark in svg.iter(f"{SVG}circle") if mark.get("r") == "1.5"]
        assert len(dots) == sum(len(change.columns) > 1 for change in changes), kept.sheet
        # The strip on the sheet stands alone: nothing there says what a ring is.
        assert rings(drawn(kept, strip=True)) == [], kept.sheet


@pytest.mark.parametrize("kept", [long_evening(), SWINGS], ids=["long", "swings"])
@pytest.mark.parametrize("strip", [True, False])
def test_a_line_of_a_long_evening_has_sixty_points_and_ends_where_it_ended(kept: Ledger, strip: bool) -> None:
    svg = drawn(kept, strip=strip)
    for line in lines(svg):
        assert 50 <= len(line) <= 60
    first = kept.standings[0]
    top = min(line[-1][1] for line in lines(svg))
    assert lines(svg)[kept.columns.index(first.column)][-1][1] == top
    turns = len(leads(kept)) - 1
    if turns < 50 and not strip:
        assert all(any(ring in line for line in lines(svg)) for ring in rings(svg))


@pytest.mark.parametrize("strip", [True, False])
@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("players", [("A", "B"), STRANGE, LONG])
def test_names_are_apart_and_within_the_image(players: tuple[str, ...], wide: bool, strip: bool) -> None:
    kept = plain([7] * len(players), list(range(len(players))), players=players)
    svg = drawn(kept, wide=wide, strip=strip)
    width, height = (int(svg.attrib[name]) for name in ("width", "height"))
    assert (width, height) == drawing.size(kept, wide=wide, strip=strip)
    names = [text for text in svg.iter(f"{SVG}text") if text.get("text-anchor") == "start"]
    assert len(names) == len(players)
    heights = sorted(float(name.attrib["y"]) for name in names)
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert heights[0] >= 14
    assert heights[-1] <= height
    for name in names:
        cut = name.findtext(f"{SVG}tspan") or name.text or ""
        assert float(name.attrib["x"]) + ems(cut) * 14 * 0.9 <= width
        assert float(name.attrib["font-size"]) >= 14


BOXES = """() => [...document.querySelectorAll("svg")].map((svg) => {
    const room = svg.viewBox.baseVal;
    const texts = [...svg.querySelectorAll("text")];
    const names = texts.filter((text) => text.getAttribute("text-anchor") === "start");
    const tops = names.map((name) => name.getBBox().y);
    const cut = texts.filter((text) => {
        const { x, y, width, height } = text.getBBox();
        return x < 0 || y < 0 || x + width > room.width || y + height > room.height
            || names.includes(text) && tops.some((top) => top > y && top < y + height - 4);
    });
    return cut.map((text) => text.textContent);
})"""


@pytest.mark.widths
def test_a_usual_name_at_the_end_of_a_line_is_whole_in_every_font(chromium: Browser) -> None:
    players = ("Amber", "Betty", "Cindy", "Diana")
    file = with_names("spades", players)
    sides = Ledger.of(load(file))
    even = {"hands": [{"tricks": [7, 6], "bids": dict.fromkeys(players, 3)}], "finished": False}
    close = Ledger.of(load(json.dumps({**json.loads(file), **even}).encode()))
    kept = [
        ledger(RESULT, RESULT),
        sides,
        plain([7] * 12, players=STRANGE),
        plain([1, 2, 3], players=("Jo", "Christopher", "Al")),
        close,
    ]
    ways = [{"wide": wide, "strip": strip} for wide in (False, True) for strip in (False, True)]
    drawings = [drawing.draw(one, **way) for one in kept for way in ways]
    page = chromium.new_page()
    page.set_content("".join(re.sub(r"^<\?xml.*?\?>", "", drawing.decode()) for drawing in drawings))
    assert page.evaluate(BOXES) == [[]] * len(drawings)
    page.close()
    for one in (kept[0], sides, kept[3]):
        shown = {"".join(text.itertext()) for text in drawn(one, strip=True).iter(f"{SVG}text")}
        assert {*one.columns} == shown


def test_every_colour_of_the_curve_has_another_in_the_dark() -> None:
    svg = drawn(plain([5] * 12, list(range(12))))
    drawn_as = {(part, element.get(part)) for element in svg.iter() for part in ("fill", "stroke")}
    found = re.findall(r'\[(\w+)="(#\w+)"\]\{\1:(#\w+)\}', svg.findtext(f"{SVG}style") or "")
    assert {(part, colour) for part, colour in drawn_as if colour not in (None, "none")} <= {
        (part, colour) for part, colour, _ in found
    }
    dark = {light: other for _, light, other in found}
    assert {*drawing.COLOURS} <= {*dark}
    for light, other in dark.items():
        names = light in (*drawing.COLOURS, drawing.INK, drawing.SOFT)
        for colour, ground in ((light, "#f4eee0"), (other, "#18241f")):
            assert contrast(colour, ground) >= 4.5 or not names, (colour, ground)


def test_the_strip_has_no_figures_and_the_file_says_what_it_shows() -> None:
    kept = plain([5, 0, 2], [1, 9, 2], [0, 0, 3], players=["A", "B", "C"])
    strip, whole = drawn(kept, strip=True), drawn(kept)
    assert len([*strip.iter(f"{SVG}text")]) == 3
    assert [text.text for text in whole.iter(f"{SVG}text") if text.get("text-anchor") == "middle"] == [
        "1",
        "2",
        "3",
    ]
    assert strip.findtext(f"{SVG}title") == lead_in_words(kept)
    widths = {line.get("stroke-width") for line in strip.iter(f"{SVG}polyline")}
    assert widths == {"2", "3"}
