"""Slips planted at random in sheets of every game are named."""

from .slips import outcomes

SLIPS = 150


def test_of_random_slips_all_are_found_and_nearly_all_are_named_first() -> None:
    """The rest lead to the very figure of a likelier slip: a command counts how many of a thousand."""
    made = list(outcomes(SLIPS, seed=2026))
    assert all(outcome.found for outcome in made)
    assert sum(outcome.named(1) for outcome in made) >= 0.9 * SLIPS
    assert sum(outcome.named(2) for outcome in made) >= 0.95 * SLIPS
