"""What the app exports, the app holds to be right: random sheets taken away as CSV, checked and brought back."""

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorer.cli import main
from scorer.exports.workbook import workbook as xlsx
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import BESIDE, SETTLED, Hand, Sheet
from scorer.sheet.paper.csv import wide as wide_csv

from ..long_form import in_short
from .changed_facts import Change, random_change
from .random_sheets import random_sheet
from .recalculation import fact
from .round_trip import faults

SHEETS, AT_ONCE = 9, 3


@pytest.mark.parametrize("begins", in_short(range(0, SHEETS, AT_ONCE), 0))
@pytest.mark.parametrize("game", GAMES)
def test_random_sheets_come_back_the_same_and_nothing_in_them_is_called_wrong(
    game: str, begins: int, tmp_path: Path
) -> None:
    files: list[str] = []
    for number in range(begins, begins + AT_ONCE):
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


EVENINGS = 3
SIDES = ("N & S", "E & W")


@pytest.mark.parametrize("game", xlsx.FORMULAS)
@pytest.mark.parametrize("number", in_short(range(EVENINGS), 0))
def test_a_workbook_follows_a_changed_hand_through_the_evening(game: str, number: int) -> None:
    change = random_change(game, random.Random(f"{game} {number}"))
    assert change.cells
    assert change.before.totals != change.after.totals or change.before.table != change.after.table
    assert list(change.differences(change.recalculated())) == []


NAMES = ("N", "E", "S", "W")
BIDS = dict.fromkeys(NAMES, 3)
PIRATE = {"contract": "2H", "declarer": "N", "acceptor": "E"}
SET_IN_PART: dict[str, tuple[dict[str, Any], ...]] = {
    "spades": (
        {"bids": BIDS, "tricks": [8, 5]},
        {"options": {"variant": "new-york"}, "points": dict.fromkeys(SIDES, 5), "carry": {"sets": [1, 0]}},
        {"options": {"variant": "standard"}, "bids": BIDS, "tricks": [7, 6]},
    ),
    "pirate-bridge": (
        {**PIRATE, "tricks": 8},
        {"points": dict.fromkeys(NAMES, 5), "carry": {"games": dict.fromkeys(NAMES, 1)}},
        {**PIRATE, "tricks": 8},
    ),
}
"""Hands of which the table settled the second, and said of a part what the next begins with."""
TAKEN: dict[str, tuple[Any, Any, dict[tuple[str, ...], int]]] = {
    "spades": ([8, 5], [6, 7], {(SIDES[0], "tricks"): 6, (SIDES[1], "tricks"): 7}),
    "pirate-bridge": (8, 5, {("tricks",): 5}),
}
"""What was taken in the first hand, what is after the change, and that by the heads above it."""


@pytest.mark.parametrize("game", SET_IN_PART)
def test_what_the_table_did_not_set_still_follows_the_hands_before(game: str) -> None:
    def evening(taken: Any) -> Ledger:
        hands = ({**SET_IN_PART[game][0], "tricks": taken}, *SET_IN_PART[game][1:])
        return Ledger.of(Sheet(game=game, players=NAMES, dealer="N", hands=tuple(map(Hand, hands))))

    before, after, heads = TAKEN[game]
    content = xlsx.write(evening(before))
    cells = {fact(content, 1, *above): number for above, number in heads.items()}
    change = Change(evening(before), evening(after), cells)
    assert change.before.table != change.after.table
    assert list(change.differences(change.recalculated())) == []
