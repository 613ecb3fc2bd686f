"""Judging one hand: from its facts to what was bid, played and scored, or the first fault in reading order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..rules.auction import Auction
from ..rules.calls import parse_call, parse_contract
from ..rules.core import RuleViolation, Score, ScoreLine, Seat
from ..rules.game import CALLS_AND_RESULT_AGREE, SETTLED, Game, Key
from . import reading
from .facts import BESIDE
from .reading import Malformed, Reader, at


class BrokenHand(ValueError):
    """A rule is broken in a hand; hand and call count from 1, call is None when it is not about a call."""

    def __init__(self, hand: int, call: int | None, violation: RuleViolation) -> None:
        super().__init__(violation.detail)
        self.hand = hand
        self.call = call
        self.violation = violation


@dataclass(frozen=True)
class Table:
    """Who sits where under which rules, who deals next, and what the hands before carry over.

    last: the seat that dealt last, None before the first hand; played: whether that hand had a contract.
    """

    game: Game
    dealer: Seat
    carry: Any = None
    last: Seat | None = None
    played: bool = True

    def auction(self) -> Auction | None:
        return self.game.auction(self.dealer, self.carry)

    def reseated(self, game: Game) -> "Table":
        """The same evening with other players or rules: the deal goes on from whoever dealt last."""
        if game.players == self.game.players:
            return replace(self, game=game)
        if self.last is None:
            return replace(self, game=game, dealer=_same_seat(self.game, self.dealer, game))
        last = _same_seat(self.game, self.last, game)
        return replace(self, game=game, last=last, dealer=game.next_dealer(last, played=self.played))

    def after(self, carry: Any, *, played: bool) -> "Table":
        dealer = self.game.next_dealer(self.dealer, played=played)
        return Table(self.game, dealer, carry, last=self.dealer, played=played)


def _same_seat(old: Game, seat: Seat, new: Game) -> Seat:
    """Where the player of an old seat sits now; if she has left, whoever took that seat."""
    if old.players[seat] in new.players:
        return new.players.index(old.players[seat])
    return seat % len(new.players)


@dataclass(frozen=True)
class Judged:
    """One hand, judged. result: the game's own hand, None without one; score: by the game's columns, or by
    column name in a settled hand; is_open: still being bid or played.
    """

    table: Table
    auction: Auction | None
    result: Any
    score: Score
    settled: Mapping[str, Any] | None
    is_open: bool
    after: Table


def read_options(game: type[Game]) -> Reader:
    """A reader of a game's house rules: known keys with values they may take."""

    def value_of(option: Any) -> Reader:
        def read(value: Any, where: str) -> Any:
            if not option.accepts(value):
                raise Malformed(where, f"“{option.title}” is {option.allowed()} in this game")
            return value

        return read

    readers = {option.name: value_of(option) for option in game.options_type.described()}
    return lambda value, where: reading.keys(value, where, readers)


def take_seats(before: Table, facts: Mapping[str, Any], where: str) -> Table:
    """The table with what this hand changes from itself on: players, house rules, dealer."""
    game = before.game
    players, options = game.players, game.options
    if "players" in facts:
        players = reading.names(facts["players"], at(where, "players"), game.sizes)
    if "options" in facts:
        changed = read_options(type(game))(facts["options"], at(where, "options"))
        options = replace(options, **changed)
    table = before.reseated(type(game)(players, options))
    if "dealer" in facts:
        dealer = reading.player(players)(facts["dealer"], at(where, "dealer"))
        table = replace(table, dealer=players.index(dealer))
    return table


def judge(before: Table, facts: Any, number: int, columns: tuple[str, ...]) -> Judged:
    """Judge hand `number` (from 1). columns: the names of the sheet's columns before this hand.

    Raises Malformed and BrokenHand, whichever comes first in reading order.
    """
    where = f"$.hands[{number - 1}]"
    table = take_seats(before, reading.json_object(facts, where), where)
    try:
        if "points" in facts:
            return _settled(table, facts, where, columns)
        return _played(table, facts, where, number)
    except RuleViolation as violation:
        raise BrokenHand(number, None, violation) from None


def _settled(table: Table, facts: Any, where: str, columns: tuple[str, ...]) -> Judged:
    game = table.game
    own = tuple(column.name for column in game.columns())
    named = columns if game.partnerships else tuple(dict.fromkeys((*columns, *own)))
    readers = dict.fromkeys(named, reading.points)
    read = reading.keys(
        facts, where, {**_beside(), "points": lambda value, at_: reading.keys(value, at_, readers, named)}
    )
    return Judged(table, None, None, Score(), read["points"], False, table.after(table.carry, played=True))


