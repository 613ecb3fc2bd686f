"""Denominations, calls and contracts, and their notation.

The notation is that of the score sheet file: "3H", "10S", "1NT", "2minor", "no proposal", "X".
A text that is no call in any game is a ValueError; the game checks whether it has the call.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from .core import at_hand


class Denomination(Enum):
    """What a bid names besides its level, in the order in which bids are listed; and jokers, which none names."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    MINOR = "minor"
    RED = "red"
    BLACK = "black"
    MAJOR = "major"
    NO_TRUMP = "NT"
    JOKER = "joker"

    @property
    def symbol(self) -> str:
        return _SYMBOLS.get(self) or f" {self.value}"

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", "-")


at_hand(Denomination)
_SYMBOLS = dict(zip(Denomination, "♣♦♥♠", strict=False))
SUITS = (Denomination.CLUBS, Denomination.DIAMONDS, Denomination.HEARTS, Denomination.SPADES)
BIDDABLE = tuple(each for each in Denomination if each is not Denomination.JOKER)
BRIDGE = (*SUITS, Denomination.NO_TRUMP)
"""The denominations of bridge, lowest first."""
DOUBLED = ("", "doubled", "redoubled")


class Word(Enum):
    """A call without a level."""

    NO_PROPOSAL = "no proposal"
    PASS = "pass"
    ACCEPT = "accept"
    REJECT = "reject"
    DECLINE = "decline"
    DOUBLE = "X"
    REDOUBLE = "XX"
    NIL = "nil"
    BLIND_NIL = "blind nil"

    def __str__(self) -> str:
        return self.value

    @property
    def spoken(self) -> str:
        """As it is said at a table: "double" for X."""
        return self.name.lower().replace("_", " ")

    @property
    def symbols(self) -> str:
        """As it is written on a table, like those of a bid."""
        return self.value


at_hand(Word)


@dataclass(frozen=True)
class Bid:
    """A call naming a level and, where the game has them, a denomination. blind: made before looking at cards."""

    level: int
    denomination: Denomination | None = None
    blind: bool = False

    def __str__(self) -> str:
        named = f"{self.level}{self.denomination.value if self.denomination else ''}"
        return f"blind {named}" if self.blind else named

    @property
    def symbols(self) -> str:
        """As it is written on a table: 6♥."""
        named = f"{self.level}{self.denomination.symbol if self.denomination else ''}"
        return f"blind {named}" if self.blind else named

    @property
    def words(self) -> str:
        """As it is spoken: 6 hearts."""
        if self.denomination is None:
            return f"{self.level}"
        named = self.denomination.words
        return f"{self.level} {named.removesuffix('s') if self.level == 1 else named}"


Call = Bid | Word


@dataclass(frozen=True)
class Contract:
    """The bid that is to be played, and whether it was doubled (1) or redoubled (2)."""

    bid: Bid
    doubling: int = 0

    def __str__(self) -> str:
        return f"{self.bid}{'X' * self.doubling}"

    @property
    def level(self) -> int:
        return self.bid.level

    @property
    def denomination(self) -> Denomination | None:
        return self.bid.denomination

    @property
    def symbols(self) -> str:
        return f"{self.bid.symbols} {DOUBLED[self.doubling]}".rstrip()


# Also a number that is far too high is read, so that the game can refuse it.
_BID = re.compile(r"(0|[1-9][0-9]{0,3999})(C|D|H|S|NT|minor|red|black|major)?")
_CONTRACT = re.compile(r"(0|[1-9][0-9]{0,3999})(C|D|H|S|NT|minor|red|black|major)(X{0,2})")


@lru_cache(maxsize=512)
def parse_call(text: str) -> Call:
    """A call of any game. Raises ValueError for a notation that no game knows."""
    if match := _BID.fullmatch(text):
        return Bid(int(match[1]), Denomination(match[2]) if match[2] else None)
    try:
        return Word(text)
    except ValueError:
        raise ValueError(f"“{text[:40]}” is no call of any game") from None


@lru_cache(maxsize=512)
def parse_contract(text: str) -> Contract:
    """A contract of any game. Raises ValueError for a notation that no game knows."""
    match = _CONTRACT.fullmatch(text)
    if not match:
        raise ValueError(f"“{text[:40]}” is no contract: it is a number and a suit, as in 6H or 1NT")
    return Contract(Bid(int(match[1]), Denomination(match[2])), len(match[3]))
