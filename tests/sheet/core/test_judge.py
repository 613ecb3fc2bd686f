"""One hand after another: what it may hold, what it changes from itself on, and the rules of keeping a sheet."""

from typing import Any

import pytest

from scorer.rules.core import CALLS_AND_RESULT_AGREE, CLOSED_SHEET, ONE_HAND_AT_A_TIME, SETTLED, SHEET_RULES
from scorer.rules.registry import GAMES
from scorer.sheet.core import judge

from ..files import FIVE, NOBODY, RESULT, SILENT, broken, content, ledger, place

TOP = ["Amber: 10S", "Betty: accept"]
"""The shortest auction with a contract: a proposal of all the tricks, accepted."""


def test_every_game_has_the_rules_of_keeping_a_sheet() -> None:
    for game in GAMES.values():
        assert {ONE_HAND_AT_A_TIME, CALLS_AND_RESULT_AGREE, CLOSED_SHEET, SETTLED} <= set(SHEET_RULES)
        assert set(SHEET_RULES) <= set(game.rules)


def dealers(*hands: Any, **head: Any) -> list[str]:
    kept = ledger(*hands, **head)
    return [*(row.dealer for row in kept.rows), kept.table.game.players[kept.table.dealer]]


def test_the_deal_goes_to_the_left_and_stays_after_a_hand_that_nobody_bid() -> None:
    """[sheet-format: dealer; S0 Bidding 9]"""
    assert dealers(RESULT, NOBODY, {"calls": TOP, "tricks": 1, "dealer": "Ellie"}, RESULT) == [
        "Ellie",
        "Amber",
        "Ellie",
        "Amber",
        "Betty",
    ]
    assert dealers(RESULT, dealer="Betty") == ["Betty", "Cindy"]
    assert dealers(*[RESULT] * 5) == ["Ellie", "Amber", "Betty", "Cindy", "Diana", "Ellie"]


def test_a_hand_that_names_its_dealer_puts_the_rotation_right_from_itself_on() -> None:
    assert dealers(RESULT, {**RESULT, "dealer": "Diana"}, RESULT) == ["Ellie", "Diana", "Ellie", "Amber"]
    assert dealers({**NOBODY, "dealer": "Cindy"}, RESULT) == ["Cindy", "Cindy", "Diana"]


def test_a_settled_hand_passes_the_deal_on() -> None:
    assert dealers({"points": dict.fromkeys(FIVE, 1)}, RESULT) == ["Ellie", "Amber", "Betty"]


def test_a_settled_hand_counts_as_it_stands_decimals_too() -> None:
    points = {"Amber": 10, "Betty": -2.5, "Cindy": 0, "Diana": 0.25, "Ellie": 1000}
    kept = ledger(RESULT, {"points": points, "note": "agreed"})
    assert [float(total) for total in kept.totals] == [59, 3.5, 49, 6.25, 1006]
    assert {(line.reason, line.rule) for line in kept.rows[1].score.lines} == {("settled by the table", SETTLED)}
    assert kept.rows[1].summary == "settled by the table: agreed"


def test_a_settled_hand_names_every_column_there_is_even_of_who_has_left() -> None:
    seated = {"players": [*FIVE[:4], "Fiona"]}
    everybody = dict.fromkeys([*FIVE, "Fiona"], 1)
    assert ledger(RESULT, {**seated, "points": everybody}).totals == (50, 7, 50, 7, 7, 1)


def test_a_substitute_for_the_dealer_of_an_abandoned_hand_deals_again() -> None:
    assert dealers(NOBODY, {**RESULT, "players": [*FIVE[:4], "Fiona"]}) == ["Ellie", "Fiona", "Amber"]


def test_when_the_last_dealer_leaves_with_her_chair_the_deal_is_her_left_hand_neighbor_s() -> None:
    """Five become four: Ellie has dealt, Amber sits at her left, so Amber deals."""
    assert dealers(RESULT, {**RESULT, "players": FIVE[:4]}) == ["Ellie", "Amber", "Betty"]


def test_a_chair_more_or_less_changes_the_tricks_of_the_hand() -> None:
    """[rules 1.1] Six play eight tricks, four play thirteen."""
    seven_tricks = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
    six, four = {"players": [*FIVE, "Fiona"]}, {"players": FIVE[:4]}
    assert ledger({**seven_tricks, **six}).totals == (49, 1, 49, 1, 1, 1)
    assert ledger({**seven_tricks, **four}).totals == (49, 21, 49, 21, 0)
    assert broken({**seven_tricks, "tricks": 9, **six}) == (1, None, "Tricks of the hand")


def test_a_house_rule_holds_from_its_hand_on_and_changes_only_itself() -> None:
    no_trump = {**RESULT, "contract": "6NT"}
    allowed, forbidden = {"options": {"no_trump": True}}, {"options": {"no_trump": False}}
    assert broken(no_trump) == (1, None, "No-trump")
    assert broken(RESULT, {**no_trump, **allowed}, no_trump, {**no_trump, **forbidden}) == (4, None, "No-trump")
    kept = ledger({**no_trump, **allowed}, {**no_trump, "options": {"lowest_bid": 0}}, options={"tricks": 9})
    options = kept.table.game.options
    assert (options.no_trump, options.lowest_bid, options.tricks) == (True, 0, 9)


