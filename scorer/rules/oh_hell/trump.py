"""What is trump in a hand of Oh Hell, and how its tricks are played."""

from collections.abc import Mapping
from typing import Any

from ..calls import BRIDGE, Denomination
from ..core import Seat
from ..tricks.cards import LOWEST
from ..tricks.play import PlayRules
from .hand_sizes import Carry, SizedHands, place
from .options import LOW_CARDS
from .rules import FOLLOW, LEAD, MUST_TRUMP

ROTATION = (Denomination.HEARTS, Denomination.CLUBS, Denomination.DIAMONDS, Denomination.SPADES)
"""The order in which trumps rotate in the version that Dick Atkinson reports [S2]."""
TRUMPS = (*BRIDGE, Denomination.JOKER)
"""What may be trump where jokers are a suit of their own."""
ROTATIONS = {"rotation": ROTATION, "rotation with no trump": (*ROTATION, Denomination.NO_TRUMP)}
"""The sequences by the value of the house rule; each may include no trump [S2]."""


class TrumpedHands(SizedHands):
    """A game whose trump goes by a card turned up after the deal, or by a sequence that the table has chosen."""

    @property
    def sequence(self) -> tuple[Denomination, ...]:
        """The trumps hand by hand, as often as it takes; none where a turned card names them."""
        by = self.options.trump_by
        return ROTATIONS.get(by, ()) if isinstance(by, str) else tuple(map(Denomination, by))

    def without_trump(self, carry: Carry | None) -> bool:
        """Whether the hand has no trump because it is one of the largest [S2]."""
        return self.options.largest_no_trump and self.cards(carry) >= max(self.hand_sizes)

    def trump_agreed(self, carry: Carry | None) -> Denomination | None:
        """The trump of the hand with this carry by what the table has agreed; None where a card tells it."""
        if self.without_trump(carry):
            return Denomination.NO_TRUMP
        order = self.sequence
        return order[place(carry) % len(order)] if order else None

    def trump_due(self, carry: Carry | None) -> Denomination | None:
        """The same, and no trump where every card is dealt and none is left to be turned up."""
        if agreed := self.trump_agreed(carry):
            return agreed
        every_card = self.cards(carry) * len(self.players) == self.pack(carry).size
        return Denomination.NO_TRUMP if every_card else None

    def cards_notes(self, carry: Carry | None) -> tuple[str, ...]:
        """Which cards are needed, and what is trump, as sentences."""
        pack, due = self.pack(carry), self.trump_due(carry)
        notes: list[str] = []
        if pack.more:
            notes.append(f"The pack has {pack.size} cards: {pack.more} low ones of a second pack are in it.")
        if pack.joker_suit:
            notes.append("Two jokers are in the pack, a suit of their own.")
        if pack.joker_named:
            twos = " and no twos" if pack.lowest > LOWEST else ""
            notes.append(f"Two jokers are in the pack{twos}: the first is named high or low.")
        if pack.fewer:
            notes.append(f"{LOW_CARDS} low cards are out of the pack: it has {pack.size}.")
        if self.without_trump(carry):
            notes.append("The largest hands have no trump.")
        elif self.sequence and due:
            notes.append(f"Trump is {due.words}." if due is not Denomination.NO_TRUMP else "There is no trump.")
        elif due:
            notes.append("Every card is dealt, so there is no trump.")
        elif self.options.trump_by == "turned card, low for none":
            notes.append("A turned card from 2 to 6 means no trump.")
        return tuple(notes)

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> PlayRules:
        pack = self.pack(carry)
        return PlayRules(
            LEAD,
            FOLLOW,
            self.cards(carry),
            TRUMPS if pack.joker_suit else BRIDGE,
            trump=agreed.get("trump") or self.trump_due(carry),
            opener=self.left_of(dealer),
            must_trump=MUST_TRUMP if self.options.must_trump else None,
            pack=pack,
        )
