"""Names that differ in nothing but capitals: "Ann" and "ann" are one player."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from .evening import Evening
from .season import Choice, Season


def alike(evenings: Iterable[Evening], same: Mapping[str, str]) -> dict[str, str]:
    """By each other spelling the name that counts: those of `same`, and those that differ in capitals alone, which
    count as the most frequent of them. Who sat at one table are two players.
    """
    tables = [evening.totals.keys() for evening in evenings]
    often = Counter(name for table in tables for name in table)
    by_letters: dict[str, list[str]] = {}
    for name in often:
        by_letters.setdefault(name.casefold(), []).append(name)
    found = dict(same)
    for names in by_letters.values():
        if len(names) == 1 or any(len(table & {*names}) > 1 for table in tables):
            continue
        best = max(names, key=lambda name: (often[name], name != name.casefold(), name))
        counts = same.get(best, best)
        found |= {name: counts for name in names if name not in same and name != counts}
    # A name that counts is no other spelling.
    return {spelled: found.get(name, name) for spelled, name in found.items()}


def season_of(evenings: Iterable[Evening], choice: Choice) -> Season:
    """The season of a choice, who differs in capitals alone as one player."""
    counted = tuple(evenings)
    return Season.of(counted, replace(choice, same=alike(counted, choice.same)))
