"""The sheet as a table for a spreadsheet: a row per hand, points and totals per column.

`paper_csv` reads it back as the same sheet: above the headings stand players, first dealer and house rules, and
what changes in mid-sheet stands with its hand. A hand that is still being bid is left out, and so are calls: the
contract is what they led to.
"""

from collections.abc import Iterator, Sequence

from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from ...sheet.paper.lines import REMARKS
from .table import Facts, content, head, said


def write(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> bytes:
    """The last row has the totals of the sheet, also where its end pays.

    remarks: what the players say of it, which is not read back.
    """
    return content(_rows(ledger, remarks))


def _rows(ledger: Ledger, remarks: Remarks) -> Iterator[Sequence[object]]:
    facts = Facts.of(ledger)
    yield from head(ledger, remarks)
    figures = (f"{column} {what}" for what in ("points", "total") for column in ledger.columns)
    yield [*facts.heads, *figures, *([REMARKS] if remarks.hands else ())]
    for row in ledger.rows:
        cells = [*facts.cells(row.number), *ledger.padded(row.points), *ledger.padded(row.totals)]
        yield [*cells, *([said(remarks.of_hand(row))] if remarks.hands else ())]
    if ledger.closing:
        yield [*facts.closing, *ledger.closing, *ledger.totals]
