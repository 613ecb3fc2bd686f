"""What points are worth in money: each pays or receives their difference from the average [rules 5.1]."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor

from .core import Points, whole

CENTS = 100


def about(amount: Fraction) -> str:
    """An amount as a decimal: "6.5", or rounded to the cent, "about 6.33"."""
    cents = amount * CENTS
    if cents.denominator == 1:
        return f"{Decimal(cents.numerator).scaleb(-2).normalize():f}"
    return f"about {Decimal(round(cents)).scaleb(-2)}"


def in_cents(payments: Mapping[str, Fraction]) -> dict[str, Decimal]:
    """Payments in cents that still add up to nothing: the largest remainders are rounded up [rules 5.1], and
    among equal ones the first.
    """
    down = {name: floor(amount * CENTS) for name, amount in payments.items()}
    by_remainder = sorted(payments, key=lambda name: down[name] - payments[name] * CENTS)
    for name in by_remainder[: -sum(down.values())]:
        down[name] += 1
    return {name: Decimal(cents).scaleb(-2) for name, cents in down.items()}


def payments(totals: Mapping[str, Points], stake: str) -> Mapping[str, Fraction]:
    """Per column, in the stake's currency. stake: per point, as a decimal; "0" pays nothing.

    All columns count for the average, so that the payments add up to nothing.
    """
    worth = Fraction(stake)
    if not worth:
        return {}
    average = _average(totals)
    return {column: (Fraction(total) - average) * worth for column, total in totals.items()}


def payment_working(totals: Mapping[str, Points], stake: str, column: str) -> tuple[str, ...]:
    """How a payment comes about, as sentences."""
    total, average = totals[column], _average(totals)
    off = Fraction(total) - average
    stands = f"{about(abs(off))} {'above' if off > 0 else 'below'} it" if off else "just that"
    return (
        f"The {len(totals)} totals add up to {whole(sum(totals.values()))}: {about(average)} on average.",
        f"{column}'s {total} is {stands}, and each point is worth {stake}.",
    )


def _average(totals: Mapping[str, Points]) -> Fraction:
    return sum(map(Fraction, totals.values()), Fraction()) / len(totals)
