"""The entry forms of the games: what each asks in words of its own, or in another way than field by field.

Their look is in templates/games/<key>.html.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from wtforms import Field, HiddenField, RadioField

from ..rules.calls import Call, Word, parse_call
from ..rules.core import Points, RuleViolation, Seat, whole
from ..rules.fields import read_points
from ..rules.game import Game
from ..rules.offender import Offender
from ..rules.oh_hell.game import OhHell
from ..rules.oh_hell.rules import HOOK
from ..rules.pirate_bridge.game import PirateBridge
from ..rules.plain import FACTORS, SUMS, Plain, times
from ..rules.registry import ByGame
from ..rules.reverse_bridge import ReverseBridge
from ..rules.spades.game import SIDES, TRICKS, Spades
from ..rules.ten_bridge import PAIRS, TenBridge
from ..sheet.core.judge import Table
from .entry import Asked, EntryForm
from .forms import small_number

FORMS = ByGame[type[EntryForm[Any]]]()
G = TypeVar("G", bound=Game)


def form_of(table: Table) -> type[EntryForm[Any]]:
    """The class of the form of a hand at this table: the game's own, or the one of every game."""
    return FORMS.get(table.game.key, EntryForm)


def entry_form(table: Table, **kwargs: Any) -> EntryForm[Any]:
    """The form of a hand at this table. kwargs: of a PageForm."""
    return form_of(table).at(table, **kwargs)


class DeclaredForm(EntryForm[G]):
    """Who declares, the contract, the tricks. doubled_word: "doubled" where it is."""

    doubled_word = ""
    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "level": "Tap the number bid.",
        "suit": "Tap the denomination.",
        "tricks": "Tap the tricks they took.",
    }


@FORMS.register(ReverseBridge)
class ReverseBridgeForm(DeclaredForm[ReverseBridge]):
    names: ClassVar[Mapping[str, str]] = {"opponent_tricks": "tricks"}
    asks: ClassVar[Mapping[str, str]] = {**DeclaredForm.asks, "tricks": "Tap the tricks the opponents took."}


@FORMS.register(TenBridge)
class TenBridgeForm(DeclaredForm[TenBridge]):
    pairs: ClassVar[Mapping[str, str]] = {
        name.value: "".join(suit.symbol for suit in pair) for name, pair in PAIRS.items()
    }

    @property
    def doubled_word(self) -> str:
        return dict(self["doubling"].choices).get(self["doubling"].data, "")

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        # What was noted before the denomination was changed to no trump is no fact any more.
        if self["suit"].data not in self.pairs:
            facts.pop("trump", None)
        return facts


@FORMS.register(Offender)
class OffenderForm(EntryForm[Offender]):
    """Who proposed, who accepted, the contract, the tricks of the offense."""

    asks: ClassVar[Mapping[str, str]] = {
        "proposer": "Tap who proposed.",
        "accepter": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit.",
        "tricks": "Tap the tricks the offense took.",
    }


@FORMS.register(PirateBridge)
class PirateForm(EntryForm[PirateBridge]):
    """A contract is plain, nobody vulnerable and no honors are held until somebody says so."""

    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "acceptor": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit or NT.",
        "tricks": "Tap the tricks they took.",
        "doubling": "",
        "vulnerable": "",
        "honors": "",
    }


@FORMS.register(Plain)
class PlainForm(EntryForm[Plain]):
    """The points of each player, typed."""

    asks: ClassVar[Mapping[str, str]] = {"points": "Type the points."}
    times = RadioField(choices={str(factor): times(factor) for factor in FACTORS}, validate_choice=False)

    @property
    def each(self) -> list[Any]:
        """The field of each player, by seat."""
        return self.of("points")

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Read what was sent. Once somebody's points are typed, a field that is left empty counts as 0."""
        super().process(*args, **kwargs)
        written = [(field.data or "").strip() for field in self.each]
        self.is_full = all(written)
        self.rest = self._rest(written)
        if any(written):
            for field, text in zip(self.each, written, strict=True):
                field.data = text or self.rest or "0"

    def _rest(self, written: Sequence[str]) -> str:
        """What the only empty field counts as, of what a hand adds up to; empty where that is not known."""
        sums = self.game.options.sums
        try:
            known = [read_points(text) for text in written if text]
        except ValueError:
            return ""
        return str(whole(sums[0] - sum(known))) if sums and len(known) == len(written) - 1 else ""

    @property
    def factor(self) -> int:
        """By how much the points that are typed are multiplied."""
        return next((factor for factor in FACTORS if self.times.data == str(factor)), 1)

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        if self.factor == 1:
            return facts
        points = {name: whole(number * self.factor) for name, number in facts["points"].items()}
        return {**facts, "points": points, "note": times(self.factor)}

    @property
    def sum(self) -> Points | None:
        """Of all points of the hand; None where nothing is typed yet, or something that is no number."""
        try:
            typed = [read_points(field.data) for field in self.each if field.data]
        except ValueError:
            return None
        return whole(sum(typed)) if typed else None

    @property
    def due(self) -> str:
        """What is said below that sum: "a hand comes to 26 or 78"; "" where it may be anything."""
        agreed = self.game.options.comes_to
        return "" if agreed is None else f"a hand comes to {SUMS.in_words(agreed)}"

    def first_wish(self) -> str:
        written = any(field.data for field in self.each)
        return "" if written else "Type the points. Empty is 0."


