"""Random evenings taken away as workbooks, in which somebody then changes what was taken in one hand.

What the formulas give must be what the app says of the changed hand: workings, points, totals, places and what is
carried from hand to hand, cell by cell.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorer.exports.workbook import FACTS
from scorer.exports.workbook import workbook as xlsx
from scorer.exports.workbook.book import SCORE
from scorer.exports.workbook.workbook import Facts
from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Hand

from .random_sheets import random_sheet
from .recalculation import Cell, Workbook, place

TRIED = 30
"""How many evenings are thought of until one has a hand that can be changed."""
ROUNDED = 6


@dataclass(frozen=True)
class Change:
    """before, after: the evening with the hand as it was and as it is then; cells: what is written for that."""

    before: Ledger
    after: Ledger
    cells: dict[Cell, Any]

    def expected(self) -> dict[Cell, Any]:
        """What the app gives for each formula of the score sheet."""
        workbook = Workbook(xlsx.write(self.after))
        return {cell: workbook.says(cell) for cell in workbook.formulas() if cell[0] == SCORE}

    def recalculated(self) -> dict[Cell, Any]:
        workbook = Workbook(xlsx.write(self.before), self.cells)
        return {cell: workbook.gives(cell) for cell in workbook.formulas() if cell[0] == SCORE}

    def differences(self, given: dict[Cell, Any]) -> Iterator[str]:
        expected = self.expected()
        for cell in {**expected, **given}:
            said, gives = (_plain(values.get(cell, "no formula")) for values in (expected, given))
            if said != gives:
                yield f"{cell[1]}: {gives!r}, the app says {said!r} ({self.cells})"


def _plain(value: Any) -> Any:
    # openpyxl leaves a carriage return in a fact as the file escapes it.
    value = value.replace("_x000D_", "") if isinstance(value, str) else value
    return round(float(value), ROUNDED) if isinstance(value, int | float) else value


def random_change(game: str, chance: random.Random, hands: int = 8) -> Change:
    """A random evening with a hand that took something else."""
    for _ in range(TRIED):
        before = random_sheet(game, chance, hands)
        names = {*before.columns, *(name for row in before.rows for name in row.game.players)}
        if any(name.startswith("=") for name in names):
            continue  # The engine takes it for a formula; in the file it is a text.
        if xlsx.formulas_of(before) is None:
            continue  # Partners change who carry something: values with their reasons.
        played = [row for row in before.rows if row.result is not None]
        chance.shuffle(played)
        for row in played:
            if change := _changed(before, row, chance):
                return change
    raise AssertionError(game)


def _changed(before: Ledger, row: Row, chance: random.Random) -> Change | None:
    game = row.game
    if alternatives := game.outcomes.alternatives(row.result):
        results = [alternative.hand for alternative in alternatives.results if alternative.hand != row.result]
    else:
        results = [replace(row.result, points=tuple(chance.randint(-50, 50) for _ in game.players))]
    chance.shuffle(results)
    beside = {key: value for key, value in row.hand.facts.items() if key not in game.keys}
    for result in results:
        hands = list(before.sheet.hands)
        hands[row.number - 1] = Hand({**beside, **game.to_file(result)})
        try:
            after = Ledger.of(replace(before.sheet, hands=tuple(hands)))
        except (IllegalHandError, FormatError):
            continue
        return Change(before, after, _cells(before, row, after.rows[row.number - 1]))
    return None


def _cells(ledger: Ledger, before: Row, after: Row) -> dict[Cell, Any]:
    """The cells whose facts differ between two results of a hand, with what stands there then."""
    facts = Facts(ledger, xlsx.formulas_of(ledger))
    row = facts.refs(before).row
    changed = {
        column: facts.value(after, fact)
        for fact, column in facts.columns.items()
        if facts.value(before, fact) != facts.value(after, fact)
    }
    return {(FACTS, place(row, column)): value for column, value in changed.items()}
