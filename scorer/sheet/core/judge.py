"""Judging one hand at its table: what its facts say was bid, played and scored, or the first fault in reading
order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from ...rules import reading
from ...rules.auctions import Auction, Spoken
from ...rules.calls import parse_call
from ...rules.core import CALLS_AND_RESULT_AGREE, Points, RuleViolation, Score, Seat, whole
from ...rules.fields import Context, Field
from ...rules.game import APART, Game, HandNumber
from ...rules.options import Option, Options
from ...rules.reading import FormatError, Reader, at
from .sheet import DEALT, SETTING, each_once

PLACED = {*SETTING, *DEALT}
NOTE_ALONE: dict[str, Reader] = {"note": reading.text}


class Table(NamedTuple):
    """Who sits where under which rules, who deals next, and what the hands before carry over.

    last: the seat that dealt last, None before the first hand.
    played: whether that hand had a contract.
    hands: how many were played so far, those that nobody bid apart.
    """

    game: Game
    dealer: Seat
    carry: Any
    last: Seat | None = None
    played: bool = True
    hands: int = 0

    @classmethod
    def first(cls, game: Game, dealer: Seat) -> Self:
        """The table before the first hand."""
        return cls(game, dealer, game.carrying.first)

    @property
    def hands_left(self) -> int | None:
        """Of the agreed length; None where the table has not agreed on a number of hands."""
        agreed: Mapping[str, int] = self.game.options.length or {}
        return max(agreed["hands"] - self.hands, 0) if "hands" in agreed else None

    @property
    def number(self) -> HandNumber | None:
        """Which hand of how many is played here; None where no number says when the game ends."""
        agreed = HandNumber(self.hands + 1, self.hands + self.hands_left) if self.hands_left else None
        return self.game.numbered(self.carry) or agreed

    @property
    def agreed_length(self) -> str:
        """ "12 hands"; what the table has not agreed on, in words too."""
        described = {option.name: option for option in self.game.options.described()}
        return described["length"].in_words(self.game.options.length)

    @property
    def is_last(self) -> bool:
        """Whether an ending now is the end of the sheet: the game does not begin anew, or not so late."""
        return not self.game.begins_anew or self.hands_left == 0

    def auction(self, *, unbid: bool = False) -> Auction | None:
        """Of the next hand before its first call; None where nobody makes any. unbid: whether also that of a hand
        without bids, which is over, in a game with calls.
        """
        auction = self.game.auction(self.dealer, self.carry)
        return None if auction and auction.over and not unbid else auction

    def is_as(self, other: "Table") -> bool:
        """Whether the next hand is the same after both: who plays, by which rules, and what is carried over."""
        ours, theirs = ((game.key, game.players, game.options) for game in (self.game, other.game))
        return ours == theirs and self._replace(game=other.game) == other

    def reseated(self, game: Game) -> "Table":
        """The same evening with other players or rules: the deal goes on from whoever dealt last."""
        old, new = self.game.players, game.players
        if old == new:
            return self._replace(game=game)
        if game.partners_may_change:
            carry = game.carrying.reseated(_sides_before(self.game, game), self.carry)
            return self._replace(carry=carry)._dealt_on(game)
        return self._dealt_on(game)

    def _dealt_on(self, game: Game) -> "Table":
        old, new = self.game.players, game.players
        if self.last is None:
            return self._replace(game=game, dealer=_heir(old, self.dealer, new))
        if old[self.last] in new or len(old) == len(new):
            last = _heir(old, self.last, new)
            return self._replace(game=game, last=last, dealer=game.next_dealer(last, played=self.played))
        # They have left and nobody took their seat: the next of those who stayed deals.
        return self._replace(game=game, last=None, dealer=_heir(old, self.last, new))

    def dealer_by_rotation(self, facts: Mapping[str, Any]) -> str:
        """Whose deal the next hand is if nobody sets a dealer. facts: those of the hand."""
        if "players" not in facts:
            return self.game.players[self.dealer]
        table, _ = take_seats(self, {"players": facts["players"]}, "$")
        return table.game.players[table.dealer]

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


def partners(game: Game) -> tuple[frozenset[str], ...]:
    """Who plays for each side; nobody in a game of individual scores."""
    columns = game.columns() if game.partnerships else ()
    return tuple(frozenset(game.players[seat] for seat in column.seats) for column in columns)


def _sides_before(old: Game, new: Game) -> tuple[int | None, ...]:
    """For each side of the new seating the old side whose carry it has, None where it begins anew.

    Partners who stay together keep theirs wherever they sit; of others the house rule `carry_goes` says.
    """
    before = partners(old)
    found = [before.index(pair) if pair in before else None for pair in partners(new)]
    if new.options.carry_goes == "seat":
        left = [side for side in range(2) if side not in found]
        found = [left.pop(0) if side is None else side for side in found]
    return tuple(found)


def beside_points(game: Game, carry: Any) -> dict[str, Reader]:
    """Readers of what stands beside the points. What had been played need not be whole, nor possible as a whole:
    that may be what the table has settled.
    """
    return {
        "played": lambda value, where: reading.keys(
            value, where, {key: game.reader(key, carry) for key in game.keys}
        ),
        "by": lambda value, where: tuple(each_once(reading.player(game.players), value, where)),
        "carry": _reader_of_carry(game, carry),
    }


@dataclass
class _NextHand(Context):
    """Here a value is checked as what is carried, and not as what was bid or taken."""

    check_one: Callable[[str, Any], None] = field(default=lambda key, value: None)

    def check(self, value: Any) -> None:
        self.check_one(self.key, value)


def _reader_of_carry(game: Game, carry: Any) -> Reader:
    """A reader of `carry`, after a hand with this carry: the numbers by key. It raises FormatError, and
    RuleViolation.
    """

    carrying = game.carrying

    def reader(key: str) -> Reader:
        context = _NextHand(game, key, carry, carrying.check)
        return lambda value, where: carrying.numbers[key].field.read(value, where, context)

    def read(value: Any, where: str) -> dict[str, tuple[int | None, ...]]:
        if not carrying.numbers:
            detail = f"{game.title} as it is played here carries nothing to the next hand that could be set"
            raise FormatError(where, detail)
        return reading.keys(value, where, {key: reader(key) for key in carrying.numbers})

    return read


class IllegalHandError(ValueError):
    """A rule is broken in a hand; hand and call count from 1, call is None when it is not about a call."""

    def __init__(self, hand: int, call: int | None, violation: RuleViolation) -> None:
        super().__init__(violation.detail)
        self.hand = hand
        self.call = call
        self.violation = violation


class Judged(NamedTuple):
    """One hand, judged.

    result: the game's own hand, None without one.
    score: by the game's columns, or by column name in a settled hand.
    is_open: still being bid or played.
    played, agreed: of a settled hand, what had been bid and taken by the keys of a result, and who agreed.
    carried: what the table has set for the next hand.
    """

    table: Table
    auction: Auction | None
    result: Any
    score: Score
    settled: Mapping[str, Any] | None
    is_open: bool
    after: Table
    played: Mapping[str, Any] = MappingProxyType({})
    agreed: tuple[str, ...] = ()
    carried: Mapping[str, Any] = MappingProxyType({})


def read_options(game: type[Game], before: Options | None = None) -> Reader:
    """A reader of a game's house rules: known keys with values they may take, and that mean something beside the
    others, read in the words of today. before: those that hold where they are changed in mid-sheet.
    """
    described = game.options_type.described()
    held = {option.name: getattr(before, option.name) if before else option.default for option in described}

    def value_of(option: Option, chosen: Mapping[str, Any]) -> Reader:
        def read(value: Any, where: str) -> Any:
            if not option.applies(chosen):
                other, needed = option.only or ("", "")
                raise FormatError(where, f"“{option.title}” is a house rule only where {other} is “{needed}”")
            if reading.is_object(value):
                for _ in reading.in_order(value, where):
                    pass  # A key that stands twice is a fault.
            now = option.respelt(value)
            if not option.accepts(now):
                raise FormatError(where, f"“{option.title}” is {option.allowed()} in this game")
            if before and option.whole_sheet and now != held[option.name]:
                detail = f"“{option.title}” is agreed for a whole sheet: it does not change in its course"
                raise FormatError(where, detail)
            return now

        return read

    def read_all(value: Any, where: str) -> Any:
        chosen = {**held, **game.options_type.respelt(reading.json_object(value, where))}
        read = reading.keys(value, where, {option.name: value_of(option, chosen) for option in described})
        now = {**held, **read}
        for option in described:
            if option.needed and option.applies(now) and now[option.name] is None:
                raise reading.missing(where, option.name)
        return read

    return read_all


Faults = Mapping[str, FormatError | RuleViolation]


def take_seats(before: Table, facts: Mapping[str, Any], where: str) -> tuple[Table, Faults]:
    """The table with what this hand changes from itself on, players, house rules, dealer, and what it is dealt.

    What cannot be read is left as it was and told by its key, to be raised where that key stands.
    """
    game, faults = before.game, dict[str, FormatError | RuleViolation]()
    if facts.keys().isdisjoint(PLACED):
        carry = game.dealing.deal({}, before.carry)
        return before if carry is before.carry else before._replace(carry=carry), faults

    def read(key: str, reader: Reader, otherwise: Any) -> Any:
        if key not in facts:
            return otherwise
        try:
            return reader(facts[key], at(where, key))
        except (FormatError, RuleViolation) as fault:
            faults[key] = fault
            return otherwise

    players = read("players", lambda value, place: reading.names(value, place, game.sizes), game.players)
    options = replace(game.options, **read("options", read_options(type(game), game.options), {}))
    table = before.reseated(game.replace(players, options))
    dealer = read("dealer", reading.player(players), players[table.dealer])
    game, carry = table.game, table.carry
    dealt = {key: read(key, game.reader(key, carry), None) for key in game.dealing_type.fields if key in facts}
    for key in DEALT:
        if key in facts and key not in game.dealing_type.fields:
            faults[key] = reading.unknown(where, key)
    named = {key: value for key, value in dealt.items() if value is not None}
    return table._replace(dealer=players.index(dealer), carry=game.dealing.deal(named, carry)), faults


def keys_of(before: Table, facts: Mapping[str, Any]) -> Mapping[str, Field]:
    """The fields of a hand by the house rules that hold in it, also where it changes them itself."""
    changed = {key: facts[key] for key in ("options",) if key in facts}
    return take_seats(before, changed, "$")[0].game.keys


def judge(before: Table, facts: Any, number: int, columns: tuple[str, ...]) -> Judged:
    """Judge hand `number` (from 1). columns: the names of the sheet's columns before this hand.

    Raises FormatError and IllegalHandError, whichever comes first in reading order.
    """
    where = f"$.hands[{number - 1}]"
    table, faults = take_seats(before, reading.json_object(facts, where), where)
    try:
        if "points" in facts and not table.game.points_are_facts:
            return _settled(table, faults, facts, where, columns)
        return _played(table, faults, facts, where, number)
    except RuleViolation as violation:
        violation.text = violation.rule.text_under(table.game.options)
        raise IllegalHandError(number, None, violation) from None
    except IllegalHandError as illegal:
        illegal.violation.text = illegal.violation.rule.text_under(table.game.options)
        raise


def _settled(table: Table, faults: Faults, facts: Any, where: str, columns: tuple[str, ...]) -> Judged:
    game = table.game
    named = game.with_columns(columns)
    readers = dict.fromkeys(named, reading.points)

    def points(value: Any, place: str) -> dict[str, Any]:
        alike = game.sides_have_columns and named[1] == f"{named[0]}{APART}"
        if alike and reading.is_object(value) and named[1] not in value:
            # Until both columns had names of their own, what stood under the one name was given to both.
            return dict.fromkeys(named, reading.keys(value, place, readers, named[:1])[named[0]])
        return reading.keys(value, place, readers, named)

    readers_beside = beside_points(game, table.carry)
    read = reading.keys(facts, where, {**_beside(game, facts, faults), **readers_beside, "points": points})
    given = read["points"]
    by_column = own_points(game, named, given)
    carried = read.get("carry", {})
    carry = game.carrying.with_numbers(carried, game.carrying.settled(by_column, table.carry))
    after = table.after(carry, played=True)
    beside = {"played": read.get("played", {}), "agreed": read.get("by", ()), "carried": carried}
    return Judged(table, None, None, Score(), given, False, after, **beside)


def _played(table: Table, faults: Faults, facts: Any, where: str, number: int) -> Judged:
    game = table.game
    readers = {key: game.reader(key, table.carry) for key in game.keys if key in facts}
    if "calls" in facts and (auction := table.auction(unbid=True)) is not None:
        readers["calls"] = lambda value, place: speak(auction, value, place, number)
    if game.points_are_facts:
        readers |= beside_points(game, table.carry)
    read = reading.keys(facts, where, {**_beside(game, facts, faults), **readers})
    result = {key: read[key] for key in game.keys if key in read}

    spoken: Auction | None = read.get("calls")
    if spoken is not None:
        if not result:
            if spoken.over and spoken.agreed is None:
                return _nobody_bid(table, spoken, {}, "")
            return Judged(table, spoken, None, Score(), None, True, table)
        result = _follow(game, spoken, result)
    if "contract" in result and result["contract"] is None:
        return _nobody_bid(table, spoken, result, where)
    if missing := [key for key in game.keys if key not in result and game.needs(key, table.carry)]:
        raise reading.missing(where, missing[0])
    hand = game.hand_type(**result)
    score, carry = game.score(hand, table.dealer, table.carry)
    after = table.after(carry, played=True)
    agreement = {"played": read.get("played", {}), "agreed": read.get("by", ())}
    return Judged(table, spoken, hand, score, None, False, after, **agreement)


def _nobody_bid(table: Table, spoken: Auction | None, result: Mapping[str, Any], where: str) -> Judged:
    for key in result:
        if key != "contract":
            raise FormatError(at(where, key), "a hand without a contract has no other result")
    after = table.after(table.game.carrying.passed_out(table.carry), played=False)
    return Judged(table, spoken, None, Score(), None, False, after)


def own_points(game: Game, columns: Sequence[str], points: Mapping[str, Points]) -> dict[int, Points]:
    """Points that the table gave, by the game's columns, where any were given; of partners with totals of their
    own half of what both have. points: by the name of the column on the sheet.
    """
    own: dict[int, Points] = {}
    for index, places in enumerate(game.credited(columns)):
        if given := [points[columns[place]] for place in places if columns[place] in points]:
            own[index] = given[0] if len(places) == 1 else whole(Decimal(sum(given)) / len(places))
    return own


def on_sheet(score: Score, game: Game, columns: Sequence[str]) -> Score:
    """A score with the columns of the sheet instead of the game's own: each line as often as it is credited."""
    if columns == game.players and not game.partnerships:
        return score
    places = game.credited(columns)
    if places == tuple((index,) for index in range(len(places))):
        return score
    return Score(tuple(line._replace(column=place) for line in score.lines for place in places[line.column]))


