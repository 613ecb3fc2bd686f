"""One hand of standard Spades: as everybody bids, and as each side agrees on one bid."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..calls import Bid, Call, Word
from ..core import Seat
from .sides import SIDES

NILS = (Word.NIL, Word.BLIND_NIL)


class HandWithNils(ABC):
    """What was bid and taken. tricks: by side; nil_tricks: by seat; None counts as no trick taken by a nil."""

    tricks: tuple[int, int]
    nil_tricks: tuple[int | None, ...]

    @abstractmethod
    def nil(self, seat: Seat) -> Word | None:
        """The nil that a player bid, blind or not; None where they bid none."""

    @abstractmethod
    def bid(self, side: int) -> int:
        """What a side must take."""

    def all_nil(self, side: int) -> bool:
        """Whether both partners of a side bid nil, so that each of its tricks was taken by a failed nil."""
        return all(self.nil(seat) for seat in SIDES[side])

    def failed(self, side: int) -> int:
        """The tricks that the failed nils of a side took."""
        return sum(self.nil_tricks[seat] or 0 for seat in SIDES[side])

    def shares(self, side: int) -> tuple[Seat, Seat]:
        """The two seats of a side, first the one whose nil took more; of equals the earlier."""
        first, second = sorted(SIDES[side], key=lambda seat: -(self.nil_tricks[seat] or 0))
        return first, second


@dataclass(frozen=True)
class SpadesHand(HandWithNils):
    """bids: by seat."""

    bids: tuple[Call, ...]
    tricks: tuple[int, int]
    nil_tricks: tuple[int | None, ...] = (None,) * 4

    def nil(self, seat: Seat) -> Word | None:
        bid = self.bids[seat]
        return bid if isinstance(bid, Word) else None

    def bid(self, side: int) -> int:
        return sum(bid.level for seat in SIDES[side] if isinstance(bid := self.bids[seat], Bid))


@dataclass(frozen=True)
class AgreedHand(HandWithNils):
    """bids: by side; nils: by seat."""

    bids: tuple[Bid, Bid]
    tricks: tuple[int, int]
    nils: tuple[Word | None, ...] = (None,) * 4
    nil_tricks: tuple[int | None, ...] = (None,) * 4

    def nil(self, seat: Seat) -> Word | None:
        return self.nils[seat] if self.nils else None

    def bid(self, side: int) -> int:
        return self.bids[side].level
