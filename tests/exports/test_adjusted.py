"""Points without a deal leave the app in every form, and come back."""

import csv
import io
import random
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from scorer.exports import json_answer, pdf, picture, texts
from scorer.exports.workbook import workbook as xlsx
from scorer.exports.workbook.book import SCORE
from scorer.rules.core import minus
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import long as long_csv
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import load, open_table

from ..long_form import in_short
from ..sheet.files import FIVE, NOBODY, RESULT
from ..sheet.files import document as filed
from .ledgers import OF_GAME, plain
from .recalculation import Workbook

FONTS = Path(__file__).parents[2] / "static" / "fonts"
REVOKE = {"after": 1, "points": {"Betty": -10, "Cindy": 10}, "note": "revoke", "by": ["Amber"]}
BONUS = {"after": 0, "points": {"Ellie": 3}}


def evening(*adjustments: Any, **head: Any) -> Ledger:
    return Ledger.of(sheet_file.sheet_of(filed(RESULT, NOBODY, adjustments=list(adjustments), **head)))


def in_every_place(game: str) -> Ledger:
    """A sheet of the game with points behind every hand and before the first."""
    known = max((one for one in OF_GAME[game] if one.rows), key=lambda one: len(one.rows))
    if game == "plain":
        known = plain([5, -5], [0.5, 2], players=["Ann", "Bo"])
    chance = random.Random(game)
    columns = known.columns[: len(known.rows[0].points)]
    drawn = [(chance.choice(columns), chance.randint(-9, 9)) for _ in range(len(known.rows) + 1)]

    def with_points(given: Iterable[tuple[str, int]]) -> Ledger:
        facts = [{"points": {name: points}, "note": f"n{after}"} for after, (name, points) in enumerate(given)]
        adjustments = tuple(Adjustment(fact, after) for after, fact in enumerate(facts))
        return Ledger.of(replace(known.sheet, adjustments=adjustments))

    try:
        return with_points(drawn)
    except IllegalHandError:  # They would end a short game before its last hand.
        return with_points((name, -abs(points)) for name, points in drawn)


def test_the_text_has_a_line_for_them_and_says_why() -> None:
    lines = texts.score(evening(REVOKE, BONUS)).splitlines()
    assert [line.split() for line in lines[3:7]] == [
        ["adjusted", *["+0", "=", "0", "+0", "=", "0", "+0", "=", "0", "+0", "=", "0", "+3", "=", "3"]],
        ["1", "Ellie", *["+49", "=", "49", "+6", "=", "6", "+49", "=", "49", "+6", "=", "6", "+6", "=", "9"]],
        ["adjusted", *["+0", "=", "49", "-10", "=", "-4", "+10", "=", "59", "+0", "=", "6", "+0", "=", "9"]],
        ["2", "Amber", *["+0", "=", "49", "+0", "=", "-4", "+0", "=", "59", "+0", "=", "6", "+0", "=", "9"]],
    ]
    assert "Adjusted before the first hand: Ellie +3" in lines
    at = lines.index("Adjusted after hand 1: Betty −10, Cindy +10 (revoke)")
    assert lines[at + 1] == "   Agreed by Amber."
    assert at < lines.index("2: no contract")


def test_a_chat_is_told_in_both_texts() -> None:
    ledger = evening(REVOKE)
    assert "Adjusted after hand 1: Betty −10, Cindy +10 (revoke)" in texts.summary(ledger).splitlines()
    assert [line.split()[0] for line in texts.whole(ledger).splitlines()[4:7]] == ["1", "±", "2"]


def test_the_long_list_has_them_with_their_reason_and_still_adds_up() -> None:
    ledger = evening(REVOKE, BONUS)
    rows = list(csv.DictReader(io.StringIO(long_csv(ledger).decode("utf-8-sig"), newline="")))
    [betty] = [row for row in rows if row["hand"] == "adjusted" and row["player"] == "Betty" and row["note"]]
    assert (betty["points"], betty["total"], betty["reasons"]) == ("-10", "-4", "adjustment: revoke: -10")
    for name, total in zip(FIVE, ledger.totals, strict=True):
        assert sum(int(row["points"]) for row in rows if row["player"] == name) == total


@pytest.mark.parametrize("game", in_short(GAMES, "spades"))
def test_points_in_every_place_of_any_game_are_values_of_a_workbook_that_adds_up(game: str) -> None:
    ledger = in_every_place(game)
    content = xlsx.write(ledger)
    workbook = Workbook(content)
    assert workbook.totals() == [float(total) for total in ledger.totals]
    cells = list(workbook.formulas())
    assert [(cell, workbook.gives(cell)) for cell in cells] == [(cell, workbook.says(cell)) for cell in cells]
    rows = [row for row in workbook.written[SCORE].iter_rows(min_row=5) if row[0].value == "±"]
    values = [cell for row in rows for cell in row if isinstance(cell.value, int | float)]
    assert len(values) == len(ledger.adjusted)
    first, *_ = values
    more = Workbook(content, {(SCORE, first.coordinate): float(f"{first.value}") + 100}).totals()
    assert sum(more) - sum(workbook.totals()) == 100


