"""How far a game is: so many hands, or so many points of the target."""

from typing import Any

import pytest

from scorer.sheet.core.ledger import Ledger, progress
from scorer.sheet.core.sheet import Hand, Sheet

FOUR = ("North", "East", "South", "West")


def ledger(game: str, options: dict[str, Any], *points: dict[str, int]) -> Ledger:
    """Hands that the table has settled by points."""
    none = dict.fromkeys(FOUR if game != "spades" else ("North & South", "East & West"), 0)
    hands = tuple(Hand({"points": none | given}, entry) for entry, given in enumerate(points, start=2))
    return Ledger.of(Sheet(game, FOUR, FOUR[0], options, hands=hands))


def sides(ours: int, theirs: int) -> dict[str, int]:
    return {"North & South": ours, "East & West": theirs}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (ledger("oh-hell", {"hand_sizes": [5, 4, 1]}), "hand 1 of 3, 5 cards each"),
        (ledger("oh-hell", {"hand_sizes": [5, 4, 1]}, {"North": 10}, {"East": 12}), "hand 3 of 3, 1 card each"),
        (ledger("oh-hell", {"hand_sizes": [5]}, {"North": 10}), ""),
        (ledger("spades", {}, sides(120, -40)), "120 of 500"),
        (ledger("spades", {}, sides(-20, -40)), "−20 of 500"),
        (ledger("spades", {"target": 100}, sides(120, 120)), "past 100"),
        (ledger("spades", {"target": 100}, sides(120, 20)), ""),
        (ledger("offender", {"length": {"hands": 4}}, {"North": 30}), "hand 2 of 4"),
        (ledger("offender", {}, {"North": 30}), ""),
    ],
)
def test_progress_is_told_in_a_few_words(known: Ledger, said: str) -> None:
    assert progress(known) == said


def test_a_plain_sheet_tells_how_far_the_best_total_is_from_the_target() -> None:
    kept = ledger("plain", {"target": 100, "wins": "lowest"}, {"East": 60})
    assert progress(kept) == "60 of 100"
    assert progress(ledger("plain", {})) == ""
