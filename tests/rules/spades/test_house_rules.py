"""Every hand of a side at Spades under house rules and without any, against an oracle; then what ends a sheet."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from scorer.rules.calls import Bid, Call, Word
from scorer.rules.core import RuleViolation
from scorer.rules.spades.game import Carry
from scorer.rules.spades.rules import BLIND_NIL, LEAST_BID
from scorer.rules.spades.standard import BIDS, SpadesHand

from ..spades_table import SIDES, WEST, at, hand, opened, spades

TABLES: list[dict[str, Any]] = [
    {},
    {"overtrick": 0, "bag_limit": 0},
    {"overtrick": -100, "failed_nil": "ignored", "bag_limit": 7},
    {"overtrick": 100, "failed_nil": "partner", "bag_penalty": 55},
    {"ten": 200, "thirteen": 0, "nil": 50},
    {"ten": 0, "thirteen": 1000, "set_costs": "nothing", "failed_nil": "partner"},
    {"set_costs": "nothing", "overtrick": 2, "blind_nil": 300},
    {"least_bid": 4, "blind_nil_allowed": False},
    {"least_bid": 13, "ten": 200, "overtrick": -1},
    {"unbid_first": True, "ten": 200, "overtrick": 3, "least_bid": 2},
]


def hands_of_a_side() -> Iterator[tuple[Call, Call, int, int, int]]:
    """Two bids, the tricks of the side, and those of each nil: both bids nil took all of them."""
    for one, other in combinations_with_replacement(BIDS, 2):
        for tricks in range(14):
            if isinstance(one, Word) and isinstance(other, Word):
                yield from (
                    (one, other, tricks, first, tricks - first) for first in {0, 1, tricks} if first <= tricks
                )
            elif isinstance(one, Word):
                yield from ((one, other, tricks, own, 0) for own in {0, 1, tricks} if own <= tricks)
            elif isinstance(other, Word):
                yield from ((one, other, tricks, 0, own) for own in {0, 1, tricks} if own <= tricks)
            else:
                yield one, other, tricks, 0, 0


def due(rules: Any, one: Call, other: Call, tricks: int, first: int, second: int, bags: int) -> tuple[int, int]:
    """The points of a side, and the bags that it carries on. bags: that it carried before."""
    bid = sum(call.level for call in (one, other) if isinstance(call, Bid))
    failed = first + second
    counting = tricks if rules.failed_nil == "partner" else tricks - failed
    points, over = 0, 0
    for call, taken in ((one, first), (other, second)):
        if isinstance(call, Word):
            points += (rules.blind_nil if call is Word.BLIND_NIL else rules.nil) * (-1 if taken else 1)
    price = {10: rules.ten, 13: rules.thirteen}.get(bid)
    price = 10 * bid if price is None else price
    if counting >= bid:
        points, over = points + price, counting - bid
    elif rules.set_costs == "bid":
        points -= price
    if rules.failed_nil == "bags":
        over += failed
    if not bid and rules.failed_nil == "ignored":
        over = 0
    bags += over
    points += over * rules.overtrick
    while rules.bag_limit and bags >= rules.bag_limit:
        points, bags = points - rules.bag_penalty, bags - rules.bag_limit
    return points, bags


def is_allowed(rules: Any, one: Call, other: Call) -> bool:
    if not rules.blind_nil_allowed and Word.BLIND_NIL in (one, other):
        return False
    return any(isinstance(call, Word) for call in (one, other)) or one.level + other.level >= rules.least_bid  # type: ignore[union-attr]


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options) or "standard")
def test_every_hand_of_a_side_scores_what_the_oracle_says_and_none_else_is_taken(options: dict[str, Any]) -> None:
    game, carry = spades(blind_margin=0, **options), at(bags=(3, 0))
    for one, other, tricks, first, second in hands_of_a_side():
        taken = [count if isinstance(call, Word) else None for call, count in ((one, first), (other, second))]
        played = SpadesHand((one, Bid(7), other, Bid(6)), (tricks, 13 - tricks), (taken[0], None, taken[1], None))
        try:
            scored, after = game.score(played, WEST, carry)
        except RuleViolation as violation:
            found = violation.rule
        else:
            found = scored.total(0), after.sides[0].carried
        if not is_allowed(game.options, one, other):
            assert found in (BLIND_NIL, LEAST_BID)
            continue
        assert found == due(game.options, one, other, tricks, first, second, bags=3)


def test_a_second_partner_may_call_what_the_hand_may_hold() -> None:
    """Also in whatever order: the first partner is free, and the other side too."""
    for least, call in product(range(14), BIDS):
        auction = opened(spades(least_bid=least, blind_margin=0), Carry()).call(0, call).call(1, Bid(1))
        rules = spades(least_bid=least).options
        assert list(auction.legal()) == [other for other in BIDS if is_allowed(rules, call, other)]


@pytest.mark.parametrize(
    ("totals", "reason", "winner"),
    [
        ((-199, 300), None, None),
        ((-200, 300), "North & South fell to −200 or below", 1),
        ((499, -1000), "East & West fell to −200 or below", 0),
        ((-200, -201), "North & South and East & West fell to −200 or below", 0),
        ((-250, -250), None, None),
        ((500, -200), "North & South reached 500", 0),
    ],
)
def test_a_side_at_the_losing_limit_has_lost(
    totals: tuple[int, int], reason: str | None, winner: int | None
) -> None:
    ending = spades(lose_at=-200).ending(SIDES, totals, at())
    assert (ending and ending.reason, ending and ending.winners) == (reason, None if winner is None else (winner,))
    assert spades().ending(SIDES, totals, at()) == (ending if reason and "reached" in reason else None)


def test_with_totals_of_the_players_the_lowest_decides_and_who_is_ahead_wins() -> None:
    game, columns = spades(lose_at=-200, totals="players"), ("North", "East", "South", "West", "Sue")
    ending = game.ending(columns, (90, -10, 80, 0, -200), at())
    assert ending
    assert (ending.reason, ending.winners) == ("Sue fell to −200 or below", (0,))
    assert game.ending(columns, (90, 90, 80, 0, -200), at()) is None


def test_a_first_hand_without_bids_is_told_as_such() -> None:
    game, played = spades(unbid_first=True), SpadesHand(tricks=(8, 5))
    assert game.deal_notes(WEST, Carry())[1:] == (
        "The first hand is played without bids: 10 points for each trick.",
        "North leads to the first trick.",
    )
    assert game.summarize(played) == "North & South took 8; East & West took 5"
    assert game.describe(played, WEST, Carry()) == "North & South took 8: 80. East & West took 5: 50."
    assert game.deal_notes(WEST, at()) == spades().deal_notes(WEST, at())


def test_a_first_hand_that_the_table_settled_is_the_first() -> None:
    game = spades(unbid_first=True)
    carry = game.carrying.settled({0: 10}, Carry())
    assert game.score(hand("3 3 3 3", 7), WEST, carry)[0].total(0) == 61
    with pytest.raises(RuleViolation, match="Only the first hand"):
        game.score(SpadesHand(tricks=(8, 5)), WEST, carry)


def test_the_sentences_of_the_rules_are_those_of_the_table() -> None:
    game = spades(overtrick=-5, ten=200, set_costs="nothing", lose_at=-200, blind_nil_allowed=False, least_bid=4)
    told = " ".join(rule.text_under(game.options) for rule in game.rules)
    for words in (
        "is a bag and costs 5 points.",
        "A bid of just ten by a side pays 200 when it is made and costs nothing when the side is set.",
        "is set and loses nothing.",
        "A side that has −200 or less has lost",
        "At this table nobody bids nil before looking at the cards.",
        "come to at least 4, unless",
    ):
        assert words in told
    assert game.deal_notes(WEST, at(-500)) == spades().deal_notes(WEST, at())
