"""The sheet file is read with exact errors and written back as it was; its schema says what the reader takes."""

import contextlib
import json
from decimal import Decimal
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from scorer.exports import json_answer, texts
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, Hand, Sheet, fold
from scorer.sheet.importing import acts_of
from scorer.sheet.sheet_file import DIALECT, dump, dumps, load, parse, write

from ..rules.drawing import MANY
from ..timing import cpu_seconds
from . import sealed
from .any_game import ANY_SHEET, sheets_of
from .drawing import JSON, SHEETS
from .evening import as_entries
from .files import FIVE, HEAD, NOBODY, RESULT, content, document, fault, headed, place
from .malformed import MALFORMED, settled


@pytest.mark.parametrize("named", MALFORMED)
def test_a_malformed_file_is_refused_at_its_place(named: str) -> None:
    sheet, where = MALFORMED[named]
    assert place(sheet) == where


def test_the_sample_of_the_format_is_read() -> None:
    """[sheet-format: The sheet]"""
    calls = ["Amber: no proposal", "Betty: 5C", "Cindy: accept", *(f"{name}: no proposal" for name in FIVE[2:])]
    calls += ["Amber: no proposal", "Betty: no proposal"]
    hands = [RESULT, NOBODY, {"dealer": "Ellie", "calls": calls, "tricks": 6}]
    head: dict[str, Any] = {"title": "Friday at Betty's", "date": "2026-11-20", "dealer": "Ellie"}
    sheet = load(content(*hands, **head, options={"no_trump": False}, finished=False))
    assert sheet == Sheet(
        game="offender",
        players=tuple(FIVE),
        options={"no_trump": False},
        hands=tuple(Hand(hand) for hand in hands),
        **head,
    )
    assert [list(row.points) for row in Ledger.of(sheet).rows] == [
        [49, 6, 49, 6, 6],
        [0] * 5,
        [10, 36, 36, 10, 10],
    ]


def test_what_is_left_out_has_its_default() -> None:
    sheet = load(content())
    assert (sheet.dealer, sheet.title, sheet.date, sheet.hands) == ("Ellie", "", "", ())
    assert sheet.options == {}
    assert sheet.finished is False


def test_names_are_trimmed_and_may_have_forty_characters_of_any_script() -> None:
    names = ["  Åsa ", "安" * 40, "O'Neil: the 2nd"]
    assert load(content(players=names, dealer=" Åsa")).players == ("Åsa", "安" * 40, "O'Neil: the 2nd")


def test_a_history_is_not_read_and_a_byte_order_mark_does_no_harm() -> None:
    assert load(b"\xef\xbb\xbf" + content(history=[{"anything": [1.5, None]}])) == load(content())


def test_the_keys_of_the_head_may_stand_in_any_order() -> None:
    turned = dict(reversed(document(RESULT, dealer="Betty", options={"tricks": 9}).items()))
    assert load(json.dumps(turned).encode()) == load(content(RESULT, dealer="Betty", options={"tricks": 9}))


OUT_OF_TURN = {"calls": ["Betty: 3H"], "tricks": 5}

# [sheet-format: "The first fault in reading order wins"] Two faults each: the later one is never reported.
FIRST: dict[str, tuple[bytes, tuple[int, int | None] | str]] = {
    "a broken hand, then a malformed one": (content({**RESULT, "tricks": 11}, RESULT, 5), (1, None)),
    "a malformed hand, then a broken one": (
        content({**RESULT, "tricks": "7"}, {**RESULT, "tricks": 11}),
        "$.hands[0].tricks",
    ),
    "a broken call, then malformed tricks": (content({**OUT_OF_TURN, "tricks": "5"}), (1, 1)),
    "malformed tricks, then a broken call": (
        content({"tricks": "5", "calls": ["Betty: 3H"]}),
        "$.hands[0].tricks",
    ),
    "a broken call, then an unknown key": (content({**OUT_OF_TURN, "score": 1}), (1, 1)),
    "an open hand, then a malformed one": (content({"calls": []}, 5), (1, None)),
    "the head, then a hand": (content(5, date="today"), "$.date"),
    "a malformed key, then a missing one": (content({"contract": "6H", "tricks": 7.5}), "$.hands[0].tricks"),
    "an unknown key, then a malformed hand": (content(5).replace(b"{", b'{"winner": 1, ', 1), "$.winner"),
    "a malformed hand, then an unknown key": (headed('"winner": 1').replace(b"[]", b"[5]"), "$.hands[0]"),
    "too high a contract, then a strange proposer": (
        content({**RESULT, "contract": "11H", "proposer": "Zoe"}),
        (1, None),
    ),
    "an unknown key, then another format": (json.dumps({"winner": 1, **HEAD, "format": "x"}).encode(), "$.winner"),
    "a broken hand, then a malformed ending": (
        content({**RESULT, "tricks": 11})[:-1] + b', "finished": 1}',
        (1, None),
    ),
}


