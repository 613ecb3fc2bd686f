"""The auction of one bid each, on a game of the tests' own: 0 to 5 or nil, and the last may not make the sum 5."""

import re

import pytest

from scorer.rules.auctions import BidEach, BidRuleRefs
from scorer.rules.calls import Bid, Call, Word
from scorer.rules.core import Rule, RuleViolation, Seat

from .speech import NAMES, hear

RULE_REFS = BidRuleRefs(
    words=Rule("Words", "A bid is nil or a number from 0 to 5."),
    turn=Rule("Turn", "Everybody bids in turn."),
    end=Rule("Once", "Everybody bids once."),
)
HOOK = Rule("Hook", "The last bid may not make the bids add up to five.")
BIDS = (Word.NIL, *(Bid(level) for level in range(6)))


def hook(auction: BidEach, seat: Seat, call: Call) -> None:
    if auction.is_last and isinstance(call, Bid):
        total = auction.level + call.level
        HOOK.require(total != 5, f"{auction.name(seat)} may not bid {call}: the bids would add up to {total}.")


def opened(players: int = 4) -> BidEach:
    """The last player deals, so that Amber bids first."""
    return BidEach(
        players=NAMES[:players],
        bids=BIDS,
        in_words="nil or a number from 0 to 5",
        rule_refs=RULE_REFS,
        turn=0,
        more=hook,
    )


THREE = ("Amber: 2", "Betty: nil", "Cindy: 0")


@pytest.mark.parametrize("players", range(3, 8))
def test_everybody_bids_once_clockwise_and_then_it_is_over(players: int) -> None:
    auction = opened(players)
    for seat in range(players):
        assert (auction.turn, auction.over, auction.is_last) == (seat, False, seat == players - 1)
        auction = auction.call(seat, Bid(5))
    assert (auction.turn, auction.over, auction.stage) == (None, True, "bidding")
    assert auction.legal() == ()
    assert auction.by_seat == (Bid(5),) * players
    assert auction.level == 5 * players


def test_the_bids_stand_by_seat_and_those_without_a_number_add_nothing() -> None:
    auction = hear(opened(), *THREE)
    assert auction.by_seat == (Bid(2), Word.NIL, Bid(0), None)
    assert auction.level == 2


def test_a_bid_out_of_turn_is_refused() -> None:
    with pytest.raises(RuleViolation, match="It is Amber's turn to bid, not Betty's") as caught:
        hear(opened(), "Betty: 1")
    assert caught.value.rule is RULE_REFS.turn


def test_nobody_bids_after_the_end() -> None:
    over = hear(opened(), *THREE, "Diana: 4")
    with pytest.raises(RuleViolation, match="Amber 2, Betty nil, Cindy 0 and Diana 4") as caught:
        hear(over, "Amber: 1")
    assert caught.value.rule is RULE_REFS.end


@pytest.mark.parametrize("said", ["6", "pass", "3H", "1NT", "blind nil", "X", "accept", "no proposal"])
def test_what_is_no_bid_of_the_game_is_refused(said: str) -> None:
    text = re.escape(f"“{said}” is not a bid of this hand: a bid is nil or a number from 0 to 5.")
    with pytest.raises(RuleViolation, match=text) as caught:
        hear(opened(), f"Amber: {said}")
    assert caught.value.rule is RULE_REFS.words


def test_the_game_may_ask_more_of_the_last_bid() -> None:
    auction = hear(opened(), *THREE)
    assert auction.legal() == tuple(call for call in BIDS if call != Bid(3))
    with pytest.raises(RuleViolation, match="Diana may not bid 3: the bids would add up to 5") as caught:
        hear(auction, "Diana: 3")
    assert caught.value.rule is HOOK
    assert hear(auction, "Diana: nil").over


def test_a_bid_that_may_not_be_made_says_why() -> None:
    auction = hear(opened(), *THREE)
    assert auction.vocabulary() == BIDS
    assert {call: why.rule for call in BIDS if (why := auction.refusal(call))} == {Bid(3): HOOK}
    assert opened().legal() == BIDS


def test_the_last_words_repeat_the_bid() -> None:
    auction = opened()
    assert auction.last_words() == auction.what_a_pass_does() == ""
    assert auction.outcome() == "nobody has bid"
    auction = hear(auction, *THREE)
    assert auction.last_words() == "Cindy bids 0."
    assert auction.outcome() == "Amber 2, Betty nil and Cindy 0"
    assert hear(auction, "Diana: 4").last_words() == "Diana bids 4. Everybody has bid."
    assert opened().what_a_pass_does() == ""
