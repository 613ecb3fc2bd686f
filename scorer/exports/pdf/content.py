"""What the printed sheet says, as data for sheet.typ: its heading, its table and its end."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any

from ...rules.core import counted, minus
from ...rules.money import in_cents
from ...sheet.audit.verification import Receipt
from ...sheet.changes.agreement import seated
from ...sheet.changes.house_rules import first_game
from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from .. import receipt_code
from ..table.score_table import won
from ..text import wording
from .table import table


def content(
    ledger: Ledger,
    amended: Collection[int | None],
    fingerprint: str | None,
    remarks: Remarks = NO_REMARKS,
    receipt: Receipt | None = None,
) -> dict[str, Any]:
    sheet, game = ledger.sheet, ledger.table.game
    day = date.fromisoformat(sheet.date) if sheet.date else None
    title, long_day = sheet.title or game.title, f"{day.day} {day:%B %Y}" if day else ""
    # A sheet without a date has a fixed one in the file, so that printing it again changes nothing.
    filed = day or date(2000, 1, 1)
    facts = (*([game.title] if sheet.title else []), counted(len(ledger.rows), "hand"))
    rules = "; ".join(first_game(ledger).options.changed())
    # Who has signed in the app is named above the lines for the others.
    together, unsigned = remarks.to_sign(seated(ledger))
    signatures = f"To be signed by {together}{f', fingerprint {fingerprint}' if fingerprint else ''}"
    return {
        "title": title,
        "day": long_day,
        "date": {"year": filed.year, "month": filed.month, "day": filed.day},
        "running_head": " · ".join(part for part in (title[:120], long_day) if part),
        "facts": " · ".join(facts),
        "seated": seated(ledger),
        "rules": f"House rules: {rules}." if rules else "",
        **table(ledger, amended, remarks),
        "standings_caption": (
            "Final standings"
            if ledger.ending
            else f"Standings after {counted(len(ledger.rows), 'hand')}"
            if ledger.rows
            else "Standings before the first hand"
        ),
        "standings": list(_standings(ledger)),
        "sentences": [*_sentences(ledger), *remarks.at_the_foot()],
        "signatures_caption": signatures if unsigned else "",
        "players": unsigned,
        "fingerprint": fingerprint or "",
        "receipt": receipt_code.drawn(receipt) if receipt else "",
        "receipt_caption": f"Receipt of entry {receipt.number}" if receipt else "",
    }


def _standings(ledger: Ledger) -> Iterator[dict[str, Any]]:
    """In the order of the places, with what is carried besides points; none where nobody has any points yet."""
    for standing, place in wording.ranked(ledger) if ledger.rows or ledger.adjusted else ():
        counters = ledger.counters.get(standing.column, ())
        yield {
            "name": standing.column,
            "total": minus(standing.total),
            "place": place,
            "marks": [f"{counter.name} {counter.text}" for counter in counters],
        }


def _sentences(ledger: Ledger) -> Iterator[str]:
    if sentence := won(ledger):
        yield sentence
    if payments := in_cents(ledger.payments):
        paid = " · ".join(f"{name} {wording.money(amount)}" for name, amount in payments.items())
        yield f"{'Payments' if ledger.ending else 'Payments as it stands'}: {paid}"
