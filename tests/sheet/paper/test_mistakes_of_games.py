"""What each game knows to be got wrong in scoring it by hand."""

from typing import Any

import pytest

from scorer.sheet.paper.check import check

from ..papers import filed, read

FOUR = ["North", "East", "South", "West"]
SET = {"bids": {"North": 5, "East": "nil", "South": 4, "West": 3}, "tricks": [8, 5], "nil_tricks": {"East": 1}}
BAGS = {"bids": {"North": 3, "East": 4, "South": 2, "West": 3}, "tricks": [7, 6]}
OF_OTHER_GAMES: dict[str, tuple[str, list[str], dict[str, Any], str, int, str]] = {
    "a set made": ("spades", FOUR, SET, "North & South", 90, "The minus sign of −90 was lost."),
    "a nil counted as made": (
        "spades",
        FOUR,
        SET,
        "East & West",
        132,
        "−100 (East's nil, failed) was added and not taken off.",
    ),
    "a trick more, for a side": (
        "spades",
        FOUR,
        {**BAGS, "tricks": [5, 8]},
        "North & South",
        51,
        "Counted as if one trick more had been taken, 6 to 7: 50 + 1 = 51.",
    ),
    "bags forgotten": ("spades", FOUR, BAGS, "North & South", 50, "2 (2 bags) was left out."),
    "a bid counted as met": (
        "oh-hell",
        ["Ann", "Bo", "Cid"],
        {"bids": {"Ann": 3, "Bo": 3, "Cid": 3}, "tricks": {"Ann": 3, "Bo": 2, "Cid": 5}},
        "Bo",
        13,
        "The bid was counted as met, though it was missed: 3 + 10 = 13.",
    ),
    "the double forgotten": (
        "ten-bridge",
        FOUR,
        {"contract": "3majorX", "declarer": "South", "tricks": 6},
        "East & West",
        10,
        "The double was forgotten: 10.",
    ),
    "every level an extra level": (
        "ten-bridge",
        FOUR,
        {"contract": "4major", "declarer": "South", "tricks": 9},
        "North & South",
        80,
        "Every level was paid as an extra level: 20 + 20 + 40 = 80.",
    ),
    "the tricks paid, not the bid": (
        "reverse-bridge",
        FOUR,
        {"contract": "7S", "declarer": "North", "opponent_tricks": 9},
        "North & South",
        27,
        "The bidders were paid for the 9 tricks taken, not for the bid: 27.",
    ),
    "the sides taken for one another, in Spades": (
        "spades",
        FOUR,
        {"bids": {"North": 3, "East": 4, "South": 2, "West": 2}, "tricks": [5, 8]},
        "North & South",
        62,
        "The two sides were taken for one another: 60 + 2 = 62.",
    ),
    "the other side, in Spades": (
        "spades",
        FOUR,
        {"bids": {"North": 3, "East": 4, "South": 2, "West": 2}, "tricks": [5, 8]},
        "East & West",
        50,
        "The two sides were taken for one another: 50.",
    ),
    "the sides taken for one another": (
        "reverse-bridge",
        FOUR,
        {"contract": "7S", "declarer": "North", "opponent_tricks": 9},
        "East & West",
        21,
        "The two sides were taken for one another: 21.",
    ),
    "a single nil counted as failed": (
        "spades",
        FOUR,
        {**BAGS, "bids": {**BAGS["bids"], "North": "nil"}},
        "North & South",
        -75,
        "North's nil was counted as set, though it was made: 20 + 5 − 100 = −75.",
    ),
    "bags counted like tricks that were bid": (
        "spades",
        FOUR,
        BAGS,
        "North & South",
        70,
        "10 were counted for each of 2 bags: 50 + 20 = 70.",
    ),
    "the tricks of a failed nil help the partner": (
        "spades",
        FOUR,
        {**SET, "bids": {**SET["bids"], "West": 5}},
        "East & West",
        -50,
        "The tricks of a failed nil were counted as tricks for the partner: 50 − 100 = −50.",
    ),
    "another scoring method": (
        "oh-hell",
        ["Ann", "Bo", "Cid"],
        {"bids": {"Ann": 3, "Bo": 3, "Cid": 3}, "tricks": {"Ann": 3, "Bo": 2, "Cid": 5}},
        "Cid",
        -4,
        "Scored by another method, “squares”: −4.",
    ),
    "contract bridge for auction bridge": (
        "pirate-bridge",
        ["Alan", "Dave", "Gracie", "Mike"],
        {"contract": "4S", "declarer": "Alan", "acceptor": "Mike", "tricks": 10},
        "Alan",
        420,
        "Scored by contract bridge, not vulnerable: 120 + 300 = 420.",
    ),
    "the partner forgotten": (
        "pirate-bridge",
        ["Alan", "Dave", "Gracie", "Mike"],
        {"contract": "4S", "declarer": "Alan", "acceptor": "Mike", "tricks": 10},
        "Mike",
        0,
        "Nothing was given to Mike, as if without a partner: 0.",
    ),
    "the book counted too": (
        "pirate-bridge",
        ["Alan", "Dave", "Gracie", "Mike"],
        {"contract": "4S", "declarer": "Alan", "acceptor": "Mike", "tricks": 10},
        "Alan",
        90,
        "All tricks were counted below the line: 90.",
    ),
    "a double forgotten by the defenders": (
        "pirate-bridge",
        ["Alan", "Dave", "Gracie", "Mike"],
        {"contract": "2SX", "declarer": "Dave", "acceptor": "Mike", "tricks": 6},
        "Alan",
        100,
        "The double was forgotten: 100.",
    ),
    "the penalty forgotten of a doubled contract": (
        "pirate-bridge",
        ["Alan", "Dave", "Gracie", "Mike"],
        {"contract": "2SX", "declarer": "Dave", "acceptor": "Mike", "tricks": 6},
        "Alan",
        300,
        "Counted as if one trick less had been taken, 5: 300.",
    ),
}


@pytest.mark.parametrize("kind", OF_OTHER_GAMES)
def test_the_slips_of_other_games_are_named(kind: str) -> None:
    game, players, hand, column, claimed, said = OF_OTHER_GAMES[kind]
    sheet = {"format": "score-sheet/1", "game": game, "players": players, "hands": [hand]}
    (wrong,) = check(read(filed(sheet, [{"points": {column: claimed}}]))).wrong
    assert said in wrong.mistakes
