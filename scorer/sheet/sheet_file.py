"""The score sheet file: one JSON file of facts, read with exact errors and written back; and its JSON Schema, made
from the keys and house rules of the games.

A schema sees the form of a file. Whether a name is a player's, calls are legal and tricks add up, only reading the
file can tell: whatever `load` reads is valid by the schema, but for a history, at which it does not look.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, NoReturn

from ..rules import reading
from ..rules.calls import Word
from ..rules.fields import DEFINITIONS, DENOMINATIONS, NUMBER, Schema, text_of
from ..rules.game import Game
from ..rules.options import Decimals, Figures, Length, Listed, Option, Sums
from ..rules.reading import NAME_LENGTH, FormatError, JsonObject, Reader, at
from ..rules.registry import GAMES
from .core.judge import read_options
from .core.ledger import Ledger
from .core.sheet import (
    BESIDE,
    COLORS,
    SETTLED,
    ZONE,
    EntryKind,
    Hand,
    Sheet,
    read_adjustments,
    read_date,
    read_looks,
    read_zone,
    respelt,
)

FORMAT = "score-sheet/1"
PBN = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:%[^\n]*\n\s*)*(?:% ?PBN|\[[A-Z]\w* +\")")
"""How a file in the Portable Bridge Notation begins."""
_READS = "the app reads score sheet files, ZIPs of them, and tables (CSV)"
PBN_SAID = f"this is a PBN file, with deals of bridge: {_READS}"
REQUIRED = ("format", "game", "players", "hands")
NO_SHEET = "the file is not a score sheet"


class TooMuchWorkError(ValueError):
    """There is no time left to look through a file; the message says so, as a sentence without its stop."""

    def __init__(self) -> None:
        super().__init__("this takes too long to look through: import the sheets in several files")


GoOn = Callable[[], None]
"""Asked between two steps, an entry or a line each: it may raise TooMuchWorkError, and may count them."""


def without_limit() -> None:
    """A GoOn for files of one's own."""


def load(content: bytes) -> Sheet:
    """Read a sheet file: its head, and its hands as they stand, to be judged by `Ledger.of`.

    Raises FormatError, at "$" where the file cannot be read at all, and as `sheet_of`.
    """
    return sheet_of(parse(content))


def sheet_of(value: Any) -> Sheet:
    """The sheet that the object of a sheet file describes.

    Raises FormatError. Where the head has a fault behind the hands, the hands are judged first, so that the first
    fault in reading order is the one that is told; then also IllegalHandError is raised.
    """
    document = reading.json_object(value, "$")
    readers = _readers(document)
    read: dict[str, Any] = {}
    late: FormatError | None = None
    try:
        for key in reading.in_order(document, "$"):
            read[key] = reading.known(readers, key, "$")(document[key], at("$", key))
        for key in REQUIRED:
            if key not in read:
                raise reading.missing("$", key)
    except FormatError as fault:
        if not {"game", "players", "hands"} <= set(read):
            raise
        late = fault
    facts = {"dealer": read["players"][-1], **read}
    hands = facts["hands"] = tuple(Hand(respelt(GAMES[read["game"]], hand)) for hand in read["hands"])
    sheet = Sheet(**{key: value for key, value in facts.items() if key not in ("format", "history")})
    later = (hand.facts.get("players") for hand in hands if reading.is_object(hand.facts))
    seated = {*sheet.players, *(f"{name}" for names in later if reading.is_list(names) for name in names)}
    for name in sheet.looks:
        if name not in seated:
            late = late or FormatError(at("$.looks", name), f"“{name}” has not sat at the table")
    for adjustment in sheet.adjustments:
        if adjustment.after > len(sheet.hands):
            late = late or FormatError(f"{adjustment.where}.after", f"the sheet has no hand {adjustment.after}")
    if late:
        Ledger.of(sheet)
        raise late
    return sheet


