"""The sheet as a table for a spreadsheet: a row per hand, points and totals per column.

`paper_csv` reads it back as the same sheet: above the headings stand players, first dealer and house rules, and
what changes in mid-sheet stands with its hand. A hand that is still being bid is left out, and so are calls: the
contract is what they led to.
"""

from collections.abc import Iterator, Sequence

from ..sheet.ledger import Ledger
from .table_csv import Facts, content, head


def write(ledger: Ledger) -> bytes:
    """The last row has the totals of the sheet, also where its end pays."""
    return content(_rows(ledger))


def _rows(ledger: Ledger) -> Iterator[Sequence[object]]:
    facts = Facts.of(ledger)
    yield from head(ledger)
    yield [*facts.heads, *(f"{column} {what}" for what in ("points", "total") for column in ledger.columns)]
    for row in ledger.rows:
        yield [*facts.cells(row.number), *ledger.padded(row.points), *ledger.padded(row.totals)]
    if ledger.closing:
        yield [*facts.closing, *ledger.closing, *ledger.totals]
