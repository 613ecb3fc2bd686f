"""Statistics: a season chosen from the sheets of this phone, and what it tells."""
