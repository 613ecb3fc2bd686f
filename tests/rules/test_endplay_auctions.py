"""Ordinary bridge auctions against those of `endplay`, another author's program: contract, double, declarer.

It is among the test dependencies wherever it can be installed; that is before Python 3.14.
"""

import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.auctions import Bids, Rotation
from scorer.rules.calls import BRIDGE, Bid, Call, Denomination, Word
from scorer.rules.ten_bridge import RULE_REFS

from .drawing import MANY
from .four import FOUR

if sys.version_info >= (3, 14):
    pytest.skip(
        "NOT COMPARED: endplay has no release for this Python, so auctions in rotation were not checked against "
        "another program",
        allow_module_level=True,
    )

BIDS = Bids.of(range(1, 8), BRIDGE)
WORDS = {Word.PASS: "p", Word.DOUBLE: "x", Word.REDOUBLE: "xx"}


@cache
def denominations() -> dict[Denomination, Any]:
    """Theirs. Loaded in a test alone: endplay brings what draws diagrams, half a second of every process."""
    from endplay.types import Denom

    return dict(zip(BRIDGE, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True))


def bid_of(call: Call) -> Any:
    from endplay import types

    if isinstance(call, Bid):
        return types.ContractBid(call.level, denominations()[call.denomination or Denomination.NO_TRUMP])
    return types.PenaltyBid(types.Penalty.find(WORDS[call]))


@st.composite
def auctions(draw: st.DrawFn) -> Rotation:
    """A whole auction of legal calls: what a player wishes she says if she may."""
    auction = Rotation(players=FOUR, bids=BIDS, rule_refs=RULE_REFS, turn=draw(st.integers(0, 3)))
    for wish in draw(st.lists(st.sampled_from([*WORDS, *WORDS, *BIDS[:15], *BIDS]), max_size=24)):
        if auction.turn is not None:
            auction = auction.call(auction.turn, wish if auction.refusal(wish) is None else Word.PASS)
    while auction.turn is not None:
        auction = auction.call(auction.turn, Word.PASS)
    return auction


@MANY
@given(auctions())
def test_every_auction_leads_to_the_same_contract(auction: Rotation) -> None:
    from endplay import types

    dealer = types.Player(auction.calls[0][0])
    theirs = types.Contract.from_auction(dealer, [bid_of(call) for _, call in auction.calls])
    if auction.contract is None:
        assert theirs.is_passout()
        return
    bid = auction.contract.bid
    assert (bid.level, denominations()[bid.denomination or Denomination.NO_TRUMP]) == (theirs.level, theirs.denom)
    doublings = (types.Penalty.passed, types.Penalty.doubled, types.Penalty.redoubled)
    assert doublings[auction.contract.doubling] == theirs.penalty
    assert types.Player(auction.declarer) == theirs.declarer
