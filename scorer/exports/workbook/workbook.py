"""The sheet as a workbook that computes: change a fact in it, and points and totals follow."""

from collections.abc import Collection
from datetime import date

from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from . import rules
from .book import Book
from .facts import Facts
from .reasons import Reasons
from .registry import LIVE
from .score_sheet import ScoreSheet


def write(ledger: Ledger, amended: Collection[int | None] = (), remarks: Remarks = NO_REMARKS) -> bytes:
    """The same bytes for the same ledger. amended: the entries that recorded hands which were amended later."""
    sheet, live = ledger.sheet, LIVE.get(ledger.sheet.game)
    facts, reasons = Facts(ledger, live), Reasons(ledger)
    book = Book(sheet.title or ledger.table.game.title, date.fromisoformat(sheet.date) if sheet.date else None)
    ScoreSheet(ledger, live, facts, reasons, amended, remarks).write(book)
    facts.write(book)
    reasons.write(book)
    rules.write(book, ledger, facts.players)
    return book.content()
