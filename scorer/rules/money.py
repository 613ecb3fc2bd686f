"""Money to the cent."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor

CENTS = 100


def about(amount: Fraction) -> str:
    """An amount as a decimal: "6.5", or to the cent where it goes on, "about 6.33"."""
    cents = amount * CENTS
    if cents.denominator == 1:
        return f"{Decimal(cents.numerator).scaleb(-2).normalize():f}"
    return f"about {Decimal(round(cents)).scaleb(-2)}"


def in_cents(payments: Mapping[str, Fraction]) -> dict[str, Decimal]:
    """Payments that add up to nothing, to the cent and still so: the largest remainders are rounded up
    [rules 5.1]; among equal ones the first.
    """
    down = {name: floor(amount * CENTS) for name, amount in payments.items()}
    by_remainder = sorted(payments, key=lambda name: down[name] - payments[name] * CENTS)
    for name in by_remainder[: -sum(down.values())]:
        down[name] += 1
    return {name: Decimal(cents).scaleb(-2) for name, cents in down.items()}
