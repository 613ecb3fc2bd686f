"""How often the long form kills the browser, and what it loses meanwhile."""

TIMES = 50
LOST = {4: "IndexedDB", 9: "File System"}
"""Of each ten lives, those before which one of the two copies is deleted, by its folder in Chromium's profile."""
