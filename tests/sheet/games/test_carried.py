"""What the table sets for the hand after one that it settles by points: bags, sets, part scores, games."""

import json
from typing import Any

import pytest

from scorer.exports import texts
from scorer.rules.pirate_bridge.game import Rubber
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import questions, sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import renamed

from ..files import FIVE, RESULT, content, ledger, place
from ..test_sheet_file import VALIDATOR

FOUR = ["North", "East", "South", "West"]
SIDES = ["North & South", "East & West"]
BIDS = {"bids": dict(zip(FOUR, (3, 3, 2, 2), strict=True)), "tricks": [8, 5]}
NEW_YORK = {"variant": "new-york", "first_hand": "bid"}
PART = {"contract": "3minor", "declarer": "East", "tricks": 8}
SPADE = {"contract": "1S", "declarer": "North", "acceptor": "East", "tricks": 7}


def settled(columns: list[str], carry: Any) -> dict[str, Any]:
    return {"points": dict.fromkeys(columns, 10), "note": "a revoke", "carry": carry}


CASES: dict[str, tuple[dict[str, Any], list[dict[str, Any]], list[str]]] = {
    "spades": (
        {"game": "spades"},
        [BIDS, settled(SIDES, {"bags": [4, 0]})],
        ["North & South begin the next hand with 4 bags.", "East & West begin the next hand with 0 bags."],
    ),
    "new-york": (
        {"game": "spades", "options": NEW_YORK},
        [settled(SIDES, {"sets": [1, 0]})],
        [
            "North & South begin the next hand with 1 set in a row.",
            "East & West begin the next hand with 0 sets in a row.",
        ],
    ),
    "ten-bridge": (
        {"game": "ten-bridge"},
        [PART, settled(SIDES, {"part_scores": [8, 0]})],
        [
            "North & South begin the next hand with a part score of 8.",
            "East & West begin the next hand with a part score of 0.",
        ],
    ),
    "pirate-bridge": (
        {"game": "pirate-bridge"},
        [SPADE, settled(FOUR, {"below": {"North": 20, "West": 6}, "games": {"North": 1}})],
        [
            "North begins the next hand with 20 points below the line and 1 game.",
            "West begins the next hand with 6 points below the line.",
        ],
    ),
}
every_game = pytest.mark.parametrize(("head", "hands", "words"), CASES.values(), ids=[*CASES])


def sheet(head: dict[str, Any], hands: list[dict[str, Any]]) -> Ledger:
    return ledger(*hands, players=FOUR, **head)


@every_game
def test_what_the_table_has_set_is_carried_said_and_kept_in_every_file(
    head: dict[str, Any], hands: list[dict[str, Any]], words: list[str]
) -> None:
    after = sheet(head, hands)
    game, numbers = after.table.game, after.rows[-1].judged.carried
    assert numbers
    assert game.carrying.with_numbers(numbers, after.table.carry) == after.table.carry
    assert after.rows[-1].events == tuple(words)
    assert after.rows[-1].points == (10,) * len(after.columns)
    told = questions.points(after, after.rows[-1], 0).facts
    assert [fact for fact in told if fact in words] == words
    assert [line.strip() for line in texts.score(after).splitlines() if line.strip() in words] == words
    written = sheet_file.write(after.sheet)
    assert not list(VALIDATOR.iter_errors(json.loads(written)))
    assert sheet_file.write(sheet_file.load(written)) == written


def test_a_hand_is_scored_with_the_bags_that_the_table_has_set() -> None:
    after = sheet({"game": "spades"}, [settled(SIDES, {"bags": [8, 0]}), BIDS])
    assert "10 bags" not in texts.score(sheet({"game": "spades"}, [settled(SIDES, {"bags": [6, 0]}), BIDS]))
    assert after.rows[1].points == (50 + 3 - 100, 50)
    carry = after.table.carry
    assert carry == after.table.game.carrying.with_numbers({"bags": (1, 0)}, carry)


EIGHT = {"bids": [8, 4], "tricks": [7, 6]}
FOUR_SPADES = {"contract": "4S", "declarer": "North", "acceptor": "East", "tricks": 10}


@pytest.mark.parametrize(
    ("head", "set_so", "hand", "reason"),
    [
        ({"game": "spades", "options": NEW_YORK}, settled(SIDES, {"sets": [1, 0]}), EIGHT, "set 2 times in a row"),
        ({"game": "pirate-bridge"}, settled(FOUR, {"games": {"North": 1}}), FOUR_SPADES, "North has two games"),
    ],
)
def test_what_the_table_has_set_brings_the_end_nearer(
    head: dict[str, Any], set_so: dict[str, Any], hand: dict[str, Any], reason: str
) -> None:
    ended = sheet(head, [set_so, hand]).ending
    assert ended
    assert reason in ended.reason


