"""The sheet as a table for a spreadsheet: a row per hand, points and totals per column."""

from collections.abc import Iterator

from ..sheet.ledger import Ledger
from ..sheet.paper_csv import END
from .table_csv import PAID_AT_THE_END, beside, content, facts_of, keys_of


def write(ledger: Ledger) -> bytes:
    """The last row has the totals of the sheet, also where its end pays."""
    return content(_rows(ledger))


def _rows(ledger: Ledger) -> Iterator[list[object]]:
    keys = keys_of(ledger)
    heads = [f"{column} {what}" for what in ("points", "total") for column in ledger.columns]
    yield ["hand", "dealer", *keys, *heads]
    for row in ledger.rows:
        yield [*facts_of(row, keys), *ledger.padded(row.points), *ledger.padded(row.totals)]
    if ledger.closing:
        yield [END, "", *beside(PAID_AT_THE_END, keys), *ledger.closing, *ledger.totals]
