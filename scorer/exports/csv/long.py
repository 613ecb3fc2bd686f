"""The sheet as a table to be sorted and summed: a row per hand and player, or side, with the reasons."""

from collections.abc import Iterable, Iterator

from ...rules.core import ScoreLine
from ...sheet.changes.remarks import NO_REMARKS, Remarks, moment
from ...sheet.core.ledger import Ledger
from ...sheet.paper.lines import REMARKS, SIGNED
from .table import Facts, content, said


def write(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> bytes:
    """The points of a player add up to their total on the sheet, also where its end pays.

    remarks: what the players say of the hands, in a last column; who signed the sheet stands below.
    """
    return content(_rows(ledger, remarks))


def _rows(ledger: Ledger, remarks: Remarks) -> Iterator[list[object]]:
    told = bool(remarks.hands or remarks.sheet or remarks.signed)
    facts = Facts.of(ledger)
    who = "side" if ledger.table.game.partnerships else "player"
    yield [*facts.heads, who, "points", "total", "reasons", *([REMARKS] if told else ())]
    for row in ledger.rows:
        cells = facts.cells(row.number)
        # Whoever came to the table later has no row yet.
        for column, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
            about = [said(remarks.of_hand(row))] if told else []
            yield [*cells, ledger.columns[column], points, total, _reasons(row.why(column)), *about]
    if closing := ledger.closing_score:
        for column, (name, total) in enumerate(zip(ledger.columns, ledger.totals, strict=True)):
            paid = [name, closing.total(column), total, _reasons(closing.of(column))]
            yield [*facts.closing, *paid, *([""] if told else ())]
    for first, name, sentence in (
        *((REMARKS, "", sentence) for sentence in remarks.sheet),
        *((SIGNED, name, moment(at)) for name, at in remarks.signed.items()),
    ):
        yield [first, *[""] * (len(facts.heads) - 1), name, "", "", "", sentence]


def _reasons(lines: Iterable[ScoreLine]) -> str:
    """ "bid 6, made: 21; 7 tricks: 28". No number stands first, that spreadsheets might count with."""
    return "; ".join(f"{line.reason}: {line.points}" for line in lines)
