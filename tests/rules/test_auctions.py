"""What holds in every auction of every game."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.auctions import BidEach
from scorer.rules.calls import Call
from scorer.rules.core import RuleViolation
from scorer.rules.registry import GAMES

from .auctions import CALLED, SILENCE, silence, states_of
from .drawing import ANY_CALLS, MANY

EACH_GAME = pytest.mark.parametrize("key", CALLED)


@EACH_GAME
@MANY
@given(data=st.data())
def test_legal_calls_are_those_that_check_lets_pass(key: str, data: st.DataObject) -> None:
    auction = data.draw(states_of(key))[-1]
    legal = auction.legal()
    assert len({*legal}) == len(legal)
    assert bool(legal) == (auction.turn is not None)
    if auction.turn is None:
        return
    for call in (*data.draw(st.lists(ANY_CALLS, max_size=8)), *auction.vocabulary()[:: 1 + len(legal) // 8]):
        if call in legal:
            auction.check(auction.turn, call)
        else:
            with pytest.raises(RuleViolation) as caught:
                auction.check(auction.turn, call)
            assert caught.value.rule in GAMES[key].rules
            assert caught.value.detail.endswith(".")


@EACH_GAME
@MANY
@given(data=st.data())
def test_silence_ends_every_auction_and_nobody_has_to_bid_where_they_may_be_silent(
    key: str, data: st.DataObject
) -> None:
    """However it went so far: at most the others' answers and one round of silence are still to come."""
    auction = data.draw(states_of(key))[-1]
    for _ in range(2 * len(auction.players)):
        if auction.turn is not None:
            assert isinstance(auction, BidEach) or silence(auction) in SILENCE
            auction = auction.call(auction.turn, silence(auction))
    assert auction.over
    assert auction.stage == "bidding"
    assert (auction.contract is None) == (auction.declarer is None)


@EACH_GAME
@MANY
@given(data=st.data(), call=ANY_CALLS)
def test_an_illegal_call_is_refused_and_leaves_the_auction_as_it_was(
    key: str, data: st.DataObject, call: Call
) -> None:
    auction = data.draw(states_of(key))[-1]
    seat = data.draw(st.integers(0, len(auction.players) - 1))
    assume(seat != auction.turn or call not in auction.legal())
    before = auction.calls, auction.legal(), auction.turn, auction.stage, auction.contract
    with pytest.raises(RuleViolation) as caught:
        auction.call(seat, call)
    assert caught.value.detail
    assert before == (auction.calls, auction.legal(), auction.turn, auction.stage, auction.contract)
