"""How many cards each hand of Oh Hell has: by the pattern of the table, and hands with another size."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core import Points
from ..fields.values import CountField
from ..game import Game
from ..options import Options
from ..tricks.cards import Pack
from .options import SAME
from .rules import EQUAL

ADDED = 13
"""Low cards of a second pack that come in at a time: 13 serve five players with 13 cards each, 26 six [S2]."""
DEALT = {"cards": CountField()}


@dataclass(frozen=True)
class OtherCards:
    """The carry of a hand whose cards are not those of the pattern. place: its place there, from 0."""

    place: int
    cards: int


Carry = int | OtherCards
"""The place of a hand in the pattern, from 0: as many hands were scored before."""


def place(carry: Carry | None) -> int:
    return carry.place if isinstance(carry, OtherCards) else carry or 0


def next_size(pattern: Sequence[int], dealt: Iterable[int]) -> int | None:
    """What follows in the pattern after hands of these sizes; None at its end, and where they do not fit it.

    Hands of the pattern that were not played, or were struck, are passed over.
    """
    index = 0
    for cards in dealt:
        if cards not in pattern[index:]:
            return None
        index = pattern.index(cards, index) + 1
    return pattern[index] if index < len(pattern) else None


class SizedHands(Game):
    """A game with a size for each hand. The carry says the hand's place in the pattern."""

    counts_hands = True
    dealt = DEALT
    dealt_by = ("hand_sizes", "max_cards", "doubled_middle", "short_pack", "jokers")

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.max_cards = self.options.most_cards(len(players))
        self.hand_sizes = self.options.pattern(len(players))

    def cards(self, carry: Carry | None) -> int:
        """The cards of the hand with this carry; after the last hand, those of the last."""
        if isinstance(carry, OtherCards):
            return carry.cards
        return self.hand_sizes[min(carry or 0, len(self.hand_sizes) - 1)]

    @property
    def hands(self) -> int | None:
        """How many the pattern has; None where every hand has as many cards, and the table says when to stop."""
        return None if self.options.hand_sizes == SAME else len(self.hand_sizes)

    def numbered(self, carry: Carry | None) -> str:
        """ "hand 3 of 19", "hand 3"; an agreed length may end the game before the pattern does."""
        return self.number_in_words(place(carry), self.hands)

    def pack(self, carry: Carry | None) -> Pack:
        """The pack of the whole game: one that is too small for the largest hand has low cards added [S2]."""
        most = max(*self.hand_sizes, self.cards(carry)) * len(self.players)
        one = self.options.one_pack(len(self.players))
        if one.fewer and most > one.size:
            one = replace(self.options, short_pack=False).one_pack(len(self.players))
        more = max(0, -(-(most - one.size) // ADDED) * ADDED)
        return replace(one, more=more, low=True, second_beats=EQUAL) if more else one

    def deal(self, named: Mapping[str, Any], carry: Carry | None) -> Carry:
        """A hand keeps the cards it was dealt when another one before it is struck."""
        return OtherCards(place(carry), named["cards"]) if "cards" in named else place(carry)

    def dealt_with(self, carry: Carry | None) -> Mapping[str, Any]:
        return {"cards": self.cards(carry)}

    def dealt_after(self, hands: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        cards = next_size(self.hand_sizes, [hand["cards"] for hand in hands])
        return {} if cards is None else {"cards": cards}

    def settled(self, points: Mapping[int, Points], carry: Carry | None) -> int:
        """A hand settled by the table uses up its place in the pattern."""
        return place(carry) + 1

    def when_settled(self) -> tuple[str, ...]:
        return ("The hand uses up its place in the pattern of hand sizes.",)
