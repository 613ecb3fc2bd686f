"""The entry form of Oh Hell: what everybody bid, and the tricks of who took something else."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import Field, HiddenField

from ...rules.core import Seat
from ...rules.oh_hell.game import OhHell
from ...rules.oh_hell.rules import HOOK
from ...sheet.core.judge import Table
from .entry import EntryForm


class OhHellForm(EntryForm):
    """Whoever has no tricks here took what they bid or, where nobody else is without, what the others left.

    struck: the dealer's bid that the page shows as struck out by the hook.
    """

    names: ClassVar[Mapping[str, str]] = {"bids": "bid", "tricks": "taken"}
    asks: ClassVar[Mapping[str, str]] = {"trump": "", "bid": "Tap the bid.", "taken": ""}
    unknown: ClassVar[Mapping[str, str]] = {
        "bid": "“{}” is not a bid of this hand.",
        "taken": "“{}” is not a number of tricks here.",
        "trump": "“{}” is no trump suit.",
    }
    optional = ("taken",)
    hook = HOOK
    struck = HiddenField()
    game: OhHell

    @property
    def dealer(self) -> Seat:
        return self.table.dealer

    @property
    def cards(self) -> int:
        return self.game.cards(self.table.carry)

    @classmethod
    def turn(cls, table: Table) -> Sequence[Seat]:
        players = len(table.game.players)
        return [(table.dealer + step) % players for step in range(1, players + 1)]

    @property
    def order(self) -> Sequence[Seat]:
        """The seats in the order of bidding, the dealer last."""
        return self.turn(self.table)

    def bid(self, seat: Seat) -> Any:
        return self[f"bid_{seat}"]

    def taken(self, seat: Seat) -> Any:
        return self[f"taken_{seat}"]

    def _bids(self, seats: Sequence[Seat]) -> list[int]:
        """The bids of these seats that are known."""
        return [int(bid) for seat in seats if (bid := self.bid(seat).data or "") in dict(self.bid(seat).choices)]

    @property
    def bids(self) -> list[int]:
        """The bids that are known."""
        return self._bids(self.order)

    @property
    def next_to_bid(self) -> Seat | None:
        return next((seat for seat in self.order if not self.bid(seat).data), None)

    @property
    def took(self) -> Sequence[int]:
        """What everybody took as far as it is said, by seat: at first what they bid."""
        return self._tricks() or [0] * len(self.order)

    @property
    def hooked(self) -> int | None:
        """The bid that the hook keeps from the dealer, once the others' are known."""
        others = self._bids(self.order[:-1])
        return self.game.hooked(sum(others), self.cards) if len(others) == len(self.order) - 1 else None

    @property
    def was_struck(self) -> int | None:
        sent = self.struck.data or ""
        return int(sent) if sent in dict(self.bid(self.dealer).choices) else None

    @property
    def why_hooked(self) -> str:
        return "" if self.hooked is None else self.game.why_hooked(self.hooked, self.cards, self.dealer)

    def first_wish(self) -> str:
        if (seat := self.next_to_bid) is not None:
            return f"Tap what {self.game.players[seat]} bids."
        taken = self._tricks()
        if taken is None or sum(taken) == self.cards:
            return ""
        if not any(self.taken(seat).data for seat in self.order):
            bid = self.game.bid_in_all(taken, self.cards)
            return f"{bid} Tap the tricks of those who missed."
        return f"The tricks add up to {sum(taken)} of {self.cards}."

    def _tricks(self) -> list[int] | None:
        """What everybody took, by seat; None where something else was sent than numbers of this hand.

        Of the only one without a number the tricks are those that the others left, if that is possible.
        """
        seats = sorted(self.order)
        numbers = [self.taken(seat).data or self.bid(seat).data for seat in seats]
        if not set(numbers) <= set(dict(self.bid(self.dealer).choices)):
            return None
        tricks = [int(number) for number in numbers]
        assumed = [seat for seat in seats if not self.taken(seat).data]
        if len(assumed) == 1:
            [last] = assumed
            rest = self.cards - (sum(tricks) - tricks[last])
            tricks[last] = rest if 0 <= rest <= self.cards else tricks[last]
        return tricks

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "tricks": dict(zip(self.game.players, self._tricks() or (), strict=True))}

    def field_of(self, key: str | None) -> Field | None:
        fields = {"bids": self.bid(self.dealer), "tricks": self.taken(self.order[0])}
        return fields.get(key or "") or super().field_of(key)
