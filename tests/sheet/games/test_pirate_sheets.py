"""Whole sheets of Pirate Bridge: evenings at random, a rubber and the next, what only one way to score knows."""

from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.sheet.core.judge import IllegalHandError

from ..files import SheetFiles, place

FOUR = ["Alan", "Dave", "Gracie", "Mike"]
HEAD: dict[str, Any] = {"format": "score-sheet/1", "game": "pirate-bridge", "players": FOUR, "dealer": "Alan"}
_FILES = SheetFiles(HEAD)
content, ledger = _FILES.content, _FILES.ledger
CONTRACT = {"options": {"scoring": "contract"}}
MADE: dict[str, Any] = {"contract": "4S", "declarer": "Alan", "acceptor": "Dave", "tricks": 10}
THROWN_IN = [f"{name}: pass" for name in FOUR]
SPOKEN = ["Alan: 4S", "Dave: accept", "Gracie: pass", "Mike: X", "Alan: pass", "Dave: pass", "Gracie: pass"]


def test_after_a_rubber_the_next_auction_is_offered_unless_the_sheet_is_closed() -> None:
    """[sheet-format: ending; scorer auction]"""
    over = ledger(MADE, MADE)
    assert json_answer.score(over)["ending"] == {
        "reason": "the rubber is over, Alan and Dave have two games",
        "winners": ["Alan", "Dave"],
    }
    assert json_answer.auction(over)["turn"] == "Gracie"
    assert json_answer.auction(ledger(MADE, MADE, {"calls": ["Gracie: 1C"]}))["turn"] == "Mike"
    assert json_answer.auction(ledger(MADE, MADE, finished=True))["over"]


@pytest.mark.parametrize(
    ("sheet", "where"),
    [
        (content({**MADE, "vulnerable": True}), "$.hands[0].vulnerable"),
        (content({**MADE, "honors": {}}, **CONTRACT), "$.hands[0].honors"),
        (content({**MADE, "honors": {"Eve": 3}}), "$.hands[0].honors.Eve"),
        (content(options={"scoring": "contract", "rubber_bonus": 250}), "$.options.rubber_bonus"),
        (content(options={"small_slam": -1}), "$.options.small_slam"),
        (content(players=[*FOUR, "Eve"]), "$.players"),
        (content({"contract": "4S", "declarer": "Alan", "tricks": 10}), "$.hands[0].acceptor"),
    ],
)
def test_a_key_of_another_way_to_score_or_of_no_kind_is_malformed(sheet: bytes, where: str) -> None:
    assert place(sheet) == where


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ({"calls": SPOKEN, "contract": "4S", "tricks": 9}, None),
        ({"calls": SPOKEN, "acceptor": "Mike", "tricks": 9}, None),
        ({"calls": SPOKEN[:3], "tricks": 9}, None),
        ({"calls": THROWN_IN, **MADE}, None),
        ({"calls": ["Alan: 1S", "Dave: X"]}, 2),
        ({"calls": [*SPOKEN, "Mike: pass"]}, 8),
    ],
)
def test_a_hand_that_breaks_a_rule_says_where(hand: dict[str, Any], call: int | None) -> None:
    with pytest.raises(IllegalHandError) as caught:
        ledger(MADE, {"dealer": "Alan", **hand})
    assert (caught.value.hand, caught.value.call) == (2, call)