def settled_score(points: Mapping[str, Any], columns: tuple[str, ...]) -> Score:
    return Score(
        tuple(
            ScoreLine(column, points[name], "settled by the table", SETTLED)
            for column, name in enumerate(columns)
            if name in points
        )
    )


def _played(table: Table, facts: Any, where: str, number: int) -> Judged:
    game, auction = table.game, table.auction()

    def read_calls(value: Any, place: str) -> Auction:
        return speak(auction, value, place, number)

    readers = {key: _reader(kind, game) for key, kind in game.keys.items()}
    if auction is not None:
        readers["calls"] = read_calls
    read = reading.keys(facts, where, {**_beside(), **readers})
    result = {key: read[key] for key in game.keys if key in read}

    spoken: Auction | None = read.get("calls")
    if spoken is not None:
        if not result:
            return _without_result(table, spoken)
        result = _follow(game, spoken, result)
    if "contract" in result and result["contract"] is None:
        return _nobody_bid(table, spoken, result, where)
    for key in game.keys:
        if key not in result:
            raise Malformed(at(where, key), f"the key “{key}” is missing")
    hand = game.hand_type(**result)
    score, carry = game.score(hand, table.dealer, table.carry)
    return Judged(table, spoken, hand, score, None, False, table.after(carry, played=True))


def _without_result(table: Table, spoken: Auction) -> Judged:
    if spoken.over and table.game.agreed(spoken) is None:
        return _nobody_bid(table, spoken, {}, "")
    return Judged(table, spoken, None, Score(), None, True, table)


def _nobody_bid(table: Table, spoken: Auction | None, result: Mapping[str, Any], where: str) -> Judged:
    for key in result:
        if key != "contract":
            raise Malformed(at(where, key), "a hand without a contract has no other result")
    if not table.game.may_pass_out:
        raise Malformed(at(where, "contract"), "this game has no hand without a contract")
    return Judged(table, spoken, None, Score(), None, False, table.after(table.carry, played=False))


def speak(auction: Auction | None, value: Any, where: str, number: int) -> Auction:
    """Let an auction hear calls as the file writes them, "Player: call"."""
    if auction is None:
        raise Malformed(where, "this game is entered without calls")
    for index, said in enumerate(reading.items(value, where)):
        place = f"{where}[{index}]"
        name, separator, call = reading.text(said, place).rpartition(": ")
        if not separator:
            raise Malformed(place, "a call names its player, as in “Amber: 3H”")
        seat = auction.players.index(reading.player(auction.players)(name, place))
        try:
            spoken = parse_call(call.strip())
        except ValueError as error:
            raise Malformed(place, str(error)) from None
        try:
            auction = auction.call(seat, spoken)
        except RuleViolation as violation:
            raise BrokenHand(number, index + 1, violation) from None
    return auction


def _follow(game: Game, spoken: Auction, result: dict[str, Any]) -> dict[str, Any]:
    """The result with the contract that its calls lead to; what is given beside them must agree."""
    agreed = game.agreed(spoken)
    CALLS_AND_RESULT_AGREE.require(spoken.over, "The hand has a result, but its bidding has not ended.")
    if agreed is None:
        nobody = set(result) == {"contract"} and result["contract"] is None
        CALLS_AND_RESULT_AGREE.require(nobody, "The hand has a result, but its bidding gave no contract.")
        return result
    for key, value in agreed.items():
        if key in result and result[key] != value:
            given, due = (_in_words(game, inner) for inner in (result[key], value))
            CALLS_AND_RESULT_AGREE.broken(f"The calls give {key} {due}, the hand says {given}.", key)
    return {**result, **agreed}


def _in_words(game: Game, value: Any) -> str:
    if isinstance(value, int):
        return game.players[value]
    return "nobody bid" if value is None else str(value)


def _reader(kind: Key, game: Game) -> Reader:
    def contract(value: Any, where: str) -> Any:
        if value is None:
            return None
        try:
            return parse_contract(reading.text(value, where))
        except ValueError as error:
            raise error if isinstance(error, Malformed) else Malformed(where, str(error)) from None

    def seat(value: Any, where: str) -> Seat:
        return game.players.index(reading.player(game.players)(value, where))

    return {Key.CONTRACT: contract, Key.PLAYER: seat, Key.COUNT: reading.count}[kind]


def _beside() -> dict[str, Reader]:
    # Players, dealer and options were read before the rest of the hand; here they are only known keys.
    return {key: reading.text if key == "note" else (lambda value, where: value) for key in BESIDE}
