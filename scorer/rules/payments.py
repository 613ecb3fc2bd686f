"""What points are worth in money: each pays or receives their difference from the average [rules 5.1]."""

from collections.abc import Mapping
from fractions import Fraction

from .core import Points, whole
from .money import about


def payments(totals: Mapping[str, Points], stake: str) -> Mapping[str, Fraction]:
    """Per column, in the stake's currency. stake: per point, as a decimal; "0" pays nothing.

    Everybody with a column shares in the average, so that the payments add up to nothing.
    """
    worth = Fraction(stake)
    if not worth:
        return {}
    average = _average(totals)
    return {column: (Fraction(total) - average) * worth for column, total in totals.items()}


def working(totals: Mapping[str, Points], stake: str, column: str) -> tuple[str, ...]:
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
