"""The rule book of 10 Bridge again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable

from scorer.rules import ten_bridge as rules
from scorer.rules.calls import Denomination, parse_contract
from scorer.rules.core import Rule
from scorer.rules.ten_bridge import PartScoreCarrying, PartScores, TenBridge, TenBridgeHand

from ..at_work import columns, deal_goes_left, told
from ..four import FOUR, NORTH, around, ten, ten_bridge, ten_opened
from ..speech import hear


def said(*calls: str) -> Callable[[], object]:
    return lambda: hear(ten_opened(), *calls)


def called(*calls: str) -> Callable[[], object]:
    return lambda: around(ten_opened(), *calls)


def played(contract: str, tricks: int, trump: Denomination | None = None) -> Callable[[], object]:
    hand = TenBridgeHand(parse_contract(contract), NORTH, tricks, trump)
    return lambda: ten_bridge().score(hand, NORTH, PartScores())


PASSED = [f"{name}: pass" for name in FOUR]

# A rule, how it is broken, and words that the sentence about it must hold.
BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (rules.CALLS, called("3H"), ("“3H” is not a bid of this game", "minor, red, black, major, no-trump")),
    (rules.CALLS, called("no proposal"), ("“no proposal” is not a call of this game", "“X”")),
    (rules.CALLS, called("3"), ("“3”",)),
    (rules.CALLS, played("3S", 8), ("“3S”",)),
    (rules.BID, called("6minor"), ("6 minor cannot be bid", "0 to 5")),
    (rules.BID, played("6NT", 8), ("6 NT cannot be bid", "0 to 5")),
    (rules.HIGHER, called("1black", "1red"), ("East must bid more than 1 black",)),
    (rules.HIGHER, called("1black", "1black"), ("higher denomination",)),
    (rules.HIGHER, called("1minor", "0NT"), ("more than 1 minor",)),
    (rules.TURN, said("East: pass"), ("North's turn", "not East's")),
    (rules.TURN, said("North: pass", "South: 1red"), ("East's turn", "not South's")),
    (rules.DOUBLE, called("X"), ("North cannot double", "nobody has bid")),
    (rules.DOUBLE, called("1black", "pass", "X"), ("South cannot double 1 black", "opponents")),
    (rules.DOUBLE, called("1black", "X", "pass", "X"), ("1 black is doubled already",)),
    (rules.DOUBLE, called("1black", "X", "XX", "X"), ("1 black is redoubled already",)),
    (rules.REDOUBLE, called("XX"), ("nothing is doubled",)),
    (rules.REDOUBLE, called("1black", "XX"), ("nothing is doubled",)),
    (
        rules.REDOUBLE,
        called("1black", "X", "pass", "XX"),
        ("West cannot redouble 1 black", "side that was doubled"),
    ),
    (rules.REDOUBLE, called("1black", "X", "XX", "pass", "XX"), ("redoubled already",)),
    (
        rules.END,
        said("North: 1black", "East: pass", "South: pass", "West: pass", "North: 2red"),
        ("over", "1 black, North is declarer"),
    ),
    (rules.END, said(*PASSED, "North: X"), ("over", "0 NT, North must play it")),
    (rules.TRICKS_TAKEN, played("1NT", 11), ("11 of 10 tricks",)),
    (rules.TRICKS_TAKEN, played("1NT", -1), ("-1 of 10 tricks",)),
    (rules.TRUMP, played("1red", 6, Denomination.NO_TRUMP), ("one of the four suits",)),
]


def four_passes_oblige_the_dealer() -> None:
    auction = around(ten_opened(), "pass", "pass", "pass", "pass")
    assert auction.over
    assert auction.legal() == ()
    assert auction.agreed == {"contract": parse_contract("0NT"), "declarer": NORTH}


def the_first_to_name_the_denomination_is_declarer() -> None:
    same = around(ten_opened(), "1red", "pass", "3red", "pass", "pass", "pass")
    assert same.name(same.declarer) == "North"
    other = around(ten_opened(), "1minor", "pass", "3red", "pass", "pass", "pass")
    assert other.name(other.declarer) == "South"
    opponents = around(ten_opened(), "1red", "2red", "pass", "pass", "pass")
    assert opponents.name(opponents.declarer) == "East"


def told_before_the_first_trick(contract: str) -> tuple[str, ...]:
    return ten_bridge().play_notes({"contract": parse_contract(contract), "declarer": NORTH}, NORTH, PartScores())


def the_left_of_the_declarer_leads() -> None:
    needs, trump, leads = told_before_the_first_trick("2red")
    assert needs == "North needs 7 tricks with South."
    assert trump == "North lays a small card face down for the trump suit, ♦ or ♥."
    assert leads == "East leads to the first trick; then South is dummy."
    assert told_before_the_first_trick("2NT")[1] == "There is no trump suit."


def a_part_score_is_carried_and_paid_at_the_end() -> None:
    game = ten_bridge()
    score, carry = game.score(ten("1minor", NORTH, 7), NORTH, PartScores())
    assert score.sum(0) == "8"
    assert [(mark.name, mark.text) for mark in game.carrying.counters(carry)] == [("part score", "4")]
    assert [line.rule for line in PartScoreCarrying(game).closing(carry).lines] == [rules.CLOSING]


# Rules that nobody can break, because they allow or state something: here they are at work.
AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.SIDES: columns(ten_bridge(), (0, 2), (1, 3)),
    rules.OBLIGED: four_passes_oblige_the_dealer,
    rules.NAMER: the_first_to_name_the_denomination_is_declarer,
    rules.SHOWN: told(TenBridge, rules.SHOWN, "asks for the trump suit", "must ruff if they can", "mere discard"),
    rules.LEAD: the_left_of_the_declarer_leads,
    rules.FOLLOW: told(TenBridge, rules.FOLLOW, "follows the suit led if they can", "highest trump wins"),
    rules.PART_SCORE: a_part_score_is_carried_and_paid_at_the_end,
    rules.DEALER: deal_goes_left(ten_bridge()),
}
