"""How often the long form kills the browser, what it loses meanwhile, and the hands that are recorded then."""

import random

from ..instruments.faults.hands import EVERY_HAND

TIMES = 50
LOST = {4: "IndexedDB", 9: "File System"}
"""Of each ten lives, those before which one of the two copies is deleted, by its folder in Chromium's profile."""


def hands(chance: random.Random, most: int) -> list[tuple[str, dict[str, str]]]:
    """Key and fields of each."""
    return [(f"key-{chance.randrange(10**12):012}", chance.choice(EVERY_HAND).fields()) for _ in range(most)]