def _readers(document: Mapping[str, Any]) -> dict[str, Reader]:
    """The readers of the head. Options and dealer depend on game and players, wherever these stand; while these
    are themselves at fault nothing more is asked of them.
    """
    game = GAMES.get(document["game"]) if isinstance(document.get("game"), str) else None
    players: tuple[str, ...] = ()
    if game:
        with suppress(FormatError):
            players = reading.names(document.get("players"), "$.players", game.sizes)
    return {
        "format": reading.one_of(FORMAT),
        "game": _game,
        "players": lambda value, where: reading.names(value, where, game.sizes if game else range(1, 1000)),
        "dealer": reading.player(players) if players else reading.text,
        "title": reading.text,
        "date": read_date,
        "zone": read_zone,
        "options": read_options(game) if game else reading.json_object,
        "finished": reading.flag,
        "history": lambda value, where: None,
        "hands": reading.items,
        "adjustments": read_adjustments,
        "looks": read_looks,
    }


def dump(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the object of a sheet file: only facts, keys without content left out.

    Keys stand in one order, whatever order they were recorded in, so that equal sheets are equal files.
    """
    keys = ("game", "title", "date", "zone", "players", "dealer", "options")
    head = {"format": FORMAT, **{key: getattr(sheet, key) for key in keys}, "players": list(sheet.players)}
    hands = [hand.facts for hand in sheet.hands]
    if sheet.coming and not leaves_out_coming(sheet):
        hands.append({"calls": [], **sheet.coming})
    order = _order(sheet)
    adjusted = [{"after": each.after, **_ordered(each.facts, order)} for each in sheet.adjustments]
    return {
        **{key: _ordered(value, order) for key, value in head.items() if value},
        "hands": [_ordered(hand, order) for hand in hands],
        **({"adjustments": adjusted} if adjusted else {}),
        **({"looks": _ordered(sheet.looks, order)} if sheet.looks else {}),
        "finished": sheet.finished,
    }


def _order(sheet: Sheet) -> Mapping[str, int]:
    """The places of the keys of a hand, of house rules, and of everybody's name as they came to the table."""
    game = GAMES[sheet.game]
    keys = (*BESIDE[:-1], "calls", *game.all_keys(), *SETTLED, "note")
    options = [option.name for option in game.options_type.described()]
    columns = [column.name for column in game.of(sheet.players).columns()]
    hands = (*(hand.facts for hand in sheet.hands), sheet.coming)
    came = [name for hand in hands for name in hand.get("players", ())]
    # A key that is a name too comes before the names wherever it stands: the order is one either way.
    names = (*keys, *options, *columns, *sheet.players, *came)
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _ordered(value: Any, order: Mapping[str, int]) -> Any:
    if not reading.is_object(value):
        return value
    last = len(order)
    return {key: _ordered(value[key], order) for key in sorted(value, key=lambda key: (order.get(key, last), key))}


def leaves_out_coming(sheet: Sheet) -> bool:
    """Whether the file has no place for what the next hand changes: it could only stand in a hand whose calls have
    not begun, and there is none in a game without calls or after the last hand.
    """
    if not sheet.coming:
        return False
    ledger = Ledger.of(sheet)
    return ledger.over or ledger.table.auction() is None


def write(sheet: Sheet, history: Sequence[str] = ()) -> bytes:
    """The bytes of a sheet file, UTF-8. history: the texts of its entries, each on a line of its own."""
    facts = dumps(dump(sheet), indent=1)
    if history:
        entries = ",\n".join(f"  {entry}" for entry in history)
        facts = facts.removesuffix("\n}") + f',\n "history": [\n{entries}\n ]\n}}'
    return f"{facts}\n".encode()


def dumps(value: Any, indent: int | None = None, *, compact: bool = False) -> str:
    text = _encoder(indent, (",", ":") if compact else None).encode(value)
    # Line ends of Unicode are ordinary characters of JSON; escaped, an answer is one line for every reader.
    return text if text.isascii() else text.translate(_LINE_ENDS)


@cache
def _encoder(indent: int | None, separators: tuple[str, str] | None) -> json.JSONEncoder:
    return json.JSONEncoder(ensure_ascii=False, indent=indent, separators=separators, default=_number)


_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}


