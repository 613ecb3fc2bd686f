"""The cells of the table of a sheet."""

from dataclasses import dataclass

from ...sheet.core.ledger import Row


@dataclass(frozen=True)
class Cell:
    """kind: "text" (a fact of the hand), "words" (a sentence), "names" (one below the other), or "sum"
    ("21 + 28 = 49"). columns, rows: how many it spans. asks: what the reason of its number is asked for, "points",
    "total", "part score" or "dealer", and `column` whose.
    """

    lines: tuple[str, ...]
    kind: str = "text"
    columns: int = 1
    rows: int = 1
    asks: str = ""
    column: int = 0

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


Cells = tuple[Cell, ...]


def text(value: object, *, columns: int = 1, rows: int = 1) -> Cell:
    return Cell((f"{value}",), "text", columns, rows)


def words(sentence: str, *, columns: int = 1) -> Cell:
    return Cell((sentence,), "words", columns)


def names(*several: str) -> Cell:
    return Cell(several, "names")


def dealer(row: Row, *below: str) -> Cell:
    return Cell((row.dealer, *below), "names", asks="dealer")


def points(row: Row, column: int) -> Cell:
    """How the points of a hand came about."""
    return Cell((row.score.sum(column),), "sum", asks="points", column=column)


def total(value: str, column: int) -> Cell:
    """How a running total came about."""
    return Cell((value,), "sum", asks="total", column=column)
