"""How points, days and places are written wherever people read them."""

from datetime import date
from decimal import Decimal

from ..rules.core import Points, ordinal


def points(value: Points) -> str:
    """Points with a real minus sign."""
    return f"{value}".replace("-", "−")


def day(written: str) -> str:
    """ "2026-11-20" as "20 Nov 2026"."""
    if not written:
        return ""
    when = date.fromisoformat(written)
    return f"{when.day} {when:%b %Y}"


def place(number: int, *, shared: bool = False) -> str:
    return f"={ordinal(number)}" if shared else ordinal(number)


def money(amount: Decimal) -> str:
    """An amount to the cent: "+1.20", with a real minus sign."""
    return f"{amount:+.2f}".replace("-", "−")
