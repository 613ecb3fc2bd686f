"""Oh Hell: the ways to score, the hand sizes, the bidding and the payments, each with its place."""

from typing import Any

import pytest

from scorer.rules.auctions import BidEach
from scorer.rules.calls import SUITS, Bid, Denomination
from scorer.rules.core import RuleViolation, Score
from scorer.rules.oh_hell.game import OhHell, OhHellHand, OhHellOptions
from scorer.rules.oh_hell.rules import MET, MISSED, TRUMP

from ..speech import NAMES

# [rules 5.1] Seven cards: a bid of 3 that takes 3, 2 and 4 tricks; a bid of 0 that takes none and 2.
METHODS = {
    "blackout": (13, 0, 0, 10, 0),
    "standard": (13, 2, 4, 10, 2),
    "bonus5": (8, 2, 4, 5, 2),
    "minus_bid": (13, -3, -3, 10, 0),
    "ten_times": (30, -30, -30, 5, -5),
    "squares": (19, -1, -1, 10, -4),
    "difference": (13, -1, -1, 10, -2),
    "five_difference": (8, -1, -1, 5, -2),
    "under_penalty_over_zero": (13, -3, 0, 10, 0),
    "fives": (25, -15, -15, 10, -10),
    "minus_ten_plus_bid": (13, -13, -13, 10, -10),
    "tricks_plus10_minus5": (13, -3, -1, 10, -3),
    "zero5": (13, 2, 4, 5, 2),
    "zero5n": (13, 2, 4, 12, 2),
}
PLAYED = ((3, 3), (3, 2), (3, 4), (0, 0), (0, 2))


def oh_hell(players: int = 5, **options: Any) -> OhHell:
    return OhHell.of(NAMES[:players], OhHellOptions(**options))


def hand(*played: tuple[int, int], trump: Denomination | None = None) -> OhHellHand:
    """A hand from each player's bid and tricks."""
    return OhHellHand(tuple(bid for bid, _ in played), tuple(tricks for _, tricks in played), trump)


def score(game: OhHell, played: OhHellHand, carry: int = 0) -> Score:
    return game.score(played, len(game.players) - 1, carry)[0]


def totals(game: OhHell, played: OhHellHand, carry: int = 0) -> list[Any]:
    return [score(game, played, carry).total(seat) for seat in range(len(game.players))]


def opened(game: OhHell, dealer: int, carry: int = 0) -> BidEach:
    """The bidding before its first call."""
    auction = game.auction(dealer, carry)
    assert auction is not None
    return auction


def bid(game: OhHell, *bids: int, carry: int = 0) -> BidEach:
    """The auction after these bids; the last player deals."""
    auction = opened(game, len(game.players) - 1, carry)
    for number in bids:
        assert auction.turn is not None
        auction = auction.call(auction.turn, Bid(number))
    return auction


@pytest.mark.parametrize("method", METHODS)
def test_a_method_pays_what_the_table_of_methods_says(method: str) -> None:
    """[rules 5.1]"""
    game = oh_hell(3, scoring=method, hand_sizes=[7])
    paid = [totals(game, hand((bid, tricks), (6, 7 - tricks), (0, 0)))[0] for bid, tricks in PLAYED]
    assert tuple(paid) == METHODS[method]


def test_every_method_of_the_option_is_in_the_table_and_the_first_is_the_most_widespread() -> None:
    scoring = next(option for option in OhHellOptions.described() if option.name == "scoring")
    assert isinstance(scoring.values, tuple)
    assert set(scoring.values) - {"own"} == set(METHODS) == set(OhHell.methods)
    assert scoring.default == "standard"


def test_every_line_of_a_score_names_its_reason_and_its_rule() -> None:
    told = score(oh_hell(3, hand_sizes=[4]), hand((2, 2), (1, 2), (0, 0)))
    assert [(line.points, line.reason, line.rule) for line in told.lines] == [
        (2, "2 tricks", MET),
        (10, "bid met", MET),
        (2, "2 tricks", MISSED),
        (0, "0 tricks", MET),
        (10, "bid met", MET),
    ]
    off = score(oh_hell(3, hand_sizes=[4], scoring="squares"), hand((2, 0), (1, 4), (0, 0)))
    assert [line.reason for line in off.lines] == ["2 off, squared", "3 off, squared", "bid met", "bid 0, squared"]


DOWN_10, UP_10 = tuple(range(10, 0, -1)), tuple(range(1, 11))


