"""How a game is led to and followed: the facts of its play that a trick is judged by [rules 9]."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..calls import Denomination
from ..core import Rule, Seat
from .cards import WHOLE_PACK, Pack


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
