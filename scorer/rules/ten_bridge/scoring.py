"""The hands of 10 Bridge and their points [S3]: trick points, games, bonuses, love, and part scores carried on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..calls import Contract, Denomination
from ..core import Rule, Seat, counted
from ..fields import CountField, PerSide
from ..game import Carried
from ..tricks import HiddenTrump
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

GAME, SUPER_GAME = 13, 25
"""The least trick points for them, of the tricks bid."""
CARRIED = {"part_scores": Carried(PerSide(CountField()), "a part score of {}".format, "Part score")}


@dataclass(frozen=True)
class PartScores:
    """carried, games, super_games: by side. What a side carries is less than a game."""

    carried: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    super_games: tuple[int, int] = (0, 0)

    def reached(self, side: int, points: int) -> int:
        """What a side makes of trick points that were bid and made: SUPER_GAME, GAME, or 0 for a part score
        [S3 Part score; rules 6.3].
        """
        together = self.carried[side] + points
        if points >= SUPER_GAME or (points >= GAME and together >= SUPER_GAME):
            return SUPER_GAME
        return GAME if together >= GAME else 0

    def carries(self, side: int, points: int) -> int:
        """What the side has carried towards the game it makes with these points; 0 where they make it alone."""
        reached = self.reached(side, points)
        return self.carried[side] if points < reached else 0

    def after(self, side: int, points: int) -> "PartScores":
        """After a side has made a contract worth these trick points."""
        reached = self.reached(side, points)
        if not reached:
            return replace(self, carried=_more(self.carried, side, points))
        wiped = replace(self, carried=(0, 0)) if self.carries(side, points) else self
        if reached == SUPER_GAME:
            return replace(wiped, super_games=_more(self.super_games, side, 1))
        return replace(wiped, games=_more(self.games, side, 1))

    def with_partners(self, before: tuple[int | None, ...]) -> "PartScores":
        """When others sit together. before: by side the one whose part score it has, None where it begins anew."""
        each = (self.carried, self.games, self.super_games)
        ours, theirs = before
        return PartScores(*((_of(numbers, ours), _of(numbers, theirs)) for numbers in each))


def _of(numbers: tuple[int, int], side: int | None) -> int:
    return 0 if side is None else numbers[side]


def _more(numbers: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    ours, theirs = numbers[side] + more, numbers[1 - side]
    return (ours, theirs) if side == 0 else (theirs, ours)


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
