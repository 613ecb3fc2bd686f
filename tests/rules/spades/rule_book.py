"""The rule book of Spades again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable
from typing import Any

from scorer.rules.auctions import BidEach
from scorer.rules.calls import Bid, Word, parse_call
from scorer.rules.core import Rule
from scorer.rules.spades import rules
from scorer.rules.spades.game import Carry, Spades
from scorer.rules.spades.standard import AgreedHand, SpadesHand

from .. import spades_table as table
from ..at_work import columns, deal_goes_left, told
from ..spades_table import WEST, agreed, at, hand, new_york, of_sides, opened, sides, spades
from .test_game import test_the_target_is_a_house_rule_and_totals_may_fall_below_nought
from .test_new_york import (
    test_all_thirteen_on_a_bid_of_ten_win_the_whole_game,
    test_two_sets_in_a_row_lose_the_game_whatever_the_score,
)


def said(*calls: str) -> Callable[[], object]:
    def act() -> object:
        auction = opened(spades(), at(0, 99))
        for words in calls:
            name, _, call = words.partition(": ")
            auction = auction.call(table.FOUR.index(name), parse_call(call))
        return auction

    return act


def opened_without_bids() -> BidEach:
    return opened(spades(unbid_first=True))


def played(game: Spades, one: Any, **carry: Any) -> Callable[[], object]:
    return lambda: game.score(one, WEST, at(**carry) if carry else Carry())


ALL = ("North: 3", "East: 4", "South: nil", "West: 2")

# A rule, how it is broken, and words that the sentence about it must hold.
BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (rules.BID, said("North: 0"), ("“0” is not a bid", "nil, a number from 1 to 13")),
    (rules.BID, said("North: 14"), ("“14” is not a bid",)),
    (rules.BID, played(spades(), hand("0 4 2 3", 7)), ("“0” is not a bid",)),
    (rules.BID, lambda: spades().check_key("bids", Bid(7, blind=True)), ("“blind 7” is not a bid",)),
    (rules.BID_TURN, said("North: 3", "South: 3"), ("East's turn", "not South's")),
    (rules.BID_ONCE, said(*ALL, "North: 4"), ("Everybody has bid", "South nil", "North cannot")),
    (rules.AGREED_BID, played(agreed(), of_sides("14 5", 7)), ("“14” cannot be bid", "1 to 13")),
    (rules.AGREED_BID, played(agreed(), of_sides("0 5", 7)), ("North & South bid 0", "both bid nil")),
    (
        rules.AGREED_BID,
        played(agreed(), of_sides("5 3", 13, East="nil", West="nil")),
        ("East & West", "bids 0, not 3"),
    ),
    (rules.AGREED_BID, lambda: agreed().check_key("nils", Bid(3)), ("“3” is no nil",)),
    (rules.BLIND_NIL, played(agreed(), of_sides("5 3", 7, East="blind nil")), ("East cannot bid blind nil",)),
    (
        rules.NIL_TRICKS,
        played(agreed(), AgreedHand((Bid(5), Bid(4)), (7, 6), nil_tricks=(1, None, None, None))),
        ("North",),
    ),
    (rules.BLIND_NIL, said("North: blind nil"), ("North cannot bid blind nil", "99 behind", "100")),
    (rules.BLIND_NIL, said("North: 3", "East: blind nil"), ("East & West are not behind",)),
    (rules.BLIND_NIL, played(spades(), hand("blind-nil 4 2 3", 7)), ("North cannot bid blind nil",)),
    (
        rules.BLIND_NIL,
        played(spades(blind_nil_allowed=False), hand("blind-nil 4 2 3", 7)),
        ("nobody bids blind nil",),
    ),
    (rules.LEAST_BID, played(spades(least_bid=6), hand("3 3 2 3", 7)), ("North & South bid 5", "at least 6")),
    (
        rules.UNBID_FIRST,
        played(spades(unbid_first=True), hand("3 4 2 3", 7)),
        ("first hand is played without bids",),
    ),
    (rules.UNBID_FIRST, lambda: opened_without_bids().call(0, Bid(3)), ("nobody makes a call",)),
    (rules.TRICKS_TAKEN, played(spades(), SpadesHand(hand("3 4 2 3", 7).bids, (7, 5))), ("12: a hand has 13",)),
    (rules.TRICKS_TAKEN, played(spades(), hand("3 4 2 3", 14)), ("taken 14 of 13",)),
    (rules.TRICKS_TAKEN, played(spades(), hand("3 4 2 3", -1)), ("taken -1 of 13",)),
    (rules.TRICKS_TAKEN, played(spades(), hand("nil 4 2 3", 7, North=-1)), ("taken -1 of 13",)),
    (rules.NIL_TRICKS, played(spades(), hand("3 4 2 3", 7, North=0)), ("North did not bid nil",)),
    (rules.NIL_TRICKS, played(spades(), hand("nil 4 2 3", 3, North=4)), ("taken 4 when the side took 3",)),
    (
        rules.NIL_TRICKS,
        played(spades(), hand("nil 4 nil 3", 3, North=2, South=2)),
        ("taken 4 when the side took 3",),
    ),
    (rules.NIL_TRICKS, played(spades(), hand("nil 4 nil 3", 3, North=2)), ("the 3 they took", "those are 2")),
    (rules.NEW_YORK_FIRST, played(new_york(), sides("5 5", 6)), ("first hand is played without bids",)),
    (rules.NEW_YORK_BID, played(new_york(), sides("", 6), own=0), ("Only the first hand",)),
    (rules.NEW_YORK_BID, played(new_york(), sides("3 5", 6), own=0), ("“3” cannot be bid", "4 to 10")),
    (rules.NEW_YORK_BID, played(new_york(), sides("11 5", 6), own=0), ("“11” cannot be bid",)),
    (rules.NEW_YORK_BID, lambda: new_york().check_key("bids", Word.NIL), ("“nil” cannot be bid",)),
    (rules.NEW_YORK_BLIND, played(new_york(), sides("blind-5 5", 6), own=-200), ("“blind 5” cannot", "6 to 10")),
    (rules.NEW_YORK_BLIND, played(new_york(), sides("blind-11 5", 6), own=-200), ("“blind 11” cannot",)),
    (rules.NEW_YORK_BLIND, played(new_york(), sides("blind-6 5", 6), own=-99), ("99 behind", "100")),
    (
        rules.NEW_YORK_BLIND,
        played(new_york(), sides("5 blind-6", 6), own=-99),
        ("East & West cannot", "not behind"),
    ),
]


def the_dealers_left_leads_no_spade() -> None:
    agreed = {"bids": hand("3 4 2 3", 7).bids}
    assert spades().play_notes(agreed, 0, Carry()) == ("East leads to the first trick, any card but a spade.",)


def the_cards_of_the_table_stand_above_the_ace() -> None:
    """[S2] Judged of tricks in `test_trick_check`."""
    pack = spades(high_spades=["D2"]).play_rules({}, WEST, Carry()).pack
    assert (pack.rule, [str(card) for card in pack.top]) == (rules.HIGH_SPADES, ["D2"])


# Rules that nobody can break, because they allow or state something: here they are at work.
AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.SIDES: columns(spades(), (0, 2), (1, 3)),
    rules.LEAD: the_dealers_left_leads_no_spade,
    rules.FOLLOW: told(Spades, rules.FOLLOW, "follows the suit led if they can", "highest spade wins"),
    rules.TARGET: test_the_target_is_a_house_rule_and_totals_may_fall_below_nought,
    rules.DEALER: deal_goes_left(spades()),
    rules.HIGH_SPADES: the_cards_of_the_table_stand_above_the_ace,
    rules.BOSTON: test_all_thirteen_on_a_bid_of_ten_win_the_whole_game,
    rules.SETS: test_two_sets_in_a_row_lose_the_game_whatever_the_score,
    rules.NEW_YORK_PACK: told(Spades, rules.NEW_YORK_PACK, "jokers and ♦2 are spades"),
    rules.NEW_YORK_LEAD: told(Spades, rules.NEW_YORK_LEAD, "first three tricks", "fourth"),
}
