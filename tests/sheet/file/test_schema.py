"""The JSON Schema of the sheet file: it takes what the app reads, and refuses what a schema can see is wrong."""

import json
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.core.sheet import Sheet
from scorer.sheet.file import document, schema
from scorer.sheet.file.schema import DIALECT

from .. import sealed
from ..any_game import sheets_of
from ..malformed import MALFORMED
from ..vectors import VECTORS

SCHEMA = schema.sheet_file()
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())

READ = [named for named, vector in VECTORS.items() if "where" not in vector["expect"].get("error", {})]
"""The sheets that can be read, whether or not a rule is broken in them."""

UNSEEN = {
    # Who plays, and which names are the same once they are trimmed.
    "a player twice after trimming",
    "a dealer who is no player",
    "a proposer who is no player",
    "a dealer of a hand who is no player",
    "a proposer who has left",
    "a call of no player",
    "points of nobody here",
    # To JSON Schema 7.0 is an integer; how many decimals a number has it cannot tell of 0.1 either.
    "lowest bid with a decimal",
    "tricks with a decimal",
    "seven decimals",
    "a tiny number beyond every number",
    # What a reader of JSON makes of it stands no more in what it has read.
    "a doubled key",
    "a doubled option",
    "a doubled key in a hand",
    "points twice",
    "a title with half a character",
    "a name with half a character",
    "a note with half a character",
}


def no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is no JSON")


def faults(value: Any) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(value)]


def parsed(file: bytes) -> Any:
    """As any reader of JSON reads it. Raises ValueError and RecursionError."""
    return json.loads(file.decode("utf-8-sig"), parse_constant=no_number)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == DIALECT
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_a_file_with_its_history_is_valid_and_an_entry_without_its_digest_is_not() -> None:
    file = parsed(sealed.file())
    assert faults(file) == []
    del file["history"][3]["digest"]
    assert faults(file) == ["$.history[3]"]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_whatever_the_app_writes_is_valid(game: str, data: st.DataObject) -> None:
    sheet: Sheet = data.draw(sheets_of(game))
    assert faults(parsed(document.write(sheet))) == []


OF_OPTIONS: dict[str, Any] = {
    "oh-hell": {
        "trump_by": ([["S", "NT", "S"], ["C"], "rotation"], [[], ["joker"], ["s"], "S", None, ["S"] * 100]),
        "hand_sizes": (["same", [3, 3]], ["always", [0], []]),
        "bidding": (["in turn", "simultaneous"], ["at once", True]),
        "short_pack": ([True, False], [1, "true"]),
        "largest_no_trump": ([True, False], [0, None]),
    },
    "spades": {"high_spades": (["none", ["D2", "RJ"]], [[], ["D3"], ["D2", "D2"], "D2", None])},
    "reverse-bridge": {
        "forced_capture": ([True, False, "over the partner"], [1, "true", None]),
        "scoring": (["final", "first play-test", "second play-test"], ["first", 1, None]),
    },
}
"""Values that a house rule may take, and others."""


def test_what_a_house_rule_may_hold_is_valid_and_nothing_else_and_so_the_app_reads_it() -> None:
    for game, options in OF_OPTIONS.items():
        head = {"format": document.FORMAT, "game": game, "players": list("NESW"), "hands": []}
        for name, (taken, refused) in options.items():
            for value in taken:
                file = {**head, "options": {name: value}}
                assert faults(file) == [], (name, value)
                assert document.sheet_of(parsed(json.dumps(file).encode())).options == {name: value}
            for value in refused:
                file = {**head, "options": {name: value}}
                assert faults(file) == [f"$.options.{name}"], (name, value)
                with pytest.raises(FormatError) as fault:
                    document.sheet_of(parsed(json.dumps(file).encode()))
                assert fault.value.where == f"$.options.{name}", (name, value)


def test_what_is_malformed_is_not_valid_where_its_form_tells() -> None:
    unseen = set()
    for named, (file, _) in MALFORMED.items():
        try:
            value = parsed(file)
        except (ValueError, RecursionError):
            continue
        if not faults(value):
            unseen.add(named)
    assert unseen == UNSEEN
