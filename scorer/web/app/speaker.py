"""Who speaks on this phone: a player on a phone of their own, or everybody on one that scores."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...sheet.core.ledger import Row
from ...store.people import SCORE
from ...store.scorebook import Snapshot
from . import access
from .people import name_of


@dataclass(frozen=True)
class Speaker:
    """player: whose phone this is, "" for a guest's; for_all: whether it scores, so that everybody at the table
    may agree or object on it; is_asked: whether it is to be said whose it is before anybody does.
    """

    player: str
    for_all: bool
    is_asked: bool = False

    @property
    def may_speak(self) -> bool:
        return self.for_all or bool(self.player)

    @property
    def refusal(self) -> str:
        if self.player:
            return f"This phone is {self.player}’s: on it they speak for themselves alone."
        return "Only players agree and object: say under “Who are you?” whose phone this is."

    def may_speak_for(self, player: str) -> bool:
        return self.for_all or self.owns(player)

    def may_dispute(self, row: Row) -> bool:
        return self.for_all or bool(self.objector(row))

    def objector(self, row: Row) -> str:
        """Who objects to a hand here: the player whose phone this is; "" where that is the table."""
        return self.player if self.player in row.game.players else ""

    def left(self, players: Sequence[str], done: Collection[str], done_own: Collection[str]) -> tuple[str, ...]:
        """Whose names are left to tap here. done: who did it already; done_own: who of them on their own phone."""
        return tuple(
            name
            for name in players
            if self.may_speak_for(name) and name not in (done_own if self.owns(name) else done)
        )

    def owns(self, player: str) -> bool:
        """Whether this is the phone of a player."""
        return bool(player) and player == self.player


def speaker_on(snapshot: Snapshot) -> Speaker:
    """Who speaks on this phone, on a sheet that it may open."""
    grant = access.grant(snapshot.id)
    player = name_of(snapshot, grant) if grant.player else ""
    scores = grant.role == SCORE
    return Speaker(player, scores, is_asked=grant.is_asked and not scores)
