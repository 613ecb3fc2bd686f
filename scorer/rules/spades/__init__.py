"""Spades, in its standard form and in the New York variant; importing them makes them known to `Spades`."""

from . import standard  # The keys of the standard game stand first, in the published schema too.

# isort: split
from . import new_york

__all__ = ["new_york", "standard"]
