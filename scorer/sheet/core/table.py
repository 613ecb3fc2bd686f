"""The table before a hand: who sits where, under which rules, and whose deal it is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...rules.auctions import Auction
from ...rules.core import Seat
from ...rules.game import Game


@dataclass(frozen=True)
class Table:
    """Who sits where under which rules, who deals next, and what the hands before carry over.

    last: the seat that dealt last, None before the first hand; played: whether that hand had a contract;
    hands: how many were played so far, those that nobody bid apart.
    """

    game: Game
    dealer: Seat
    carry: Any = None
    last: Seat | None = None
    played: bool = True
    hands: int = 0

    @property
    def hands_left(self) -> int | None:
        """Of the agreed length; None where the table has not agreed on a number of hands."""
        agreed: Mapping[str, int] = self.game.options.length or {}
        return max(agreed["hands"] - self.hands, 0) if "hands" in agreed else None

    @property
    def agreed_length(self) -> str:
        """ "12 hands"; what the table has not agreed on, in words too."""
        described = {option.name: option for option in self.game.options.described()}
        return described["length"].in_words(self.game.options.length)

    @property
    def is_last(self) -> bool:
        """Whether an ending now is the end of the sheet: the game does not begin anew, or not so late."""
        return not self.game.begins_anew or self.hands_left == 0

    def auction(self) -> Auction | None:
        return self.game.auction(self.dealer, self.carry)

    def is_as(self, other: "Table") -> bool:
        """Whether the next hand is the same after both: who plays, by which rules, and what is carried over."""
        ours, theirs = ((game.key, game.players, game.options) for game in (self.game, other.game))
        return ours == theirs and replace(self, game=other.game) == other

    def reseated(self, game: Game) -> "Table":
        """The same evening with other players or rules: the deal goes on from whoever dealt last."""
        old, new = self.game.players, game.players
        if old == new:
            return replace(self, game=game)
        if game.partners_may_change:
            return replace(self, carry=game.with_partners(self.carry, self.game))._dealt_on(game)
        return self._dealt_on(game)

    def _dealt_on(self, game: Game) -> "Table":
        old, new = self.game.players, game.players
        if self.last is None:
            return replace(self, game=game, dealer=_heir(old, self.dealer, new))
        if old[self.last] in new or len(old) == len(new):
            last = _heir(old, self.last, new)
            return replace(self, game=game, last=last, dealer=game.next_dealer(last, played=self.played))
        # They have left and nobody took their seat: the next of those who stayed deals.
        return replace(self, game=game, last=None, dealer=_heir(old, self.last, new))

    def after(self, carry: Any, *, played: bool) -> "Table":
        dealer = self.game.next_dealer(self.dealer, played=played)
        return Table(self.game, dealer, carry, last=self.dealer, played=played, hands=self.hands + played)


def _heir(old: tuple[str, ...], seat: Seat, new: tuple[str, ...]) -> Seat:
    """Where the player of an old seat sits now. If they have left: whoever took the seat, or, where there are more
    or fewer seats than before, the first to their left who stayed.
    """
    if old[seat] not in new and len(old) == len(new):
        return seat
    clockwise = (*old[seat:], *old[:seat])
    return next((new.index(name) for name in clockwise if name in new), 0)
