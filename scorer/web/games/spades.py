"""The entry form of Spades: a bid for each player or side, the tricks, and those of a nil where one was bid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from wtforms import Field, RadioField

from ...rules.calls import Call, Word
from ...rules.core import RuleViolation
from ...rules.game import Game
from ...rules.spades.game import SIDES, TRICKS, Spades
from ...sheet.core.judge import Table
from ..forms import small_number
from .entry import Asked, EntryForm

NILS = (str(Word.NIL), str(Word.BLIND_NIL))


class Bidder(NamedTuple):
    """Whose bid one set of keys is for. number: of the seat or the side; refusals: by the value of a key, why it
    cannot be chosen.
    """

    number: int
    name: str
    field: RadioField
    refusals: Mapping[str, RuleViolation]

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The choices as on a keypad, nil in the place of nought before the numbers."""
        choices: Any = self.field.choices
        return sorted(choices, key=lambda choice: choice[0] != str(Word.NIL))

    def look_of(self, value: str) -> str:
        """The classes of a key: a word is small, and a blind nil has a row of its own."""
        if value.isdigit():
            return "cell"
        return "cell worded alone" if value == str(Word.BLIND_NIL) else "cell worded"


class SpadesForm(EntryForm):
    """bid_N: of seat N, where the sides bid of side N; nils_N: the nil of seat N where its side bids a number;
    nil_N: the tricks of seat N where it bid nil, empty for none. Of the tricks only one side's are asked.
    """

    names: ClassVar[Mapping[str, str]] = {"bids": "bid", "nil_tricks": "nil"}
    asks: ClassVar[Mapping[str, str]] = {
        "bid": "Tap what {owner} bid.",
        "tricks": "Tap the tricks taken.",
        "nils": "",
        "nil": "",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "bid": "“{}” is not a bid here.",
        "tricks": "“{}” is not a number of tricks here.",
        "nils": "“{}” is no nil.",
        "nil": "“{}” is not a number of tricks here.",
    }
    game: Spades

    @classmethod
    def inputs(cls, game: Game, carry: Any) -> Iterator[Asked]:
        for each in super().inputs(game, carry):
            if each.name == "tricks_0":
                yield replace(each, name="tricks")
            elif each.input.choices and each.kind != "tricks":
                yield replace(each, optional=each.kind in ("nil", "nils"))

    @classmethod
    def turn(cls, table: Table) -> Sequence[int]:
        game: Any = table.game
        return [number for number, _ in game.bidders(table.dealer, table.carry)]

    @property
    def bidders(self) -> list[Bidder]:
        """Who bids, in turn; nobody in a hand that is played without bids."""
        in_turn = self.game.bidders(self.table.dealer, self.table.carry)
        return [self._bidder(number, name, self.bid(number), self.game.bids) for number, name in in_turn]

    @property
    def nil_bidders(self) -> list[Bidder]:
        """Who may bid nil beside the bid of their side; nobody where a nil is a bid like the others."""
        if "nils" not in self.game.keys:
            return []
        names = enumerate(self.game.players)
        return [self._bidder(seat, name, self[f"nils_{seat}"], (Word.NIL, Word.BLIND_NIL)) for seat, name in names]

    def _bidder(self, number: int, name: str, field: RadioField, bids: Sequence[Call]) -> Bidder:
        carry, refusals = self.table.carry, dict[str, RuleViolation]()
        for bid in bids:
            try:
                self.game.check_blind(number, bid, carry)
            except RuleViolation as violation:
                refusals[str(bid)] = violation
        return Bidder(number, name, field, refusals)

    @property
    def next_to_bid(self) -> int | None:
        """The seat or the side that has not yet bid."""
        return next((bidder.number for bidder in self.bidders if not bidder.field.data), None)

    @property
    def bid_in_all(self) -> int:
        """The tricks that are bid so far."""
        return sum(_level(bidder.field.data) for bidder in self.bidders)

    def bid(self, number: int) -> Any:
        return self[f"bid_{number}"]

    def nil(self, seat: int) -> Any:
        return self[f"nil_{seat}"]

    @property
    def nils(self) -> tuple[int, ...]:
        """The seats that have bid nil."""
        if "nil_tricks" not in self.game.keys:
            return ()
        kind = "nils" if "nils" in self.game.keys else "bid"
        return tuple(seat for seat in range(4) if self[f"{kind}_{seat}"].data in NILS)

    def first_wish(self) -> str:
        for bidder in self.bidders:
            if not bidder.field.data:
                return f"Tap what {bidder.name} bid."
        return self._whose_nil() if self["tricks"].data else self._ask_tricks()

    def _ask_tricks(self) -> str:
        """What was bid, which the table may compare, and whose tricks are to be tapped."""
        asks = f"Tap what {self.game.sides[0]} took."
        if not self.bidders:
            return asks
        bids = [self._bid_of_side(side) for side in range(2)]
        return f"Bid {bids[0]} and {bids[1]} of {TRICKS} tricks. {asks}"

    def _bid_of_side(self, side: int) -> int:
        return sum(_level(self.bid(number).data) for number in (SIDES[side] if self.bidders[2:] else (side,)))

    def _whose_nil(self) -> str:
        """Where both partners bid nil their tricks are all a nil's; the table must say whose."""
        for side, seats in enumerate(SIDES):
            both = all(seat in self.nils and not self.nil(seat).data for seat in seats)
            if both and self._by_side()[side]:
                first, second = (self.game.players[seat] for seat in seats)
                return f"Tap the tricks that {first} or {second} took."
        return ""

    def _by_side(self) -> list[int]:
        tricks = int(self["tricks"].data) if self["tricks"].data in map(str, range(TRICKS + 1)) else 0
        return [tricks, TRICKS - tricks]

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"tricks": self._by_side()}
        bids = [self._bid_of(number) for number in range(len(self.bidders))]
        if bids:
            facts["bids"] = self.game.keys["bids"].gather(bids, self.game.players)
        if self.nil_bidders and self.nils:
            facts["nils"] = {self.game.players[seat]: self[f"nils_{seat}"].data for seat in self.nils}
        if taken_by := self._nil_tricks():
            facts["nil_tricks"] = {self.game.players[seat]: taken for seat, taken in taken_by.items()}
        return facts

    def _bid_of(self, number: int) -> int | str:
        bid = self.bid(number).data
        return int(bid) if bid.isdigit() else bid

    def _nil_tricks(self) -> dict[int, int]:
        """What the nils took by seat, as far as it was entered or follows."""
        taken_by = {seat: int(self.nil(seat).data) for seat in self.nils if self.nil(seat).data}
        for side, seats in enumerate(SIDES):
            missing = [seat for seat in seats if seat not in taken_by]
            if len(missing) == 1 and all(seat in self.nils for seat in seats):
                taken_by[missing[0]] = max(0, self._by_side()[side] - sum(taken_by.get(seat, 0) for seat in seats))
        return taken_by

    def _at_fault(self) -> int:
        """The last nil of a side whose nils cannot have taken what they are said to have taken."""
        taken_by = self._nil_tricks()
        for side, seats in enumerate(SIDES):
            nils = [seat for seat in seats if seat in self.nils]
            taken, tricks = sum(taken_by.get(seat, 0) for seat in nils), self._by_side()[side]
            if taken > tricks or (len(nils) == len(seats) and taken < tricks):
                return nils[-1]
        return self.nils[0]

    def field_of(self, key: str | None) -> Field | None:
        if key == "bids":
            return self.bidders[-1].field if self.bidders else None
        if key == "nils":
            return self[f"nils_{self.nils[-1]}"] if self.nils else None
        if key == "nil_tricks":
            return self.nil(self._at_fault()) if self.nils else None
        return self["tricks"] if key == "tricks" else None


def _level(bid: str | None) -> int:
    """The tricks of a bid as it is sent, such as "blind 7"; 0 where it is of none."""
    level = (bid or "").rpartition(" ")[2]
    return small_number(level) or 0
