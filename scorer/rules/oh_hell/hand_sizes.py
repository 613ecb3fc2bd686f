"""How many cards each hand of Oh Hell has: the house rules for it, and hands with another size."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core import Points
from ..fields.values import CountField
from ..game import Game
from ..options import Decimals, Listed, Options, option
from ..tricks.cards import LOWEST, Pack
from .rules import EQUAL, NAMED_JOKERS
from .scoring import METHODS

ADDED = 13
"""Low cards of a second pack that come in at a time: 13 serve five players with 13 cards each, 26 six [S2]."""
MOST_CARDS = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""Cards in the largest hand by number of players, where the table has agreed on nothing else [rules 5]."""
CARDS = range(1, 18)
"""What a hand may have: three players can be dealt 17 each, and a pack can be enlarged for more [rules 5]."""
LONGEST_LIST = 99
FIVE = 5
DEALT = {"cards": CountField()}


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
        Listed(("down-up", "up-down", "down", "up"), CARDS, LONGEST_LIST, "hand by hand", "5, 4, 3, 2, 1"),
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
        "The cards of the largest hand; a list of hand sizes says so itself. Where one pack is too small, low "
        "cards of a second one come in.",
        "from the number of players",
    )
    doubled_middle: bool = option(
        False,
        (True, False),
        "Middle hand twice",
        "Where the hands go down and up again, or up and down again, the hand in the middle is played twice.",
    )
    trump_by: str = option(
        "turned card",
        ("turned card", "turned card, low for none", "rotation", "rotation with no trump"),
        "Trump",
        "What names the trump suit of a hand.",
        words={"turned card": "the turned card", "turned card, low for none": "the turned card from 7 up"},
        sentences={
            "turned card": "the card turned up after the deal names the suit",
            "turned card, low for none": "a card from 2 to 6 means no trump, as Jean-Pierre Coulon plays it",
            "rotation": "hearts, clubs, diamonds, spades, hand after hand",
            "rotation with no trump": "hearts, clubs, diamonds, spades, no trump, hand after hand",
        },
    )
    must_trump: bool = option(
        False, (True, False), "Must trump", "Who has no card of the suit led must play a trump if they have one."
    )
    jokers: str = option(
        "none",
        ("none", "suit of their own", "high or low"),
        "Jokers",
        "Whether two jokers are in the pack.",
        words={"suit of their own": "two, a suit of their own", "high or low": "two, named high or low"},
        sentences={
            "suit of their own": "one that is led wins unless it is trumped, and if one is turned up the other is "
            "the only trump, as Mark Brader suggests",
            "high or low": "whoever plays the first one names it, and the other is the contrary, as Dick Atkinson "
            "reports it: with trumps in rotation, of five players with 10 cards in every hand, of six with 9",
        },
    )
    stake: str = option("0", Decimals(), "Stake", "What a point of difference from the average is worth in money.")

    def most_cards(self, players: int) -> int:
        """The cards of the largest hand of this many players, where the hand sizes are no list."""
        return self.max_cards or MOST_CARDS[players]

    def pattern(self, players: int) -> tuple[int, ...]:
        """The cards of every hand for this many players [S2, rules 5]."""
        if not isinstance(self.hand_sizes, str):
            return tuple(self.hand_sizes)
        up = tuple(range(1, self.most_cards(players) + 1))
        down, again = up[::-1], 0 if self.doubled_middle else 1
        return {"down-up": down + up[again:], "up-down": up + down[again:], "down": down, "up": up}[
            self.hand_sizes
        ]


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
    dealt_by = ("hand_sizes", "max_cards", "doubled_middle")

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.max_cards = self.options.most_cards(len(players))
        self.hand_sizes = self.options.pattern(len(players))

    def cards(self, carry: Carry | None) -> int:
        """The cards of the hand with this carry; after the last hand, those of the last."""
        if isinstance(carry, OtherCards):
            return carry.cards
        return self.hand_sizes[min(carry or 0, len(self.hand_sizes) - 1)]

    def pack(self, carry: Carry | None) -> Pack:
        """The pack of the whole game: one that is too small for the largest hand has low cards added [S2]."""
        most = max(*self.hand_sizes, self.cards(carry)) * len(self.players)
        one = Pack(joker_suit=self.options.jokers == "suit of their own")
        if self.options.jokers == "high or low":
            # "If there are 5 players the four deuces are removed leaving 50 cards" [S2].
            one = Pack(lowest=LOWEST + (len(self.players) == FIVE), joker_named=NAMED_JOKERS)
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