def speak(auction: Auction | None, value: Any, where: str, number: int) -> Auction:
    """Let an auction hear calls as the file writes them, "Player: call"."""
    if auction is None:
        raise FormatError(where, "this game is entered without calls")
    players, count = auction.players, 0

    def read() -> Iterator[Spoken]:
        nonlocal count
        for text in reading.items(value, where):
            try:
                told = text if isinstance(text, str) else reading.text(text, "")
                # Blanks may make it as long as a file.
                spoken = (_spoken if len(told) <= LONGEST_KEPT else _spoken.__wrapped__)(told, players)
            except ValueError as error:
                detail = error.detail if isinstance(error, FormatError) else str(error)
                raise FormatError(f"{where}[{count}]", detail) from None
            count += 1
            yield spoken

    try:
        return auction.hear(read())
    except RuleViolation as violation:
        raise IllegalHandError(number, count or None, violation) from None


LONGEST_KEPT = 100


@lru_cache(maxsize=2048)
def _spoken(text: str, players: tuple[str, ...]) -> Spoken:
    """One call. Kept, for a sheet has the same few again and again. Raises ValueError."""
    name, separator, call = reading.text(text, "").rpartition(": ")
    if not separator:
        raise FormatError("", "a call names its player, as in “Amber: 3H”")
    return players.index(name if name in players else reading.player(players)(name, "")), parse_call(call)


