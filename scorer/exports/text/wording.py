"""How points, days and places are written wherever people read them."""

from collections import Counter
from datetime import date
from decimal import Decimal

from ...rules.core import counted, minus, place
from ...sheet.core.ledger import Ledger, Standing


def day(written: str) -> str:
    """ "2026-11-20" as "20 Nov 2026"."""
    if not written:
        return ""
    when = date.fromisoformat(written)
    return f"{when.day} {when:%b %Y}"


def money(amount: Decimal) -> str:
    """An amount to the cent: "+1.20", with a real minus sign."""
    return minus(f"{amount:+.2f}")


def played(ledger: Ledger) -> str:
    """ "12 hands", or while the sheet goes on "after 12 hands"."""
    hands = counted(len(ledger.rows), "hand")
    return hands if ledger.over else f"after {hands}" if ledger.rows else "no hand yet"


def ranked(ledger: Ledger) -> list[tuple[Standing, str]]:
    """The standings, each with its place; with none before the first hand."""
    shared = Counter(standing.place for standing in ledger.standings)
    return [
        (standing, place(standing.place, shared=shared[standing.place] > 1) if ledger.rows else "")
        for standing in ledger.standings
    ]
