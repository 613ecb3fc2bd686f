"""The values of auction bridge, by the laws of 1917 [rules 2.4]."""

import pytest

from scorer.rules.calls import BRIDGE, Contract, Denomination, parse_contract
from scorer.rules.pirate_bridge.auction_bridge import HONORS, RULES, above, below, honors, penalty, slam, values

ODD_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}


def bid(text: str) -> Contract:
    return parse_contract(text)


@pytest.mark.parametrize("denomination", ODD_TRICK)
def test_odd_tricks_count_by_denomination_twice_doubled_and_four_times_redoubled(denomination: str) -> None:
    value = ODD_TRICK[denomination]
    for doubling, times in (("", 1), ("X", 2), ("XX", 4)):
        assert below(bid(f"1{denomination}{doubling}"), 7)[0] == value * times
        assert below(bid(f"2{denomination}{doubling}"), 11)[0] == 5 * value * times


def test_overtricks_count_below_the_line_like_tricks_bid() -> None:
    assert below(bid("1S"), 10)[0] == below(bid("4S"), 10)[0] == 36
    assert below(bid("1S"), 10)[1] == "4 odd tricks below the line"
    assert below(bid("1SX"), 7)[1] == "1 odd trick below the line, doubled"


def test_a_contract_that_is_not_doubled_pays_nothing_above_the_line() -> None:
    assert list(above(bid("1S"), 13)) == []


@pytest.mark.parametrize(("doubling", "points"), [("X", 50), ("XX", 100)])
def test_a_doubled_contract_pays_for_being_made_and_for_each_overtrick(doubling: str, points: int) -> None:
    for over in range(6):
        paid = sum(worth[0] for worth in above(bid(f"2C{doubling}"), 8 + over))
        assert paid == points * (1 + over)
    assert [worth[1] for worth in above(bid("2CX"), 9)] == ["made, doubled", "1 overtrick, doubled"]


@pytest.mark.parametrize(("doubling", "each"), [("", 50), ("X", 100), ("XX", 200)])
def test_undertricks_cost_the_same_each(doubling: str, each: int) -> None:
    contract = bid(f"7NT{doubling}")
    assert [penalty(contract, tricks)[0] for tricks in range(13)] == [each * (13 - t) for t in range(13)]


def test_a_slam_goes_by_the_tricks_taken() -> None:
    assert [list(slam(tricks, 50, 100)) for tricks in (0, 11)] == [[], []]
    assert [[worth[:2] for worth in slam(tricks, 20, 40)] for tricks in (12, 13)] == [
        [(20, "small slam")],
        [(40, "grand slam")],
    ]


# How many each partner holds; how often an odd trick's value, and the reason.
TRUMP_HONORS = [
    ((0, 0), 0, ""),
    ((1, 1), 0, ""),
    ((2, 0), 0, ""),
    ((2, 1), 2, "3 honors"),
    ((3, 0), 2, "3 honors"),
    ((2, 2), 4, "4 honors"),
    ((3, 1), 4, "4 honors"),
    ((3, 2), 5, "5 honors"),
    ((4, 0), 8, "4 honors in one hand"),
    ((4, 1), 9, "4 honors in one hand and 1 in the other"),
    ((5, 0), 10, "5 honors in one hand"),
]
ACES = [
    ((2, 0), 0, ""),
    ((1, 1), 0, ""),
    ((2, 1), 30, "3 aces"),
    ((3, 0), 30, "3 aces"),
    ((2, 2), 40, "4 aces"),
    ((3, 1), 40, "4 aces"),
    ((4, 0), 100, "4 aces in one hand"),
]


@pytest.mark.parametrize(("held", "times", "reason"), TRUMP_HONORS)
def test_honors_pay_by_the_trump_suit_and_by_the_hands_they_lie_in(
    held: tuple[int, int], times: int, reason: str
) -> None:
    for suit in BRIDGE[:-1]:
        expected = [(times * ODD_TRICK[suit.value], reason, HONORS)] if times else []
        assert list(honors(suit, held)) == list(honors(suit, held[::-1])) == expected


@pytest.mark.parametrize(("held", "points", "reason"), ACES)
def test_at_no_trump_the_aces_are_the_honors(held: tuple[int, int], points: int, reason: str) -> None:
    expected = [(points, reason, HONORS)] if points else []
    assert list(honors(Denomination.NO_TRUMP, held)) == expected
    assert list(honors(Denomination.NO_TRUMP, held[::-1])) == expected


def test_every_worth_names_a_rule_of_these_values() -> None:
    paid = [below(bid("1C"), 7), penalty(bid("1C"), 6), *above(bid("1CX"), 8), *slam(12, 50, 100)]
    assert {rule for *_, rule in (*paid, *honors(Denomination.HEARTS, (5, 0)))} == set(RULES)


def test_the_table_of_values_has_them_all() -> None:
    """[rules 2.4]"""
    assert [(suit.value, *tricks, held) for suit, tricks, held in values()] == [
        ("C", 6, 12, 24, (12, 24, 30, 48, 54, 60)),
        ("D", 7, 14, 28, (14, 28, 35, 56, 63, 70)),
        ("H", 8, 16, 32, (16, 32, 40, 64, 72, 80)),
        ("S", 9, 18, 36, (18, 36, 45, 72, 81, 90)),
        ("NT", 10, 20, 40, (30, 40, 0, 100, 0, 0)),
    ]
