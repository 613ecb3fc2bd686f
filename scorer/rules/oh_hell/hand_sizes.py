"""How many cards each hand of Oh Hell has: the house rules that say it, and hands that have others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..options import Decimals, Listed, Options, option
from .scoring import METHODS

MOST_CARDS = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""Cards in the largest hand by number of players, where the table has agreed on nothing else [rules 5]."""
CARDS = range(1, 18)
"""What a hand may have: three players can be dealt 17 each, and a pack can be enlarged for more [rules 5]."""
LONGEST_LIST = 99


@dataclass(frozen=True)
class OhHellOptions(Options):
    scoring: str = option(
        "standard",
        tuple(METHODS),
        "Scoring",
        "What a bid pays that was met, and one that was missed.",
        words={name: method.title for name, method in METHODS.items()},
        sentences={name: f"met: {method.met}; missed: {method.missed}" for name, method in METHODS.items()},
    )
    hook: bool = option(
        True, (True, False), "The hook", "The dealer may not make the bids add up to the cards of the hand."
    )
    hand_sizes: str | Sequence[int] = option(
        "down-up",
        Listed(("down-up", "up-down", "down", "up"), CARDS, LONGEST_LIST),
        "Hand sizes",
        "How many cards are dealt, hand by hand.",
        words={
            "down-up": "down and up again",
            "up-down": "up and down again",
            "down": "down only",
            "up": "up only",
        },
        sentences={
            "down-up": "from the most cards to one and back",
            "up-down": "from one card to the most and back",
            "down": "from the most cards to one",
            "up": "from one card to the most",
        },
    )
    max_cards: int | None = option(
        None,
        CARDS,
        "Most cards",
        "The cards of the largest hand; a list of hand sizes says so itself.",
        "from the number of players",
    )
    stake: str = option("0", Decimals(), "Stake", "What a point of difference from the average is worth in money.")


@dataclass(frozen=True)
class OtherCards:
    """The carry of a hand whose cards are not those of the pattern. place: its place there, from 0."""

    place: int
    cards: int


Carry = int | OtherCards
"""The place of a hand in the pattern, from 0: as many hands were scored before."""


def place(carry: Carry | None) -> int:
    return carry.place if isinstance(carry, OtherCards) else carry or 0


def goes_on(pattern: Sequence[int], dealt: Iterable[int]) -> int | None:
    """What follows in the pattern on hands of so many cards; None where they come from no part of it, or its end.

    A hand of the pattern that was never played, or was struck, is passed over.
    """
    index = 0
    for cards in dealt:
        if cards not in pattern[index:]:
            return None
        index = pattern.index(cards, index) + 1
    return pattern[index] if index < len(pattern) else None
