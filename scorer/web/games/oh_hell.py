"""The entry form of Oh Hell: what everybody bid, and the tricks of who took something else."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field, HiddenField

from ...rules.calls import SUITS, Denomination
from ...rules.core import Seat
from ...rules.oh_hell.game import OhHell
from ...rules.oh_hell.rules import HOOK
from ...sheet.core.table import Table
from .entry import EntryForm, radio, spare


class OhHellForm(EntryForm):
    """Fields bid_0, taken_0, bid_1 ... for each seat that a table can have; whoever has no tricks here took what
    they bid or, where nobody else is without, what the others left. struck: the dealer's bid that the page shows
    as struck out by the hook.
    """

    trump = spare("Trump", "“{}” is no trump suit.")
    struck = HiddenField()

    game: OhHell
    dealer: Seat
    cards: int
    hook = HOOK

    def offer_at(self, table: Table) -> None:
        self.game, self.dealer = table.game, table.dealer  # pyright: ignore[reportAttributeAccessIssue] (Oh Hell)
        self.cards = self.game.cards(table.carry)
        numbers = [(f"{number}", f"{number}") for number in range(self.cards + 1)]
        for seat in range(OhHell.sizes[-1]):
            if seat < len(self.game.players):
                self.bid(seat).choices = self.taken(seat).choices = numbers
            else:
                del self[f"bid_{seat}"], self[f"taken_{seat}"]
        self.trump.choices = [(suit.value, suit.symbol.strip()) for suit in (*SUITS, Denomination.NO_TRUMP)]

    @property
    def order(self) -> list[Seat]:
        """The seats in the order of bidding, the dealer last."""
        players = len(self.game.players)
        return [(self.dealer + step) % players for step in range(1, players + 1)]

    def bid(self, seat: Seat) -> Any:
        return self[f"bid_{seat}"]

    def taken(self, seat: Seat) -> Any:
        return self[f"taken_{seat}"]

    def prefill(self, game: OhHell, facts: Mapping[str, Any]) -> None:
        for seat, number in enumerate(facts["bids"]):
            self.bid(seat).data = f"{number}"
        for seat, number in enumerate(facts.get("tricks", ())):
            self.taken(seat).data = f"{number}"
        self.trump.data = facts["trump"].value if facts.get("trump") else None

    def _bids(self, seats: list[Seat]) -> list[int]:
        """The bids of these seats that are known."""
        return [int(bid) for seat in seats if (bid := self.bid(seat).data or "") in dict(self.bid(seat).choices)]

    @property
    def hooked(self) -> int | None:
        """The bid that the hook keeps from the dealer, once the others' are known."""
        others = self._bids(self.order[:-1])
        return self.game.hooked(sum(others), self.cards) if len(others) == len(self.order) - 1 else None

    @property
    def was_struck(self) -> int | None:
        said = self.struck.data or ""
        return int(said) if said in dict(self.bid(self.dealer).choices) else None

    @property
    def why_hooked(self) -> str:
        return "" if self.hooked is None else self.game.why_hooked(self.hooked, self.cards, self.dealer)

    def first_wish(self) -> str:
        for seat in self.order:
            if not self.bid(seat).data:
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
        names, bids = self.game.players, self._bids(sorted(self.order))
        trump = {"trump": self.trump.data} if self.trump.data else {}
        return {
            "bids": dict(zip(names, bids, strict=True)),
            "tricks": dict(zip(names, self._tricks() or (), strict=True)),
            **trump,
        }

    def field_of(self, key: str | None) -> Field | None:
        fields = {"bids": self.bid(self.dealer), "tricks": self.taken(self.order[0]), "trump": self.trump}
        return fields.get(key or "")


for _seat in range(OhHell.sizes[-1]):
    setattr(OhHellForm, f"bid_{_seat}", radio("Bid", "Tap the bid.", "“{}” is not a bid of this hand."))
    setattr(OhHellForm, f"taken_{_seat}", spare("Tricks taken", "“{}” is not a number of tricks here."))