def _follow(game: Game, spoken: Auction, result: dict[str, Any]) -> dict[str, Any]:
    """The result with the contract that its calls lead to; what is given beside them must agree."""
    agreed = spoken.agreed
    CALLS_AND_RESULT_AGREE.require(spoken.over, "The hand has a result, but its bidding has not ended.")
    if agreed is None:
        nobody = set(result) == {"contract"} and result["contract"] is None
        CALLS_AND_RESULT_AGREE.require(nobody, "The hand has a result, but its bidding gave no contract.")
        return result
    for key, value in agreed.items():
        if key in result and result[key] != value:
            given, due = (_in_words(game, key, inner) for inner in (result[key], value))
            CALLS_AND_RESULT_AGREE.broken(f"The calls give {key} {due}, the hand says {given}.", key)
    return {**result, **agreed}


def _in_words(game: Game, key: str, value: Any) -> str:
    if value is None:
        return "no contract"
    return game.keys[key].words(game.keys[key].write(value, game.players))


def _beside(game: Game, facts: Any, faults: Faults) -> dict[str, Reader]:
    """Readers of what a hand carries beside its result. The setting was read before; here its faults come up."""

    def reader(key: str) -> Reader:
        def read(value: Any, where: str) -> Any:
            if key in faults:
                raise faults[key]
            return value

        return read

    if facts.keys().isdisjoint(PLACED):
        return NOTE_ALONE
    placed = facts.keys() & {*SETTING, *game.dealing_type.fields}
    return {**{key: reader(key) for key in placed}, **NOTE_ALONE}