def test_a_part_score_that_the_table_has_set_makes_a_game() -> None:
    after = sheet({"game": "ten-bridge"}, [settled(SIDES, {"part_scores": [0, 9]}), PART])
    assert "East & West made a game with their part score." in after.rows[1].events


def test_whoever_is_not_named_keeps_what_they_have() -> None:
    after = sheet({"game": "pirate-bridge"}, [SPADE, settled(FOUR, {"below": {"North": 0}})])
    assert after.table.carry == Rubber((("North", 0), ("East", 9)))
    assert sheet({"game": "pirate-bridge"}, [SPADE, settled(FOUR, {})]).table.carry == Rubber(
        (("North", 9), ("East", 9))
    )


@pytest.mark.parametrize(
    ("game", "options", "carry", "detail"),
    [
        ("spades", {}, {"bags": [10, 0]}, "10 bags: 10 have cost their penalty."),
        ("spades", {"bag_limit": 5}, {"bags": [0, 6]}, "6 bags: 5 have cost their penalty."),
        ("spades", {}, {"bags": [0, -1]}, "−1 bags."),
        ("spades", NEW_YORK, {"sets": [2, 0]}, "2 sets in a row: with 2 the game is lost."),
        ("ten-bridge", {}, {"part_scores": [13, 0]}, "a part score of 13: 13 points are a game."),
        ("pirate-bridge", {}, {"games": {"East": 2}}, "2 games: with 2 the rubber is over."),
        ("pirate-bridge", {}, {"below": {"East": 30}}, "30 points below the line: 30 are a game."),
    ],
)
def test_what_no_hand_begins_with_breaks_a_rule(
    game: str, options: dict[str, Any], carry: Any, detail: str
) -> None:
    columns = SIDES if GAMES[game].partnerships else FOUR
    with pytest.raises(IllegalHandError) as caught:
        sheet({"game": game, "options": options}, [settled(columns, carry)])
    assert caught.value.violation.detail == f"Nobody begins a hand with {detail}"
    assert caught.value.violation.rule in GAMES[game].rules


def test_where_bags_cost_nothing_a_side_may_carry_any_number() -> None:
    sheet({"game": "spades", "options": {"bag_limit": 0}}, [settled(SIDES, {"bags": [25, 0]})])


@pytest.mark.parametrize(
    ("head", "columns", "carry", "where"),
    [
        ({"game": "reverse-bridge"}, SIDES, {"bags": [1, 1]}, "carry"),
        ({"game": "oh-hell"}, FOUR, {}, "carry"),
        ({"game": "plain"}, FOUR, {}, "carry"),
        ({"game": "pirate-bridge", "options": {"scoring": "contract"}}, FOUR, {"games": {}}, "carry"),
        ({"game": "spades"}, SIDES, {"sets": [0, 0]}, "carry.sets"),
        ({"game": "spades"}, SIDES, {"bags": [0]}, "carry.bags"),
        ({"game": "spades"}, SIDES, {"bags": [0, "1"]}, "carry.bags[1]"),
        ({"game": "spades"}, SIDES, [0, 0], "carry"),
        ({"game": "pirate-bridge"}, FOUR, {"games": {"Zoe": 1}}, "carry.games.Zoe"),
    ],
)
def test_what_is_no_carry_of_this_game_is_told_at_its_place(
    head: dict[str, Any], columns: list[str], carry: Any, where: str
) -> None:
    assert place(content(settled(columns, carry), players=FOUR, **head)) == f"$.hands[0].{where}"


def test_a_hand_with_a_result_sets_nothing() -> None:
    with pytest.raises(FormatError, match="unknown key “carry”"):
        ledger({**RESULT, "carry": {}}, players=FIVE)


def test_who_is_renamed_is_called_so_in_what_is_carried_too() -> None:
    facts = settled(FOUR, {"below": {"North": 20}, "games": {"East": 1}})
    assert renamed(facts, {"North": "Nora"}, {})["carry"] == {"below": {"Nora": 20}, "games": {"East": 1}}
    assert renamed(settled(SIDES, {"bags": [1, 2]}), {"North": "Nora"}, {})["carry"] == {"bags": [1, 2]}
