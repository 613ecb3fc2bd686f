"""The sheet as a list for a spreadsheet: a row per hand and player, that add up."""

import csv
import io
from collections import defaultdict
from decimal import Decimal

import pytest

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.csv import long as long_csv

from ...exports.ledgers import OF_GAME, STRANGE, guarded, plain
from ..files import FIVE, NOBODY, RESULT, ledger


def rows(known: Ledger) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(long_csv(known).decode("utf-8-sig"), newline="")))


def test_a_row_has_the_hand_in_the_words_of_the_sheet_file_and_what_one_player_scored_for_it() -> None:
    first, second, *_ = found = rows(ledger(RESULT, NOBODY))
    assert len(found) == 2 * len(FIVE)
    assert first == {
        "hand": "1",
        "dealer": "Ellie",
        "contract": "6H",
        "proposer": "Amber",
        "accepter": "Cindy",
        "tricks": "7",
        "player": "Amber",
        "points": "49",
        "total": "49",
        "reasons": "bid 6, made: 21; 7 tricks: 28",
    }
    assert (second["player"], second["points"], second["reasons"]) == ("Betty", "6", "3 tricks: 6")
    assert [found[-1][head] for head in ("hand", "contract", "player", "points", "total", "reasons")] == [
        *("2", "no contract", "Ellie", "0", "6", "")
    ]


@pytest.mark.parametrize("game", OF_GAME)
def test_the_points_of_every_column_add_up_to_its_total_in_every_game(game: str) -> None:
    for known in OF_GAME[game]:
        who = "side" if known.table.game.sides_have_columns else "player"
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for row in rows(known):
            sums[row[who]] += Decimal(row["points"])
            assert sums[row[who]] == Decimal(row["total"])
        due = {guarded(column): total for column, total in zip(known.columns, known.totals, strict=True)}
        assert dict(sums) == (due if known.rows or known.closing else {})


@pytest.mark.parametrize("game", OF_GAME)
def test_the_reasons_of_every_row_add_up_to_its_points(game: str) -> None:
    for row in (row for known in OF_GAME[game] for row in rows(known)):
        lines = [line.rpartition(": ")[2] for line in row["reasons"].split("; ") if line]
        assert sum(map(Decimal, lines)) == Decimal(row["points"]), row


def test_whoever_came_later_has_rows_from_then_on() -> None:
    late = {**RESULT, "proposer": "Fiona", "accepter": "Betty", "players": [*FIVE[:4], "Fiona"]}
    found = rows(ledger(RESULT, late))
    assert [row["hand"] for row in found if row["player"] == "Fiona"] == ["2"]
    assert [row["hand"] for row in found if row["player"] == "Ellie"] == ["1", "2"]


def test_a_text_that_looks_like_a_formula_is_marked_and_a_negative_number_is_not() -> None:
    known = plain([-3, *[0.5] * 11])
    content = long_csv(known)
    assert content.startswith(b"\xef\xbb\xbfhand,dealer,player,points,total,reasons\r\n")
    assert content.count(b"\r\n") == 1 + len(STRANGE)
    cells = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))[1:]
    assert [cells[at][2] for at in (0, 5, 7, 8, 10)] == [
        *("'=1+1", "'+Maximiliana the Great of Nether Walop I", "'@\x07\ufffe]]>", "'-2", "''=x")
    ]
    assert cells[0][3:5] == ["-3", "-3"]
    assert not [cell for row in cells for cell in (*row[:3], row[5]) if cell[:1] in "=+-@\t\r" and cell]
