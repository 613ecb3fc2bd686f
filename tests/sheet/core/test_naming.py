"""Other names for the same players, wherever they stand in a hand."""

from decimal import Decimal
from typing import Any

import pytest

from scorer.rules.offender.game import KEYS
from scorer.sheet.core.sheet import renamed, renamed_call

from ..files import NOBODY, RESULT

NAMES = {"Amber": "Ann"}

HANDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "the offense is renamed": (RESULT, {**RESULT, "proposer": "Ann"}),
    "the players and the dealer are renamed": (
        {**NOBODY, "players": ["Betty", "Amber", "Cindy"], "dealer": "Amber"},
        {**NOBODY, "players": ["Betty", "Ann", "Cindy"], "dealer": "Ann"},
    ),
    "the calls are renamed": (
        {"calls": ["Amber: 3H", "Betty: accept", "Amber: no proposal"]},
        {"calls": ["Ann: 3H", "Betty: accept", "Ann: no proposal"]},
    ),
    "points written down are renamed in their place": (
        {"points": {"Betty": 1, "Amber": 2}},
        {"points": {"Betty": 1, "Ann": 2}},
    ),
    "the points of two who become one are added up": (
        {"points": {"Amber": Decimal("0.5"), "Betty": 7, "Ann": Decimal("1.5")}},
        {"points": {"Ann": 2, "Betty": 7}},
    ),
    "a note and the house rules are left as they are": (
        {**NOBODY, "note": "Amber", "options": {"speaks_next": "Amber"}},
        {**NOBODY, "note": "Amber", "options": {"speaks_next": "Amber"}},
    ),
    "a hand without the player stays": ({**RESULT, "proposer": "Betty"}, {**RESULT, "proposer": "Betty"}),
}


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_with_other_names(case: str) -> None:
    facts, expected = HANDS[case]
    assert renamed(facts, NAMES, KEYS) == expected


def test_two_points_that_make_a_whole_one_are_a_whole_number() -> None:
    points = renamed({"points": {"Amber": Decimal("0.5"), "Ann": Decimal("1.5")}}, NAMES, KEYS)["points"]
    assert type(points["Ann"]) is int


def test_two_players_may_have_been_written_for_each_other() -> None:
    written = {**RESULT, "players": ["Amber", "Betty", "Cindy"]}
    read = {**RESULT, "players": ["Cindy", "Betty", "Amber"], "proposer": "Cindy", "accepter": "Amber"}
    assert renamed(written, {"Amber": "Cindy", "Cindy": "Amber"}, KEYS) == read


def taking_over(heir: str, leaver: str, **points: int) -> dict[str, Any]:
    return {"points": points, "note": f"{heir} takes over from {leaver}"}


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (taking_over("Fiona", "Amber", Amber=0, Fiona=49), taking_over("Fiona", "Ann", Ann=0, Fiona=49)),
        (taking_over("Amber", "Betty", Betty=0, Amber=49), taking_over("Ann", "Betty", Betty=0, Ann=49)),
        (taking_over("Amber", "Ann", Ann=0, Amber=49), {"points": {"Ann": 0}}),
        (taking_over("Ann", "Amber", Amber=0, Ann=49), {"points": {"Ann": 0}}),
    ],
)
def test_a_newcomer_took_over_nothing_from_whom_she_is_herself(
    facts: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert renamed(facts, NAMES, KEYS) == expected


def test_a_hand_is_never_changed_itself() -> None:
    facts = {"points": {"Amber": 1}, "players": ["Amber"], "calls": ["Amber: 3H"]}
    for names in ({}, NAMES):
        assert renamed(facts, names, KEYS) is not facts
    assert facts == {"points": {"Amber": 1}, "players": ["Amber"], "calls": ["Amber: 3H"]}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Amber: 3H", "Ann: 3H"),
        ("Betty: 3H", "Betty: 3H"),
        ("Amberley: accept", "Amberley: accept"),
        ("Amber: Amber: 3H", "Amber: Amber: 3H"),
    ],
)
def test_a_call_names_its_player_before_the_last_colon(call: str, expected: str) -> None:
    assert renamed_call(call, NAMES) == expected
