"""A ruling on a disputed hand: it keeps its contract, gets points, and sets what the next hand begins with."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from scorer.sheet import importing

from ..evening import amend, csv_cells, dispute, form_of, hands, settle, told, with_history
from ..games import test_pirate_bridge, test_spades, test_ten_bridge
from ..phone import Phone, read, words
from ..writing import SPADES_HAND

POINTS = {"points_0": "30", "points_1": "0"}
GAMES: dict[str, tuple[Any, dict[str, Any], dict[str, str], dict[str, Any], str]] = {
    "spades": (
        test_spades.started,
        SPADES_HAND,
        {"carry_bags_0": "3"},
        {"bags": [3, 0]},
        "begin the next hand with 3 bags.",
    ),
    "ten-bridge": (
        test_ten_bridge.started,
        test_ten_bridge.tapped(),
        {"carry_part_scores_1": "8"},
        {"part_scores": [0, 8]},
        "begin the next hand with a part score of 8.",
    ),
    "pirate-bridge": (
        test_pirate_bridge.start,
        test_pirate_bridge.SPADES,
        {"carry_games_1": "1", "carry_below_1": "20"},
        {},
        "begins the next hand with 20 points below the line and 1 game.",
    ),
}


def ruled(phone: Phone, game: str, **more: str) -> tuple[str, str, Any]:
    """A sheet whose first hand is disputed, the page of the dispute, and the answer to its settlement."""
    start, fields, carried, _, _ = GAMES[game]
    sheet = start(phone)
    assert phone.enter(sheet, fields).status_code == 303
    page = dispute(phone, sheet, 2)
    names = phone.get(f"{sheet}/sheet.json").get_json()["players"][:3]
    answer = settle(phone, page, "by hand", names, **POINTS, **{**carried, **more}, reason="ruling: revoke")
    return sheet, page, answer


@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_sets_what_the_next_hand_begins_with_and_undo_takes_it_back(phone: Phone, game: str) -> None:
    sheet, _, answer = ruled(phone, game)
    assert answer.status_code == 303
    *_, carry, sentence = GAMES[game]
    [hand] = hands(phone, sheet)
    assert hand["note"] == "ruling: revoke"
    assert "tricks" in hand["played"]  # type: ignore[operator] - a file's value
    assert hand["carry"] == carry or game == "pirate-bridge"
    assert sentence in words(phone.get(sheet))
    assert sentence in words(phone.get(f"{sheet}/why/points/2?column=0"))
    assert sentence.removesuffix(".").split(" and ")[0] in told(phone.get(f"{sheet}/history"))[0]
    assert any("carry" in line for line in csv_cells(phone, sheet))
    assert importing.read(with_history(phone, sheet))
    file = phone.get(f"{sheet}/sheet.json").get_json()
    looked = phone.send("/import", phone.form("/import"), {"text": json.dumps({**file, "title": "A copy"})})
    brought = phone.send("/import", form_of(looked, ""), {"action": "import"})
    assert hands(phone, urlsplit(brought.location).path)[0]["carry"] == hand["carry"]
    phone.undo(sheet)
    phone.get(sheet)
    assert "carry" not in hands(phone, sheet)[0]
    assert sentence not in words(phone.get(sheet))


def test_pirate_bridge_keeps_whose_games_and_points_below_the_line_they_are(phone: Phone) -> None:
    sheet, _, _ = ruled(phone, "pirate-bridge")
    second = phone.get(f"{sheet}/sheet.json").get_json()["players"][1]
    carry: Any = hands(phone, sheet)[0]["carry"]
    assert {key: {name: n for name, n in numbers.items() if n} for key, numbers in carry.items()} == {
        "below": {second: 20},
        "games": {second: 1},
    }


def test_the_fields_hold_what_the_game_would_carry_and_unchanged_they_set_nothing(phone: Phone) -> None:
    sheet = test_spades.started(phone)
    for _ in range(2):
        phone.enter(sheet, SPADES_HAND)
    first = phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]
    page = dispute(phone, sheet, 3)
    shown = dict(phone.form(f"{page}/more", action="/settle").fields)
    assert shown["carry_bags_0"] == f"{first['tricks'][0] - 5}"
    names = phone.get(f"{sheet}/sheet.json").get_json()["players"][:3]
    assert settle(phone, page, "by hand", names, **POINTS).status_code == 303
    assert "carry" not in hands(phone, sheet)[1]


@pytest.mark.parametrize(
    ("game", "name", "text", "why"),
    [
        ("spades", "carry_bags_1", "10", "Nobody begins a hand with 10 bags: 10 have cost their penalty."),
        ("spades", "carry_bags_0", "two", "“two” is not a whole number."),
        ("spades", "carry_bags_0", "-1", "“-1” is not a whole number."),
        ("ten-bridge", "carry_part_scores_0", "13", "a part score of 13: 13 points are a game."),
        ("pirate-bridge", "carry_games_2", "2", "Nobody begins a hand with 2 games: with 2 the rubber is over."),
        ("pirate-bridge", "carry_below_0", "30", "30 points below the line: 30 are a game."),
    ],
)
def test_what_cannot_be_carried_is_said_at_its_field_and_loses_nothing(
    phone: Phone, game: str, name: str, text: str, why: str
) -> None:
    sheet, _, answer = ruled(phone, game, **{name: text})
    assert answer.status_code == 422
    assert why in read(answer).errors[f"{name}-error"]
    kept = dict(form_of(answer, "/settle").fields)
    assert (kept[name], kept["points_0"], kept["reason"]) == (text, "30", "ruling: revoke")
    assert "carry" not in hands(phone, sheet)[0]


def test_a_game_that_carries_nothing_asks_for_nothing(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    fields = phone.form(f"{dispute(phone, sheet, 2)}/more", action="/settle").fields
    assert not [name for name, _ in fields if name.startswith("carry")]


def test_history_tells_what_both_sides_begin_with_in_one_sentence(phone: Phone) -> None:
    sheet, _, _ = ruled(phone, "spades")
    begin = "North & South begin the next hand with 3 bags; East & West begin the next hand with 0 bags: by hand"
    assert begin in told(phone.get(f"{sheet}/history"))[0]
    assert "unless the table also writes down what the next hand begins with" in words(
        phone.get(f"{sheet}/why/points/2?column=0")
    )


def test_a_ruling_that_is_settled_again_begins_with_what_the_table_had_set(phone: Phone) -> None:
    sheet, _, _ = ruled(phone, "spades")
    page = dispute(phone, sheet, 2)
    assert dict(phone.form(f"{page}/more", action="/settle").fields)["carry_bags_0"] == "3"


def test_tricks_that_a_ruling_moves_are_an_amendment_with_its_reason(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    amend(phone, sheet, 2, tricks="9", reason="ruling: two tricks moved for a revoke")
    assert hands(phone, sheet)[0]["tricks"] == 9
    assert "Reason: ruling: two tricks moved for a revoke" in told(phone.get(f"{sheet}/history"))[0]
