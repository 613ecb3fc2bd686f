"""Whole sheets of 10 Bridge and Reverse Bridge: sides, carries, substitutions, and how they end."""

from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.reading import FormatError
from scorer.sheet import questions
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import wide
from scorer.sheet.paper.table import load as load_paper
from scorer.statistics.evening import Evening

from ...exports.round_trip import meaning
from ..files import SheetFiles

FOUR = ["North", "East", "South", "West"]
SIDES = ("North & South", "East & West")
PART: dict[str, Any] = {"contract": "1minor", "declarer": "North", "tricks": 6}
"""4 for North and South, and 4 carried."""
NINE: dict[str, Any] = {"contract": "7S", "declarer": "North", "opponent_tricks": 9}
"""The document's example: 21 to 10."""
NOBODY: dict[str, Any] = {"contract": None}
PASSES = [f"{name}: pass" for name in FOUR]


def sheets(game: str) -> SheetFiles:
    return SheetFiles({"game": game, "players": FOUR})


ten, reverse = sheets("ten-bridge").ledger, sheets("reverse-bridge").ledger


def counters(kept: Ledger) -> dict[str, str]:
    return {name: mark.text for name, of_column in kept.counters.items() for mark in of_column}


def test_a_side_keeps_its_column_and_its_part_score_whoever_sits_in() -> None:
    fiona = {"players": ["North", "East", "Fiona", "West"]}
    made = {"contract": "2major", "declarer": "Fiona", "tricks": 7}
    assert counters(ten(PART)) == {"North & South": "4"}
    assert counters(ten(PART, {**PART, **fiona})) == {"North & South": "8"}
    kept = ten(PART, {**made, **fiona})
    assert kept.columns == SIDES
    assert kept.totals == (34, 0)
    assert counters(kept) == {}
    assert kept.rows[-1].events[0] == "North & Fiona made a game with their part score."
    assert [row.ends_game for row in kept.rows] == [False, True]


def test_the_closing_bonus_is_paid_and_counts_for_who_wins_wherever_the_sheet_ends() -> None:
    """[S3 Part score, at the end] 4 to 5 before the bonus, 9 to 5 with it."""
    hands = ({**PART, "contract": "1minor", "tricks": 6}, {"contract": "0NT", "declarer": "East", "tricks": 5})
    agreed = {"options": {"length": {"hands": 2}}}
    assert ten(hands[0], **agreed).closing is None
    for head in ({"finished": True}, agreed, {**agreed, "finished": True}):
        ended = ten(*hands, **head)
        assert (ended.running, ended.closing, ended.totals) == ((4, 5), (5, 0), (9, 5))
        assert ended.winners == ("North & South",)
        assert [(each.column, each.total) for each in ended.standings] == [
            ("North & South", 9),
            ("East & West", 5),
        ]
        answer = json_answer.score(ended)
        assert (answer["closing"], answer["totals"]) == ([5, 0], [9, 5])
        assert answer["ending"]["winners"] == ["North & South"]
        assert [row.totals for row in ended.rows] == [(4, 0), (4, 5)]
        assert questions.total(ended, 0).working == "4 + 5 = 9"
        assert [line.points for line in questions.closing(ended, 0).lines] == [5]
        assert Evening.of(ended, "").winners == {"North", "South"}
        back = check(load_paper(wide(ended)))
        assert not back.findings
        assert meaning(back.ledger) == meaning(ended)


def test_four_passes_oblige_the_dealer_and_leave_the_tricks_to_be_played() -> None:
    """[sheet-format: A hand is one of] The auction has a contract: without tricks the hand is open."""
    opened = ten({"calls": PASSES}, dealer="North")
    assert opened.rows == ()
    told = json_answer.auction(opened)
    assert (told["contract"], told["over"]) == ({"contract": "0NT", "declarer": "North"}, True)
    assert ten({"calls": PASSES, "tricks": 5}, dealer="North").totals == (5, 0)


def test_hands_that_nobody_bid_move_the_deal_and_do_not_count() -> None:
    """[S4; rules 7.2 R5]"""
    four = {"options": {"hands": 4}}
    pass_word = {"calls": [*PASSES[2:], *PASSES[:2]]}
    kept = reverse(NINE, NOBODY, pass_word, NINE, NINE, **four)
    assert [row.dealer for row in kept.rows] == ["West", "North", "East", "South", "West"]
    assert kept.ending is None
    settled = {"points": dict.fromkeys(SIDES, 0)}
    ended = reverse(NINE, NOBODY, NINE, NINE, settled, **four)
    assert ended.ending
    assert ended.winners == ("North & South",)
    assert ended.over
    with pytest.raises(IllegalHandError) as caught:
        reverse(NINE, NINE, NINE, NINE, NINE, **four)
    assert (caught.value.hand, caught.value.violation.rule.name) == (5, "Closed sheet")


RULE, FILE = "broken rule", "no score sheet"

# What a file may say wrongly of these games, and what that is. [sheet-format]
FAULTS: list[tuple[str, Any, str]] = [
    ("ten-bridge", {**PART, "contract": "3H"}, RULE),
    ("ten-bridge", {**PART, "contract": "1Minor"}, FILE),
    ("ten-bridge", {**PART, "trump": "NT"}, RULE),
    ("ten-bridge", {**PART, "opponent_tricks": 4}, FILE),
    ("ten-bridge", {"calls": ["West: 3H"]}, RULE),
    ("ten-bridge", {**PART, "calls": ["West: pass", *PASSES[:3]]}, RULE),
    ("reverse-bridge", {**NINE, "contract": "7SX"}, RULE),
    ("reverse-bridge", {**NINE, "tricks": 4}, FILE),
    ("reverse-bridge", {"calls": ["North: 3"]}, RULE),
    ("reverse-bridge", {**NINE, "options": {"hands": 6}}, FILE),
]


@pytest.mark.parametrize(("game", "hand", "kind"), FAULTS)
def test_a_wrong_hand_is_a_broken_rule_or_no_score_sheet(game: str, hand: Any, kind: str) -> None:
    with pytest.raises(IllegalHandError if kind == RULE else FormatError):
        sheets(game).ledger(hand)
