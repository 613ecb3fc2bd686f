"""A hand settled by points: what it keeps in the file, and what becomes of bags, part scores and games."""

import json
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet import importing, questions, sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.sheet import fold

from ..evening import Evening, as_entries
from ..files import RESULT, content, ledger, place
from ..test_sheet_file import VALIDATOR

REASON = "revoke by Cindy: 10 to the others"
POINTS = {"Amber": 0, "Betty": 10, "Cindy": 0, "Diana": 10, "Ellie": 10}
SETTLED = {"points": POINTS, "played": RESULT, "note": REASON, "by": ["Amber", "Betty", "Diana"]}


def test_a_settled_hand_goes_through_the_file_and_back_as_it_is() -> None:
    evening = Evening(SETTLED, {**SETTLED, "played": {"contract": None}})
    written = sheet_file.write(evening.snapshot.sheet)
    assert json.loads(written)["hands"][1]["played"] == {"contract": None}
    assert not list(VALIDATOR.iter_errors(json.loads(written)))
    assert sheet_file.write(fold(as_entries(importing.read_bare(written)))) == written


def test_who_is_renamed_is_called_so_in_what_was_settled_too() -> None:
    evening = Evening(SETTLED)
    assert evening.ledger.rows[0].points == (0, 10, 0, 10, 10)
    assert evening.ledger.rows[0].summary == f"settled by the table: {REASON}"
    evening.rename(Amber="Anna")
    facts = evening.row(1).hand.facts
    assert facts["by"] == ["Anna", "Betty", "Diana"]
    assert facts["played"] == {**RESULT, "proposer": "Anna"}


def test_why_says_what_had_been_bid_and_taken_why_and_who_agreed() -> None:
    sheet = ledger(SETTLED)
    told = questions.points(sheet, sheet.rows[0], 1).facts
    assert "What had been bid and taken: Amber and Cindy 6♥, took 7." in told
    assert f"Noted: “{REASON}”." in told
    assert "Agreed to the points: Amber, Betty and Diana." in told


def test_part_of_a_result_is_enough_and_need_not_be_possible_as_a_whole() -> None:
    assert ledger({"points": POINTS, "played": {"contract": "6H", "tricks": 8}}).rows[0].played == (
        "contract 6H; tricks 8"
    )
    both = ledger({"points": POINTS, "played": {**RESULT, "accepter": "Amber"}})
    assert both.rows[0].played == "Amber and Amber 6♥, took 7"


@pytest.mark.parametrize(
    ("beside", "where"),
    [
        ({"played": {"bids": {}}}, "$.hands[0].played.bids"),
        ({"played": {"proposer": "Zoe"}}, "$.hands[0].played.proposer"),
        ({"played": {"tricks": "7"}}, "$.hands[0].played.tricks"),
        ({"played": ["6H"]}, "$.hands[0].played"),
        ({"by": "Amber"}, "$.hands[0].by"),
        ({"by": ["Amber", "Zoe"]}, "$.hands[0].by[1]"),
        ({"by": ["Amber", "Amber"]}, "$.hands[0].by[1]"),
        ({"carry": {"bags": [0, 0]}}, "$.hands[0].carry"),
    ],
)
def test_what_a_settled_hand_cannot_say_is_told_at_its_place(beside: dict[str, Any], where: str) -> None:
    assert place(content({"points": POINTS, **beside})) == where


def test_tricks_that_no_hand_has_are_refused_in_what_had_been_played_too() -> None:
    with pytest.raises(IllegalHandError):
        ledger({"points": POINTS, "played": {"tricks": 18}})


@pytest.mark.parametrize("key", ["played", "by"])
def test_a_hand_that_is_scored_by_its_result_was_not_settled(key: str) -> None:
    with pytest.raises(FormatError, match=f"unknown key “{key}”"):
        ledger({**RESULT, key: SETTLED[key]})
