"""Cards, and the trick they make: who wins it, and so leads to the next [rules 9]."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from .calls import SUITS, Denomination
from .core import Seat

ACE, LOWEST = 14, 2
RANKS = {**{rank: str(rank) for rank in range(LOWEST, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A"}
"""How a rank is written, by its height."""
_HEIGHT = {"T": 10, **{text: rank for rank, text in RANKS.items()}}
_SUIT = {**{suit.value: suit for suit in SUITS}, **{suit.symbol: suit for suit in SUITS}}
_RANK = "10|[2-9TJQKA]"
_CARD = re.compile(rf"([CDHS♣♦♥♠])({_RANK})|({_RANK})([CDHS♣♦♥♠])")


@dataclass(frozen=True)
class Card:
    """rank: from 2 to 14, the ace."""

    suit: Denomination
    rank: int

    def __str__(self) -> str:
        return f"{self.suit.value}{RANKS[self.rank]}"

    @property
    def symbols(self) -> str:
        """As it is written on a page: ♥10."""
        return f"{self.suit.symbol}{RANKS[self.rank]}"


def pack(lowest: int = LOWEST) -> tuple[Card, ...]:
    """One card of each suit and rank, from the lowest rank that the game plays with."""
    return tuple(Card(suit, rank) for suit in SUITS for rank in range(lowest, ACE + 1))


def parse_card(text: str) -> Card:
    """A card in any of its notations: "H10", "HT", "♥10", "10h". Raises ValueError for what is none."""
    # A phone may write a suit with a mark that asks for its picture, or for its letter.
    match = _CARD.fullmatch(text.strip().upper().replace("\ufe0e", "").replace("\ufe0f", ""))
    if not match:
        raise ValueError(f"“{text.strip()[:40]}” is no card: a card is a suit and a rank, as in ♥10, H10 or SA")
    return Card(_SUIT[match[1] or match[4]], _HEIGHT[match[2] or match[3]])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards one after another, with spaces or commas between them. Raises ValueError."""
    return tuple(parse_card(word) for word in re.split(r"[\s,;]+", text) if word)


@dataclass(frozen=True)
class Play:
    """One card of a trick, and whose it is."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Trick:
    """plays: clockwise from the lead. trump: None where there is none, or where nobody knows it.

    shown: the number of the play, from 0, before which a hidden trump was shown; None while it is hidden. A card
    of the trump suit that was played before that on another suit is a discard [S3 Disclosure of the trump suit].
    """

    plays: tuple[Play, ...]
    trump: Denomination | None = None
    shown: int | None = 0

    @classmethod
    def of(
        cls, leader: Seat, cards: Sequence[Card], trump: Denomination | None = None, shown: int | None = 0
    ) -> Self:
        """The trick of a whole table: a card from each player, the leader's first."""
        seats = len(cards)
        return cls(tuple(Play((leader + i) % seats, card) for i, card in enumerate(cards)), trump, shown)

    @property
    def led(self) -> Denomination:
        return self.plays[0].card.suit

    def is_trump(self, at: int, card: Card | None = None) -> bool:
        """Whether the card of a play is a trump; card: another one in its place."""
        # Of the suit led no card is a discard, shown or not.
        known = self.led is self.trump or (self.shown is not None and at >= self.shown)
        return known and (card or self.plays[at].card).suit is self.trump

    def strength(self, at: int, card: Card | None = None) -> tuple[bool, int]:
        """What orders the cards of a trick: a trump, else a card of the suit led, else nothing, 0."""
        played = card or self.plays[at].card
        trump = self.is_trump(at, card)
        return trump, played.rank if trump or played.suit is self.led else 0

    def best(self, before: int | None = None) -> int:
        """The number of the play that wins, of all or of those before one. Of equal cards it is the first."""
        return max(range(len(self.plays) if before is None else before), key=self.strength)

    def takes(self, at: int, card: Card) -> bool:
        """Whether a card would be the best so far, were it this play's."""
        return at == 0 or self.strength(at, card) > self.strength(self.best(at))

    @property
    def winner(self) -> Play:
        """Who takes the trick and leads to the next, and with which card."""
        return self.plays[self.best()]
