"""The hands of 10 Bridge and their points [S3]: trick points, games, bonuses, and love."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..calls import Contract, Denomination
from ..core import Rule, Seat, counted
from ..tricks.play import HiddenTrump
from .part_scores import SUPER_GAME, PartScores
from .rules import (
    CARRIED_GAME,
    EXTRA_LEVEL,
    FULL_HOUSE,
    LOVE,
    OVERTRICKS,
    SHOWN,
    SINGLE_GAME,
    SINGLE_SUPER_GAME,
    TRICK_POINTS,
    TRUMP,
    UNDERTRICK_BONUS,
    UNDERTRICKS,
)

Line = tuple[int, str, Rule]

TRICKS = 10
HALF = 5
"""The tricks of a love contract; every level counts from here."""
PAIRS: dict[Denomination, tuple[Denomination, Denomination]] = {
    Denomination.MINOR: (Denomination.CLUBS, Denomination.DIAMONDS),
    Denomination.RED: (Denomination.DIAMONDS, Denomination.HEARTS),
    Denomination.BLACK: (Denomination.SPADES, Denomination.CLUBS),
    Denomination.MAJOR: (Denomination.HEARTS, Denomination.SPADES),
}
"""The suits that a denomination may mean, the default first [S3 Denominations of bids]."""
HIDDEN = HiddenTrump(TRUMP, SHOWN, PAIRS)

# [S3 Trick points] Plain, doubled, redoubled.
MINOR, MAJOR, NO_TRUMP = (4, 6, 10), (5, 7, 11), (7, 9, 13)
A_TRICK: dict[Denomination, tuple[int, int, int]] = {
    Denomination.MINOR: MINOR,
    Denomination.RED: MINOR,
    Denomination.BLACK: MAJOR,
    Denomination.MAJOR: MAJOR,
    Denomination.NO_TRUMP: NO_TRUMP,
}
GAME_LEVEL = {MINOR: 4, MAJOR: 3, NO_TRUMP: 2}
"""The level of a plain game, which the extra levels count from, doubled or not [S3 Extra level bonus]."""
FOR_LOVE, FOR_GAME, FOR_SUPER_GAME, FOR_EXTRA_LEVEL, FOR_FULL_HOUSE = 5, 20, 40, 10, 50
MOST_DOWN = 6
"""Undertricks past the sixth are ignored, in the trick points as in the bonus [rules 6.5 T3]."""


@dataclass(frozen=True)
class TenBridgeHand:
    """tricks: what the declarer's side took. trump: the suit of the declarer's card, where it was written down."""

    contract: Contract
    declarer: Seat
    tricks: int
    trump: Denomination | None = None

    @property
    def denomination(self) -> Denomination:
        return self.contract.denomination or Denomination.NO_TRUMP

    @property
    def off(self) -> int:
        """Tricks past the contract; negative where it was set."""
        return self.tricks - HALF - self.contract.level

    @property
    def made(self) -> bool:
        return self.off >= 0

    @property
    def a_trick(self) -> int:
        return A_TRICK[self.denomination][self.contract.doubling]

    @property
    def bid_points(self) -> int:
        """The trick points without overtricks; only these count towards games [S3 Part score]."""
        return self.a_trick * self.contract.level

    @property
    def trump_suit(self) -> Denomination | None:
        """The suit that was trump: a card outside the pair means the default [S3]. None at no trump or unknown."""
        return HIDDEN.trump(self.denomination, self.trump)


def lines(hand: TenBridgeHand, before: PartScores, side: int) -> Iterator[Line]:
    """What the hand pays the side that earns it, in the order of the document's chart; side: the declarer's."""
    if hand.contract.level == 0:
        yield FOR_LOVE, f"love contract, {'made' if hand.made else 'set'}", LOVE
    elif hand.made:
        tricks = hand.tricks - HALF
        yield hand.a_trick * tricks, f"{counted(tricks, 'trick')} at {hand.a_trick}", TRICK_POINTS
        yield from _game(before, side, hand.bid_points)
        yield from _bonuses(hand)
    else:
        yield from _undertricks(hand)


def _game(before: PartScores, side: int, bid_points: int) -> Iterator[Line]:
    reached, carried = before.reached(side, bid_points), before.carries(side, bid_points)
    with_part_score = f" with {carried} carried" if carried else ""
    if reached == SUPER_GAME:
        rule = CARRIED_GAME if carried else SINGLE_SUPER_GAME
        yield FOR_SUPER_GAME, f"super game{with_part_score}", rule
    elif reached:
        yield FOR_GAME, f"game{with_part_score}", CARRIED_GAME if carried else SINGLE_GAME


def _bonuses(hand: TenBridgeHand) -> Iterator[Line]:
    extra = hand.contract.level - GAME_LEVEL[A_TRICK[hand.denomination]]
    if extra > 0:
        yield FOR_EXTRA_LEVEL * extra, counted(extra, "extra level"), EXTRA_LEVEL
    if hand.contract.level == HALF:
        yield FOR_FULL_HOUSE, "full house", FULL_HOUSE
    if bonus := off_bonus(hand.contract.doubling, hand.off):
        yield bonus, f"{counted(hand.off, 'overtrick')}, {_doubled(hand)}", OVERTRICKS


def _undertricks(hand: TenBridgeHand) -> Iterator[Line]:
    down = min(-hand.off, MOST_DOWN)
    ignored = f" of {-hand.off}" if down < -hand.off else ""
    yield hand.a_trick * down, f"{counted(down, 'undertrick')}{ignored} at {hand.a_trick}", UNDERTRICKS
    if bonus := off_bonus(hand.contract.doubling, down):
        yield bonus, f"{counted(down, 'undertrick')}{ignored}, {_doubled(hand)}", UNDERTRICK_BONUS


def off_bonus(doubling: int, tricks: int) -> int:
    """What over- or undertricks pay besides their trick points: 5, 10, 20 and on; redoubled twice that."""
    return 5 * doubling * 2 ** (tricks - 1) if doubling and tricks else 0


def _doubled(hand: TenBridgeHand) -> str:
    return ("", "doubled", "redoubled")[hand.contract.doubling]
