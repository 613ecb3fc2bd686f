"""Whole sheets of any other game: points as they were written, by name, with and without a target."""

from typing import Any

import pytest

from scorer.exports import json_answer, texts
from scorer.rules.core import CLOSED_SHEET
from scorer.sheet.changes.remarks import sheet_warnings
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.paper.check import Paper, check

from ..files import SheetFiles, place
from ..papers import honest

THREE = ["Amber", "Betty", "Cindy"]
_FILES = SheetFiles({"game": "plain", "players": THREE})
content, ledger = _FILES.content, _FILES.ledger


def points(*each: float, names: list[str] = THREE, **beside: Any) -> dict[str, Any]:
    return {"points": dict(zip(names, each, strict=True)), **beside}


def test_points_are_a_result_like_any_other_and_decimals_stay_exact() -> None:
    told = json_answer.score(ledger(points(0.1, -2.5, 0), points(0.2, 3, 7, note="late")))
    assert [str(total) for total in told["totals"]] == ["0.3", "0.5", "7"]
    assert told["hands"][0]["why"][2] == [{"points": 0, "reason": "points counted"}]
    assert [hand["dealer"] for hand in told["hands"]] == ["Cindy", "Amber"]
    assert (told["closing"], told["ending"]) == (None, None)


def test_the_lowest_total_stands_first_where_the_lowest_wins() -> None:
    kept = ledger(points(3, -1, 3), options={"wins": "lowest"})
    assert [(standing.place, standing.column) for standing in kept.standings] == [
        (1, "Betty"),
        (2, "Amber"),
        (2, "Cindy"),
    ]
    closed = ledger(points(3, -1, 3), options={"wins": "lowest"}, finished=True)
    assert closed.winners == ("Betty",)


def test_after_the_target_is_reached_no_hand_is_scored() -> None:
    told = json_answer.score(ledger(points(50, 49, 0), options={"target": 50}))
    assert told["ending"] == {"reason": "Amber reached 50", "winners": ["Amber"]}
    with pytest.raises(IllegalHandError) as caught:
        ledger(points(50, 49, 0), points(1, 1, 1), options={"target": 50})
    assert (caught.value.hand, caught.value.violation.rule) == (2, CLOSED_SHEET)


def test_a_target_may_be_given_up_in_mid_sheet() -> None:
    given_up = points(60, 0, 0, options={"target": None})
    kept = ledger(points(40, 0, 0), given_up, points(1, 1, 1), options={"target": 50})
    assert kept.totals == (101, 1, 1)
    assert kept.ending is None


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ({"points": {"Amber": 1, "Betty": 2}}, ".points.Cindy"),
        ({"points": {"Amber": 1, "Betty": 2, "Cindy": 3, "Diana": 4}}, ".points.Diana"),
        ({"points": {"Amber": "1", "Betty": 2, "Cindy": 3}}, ".points.Amber"),
        ({"contract": None}, ".contract"),
        ({"calls": []}, ".calls"),
        ({}, ".points"),
        (points(1, 2, 3, options={"target": 0}), ".options.target"),
    ],
)
def test_what_no_plain_sheet_holds_is_malformed(hand: dict[str, Any], where: str) -> None:
    assert place(content(hand)) == f"$.hands[0]{where}"


def test_what_does_not_come_to_the_agreed_sum_is_taken_and_said() -> None:
    kept = ledger(points(13, 12, 0), points(20, 6, 0), options={"comes_to": 26})
    assert kept.totals == (33, 18, 0)
    assert "   The points add up to 25, not to 26." in texts.score(kept).splitlines()
    assert texts.score(kept).count("add up to") == 1
    assert "Hand 1: The points add up to 25, not to 26." in texts.read_as(check(Paper(kept.sheet, honest(kept))))
    assert [(told.text, told.hand) for told in sheet_warnings((), kept)] == [
        ("Hand 1: The points add up to 25, not to 26.", 1)
    ]
    assert ledger(points(1, 1, 1), options={"comes_to": [3, 26]}).rows[0].doubt == ""
