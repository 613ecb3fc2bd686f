"""How often the long form kills the browser."""

TIMES = 50