@pytest.mark.parametrize(
    ("players", "most"), [(2, 10), (3, 10), (4, 10), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5), (10, 5)]
)
def test_the_default_goes_down_from_the_most_to_one_card_and_back_up(players: int, most: int) -> None:
    """[rules 5: start at 10 cards (3 to 5 players), 8 (6), 7 (7)]"""
    game = oh_hell(players)
    assert game.hand_sizes == (*range(most, 0, -1), *range(2, most + 1))
    assert game.pack(0).more == 0


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"hand_sizes": "up-down"}, (*UP_10, *DOWN_10[1:])),
        ({"hand_sizes": "down"}, DOWN_10),
        ({"hand_sizes": "up"}, UP_10),
        ({"hand_sizes": "up", "max_cards": 13}, tuple(range(1, 14))),
        ({"hand_sizes": "down-up", "max_cards": 1}, (1,)),
        ({"hand_sizes": [3, 1, 1, 3], "max_cards": 2}, (3, 1, 1, 3)),
        ({"hand_sizes": "down-up", "max_cards": 3, "doubled_middle": True}, (3, 2, 1, 1, 2, 3)),
        ({"hand_sizes": "up-down", "max_cards": 3, "doubled_middle": True}, (1, 2, 3, 3, 2, 1)),
        ({"hand_sizes": "down", "max_cards": 3, "doubled_middle": True}, (3, 2, 1)),
    ],
)
def test_a_table_may_choose_another_pattern(options: dict[str, Any], sizes: tuple[int, ...]) -> None:
    """[S2: from 1 up and down again; down only; up only; another maximum; the one-card hand twice]"""
    assert oh_hell(**options).hand_sizes == sizes


def test_the_game_ends_with_the_last_hand_and_equals_share_the_first_place() -> None:
    """[rules 5.1: tie after the last hand, shared]"""
    game = oh_hell(3, hand_sizes=[3, 2])
    assert game.ending(("Amber", "Betty", "Cindy"), (30, 10, 30), 1) is None
    ending = game.ending(("Amber", "Betty", "Cindy"), (30, 10, 30), 2)
    assert ending
    assert ending.reason == "the last of 2 hands is played"
    assert ending.winners == (0, 2)
    only = oh_hell(3, hand_sizes=[3]).ending(("Amber", "Betty", "Cindy"), (30, 10, 30), 1)
    assert only
    assert only.reason == "the only hand is played"


def test_everybody_bids_once_from_the_dealer_s_left_and_the_dealer_last() -> None:
    """[S2 bidding]"""
    game = oh_hell(4, hand_sizes=[5])
    auction = opened(game, 1)
    assert auction.name(auction.turn) == "Cindy"
    for number in (2, 0, 5):
        assert auction.turn is not None
        auction = auction.call(auction.turn, Bid(number))
    assert auction.name(auction.turn) == "Betty"
    assert [str(call) for call in auction.legal()] == ["0", "1", "2", "3", "4", "5"]
    over = auction.call(1, Bid(1))
    assert over.over
    assert over.agreed == {"bids": (5, 1, 2, 0)}


def test_before_the_hand_the_table_is_told_its_cards_and_who_bids_last() -> None:
    assert oh_hell().deal_notes(4, 3) == (
        "Hand 4 of 19: Ellie deals 7 cards each.",
        "Amber bids first and Ellie last, who may not make the bids add up to 7.",
    )
    assert oh_hell(hook=False, hand_sizes="up").deal_notes(0, 0) == (
        "Hand 1 of 10: Amber deals 1 card each.",
        "Betty bids first and Amber last.",
    )


def test_after_the_bidding_the_table_is_told_how_the_bids_stand_and_who_leads() -> None:
    """[S2: over-bid or under-bid; the player to the dealer's left leads]"""
    game = oh_hell(3, hand_sizes=[4, 1], hook=False)
    assert game.play_notes({"bids": (2, 3, 1)}, 2, 0) == ("6 bid for 4 tricks: 2 too many.", "Amber leads.")
    assert game.play_notes({"bids": (0, 0, 0)}, 0, 1) == ("0 bid for 1 trick: 1 too few.", "Betty leads.")
    assert game.play_notes({"bids": (2, 2, 0)}, 1, 0)[0] == "4 bid for 4 tricks: as many as there are."


def test_the_sentence_of_a_hand_says_what_everybody_bid_took_and_scores() -> None:
    game = oh_hell(3, hand_sizes=[4], scoring="minus_bid")
    played = hand((2, 2), (2, 1), (1, 1), trump=Denomination.HEARTS)
    assert game.summarize(played) == "4 cards ♥: Amber 2, Betty 2 (took 1), Cindy 1"
    assert game.summarize(hand((1, 1), (0, 0), (1, 0), trump=Denomination.NO_TRUMP)) == (
        "1 card NT: Amber 1, Betty 0, Cindy 1 (took 0)"
    )
    assert game.describe(played, 2, 0) == "Met: Amber +12, Cindy +11. Missed: Betty (1 of 2) −2."


