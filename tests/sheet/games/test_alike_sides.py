"""Two sides whose names come out alike: each keeps its points, and the later one is told by its seats."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from openpyxl import load_workbook

from scorer.exports import json_answer, texts
from scorer.exports.tables import player_rows
from scorer.exports.workbook.workbook import write as workbook
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import questions, sheet_file
from scorer.sheet.changes.corrections import rename
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import long, wide
from scorer.sheet.paper.table import load as load_paper
from scorer.statistics.evening import Evening

from ..any_game import HEADS
from ..files import SheetFiles

ALIKE = ("A", "A & B", "B & C", "C")
COLUMNS = ("A & B & C", "A & B & C (2, 4)")
OF_SIDES = [key for key, game in GAMES.items() if game.partnerships]
SPADES = SheetFiles({"game": "spades", "players": list(ALIKE)})
HAND: dict[str, Any] = {"bids": {"A": 3, "A & B": 3, "B & C": 3, "C": 3}, "tricks": [7, 6]}


def pairs(game: str) -> Iterator[tuple[Ledger, Ledger]]:
    """Sheets of a game, with settled hands and points without a deal, and the same with names that are alike."""
    for head in HEADS[game]:
        ledger = Ledger.of(head)
        if not ledger.table.game.sides_have_columns or {*head.players} != {*ledger.table.game.players}:
            continue
        facts = sheet_file.dump(head)
        settled = {"points": dict(zip(ledger.columns, (10, -3), strict=True)), "note": "agreed"}
        if not ledger.over:
            facts["hands"].append(settled)
        facts["adjustments"] = [{"after": 0, "points": {ledger.columns[1]: 1}}]
        text = json.dumps(facts)
        for old, new in zip((*ledger.columns, *head.players), (*COLUMNS, *ALIKE), strict=True):
            text = text.replace(f'"{old}"', f'"\0{new}"').replace(f'"{old}: ', f'"\0{new}: ')
        try:
            yield (
                Ledger.of(sheet_file.load(json.dumps(facts).encode())),
                Ledger.of(sheet_file.load(text.replace("\0", "").encode())),
            )
        except (FormatError, IllegalHandError):  # A hand of the vector has not ended: nothing can follow it.
            continue


@pytest.mark.parametrize("game", OF_SIDES)
def test_every_sheet_scores_as_with_other_names(game: str) -> None:
    found = list(pairs(game))
    assert found
    for plain, alike in found:
        assert alike.columns == COLUMNS
        assert [row.points for row in alike.rows] == [row.points for row in plain.rows]
        assert (alike.totals, alike.closing) == (plain.totals, plain.closing)
        assert [each.place for each in alike.standings] == [each.place for each in plain.standings]
        ours, theirs = alike.ending, plain.ending
        assert (ours and ours.winners) == (theirs and theirs.winners)
        for row in alike.rows:
            for column in range(2):
                assert (
                    sum(line.points for line in questions.points(alike, row, column).lines) == row.points[column]
                )
        kept = [[mark.text for mark in alike.counters.get(name, ())] for name in alike.columns]
        assert kept == [[mark.text for mark in plain.counters.get(name, ())] for name in plain.columns]


@pytest.mark.parametrize("game", OF_SIDES)
def test_every_file_and_season_tells_the_two_apart(game: str) -> None:
    plain, alike = max(pairs(game), key=lambda pair: len(pair[0].rows))
    assert Ledger.of(sheet_file.load(sheet_file.write(alike.sheet))).totals == alike.totals
    answer = json_answer.score(alike)
    assert answer["columns"] == list(COLUMNS)
    assert {each["column"]: each["total"] for each in answer["standings"]} == dict(
        zip(COLUMNS, alike.totals, strict=True)
    )
    for text in (texts.score(alike), texts.whole(alike)):
        assert COLUMNS[1] in text
    back = check(load_paper(wide(alike)))
    assert not back.findings
    assert back.ledger.totals == alike.totals
    assert COLUMNS[1] in long(alike).decode()
    then, now = (Evening.of(ledger, "sheet") for ledger in (plain, alike))
    assert list(now.totals.values()) == list(then.totals.values())
    assert {ALIKE[plain.sheet.players.index(name)] for name in then.winners} == now.winners
    assert {each.player: each.total for each in player_rows([alike])} == dict(now.totals)
    tabs = load_workbook(io.BytesIO(workbook(alike)), read_only=True).worksheets
    said = [cell for tab in tabs for cells in tab.iter_rows(values_only=True) for cell in cells]
    assert all(column in said for column in COLUMNS)


def test_a_settled_hand_and_points_without_a_deal_go_to_the_one_they_name() -> None:
    ledger = SPADES.ledger(
        HAND, {"points": {COLUMNS[0]: 10, COLUMNS[1]: 20}}, adjustments=[{"after": 1, "points": {COLUMNS[1]: -5}}]
    )
    assert [row.points for row in ledger.rows] == [(61, 60), (10, 20)]
    assert ledger.totals == (71, 75)


def test_a_file_that_gave_both_the_points_of_their_one_name_means_the_same() -> None:
    assert SPADES.ledger({"points": {COLUMNS[0]: 10}}).totals == (10, 10)


def test_a_player_who_is_called_as_a_side_is_renamed_and_the_side_is_not() -> None:
    players = ["A & B", "A", "C", "B"]
    sheet = SheetFiles({"game": "reverse-bridge", "players": players})
    ledger = sheet.ledger({"points": {"A & B & C": 1, "A & B": 2}})
    facts = rename(ledger, {"A & B": "Zoe"})["revised"]
    assert facts["head"]["players"] == ["Zoe", "A", "C", "B"]
    assert [hand["points"] for hand in facts["hands"].values()] == [{"Zoe & C": 1, "A & B": 2}]
