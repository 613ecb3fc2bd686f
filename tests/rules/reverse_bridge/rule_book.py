"""The rule book of Reverse Bridge again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable

from scorer.rules import reverse_bridge as rules
from scorer.rules.calls import parse_contract
from scorer.rules.core import Rule
from scorer.rules.reverse_bridge import ReverseBridge, ReverseBridgeOptions

from ..at_work import columns, deal_goes_left, told
from ..four import FOUR, NORTH, SOUTH, WEST, around, reverse, reverse_bridge, reverse_opened
from ..speech import hear
from .test_game import test_the_most_points_win_after_the_last_hand_and_equals_share


def said(*calls: str) -> Callable[[], object]:
    return lambda: hear(reverse_opened(), *calls)


def called(*calls: str) -> Callable[[], object]:
    return lambda: around(reverse_opened(), *calls)


def played(contract: str, tricks: int) -> Callable[[], object]:
    return lambda: reverse_bridge().score(reverse(contract, NORTH, tricks), WEST, 0)


PASSED = [f"{name}: pass" for name in FOUR]

# A rule, how it is broken, and words that the sentence about it must hold.
BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (rules.PREDICTION, called("14S"), ("14♠ cannot be bid", "1 to 13")),
    (rules.PREDICTION, called("0S"), ("0♠ cannot be bid", "1 to 13")),
    (rules.PREDICTION, played("14S", 5), ("14♠ cannot be bid",)),
    (rules.CALLS, called("X"), ("“X” is not a call of this game", "“pass”")),
    (rules.CALLS, called("3C", "XX"), ("“XX” is not a call of this game",)),
    (
        rules.CALLS,
        called("3red"),
        ("“3red” is not a bid of this game", "clubs, diamonds, hearts, spades, no-trump"),
    ),
    (rules.CALLS, played("7SX", 5), ("7SX", "nobody doubles")),
    (rules.HIGHER, called("3H", "3D"), ("East must bid more than 3♥",)),
    (rules.HIGHER, called("3H", "3H"), ("higher denomination",)),
    (rules.TURN, said("West: pass"), ("North's turn", "not West's")),
    (rules.TURN, said("North: 3C", "South: pass"), ("East's turn", "not South's")),
    (rules.END, said(*PASSED, "North: 3C"), ("over", "nobody has bid")),
    (rules.END, said("North: 3C", *PASSED[1:], "North: 4C"), ("over", "3♣, North is declarer")),
    (rules.TRICKS_TAKEN, played("3S", 14), ("14 of 13 tricks",)),
    (rules.TRICKS_TAKEN, played("3S", -1), ("-1 of 13 tricks",)),
]


def the_first_of_the_side_to_name_the_denomination_is_declarer() -> None:
    """[S4; rules 7.2 R4]"""
    auction = around(reverse_opened(), "3C", "4C", "pass", "5C", "5H", "pass", "6H", *["pass"] * 3)
    assert auction.agreed == {"contract": parse_contract("6H"), "declarer": NORTH}
    theirs = around(reverse_opened(), "3C", "4C", "pass", "5C", *["pass"] * 3)
    assert theirs.name(theirs.declarer) == "East"


def the_left_of_the_declarer_leads() -> None:
    agreed = {"contract": parse_contract("6H"), "declarer": SOUTH}
    assert reverse_bridge().play_notes(agreed, WEST, 0) == (
        "East & West should take 6 tricks.",
        "West leads to the first trick; nobody is dummy.",
    )
    one = {"contract": parse_contract("1H"), "declarer": SOUTH}
    assert reverse_bridge().play_notes(one, WEST, 0)[0] == "East & West should take 1 trick."


def without_forced_capture_there_is_only_following() -> None:
    free = ReverseBridge.of(FOUR, ReverseBridgeOptions(forced_capture=False)).play_rules({}, WEST, 0)
    assert (free.follow, free.forced) == (rules.FREE_PLAY, None)


def over_the_partner_too_a_trick_is_taken() -> None:
    """[S4] Judged of a trick in `test_trick_check`."""
    always = ReverseBridge.of(FOUR, ReverseBridgeOptions(forced_capture="over the partner")).play_rules(
        {}, WEST, 0
    )
    assert (always.forced, always.over_partner) == (rules.FORCED_OVER_PARTNER, True)


def scoring(contract: str, tricks: int, rule: Rule, by: str = "final") -> Callable[[], None]:
    def shown() -> None:
        game = ReverseBridge(FOUR, ReverseBridgeOptions(scoring=by))
        score, _ = game.score(reverse(contract, NORTH, tricks), WEST, 0)
        assert rule in {line.rule for line in score.lines}

    return shown


# Rules that nobody can break, because they allow or state something: here they are at work.
AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.SIDES: columns(reverse_bridge(), (0, 2), (1, 3)),
    rules.NAMER: the_first_of_the_side_to_name_the_denomination_is_declarer,
    rules.LEAD: the_left_of_the_declarer_leads,
    rules.FORCED: told(
        ReverseBridge,
        rules.FORCED,
        "must take it",
        "Unless the partner is winning the trick",
        "must trump",
        "the choice is free",
    ),
    rules.FORCED_OVER_PARTNER: over_the_partner_too_a_trick_is_taken,
    rules.FREE_PLAY: without_forced_capture_there_is_only_following,
    rules.FIRST_BIDDERS: scoring("3H", 3, rules.FIRST_BIDDERS, "first play-test"),
    rules.FIRST_OPPONENTS: scoring("3H", 2, rules.FIRST_OPPONENTS, "first play-test"),
    rules.SECOND_PAST: scoring("3H", 4, rules.SECOND_PAST, "second play-test"),
    rules.LENGTH: test_the_most_points_win_after_the_last_hand_and_equals_share,
    rules.DEALER: deal_goes_left(reverse_bridge()),
}