def test_the_house_rules_and_their_defaults_are_those_of_the_sheet_format() -> None:
    described = {option.name: option for option in OhHellOptions.described()}
    assert {name: option.default for name, option in described.items()} == {
        "scoring": "standard",
        "own": None,
        "bidding": "in turn",
        "hook": True,
        "hand_sizes": "down-up",
        "max_cards": None,
        "doubled_middle": False,
        "short_pack": False,
        "trump_by": "turned card",
        "largest_no_trump": False,
        "must_trump": False,
        "jokers": "none",
        "stake": "0",
        "length": None,
    }
    assert described["max_cards"].accepts(17)
    assert not described["max_cards"].accepts(18)
    assert described["hook"].accepts([17, 1])
    for refused in (1, None, "true", [0], [18], [1, 1], [True], "1"):
        assert not described["hook"].accepts(refused)
    figures = {"met": [0, 1], "over": [-1000, 0, 1000], "under": [0, 0, 0]}
    assert described["own"].accepts(figures)
    assert described["own"].accepts({**figures, "met": [1, 2, 3]})
    for changed in ({"met": [1]}, {"met": [1, 2, 3, 4]}, {"over": [1, 2]}, {"under": [0, 0, 1001]}, {"more": [1]}):
        assert not described["own"].accepts({**figures, **changed})
    for refused in (None, [], {}, {"met": [1, 2]}, {**figures, "met": [1, True]}, {**figures, "met": [1, "2"]}):
        assert not described["own"].accepts(refused)
    assert described["stake"].accepts("0.25")
    assert not described["stake"].accepts(0)


@pytest.mark.parametrize(
    ("trump_by", "trumps"),
    [
        ("turned card", "-----"),
        ("rotation", "HCDSH"),
        ("rotation with no trump", "HCDS0H"),
        (["S", "NT", "S", "D"], "S0SDS0"),
        (["NT"], "000"),
    ],
)
def test_trumps_go_by_the_sequence_of_the_table(trump_by: str | list[str], trumps: str) -> None:
    """[S2] Any that the table has agreed on, with or without no trump; another trump is a broken rule."""
    game = oh_hell(3, hand_sizes=[1] * 9, trump_by=trump_by)
    named = {"-": None, "0": Denomination.NO_TRUMP, **{suit.value: suit for suit in SUITS}}
    assert [game.trump_due(carry) for carry in range(len(trumps))] == [named[letter] for letter in trumps]
    for carry, letter in enumerate(trumps):
        assert game.play_rules({}, 2, carry).trump is named[letter]
        score(game, hand((1, 1), (1, 0), (0, 0), trump=named[letter]), carry)
        score(game, hand((1, 1), (1, 0), (0, 0)), carry)


@pytest.mark.parametrize("trump_by", ["turned card", "rotation", ["S"]])
def test_the_largest_hands_have_no_trump_by_house_rule(trump_by: str | list[str]) -> None:
    """[S2] "Some play the largest deals without trumps even if not all the cards are used." """
    game = oh_hell(4, hand_sizes=[3, 2, 3], trump_by=trump_by, largest_no_trump=True)
    assert [game.trump_due(carry) is Denomination.NO_TRUMP for carry in range(3)] == [True, False, True]
    assert game.cards_notes(0) == ("The largest hands have no trump.",)
    with pytest.raises(RuleViolation, match="With these house rules trump is no trump in hand 3") as broken:
        score(game, hand((3, 3), (0, 0), (0, 0), (1, 0), trump=Denomination.SPADES), 2)
    assert broken.value.rule is TRUMP
    # A hand without a trump uses up its place in a sequence.
    assert (
        oh_hell(4, hand_sizes=[3, 2], trump_by=["S", "H"], largest_no_trump=True).trump_due(1)
        is Denomination.HEARTS
    )


def test_three_players_may_take_13_low_cards_out_of_the_pack() -> None:
    """[S2] "A 3-player game is also possible, removing 13 low cards from a single pack": 13 cards each."""
    game = oh_hell(3, short_pack=True)
    assert (game.hand_sizes[0], game.pack(0).size, game.pack(0).lowest) == (13, 39, 5)
    assert game.trump_due(0) is Denomination.NO_TRUMP
    assert game.trump_due(1) is None
    assert game.cards_notes(1) == ("13 low cards are out of the pack: it has 39.",)
    assert oh_hell(3, short_pack=True, max_cards=7).hand_sizes[0] == 7
    # With more cards each the pack stays whole, and other numbers of players have their own.
    assert oh_hell(3, short_pack=True, max_cards=14).pack(0).size == 52
    assert oh_hell(4, short_pack=True).pack(0) == oh_hell(4).pack(0)
    assert oh_hell(3, short_pack=True, jokers="high or low").pack(0).size == 41


