"""The curve of a season: every sum after every evening, apart on a phone and together on a wide screen."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import pytest

from scorer.exports import season_curve
from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import in_words, leaders, running_sums

from ..statistics.decade import decade
from ..statistics.test_figures import evenings, named

SVG = "{http://www.w3.org/2000/svg}"


@cache
def season(weeks: int) -> Season:
    sheets = decade(4, weeks, 3)
    return Season.of(evenings(named(sheets)), Choice())


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("weeks", [1, 9, 150])
def test_every_player_has_a_line_and_a_name_within_the_drawing(weeks: int, wide: bool) -> None:
    told = season(weeks)
    root = ET.fromstring(season_curve.draw(told, wide=wide))
    width, height = season_curve.size(told, wide=wide)
    assert root.get("viewBox") == f"0 0 {width} {height}"
    lines = [line.get("points", "") for line in root.iter(f"{SVG}polyline")]
    assert len(lines) == len(told.players) ** (1 if wide else 2)
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        assert len(points) == min((weeks if weeks > 1 else len(told.evenings[0].deals)) + 1, 60)
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points)
    if wide:  # Whoever leads is on top, then as now.
        heights = [[float(point.split(",")[1]) for point in line.split()] for line in lines]
        assert len({*map(min, zip(*heights, strict=True))}) == 1
    ends = {float(line.split(",")[-1]) for line in lines}
    marks = [mark.get("transform", "") for mark in root.iter(f"{SVG}path")]
    assert len(marks) == (len(told.players) if wide else 0)
    # A mark is 8 pixels high, in the middle of the end of its line.
    assert {float(re.findall(r"[\d.]+", mark)[1]) + 4 for mark in marks} <= ends
    said = {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}
    assert all(any(name in text for text in said) for name in told.players)


def test_the_drawing_is_said_in_a_sentence() -> None:
    told = season(9)
    sums = running_sums(told)
    first = max(sums, key=lambda name: sums[name][-1])
    words = in_words(told)
    assert words.startswith(f"Points after 9 nights: {first} {sums[first][-1]}, ")
    [since] = map(int, re.findall(r"since night (\d+)", words))
    led = leaders(told, sums)
    assert set(led[since - 1 :]) == {(first,)}
    assert since == 1 or led[since - 2] != (first,)
    [title, *_] = ET.fromstring(season_curve.draw(told, wide=False)).iter(f"{SVG}title")
    assert title.text == words


def test_the_last_sum_is_the_sum_of_the_evenings() -> None:
    told = season(9)
    for name, line in running_sums(told).items():
        assert line[-1] == sum(night.totals[name] for night in told.attended(name))
        assert len(line) == 10


def test_of_many_players_those_who_came_most_often_are_drawn() -> None:
    told = season(9)
    names = [f"P{number:02}" for number in range(20)]
    tables = [dict.fromkeys(names[place : place + 12], 5) for place, _ in enumerate(told.evenings)]
    many = Season(
        Choice(game="offender"),
        tuple(replace(evening, totals=table) for evening, table in zip(told.evenings, tables, strict=True)),
    )
    drawn = season_curve.drawn(many)
    assert len(drawn.players) == 12
    ET.fromstring(season_curve.draw(drawn, wide=False))
