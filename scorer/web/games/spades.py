"""The entry form of Spades: a bid for each player or side, the tricks, and those of a nil where one was bid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import Field, RadioField
from wtforms.validators import StopValidation

from ...rules.calls import Word
from ...rules.core import RuleViolation
from ...rules.spades.game import Spades
from ...rules.spades.new_york import UNBID
from ...rules.spades.sides import SIDES, TRICKS, Carry
from ...sheet.core.table import Table
from .entry import Chosen, EntryForm, radio

NILS = (str(Word.NIL), str(Word.BLIND_NIL))
UNKNOWN_BID = "“{}” is not a bid here."


@dataclass(frozen=True)
class Bidder:
    """Whose bid one set of keys is for. refusals: by the value of a key, why it cannot be chosen."""

    name: str
    field: RadioField
    refusals: Mapping[str, RuleViolation]


def _bid() -> RadioField:
    return radio("Bid", "Tap the bid.", UNKNOWN_BID)


def _nil() -> RadioField:
    return RadioField("Tricks of the nil", choices=[], validators=[], validate_choice=False)


class SpadesForm(EntryForm):
    """bid_N: of seat N, where the sides bid of side N; nil_N: the tricks of seat N where it bid nil, none if not
    told. Of the tricks only one side's are asked. bidders: who bids, in turn; unbid: said where nobody does.
    """

    bid_0, bid_1, bid_2, bid_3 = _bid(), _bid(), _bid(), _bid()
    tricks = radio("Tricks taken", "Tap the tricks taken.", "“{}” is not a number of tricks here.")
    nil_0, nil_1, nil_2, nil_3 = _nil(), _nil(), _nil(), _nil()
    unbid = UNBID
    game: Spades
    bidders: tuple[Bidder, ...] = ()

    def offer(self, game: Spades) -> None:
        self.offer_at(Table(game, len(game.players) - 1))

    def offer_at(self, table: Table) -> None:
        game, dealer, carry = table.game, table.dealer, table.carry or Carry()
        if not isinstance(game, Spades):
            raise TypeError(game)
        self.game = game
        numbers = [(str(number), str(number)) for number in range(TRICKS + 1)]
        self.tricks.choices = numbers
        self.bidders = tuple(self._bidder(number, name, carry) for number, name in game.bidders(dealer, carry))
        known = [bidder.field.name for bidder in self.bidders]
        for seat in range(len(game.players)):
            if f"bid_{seat}" not in known:
                del self[f"bid_{seat}"]
            if "nil_tricks" in game.keys:
                self.nil(seat).choices = numbers
                self.nil(seat).validators = [self._check_nil]
            else:
                del self[f"nil_{seat}"]

    def bid(self, number: int) -> Any:
        return self[f"bid_{number}"]

    def nil(self, seat: int) -> Any:
        return self[f"nil_{seat}"]

    def _bidder(self, number: int, name: str, carry: Carry) -> Bidder:
        field, refusals = self.bid(number), dict[str, RuleViolation]()
        field.validators = [Chosen(f"Tap what {name} bid.", UNKNOWN_BID)]
        # The words after the numbers, as on a keypad.
        bids = sorted(self.game.bids, key=lambda bid: isinstance(bid, Word))
        field.choices = [(str(bid), str(bid)) for bid in bids]
        for bid in bids:
            try:
                self.game.check_blind(number, bid, carry)
            except RuleViolation as violation:
                refusals[str(bid)] = violation
        return Bidder(name, field, refusals)

    def _check_nil(self, form: Any, field: RadioField) -> None:
        if field.data and field.data not in [choice[0] for choice in field.choices or ()]:
            raise StopValidation(f"“{field.data[:40]}” is not a number of tricks here.")

    def prefill(self, game: Spades, facts: Mapping[str, Any]) -> None:
        for number, bid in enumerate(facts.get("bids") or ()):
            self.bid(number).data = str(bid)
        if "tricks" in facts:
            self.tricks.data = str(facts["tricks"][0])
        for seat, taken in enumerate(facts.get("nil_tricks") or ()):
            self.nil(seat).data = None if taken is None else str(taken)

    @property
    def nils(self) -> tuple[int, ...]:
        """The seats that have bid nil."""
        asked = "nil_tricks" in self.game.keys
        return tuple(seat for seat in range(4) if asked and self.bid(seat).data in NILS)

    def first_wish(self) -> str:
        for bidder in self.bidders:
            if not bidder.field.data:
                return f"Tap what {bidder.name} bid."
        return self._whose_nil() if self.tricks.data else self._ask_tricks()

    def _ask_tricks(self) -> str:
        """What was bid, which the table may compare, and whose tricks are to be tapped."""
        asks = f"Tap what {self.game.sides[0]} took."
        if not self.bidders:
            return asks
        bids = [self._bid_of_side(side) for side in range(2)]
        return f"Bid {bids[0]} and {bids[1]} of {TRICKS} tricks. {asks}"

    def _bid_of_side(self, side: int) -> int:
        said = (self.bid(number).data for number in (SIDES[side] if self.bidders[2:] else (side,)))
        levels = (str(bid).rpartition(" ")[2] for bid in said)
        return sum(int(level) for level in levels if level.isdigit())

    def _whose_nil(self) -> str:
        """Where both partners bid nil their tricks are all a nil's; it must be told whose."""
        for side, seats in enumerate(SIDES):
            both = all(seat in self.nils and not self.nil(seat).data for seat in seats)
            if both and self._by_side()[side]:
                first, second = (self.game.players[seat] for seat in seats)
                return f"Tap the tricks that {first} or {second} took."
        return ""

    def _by_side(self) -> list[int]:
        own = int(self.tricks.data) if self.tricks.data in map(str, range(TRICKS + 1)) else 0
        return [own, TRICKS - own]

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"tricks": self._by_side()}
        bids = [self._bid_of(number) for number in range(len(self.bidders))]
        if bids:
            facts["bids"] = self.game.keys["bids"].gather(bids, self.game.players)
        if told := self._nil_tricks():
            facts["nil_tricks"] = {self.game.players[seat]: taken for seat, taken in told.items()}
        return facts

    def _bid_of(self, number: int) -> int | str:
        said = self.bid(number).data
        return int(said) if said.isdigit() else said

    def _nil_tricks(self) -> dict[int, int]:
        """What the nils took by seat, as far as it was told or follows."""
        told = {seat: int(self.nil(seat).data) for seat in self.nils if self.nil(seat).data}
        for side, seats in enumerate(SIDES):
            untold = [seat for seat in seats if seat not in told]
            if len(untold) == 1 and all(seat in self.nils for seat in seats):
                told[untold[0]] = max(0, self._by_side()[side] - sum(told.get(seat, 0) for seat in seats))
        return told

    def _at_fault(self) -> int:
        """The last nil of a side whose nils cannot have taken what they are said to have taken."""
        told = self._nil_tricks()
        for side, seats in enumerate(SIDES):
            nils = [seat for seat in seats if seat in self.nils]
            taken, tricks = sum(told.get(seat, 0) for seat in nils), self._by_side()[side]
            if taken > tricks or (len(nils) == len(seats) and taken < tricks):
                return nils[-1]
        return self.nils[0]

    def field_of(self, key: str | None) -> Field | None:
        if key == "bids":
            return self.bidders[-1].field if self.bidders else None
        if key == "nil_tricks":
            return self.nil(self._at_fault()) if self.nils else None
        return self.tricks if key == "tricks" else None
