"""Cards, who wins a trick, and how a game is led to and followed [rules 9]."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from .calls import SUITS, Denomination
from .core import Rule, Seat

ACE, LOWEST = 14, 2
WHOLE = 52
"""Cards of a whole pack without jokers."""
RANKS = {**{rank: str(rank) for rank in range(LOWEST, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A"}
"""How a rank is written."""
_HEIGHT = {"T": 10, **{text: rank for rank, text in RANKS.items()}}
_SUIT = {**{suit.value: suit for suit in SUITS}, **{suit.symbol: suit for suit in SUITS}}
_RANK = "10|[2-9TJQKA]"
_JOKERS = {"RJ": "red joker", "BJ": "black joker"}
_SPOKEN_JOKER = re.compile(r"\b([rb])(?:ed|lack) joker\b", re.IGNORECASE)
_CARD = re.compile(rf"([CDHS♣♦♥♠])({_RANK})|({_RANK})([CDHS♣♦♥♠])")


@dataclass(frozen=True)
class Card:
    """rank: 2 to 14, the ace. A joker has no suit; its rank is 0 or 1."""

    suit: Denomination | None
    rank: int

    def __str__(self) -> str:
        return f"{self.suit.value}{RANKS[self.rank]}" if self.suit else [*_JOKERS][self.rank]

    @property
    def symbols(self) -> str:
        """As it is written on a page: "♥10", "red joker"."""
        return f"{self.suit.symbol}{RANKS[self.rank]}" if self.suit else _JOKERS[str(self)]

    @property
    def named(self) -> str:
        """The same within a sentence: "♥10", "the red joker"."""
        return self.symbols if self.suit else f"the {self.symbols}"


RED_JOKER, BLACK_JOKER = JOKERS = Card(None, 0), Card(None, 1)


@dataclass(frozen=True)
class Pack:
    """The cards that a game is played with, and what each of them counts as.

    lowest: the lowest rank; fewer: how many of its cards were taken out too, whichever they are. without: other
    cards that were taken out. top: cards above the ace of the suit `above`, the highest first, which belong to
    that suit whatever is printed on them, by this rule. more: how many cards of further packs were added; low:
    whether these are the lowest ones. second_beats: the rule by which the second of two equal cards in a trick
    beats the first, None in a game that says nothing of it. joker_suit: whether two equal jokers are in it, a suit
    of their own. joker_named: the rule by which two jokers of no suit are in it, the first of which its player
    names high or low, and the other is the contrary; None without.
    """

    lowest: int = LOWEST
    fewer: int = 0
    without: tuple[Card, ...] = ()
    top: tuple[Card, ...] = ()
    above: Denomination | None = None
    rule: Rule | None = None
    more: int = 0
    low: bool = False
    second_beats: Rule | None = None
    joker_suit: bool = False
    joker_named: Rule | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """One of each, those of the lowest rank too that may be out."""
        ranks = range(self.lowest, ACE + 1)
        apart = (*self.without, *self.top)
        plain = (Card(suit, rank) for suit in SUITS for rank in ranks)
        jokers = JOKERS if self.joker_suit or self.joker_named else ()
        return (*(card for card in plain if card not in apart), *reversed(self.top), *jokers)

    @property
    def size(self) -> int:
        return len(self.cards) - self.fewer + self.more

    @property
    def single(self) -> bool:
        """Whether there is one card of each."""
        return self.more == 0

    def copies(self, card: Card) -> int:
        """How often a card of the pack may be in it. Of the highest rank that was added any card may be meant."""
        whole, rest = divmod(self.more, WHOLE)
        ranks = -(-rest // len(SUITS)) if self.low else rest and ACE
        return 1 + whole + (card.suit is not None and card.rank - self.lowest < ranks)

    def suit(self, card: Card) -> Denomination | None:
        """The suit that a card belongs to in the play."""
        if self.joker_suit and card in JOKERS:
            return Denomination.JOKER
        return self.above if card in self.top else card.suit

    def height(self, card: Card) -> int:
        """How high a card ranks in its suit."""
        if self.joker_suit and card in JOKERS:
            return ACE
        return ACE + len(self.top) - self.top.index(card) if card in self.top else card.rank


WHOLE_PACK = Pack()


def parse_card(text: str) -> Card:
    """A card in any notation: "H10", "HT", "♥10", "10h", "RJ". Raises ValueError."""
    # A phone may add a variation selector to a suit.
    written = text.strip().upper().replace("\ufe0e", "").replace("\ufe0f", "")
    for card in JOKERS:
        if written in (str(card), card.symbols.upper()):
            return card
    match = _CARD.fullmatch(written)
    if not match:
        raise ValueError(f"“{text.strip()[:40]}” is no card: a card is a suit and a rank, as in ♥10, H10 or SA")
    return Card(_SUIT[match[1] or match[4]], _HEIGHT[match[2] or match[3]])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards with spaces or commas between them, a joker as "RJ" or "red joker". Raises ValueError."""
    in_short = _SPOKEN_JOKER.sub(r"\1J", text)
    return tuple(parse_card(word) for word in re.split(r"[\s,;]+", in_short) if word)


