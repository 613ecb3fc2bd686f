"""Screenshots of every screen, for a person to look through: `python -m tests.screenshots`."""
