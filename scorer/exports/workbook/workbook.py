"""The sheet as a workbook that computes: change a fact in it, and points and totals follow."""

from collections.abc import Callable, Collection
from datetime import date

from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from . import offender, oh_hell, pirate_bridge, reverse_bridge, spades, ten_bridge
from .book import Book
from .facts import Facts
from .formulas import Formulas
from .reasons import Reasons, write_rules
from .score_sheet import ScoreSheet

PLAIN = Formulas("[points]")
FORMULAS: dict[str, Callable[[Ledger], Formulas]] = {
    "offender": offender.formulas,
    "pirate-bridge": pirate_bridge.formulas,
    "spades": spades.formulas,
    "oh-hell": oh_hell.formulas,
    "ten-bridge": ten_bridge.formulas,
    "reverse-bridge": reverse_bridge.formulas,
    "plain": lambda ledger: PLAIN,
}
"""The games whose points follow from the facts of their hands, by key, and what makes the formulas of a sheet.

In any other game points are the sum of the lines that the app gave, each with its reason.
"""


def write(ledger: Ledger, amended: Collection[int | None] = (), remarks: Remarks = NO_REMARKS) -> bytes:
    """The same bytes for the same ledger. amended: the entries that recorded hands which were amended later."""
    sheet = ledger.sheet
    facts, reasons = Facts(ledger, formulas_of(ledger)), Reasons(ledger)
    book = Book(sheet.title or ledger.table.game.title, date.fromisoformat(sheet.date) if sheet.date else None)
    ScoreSheet(book, facts, reasons, amended, remarks).write()
    facts.write(book)
    reasons.write(book)
    write_rules(book, ledger, facts.players)
    return book.content()


def formulas_of(ledger: Ledger) -> Formulas | None:
    """Those of the sheet; none where partners may change who carry something: no formula follows them."""
    game, made_by = ledger.table.game, FORMULAS.get(ledger.sheet.game)
    if made_by is None or (game.partners_may_change and game.rule_refs.counters):
        return None
    return made_by(ledger)
