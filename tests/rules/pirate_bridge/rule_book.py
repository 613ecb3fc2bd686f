"""The rule book of Pirate Bridge again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable
from typing import Any

from scorer.rules.calls import parse_contract
from scorer.rules.core import Rule
from scorer.rules.pirate_bridge import auction_bridge
from scorer.rules.pirate_bridge import game as rules

from ..at_work import columns, deal_goes_left, told
from ..piracy import (
    ALAN,
    DAVE,
    FOUR,
    GRACIE,
    MIKE,
    bidding,
    declined,
    passes,
    pirates,
    played,
    points,
    rubber,
    score,
)

SPADE = ("Alan: 1S", "Dave: accept")
DOUBLED = (*SPADE, "Gracie: X")


def said(*calls: str) -> Callable[[], object]:
    return lambda: bidding(*calls)


def scored(*hand: Any, **beside: Any) -> Callable[[], object]:
    return lambda: score(played(*hand, **beside))


# A rule, how it is broken, and words that the sentence about it must hold.
BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (rules.CHOICE, said("Alan: no proposal"), ("no proposal", "not a call of this game")),
    (rules.CHOICE, said("Alan: 1C", "Dave: reject"), ("reject", "not a call of this game")),
    (rules.BID, said("Alan: 8H"), ("8♥ cannot be bid", "1 to 7")),
    (rules.BID, said("Alan: 0H"), ("0♥ cannot be bid", "1 to 7")),
    (rules.BID, said("Alan: 3minor"), ("3minor", "not a bid of this game")),
    (rules.BID, said("Alan: 3"), ("“3”", "not a bid of this game")),
    (rules.BID, scored("8NT", 13), ("8 NT cannot be bid",)),
    (rules.BID, scored("5red", 11), ("5red", "not a bid of this game")),
    (rules.HIGHER, said(*SPADE, "Gracie: 1H"), ("1♥ is not higher than 1♠",)),
    (rules.HIGHER, said(*SPADE, "Gracie: 1S"), ("1♠ is not higher than 1♠",)),
    (rules.HIGHER, said(*DOUBLED, "Mike: 1C"), ("1♣ is not higher than 1♠",)),
    (rules.ACCEPTANCE_TURN, said("Alan: 1S", "Gracie: accept"), ("Dave's turn", "Alan's 1♠", "not Gracie's")),
    (rules.ACCEPTANCE_TURN, said("Alan: 1S", "Alan: accept"), ("Dave's turn", "not Alan's")),
    (rules.STAGES, said("Alan: 1S", "Dave: 2S"), ("Dave must accept or decline Alan's 1♠", "2♠")),
    (rules.STAGES, said("Alan: 1S", "Dave: X"), ("Dave must accept or decline", "“X”")),
    (rules.STAGES, said("Alan: accept"), ("no bid for Alan to accept",)),
    (rules.STAGES, said(*SPADE, "Gracie: decline"), ("no bid for Gracie to decline",)),
    (rules.DOUBLE, said("Alan: X"), ("nothing for Alan to double",)),
    (rules.DOUBLE, said(*SPADE, *passes("Gracie", 2), "Alan: X"), ("Alan cannot double 1♠", "their own contract")),
    (rules.DOUBLE, said(*DOUBLED, "Mike: X"), ("1♠ doubled cannot be doubled again",)),
    (rules.REDOUBLE, said(*SPADE, "Gracie: XX"), ("nothing for Gracie to redouble",)),
    (rules.REDOUBLE, said(*DOUBLED, "Mike: XX"), ("Mike cannot redouble 1♠ doubled", "neither")),
    (rules.REDOUBLE, said(*DOUBLED, "Mike: pass", "Alan: XX", "Dave: XX"), ("nothing for Dave to redouble",)),
    (rules.TURN, said("Dave: pass"), ("Alan's turn to bid or pass", "not Dave's")),
    (rules.TURN, said(*SPADE, "Dave: pass"), ("Gracie's turn",)),
    (rules.END, said(*SPADE, *passes("Gracie", 3), "Dave: 2C"), ("over", "1♠, Alan with Dave")),
    (rules.END, said(*passes("Alan", 4), "Alan: 1C"), ("over", "no bid was accepted")),
    (rules.TWO_PARTNERS, scored("4S", 10, DAVE, DAVE), ("Dave", "their own bid")),
    (rules.TRICKS_TAKEN, scored("4S", 14), ("14 of 13 tricks",)),
    (rules.TRICKS_TAKEN, scored("4S", -1), ("-1 of 13 tricks",)),
    (auction_bridge.HONORS, scored("4S", 10, honors={"Alan": 6}), ("6 of 5 honors",)),
    (auction_bridge.HONORS, scored("4S", 10, honors={"Alan": -1}), ("-1 of 5 honors",)),
    (auction_bridge.HONORS, scored("4S", 10, honors={"Alan": 3, "Dave": 3}), ("5 honors in the pack, not 6",)),
    (auction_bridge.HONORS, scored("3NT", 9, honors={"Alan": 2, "Mike": 3}), ("4 aces in the pack, not 5",)),
]


def the_first_acceptance_makes_the_contract() -> None:
    auction = bidding("Alan: 1S", "Dave: decline", "Gracie: accept")
    assert auction.outcome() == "1♠, Alan with Gracie"
    over = bidding(*DOUBLED, "Mike: 2S", "Alan: accept", *passes("Dave", 3))
    assert over.agreed == {"contract": parse_contract("2S"), "declarer": MIKE, "acceptor": ALAN}


def a_rejected_bid_is_as_good_as_a_pass() -> None:
    bid, passed = bidding(*SPADE, *declined("Gracie", "3C")), bidding(*SPADE, "Gracie: pass")
    assert (bid.turn, bid.passes, bid.contract, bid.legal()) == (
        passed.turn,
        passed.passes,
        passed.contract,
        passed.legal(),
    )


def a_hand_without_an_accepted_bid_is_thrown_in() -> None:
    auction = bidding(*passes("Alan", 4))
    assert (auction.over, auction.agreed) == (True, None)
    assert pirates().next_dealer(ALAN, played=False) == DAVE


def the_first_defender_leads() -> None:
    agreed = {"contract": parse_contract("1S")}
    for declarer, acceptor, leader in (
        (ALAN, DAVE, "Gracie"),
        (ALAN, GRACIE, "Dave"),
        (MIKE, ALAN, "Dave"),
        (DAVE, ALAN, "Gracie"),
    ):
        first, second = pirates().play_notes({**agreed, "declarer": declarer, "acceptor": acceptor}, ALAN)
        assert first == f"{leader} leads to the first trick; then {FOUR[acceptor]} lays their hand open."
        assert "order of the seats" in second


def a_table_scores_one_way_or_the_other() -> None:
    assert points(played("4S", 10)) == [0, 36, 36, 0]
    assert points(played("4S", 10), scoring="contract") == [0, 420, 420, 0]


def thirty_below_the_line_are_a_game() -> None:
    assert rubber(played("2S", 9)).games == ()
    assert rubber(played("2S", 9), played("1C", 7, DAVE, MIKE)).games == ("Dave",)


def the_losers_score_nothing() -> None:
    assert points(played("1S", 13), scoring="contract") == [0, 260, 260, 0]
    assert points(played("1S", 6), scoring="contract") == [50, 0, 0, 50]


# Rules that nobody can break, because they allow or state something: here they are at work.
AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.ACCEPTANCE: the_first_acceptance_makes_the_contract,
    rules.REJECTED: a_rejected_bid_is_as_good_as_a_pass,
    rules.THROWN_IN: a_hand_without_an_accepted_bid_is_thrown_in,
    rules.LEAD: the_first_defender_leads,
    rules.FOLLOW: told(
        rules.PirateBridge,
        rules.FOLLOW,
        "follows the suit led if they can",
        "highest trump wins",
        "partners sit side by side",
    ),
    rules.OWN_TOTAL: columns(pirates(), (0,), (1,), (2,), (3,)),
    rules.DEALER: deal_goes_left(pirates()),
    rules.SCORING: a_table_scores_one_way_or_the_other,
    rules.GAME_RULE: thirty_below_the_line_are_a_game,
    rules.GAINS: the_losers_score_nothing,
}
