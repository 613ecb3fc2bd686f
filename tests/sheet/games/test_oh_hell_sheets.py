"""Whole sheets of Oh Hell: hands follow the pattern whatever the table changes, to the end and its payments."""

from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.core import CLOSED_SHEET, ONE_HAND_AT_A_TIME
from scorer.rules.oh_hell.game import OhHell
from scorer.rules.oh_hell.rules import BID, END, HOOK
from scorer.rules.reading import FormatError
from scorer.sheet.changes.corrections import rules
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.questions import under
from scorer.sheet.sheet_file import dump, load

from .. import files
from ..files import SheetFiles

THREE = ["Amber", "Betty", "Cindy"]
FOUR = [*THREE, "Diana"]
_FILES = SheetFiles({"game": "oh-hell", "players": THREE, "options": {"hand_sizes": [2, 1]}})
content, ledger, broken = _FILES.content, _FILES.ledger, _FILES.broken


def place(*hands: Any, **head: Any) -> str:
    return files.place(content(*hands, **head))


def hand(bids: str, tricks: str, names: list[str] = THREE, **beside: Any) -> dict[str, Any]:
    """A hand from a figure for each player: "102", "101"."""
    told = {"bids": dict(zip(names, map(int, bids), strict=True))}
    return {**told, "tricks": dict(zip(names, map(int, tricks), strict=True)), **beside}


TWO, ONE = hand("102", "002"), hand("011", "010")
"""A hand of two cards that Cindy dealt, and one of one card."""
OWN = {"met": [10, 2], "over": [0, 0, -2], "under": [0, 0, -2]}


def cards(kept: Ledger) -> int:
    """Of the hand that comes next."""
    assert isinstance(kept.table.game, OhHell)
    return kept.table.game.cards(kept.table.carry)


def test_the_sheet_ends_with_the_last_hand_of_the_pattern() -> None:
    told = json_answer.score(ledger(TWO, ONE))
    assert told["totals"] == [10, 21, 12]
    assert told["ending"] == {"reason": "the last of 2 hands is played", "winners": ["Betty"]}
    assert told["hands"][0]["why"][1] == [{"points": 0, "reason": "0 tricks"}, {"points": 10, "reason": "bid met"}]
    assert json_answer.score(ledger(TWO))["ending"] is None
    assert broken(TWO, ONE, ONE) == (3, None, CLOSED_SHEET.name)


def test_a_hand_settled_by_the_table_takes_its_place_in_the_pattern() -> None:
    settled = {"points": {"Amber": 5, "Betty": -0.5, "Cindy": 0}}
    assert cards(ledger(settled)) == 1
    assert ledger(settled, ONE).ending
    assert float(ledger(settled, ONE).totals[1]) == 10.5


def test_an_open_hand_takes_none_yet() -> None:
    kept = ledger(TWO, {"calls": ["Betty: 1"]})
    assert [row.number for row in kept.rows] == [1]
    assert json_answer.auction(kept) == {
        "turn": "Cindy",
        "stage": "bidding",
        "legal": ["0", "1"],
        "contract": None,
        "over": False,
    }
    assert broken({"calls": []}, TWO) == (1, None, ONE_HAND_AT_A_TIME.name)
    assert broken({"calls": ["Amber: 1", "Betty: 0", "Cindy: 2"]}, TWO) == (1, None, ONE_HAND_AT_A_TIME.name)


def test_with_more_players_the_hand_takes_its_place_in_their_own_pattern() -> None:
    """Five play 19 hands from ten cards, seven 13 from seven: the second hand is of nine cards, or of six."""
    names = [*FOUR, "Ellie"]
    ten = hand("30105", "30115", names)
    head = {"players": names, "options": {}}
    assert cards(ledger(ten, **head)) == 9
    seven = [*names, "Fiona", "Grace"]
    kept = ledger(ten, hand("5000000", "0000006", seven, players=seven, dealer="Grace"), **head)
    assert kept.rows[1].points[:2] == (0, 10)
    assert cards(kept) == 5


def test_where_the_pattern_of_the_new_table_is_over_already_nothing_more_is_played() -> None:
    fewer = {"options": {"hand_sizes": [2]}}
    assert broken(TWO, {**ONE, **fewer}) == (2, None, END.name)


def test_a_house_rule_holds_from_its_hand_on() -> None:
    kept = ledger(TWO, {**ONE, "options": {"scoring": "minus_bid"}})
    assert [row.points for row in kept.rows] == [(0, 10, 12), (10, 11, -1)]


AT_ONCE = {"bidding": "simultaneous"}


def test_a_table_that_bids_at_once_from_a_hand_on_has_no_calls_and_no_hook_from_there() -> None:
    hooked = hand("101", "101")
    assert broken({**hooked}) == (1, None, HOOK.name)
    assert ledger({**hooked, "options": AT_ONCE}).totals == (11, 10, 11)
    assert broken({**TWO, "options": AT_ONCE}, {**hand("100", "100"), "options": {"bidding": "in turn"}}) == (
        2,
        None,
        HOOK.name,
    )


