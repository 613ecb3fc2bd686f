"""The table of a sheet has the columns that its house rules fill."""

from scorer.exports.score_table import ScoreTable

from ..sheet.games.test_pirate_sheets import CONTRACT, MADE, ledger

NOBODY = {"contract": None}


def heads(table: ScoreTable) -> list[str]:
    return [cell.text for cell in table.heads[1]]


def cells(table: ScoreTable) -> list[list[str]]:
    """Row by row, after a look whether each is as wide as the heads."""
    rows = [table.cells(row) for row in table.ledger.rows]
    assert {1 + sum(cell.columns for cell in row) for row in rows} == {table.width}
    return [[cell.text for cell in row] for row in rows]


def test_pirate_bridge_tells_the_points_below_the_line_of_the_hands_that_have_a_line() -> None:
    table = ScoreTable.of(ledger(MADE, {**MADE, **CONTRACT}, NOBODY))
    assert heads(table)[:6] == ["players", "bid", "taken", "below", "declarer", "acceptor"]
    assert [row[3] for row in cells(table)[:2]] == ["36", ""]


def test_contract_scoring_has_no_column_for_points_below_the_line() -> None:
    table = ScoreTable.of(ledger(MADE, NOBODY, **CONTRACT))
    assert heads(table)[:5] == ["players", "bid", "taken", "declarer", "acceptor"]
    assert cells(table)[0][3] == cells(table)[0][4] == "120 + 300 = 420"
