"""The rule book of Oh Hell again: how every rule is broken or, where nobody can break it, shown at work."""

from collections.abc import Callable

from scorer.rules.calls import Denomination
from scorer.rules.core import Rule
from scorer.rules.oh_hell import rules
from scorer.rules.oh_hell.game import OhHell

from ..at_work import deal_goes_left, told
from ..speech import hear
from .test_game import (
    hand,
    oh_hell,
    opened,
    score,
    test_three_players_may_take_13_low_cards_out_of_the_pack,
    test_where_all_bid_at_once_there_is_no_order_of_calls_and_no_hook,
)

GAME = oh_hell(3, hand_sizes=[4, 2])


def said(*calls: str) -> Callable[[], object]:
    return lambda: hear(opened(GAME, 2), *calls)


def played(*each: tuple[int, int], carry: int = 0) -> Callable[[], object]:
    return lambda: score(GAME, hand(*each), carry)


def value(key: str, number: int, carry: int = 0) -> Callable[[], object]:
    return lambda: GAME.check_in_hand(key, number, carry)


# A rule, how it is broken, and words that the sentence about it must hold.
IN_ROTATION = oh_hell(3, trump_by="rotation", hand_sizes="up")

BROKEN: list[tuple[Rule, Callable[[], object], tuple[str, ...]]] = [
    (
        rules.TRUMP,
        lambda: score(IN_ROTATION, hand((1, 1), (1, 0), (0, 0), trump=Denomination.SPADES)),
        ("trump is hearts in hand 1",),
    ),
    (
        rules.JOKERS,
        lambda: score(GAME, hand((1, 1), (2, 2), (0, 1), trump=Denomination.JOKER)),
        ("jokers are no suit",),
    ),
    (rules.TURN, said("Betty: 1"), ("Amber's turn", "not Betty's")),
    (rules.BID, said("Amber: 5"), ("“5” is not a bid of this hand", "0 to 4")),
    (rules.BID, played((5, 4), (0, 0), (0, 0)), ("bid 5 with 4 cards",)),
    (rules.BID, value("bids", -1), ("bid -1 with 4 cards",)),
    (rules.BID, value("bids", 3, 1), ("bid 3 with 2 cards",)),
    (rules.BID, lambda: GAME.check_key("bids", 5), ("bid 5 with 4 cards",)),
    (rules.ONE_BID, said("Amber: 1", "Betty: 1", "Cindy: 1", "Amber: 2"), ("Everybody has bid", "Amber cannot")),
    (
        rules.HOOK,
        said("Amber: 1", "Betty: 2", "Cindy: 1"),
        ("Cindy may not bid 1", "add up to 4, the cards of the hand"),
    ),
    (rules.HOOK, played((1, 1), (2, 2), (1, 1)), ("Cindy may not bid 1",)),
    (rules.HOOK, played((2, 2), (0, 0), (0, 0), carry=1), ("Cindy may not bid 0", "add up to 2")),
    (rules.TRICKS_TAKEN, played((1, 1), (1, 1), (0, 1)), ("add up to 3, not to 4",)),
    (rules.TRICKS_TAKEN, played((1, -1), (1, 4), (0, 1)), ("take -1 tricks with 4 cards",)),
    (rules.TRICKS_TAKEN, value("tricks", 3, 1), ("take 3 tricks with 2 cards",)),
    (rules.END, played((1, 1), (1, 1), (1, 0), carry=2), ("has 2 hands", "hand 3")),
]


def hand_sizes() -> None:
    """The third hand of a table of seven has five cards, of a table of five eight."""
    assert (oh_hell(5).cards(2), oh_hell(7).cards(2)) == (8, 5)


def who_is_void_must_trump() -> None:
    """[S2] Judged of a trick in `test_trick_check`."""
    assert oh_hell(4, must_trump=True).play_rules({}, 3, 0).must_trump is rules.MUST_TRUMP
    assert oh_hell(4).play_rules({}, 3, 0).must_trump is None


def lead() -> None:
    assert GAME.play_notes({"bids": (1, 1, 1)}, 0, 0)[-1] == "Betty leads."


def payment() -> None:
    paid = oh_hell(4, stake="2").payments((11, 1, 4, 0))
    assert [int(amount) for amount in paid] == [14, -6, 0, -8]


def the_second_of_two_equal_cards_wins() -> None:
    """[S2] Shown of a trick in `test_trick_check`."""
    assert oh_hell(5, max_cards=13).pack(0).second_beats is rules.EQUAL


def two_jokers_are_named_and_five_players_have_no_twos() -> None:
    """[S2] Dick Atkinson's version; shown of tricks in `test_trick_check`."""
    for players, cards in ((5, 50), (6, 54)):
        pack = oh_hell(players, jokers="high or low", hand_sizes=[cards // players]).pack(0)
        assert (pack.size, pack.joker_named) == (cards, rules.NAMED_JOKERS)


AT_WORK: dict[Rule, Callable[[], None]] = {
    rules.HAND_SIZES: hand_sizes,
    rules.DEALER: deal_goes_left(oh_hell(4)),
    rules.AT_ONCE: test_where_all_bid_at_once_there_is_no_order_of_calls_and_no_hook,
    rules.SHORT_PACK: test_three_players_may_take_13_low_cards_out_of_the_pack,
    rules.MUST_TRUMP: who_is_void_must_trump,
    rules.LEAD: lead,
    rules.PAYMENT: payment,
    rules.EQUAL: the_second_of_two_equal_cards_wins,
    rules.NAMED_JOKERS: two_jokers_are_named_and_five_players_have_no_twos,
    rules.FOLLOW: told(OhHell, rules.FOLLOW, "follows the suit led if they can"),
}
