"""The sheet as a workbook that computes: change a fact in it, and points and totals follow."""

from collections.abc import Collection
from datetime import date

from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from . import offender, oh_hell, reverse_bridge, rules
from .book import Book
from .facts import Facts
from .formulas import Formulas
from .reasons import Reasons
from .score_sheet import ScoreSheet

FORMULAS = {
    "offender": offender.FORMULAS,
    "oh-hell": oh_hell.FORMULAS,
    "reverse-bridge": reverse_bridge.FORMULAS,
    "plain": Formulas(lambda row, refs, names: refs.fact("points", who=names[0])),
}
"""The games in which the points of a hand follow from its own facts, by key.

In the others they depend on the hands before it, by bags, part scores or games won: there they are the sum of the
lines that the app gave, each with its reason.
"""


def write(ledger: Ledger, amended: Collection[int | None] = (), remarks: Remarks = NO_REMARKS) -> bytes:
    """The same bytes for the same ledger. amended: the entries that recorded hands which were amended later."""
    sheet, formulas = ledger.sheet, FORMULAS.get(ledger.sheet.game)
    facts, reasons = Facts(ledger, formulas), Reasons(ledger)
    book = Book(sheet.title or ledger.table.game.title, date.fromisoformat(sheet.date) if sheet.date else None)
    ScoreSheet(book, facts, reasons, amended, remarks).write()
    facts.write(book)
    reasons.write(book)
    rules.write(book, ledger, facts.players)
    return book.content()
