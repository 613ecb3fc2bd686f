"""The auction by proposal and acceptance: how its example is laid out, and what its text leaves open.

A1 to A8 are the ambiguities of the text, each with the reading that the rules of this house take.
"""

import pytest

from scorer.rules.auctions import Exchange
from scorer.rules.calls import Bid, Contract, Denomination, Word, parse_call
from scorer.rules.offender import Proposals

from ...sheet.vectors import sheet_of
from ..speech import hear, opened, pass_word, turned_down, utterance

SAID = sheet_of("offender: example-auction-after-29").hands[-1].calls
"""[S0 annotated example of bidding] The vectors say of its stages whose turn it is, and what may be said."""


def state(auction: Proposals) -> list[str]:
    pro_tem = f"{auction.contract} {auction.name(auction.declarer)} {auction.name(auction.partner)}"
    return [
        f"{auction.name(auction.turn)}, {auction.stage}",
        pro_tem if auction.contract else "",
        "-" if auction.barred is None else auction.name(auction.barred),
    ]


def test_the_example_ends_with_the_contract_of_betty_and_amber() -> None:
    auction = hear(opened(), *SAID)
    assert auction.over
    assert auction.legal() == ()
    assert auction.contract == Contract(Bid(5, Denomination.SPADES))
    assert [f"{auction.name(seat)}: {call}" for seat, call in auction.calls] == [*SAID]
    for call in auction.vocabulary():
        assert str(auction.refusal(call)) == "The bidding is over (5♠, Betty with Amber): there are no more calls."


def test_exchanges_lay_the_example_out_as_in_the_document() -> None:
    auction = hear(opened(), *SAID)

    def row(proposals: slice, answers: slice) -> Exchange:
        spoken = [utterance(auction, said) for said in SAID]
        return Exchange(spoken[proposals], spoken[answers])

    rows = auction.exchanges()
    assert rows == (
        row(slice(0, 3), slice(3, 6)),
        row(slice(6, 10), slice(10, 14)),
        row(slice(14, 18), slice(18, 19)),
        row(slice(19, 20), slice(20, 24)),
        row(slice(24, 29), slice(0)),
    )
    assert [exchange.accepted for exchange in rows] == [True, False, True, True, False]


def test_calls_are_listed_silence_first_then_by_number_and_suit() -> None:
    """[sheet-format: legal] The order of the suits is for the list alone: none ranks above another."""
    listed = [str(call) for call in opened(7, no_trump=True).legal()]
    assert listed[:7] == ["no proposal", "1C", "1D", "1H", "1S", "1NT", "2C"]
    assert listed[-1] == "7NT"
    assert len(listed) == 1 + 7 * 5
    assert hear(opened(), "Amber: 3H").legal() == (Word.ACCEPT, Word.REJECT)


def test_a1_the_count_of_silences_begins_again_with_each_stage() -> None:
    four = pass_word()[:4]
    abandoned = hear(opened(), *four, *turned_down("Ellie", "1C"))
    again = hear(abandoned, *four)
    assert again.name(again.turn) == "Ellie"
    assert hear(again, "Ellie: no proposal").over


def test_a1_proposer_and_accepter_of_the_contract_are_asked_once_more() -> None:
    auction = hear(opened(), "Amber: 3H", "Betty: accept", *pass_word("Betty")[:4])
    assert auction.name(auction.turn) == "Amber"
    assert hear(auction, "Amber: 4C").stage == "acceptance"
    assert hear(auction, "Amber: no proposal").over


def test_a2_a_barred_player_is_asked_and_her_silence_counts() -> None:
    auction = hear(opened(), *turned_down("Amber", "5C"), *pass_word("Betty")[:4])
    assert auction.name(auction.turn) == "Amber"
    assert auction.legal() == (Word.NO_PROPOSAL,)
    assert auction.bar_reason() == ("Amber may not propose: their 5♣ was abandoned and nobody has proposed since.")
    over = hear(auction, "Amber: no proposal")
    assert over.over
    assert over.bar_reason() is None


def test_a3_all_the_tricks_abandoned_end_nothing() -> None:
    auction = hear(opened(), *turned_down("Amber", "10S"))
    assert state(auction) == ["Betty, bidding", "", "Amber"]
    assert Bid(1, Denomination.CLUBS) in auction.legal()


def test_a4_the_lowest_proposal_is_one_trick_or_none_where_the_table_plays_it_so() -> None:
    nought = parse_call("0C")
    assert nought not in opened().legal()
    assert nought in opened(lowest_bid=0).legal()
    floor = hear(opened(lowest_bid=0), "Amber: 0C", "Betty: accept")
    assert [str(call) for call in floor.legal()[:2]] == ["no proposal", "1C"]


@pytest.mark.parametrize("option", ["left of proposer", "left of accepter"])
def test_variation_2_changes_nothing_after_an_abandonment(option: str) -> None:
    """[S0 Variations 2: "accepted (but not abandoned)"]"""
    auction = hear(opened(speaks_next=option), "Amber: no proposal", *turned_down("Betty", "3H"))
    assert auction.name(auction.turn) == "Cindy"


def test_a8_under_variation_2_the_accepter_speaks_last() -> None:
    played = hear(opened(speaks_next="left of accepter"), "Amber: 3H", "Betty: reject", "Cindy: accept")
    waiting = hear(played, *pass_word("Diana")[:4])
    assert waiting.name(waiting.turn) == "Cindy"
    assert hear(waiting, "Cindy: no proposal").over


# The last words of an auction, repeated as the document advises [S0 Comments], and what they settled.
LAST_WORDS = [
    ([], ""),
    (SAID[:1], "Amber makes no proposal."),
    (SAID[:3], "Cindy proposes 3 hearts."),
    (SAID[:4], "Diana rejects 3 hearts."),
    (SAID[:6], "Amber accepts 3 hearts."),
    (SAID[:14], "Amber rejects 5 clubs. Betty's proposal is abandoned."),
    (SAID, "Betty makes no proposal. The bidding is over: 5♠, Betty with Amber."),
    (["Amber: 10S", "Betty: accept"], "Betty accepts 10 spades. Nothing is higher: the bidding is over."),
    ([*pass_word()], "Ellie makes no proposal. The bidding is over: no proposal was accepted."),
]


@pytest.mark.parametrize(("said", "words"), LAST_WORDS, ids=[words for _, words in LAST_WORDS])
def test_the_last_call_is_repeated_in_words(said: list[str], words: str) -> None:
    assert hear(opened(), *said).last_words() == words


def test_what_silence_does_is_said_before_it_is_kept() -> None:
    assert opened().what_a_pass_does() == "If nobody proposes, the hand is abandoned."
    assert hear(opened(), *SAID[:7]).what_a_pass_does() == "If the next 4 do not propose, the contract is 3♥."
    assert hear(opened(), *SAID[:-1]).what_a_pass_does() == "If Betty does not propose, the contract is 5♠."
