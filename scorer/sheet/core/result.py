"""Reading a result key by key, each value judged by the game where it stands: the first fault is the one told."""

import re
from typing import Any

from ...rules import reading
from ...rules.calls import Bid, Denomination, Word, parse_contract
from ...rules.fields import Arity, Field, FieldType
from ...rules.game import Game
from ...rules.reading import FormatError, Reader, at

TRUMPS = ("C", "D", "H", "S", "NT")
SPOKEN_BIDS = {str(word): word for word in (Word.NIL, Word.BLIND_NIL)}


def result_reader(key: str, known: Field, game: Game, carry: Any) -> Reader:
    """A reader of one key of a result. Raises Malformed, and RuleViolation for a value that no hand can have."""

    def one(value: Any, where: str) -> Any:
        read = _value(known.kind, value, where, game)
        if read is not None:
            game.check_in_hand(key, read, carry)
        return read

    match known.each:
        case Arity.ONE:
            return one
        case Arity.SIDE:
            return _sides(one)
        case Arity.PLAYER:
            return _players(one, game, game.players)
        case Arity.SOME:
            return _players(one, game, ())


def _sides(one: Reader) -> Reader:
    def read(value: Any, where: str) -> tuple[Any, ...]:
        given = reading.items(value, where)
        known = tuple(one(inner, f"{where}[{index}]") for index, inner in enumerate(given[:2]))
        if len(given) != 2:
            raise FormatError(where, f"expected two, a value for each side, found {len(given)}")
        return known

    return read


def _players(one: Reader, game: Game, needed: tuple[str, ...]) -> Reader:
    def read(value: Any, where: str) -> tuple[Any, ...]:
        given: dict[str, Any] = {}
        for written in reading.in_order(value, where):
            place = at(where, written)
            name = reading.player(game.players)(written, place)
            if name in given:
                raise FormatError(place, f"the name “{name}” stands twice")
            given[name] = one(value[written], place)
        for name in needed:
            if name not in given:
                raise reading.missing(where, name)
        return tuple(given.get(name) for name in game.players)

    return read


def _value(kind: FieldType, value: Any, where: str, game: Game) -> Any:
    match kind:
        case FieldType.CONTRACT:
            return None if value is None else _contract(value, where)
        case FieldType.PLAYER:
            return game.players.index(reading.player(game.players)(value, where))
        case FieldType.COUNT:
            return reading.count(value, where)
        case FieldType.FLAG:
            return reading.flag(value, where)
        case FieldType.TRUMP:
            return Denomination(reading.one_of(*TRUMPS)(value, where))
        case FieldType.BID:
            return _bid(value, where)
        case FieldType.POINTS:
            return reading.points(value, where)


def _contract(value: Any, where: str) -> Any:
    written = reading.text(value, where)
    try:
        return parse_contract(written)
    except ValueError as error:
        raise FormatError(where, str(error)) from None


def _bid(value: Any, where: str) -> Bid | Word:
    if not isinstance(value, str):
        return Bid(reading.count(value, where))
    if value in SPOKEN_BIDS:
        return SPOKEN_BIDS[value]
    if match := re.fullmatch(r"blind (0|[1-9][0-9]{0,8})", reading.text(value, where)):
        return Bid(int(match[1]), blind=True)
    raise FormatError(where, "a bid is a whole number, “nil”, “blind nil”, or a side's “blind 7”")
