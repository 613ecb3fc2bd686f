"""An evening of Nap, played on the pages and read from the command line."""

import json

from click.testing import CliRunner
from flask import Flask

from scorer.cli import main
from tests.web.phone import Phone, words

HANDS = [{"bidder": "Betty", "bid": "3", "tricks": "4"}, {"bidder": "Cindy", "bid": "5", "tricks": "2"}]


def test_an_evening_of_nap(app: Flask) -> None:
    phone = Phone(app)
    sheet = phone.start(game="nap", players=["Amber", "Betty", "Cindy"])
    for hand in HANDS:
        assert phone.enter(sheet, hand).status_code == 303
    snapshot = words(phone.get(sheet))
    assert "Betty bid 3, took 4" in snapshot
    assert "+3" in snapshot
    assert "−5" in snapshot
    assert "Double loss" in words(phone.get("/rules/nap"))


def test_the_sheet_file_of_nap() -> None:
    sheet = {
        "format": "score-sheet/1",
        "game": "nap",
        "players": ["Amber", "Betty"],
        "options": {"double_loss": True},
    }
    hands = [{"bidder": "Amber", "bid": 4, "tricks": 1}]
    said = CliRunner().invoke(main, ["score", "--json", "-"], input=json.dumps({**sheet, "hands": hands}))
    assert said.exit_code == 0
    assert json.loads(said.output)["totals"] == [-8, 0]
