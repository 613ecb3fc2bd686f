"""Money to the cent."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor

CENTS = 100


def in_cents(payments: Mapping[str, Fraction]) -> dict[str, Decimal]:
    """Payments that add up to nothing, to the cent and still so: the largest remainders are rounded up
    [rules 5.1]; among equal ones the first.
    """
    down = {name: floor(amount * CENTS) for name, amount in payments.items()}
    by_remainder = sorted(payments, key=lambda name: down[name] - payments[name] * CENTS)
    for name in by_remainder[: -sum(down.values())]:
        down[name] += 1
    return {name: Decimal(cents).scaleb(-2) for name, cents in down.items()}