def _number(value: Any) -> float:
    """Decimals as JSON numbers: as few digits as they may have, a float gives back exactly."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no part of a sheet file")


def parse(content: bytes) -> Any:
    """JSON, strictly: UTF-8, no NaN, doubled keys remembered. Raises FormatError at "$"."""
    try:
        return _DECODER.decode(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError("$", f"the file is not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        if PBN.match(content):
            raise FormatError("$", PBN_SAID) from None
        place = f"line {error.lineno}, column {error.colno}"
        raise FormatError("$", f"the file is not JSON, or not whole: it cannot be read from {place} on") from None
    except RecursionError:
        raise FormatError("$", "the file is nested too deeply to be a score sheet") from None
    except FormatError:
        raise
    except ValueError:
        # Python reads no longer ones; what it says of them is for programmers.
        raise FormatError("$", f"{NO_SHEET}: it holds a number of some thousand digits") from None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise FormatError("$", f"{NO_SHEET}: it holds a number with an exponent beyond measure") from None


def _no_number(text: str) -> NoReturn:
    raise FormatError("$", f"{NO_SHEET}: {text} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=JsonObject.of, parse_float=_decimal, parse_constant=_no_number)
"""Made once: a history is read entry by entry."""


def _game(value: Any, where: str) -> str:
    if not isinstance(value, str) or value not in GAMES:
        raise FormatError(where, f"the game is one of {', '.join(GAMES)}")
    return value


DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WORD = f"({'|'.join(each.value for each in Word)})"


def schema() -> Schema:
    """The schema as the object of a JSON file."""
    text, several = {"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/name"}, "uniqueItems": True}
    look = _object({"color": _range(range(1, COLORS + 1)), "emoji": {"type": "string", "minLength": 1}})
    points = {"type": "object", "additionalProperties": {"$ref": "#/$defs/points"}, "minProperties": 1}
    adjustment = {"after": {"type": "integer", "minimum": 0}, "points": points, "note": text, "by": several}
    # As an export writes it.
    entry = {
        "number": {"type": "integer", "minimum": 1},
        "kind": {"enum": [kind.value for kind in EntryKind]},
        "facts": {"type": "object"},
        **dict.fromkeys(("device", "key"), text),
        "at": {"type": "string", "format": "date-time"},
        "digest": text_of("[0-9a-f]{64}"),
    }
    return {
        "$schema": DIALECT,
        "title": f"A score sheet: {FORMAT}",
        "description": "The facts of one evening's score sheet, as far as their form can tell.",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "game": {"enum": [*GAMES]},
            "title": text,
            "date": {**text_of("[0-9]{4}-[0-9]{2}-[0-9]{2}"), "format": "date"},
            "zone": text_of(ZONE),
            "players": {"$ref": "#/$defs/players"},
            "dealer": {"$ref": "#/$defs/name"},
            "options": {"type": "object"},
            "hands": {"type": "array", "items": {"type": "object"}},
            "adjustments": {"type": "array", "items": _object(adjustment, ("after", "points"))},
            "finished": {"type": "boolean"},
            "looks": {"type": "object", "additionalProperties": {**look, "minProperties": 1}},
            "history": {
                "description": "Every entry at the table, in an export with its history.",
                "type": "array",
                "items": {"$ref": "#/$defs/entry"},
            },
        },
        "required": [*REQUIRED],
        "additionalProperties": False,
        "allOf": [_of_game(game) for game in GAMES.values()],
        "$defs": {
            "name": text_of(rf"\s*\S([\s\S]{{0,{NAME_LENGTH - 2}}}\S)?\s*"),
            "players": several,
            **DEFINITIONS,
            "calls": {"type": "array", "items": text_of(rf"\s*\S[\s\S]*: ({_WORD}|{NUMBER}{DENOMINATIONS}?)")},
            "entry": _object(entry, entry),
            **{name: made for game in GAMES.values() for name, made in _parts(game)},
        },
    }


def _of_game(game: type[Game]) -> Schema:
    """What a file holds where it is of this game."""
    seats = {"minItems": game.sizes[0], "maxItems": game.sizes[-1]}
    return {
        "if": {"properties": {"game": {"const": game.key}}, "required": ["game"]},
        "then": {
            "properties": {
                "players": seats,
                "options": {"$ref": f"#/$defs/{game.key} options", "dependentSchemas": _together(game)},
                "hands": {"items": {"$ref": f"#/$defs/{game.key} hand"}},
            }
        },
    }


def _together(game: type[Game]) -> Schema:
    """The house rules that mean something only beside another."""
    usual = game.options_type.usual()
    needed: Schema = {}
    described = {option.name: option for option in game.options_type.described()}
    for option in described.values():
        if option.only:
            other, value = option.only
            required = {} if usual[other] == value else {"required": [other]}
            words = [value, *(word for word, now in described[other].formerly.items() if now == value)]
            needed[option.name] = {"properties": {other: {"enum": words}}, **required}
            if option.needed:
                chosen = {"properties": {other: {"const": value}}}
                needed[other] = {"if": chosen, "then": {"required": [option.name]}}
    return needed


def _parts(game: type[Game]) -> Iterator[tuple[str, Schema]]:
    options = {option.name: _option(option) for option in game.options_type.described()}
    yield f"{game.key} options", _object(options)
    yield f"{game.key} hand", {"anyOf": list(_hands(game))}


def _option(option: Option) -> Schema:
    values = option.values
    accepted: list[Schema]
    if isinstance(values, Decimals):
        accepted = [text_of(values.notation)]
    elif isinstance(values, Listed):
        items = _range(values.items) if isinstance(values.items, range) else {"enum": [*values.items]}
        least = 1 if values.empty is None else 0
        several = {"type": "array", "items": items, "minItems": least, "maxItems": values.longest}
        accepted = [{"enum": [*values.words]}, {**several, **({"uniqueItems": True} if values.each_once else {})}]
    elif isinstance(values, Sums):
        number: Schema = {"type": "number", "minimum": -values.most, "maximum": values.most}
        accepted = [number, {"type": "array", "items": number, "minItems": 2, "maxItems": values.longest}]
    elif isinstance(values, Figures):
        items = _range(values.numbers)
        lists: Schema = {
            key: {"type": "array", "items": items, "minItems": many[0], "maxItems": many[-1]}
            for key, many in values.keys.items()
        }
        accepted = [_object(lists, lists)]
    elif isinstance(values, Length):
        units = {unit: _range(numbers) for unit, numbers in values.units.items()}
        accepted = [{**_object(units), "minProperties": 1, "maxProperties": 1}]
    else:
        accepted = [_range(values) if isinstance(values, range) else {"enum": [*values, *option.formerly]}]
    if option.may_be_none:
        accepted.append({"type": "null"})
    schema = accepted[0] if len(accepted) == 1 else {"anyOf": accepted}
    return {"title": option.title, "description": option.text, **schema}


def _range(values: range) -> Schema:
    step = {"multipleOf": values.step} if values.step != 1 else {}
    return {"type": "integer", "minimum": values[0], "maximum": values[-1], **step}


def _hands(game: type[Game]) -> Iterator[Schema]:
    """A hand in each of its forms: a result, calls with or without one, nobody bid, settled by the table."""
    keys = game.all_keys()
    results = {name: _any(form.schema(game.sizes) for form in forms) for name, forms in keys.items()}
    others: Schema = {
        **{name: field.schema(game.sizes) for name, field in game.dealing_type.fields.items()},
        "note": {"type": "string"},
        "dealer": {"$ref": "#/$defs/name"},
        "options": {"$ref": f"#/$defs/{game.key} options"},
        "players": {"$ref": "#/$defs/players", "minItems": game.sizes[0], "maxItems": game.sizes[-1]},
    }
    nobody = {"contract": _any([results["contract"], {"type": "null"}])} if "contract" in keys else {}
    settled: Schema = {
        "played": _object({**results, **nobody}),
        "by": {"type": "array", "items": {"$ref": "#/$defs/name"}, "uniqueItems": True},
    }
    carried = game.carrying_type.numbers
    if carried:
        settled["carry"] = _object({key: each.field.schema(game.sizes) for key, each in carried.items()})
    if game.points_are_facts:
        others |= settled
    needed = [name for name, forms in keys.items() if all(form.needed for form in forms)]
    yield _object({**results, **others}, needed)
    table = game.of((*map(str, range(game.sizes[0])),))
    if table.auction(0, table.carrying.first):
        yield _object({"calls": {"$ref": "#/$defs/calls"}, **results, **nobody, **others}, ["calls"])
    if "contract" in keys:
        yield _object({"contract": {"type": "null"}, **others}, ["contract"])
    if not game.points_are_facts:
        points = {"type": "object", "additionalProperties": {"$ref": "#/$defs/points"}, "minProperties": 2}
        yield _object({"points": points, **settled, **others}, ["points"])


def _any(schemas: Iterable[Schema]) -> Schema:
    different = list({repr(schema): schema for schema in schemas}.values())
    return different[0] if len(different) == 1 else {"anyOf": different}


def _object(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**made, "required": [*required]} if (required := [*required]) else made
