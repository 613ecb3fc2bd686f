"""Points without a deal: they count where they stand, and move nothing else."""

import random
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, fold
from scorer.sheet.importing import acts_of

from ...exports.random_sheets import random_sheet
from ..evening import as_entries
from ..files import FIVE, HEAD, NOBODY, RESULT, SheetFiles

REVOKE: dict[str, Any] = {"after": 1, "points": {"Betty": -10, "Cindy": 10}, "note": "revoke", "by": ["Amber"]}


def evening(*adjustments: Any, **head: Any) -> Any:
    return {**HEAD, "hands": [RESULT, NOBODY], "adjustments": [*adjustments], **head}


def fault(*adjustments: Any, **head: Any) -> str:
    with pytest.raises(FormatError) as raised:
        Ledger.of(sheet_file.sheet_of(evening(*adjustments, **head)))
    return raised.value.where


def test_points_count_in_the_totals_from_their_place_on() -> None:
    ledger = Ledger.of(sheet_file.sheet_of(evening(REVOKE, {"after": 0, "points": {"Ellie": 3}})))
    assert [row.totals for row in ledger.rows] == [(49, 6, 49, 6, 9), (49, -4, 59, 6, 9)]
    assert [row.totals for row in ledger.adjusted] == [(0, 0, 0, 0, 3), (49, -4, 59, 6, 9)]
    assert ledger.totals == (49, -4, 59, 6, 9)
    assert [ledger.working(line, 2) for line in ledger.lines] == ["0", "49", "49 + 10 = 59", "59 + 0 = 59"]
    (line,) = ledger.adjusted[1].why(1)
    assert (line.points, line.reason, line.rule and line.rule.name) == (-10, "adjustment: revoke", "Adjustment")


def test_points_move_neither_the_deal_nor_the_number_of_a_hand() -> None:
    with_points = Ledger.of(sheet_file.sheet_of(evening(REVOKE)))
    without = Ledger.of(sheet_file.sheet_of(evening()))
    assert [(row.number, row.dealer) for row in with_points.rows] == [
        (row.number, row.dealer) for row in without.rows
    ]
    assert (with_points.table.dealer, with_points.table.carry) == (without.table.dealer, without.table.carry)


def test_the_answer_lists_them_beside_the_hands() -> None:
    answer = json_answer.score(Ledger.of(sheet_file.sheet_of(evening(REVOKE))))
    assert [*answer][:4] == ["game", "columns", "hands", "adjustments"]
    (given,) = answer["adjustments"]
    assert {key: given[key] for key in ("after", "points", "totals", "note", "by")} == {
        "after": 1,
        "points": [0, -10, 10, 0, 0],
        "totals": [49, -4, 59, 6, 6],
        "note": "revoke",
        "by": ["Amber"],
    }
    assert "adjustments" not in json_answer.score(Ledger.of(sheet_file.sheet_of(evening())))


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({**REVOKE, "after": 3}, "$.adjustments[0].after"),
        ({**REVOKE, "after": -1}, "$.adjustments[0].after"),
        ({**REVOKE, "after": True}, "$.adjustments[0].after"),
        ({**REVOKE, "points": {"Zoe": 1}}, "$.adjustments[0].points.Zoe"),
        ({**REVOKE, "points": {}}, "$.adjustments[0].points"),
        ({**REVOKE, "points": {"Betty": "1"}}, "$.adjustments[0].points.Betty"),
        ({**REVOKE, "by": ["Zoe"]}, "$.adjustments[0].by[0]"),
        ({**REVOKE, "by": ["Amber", "Amber"]}, "$.adjustments[0].by[1]"),
        ({**REVOKE, "hand": 1}, "$.adjustments[0].hand"),
        ({"after": 1}, "$.adjustments[0].points"),
        ({"points": {"Betty": 1}}, "$.adjustments[0].after"),
        (None, "$.adjustments[0]"),
    ],
)
def test_what_is_no_adjustment_is_named(wrong: Any, where: str) -> None:
    assert fault(wrong) == where


def test_a_newcomer_has_no_points_before_they_sit_down() -> None:
    hands = [RESULT, {**NOBODY, "players": [*FIVE[:4], "Zoe"]}]
    assert fault({"after": 1, "points": {"Zoe": 5}}, hands=hands) == "$.adjustments[0].points.Zoe"
    late = evening({"after": 2, "points": {"Zoe": 5, "Ellie": -5}}, hands=hands)
    assert Ledger.of(sheet_file.sheet_of(late)).totals == (49, 6, 49, 6, 1, 5)


def test_a_hand_that_has_not_ended_is_followed_by_nothing() -> None:
    open_hand = {"calls": ["Betty: no proposal"]}
    assert fault({**REVOKE, "after": 2}, hands=[RESULT, open_hand]) == "$.adjustments[0].after"


