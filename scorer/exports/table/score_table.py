"""The table of a whole sheet, as the games' documents print it: its heads, and a row of cells for each hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.core import listed, minus
from ...sheet.core.ledger import AdjustmentRow, Ledger, Row
from ..text.terminal import reasons
from .cells import Cells, names, text, total, words
from .layouts import ANY_GAME, SHAPES


def won(ledger: Ledger) -> str:
    """ "Cindy wins: the table ended the game."; empty while the game goes on."""
    return f"{winners(ledger)}: {ledger.ending.reason}." if ledger.ending else ""


def winners(ledger: Ledger) -> str:
    """ "Cindy wins"; empty while the game goes on."""
    if ledger.ending is None:
        return ""
    names = ledger.winners
    if len(names) > 1:
        return f"{listed(names)} share the first place"
    verb = "win" if ledger.table.game.sides_have_columns else "wins"
    return f"{listed(names)} {verb}" if names else "Nobody wins"


@dataclass(frozen=True)
class ScoreTable:
    """heads: two lines of them. The label of the hand comes first, the running totals of all columns last."""

    ledger: Ledger
    heads: tuple[Cells, Cells]

    @classmethod
    def of(cls, ledger: Ledger) -> "ScoreTable":
        shape = SHAPES.get(ledger.sheet.game, ANY_GAME)
        heads, below = shape.heads(ledger)
        totals = text("accumulated points", columns=len(ledger.columns))
        return cls(ledger, ((text("", rows=2), *heads, totals), (*below, *map(names, ledger.columns))))

    @property
    def width(self) -> int:
        return sum(head.columns for head in self.heads[0])

    def cells(self, row: Row) -> Cells:
        """What was bid and taken, then how every running total came about."""
        ledger = self.ledger
        shape = SHAPES.get(ledger.sheet.game, ANY_GAME)
        workings = (total(ledger.working(row, column), column) for column in range(len(ledger.columns)))
        return *shape.cells(ledger, row), *workings

    def adjusted(self, row: AdjustmentRow) -> Cells:
        """Points without a deal, as a row of their own: who has how many and why, then the running totals."""
        workings = (total(self.ledger.working(row, column), column) for column in range(len(self.ledger.columns)))
        return words(row.in_words, columns=self.width - 1 - len(self.ledger.columns)), *workings

    def closing(self) -> Cells:
        """What the end of the sheet pays, as a last row; nothing where it pays nothing."""
        ledger, score = self.ledger, self.ledger.closing_score
        if score is None:
            return ()
        workings = (total(ledger.closing_working(column), column) for column in range(len(ledger.columns)))
        lines = ((name, line) for index, name in enumerate(ledger.columns) for line in score.of(index))
        reason = "; ".join(f"{name} {minus(line.points)} ({line.reason})" for name, line in lines)
        return words(reason, columns=self.width - 1 - len(ledger.columns)), *workings

    def notes(self, row: Row) -> Iterator[str]:
        """The sentences below a hand: reasons that are not in its cells, what it changed, its note, and what
        had been bid of a hand that the table settled."""
        shape = SHAPES.get(self.ledger.sheet.game, ANY_GAME)
        if shape.leaves_reasons and row.result is not None:
            yield "; ".join(reasons(self.ledger, row))
        yield from row.events
        if note := row.hand.facts.get("note"):
            yield f"“{note}”"
        yield from row.settled_from
