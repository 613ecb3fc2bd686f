"""A hand settled by points: what it keeps in the file, and what becomes of bags, part scores and games."""

import json
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet import importing, questions, sheet_file
from scorer.sheet.changes.disputes import carried_on
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, Outcome, fold
from scorer.web import disputes

from ..evening import Evening
from ..files import FIVE, RESULT, ledger
from ..test_sheet_file import VALIDATOR

FOUR = ["North", "East", "South", "West"]
REASON = "revoke by Cindy: 10 to the others"
POINTS = {"Amber": 0, "Betty": 10, "Cindy": 0, "Diana": 10, "Ellie": 10}
SETTLED = {"points": POINTS, "played": RESULT, "note": REASON, "by": ["Amber", "Betty", "Diana"]}


def settled(evening: Evening, number: int, points: dict[str, Any], agreed: tuple[str, ...], reason: str) -> Ledger:
    evening.act(disputes.to_dispute(evening.row(number).hand.entry or 0))
    return evening.act(disputes.to_settle(evening.snapshot.version, Outcome.BY_HAND, agreed, reason, points))


def lines(sheet: Ledger, number: int) -> list[str]:
    return list(carried_on(sheet, sheet.rows[number - 1]))


def test_settling_keeps_what_was_bid_and_taken_why_and_who_agreed() -> None:
    evening = Evening(RESULT)
    after = settled(evening, 1, POINTS, ("Amber", "Betty", "Diana"), REASON)
    facts = after.rows[0].hand.facts
    assert {key: facts[key] for key in SETTLED} == SETTLED
    assert after.rows[0].points == (0, 10, 0, 10, 10)
    assert after.rows[0].summary == f"settled by the table: {REASON}"
    assert after.rows[0].played == "Amber and Cindy 6♥, took 7"


def test_a_hand_settled_again_keeps_what_was_bid_and_taken() -> None:
    evening = Evening(RESULT)
    settled(evening, 1, POINTS, ("Amber", "Betty", "Diana"), REASON)
    after = settled(evening, 1, dict.fromkeys(FIVE, 1), ("Amber", "Betty", "Ellie"), "")
    assert after.rows[0].hand.facts["played"] == RESULT
    assert after.rows[0].judged.agreed == ("Amber", "Betty", "Ellie")


def test_a_settled_hand_goes_through_the_file_and_back_as_it_is() -> None:
    evening = Evening(RESULT, {"contract": None})
    settled(evening, 1, POINTS, ("Amber", "Betty", "Diana"), REASON)
    settled(evening, 2, POINTS, ("Amber", "Betty", "Diana"), REASON)
    content = sheet_file.write(evening.snapshot.sheet)
    assert json.loads(content)["hands"][1]["played"] == {"contract": None}
    assert not list(VALIDATOR.iter_errors(json.loads(content)))
    entries = [Entry(number, *act) for number, act in enumerate(importing.read_bare(content), start=1)]
    assert sheet_file.write(fold(entries)) == content


def test_who_is_renamed_is_called_so_in_what_was_settled_too() -> None:
    evening = Evening(RESULT)
    settled(evening, 1, POINTS, ("Amber", "Betty", "Diana"), REASON)
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
    with pytest.raises(FormatError) as caught:
        ledger({"points": POINTS, **beside})
    assert caught.value.where == where


def test_tricks_that_no_hand_has_are_refused_in_what_had_been_played_too() -> None:
    with pytest.raises(IllegalHandError):
        ledger({"points": POINTS, "played": {"tricks": 18}})


@pytest.mark.parametrize("key", ["played", "by"])
def test_a_hand_that_is_scored_by_its_result_was_not_settled(key: str) -> None:
    with pytest.raises(FormatError, match=f"unknown key “{key}”"):
        ledger({**RESULT, key: SETTLED[key]})


def test_bags_stay_as_they_were_before_the_hand() -> None:
    hands = [
        {"bids": dict(zip(FOUR, (3, 3, 2, 2), strict=True)), "tricks": [8, 5]},
        {"bids": dict(zip(FOUR, (3, 3, 2, 2), strict=True)), "tricks": [7, 6]},
    ]
    assert lines(ledger(*hands, game="spades", players=FOUR), 2) == [
        "North & South: bags 3, as before the hand, not bags 5.",
        "East & West: bags 0, as before the hand, not bags 1.",
        "The tricks of the hand make no bags.",
    ]


def test_a_part_score_is_carried_on_and_the_hand_counts_for_no_game() -> None:
    part = {"contract": "3minor", "declarer": "East", "tricks": 8}
    sheet = ledger(part, {**part, "declarer": "North"}, game="ten-bridge", players=FOUR)
    before = sheet.rows[0].judged.after.carry.carried[1]
    assert before
    assert f"East & West: part score {before}, as before the hand." in lines(sheet, 2)
    assert "The hand counts for no part score and no game." in lines(sheet, 2)
    told = [line for line in lines(sheet, 2) if line.startswith("North & South: no part score")]
    assert told == [f"North & South: no part score, as before the hand, not part score {before}."]


def test_a_game_of_two_pirates_that_the_settled_hand_had_won_is_said_to_be_gone() -> None:
    hand = {"contract": "3NT", "declarer": "North", "acceptor": "East", "tricks": 9}
    sheet = ledger(hand, game="pirate-bridge", players=FOUR)
    assert lines(sheet, 1) == [
        "North: no games, as before the hand, not games 1.",
        "East: no games, as before the hand, not games 1.",
        "The hand counts for no game, and nothing of it stands below the line.",
    ]


def test_a_settled_hand_of_oh_hell_uses_up_its_place() -> None:
    hand = {"bids": dict.fromkeys(FOUR[:3], 0), "tricks": {"North": 10, "East": 0, "South": 0}}
    sheet = ledger(hand, game="oh-hell", players=FOUR[:3])
    assert lines(sheet, 1) == ["The hand uses up its place in the pattern of hand sizes."]


def test_a_hand_that_is_nothing_but_points_keeps_why_and_who() -> None:
    points = {"Amber": 1, "Betty": 2}
    evening = Evening({"points": points}, game="plain", players=["Amber", "Betty"], dealer="Betty")
    after = settled(evening, 1, {"Amber": 5, "Betty": 0}, ("Amber", "Betty"), "misadded")
    assert after.rows[0].hand.facts == {
        "dealer": "Betty",
        "points": {"Amber": 5, "Betty": 0},
        "note": "misadded",
        "by": ["Amber", "Betty"],
    }
    assert sheet_file.load(sheet_file.write(evening.snapshot.sheet)).hands == evening.snapshot.sheet.hands
