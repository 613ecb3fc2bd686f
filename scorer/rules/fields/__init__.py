"""The fields of a hand: what one is, its types, and those of which each player or side has a value."""