@dataclass(frozen=True)
class Play:
    """One card of a trick, and the seat that played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Trick:
    """plays: clockwise from the lead. trump: None if there is none or it is unknown.

    shown: the index of the play before which a hidden trump was shown; None while it is hidden. A card of the
    trump suit played on another suit before that is a discard [S3 Disclosure of the trump suit]. joker_high:
    whether the first of jokers that are named counts as the highest card of all, or else the lowest.
    """

    plays: tuple[Play, ...]
    trump: Denomination | None = None
    shown: int | None = 0
    pack: Pack = WHOLE_PACK
    joker_high: bool = False

    @classmethod
    def of(
        cls,
        leader: Seat,
        cards: Sequence[Card],
        trump: Denomination | None = None,
        shown: int | None = 0,
        pack: Pack = WHOLE_PACK,
    ) -> Self:
        """The trick of a whole table: a card from each player, the leader's first."""
        seats = len(cards)
        return cls(tuple(Play((leader + i) % seats, card) for i, card in enumerate(cards)), trump, shown, pack)

    @property
    def led(self) -> Denomination | None:
        """The suit to follow, that of the first card which has one; None for a joker in a game without jokers."""
        return next((suit for index in range(len(self.plays)) if (suit := self.suit(index))), None)

    def suit(self, index: int, card: Card | None = None) -> Denomination | None:
        """The suit of the card of a play; card: another one in its place."""
        return self.pack.suit(card or self.plays[index].card)

    def is_trump(self, index: int, card: Card | None = None) -> bool:
        """Whether the card of a play is a trump; card: another one in its place."""
        # A card of the suit led is no discard, shown or not.
        visible = self.led is self.trump or (self.shown is not None and index >= self.shown)
        return visible and self.trump is not None and self.suit(index, card) is self.trump

    def strength(self, index: int, card: Card | None = None) -> tuple[bool, int]:
        """Sorts the cards of a trick: whether it is a trump, and its height; 0 for a discard."""
        played = card or self.plays[index].card
        if self.pack.joker_named and played in JOKERS:
            first = next((play.card for play in self.plays if play.card in JOKERS), played)
            high = self.joker_high is (played == first)
            return high, ACE + 1 if high else -1
        trump = self.is_trump(index, card)
        return trump, self.pack.height(played) if trump or self.suit(index, card) is self.led else 0

    def best(self, before: int | None = None) -> int:
        """The index of the play that wins, of all or of those before one. Of equal cards the first wins, unless
        the game says that the second beats it.
        """
        plays = range(len(self.plays) if before is None else before)
        return max(reversed(plays) if self.pack.second_beats else plays, key=self.strength)

    def takes(self, index: int, card: Card) -> bool:
        """Whether a card would be the best so far in this play."""
        if index == 0:
            return True
        mine, best = self.strength(index, card), self.strength(self.best(index))
        return mine > best or (mine == best and self.pack.second_beats is not None)

    @property
    def winner(self) -> Play:
        """Who takes the trick and leads to the next, and with which card."""
        return self.plays[self.best()]


@dataclass(frozen=True)
class UnbrokenSuit:
    """A suit that is not led until it is broken, that is, played on another suit. tricks: for how many tricks,
    None for all.
    """

    suit: Denomination
    rule: Rule
    tricks: int | None = None


@dataclass(frozen=True)
class HiddenTrump:
    """A trump suit that stays hidden until a player asks for it. pairs: the suits that a denomination may mean,
    the default first.
    """

    choice: Rule
    showing: Rule
    pairs: Mapping[Denomination, tuple[Denomination, Denomination]]

    def trump(self, named: Denomination, laid: Denomination | None) -> Denomination | None:
        """The trump suit, by the card that was laid for it: a wrong one means the default."""
        pair = self.pairs.get(named)
        return pair and laid and (laid if laid in pair else pair[0])


@dataclass(frozen=True)
class PlayRules:
    """The play of one hand. tricks: in the hand. trumps: what may be trump, or be named for it.

    trump, laid, opener, dummy: the denomination, the suit of the card that was laid for a hidden trump, the first
    leader, the seat of the open hand; None if unknown. forced: the rule that a player who can take the trick must,
    unless the partner is winning it, or even then: over_partner. must_trump: the rule that who is void in the suit
    led must trump. widow: the rule by which cards lie aside.
    """

    lead: Rule
    follow: Rule
    tricks: int
    trumps: tuple[Denomination, ...]
    trump: Denomination | None = None
    laid: Denomination | None = None
    opener: Seat | None = None
    dummy: Seat | None = None
    forced: Rule | None = None
    over_partner: bool = False
    must_trump: Rule | None = None
    hidden: HiddenTrump | None = None
    guarded: UnbrokenSuit | None = None
    widow: Rule | None = None
    pack: Pack = WHOLE_PACK