@FORMS.register(OhHell)
class OhHellForm(EntryForm[OhHell]):
    """Whoever has no tricks here took what they bid or, where nobody else is without, what the others left.

    struck: the dealer's bid that the page shows as struck out by the hook.
    """

    names: ClassVar[Mapping[str, str]] = {"bids": "bid", "tricks": "taken"}
    asks: ClassVar[Mapping[str, str]] = {"trump": "", "bid": "Tap the bid.", "taken": ""}
    optional = ("taken",)
    hook = HOOK
    struck = HiddenField()

    @property
    def dealer(self) -> Seat:
        return self.table.dealer

    @property
    def cards(self) -> int:
        return self.game.cards(self.table.carry)

    @classmethod
    def turn(cls, game: OhHell, dealer: Seat, carry: Any) -> Sequence[Seat]:
        players = len(game.players)
        return [(dealer + step) % players for step in range(1, players + 1)]

    @property
    def order(self) -> Sequence[Seat]:
        """The seats in the order of bidding, the dealer last."""
        return self.turn(self.game, self.dealer, self.table.carry)

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
            return "Tap who took more or fewer tricks than they bid."
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


NILS = (str(Word.NIL), str(Word.BLIND_NIL))


class Bidder(NamedTuple):
    """Whose bid one set of keys is for.

    number: of the seat or the side.
    refusals: by the value of a key, why it cannot be chosen.
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


@FORMS.register(Spades)
class SpadesForm(EntryForm[Spades]):
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

    @classmethod
    def inputs(cls, game: Spades, carry: Any) -> Iterator[Asked]:
        for each in super().inputs(game, carry):
            if each.name == "tricks_0":
                yield replace(each, name="tricks")
            elif each.input.choices and each.kind != "tricks":
                yield replace(each, optional=each.kind in ("nil", "nils"))

    @classmethod
    def turn(cls, game: Spades, dealer: Seat, carry: Any) -> Sequence[int]:
        return [number for number, _ in game.bidders(dealer, carry)]

    @property
    def bidders(self) -> list[Bidder]:
        """Who bids, in turn; nobody in a hand that is played without bids."""
        in_turn = self.game.bidders(self.table.dealer, self.table.carry)
        return [self._bidder(number, name, self.bid(number), self.game.bids) for number, name in in_turn]

    @property
    def nil_bidders(self) -> list[Bidder]:
        """Who may bid nil beside the bid of their side; nobody where a nil is a bid like the others."""
        if "nils" not in self.game.keys or not self.bidders:
            return []
        names = enumerate(self.game.players)
        return [self._bidder(seat, name, self[f"nils_{seat}"], (Word.NIL, Word.BLIND_NIL)) for seat, name in names]

    @property
    def nil_words(self) -> list[str]:
        """The nils that may be bid, as a form sends them."""
        return [value for value, _ in (self.nil_bidders or self.bidders)[0].keys if value in NILS]

    def _bidder(self, number: int, name: str, field: RadioField, bids: Sequence[Call]) -> Bidder:
        partner, refusals = self._partners_bid(number), dict[str, RuleViolation]()
        for bid in bids:
            try:
                self.game.check_call(number, bid, partner, self.table.carry)
            except RuleViolation as violation:
                refusals[str(bid)] = violation
        return Bidder(number, name, field, refusals)

    def _partners_bid(self, number: int) -> Call | None:
        """What the partner of a seat has bid, who bids before them, or a nil beside the number of a side; None
        where there is none.
        """
        turn = self.turn(self.game, self.table.dealer, self.table.carry)
        if len(turn) == 2:
            nils = (self[name].data for seat in SIDES[number % 2] if (name := f"nils_{seat}") in self)
            bid = next((nil for nil in nils if nil in NILS), "")
        else:
            bid = self.bid((number + 2) % 4).data if number in turn[2:] else ""
        return parse_call(bid) if bid in (*map(str, self.game.bids), *NILS) else None

    @property
    def next_to_bid(self) -> int | None:
        """The seat or the side that has not yet bid."""
        return next((bidder.number for bidder in self.bidders if not bidder.field.data), None)

    @property
    def bound(self) -> list[Bidder]:
        """Who may be bound to a number by what their partner has bid, or freed by a nil of their side."""
        return (self.bidders[2:] or self.bidders) if self.game.options.least_bid else []

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
        if "nil_tricks" not in self.game.keys or not self.bidders:
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
        bidding = SIDES if self.bidders[2:] else ((0,), (1,))
        bids = [sum(_level(self.bid(number).data) for number in side) for side in bidding]
        return f"Bid {bids[0]} and {bids[1]} of {TRICKS} tricks. {asks}"

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
        said = [self.bid(number).data for number in range(len(self.bidders))]
        bids = [int(bid) if bid.isdigit() else bid for bid in said]
        if bids:
            facts["bids"] = self.game.keys["bids"].gather(bids, self.game.players)
        if self.nil_bidders and self.nils:
            facts["nils"] = {self.game.players[seat]: self[f"nils_{seat}"].data for seat in self.nils}
        if taken_by := self._nil_tricks():
            facts["nil_tricks"] = {self.game.players[seat]: taken for seat, taken in taken_by.items()}
        return facts

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
