"""Spades, in its standard form and in the New York variant."""
