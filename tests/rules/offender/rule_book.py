"""The rule book of Offender again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable
from typing import Any

from scorer.rules import offender as rules
from scorer.rules.calls import Word, parse_contract
from scorer.rules.core import Rule
from scorer.rules.offender import Offender, OffenderHand

from ..at_work import columns, deal_goes_left, told
from ..speech import ELLIE, hear, offender, opened, pass_word, turned_down

AGREED = {"proposer": 1, "accepter": 0}


def said(*calls: str, **options: Any) -> Callable[[], object]:
    return lambda: hear(opened(**options), *calls)


def played(contract: str, tricks: int, proposer: int = 0, accepter: int = 1) -> Callable[[], object]:
    hand = OffenderHand(parse_contract(contract), proposer, accepter, tricks)
    return lambda: offender().score(hand, ELLIE)


# A rule, how it is broken, and words that the sentence about it must hold.
BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (rules.PROPOSAL, said("Amber: 11H"), ("11♥ cannot be proposed", "1 to 10")),
    (rules.PROPOSAL, said("Amber: 0H"), ("0♥ cannot be proposed", "1 to 10")),
    (rules.PROPOSAL, said("Amber: 11H", lowest_bid=0), ("0 to 10",)),
    (rules.PROPOSAL, said("Amber: 10H", tricks=9), ("10♥ cannot be proposed", "1 to 9")),
    (rules.PROPOSAL, played("11S", 5), ("11♠ cannot be proposed", "1 to 10")),
    (rules.PROPOSAL, played("6HX", 5), ("6HX", "nobody doubles")),
    (rules.HIGHER, said("Amber: 4C", "Betty: accept", "Betty: 4S"), ("Betty", "more than 4", "4♣")),
    (rules.HIGHER, said("Amber: 4NT", "Betty: accept", "Betty: 3S", no_trump=True), ("more than 4", "4 NT")),
    (
        rules.BAR,
        said(*turned_down("Amber", "5C"), *pass_word("Betty")[:4], "Amber: 6H"),
        ("Amber", "5♣", "abandoned"),
    ),
    (rules.STAGES, said("Amber: accept"), ("no proposal for Amber to accept",)),
    (rules.STAGES, said("Amber: 3H", "Betty: 4H"), ("Betty must accept or reject Amber's 3♥", "4♥")),
    (rules.STAGES, said("Amber: 3H", "Betty: no proposal"), ("Betty must accept or reject", "no proposal")),
    (rules.STAGES, said("Amber: pass"), ("pass", "not a call of this game")),
    (rules.STAGES, said("Amber: 3minor"), ("3minor", "four suits")),
    (rules.STAGES, said("Amber: 3"), ("“3”", "four suits")),
    (rules.END, said(*pass_word(), "Amber: 1C"), ("over", "no proposal was accepted")),
    (rules.END, said("Amber: 10S", "Betty: accept", "Betty: no proposal"), ("over", "10♠, Amber with Betty")),
    (rules.PROPOSAL_TURN, said("Amber: no proposal", "Cindy: 3H"), ("Betty's turn", "not Cindy's")),
    (rules.ACCEPTANCE_TURN, said("Amber: 3H", "Cindy: accept"), ("Betty's turn", "Amber's 3♥", "not Cindy's")),
    (rules.ACCEPTANCE_TURN, said("Amber: 3H", "Amber: accept"), ("Betty's turn", "not Amber's")),
    (rules.TWO_OFFENDERS, played("3S", 5, 2, 2), ("Cindy", "their own proposal")),
    (rules.TRICKS_TAKEN, played("3S", 11), ("11 of 10 tricks",)),
    (rules.TRICKS_TAKEN, played("3S", -1), ("-1 of 10 tricks",)),
    (rules.NO_TRUMP, said("Amber: 4NT"), ("4 NT", "no-trump")),
    (rules.NO_TRUMP, played("4NT", 5), ("4 NT", "no-trump")),
]


def nobody_has_to_bid() -> None:
    auction = opened()
    while not auction.over:
        assert Word.NO_PROPOSAL in auction.legal()
        auction = hear(auction, f"{auction.name(auction.turn)}: no proposal")
    assert auction.agreed is None


def the_first_acceptance_makes_the_contract() -> None:
    rejected = hear(opened(), *turned_down("Amber", "3H"))
    assert rejected.contract is None
    accepted = hear(opened(), "Amber: 3H", "Betty: reject", "Cindy: accept")
    assert accepted.outcome() == "3♥, Amber with Cindy"
    assert accepted.stage == "bidding"


def the_last_accepted_proposal_is_the_contract() -> None:
    auction = hear(opened(), "Amber: 3H", "Betty: accept", "Betty: 4S", "Cindy: accept")
    abandoned = hear(auction, *turned_down("Cindy", "9C"), *pass_word("Diana"))
    assert abandoned.outcome() == "4♠, Betty with Cindy"
    assert abandoned.agreed == {"contract": parse_contract("4S"), "proposer": 1, "accepter": 2}


def nobody_is_bound_by_a_contract_pro_tem() -> None:
    first = hear(opened(), "Amber: 3H", "Betty: accept")
    apart = hear(
        first, "Betty: 4C", "Cindy: accept", "Cindy: 5D", "Diana: reject", "Ellie: reject", "Amber: accept"
    )
    assert apart.outcome() == "5♦, Cindy with Amber"
    together = hear(first, "Betty: 4C", "Cindy: reject", "Diana: reject", "Ellie: reject", "Amber: accept")
    assert together.outcome() == "4♣, Betty with Amber"


def each_offender_may_swap_with_the_widow() -> None:
    assert offender().play_notes(AGREED, 4)[0] == "Betty and Amber may each swap one card with the widow."
    assert offender(6).play_notes(AGREED, 4)[0] == "Betty and Amber may each swap 2 cards with the widow."
    assert offender(3).play_notes(AGREED, 4)[0] == "Nothing is exchanged with the widow."
    assert offender(4).play_notes(AGREED, 4)[0] == "There is no widow to swap with."


def the_proposer_leads() -> None:
    assert offender().play_notes(AGREED, 4)[1] == "Betty leads to the first trick."


# Rules that nobody can break, because they allow or state something: here they are at work.
AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.SILENCE: nobody_has_to_bid,
    rules.ACCEPTANCE: the_first_acceptance_makes_the_contract,
    rules.REPLACED: the_last_accepted_proposal_is_the_contract,
    rules.FREE_AGAIN: nobody_is_bound_by_a_contract_pro_tem,
    rules.EXCHANGE: each_offender_may_swap_with_the_widow,
    rules.LEAD: the_proposer_leads,
    rules.FOLLOW: told(
        Offender,
        rules.FOLLOW,
        "follows the suit led if they can",
        "highest trump wins",
        "highest card of the suit led",
    ),
    rules.OWN_TOTAL: columns(offender(), (0,), (1,), (2,), (3,), (4,)),
    rules.DEALER: deal_goes_left(offender(), stays_where_nobody_bid=True),
}