@pytest.mark.parametrize(
    ("players", "options", "cards"),
    [
        (3, {}, 10),
        (6, {}, 8),
        (7, {}, 7),
        (5, {"jokers": "high or low"}, 10),
        (6, {"jokers": "high or low"}, 9),
        (6, {"max_cards": 5}, 5),
    ],
)
def test_every_hand_has_as_many_cards_and_the_table_says_when_to_stop(
    players: int, options: dict[str, Any], cards: int
) -> None:
    """[S2] In Dick Atkinson's version always 10 with five players, 9 with six."""
    game = oh_hell(players, hand_sizes="same", **options)
    assert [game.cards(carry) for carry in (0, 1, 200)] == [cards] * 3
    assert (f"{game.numbered(30)}", game.dealt(30)) == ("hand 31", f"{cards} cards")
    assert game.deal_notes(0, 1)[0] == f"Hand 2: Amber deals {cards} cards each."
    assert game.ending(NAMES[:players], [0] * players, 500) is None
    score(game, hand((cards, cards), *((1, 0),) * (players - 1)), 500)


def test_where_all_bid_at_once_there_is_no_order_of_calls_and_no_hook() -> None:
    """[S2] "With this method, there's no restriction"."""
    game = oh_hell(3, hand_sizes=[4], bidding="simultaneous")
    assert game.auction(0, 0) is None
    assert totals(game, hand((2, 2), (2, 1), (0, 1))) == [12, 1, 1]
    assert game.deal_notes(0, 0)[-1] == "All bid at once; Betty leads."


BRADER = {"jokers": "suit of their own"}
BUST = ("The pack has 65 cards: 13 low ones of a second pack are in it.",)


@pytest.mark.parametrize(
    ("players", "options", "note"),
    [
        (4, {"hand_sizes": [13]}, ("Every card is dealt, so there is no trump.",)),
        (4, {"hand_sizes": [12]}, ()),
        (3, {"hand_sizes": [17]}, ()),
        (4, {"hand_sizes": [13], "trump_by": "rotation"}, ("Trump is hearts.",)),
        (4, {"trump_by": ["NT"]}, ("There is no trump.",)),
        (4, {"trump_by": "rotation"}, ("Trump is hearts.",)),
        (4, {"trump_by": "turned card, low for none"}, ("A turned card from 2 to 6 means no trump.",)),
        (5, {"max_cards": 13}, (BUST[0], "Every card is dealt, so there is no trump.")),
        (5, {"hand_sizes": [3, 13]}, BUST),
        (4, {"hand_sizes": [13], **BRADER}, ("Two jokers are in the pack, a suit of their own.",)),
        (
            6,
            {"hand_sizes": [9], **BRADER},
            ("Two jokers are in the pack, a suit of their own.", "Every card is dealt, so there is no trump."),
        ),
        (5, {"max_cards": 12}, BUST),
        (
            6,
            {"max_cards": 13, "hand_sizes": "up"},
            ("The pack has 78 cards: 26 low ones of a second pack are in it.",),
        ),
    ],
)
def test_the_table_is_told_which_cards_and_which_trump(
    players: int, options: dict[str, Any], note: tuple[str, ...]
) -> None:
    """[S2; rules 5] Coulon's turned card, and Bust with five players in Australia."""
    game = oh_hell(players, **options)
    assert game.cards_notes(0) == note
    assert set(note) <= set(game.deal_notes(0, 0))


@pytest.mark.parametrize("trump", [*Denomination, None])
def test_whatever_is_trump_the_points_are_the_same(trump: Denomination | None) -> None:
    game = oh_hell(3, hand_sizes=[4], **BRADER)
    assert totals(game, hand((1, 1), (2, 3), (0, 0), trump=trump)) == [11, 3, 10]


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((10, 8, *range(8, 1, -1), *range(1, 11)), "10, 8, 8 down to 1, 2 up to 10"),
        ((3, 2, 1), "3, 2, 1"),
        ((9, 7, 5, 3, 1), "9, 7, 5, 3, 1"),
        ((*[10] * 4, 9, 8, 7, 6, 6), "10 in 4 hands, 9 down to 6, 6"),
    ],
)
def test_a_list_of_hand_sizes_is_said_by_its_runs(sizes: tuple[int, ...], said: str) -> None:
    assert OhHellOptions(hand_sizes=sizes).changed(3) == (f"Hand sizes: {said}",)
