"""The sheet as a table and as a list for a spreadsheet: what adds up, what stands where, and what comes back."""

import csv
import io
import json
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scorer.exports import json_answer, texts
from scorer.sheet import sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import Checked, check
from scorer.sheet.paper.csv import long as long_csv
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import load

from ...exports import tables
from ...exports.ledgers import LEDGERS, OF_GAME, STRANGE, guarded, plain
from ..files import FIVE, NOBODY, RESULT, ledger
from ..files import document as filed
from ..games import test_pirate_sheets
from ..games.test_pirate_sheets import CONTRACT, MADE
from ..papers import as_it_seems

NORTH = ["North", "East", "South", "West"]
NILS = {"bids": {"North": "nil", "East": 3, "South": 4, "West": 4}, "tricks": [5, 8], "nil_tricks": {"North": 1}}


def of_file(sheet: dict[str, Any]) -> Ledger:
    return Ledger.of(sheet_file.load(json.dumps(sheet).encode()))


def spades(*hands: Any, **head: Any) -> dict[str, Any]:
    return filed(*hands, **{"game": "spades", "players": NORTH, **head})


def imported(content: bytes) -> Ledger:
    hands = as_it_seems(content)
    assert hands.bad == ()
    assert hands.checked.findings == ()
    return hands.ledger


def checked(content: bytes) -> Checked:
    return check(load(content))


def test_the_head_stands_above_the_headings_and_an_empty_line_between() -> None:
    sheet = spades(NILS, title="Fri; day", options={"failed_nil": "ignored", "bag_penalty": 50}, dealer="East")
    lines = wide_csv(of_file(sheet)).decode("utf-8-sig").splitlines()
    assert lines[:8] == [
        *("game,spades", "title,Fri; day", "players,North,East,South,West", "dealer,East"),
        *("bag_penalty,50", "failed_nil,ignored", "", lines[7]),
    ]
    assert lines[7].startswith("hand,dealer,bids,tricks,nil_tricks,North & South points,")


def test_what_the_end_of_a_sheet_pays_comes_back_and_is_checked() -> None:
    [*_, known] = (known for known in OF_GAME["ten-bridge"] if known.closing and known.rows)
    content = wide_csv(known)
    assert imported(content).totals == known.totals
    assert imported(content).sheet.finished
    *lines, end = content.decode().splitlines()
    found = checked("\n".join([*lines, f"{end.rpartition(',')[0]},999"]).encode())
    [wrong] = found.findings
    assert (wrong.kind, wrong.claimed, wrong.due, wrong.carried) == ("total", 999, known.totals[-1], False)
    assert texts.describe(found, wrong).startswith("The end of the sheet, ")
    assert f"Right: {known.closing_working(1)}" in texts.check_paper(found)
    assert json_answer.check_paper(found)["findings"][0]["hand"] is None


def test_calls_and_a_hand_that_is_still_being_bid_are_left_out() -> None:
    calls = ["Amber: 6H", "Betty: reject", "Cindy: accept"]
    pass_word = [f"{name}: no proposal" for name in ("Betty", "Cindy", "Diana", "Ellie", "Amber")]
    known = of_file(filed({"calls": [*calls, *pass_word], "tricks": 7}, {"calls": ["Betty: 5C"]}))
    assert known.playing
    assert [hand.facts for hand in imported(wide_csv(known)).sheet.hands] == [RESULT]


def test_whoever_only_sits_down_for_the_next_hand_is_not_on_the_table_and_it_is_read() -> None:
    for known in LEDGERS[::5]:
        seated = ["Nora", *known.table.game.players[1:]]
        coming = Ledger.of(replace(known.sheet, coming={"players": seated}, finished=False))
        if coming.playing:
            continue
        content = wide_csv(coming)
        assert checked(content).findings == ()
        assert b"Nora" not in content
        assert imported(content).totals == coming.totals[: len(coming.columns_so_far)]


HELL = {"bids": {"Amber": 1, "Betty": 1, "Cindy": 1}, "tricks": {"Amber": 2, "Betty": 0, "Cindy": 0}}


def test_cards_that_no_hand_can_have_are_told_by_their_hand() -> None:
    content = wide_csv(of_file(filed(HELL | {"cards": 2}, game="oh-hell", players=FIVE[:3])))
    with pytest.raises(IllegalHandError):
        load(content.replace(b"Cindy,2,", b"Cindy,18,"))


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
def test_the_reasons_of_a_row_add_up_to_its_points_and_those_of_a_column_to_its_total(game: str) -> None:
    for known in OF_GAME[game]:
        who = "side" if known.table.game.sides_have_columns else "player"
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for row in rows(known):
            reasons = [line.rpartition(": ")[2] for line in row["reasons"].split("; ") if line]
            assert sum(map(Decimal, reasons)) == Decimal(row["points"]), row
            sums[row[who]] += Decimal(row["points"])
            assert sums[row[who]] == Decimal(row["total"])
        due = {guarded(column): total for column, total in zip(known.columns, known.totals, strict=True)}
        assert dict(sums) == (due if known.rows or known.closing else {})


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


def read(known: Ledger) -> list[dict[str, str]]:
    return tables.rows(wide_csv(known))


def pirate_rows(*hands: Any) -> list[dict[str, str]]:
    return read(test_pirate_sheets.ledger(*hands))


def test_every_key_of_every_hand_has_a_column_of_its_own_though_house_rules_changed() -> None:
    first, second, third = pirate_rows(
        {**MADE, "honors": {"Alan": 3, "Mike": 1}}, {**MADE, "vulnerable": True, **CONTRACT}, {"contract": None}
    )
    assert (first["honors"], first["vulnerable"]) == ("Alan 3, Mike 1", "")
    assert (second["honors"], second["vulnerable"]) == ("", "true")
    assert (third["contract"], third["tricks"], third["Alan total"]) == ("no contract", "", "674")


def test_what_the_end_of_a_sheet_pays_has_a_row_that_is_no_hand() -> None:
    [*_, known] = (known for known in OF_GAME["ten-bridge"] if known.closing)
    *hands, end = read(known)
    assert len(hands) == len(known.rows)
    assert (end["hand"], end["contract"]) == ("end", "paid at the end of the sheet")


def test_lines_end_and_texts_are_marked_as_spreadsheets_expect_it() -> None:
    content = wide_csv(plain([-3, *[0] * 11]))
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == 6
    head, row = tables.cells(content)
    marked = [text for text in head if text.startswith("'")]
    assert marked == [
        f"'{name} {what}" for what in ("points", "total") for name in STRANGE if name.strip("'")[0] in "=+-@"
    ]
    assert row[head.index("'=1+1 points")] == row[head.index("'=1+1 total")] == "-3"
