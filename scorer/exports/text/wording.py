"""How points, days and places are written wherever people read them."""

import re
from collections import Counter
from datetime import date
from decimal import Decimal

from ...rules.core import counted, minus, place
from ...sheet.core.ledger import Ledger, Standing

_QUOTED = re.compile("(“[^“”]*”)")
_MINUS = re.compile(r"(?<![\w)])-(?= ?\d)")


def day(written: str) -> str:
    """ "2026-11-20" as "20 Nov 2026"."""
    if not written:
        return ""
    when = date.fromisoformat(written)
    return f"{when.day} {when:%b %Y}"


def month_name(written: str) -> str:
    """ "2026-11" as "Nov 2026"."""
    return day(f"{written}-01").partition(" ")[2] if written else ""


def with_minus(sentence: str) -> str:
    """With real minus signs before numbers, but for what people have said or written, in quotation marks."""
    return "".join(part if part.startswith("“") else _MINUS.sub("−", part) for part in _QUOTED.split(sentence))


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