@pytest.mark.parametrize("named", FIRST)
def test_of_two_faults_the_first_in_reading_order_wins(named: str) -> None:
    sheet, first = FIRST[named]
    found = fault(sheet)
    assert (found.where if isinstance(found, FormatError) else found and (found.hand, found.call)) == first


def test_a_place_is_never_longer_than_a_line() -> None:
    assert len(place(content(**{"winner" * 100_000: 1}))) < 200


def test_a_list_of_fifty_thousand_players_is_refused_at_once() -> None:
    players = [f"Player {number}" for number in range(50_000)]
    assert cpu_seconds(lambda: place(content(players=players))) < 3
    assert place(content(players=players)) == "$.players"


@MANY
@given(ANY_SHEET)
def test_a_sheet_loaded_and_dumped_is_itself(sheet: Sheet) -> None:
    again = load(write(sheet))
    assert again == sheet
    assert dump(again) == dump(sheet)
    assert write(again) == write(sheet)


@pytest.mark.parametrize(
    "points", ["0.1", "-0.000001", "123456789.123456", "999999999.999999", "-1.5", "1e3", "49"]
)
def test_points_with_decimals_are_written_as_they_were_read(points: str) -> None:
    sheet = load(settled(points))
    assert load(write(sheet)) == sheet
    told = json.loads(dumps(json_answer.score(Ledger.of(sheet))), parse_float=Decimal)
    assert Decimal(told["totals"][0]) == Decimal(points)