def test_a_penalty_can_keep_a_game_from_its_end() -> None:
    players = ["North", "East", "South", "West"]
    hand = {"bids": dict.fromkeys(players, 3), "tricks": [7, 6]}
    head = {**HEAD, "game": "spades", "players": players, "dealer": "West", "options": {"target": 60}}
    over = {**head, "hands": [hand, hand]}
    with pytest.raises(IllegalHandError):
        Ledger.of(sheet_file.sheet_of(over))
    played_on = {**over, "adjustments": [{"after": 1, "points": {"North & South": -50, "East & West": -50}}]}
    assert Ledger.of(sheet_file.sheet_of(played_on)).totals == (72, 70)


@pytest.mark.parametrize("game", GAMES)
def test_the_acts_of_a_file_with_points_beside_its_hands_make_the_same_sheet(game: str) -> None:
    given = 0
    for seed in range(9):
        sheet = random_sheet(game, random.Random(f"{game} {seed}")).sheet
        assert sheet_file.dump(fold(as_entries(acts_of(sheet)))) == sheet_file.dump(sheet)
        given += len(sheet.adjustments)
    assert given


def entries(*acts: tuple[EntryKind, dict[str, Any]]) -> tuple[Entry, ...]:
    start = {"game": HEAD["game"], "players": HEAD["players"], "dealer": HEAD["players"][-1]}
    return as_entries([(EntryKind.START, start), *acts])


def test_points_are_amended_and_struck_and_stay_behind_their_hand() -> None:
    given = {"points": {"Betty": -10}}
    acts = [
        (EntryKind.RECORD, {"hand": RESULT}),
        (EntryKind.RECORD, {"hand": RESULT}),
        (EntryKind.ADJUST, {"adjustment": given}),
        (EntryKind.RECORD, {"hand": NOBODY}),
    ]
    (first,) = fold(entries(*acts)).adjustments
    assert (first.after, first.entry, first.facts) == (2, 4, given)
    amended = fold(entries(*acts, (EntryKind.ADJUST, {"entry": 4, "adjustment": {"points": {"Betty": -20}}})))
    assert [(one.after, one.facts) for one in amended.adjustments] == [(2, {"points": {"Betty": -20}})]
    without_hand = fold(entries(*acts, (EntryKind.STRIKE, {"entry": 2})))
    assert [(one.after, one.facts) for one in without_hand.adjustments] == [(1, given)]
    struck = fold(entries(*acts, (EntryKind.ADJUST, {"entry": 4, "adjustment": None, "reason": "paid"})))
    assert struck.adjustments == ()
    undone = fold(entries(*acts[:3], (EntryKind.UNDO, {"entry": 4})))
    assert undone.adjustments == ()


def test_a_ledger_made_from_another_has_the_same_totals() -> None:
    base = [
        (EntryKind.RECORD, {"hand": RESULT}),
        (EntryKind.ADJUST, {"adjustment": {"points": {"Betty": -10}}}),
        (EntryKind.RECORD, {"hand": RESULT}),
        (EntryKind.RECORD, {"hand": RESULT}),
    ]
    before = Ledger.of(fold(entries(*base)))
    for act in (
        (EntryKind.ADJUST, {"entry": 3, "adjustment": {"points": {"Betty": -20}}}),
        (EntryKind.ADJUST, {"entry": 3, "adjustment": None}),
        (EntryKind.ADJUST, {"adjustment": {"points": {"Amber": 1}}}),
        (EntryKind.STRIKE, {"entry": 2}),
    ):
        after = fold(entries(*base, act))
        anew, known = Ledger.of(after), Ledger.of(after, before)
        assert [line.totals for line in known.lines] == [line.totals for line in anew.lines]


def test_a_side_may_bid_blind_by_the_score_that_stands_whatever_it_is_made_of() -> None:
    players = ["North", "East", "South", "West"]
    head = {**HEAD, "game": "spades", "players": players, "dealer": "West"}
    hand = {"bids": dict.fromkeys(players, 3), "tricks": [7, 6]}
    blind = {"bids": {**hand["bids"], "North": "blind nil"}, "tricks": [6, 7]}
    with pytest.raises(IllegalHandError):
        Ledger.of(sheet_file.sheet_of({**head, "hands": [hand, blind]}))
    fined = [{"after": 1, "points": {"North & South": -101}}]
    assert Ledger.of(sheet_file.sheet_of({**head, "hands": [hand, blind], "adjustments": fined})).rows[1:]


def test_a_target_that_points_without_a_deal_have_reached_ends_the_sheet_before_its_first_hand() -> None:
    plain = SheetFiles({"game": "plain", "players": ["Amber", "Betty"], "options": {"target": 50}})
    given = [{"after": 0, "points": {"Amber": 60}}]
    with pytest.raises(IllegalHandError) as caught:
        plain.ledger({"points": {"Amber": 1, "Betty": 2}}, adjustments=given)
    assert str(caught.value) == "The sheet ended before its first hand (Amber reached 50)."
    assert caught.value.hand == 1
