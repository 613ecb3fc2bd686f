"""New York's Spades [S2, rules 4.2]: bids of the sides, blind bids, ten, Boston, sets in a row."""

from itertools import product

import pytest

from scorer.rules.calls import Bid
from scorer.rules.core import RuleViolation
from scorer.rules.spades.game import Carry
from scorer.rules.spades.new_york import BLIND_BIDS, OPEN_BIDS, NewYorkHand
from scorer.rules.spades.rules import NEW_YORK_BLIND_PAYS, NEW_YORK_FIRST, NEW_YORK_MADE, NEW_YORK_TEN

from ..spades_table import SIDES, WEST, at, evening, new_york, points, score, sides

LATER = at()
BEHIND = at(0, 100)


def test_the_first_hand_is_unbid_and_pays_ten_a_trick() -> None:
    scored, carry = new_york().score(sides("", 7), WEST, Carry())
    assert [scored.sum(side) for side in range(2)] == ["70", "60"]
    assert [(line.reason, line.rule) for line in scored.lines] == [
        ("7 tricks", NEW_YORK_FIRST),
        ("6 tricks", NEW_YORK_FIRST),
    ]
    assert [side.sets for side in carry.sides] == [0, 0]
    assert carry.hands > 0


def due(bid: Bid, tricks: int, failed_ten: int) -> int:
    """[S2] What a side scores: a blind bid pays twice and may be passed by any number, an open one by two."""
    if bid.level == 10:
        return 200 * (1 + bid.blind) if tricks >= 10 else -failed_ten
    made = bid.level <= tricks <= (13 if bid.blind else bid.level + 2)
    return 10 * bid.level * (1 + bid.blind) if made else -10 * bid.level


@pytest.mark.parametrize("failed_ten", [200, 100])
def test_every_hand_of_a_side_pays_by_its_bid(failed_ten: int) -> None:
    game = new_york(failed_ten=failed_ten)
    for bid, tricks in product((*OPEN_BIDS, *BLIND_BIDS), range(14)):
        scored, carry = game.score(
            NewYorkHand((tricks, 13 - tricks), (bid, Bid(4))), WEST, at(0, 100, sets=(1, 0))
        )
        paid = due(bid, tricks, failed_ten)
        assert scored.total(0) == paid
        assert carry.sides[0].sets == (2 if paid < 0 else 0)
        assert carry.sides[0].boston == (bid.level == 10 and tricks == 13)


@pytest.mark.parametrize(
    ("bid", "tricks", "reason", "rule"),
    [
        ("5", 6, "bid 5, made", NEW_YORK_MADE),
        ("5", 4, "bid 5, set", NEW_YORK_MADE),
        ("5", 8, "bid 5, 3 over: set", NEW_YORK_MADE),
        ("10", 10, "bid 10, made", NEW_YORK_TEN),
        ("blind-7", 12, "bid blind 7, made", NEW_YORK_BLIND_PAYS),
        ("blind-7", 6, "bid blind 7, set", NEW_YORK_BLIND_PAYS),
    ],
)
def test_a_line_names_its_reason_and_its_rule(bid: str, tricks: int, reason: str, rule: object) -> None:
    line = next(score(new_york(), sides(f"{bid} 4", tricks), BEHIND).of(0))
    assert (line.reason, line.rule) == (reason, rule)


def test_how_far_behind_allows_a_blind_bid_is_a_house_rule() -> None:
    with pytest.raises(RuleViolation, match="100 behind, and it takes 150"):
        points(new_york(blind_margin=150), sides("blind-6 4", 6), at(0, 100))
    assert points(new_york(blind_margin=0), sides("blind-6 4", 6), at(50, 0)) == (120, -40)
    assert new_york(blind_margin=0).deal_notes(WEST, at())[-1] == "Both sides may bid blind, 6 to 10."


def test_the_first_hand_may_be_bid_as_the_others_by_house_rule() -> None:
    """[S2] "The first hand of a new game is normally played without any bidding"."""
    game = new_york(first_hand="bid")
    scored, carry = game.score(sides("6 8", 6), WEST, Carry())
    assert (scored.total(0), scored.total(1)) == (60, -80)
    assert [side.sets for side in carry.sides] == [0, 1]
    assert game.deal_notes(WEST, Carry())[1].startswith("North & South agree on their bid first")
    with pytest.raises(RuleViolation, match="At this table no hand is played without bids"):
        game.score(sides("", 6), WEST, Carry())


def test_a_first_hand_settled_by_the_table_was_the_first_hand() -> None:
    game = new_york()
    with pytest.raises(RuleViolation, match="Only the first hand is played without bids"):
        points(game, sides("", 7), game.carrying.settled({0: 0, 1: 0}, Carry()))
    # Points without a deal are none.
    assert points(game, sides("", 7), game.carrying.adjusted({0: 5}, Carry())) == (70, 60)


def ending(carry: Carry, **options: int) -> tuple[str, tuple[str, ...]] | None:
    totals = [side.total for side in carry.sides]
    ended = new_york(**options).ending(SIDES, totals, carry)
    return ended and (ended.reason, tuple(SIDES[winner] for winner in ended.winners))


