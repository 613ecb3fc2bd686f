"""Who speaks on this phone: a player on a phone of their own, or everybody on the table's."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ...sheet.changes.own_phone import name_now
from ...sheet.core.ledger import Row
from ...store import devices, importing
from ...store.devices import SCORE, VIEW
from ...store.importing import Import
from ...store.scorebook import Snapshot
from . import access


@dataclass(frozen=True)
class Speaker:
    """player: whose phone this is, "" for nobody's; may_speak: whether anybody may agree or object on it; for_all:
    whether everybody at the table may.
    """

    player: str
    may_speak: bool
    for_all: bool

    @property
    def is_asked(self) -> bool:
        """Whether nobody speaks on this phone before it is said whose it is."""
        return self.may_speak and not self.for_all and not self.player

    @property
    def refusal(self) -> str:
        if self.player:
            return f"This phone is {self.player}’s: on it they speak for themselves alone."
        return "Say first whose phone this is, under “Sign”."

    def may_speak_for(self, player: str) -> bool:
        return player == self.player if self.player else self.for_all

    def may_dispute(self, row: Row) -> bool:
        return self.may_speak and (self.for_all or bool(self.player_in(row)))

    def player_in(self, row: Row) -> str:
        """Whose phone this is, where they played in a hand; else empty."""
        return self.player if self.player in row.game.players else ""

    def among(self, row: Row) -> tuple[str, ...]:
        """Who of a hand may say something on this phone. Everybody, where its owner did not play in the hand."""
        return (self.player,) if self.player_in(row) else row.game.players

    def left(self, players: Sequence[str], done: Collection[str], done_own: Collection[str]) -> tuple[str, ...]:
        """Whose names are left to tap here. done: who did it already; done_own: who of them on their own phone."""
        done = done_own if self.player else done
        return tuple(name for name in players if self.may_speak_for(name) and name not in done)

    def owns(self, player: str) -> bool:
        """Whether this is the phone of a player."""
        return bool(player) and player == self.player


def devices_of(snapshot: Snapshot, imports: Mapping[int, Import]) -> list[str]:
    """Who wrote on a sheet, each device once, in the order of their first entries."""
    both = (
        (entry.device, imports[entry.number].device if entry.number in imports else entry.device)
        for entry in snapshot.entries
    )
    return list(dict.fromkeys(chain.from_iterable(both)))


def phone_here(snapshot: Snapshot) -> str:
    """What this phone is called in the history of a sheet, once it has written there."""
    here = access.device_here()
    wrote = devices_of(snapshot, importing.imports(snapshot.id))
    return devices.names([here]).get(here) or f"Phone {[*wrote, here].index(here) + 1}"


def speaker_on(snapshot: Snapshot) -> Speaker:
    """Who speaks on this phone, on a sheet that it may open."""
    grant = access.grant(snapshot.id)
    player = grant.player and name_now(snapshot.entries, grant.player, grant.player_number)
    return Speaker(
        player if grant.role != VIEW and player in snapshot.seated else "",
        may_speak=grant.role != VIEW,
        for_all=grant.role == SCORE,
    )
