"""Spades, in its standard form and in the New York variant; importing them makes them known to `Spades`."""

from . import new_york, standard

__all__ = ["new_york", "standard"]