def test_all_thirteen_on_a_bid_of_ten_win_the_whole_game() -> None:
    for bid in ("10", "blind-10"):
        _, carry = new_york().score(sides(f"{bid} 4", 13), WEST, at(-300, 490))
        assert ending(carry) == ("North & South bid 10 and took all 13 tricks", ("North & South",))


def test_a_boston_goes_before_the_sets_of_the_other_side_and_before_the_target() -> None:
    _, carry = new_york().score(sides("10 4", 13), WEST, at(0, 600, sets=(1, 1)))
    assert ending(carry) == ("North & South bid 10 and took all 13 tricks", ("North & South",))


def test_two_sets_in_a_row_lose_the_game_whatever_the_score() -> None:
    carry, scores = evening(new_york(), sides("", 13), sides("5 5", 4), sides("5 5", 8))
    assert scores == [(130, 0), (-50, -50), (-50, 50)]
    assert ending(carry) == ("North & South were set 2 times in a row", ("East & West",))


def test_a_hand_settled_by_the_table_neither_adds_to_a_row_nor_ends_it() -> None:
    game = new_york()
    carry, _ = evening(game, sides("", 7), sides("8 5", 7))
    settled = game.carrying.settled({0: 0}, carry)
    assert [side.sets for side in settled.sides] == [1, 0]


@pytest.mark.parametrize(
    ("carry", "options", "reason", "winner"),
    [
        (at(50, 50, sets=(2, 2)), {}, "", 0),
        (at(50, 50, sets=(3, 0)), {}, "North & South were set 3 times in a row", 1),
        (at(50, 40, sets=(3, 4)), {}, "both sides were set 3 times in a row", 0),
        # [S2: Redd] The row may be three.
        (at(sets=(2, 0)), {"sets_to_lose": 3}, "", 0),
        (at(sets=(3, 0)), {"sets_to_lose": 3}, "North & South were set 3 times in a row", 1),
        # Sets go before the target.
        (at(520, 10, sets=(2, 0)), {}, "North & South were set 2 times in a row", 1),
        (at(520, 510), {}, "North & South reached 500", 0),
        (at(520, 520), {}, "", 0),
        (at(360, 10), {"target": 350}, "North & South reached 350", 0),
    ],
)
def test_sets_in_a_row_and_the_target_end_the_game(
    carry: Carry, options: dict[str, int], reason: str, winner: int
) -> None:
    assert ending(carry, **options) == ((reason, (SIDES[winner],)) if reason else None)


def test_sets_are_marked_and_told() -> None:
    game = new_york()
    carry, _ = evening(game, sides("", 7), sides("8 5", 7))
    assert [(mark.column, mark.name, mark.text) for mark in game.carrying.counters(carry)] == [
        (SIDES[0], "set", "once")
    ]
    assert game.carrying.events(Carry(), carry) == (
        "North & South are set: 1 set more in a row and the game is lost.",
    )
    _, again = game.score(sides("8 5", 7), WEST, carry)
    assert game.carrying.events(carry, again) == ("North & South are set: the game is lost.",)
    assert [mark.text for mark in game.carrying.counters(again)] == ["twice"]
    _, won = game.score(sides("10 4", 13), WEST, LATER)
    assert game.carrying.events(LATER, won) == (
        "North & South bid 10 and took all 13 tricks: the game is theirs.",
        "East & West are set.",
    )
    _, both = game.score(sides("8 8", 6), WEST, at(sets=(1, 1)))
    assert game.carrying.events(at(sets=(1, 1)), both) == (
        "North & South are set.",
        "East & West are set.",
        "Both are set too often in a row: the higher score wins, and while they are level they go on.",
    )
    assert new_york().carrying.counters(Carry()) == ()


def test_the_table_is_told_who_bids_how() -> None:
    game = new_york()
    assert game.auction(WEST, LATER) is None
    assert game.deal_notes(WEST, Carry()) == (
        "West deals 13 cards each.",
        "The first hand is played without bids: 10 points for each trick.",
        "North leads to the first trick.",
    )
    assert game.deal_notes(WEST, at(0, 120))[1:] == (
        "North & South agree on their bid first, 4 to 10; then the dealer's side.",
        "North leads to the first trick.",
        "North & South may bid blind, 6 to 10: they are 120 behind.",
    )


def test_a_hand_in_one_line_and_in_a_sentence() -> None:
    game = new_york()
    assert game.summarize(sides("", 7)) == "North & South took 7; East & West took 6"
    assert game.describe(sides("", 7), WEST, Carry()) == "North & South took 7: 70. East & West took 6: 60."
    played = sides("blind-7 4", 7)
    assert game.summarize(played) == "North & South blind 7, took 7; East & West 4, took 6"
    assert game.describe(played, WEST, BEHIND) == (
        "North & South bid blind 7, took 7: made, 140. East & West bid 4, took 6: made, 40."
    )
    assert "set, −40" in game.describe(sides("6 4", 6), WEST, LATER)
