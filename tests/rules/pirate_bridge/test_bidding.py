"""The bidding of Pirate Bridge: what its text leaves open [rules 2.6]; its five examples are vectors."""

import pytest

from scorer.rules.auctions import Exchange
from scorer.rules.calls import Bid, Contract, Denomination, Word
from scorer.rules.pirate_bridge.game import PirateBidding

from ..piracy import FOUR, bidding, declined, passes, pirates
from ..speech import hear

SPADE = ("Alan: pass", "Dave: 1S", "Gracie: accept")
"""The example that examples 2, 3 and 4 begin with; in them Alan has passed before."""
DOUBLED = (*SPADE, "Mike: X")


def state(auction: PirateBidding) -> tuple[str, str, str]:
    """Whose turn it is, the stage, the contract so far with its two players."""
    contract = f"{auction.contract} {auction.name(auction.declarer)} {auction.name(auction.partner)}"
    return auction.name(auction.turn), auction.stage, contract if auction.contract else ""


def legal(auction: PirateBidding) -> list[str]:
    return [str(call) for call in auction.legal()]


def test_p2_a_rejected_bid_after_a_double_leaves_the_double() -> None:
    auction = bidding(*DOUBLED, *declined("Alan", "2C"))
    assert state(auction) == ("Dave", "bidding", "1SX Dave Gracie")
    assert legal(auction)[-1] == "XX"
    assert hear(auction, "Dave: pass", "Gracie: pass").over


def test_p4_over_seven_no_trump_there_is_only_to_pass_and_to_double() -> None:
    top = bidding("Alan: 7NT", "Dave: accept")
    assert legal(top) == ["pass", "X"]
    assert legal(hear(top, "Gracie: X", "Mike: pass")) == ["pass", "XX"]
    assert legal(hear(top, "Gracie: X", "Mike: pass", "Alan: XX")) == ["pass"]


def test_an_accepted_bid_takes_the_double_away() -> None:
    auction = bidding(*DOUBLED, "Alan: 2C", "Dave: decline", "Gracie: accept")
    assert state(auction) == ("Mike", "bidding", "2C Alan Gracie")
    assert legal(auction)[-1] == "X"


def test_the_declarer_may_bid_over_her_own_contract_and_the_acceptor_gets_no_turn() -> None:
    dave = bidding(*SPADE, "Mike: pass", "Alan: pass")
    over = hear(dave, "Dave: 2S", "Gracie: accept", "Mike: pass", "Alan: pass", "Dave: pass")
    assert over.over
    assert over.contract == Contract(Bid(2, Denomination.SPADES))
    asked = [seat for seat, call in over.calls if call is not Word.ACCEPT]
    assert asked.count(FOUR.index("Gracie")) == 0


def test_calls_are_listed_silence_first_then_bids_then_doubles() -> None:
    """[sheet-format: legal]"""
    listed = legal(bidding())
    assert listed[:7] == ["pass", "1C", "1D", "1H", "1S", "1NT", "2C"]
    assert listed[-1] == "7NT"
    assert len(listed) == 36
    assert [str(call) for call in bidding().vocabulary()[-4:]] == ["X", "XX", "accept", "decline"]


# The last call, repeated in words, and what it settled.
LAST_WORDS = [
    ([], ""),
    (SPADE[:1], "Alan passes."),
    (SPADE[:2], "Dave bids 1 spade."),
    (SPADE, "Gracie accepts 1 spade."),
    ((*SPADE[:2], "Gracie: decline"), "Gracie declines 1 spade."),
    (declined("Alan", "2NT"), "Mike declines 2 no-trump. Alan's bid is rejected."),
    (DOUBLED, "Mike doubles 1 spade."),
    ((*DOUBLED, "Alan: pass", "Dave: XX"), "Dave redoubles 1 spade."),
    ((*SPADE, *passes("Mike", 3)), "Dave passes. The bidding is over: 1♠, Dave with Gracie."),
    (
        (*passes("Alan", 3), *declined("Mike", "3H")),
        "Gracie declines 3 hearts. Mike's bid is rejected. The bidding is over: no bid was accepted.",
    ),
]


@pytest.mark.parametrize(("said", "words"), LAST_WORDS, ids=[words for _, words in LAST_WORDS])
def test_the_last_call_is_repeated_in_words(said: tuple[str, ...], words: str) -> None:
    assert bidding(*said).last_words() == words


def test_what_a_pass_does_is_said_before_it_is_made() -> None:
    assert bidding().what_a_pass_does() == "With 4 passes the hand is thrown in."
    assert bidding(*passes("Alan", 3)).what_a_pass_does() == "With this pass the hand is thrown in."
    assert bidding(*SPADE).what_a_pass_does() == "With 3 passes the contract is 1♠."
    assert bidding(*DOUBLED, "Alan: pass").what_a_pass_does() == "With 2 passes the contract is 1♠ doubled."
    assert [bidding(*said).passes_left for said in ((), passes("Alan", 3), SPADE)] == [4, 1, 3]


def test_exchanges_lay_the_calls_out_by_bids_and_answers() -> None:
    auction = bidding(*declined("Alan", "2NT"), "Dave: 1C", "Gracie: accept", "Mike: X")
    spoken = [*auction.calls]
    assert auction.exchanges() == (
        Exchange(spoken[:1], spoken[1:4]),
        Exchange(spoken[4:5], spoken[5:6]),
        Exchange(spoken[6:], []),
    )
    assert [exchange.accepted for exchange in auction.exchanges()] == [False, True, False]


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_speaks_first(dealer: int) -> None:
    assert pirates().auction(dealer).turn == dealer
