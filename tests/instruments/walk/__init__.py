"""A walk through all screens for text that is cut, covered, or out of its box: `python -m tests.walk`."""
