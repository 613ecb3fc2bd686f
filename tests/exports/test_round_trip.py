"""What the app exports, the app holds to be right: random sheets taken away as CSV, checked and brought back."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer.cli import main
from scorer.rules.registry import GAMES
from scorer.sheet.core.sheet import BESIDE, SETTLED
from scorer.sheet.paper.csv import wide as wide_csv

from .random_sheets import random_sheet
from .round_trip import faults

SHEETS = 9


@pytest.mark.parametrize("game", GAMES)
def test_random_sheets_come_back_the_same_and_nothing_in_them_is_called_wrong(game: str, tmp_path: Path) -> None:
    files: list[str] = []
    for number in range(SHEETS):
        ledger = random_sheet(game, random.Random(f"{game} {number}"))
        assert list(faults(ledger)) == [], number
        file = tmp_path / f"{number}.csv"
        file.write_bytes(wide_csv(ledger))
        files.append(str(file))
    checked = CliRunner().invoke(main, ["check-paper", *files])
    assert checked.exit_code == 0, checked.output


def test_the_random_sheets_have_all_that_a_sheet_can_have() -> None:
    sheets = [random_sheet(game, random.Random(f"{game} {seed}")) for game in GAMES for seed in range(SHEETS)]
    hands = [row.hand.facts for ledger in sheets for row in ledger.rows]
    for key in (*BESIDE, *SETTLED, "honors", "vulnerable", "nil_tricks"):
        assert any(key in facts for facts in hands), key
    assert any(facts.get("contract", 0) is None for facts in hands)
    assert any(ledger.closing for ledger in sheets)
    assert {bool(row.after) for ledger in sheets for row in ledger.adjusted} == {True, False}
    assert any(ledger.sheet.options for ledger in sheets)
    assert any("," in name for ledger in sheets for name in ledger.columns)