def test_bids_that_were_called_stay_where_the_whole_sheet_is_played_by_bids_at_once() -> None:
    called = {"calls": ["Amber: 1", "Betty: 0", "Cindy: 2"], "tricks": TWO["tricks"]}
    spoken, options = ledger(called), {**OhHell.options_type.usual(), "hand_sizes": [2, 1], **AT_ONCE}
    revised = rules(spoken, options, whole=True)["revised"]
    assert [*revised["hands"].values()] == [{"tricks": TWO["tricks"], "bids": TWO["bids"]}]
    assert under(spoken, options).totals == spoken.totals


def test_calls_stand_for_the_bids_which_agree_with_them() -> None:
    calls = {"calls": ["Amber: 1", "Betty: 0", "Cindy: 2"], "tricks": TWO["tricks"]}
    assert ledger(calls).totals == ledger({**calls, "bids": TWO["bids"]}).totals == (0, 10, 12)
    assert broken({**calls, "bids": hand("002", "002")["bids"]})[2] == "Calls and result agree"
    assert broken({**calls, "calls": calls["calls"][:2]})[2] == "Calls and result agree"


@pytest.mark.parametrize(
    ("told", "where"),
    [
        ({"contract": None}, ".contract"),
        ({"bids": TWO["bids"]}, ".tricks"),
        ({"tricks": TWO["tricks"]}, ".bids"),
        ({**TWO, "bids": {"Amber": 1, "Betty": 0}}, ".bids.Cindy"),
        ({**TWO, "bids": {**TWO["bids"], "Diana": 0}}, ".bids.Diana"),
        ({**TWO, "bids": {**TWO["bids"], "Amber": "1"}}, ".bids.Amber"),
        ({**TWO, "tricks": {**TWO["tricks"], "Amber": 1.5}}, ".tricks.Amber"),
        ({**TWO, "trump": "X"}, ".trump"),
        ({**TWO, "trump": None}, ".trump"),
        ({**TWO, "options": {"stake": "1,5"}}, ".options.stake"),
        ({**TWO, "options": {"target": 100}}, ".options.target"),
        ({**TWO, "options": {"scoring": "own"}}, ".options.own"),
        ({**TWO, "options": {"scoring": "blackout", "own": OWN}}, ".options.own"),
        ({**TWO, "options": {"bidding": "simultaneous", "hook": True}}, ".options.hook"),
        ({"options": {"bidding": "simultaneous"}, "calls": ["Amber: 1"], "tricks": TWO["tricks"]}, ".calls"),
    ],
)
def test_what_no_sheet_of_the_game_holds_is_malformed(told: dict[str, Any], where: str) -> None:
    """[sheet-format: exit status 2]"""
    assert place(told) == f"$.hands[0]{where}"


def test_of_two_faults_the_first_in_reading_order_wins() -> None:
    """Also where the first is a bid that the table has in other hands, but not in this one."""
    third = {"tricks": {"Amber": "none"}}
    assert broken({"bids": {"Amber": 3, "Betty": 0, "Cindy": 0}, **third}) == (1, None, BID.name)
    assert broken(TWO, {"bids": {"Amber": 0, "Betty": 2, "Cindy": 0}, **third}) == (2, None, BID.name)
    assert place({**third, "bids": {"Amber": 3}}) == "$.hands[0].tricks.Amber"


def test_the_payments_of_a_sheet_are_by_the_difference_from_the_average() -> None:
    paid = ledger(TWO, ONE, options={"hand_sizes": [2, 1], "stake": "0.3"}).payments
    assert {name: str(amount) for name, amount in paid.items()} == {
        "Amber": "-13/10",
        "Betty": "2",
        "Cindy": "-7/10",
    }


def test_a_key_that_stands_twice_in_the_numbers_of_a_table_is_malformed() -> None:
    told = content(TWO, options={"scoring": "own", "own": OWN}).replace(b'"under"', b'"over": [0, 0, 0], "under"')
    with pytest.raises(FormatError, match="twice") as caught:
        Ledger.of(load(told))
    assert caught.value.where == "$.options.own.over"


def test_numbers_of_a_table_that_sleep_are_not_told_and_those_it_never_had_are_missed() -> None:
    other = {"options": {"scoring": "blackout"}}
    sleeping = ledger(TWO, {**TWO, **other}, options={"scoring": "own", "own": OWN, "hand_sizes": [2, 2]})
    assert not any("own numbers" in told for told in sleeping.table.game.options.in_force(3))
    never = place(TWO, {**TWO, "options": {"scoring": "own"}}, options={"hand_sizes": [2, 2]})
    assert never == "$.hands[1].options.own"


def test_a_hook_that_holds_everywhere_is_written_true() -> None:
    kept = ledger(TWO, options={"hook": [], "hand_sizes": [2, 1]})
    assert dump(kept.sheet)["options"] == {"hook": True, "hand_sizes": [2, 1]}
