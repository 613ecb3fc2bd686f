"""The sheet as a picture: one that every viewer reads, with everybody's name and total on it."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from scorer.exports import drawing, picture
from scorer.sheet.core.ledger import Ledger

from ..sheet.files import FIVE, NOBODY, RESULT, ledger
from .ledgers import OF_GAME, STRANGE, plain

SVG = "{http://www.w3.org/2000/svg}"
LONG = [f"Maximiliana von und zu Hohenstein the {number:02}" for number in range(12)]


def drawn(known: Ledger) -> ET.Element:
    return ET.fromstring(picture.draw(known))


def texts(svg: ET.Element) -> list[str]:
    """What stands on the picture, and the whole of what is shortened there."""
    return ["".join(part.itertext()) for text in svg.iter(f"{SVG}text") for part in (text, *text)]


def lines(svg: ET.Element) -> list[list[tuple[float, float]]]:
    """The points of every column's line."""
    pairs = [line.attrib["points"].split() for line in svg.iter(f"{SVG}polyline")]
    return [[(float(x), float(y)) for x, y in (pair.split(",") for pair in line)] for line in pairs]


@pytest.mark.parametrize("game", OF_GAME)
def test_every_game_has_everybodys_name_and_total(game: str) -> None:
    for known in OF_GAME[game]:
        found = texts(drawn(known))
        for standing in known.standings:
            assert re.sub("[\x07\ufffe]", "\ufffd", standing.column) in found
            assert f"{standing.total}".replace("-", "−") in found
        assert len(lines(drawn(known))) == (len(known.columns) if known.rows else 0)


def test_a_card_says_what_was_played_and_who_won() -> None:
    found = texts(drawn(ledger(RESULT, NOBODY, title="Friday", date="2026-11-20", finished=True)))
    assert found[:2] == ["Friday", "Offender · 20 Nov 2026 · 2 hands"]
    assert found[-1] == "Amber and Cindy won."
    assert [text for text in found if text in FIVE] == ["Amber", "Cindy", "Betty", "Diana", "Ellie", *FIVE]


def test_only_who_leads_stands_out_and_nobody_before_the_first_hand() -> None:
    four = FIVE[:4]
    ahead, new = drawn(plain([5, 9, 9, -1], players=four)), drawn(plain(players=four))
    bold = [text for text in ahead.iter(f"{SVG}text") if text.get("font-weight") and text.get("font-size") == "16"]
    assert ["".join(text.itertext()) for text in bold] == ["=1st", "=1st"]
    cards = [card for svg in (ahead, new) for card in svg.iter(f"{SVG}rect") if card.get("rx") == "10"]
    assert [card.get("fill") for card in cards] == [picture.LEADING] * 2 + [picture.CARD] * 6


@pytest.mark.parametrize("columns", range(2, 13))
def test_names_of_forty_letters_are_shortened_and_still_told_apart(columns: int) -> None:
    svg = drawn(plain([-100] * columns, players=LONG[:columns]))
    shown = [text.text or "" for text in svg.iter(f"{SVG}tspan")]
    assert len(shown) >= columns
    assert len({*shown[-columns:]}) == columns
    assert all("…" in name and name.endswith(f"{at:02}") for at, name in enumerate(shown[-columns:]))
    assert {title.text for title in svg.iter(f"{SVG}title")} >= {*LONG[:columns]}


def test_lines_are_told_apart_without_their_colours() -> None:
    few, many = drawn(plain([1] * 6, players=[*FIVE, "Fay"])), drawn(plain([1] * 12))
    dashes = [line.get("stroke-dasharray") for line in few.iter(f"{SVG}polyline")]
    assert len({*dashes}) == 6
    assert len({(line.get("stroke"), line.get("stroke-dasharray")) for line in many.iter(f"{SVG}polyline")}) == 12


def test_the_curve_is_the_running_totals_from_nought_on() -> None:
    ends = lines(drawn(plain([-10, 0], [30, 5], players=["A", "B"])))
    a, b = [[y for _, y in line] for line in ends]
    nought, ten = a[0], a[1] - a[0]
    assert ten > 0
    assert a == pytest.approx([nought, nought + ten, nought - 2 * ten], abs=0.2)
    assert b == pytest.approx([nought, nought, nought - ten / 2], abs=0.2)
    x = [x for x, _ in ends[0]]
    assert x[2] - x[1] == pytest.approx(x[1] - x[0], abs=0.2)


def test_the_curve_ends_at_the_totals_with_what_the_end_of_the_sheet_paid() -> None:
    known = max(
        (one for one in OF_GAME["ten-bridge"] if one.closing and any(one.closing)), key=lambda one: len(one.rows)
    )
    svg = drawn(known)
    assert {len(line) for line in lines(svg)} == {len(known.rows) + 2}
    assert "end" in texts(svg)


def test_the_line_of_whoever_came_later_begins_where_she_sat_down() -> None:
    late = {**RESULT, "proposer": "Fiona", "accepter": "Betty", "players": [*FIVE[:4], "Fiona"]}
    *others, fiona = lines(drawn(ledger(RESULT, RESULT, late)))
    assert {len(line) for line in others} == {4}
    assert fiona[0] == (others[0][2][0], others[0][0][1])
    assert len(fiona) == 2


def test_a_sheet_without_a_hand_has_no_curve_and_no_places() -> None:
    found = texts(drawn(ledger()))
    assert found[1] == "No hand yet"
    assert not [text for text in found if text.endswith(("st", "nd", "rd", "th"))]
    assert lines(drawn(ledger())) == []


def test_the_names_at_the_ends_of_the_lines_do_not_cover_each_other() -> None:
    for known in (plain([5] * 12), plain(list(range(12))), plain([-5] * 12, [0] * 12)):
        svg = drawn(known)
        names = [text for text in svg.iter(f"{SVG}text") if text.get("font-size") == f"{drawing.LABEL}"]
        heights = sorted(float(text.attrib["y"]) for text in names)
        assert len(heights) == 12
        assert all(below - above >= drawing.APART - 0.1 for above, below in pairwise(heights))
        [*_, chart] = (rect for rect in svg.iter(f"{SVG}rect") if rect.get("rx") == "12")
        top = float(chart.attrib["y"])
        assert top < heights[0] - drawing.LABEL / 2
        assert heights[-1] < top + float(chart.attrib["height"])


def test_the_picture_needs_nothing_that_the_page_forbids() -> None:
    svg = drawn(plain([3] * 12, title="<script>alert(1)</script>", players=STRANGE))
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} == {
        *("svg", "title", "rect", "text", "tspan", "line", "polyline", "path")
    }
    names = {name for element in svg.iter() for name in element.attrib}
    assert not [name for name in names if name in ("style", "class", "href") or name.startswith("on")]
    width, height = (int(svg.attrib[name]) for name in ("width", "height"))
    assert svg.attrib["viewBox"] == f"0 0 720 {height / 1.5:.0f}"
    assert width == 1080