@pytest.mark.parametrize("game", in_short(GAMES, "offender", "pirate-bridge", "spades"))
def test_points_in_every_place_of_any_game_stand_on_paper(game: str) -> None:
    ledger = in_every_place(game)
    pages = PdfReader(io.BytesIO(pdf.write(ledger, fonts=FONTS))).pages
    said = " ".join(" ".join(page.extract_text().split()) for page in pages)
    for row in ledger.adjusted:
        assert re.search(rf"adjusted {re.escape(row.in_words)} ".replace(r"\ ", " ?"), f"{said} "), row.in_words
        for column in range(len(ledger.columns)):
            assert minus(ledger.working(row, column)) in said


def test_who_agreed_to_the_points_stands_on_paper() -> None:
    [page] = PdfReader(io.BytesIO(pdf.write(evening(REVOKE), fonts=FONTS))).pages
    assert "Agreed by Amber." in page.extract_text()


def test_the_curve_goes_a_step_up_or_down() -> None:
    known = plain([4, 4], [4, 4], players=["A", "B"])
    given = (Adjustment({"points": {"A": -8}}, 1),)
    drawn = picture.draw(Ledger.of(replace(known.sheet, adjustments=given))).decode()
    fined, other = (
        [tuple(map(float, pair.split(","))) for pair in points.split()]
        for points in re.findall(r'<polyline points="([^"]+)"', drawn)
    )
    assert (len(fined), len(other)) == (4, 3)
    assert fined[1][0] == fined[2][0] == other[1][0]
    assert fined[2][1] - fined[0][1] == pytest.approx(fined[0][1] - fined[1][1], abs=0.2)


def test_a_wrong_total_beside_them_is_found_where_it_stands() -> None:
    content = wide_csv(evening(REVOKE)).replace(b",49,-4,59,6,6\r\n2", b",49,-4,69,6,6\r\n2")
    checked = check(load(content))
    [first] = checked.findings
    assert (first.hand, first.adjustment, first.column, first.claimed, first.due) == (1, 1, "Cindy", 69, 59)
    said = texts.check_paper(checked)
    assert "Adjusted after hand 1, Cindy: the total is 59, not 69." in said
    assert "Right: 49 + 10 = 59" in said
    found = json_answer.check_paper(checked)["findings"][0]
    assert (found["hand"], found["adjustment"]) == (1, 1)


def test_a_line_with_words_only_changes_no_points_and_comes_back_as_it_was() -> None:
    table = """game,offender
hand,contract,proposer,accepter,tricks,note,Amber,Betty,Cindy,Diana,Ellie
1,6H,Amber,Cindy,7,,49,6,49,6,6
adjusted,,,,,warned for talking,,,,,
adjusted,,,,,and again,49,6,,,
2,7S,Betty,Ellie,6,,90,16,90,47,16
"""
    checked = check(load(table.encode()))
    assert [row.in_words for row in checked.ledger.adjusted] == [
        "after hand 1: no points (warned for talking)",
        "after hand 1: no points (and again)",
    ]
    opened = open_table(table.encode())
    hands = opened.read(GAMES["offender"], FIVE, opened.likely(GAMES["offender"], FIVE))
    assert (hands.bad, hands.sheet) == ((), checked.ledger.sheet)
    again = check(load(wide_csv(checked.ledger)))
    assert (again.ledger.sheet.adjustments, again.findings) == (checked.ledger.sheet.adjustments, ())


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        (b"revoke,Amber,,-10,10,,", b"revoke,Zoe,,-10,10,,", "nobody at this table is named “Zoe”"),
        (b"revoke,Amber,,-10,10,,", b"revoke,Amber,,x,10,,", "“x” is no"),
    ],
)
def test_a_line_of_points_that_cannot_be_is_named_by_its_place(old: bytes, new: bytes, detail: str) -> None:
    content = wide_csv(evening(REVOKE))
    assert old in content
    with pytest.raises(FormatError) as fault:
        load(content.replace(old, new))
    assert fault.value.where.startswith("line 7")
    assert detail in fault.value.detail
    opened = open_table(content.replace(old, new))
    [bad] = opened.read(GAMES["offender"], FIVE, opened.likely(GAMES["offender"], FIVE)).bad
    assert bad.number == 7
