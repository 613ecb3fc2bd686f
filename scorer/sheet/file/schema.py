"""The JSON Schema of the sheet file, made from the keys and house rules of the games.

A schema sees the form of a file. Whether a name is a player's, calls are legal and tricks add up, only reading the
file can tell: whatever `document.load` reads is valid by the schema, but for a history, at which it does not look.
"""

from collections.abc import Iterable, Iterator, Mapping

from ...rules.calls import Word
from ...rules.fields import DEFINITIONS, DENOMINATIONS, NUMBER, Schema, text_of
from ...rules.game import Game
from ...rules.options import Decimals, Length, Listed, Option
from ...rules.reading import NAME_LENGTH
from ...rules.registry import GAMES
from ..core.entries import EntryKind
from .document import FORMAT, REQUIRED

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WORD = f"({'|'.join(each.value for each in Word)})"


def sheet_file() -> Schema:
    """The schema as the object of a JSON file."""
    return {
        "$schema": DIALECT,
        "title": f"A score sheet: {FORMAT}",
        "description": "The facts of one evening's score sheet, as far as their form can tell.",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "game": {"enum": [*GAMES]},
            "title": {"type": "string"},
            "date": {**text_of("[0-9]{4}-[0-9]{2}-[0-9]{2}"), "format": "date"},
            "players": {"$ref": "#/$defs/players"},
            "dealer": {"$ref": "#/$defs/name"},
            "options": {"type": "object"},
            "hands": {"type": "array", "items": {"type": "object"}},
            "adjustments": {"type": "array", "items": _adjustment()},
            "finished": {"type": "boolean"},
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
            "players": {"type": "array", "items": {"$ref": "#/$defs/name"}, "uniqueItems": True},
            **DEFINITIONS,
            "calls": {
                "type": "array",
                "items": text_of(rf"\s*\S[\s\S]*: ({_WORD}|{NUMBER}{DENOMINATIONS}?)"),
            },
            "entry": _entry(),
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
        several = {"type": "array", "items": items, "minItems": 1, "maxItems": values.longest}
        accepted = [{"enum": [*values.words]}, {**several, **({"uniqueItems": True} if values.each_once else {})}]
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
        **{name: field.schema(game.sizes) for name, field in game.dealt.items()},
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
    if "points" in keys:
        others |= settled
    needed = [name for name, forms in keys.items() if all(form.needed for form in forms)]
    yield _object({**results, **others}, needed)
    table = game.of((*map(str, range(game.sizes[0])),))
    if table.auction(0, table.carrying.first):
        yield _object({"calls": {"$ref": "#/$defs/calls"}, **results, **nobody, **others}, ["calls"])
    if "contract" in keys:
        yield _object({"contract": {"type": "null"}, **others}, ["contract"])
    if "points" not in keys:
        points = {"type": "object", "additionalProperties": {"$ref": "#/$defs/points"}, "minProperties": 2}
        yield _object({"points": points, **settled, **others}, ["points"])


def _adjustment() -> Schema:
    """Points without a deal, after a hand."""
    properties: Schema = {
        "after": {"type": "integer", "minimum": 0},
        "points": {"type": "object", "additionalProperties": {"$ref": "#/$defs/points"}, "minProperties": 1},
        "note": {"type": "string"},
        "by": {"type": "array", "items": {"$ref": "#/$defs/name"}, "uniqueItems": True},
    }
    return _object(properties, ("after", "points"))


def _entry() -> Schema:
    """An entry as an export writes it."""
    properties = {
        "number": {"type": "integer", "minimum": 1},
        "kind": {"enum": [kind.value for kind in EntryKind]},
        "facts": {"type": "object"},
        "device": {"type": "string"},
        "key": {"type": "string"},
        "at": {"type": "string", "format": "date-time"},
        "digest": text_of("[0-9a-f]{64}"),
    }
    return _object(properties, properties)


def _any(schemas: Iterable[Schema]) -> Schema:
    different = list({repr(schema): schema for schema in schemas}.values())
    return different[0] if len(different) == 1 else {"anyOf": different}


def _object(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**made, "required": [*required]} if (required := [*required]) else made
