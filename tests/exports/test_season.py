"""A season taken along: what the CSV, the workbook and the paper say is what the season says."""

import csv
import io
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from openpyxl import load_workbook

from scorer.exports import json_answer, tables, texts, wording
from scorer.statistics.players import partnerships
from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import standings

from ..statistics.test_figures import counted, evenings, named

OF_TWO = {"format": "score-sheet/1", "game": "plain", "players": ["Ann", "Bo"]}


@pytest.fixture(scope="module")
def season() -> Season:
    return Season.of(counted("short"), Choice())


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_row_for_each_night_and_player(season: Season) -> None:
    found = rows(tables.nights_csv(season))
    assert len(found) == sum(len(season.attended(name)) for name in season.players)
    for each in standings(season).everybody:
        of_player = [row for row in found if row["player"] == each.player]
        assert sum(int(row["total"]) for row in of_player) == each.total == int(of_player[-1]["sum"])
        assert sum(row["won"].startswith("yes") for row in of_player) == each.won


def test_a_shared_win_is_one_in_every_file_and_on_the_page() -> None:
    level = [{"points": {"Ann": 5, "Bo": 5, "Cid": 1}}]
    ahead = [{"points": {"Ann": 5, "Bo": 4, "Cid": 1}}]
    sheets = [
        {"format": "score-sheet/1", "game": "plain", "players": ["Ann", "Bo", "Cid"], "date": day, "hands": hands}
        for day, hands in (("2026-03-06", level), ("2026-03-13", ahead))
    ]
    season = Season.of(evenings(named(sheets)), Choice())
    [ann, bo, cid] = sorted(standings(season).players, key=lambda each: each.player)
    assert [each.won_in_short for each in (ann, bo, cid)] == ["2 (1 shared)", "1 (1 shared)", "0"]
    in_nights = [row["won"] for row in rows(tables.nights_csv(season))]
    assert in_nights == ["yes, shared", "yes, shared", "no", "yes", "no", "no"]
    named_rows = [dict(zip(tables.OF_STANDINGS, row, strict=True)) for row in tables.standing_rows(season)]
    told = json_answer.statistics(season)["standings"]["players"]
    for found in (named_rows, told):
        assert {each["player"]: (each["won"], each["shared"]) for each in found} == {
            "Ann": (2, 1),
            "Bo": (1, 1),
            "Cid": (0, 0),
        }
    assert "2 (1 shared)" in texts.statistics(season)


def test_half_a_unit_is_rounded_up_everywhere() -> None:
    for average, tenths, hundredths in (
        ("386.25", "386.3", "386.25"),
        ("443.95", "444.0", "443.95"),
        ("-2.125", "−2.1", "−2.13"),
        ("2.125", "2.1", "2.13"),
        ("-0.04", "0.0", "−0.04"),
    ):
        assert wording.number(Fraction(average)) == tenths
        assert wording.average_place(Fraction(average)).replace("-", "−") == hundredths
    days = [
        {"points": {"Ann": 2, "Bo": 5}},
        {"points": {"Ann": 1, "Bo": 5}},
        *[{"points": {"Ann": 2, "Bo": 1}}] * 6,
    ]
    sheets = [{**OF_TWO, "date": f"2026-03-0{number}", "hands": [hand]} for number, hand in enumerate(days, 1)]
    season = Season.of(evenings(named(sheets)), Choice())
    ann = next(row for row in tables.standing_rows(season) if row[1] == "Ann")
    assert dict(zip(tables.OF_STANDINGS, ann, strict=True))["a night"] == Decimal("1.88")


def test_a_row_for_each_hand_with_the_points_of_each_player(season: Season) -> None:
    found = rows(tables.hands_csv(season))
    assert len(found) == sum(evening.hands for evening in season.evenings)
    for each in standings(season).everybody:
        points = [int(row[each.player]) for row in found if row[each.player]]
        assert sum(points) == each.points
        # Hands that nobody bid are among them.
        assert len(points) >= each.hands


def test_the_two_numbers_of_hands_have_two_names(season: Season) -> None:
    dealt = {each.player: each.hands for each in standings(season).everybody}
    of_evenings = rows(tables.nights_csv(season))
    for row in tables.standing_rows(season):
        named = dict(zip(tables.OF_STANDINGS, row, strict=True))
        player = str(named["player"])
        every = sum(int(each["all hands"]) for each in of_evenings if each["player"] == player)
        assert named["hands bid"] == dealt[player] <= every


def test_names_that_a_spreadsheet_would_count_with_stay_names(season: Season) -> None:
    respelt = Season.of(season.evenings, Choice(same={"Fiona": "=1+1"}))
    assert any(row["player"] == "'=1+1" for row in rows(tables.nights_csv(respelt)))
    assert "'=1+1" in rows(tables.hands_csv(respelt))[0]


def test_the_workbook_has_the_same_rows(season: Season) -> None:
    content = tables.season_workbook(season)
    assert content == tables.season_workbook(season)
    book = load_workbook(io.BytesIO(content))
    assert book.sheetnames == ["Standings", "Nights", "Hands", "Partners"]
    for name, expected in (
        ("Standings", list(tables.standing_rows(season))),
        ("Nights", list(tables.night_rows(season))),
        ("Hands", list(tables.hand_rows(season))),
        ("Partners", list(tables.pair_rows(season))),
    ):
        written = list(book[name].iter_rows(min_row=tables.HEAD_ROW + 2, values_only=True))
        assert [_plain(row) for row in written] == [_plain(row) for row in expected], name


def _plain(row: Any) -> list[Any]:
    return [
        float(cell) if isinstance(cell, int | float) or hasattr(cell, "normalize") else cell or "" for cell in row
    ]


def test_few_hands_have_no_range_in_the_workbook(season: Season) -> None:
    found = {str(row[0]): row for row in tables.pair_rows(season)}
    for pair in partnerships(season).pairs:
        low, high = found[" and ".join(pair.players)][-2:]
        assert (low == "") == (high == "") == (pair.made.whole < 10)
