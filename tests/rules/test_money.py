"""Money to the cent: however it is rounded, payments add up to nothing."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.money import in_cents


def test_the_largest_remainders_are_rounded_up() -> None:
    """58 1/3, -41 2/3 and -16 2/3 cents: rounded down a cent is missing, and all remainders are equal."""
    paid = in_cents({"Amber": Fraction(7, 12), "Betty": Fraction(-5, 12), "Cindy": Fraction(-1, 6)})
    assert paid == {"Amber": Decimal("0.59"), "Betty": Decimal("-0.42"), "Cindy": Decimal("-0.17")}
    halves = in_cents({"Amber": Fraction(1, 400), "Betty": Fraction(3, 400), "Cindy": Fraction(-1, 100)})
    assert halves == {"Amber": Decimal("0.00"), "Betty": Decimal("0.01"), "Cindy": Decimal("-0.01")}


def test_whole_cents_stay_as_they_are() -> None:
    assert in_cents({"Amber": Fraction(5, 2), "Betty": Fraction(-5, 2)}) == {
        "Amber": Decimal("2.50"),
        "Betty": Decimal("-2.50"),
    }
    assert in_cents({}) == {}


@given(st.lists(st.fractions(-1000, 1000), min_size=1, max_size=8))
def test_rounded_payments_add_up_to_nothing_and_none_is_a_cent_off(parts: list[Fraction]) -> None:
    exact = {str(at): part for at, part in enumerate([*parts, -sum(parts, Fraction())])}
    paid = in_cents(exact)
    assert sum(paid.values()) == 0
    assert all(abs(Fraction(paid[name]) - amount) < Fraction(1, 100) for name, amount in exact.items())