@pytest.mark.parametrize("beside", [{}, {"contract": "10S"}, {"proposer": "Amber"}, {"accepter": " Betty "}])
def test_what_stands_beside_calls_may_say_the_same(beside: dict[str, Any]) -> None:
    assert ledger({"calls": TOP, "tricks": 10, **beside}).totals == (110, 110, 0, 0, 0)


@pytest.mark.parametrize(
    ("calls", "beside"),
    [
        (TOP, {"contract": "9S", "tricks": 10}),
        (TOP, {"contract": "10H", "tricks": 10}),
        (TOP, {"proposer": "Betty", "tricks": 10}),
        (TOP, {"accepter": "Cindy", "tricks": 10}),
        (TOP, {"contract": None}),
        (SILENT, {"tricks": 5}),
        (SILENT, {"contract": "10S"}),
        (SILENT, {"contract": None, "tricks": 5}),
        (SILENT[:4], {"tricks": 5}),
        (SILENT[:4], {"contract": None}),
        (["Amber: 9S", "Betty: accept"], {"contract": "9S", "tricks": 5}),
    ],
)
def test_what_disagrees_with_its_calls_is_refused(calls: list[str], beside: dict[str, Any]) -> None:
    assert broken(NOBODY, {"calls": calls, **beside}) == (2, None, CALLS_AND_RESULT_AGREE.name)


@pytest.mark.parametrize("beside", [{}, {"contract": None}, {"note": "misdealt"}])
def test_calls_without_a_contract_are_a_hand_that_nobody_bid(beside: dict[str, Any]) -> None:
    kept = ledger({"calls": SILENT, **beside}, RESULT)
    assert [row.points for row in kept.rows] == [(0,) * 5, (49, 6, 49, 6, 6)]
    assert [row.summary for row in kept.rows] == ["no contract", "Amber and Cindy 6♥, took 7"]


@pytest.mark.parametrize("calls", [[], SILENT[:4], TOP[:1], TOP])
def test_calls_alone_are_an_open_hand_which_is_the_last_and_not_listed(calls: list[str]) -> None:
    kept = ledger(RESULT, {"calls": calls, "dealer": "Ellie", "note": "going on"})
    assert [row.number for row in kept.rows] == [1]
    assert kept.totals == (49, 6, 49, 6, 6)
    assert kept.playing
    assert broken({"calls": calls}, RESULT) == (1, None, ONE_HAND_AT_A_TIME.name)


def test_the_columns_of_an_open_hand_s_players_are_there_already() -> None:
    assert ledger({"calls": [], "players": [*FIVE[:4], "Fiona"]}).columns == (*FIVE, "Fiona")


# [sheet-format: exit status 1] What the notation allows and Offender does not.
NOT_HERE: dict[str, tuple[dict[str, Any], int | None]] = {
    "a double": ({"calls": ["Amber: no proposal", "Betty: X"]}, 2),
    "far more tricks": ({"calls": ["Amber: 100000000000C"]}, 1),
    "a doubled contract": ({**RESULT, "contract": "6HX"}, None),
    "tricks in thousands of digits": ({**RESULT, "tricks": 10**4000}, None),
}


@pytest.mark.parametrize("named", NOT_HERE)
def test_what_this_game_lacks_is_a_broken_rule_and_not_a_malformed_file(named: str) -> None:
    hand, call = NOT_HERE[named]
    assert broken(NOBODY, hand)[:2] == (2, call)


def test_the_fault_of_a_call_counts_from_one() -> None:
    assert broken(RESULT, NOBODY, {"calls": ["Betty: 4C", "Cindy: accept", "Cindy: 4S"]}) == (3, 3, "More tricks")
    assert broken({"calls": [*TOP, "Cindy: no proposal"]}) == (1, 3, "End of the bidding")


def test_a_player_s_name_may_hold_what_parts_a_call() -> None:
    """[sheet-format: split at the last ": "]"""
    names = ["Dr: who", "Betty", "Cindy"]
    kept = ledger({"calls": ["Dr: who: 17S", "Betty: accept"], "tricks": 17}, players=names)
    assert kept.totals == (306, 306, 0)


def test_a_call_as_long_as_a_file_is_heard_and_not_kept_in_memory() -> None:
    ledger({"calls": TOP})
    kept = judge._spoken.cache_info().currsize
    assert ledger({"calls": [f"{' ' * 400_000}{TOP[0]}", TOP[1]]}).playing
    assert judge._spoken.cache_info().currsize == kept


@pytest.mark.parametrize("said", ["Amber: 3H\n", "Amber: 3H ", "Amber:  3H", "Amber: no proposal\t"])
def test_a_call_with_blanks_around_it_is_no_notation(said: str) -> None:
    """As it is none in a contract: "6H " is malformed too."""
    assert place(content({"calls": [said]})) == "$.hands[0].calls[0]"
