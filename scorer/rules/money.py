"""What points are worth in money: each pays or receives their difference from the average [rules 5.1]."""

from collections.abc import Mapping, Sequence
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


def payments(totals: Sequence[Points], stake: str) -> tuple[Fraction, ...]:
    """Per column, in the stake's currency. stake: per point, as a decimal; "0" pays nothing.

    All columns count for the average, so that the payments add up to nothing.
    """
    worth = Fraction(stake)
    if not worth:
        return ()
    average = _average(totals)
    return tuple((Fraction(total) - average) * worth for total in totals)


def payment_working(name: str, total: Points, totals: Sequence[Points], stake: str) -> tuple[str, ...]:
    """How the payment of a column comes about, as sentences: of this name and total, one of the totals."""
    average = _average(totals)
    off = Fraction(total) - average
    stands = f"{about(abs(off))} {'above' if off > 0 else 'below'} it" if off else "just that"
    return (
        f"The {len(totals)} totals add up to {whole(sum(totals))}: {about(average)} on average.",
        f"{name}'s {total} is {stands}, and each point is worth {stake}.",
    )


def _average(totals: Sequence[Points]) -> Fraction:
    return sum(map(Fraction, totals), Fraction()) / len(totals)
