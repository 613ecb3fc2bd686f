"""The sheet as a table to be sorted and summed: a row per hand and player, or side, with the reasons."""

from collections.abc import Iterable, Iterator

from ..rules.core import ScoreLine
from ..sheet.ledger import Ledger
from .table_csv import Facts, content


def write(ledger: Ledger) -> bytes:
    """The points of a player add up to their total on the sheet, also where its end pays."""
    return content(_rows(ledger))


def _rows(ledger: Ledger) -> Iterator[list[object]]:
    facts = Facts.of(ledger)
    who = "side" if ledger.table.game.partnerships else "player"
    yield [*facts.heads, who, "points", "total", "reasons"]
    for row in ledger.rows:
        cells = facts.cells(row.number)
        # Whoever came to the table later has no row yet.
        for column, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
            yield [*cells, ledger.columns[column], points, total, _reasons(row.why(column))]
    if closing := ledger.closing_score:
        for column, (name, total) in enumerate(zip(ledger.columns, ledger.totals, strict=True)):
            yield [*facts.closing, name, closing.total(column), total, _reasons(closing.of(column))]


def _reasons(lines: Iterable[ScoreLine]) -> str:
    """ "bid 6, made: 21; 7 tricks: 28". No number stands first, that spreadsheets might count with."""
    return "; ".join(f"{line.reason}: {line.points}" for line in lines)