@MANY
@given(
    st.binary(max_size=60) | st.text(max_size=60).map(str.encode) | JSON.map(lambda value: dumps(value).encode())
)
def test_whatever_stands_in_a_file_it_is_read_or_refused(sheet: bytes) -> None:
    with contextlib.suppress(FormatError):
        parse(sheet)
    assert isinstance(fault(sheet), FormatError)


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A sheet file in which one value, somewhere, is another."""
    whole: dict[Any, Any] = {"$": json.loads(write(draw(SHEETS)))}
    parent, key = whole, "$"
    while isinstance(parent[key], dict | list) and parent[key] and draw(st.integers(0, 5)):
        parent = parent[key]
        key = draw(st.sampled_from(list(parent) if isinstance(parent, dict) else range(len(parent))))
    parent[key] = draw(JSON)
    return json.dumps(whole["$"]).encode()


@MANY
@given(spoiled())
def test_a_spoiled_sheet_is_answered_or_refused_with_its_place(sheet: bytes) -> None:
    found = fault(sheet)
    if found:
        assert texts.error(found)
        assert json.loads(dumps(json_answer.error(found)))
        assert isinstance(found, IllegalHandError) or found.where.startswith("$")
        return
    ledger = Ledger.of(load(sheet))
    assert json.loads(dumps(json_answer.score(ledger)))
    assert json.loads(dumps(json_answer.auction(ledger)))
    assert texts.score(ledger)
    assert texts.auction(ledger)


def test_equal_sheets_are_equal_files_in_whatever_order_their_keys_were_recorded() -> None:
    hand = {**RESULT, "dealer": "Ellie", "options": {"tricks": 9, "no_trump": True}, "note": "x"}
    settled = {"points": dict(zip(FIVE, range(5), strict=True))}
    backwards = [dict(reversed(facts.items())) for facts in (hand, settled)]
    backwards[0]["options"] = {"no_trump": True, "tricks": 9}
    written = write(load(content(*backwards, options={"lowest_bid": 0, "no_trump": False})))
    assert written == write(load(content(hand, settled, options={"no_trump": False, "lowest_bid": 0})))
    first, second = json.loads(written)["hands"]
    assert list(first) == ["dealer", "options", "contract", "proposer", "accepter", "tricks", "note"]
    assert list(second["points"]) == FIVE


SCHEMA = sheet_file.schema()
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())


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
    assert faults(parsed(sheet_file.write(sheet))) == []


OF_OPTIONS: dict[str, Any] = {
    "oh-hell": {
        "trump_by": ([["S", "NT", "S"], ["C"], "rotation"], [[], ["joker"], ["s"], "S", None, ["S"] * 100]),
        "hand_sizes": (["same", [3, 3]], ["always", [0], [18], [True], []]),
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
        head = {"format": sheet_file.FORMAT, "game": game, "players": list("NESW"), "hands": []}
        for name, (taken, refused) in options.items():
            for value in taken:
                file = {**head, "options": {name: value}}
                assert faults(file) == [], (name, value)
                assert sheet_file.sheet_of(parsed(json.dumps(file).encode())).options == {name: value}
            for value in refused:
                file = {**head, "options": {name: value}}
                assert faults(file) == [f"$.options.{name}"], (name, value)
                with pytest.raises(FormatError) as fault:
                    sheet_file.sheet_of(parsed(json.dumps(file).encode()))
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


LOOKS: dict[str, tuple[Any, str, str]] = {
    "none": ({"Amber": {}}, "$.looks.Amber", "a look is a color, an emoji, or both"),
    "color 13": ({"Amber": {"color": 13}}, "$.looks.Amber.color", "from 1 to 12"),
    "color 0": ({"Amber": {"color": 0}}, "$.looks.Amber.color", "from 1 to 12"),
    "no whole number": ({"Amber": {"color": "red"}}, "$.looks.Amber.color", "expected a whole number"),
    "two emoji": ({"Amber": {"emoji": "🦊🐗"}}, "$.looks.Amber.emoji", "one picture"),
    "a letter": ({"Amber": {"emoji": "A"}}, "$.looks.Amber.emoji", "one picture"),
    "an unknown key": ({"Amber": {"colour": 1}}, "$.looks.Amber.colour", "unknown key"),
    "nobody": ({"Zoe": {"color": 1}}, "$.looks.Zoe", "has not sat at the table"),
    "no object": ([1], "$.looks", "expected an object"),
}


@pytest.mark.parametrize("named", LOOKS)
def test_a_look_that_is_none_is_refused_at_its_place(named: str) -> None:
    looks, where, detail = LOOKS[named]
    with pytest.raises(FormatError) as refused:
        load(content(looks=looks))
    assert refused.value.where == where
    assert detail in refused.value.detail


def test_how_players_chose_to_be_shown_is_kept_in_files_and_by_whoever_imports_them() -> None:
    fiona = {**RESULT, "players": [*FIVE[:4], "Fiona"]}
    looks = {"Amber": {"color": 7}, "Cindy": {"emoji": "👩‍👧"}, "Fiona": {"color": 12, "emoji": "🇨🇭"}}
    sheet = load(content(RESULT, fiona, looks=looks))
    assert dump(sheet)["looks"] == looks
    assert load(write(sheet)) == sheet
    assert VALIDATOR.is_valid(dump(sheet))
    entries = as_entries(acts_of(sheet))
    assert fold(entries).looks == looks
    chosen = Entry(len(entries) + 1, EntryKind.LOOKS, {"looks": {"Amber": {"color": 2}}})
    assert fold([*entries, chosen]).looks == {"Amber": {"color": 2}}
