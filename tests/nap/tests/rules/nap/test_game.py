"""Nap: its rules, and an evening played on the pages and read from the command line."""

import json

import pytest
from click.testing import CliRunner
from flask import Flask

from scorer.cli import main
from tests.web.phone import Phone, words

FOUR = ["Amber", "Betty", "Cindy", "Diana"]
HANDS = [
    {"bidder": "Betty", "bid": "3", "tricks": "4"},
    {"bidder": "Cindy", "bid": "5", "wellington": "yes", "tricks": "2"},
]


def score(*hands: dict[str, object], **options: bool) -> dict[str, object]:
    facts = [{"wellington": False, **hand} for hand in hands]
    sheet = {"format": "score-sheet/1", "game": "nap", "players": FOUR, "options": options, "hands": facts}
    answer = CliRunner().invoke(main, ["score", "--json", "-"], input=json.dumps(sheet))
    return json.loads(answer.output)


@pytest.mark.parametrize(("bid", "tricks", "points"), [(3, 3, 3), (3, 5, 3), (5, 4, -5), (2, 0, -2)])
def test_a_bid_is_won_or_lost_whole(bid: int, tricks: int, points: int) -> None:
    assert score({"bidder": "Amber", "bid": bid, "tricks": tricks})["totals"] == [points, 0]


def test_a_bid_that_fails_costs_twice_as_much_where_agreed() -> None:
    assert score({"bidder": "Amber", "bid": 4, "tricks": 1}, double_loss=True)["totals"] == [-8, 0]


def test_wellington_is_for_double_stakes_and_only_over_a_bid_of_five() -> None:
    assert score({"bidder": "Diana", "bid": 5, "wellington": True, "tricks": 5})["totals"] == [0, 10]
    error = score({"bidder": "Diana", "bid": 4, "wellington": True, "tricks": 5})["error"]
    assert isinstance(error, dict)
    assert error["rule"] == "Wellington"


@pytest.mark.parametrize(("bid", "tricks", "rule"), [(6, 3, "Bid"), (1, 1, "Bid"), (4, 6, "Tricks")])
def test_a_hand_that_cannot_be_is_refused(bid: int, tricks: int, rule: str) -> None:
    error = score({"bidder": "Amber", "bid": bid, "tricks": tricks})["error"]
    assert isinstance(error, dict)
    assert error["rule"] == rule


def test_an_evening_of_nap(app: Flask) -> None:
    phone = Phone(app)
    sheet = phone.start(game="nap", players=FOUR)
    for hand in HANDS:
        assert phone.enter(sheet, hand).status_code == 303
    page = " ".join(words(phone.get(f"{sheet}{hand}")) for hand in ("/hands/2", "/hands/3"))
    assert "Betty bid 3, took 4" in page
    assert "+3" in page
    assert "−10" in page
    assert "failed" in page
    assert "Double loss" in words(phone.get("/rules/nap"))


def test_the_entry_of_every_hand_says_what_the_game_says_before_it(app: Flask) -> None:
    phone = Phone(app)
    sheet = phone.start(game="nap", players=FOUR)
    assert "Diana deals 5 cards each; Amber bids first." in words(phone.get(f"{sheet}/hand"))
    phone.enter(sheet, HANDS[0])
    assert "Amber deals 5 cards each; Betty bids first." in words(phone.get(f"{sheet}/hand"))
    assert "5 cards each" not in words(phone.get(f"{sheet}/hand/2"))  # It is played already.
