"""Pirate Bridge scored as in auction bridge, with its rubber."""

import pytest

from scorer.rules.calls import BRIDGE, Contract, Denomination, parse_contract
from scorer.rules.pirate_bridge.auction_bridge import (
    HONORS,
    ODD_TRICKS,
    RULES,
    above,
    below,
    honors,
    penalty,
    slam,
    values,
)
from scorer.rules.pirate_bridge.game import RUBBER, PirateBridge, Rubber

from ..piracy import ALAN, DAVE, FOUR, GRACIE, MIKE, pirates, played, points, rubber, score

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


def test_part_scores_make_a_game_at_thirty_and_the_line_is_drawn_for_everybody() -> None:
    after = rubber(played("2S", 8), played("1C", 7, ALAN, MIKE))
    assert [after.part_score(name) for name in FOUR] == [6, 18, 18, 6]
    won = rubber(played("2S", 8), played("1C", 7, ALAN, MIKE), played("2C", 8, DAVE, MIKE))
    assert won.games == ("Dave",)
    assert [won.part_score(name) for name in FOUR] == [0, 0, 0, 0]


def test_points_above_the_line_make_no_game() -> None:
    after = rubber(played("1CX", 9, honors={"Dave": 5}), played("4H", 4))
    assert after.games == ("Dave", "Gracie")
    assert rubber(played("1C", 7, honors={"Dave": 5}), played("4H", 4)).games == ()


def test_both_partners_may_win_a_game_by_one_hand_and_one_hand_is_one_game() -> None:
    assert rubber(played("7NT", 13)).games == ("Dave", "Gracie")
    assert rubber(played("3NTXX", 13)).games == ("Dave", "Gracie")


def test_the_rubber_pays_everybody_who_holds_two_games_when_it_ends() -> None:
    first = rubber(played("4S", 10, ALAN, GRACIE))
    assert points(played("4S", 10, ALAN, DAVE), first) == [286, 36, 0, 0]
    assert points(played("4S", 10, ALAN, GRACIE), first) == [286, 0, 286, 0]
    scored, after = score(played("4S", 10, ALAN, DAVE), first)
    assert [(line.points, line.rule) for line in scored.of(ALAN)] == [(36, ODD_TRICKS), (250, RUBBER)]
    assert after.winners == ("Alan",)


def test_after_a_rubber_the_next_hand_begins_another() -> None:
    over = rubber(played("4S", 10), played("4S", 10))
    assert over.winners == ("Dave", "Gracie")
    game = pirates()
    for after in (
        game.carrying.passed_out(over),
        game.carrying.settled({0: 10}, over),
        score(played("4S", 9), over)[1],
    ):
        assert after == Rubber()
    assert score(played("2S", 8), over)[1] == Rubber((("Dave", 18), ("Gracie", 18)))
    assert game.deal_notes(ALAN, over) == (
        "A new rubber begins.",
        "Alan deals 13 cards each and speaks first.",
    )
    assert (
        game.deal_notes(ALAN, Rubber())
        == game.deal_notes(ALAN, Rubber())
        == ("Alan deals 13 cards each and speaks first.",)
    )


def test_hands_that_nobody_bid_or_the_table_settled_leave_the_rubber_as_it_is() -> None:
    after = rubber(played("4S", 10), played("2S", 8, ALAN, MIKE))
    assert pirates().carrying.passed_out(after) == after
    assert pirates().carrying.settled({0: 500}, after) == after


def test_a_hand_by_the_values_of_contract_bridge_leaves_the_rubber_as_it_is() -> None:
    after = rubber(played("4S", 10), played("2S", 8, ALAN, MIKE))
    assert score(played("4S", 10), after, scoring="contract")[1] == after
    assert score(played("4S", 10), scoring="contract")[1] == Rubber()


def test_part_scores_and_games_belong_to_a_person_wherever_she_sits() -> None:
    after = rubber(played("4S", 10, ALAN, DAVE), played("2S", 8, GRACIE, DAVE))
    moved = PirateBridge.of(("Gracie", "Eve", "Mike", "Alan"))
    scored, won = moved.score(played("2S", 8, 0, 1), 0, after)
    assert won.games == ("Alan", "Dave", "Gracie")
    scored, over = moved.score(played("4S", 10, 2, 3), 0, after)
    assert over.winners == ("Alan",)
    assert [scored.total(seat) for seat in range(4)] == [0, 0, 36, 286]


def test_the_ending_is_the_end_of_the_rubber_and_the_highest_total_wins() -> None:
    game, over = pirates(), rubber(played("4S", 10), played("4S", 10, DAVE, MIKE))
    ending = game.ending(("Alan", "Dave", "Gracie", "Mike"), (500, 322, 500, 36), over)
    assert ending
    assert (ending.reason, ending.winners) == ("the rubber is over, Dave has two games", (0, 2))
    assert game.ending(("Alan",), (500,), Rubber()) is None
    assert game.ending(("Alan",), (500,), rubber(played("4S", 10))) is None


def test_what_a_hand_changed_is_told_and_the_line_drawn() -> None:
    game = pirates()
    before = rubber(played("4S", 10, ALAN, GRACIE), played("2S", 8, DAVE, MIKE))
    nothing = score(played("1C", 7), before)[1]
    assert (game.carrying.events(before, nothing), game.carrying.ends_game(before, nothing)) == ((), False)
    won = score(played("3NT", 9, DAVE, MIKE), before)[1]
    assert game.carrying.ends_game(before, won)
    assert game.carrying.events(before, won) == ("Dave and Mike win a game.",)
    part_scores = rubber(played("2S", 8, DAVE, MIKE))
    wiped = score(played("3NT", 9, DAVE, GRACIE), part_scores)[1]
    assert game.carrying.events(part_scores, wiped)[1:] == ("Mike's 18 below the line count no more.",)
    over = score(played("3NT", 9, ALAN, GRACIE), before)[1]
    assert game.carrying.events(before, over) == (
        "Alan and Gracie win a game.",
        "The rubber is over: Alan and Gracie have two games.",
    )
    again = score(played("3NT", 9), over)[1]
    assert game.carrying.events(over, again) == ("Dave and Gracie win a game.",)
    assert (game.carrying.events(Rubber(), Rubber()), game.carrying.ends_game(Rubber(), Rubber())) == ((), False)


def test_the_marks_are_games_and_part_scores() -> None:
    game = pirates()
    carry = rubber(played("4S", 10, ALAN, GRACIE), played("2S", 8, DAVE, GRACIE))
    assert [(mark.column, mark.name, mark.text) for mark in game.carrying.counters(carry)] == [
        ("Alan", "games", "1"),
        ("Dave", "part score", "18"),
        ("Gracie", "games", "1"),
        ("Gracie", "part score", "18"),
    ]
    assert game.carrying.counters(Rubber()) == ()
    left = PirateBridge.of(("Eve", "Dave", "Fay", "Mike"))
    assert [mark.column for mark in left.carrying.counters(carry)] == ["Dave", "Alan", "Gracie", "Gracie"]
