"""Spades as most tables play it [S2, rules 4.1 and 4.4]: its examples, its bags and nils, its game."""

import pytest

from scorer.rules.auctions import BidEach
from scorer.rules.calls import Bid, Word
from scorer.rules.core import RuleViolation
from scorer.rules.spades.game import Carry, Spades
from scorer.rules.spades.rules import BAGS, BLIND_NIL, FAILED_NIL, MADE, NIL, PENALTY

from ..spades_table import SIDES, WEST, at, hand, new_york, opened, points, score, spades


def test_a_nil_that_is_not_told_of_took_no_trick() -> None:
    assert points(spades(), hand("nil 1 4 1", 4)) == points(spades(), hand("nil 1 4 1", 4, North=0))


def test_every_line_names_its_reason_and_its_rule() -> None:
    scored = score(spades(), hand("nil 3 4 blind-nil", 8, North=2, West=0), at(250, 100, bags=(7, 0)))
    assert [(line.points, line.reason, line.rule) for line in scored.of(0)] == [
        (40, "bid 4, made", MADE),
        (2, "2 bags", BAGS),
        (2, "2 tricks of a failed nil", FAILED_NIL),
        (-100, "North's nil, failed", NIL),
        (-100, "10 bags", PENALTY),
    ]
    assert [(line.points, line.reason, line.rule) for line in scored.of(1)] == [
        (30, "bid 3, made", MADE),
        (2, "2 bags", BAGS),
        (200, "West's blind nil, made", BLIND_NIL),
    ]


def test_bags_that_a_lower_limit_makes_too_many_are_paid_with_the_next_hand() -> None:
    carry = at(bags=(8, 4))
    game = spades(bag_limit=5, bag_penalty=50)
    assert game.carrying.due(carry) == ("North & South carry 8 bags: the next hand costs them 50 points for 5.",)
    assert game.score(hand("3 4 2 3", 5), WEST, carry)[0].sum(0) == "50 - 50 = 0"
    assert spades().carrying.due(carry) == spades(bag_limit=0).carrying.due(carry) == ()
    assert spades().carrying.due(Carry()) == new_york().carrying.due(Carry()) == ()


def test_what_bags_cost_is_told_with_what_is_carried() -> None:
    game, before = spades(), at(0, 0, bags=(8, 3))
    _, after = game.score(hand("1 2 1 2", 7), WEST, before)
    assert game.carrying.events(before, after) == (
        "North & South lose 100 points for 10 bags and carry 3 bags on.",
    )
    assert game.carrying.events(Carry(), game.score(hand("1 2 1 2", 7), WEST, Carry())[1]) == ()


def test_bags_are_counters_of_both_sides_from_the_beginning() -> None:
    counters = spades().carrying.counters(Carry())
    assert [(mark.column, mark.name, mark.text) for mark in counters] == [
        (SIDES[0], "bags", "0"),
        (SIDES[1], "bags", "0"),
    ]
    assert [mark.text for mark in spades().carrying.counters(at(bags=(1, 12)))] == ["1", "12"]


def test_a_hand_settled_by_the_table_keeps_the_bags_and_moves_the_totals() -> None:
    game = spades()
    carry = game.carrying.settled({0: 0, 1: 100}, at(0, 0, bags=(8, 3)))
    assert [side.bags for side in carry.sides] == [8, 3]
    assert [side.total for side in carry.sides] == [0, 100]
    assert Word.BLIND_NIL in opened(game, carry).legal()
    assert Word.BLIND_NIL not in opened(game, game.carrying.settled({0: 1, 1: 100}, Carry())).legal()


def test_s6_blind_nil_is_for_a_side_exactly_100_behind_and_more() -> None:
    for own, other, allowed in ((0, 99, False), (0, 100, True), (-150, 40, True), (100, 0, False), (5, 5, False)):
        auction = opened(spades(), at(own, other))
        assert (Word.BLIND_NIL in auction.legal()) == allowed
        played = hand("blind-nil 3 4 4", 5)
        if allowed:
            assert points(spades(), played, at(own, other))[0] == 241
        else:
            with pytest.raises(RuleViolation, match="North cannot bid blind nil"):
                score(spades(), played, at(own, other))


def test_who_may_bid_blind_nil_is_said_before_the_hand() -> None:
    assert spades().deal_notes(WEST, Carry()) == (
        "West deals 13 cards each.",
        "North bids first, and leads to the first trick.",
    )
    assert spades().deal_notes(0, at(200, 68))[-1] == "East & West may bid blind nil: they are 132 behind."


def test_how_far_behind_allows_a_blind_nil_is_a_house_rule() -> None:
    """[S2] "It is usually agreed": another margin, or none, and then also for the side that leads."""
    with pytest.raises(RuleViolation, match="149 behind, and it takes 150"):
        points(spades(blind_margin=150), hand("blind-nil 4 2 3", 7), at(0, 149))
    assert points(spades(blind_margin=150), hand("blind-nil 4 2 3", 7), at(0, 150))[0] == 225
    assert points(spades(blind_margin=0), hand("blind-nil 4 2 3", 7), at(300, 0))[0] == 225
    assert spades(blind_margin=0).deal_notes(WEST, Carry())[-1] == "Both sides may bid blind nil."


def test_other_results_of_two_nils_leave_the_tricks_to_the_one_that_took_more() -> None:
    game, played = spades(), hand("nil 3 nil 3", 4, North=1, South=3)
    others = game.outcomes.alternatives(played)
    assert others
    assert [other.hand.nil_tricks[::2] for other in others.results[:6]] == [
        (0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4),
    ]  # fmt: skip
    assert others.unchanged == (
        "Of the tricks of North & South North's nil takes no more than it did, and South's the others."
    )
    for other in others.results:
        game.check(other.hand, WEST, Carry())


def bidding(game: Spades, *bids: int | str) -> BidEach:
    auction = opened(game, at(0, 100))
    for bid in bids:
        assert auction.turn is not None
        auction = auction.call(auction.turn, Bid(bid) if isinstance(bid, int) else Word(bid))
    return auction


def test_calls_are_listed_nil_first_then_1_to_13_then_blind_nil() -> None:
    """[sheet-format: legal]"""
    numbers = [str(number) for number in range(1, 14)]
    assert [str(call) for call in bidding(spades()).legal()] == ["nil", *numbers, "blind nil"]
    assert [str(call) for call in bidding(spades(), 3).legal()] == ["nil", *numbers]


def test_the_bids_are_what_the_auction_settles() -> None:
    game = spades()
    assert bidding(game, 3, 4, "nil").agreed is None
    over = bidding(game, 3, 4, "nil", 2)
    assert over.agreed == {"bids": (Bid(3), Bid(4), Word.NIL, Bid(2))}
    assert over.outcome() == "North 3, East 4, South nil and West 2"


def test_what_follows_the_bidding_is_said() -> None:
    game = spades()
    agreed = bidding(game, "blind nil", 4, 3, 2).agreed or {}
    assert game.play_notes(agreed, WEST, Carry()) == (
        "North and South may exchange two cards.",
        "North leads to the first trick, any card but a spade.",
    )
    too_much = bidding(game, 8, 4, 6, 2).agreed or {}
    assert game.play_notes(too_much, WEST, Carry())[0] == (
        "North & South have bid 14, more than there are tricks: they will be set."
    )


@pytest.mark.parametrize(
    ("own", "other", "ending"),
    [
        (499, 498, None),
        (500, 20, "North & South"),
        (510, 520, "East & West"),
        (520, 520, None),
        (-200, 500, "East & West"),
    ],
)
def test_the_higher_side_at_the_target_wins_and_level_sides_play_on(own: int, other: int, ending: str) -> None:
    """[S2, rules 4.4 S3]"""
    ended = spades().ending(SIDES, (own, other), at(own, other))
    assert (ended and [SIDES[winner] for winner in ended.winners]) == (ending and [ending])


def test_the_target_is_a_house_rule_and_totals_may_fall_below_nought() -> None:
    """[rules 4.4 S5]"""
    game = spades(target=200)
    assert game.ending((SIDES[0], SIDES[1]), (199, -500), Carry()) is None
    ending = game.ending((SIDES[0], SIDES[1]), (200, -500), Carry())
    assert ending is not None
    assert (ending.reason, ending.winners) == ("North & South reached 200", (0,))


def test_a_hand_in_one_line_and_in_a_sentence() -> None:
    game, played = spades(), hand("nil 4 5 nil", 6, West=2)
    assert game.summarize(played) == "North & South 5 and nil, took 6; East & West 4 and nil, took 7"
    assert game.describe(played, WEST, Carry()) == (
        "North & South bid 5 and nil, took 6: made, nil made, 50 + 1 + 100 = 151. "
        "East & West bid 4 and nil, took 7: made, nil failed with 2 of these, 40 + 1 + 2 − 100 = −57."
    )
    both = hand("nil 4 nil 5", 0)
    assert game.summarize(both) == "North & South nil and nil, took 0; East & West 9, took 13"
    assert game.describe(both, WEST, Carry()).startswith(
        "North & South bid nil and nil, took 0: nil made, nil made, 100 + 100 = 200."
    )


def test_the_table_of_points_is_what_hands_score() -> None:
    table = dict(Spades.points_table())
    assert list(table) == list(range(14))
    assert table[4] == (-50, -50, -60, -200)
    assert table[7] == (52, 50, 120, -200)
    assert table[13] == (58, -50, 120, 200)


def test_the_standard_game_stands_before_new_york_also_in_the_published_schema() -> None:
    assert [*Spades.variants] == [("standard", "players"), ("standard", "sides"), ("new-york", "players")]
