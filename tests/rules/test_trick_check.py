"""The rule book of play, game by game [rules 9]: each of its rules broken once, proved by a card and left open."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules import offender as offender_rules
from scorer.rules import reverse_bridge as reverse_bridge_rules
from scorer.rules import ten_bridge as ten_bridge_rules
from scorer.rules.calls import SUITS, Denomination, parse_contract
from scorer.rules.core import Rule
from scorer.rules.oh_hell import rules as oh_hell_rules
from scorer.rules.oh_hell.game import OhHell
from scorer.rules.oh_hell.rules import OhHellOptions
from scorer.rules.pirate_bridge import game as pirate_bridge_rules
from scorer.rules.plain import Plain
from scorer.rules.registry import GAMES
from scorer.rules.reverse_bridge import ReverseBridge, ReverseBridgeOptions
from scorer.rules.spades import rules as spades_rules
from scorer.rules.tricks import JOKERS, Trial, Trick, parse_card, reasons, verdict

from .four import EAST, FOUR, NORTH, SOUTH, WEST, ten_bridge
from .four import reverse_bridge as reverse
from .piracy import ALAN, DAVE, GRACIE, pirates
from .positions import GAMES_WITH_PLAY, play_rules, proved, told, trial
from .spades_table import new_york, spades
from .speech import NAMES, offender

HEARTS, SPADES, DIAMONDS = (Denomination(suit) for suit in "HSD")
BETTY, CINDY = 1, 2


def oh_hell(players: int = 4, **options: Any) -> OhHell:
    return OhHell.of(NAMES[:players], OhHellOptions(**options))


# Following suit: [S0 Tricks 3], [W: the-hand], [S2] twice, [S3], [S4].
@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (offender(4), offender_rules.FOLLOW),
        (pirates(), pirate_bridge_rules.FOLLOW),
        (spades(), spades_rules.FOLLOW),
        (new_york(), spades_rules.FOLLOW),
        (oh_hell(), oh_hell_rules.FOLLOW),
        (ten_bridge(), ten_bridge_rules.FOLLOW),
        (reverse(), reverse_bridge_rules.FORCED),
    ],
)
def test_a_card_of_the_suit_led_that_she_had_proves_that_she_could_have_followed(game, rule) -> None:
    third = game.players[2]
    (finding,) = proved(trial(game, "HQ HA S6 H7", SPADES, held={CINDY: "C9 H9"}))
    assert (finding.seat, finding.rule) == (CINDY, rule)
    assert finding.sentence == f"{third} played ♠6 when ♥ was led, and had ♥9: they could have followed."
    open_one = trial(game, "HQ HA S6 H7", SPADES, held={CINDY: "C9"}).findings()[0]
    assert not open_one.proved
    assert open_one.sentence == f"{third} played ♠6 when ♥ was led: right only if they had no ♥."
    assert open_one.rule == rule


def test_a_suit_that_lies_open_elsewhere_leaves_nothing_to_ask() -> None:
    """The document of Offender: the widow "is always face up, it influences play"."""
    elsewhere = {0: "HK HQ HJ H10 H9 H8", 2: "H7 H6 H5 H4", 3: "H3"}
    found = trial(offender(), "HA S2 C2 C3 C4", SPADES, held=elsewhere, widow="H2 D2").findings()
    assert [finding.seat for finding in found] == [2, 3]  # Betty and Ellie cannot have had a heart


# The first lead. Offender [S0 Tricks 2], Pirate Bridge [W: the-hand], Spades and Oh Hell [S2],
# 10 Bridge [S3; rules 6.5 T11], Reverse Bridge [S4].
@pytest.mark.parametrize(
    ("game", "agreed", "opener", "rule"),
    [
        (offender(4), {"contract": parse_contract("6H"), "proposer": 2, "accepter": 0}, 2, offender_rules.LEAD),
        (pirates(), {"contract": parse_contract("3S"), "declarer": 1, "acceptor": 2}, 3, pirate_bridge_rules.LEAD),
        (pirates(), {"contract": parse_contract("3S"), "declarer": 1, "acceptor": 3}, 2, pirate_bridge_rules.LEAD),
        (spades(), {}, 0, spades_rules.LEAD),
        (oh_hell(), {}, 0, oh_hell_rules.LEAD),
        (ten_bridge(), {"contract": parse_contract("2red"), "declarer": 3}, 0, ten_bridge_rules.LEAD),
        (reverse(), {"contract": parse_contract("7S"), "declarer": 0}, 1, reverse_bridge_rules.LEAD),
    ],
)
def test_the_first_trick_is_led_by_whom_the_game_says(game, agreed, opener: int, rule) -> None:
    for leader in range(4):
        found = proved(trial(game, "H6 H8 H7 HA", None, leader, agreed=agreed, number=1))
        assert [finding.rule for finding in found] == ([] if leader == opener else [rule])
        assert all(f"the lead was {game.players[opener]}'s" in finding.sentence for finding in found)
        assert proved(trial(game, "H6 H8 H7 HA", None, leader, agreed=agreed, number=2)) == []


def test_who_leads_first_is_not_known_before_the_contract() -> None:
    assert play_rules(offender()).opener is None
    assert proved(trial(offender(), "H6 H8 H7 HA H9", number=1)) == []


def test_spades_are_not_led_before_they_are_broken() -> None:
    """[S2] Unless a player holds nothing else."""
    led = trial(spades(), "S6 S8 S7 SA", SPADES, held={0: "S2 D9"}, number=4)
    assert told(led)[0] == ("Lead", True, "North led ♠6 before spades were broken, and had ♦9.")
    unknown = trial(spades(), "S6 S8 S7 SA", SPADES, number=4)
    assert told(unknown) == [
        ("Lead", False, "North led ♠6 before spades were broken: right only if they had nothing but spades.")
    ]
    assert trial(spades(), "S6 S8 S7 SA", SPADES, held={0: "D9"}, number=4, broken=True).findings() == ()


def test_before_the_first_trick_spades_cannot_be_broken() -> None:
    (finding,) = proved(trial(spades(), "S6 S8 S7 SA", SPADES, held={0: "D9"}, number=1, broken=True))
    assert finding.rule is spades_rules.LEAD


def test_in_new_york_spades_are_guarded_for_three_tricks() -> None:
    """[S2 New York] No spade led to the first three tricks unless broken; after that any card."""
    for number in range(1, 14):
        found = proved(trial(new_york(), "S6 S8 S7 SA", SPADES, held={0: "D9"}, number=number))
        assert [finding.rule for finding in found] == ([spades_rules.NEW_YORK_LEAD] if number <= 3 else [])
    assert proved(trial(new_york(), "S6 S8 S7 SA", SPADES, held={0: "D9"}, number=2, broken=True)) == []


def test_in_new_york_an_unknown_trick_proves_nothing_of_its_lead() -> None:
    (finding,) = trial(new_york(), "S6 S8 S7 SA", SPADES, held={0: "D9"}).findings()
    assert not finding.proved
    assert finding.sentence.endswith("and had ♦9. From trick 4 on it is right.")


def test_the_widow_of_offender_is_out_of_the_play() -> None:
    """[S0 Exchange] "The widow has no further role"."""
    game = offender()
    assert play_rules(game).widow is offender_rules.EXCHANGE
    assert play_rules(offender(4)).widow is None
    wrong = trial(game, "H6 H8 H7 HA H9", widow="HA C2", held={3: "C2"})
    assert [(place.place, place.seat, place.detail) for place in wrong.misplaced()] == [
        ("card", 3, "♥A is in two places: it lies in the widow already."),
        ("held", 3, "♣2 is in two places: it lies in the widow already."),
    ]


def test_the_dummy_of_pirate_bridge_plays_in_her_seat_and_leads_where_she_wins() -> None:
    """[W: the-hand] Play goes in seat order even where partners sit side by side."""
    agreed = {"contract": parse_contract("3S"), "declarer": DAVE, "acceptor": GRACIE}
    side_by_side = trial(pirates(), "H6 H8 S7 HA", SPADES, leader=ALAN, agreed=agreed)
    assert verdict(side_by_side) == "Gracie, the dummy, wins with the ♠7: the next lead is from that hand."
    assert told(side_by_side)[0][2] == "Gracie (dummy) played ♠7 when ♥ was led: right only if they had no ♥."


# 10 Bridge: the hidden trump.
RED = {"contract": parse_contract("2red"), "declarer": SOUTH}


def ten(cards: str, trump: Denomination | None = DIAMONDS, **known) -> Trial:
    return trial(ten_bridge(), cards, trump, agreed=RED, **known)


def test_who_has_the_trump_shown_must_ruff_if_she_can() -> None:
    """[S3 Disclosure of the trump suit] "The player who asked must then ruff if he is able to do so"."""
    asked = ten("S6 C8 S7 SA", shown=1, held={EAST: "D9"})
    assert told(asked)[0] == (
        "Showing the trump",
        True,
        "East had the trump shown and discarded ♣8, and had ♦9: who has it shown must ruff if they can.",
    )
    assert [name for name, *_ in told(ten("S6 C8 S7 SA", shown=1))] == ["Following suit", "Showing the trump"]
    assert proved(ten("S6 D8 S7 SA", shown=1, held={EAST: "D9"})) == []


def test_once_the_trump_is_shown_nobody_else_has_to_ruff() -> None:
    """[S3] "After that to ruff is not compulsory for anybody, as in bridge"."""
    for shown in (0, None, 2):
        assert proved(ten("S6 C8 D7 SA", shown=shown, held={EAST: "D9"})) == []


def test_only_who_cannot_follow_has_the_trump_shown() -> None:
    (finding,) = proved(ten("S6 S8 S7 SA", shown=1))
    assert finding.rule is ten_bridge_rules.SHOWN
    assert finding.sentence.startswith("East had the trump shown and then followed suit")


def test_a_trump_played_before_it_is_shown_is_a_discard() -> None:
    """[S3] "If he fails to do ask for the trump suit to be shown, the card played by the declarer will be regarded
    as discard"."""
    hidden = ten("S6 D8 S7 D5", shown=3)
    assert verdict(hidden).startswith("West wins with the ♦5")
    assert ("The trump had not been shown: East's ♦8 is a discard.", ten_bridge_rules.SHOWN) in reasons(hidden)
    assert proved(hidden) == []


def test_the_dummy_is_the_declarers_partner_and_small_cards_are_not_in_the_pack() -> None:
    assert play_rules(ten_bridge(), **RED).dummy == NORTH
    (wrong,) = ten("S6 C4 S7 SA").misplaced()
    assert (wrong.place, wrong.seat) == ("card", EAST)
    assert wrong.detail == "♣4 is not in this game's pack, which begins at 5."


def test_by_house_rule_who_cannot_follow_in_oh_hell_must_trump_but_not_higher() -> None:
    """[S2] As David Wuori reports it from Maine."""
    game = oh_hell(must_trump=True)
    (finding,) = proved(trial(game, "HQ C4 H2 H3", SPADES, held={1: "S2"}))
    assert finding.rule is oh_hell_rules.MUST_TRUMP
    assert finding.sentence == "Betty discarded ♣4 on ♥, and had ♠2: they had to trump."
    assert proved(trial(game, "HQ S2 H2 H3", SPADES, held={1: "S9"})) == []
    assert proved(trial(game, "HQ S9 S2 H3", SPADES, held={2: "SA"})) == []
    assert proved(trial(game, "HQ C4 H2 H3", None, held={1: "S2"})) == []
    assert proved(trial(oh_hell(), "HQ C4 H2 H3", SPADES, held={1: "S2"})) == []


# Reverse Bridge: forced capture [S4].


@pytest.mark.parametrize("lead", ["left of first namer", "first namer"])
def test_a_lead_by_the_first_namer_is_not_judged_by_the_declarer(lead: str) -> None:
    """[S4; rules 7.2 R4] Who of the other side named the suit first, a hand without calls does not say."""
    agreed = {"contract": parse_contract("7S"), "declarer": NORTH}
    assert ReverseBridge.of(FOUR, ReverseBridgeOptions(lead=lead)).play_rules(agreed, WEST, 0).opener is None
    assert reverse().play_rules(agreed, WEST, 0).opener == EAST


FREE = ReverseBridge.of(FOUR, ReverseBridgeOptions(forced_capture=False))
ALWAYS = ReverseBridge.of(FOUR, ReverseBridgeOptions(forced_capture="over the partner"))
"""[S4] "forced to take tricks even if their partner had already taken it", in the first play-tests."""
FORCED, FREE_PLAY = reverse_bridge_rules.FORCED, reverse_bridge_rules.FREE_PLAY
OVER_PARTNER = reverse_bridge_rules.FORCED_OVER_PARTNER


@pytest.mark.parametrize(
    ("game", "cards", "seat", "held", "rule", "said"),
    [
        (reverse(), "HQ H4 H2 H3", EAST, "HK", FORCED, "♥4 under ♥Q, and had ♥K: they had to take the trick."),
        (reverse(), "HQ C4 H2 H3", EAST, "S2", FORCED, "♣4 on ♥, and had ♠2: they had to trump."),
        (reverse(), "HQ C4 H2 H3", EAST, "HK", FORCED, "♣4 when ♥ was led, and had ♥K: they could have followed."),
        # [S4] "the choice to play the lowest or highest card that they can take a trick with"
        (reverse(), "HQ S9 S4 H3", SOUTH, "SJ", FORCED, "♠4 under ♠9, and had ♠J: they had to take the trick."),
        (reverse(), "HQ S9 SJ H3", SOUTH, "SA", FORCED, ""),
        # [S4] "If a suit is led that a player does not possess, but the player has trump, they must trump"
        (reverse(), "HQ S9 C4 H3", SOUTH, "S2", FORCED, "♣4 on ♥, and had ♠2: they had to trump."),
        # [S4] "unless their partner has already taken it"
        (reverse(), "HQ H4 H2 H3", SOUTH, "HK", FORCED, ""),
        (reverse(), "HQ H4 C2 H3", SOUTH, "SK", FORCED, ""),
        (reverse(), "HQ HK H2 H3", SOUTH, "HA", FORCED, "♥2 under ♥K, and had ♥A: they had to take the trick."),
        (ALWAYS, "HQ H4 H2 H3", SOUTH, "HK", OVER_PARTNER, "♥2 under ♥Q, and had ♥K: they had to take the trick."),
        (ALWAYS, "HQ H4 C2 H3", SOUTH, "SK", OVER_PARTNER, "♣2 on ♥, and had ♠K: they had to trump."),
        (
            ALWAYS,
            "HQ H4 C2 H3",
            SOUTH,
            "H5",
            OVER_PARTNER,
            "♣2 when ♥ was led, and had ♥5: they could have followed.",
        ),
        (ALWAYS, "HQ H4 HK H3", SOUTH, "H2", OVER_PARTNER, ""),
        (ALWAYS, "HQ H4 H2 H3", SOUTH, "HJ SK", OVER_PARTNER, ""),
        (FREE, "HQ H4 H2 H3", EAST, "HK", FREE_PLAY, ""),
        (FREE, "HQ C4 H2 H3", EAST, "SK", FREE_PLAY, ""),
        (FREE, "HQ C4 H2 H3", EAST, "H5", FREE_PLAY, "♣4 when ♥ was led, and had ♥5: they could have followed."),
    ],
)
def test_whoever_can_take_the_trick_must_where_the_table_plays_so(
    game: ReverseBridge, cards: str, seat: int, held: str, rule: Rule, said: str
) -> None:
    found = proved(trial(game, cards, SPADES, held={seat: held}))
    assert [(each.rule, each.sentence.split(" ", 2)[2]) for each in found] == ([(rule, said)] if said else [])


def test_at_no_trump_nothing_is_trumped() -> None:
    assert proved(trial(reverse(), "HQ C4 H2 H3", None, held={EAST: "SA"})) == []


def test_what_a_player_may_have_kept_back_is_left_open() -> None:
    assert told(trial(reverse(), "HK H4 SA H3", SPADES)) == [
        ("Forced capture", False, "East played ♥4 under ♥K: right only if they had no ♥ above ♥K."),
        ("Forced capture", False, "South played ♠A when ♥ was led: right only if they had no ♥."),
    ]


def test_why_the_winner_wins_is_told_with_the_rule() -> None:
    trick = trial(offender(), "H10 H4 HA S4 HK", SPADES, leader=BETTY)
    assert verdict(trick) == "Ellie wins with the ♠4 and leads to the next trick."
    follow = offender_rules.FOLLOW
    assert list(reasons(trick)) == [
        ("Betty led ♥10: ♥ was to be followed.", follow),
        ("♠4 is the only trump in the trick.", follow),
    ]
    suit = trial(offender(), "H10 H4 HA D4 HK", SPADES)
    assert list(reasons(suit))[-1] == ("No trump was played, and ♥A is the highest ♥.", follow)
    assert list(reasons(trial(offender(), "H10 H4 HA D4 HK")))[-1] == ("♥A is the highest ♥.", follow)


def test_the_last_trick_leads_to_none() -> None:
    assert verdict(trial(spades(), "H6 H8 H7 HA", number=13)) == "West wins the last trick with the ♥A."
    assert "leads to the next trick" in verdict(trial(spades(), "H6 H8 H7 HA", number=12))


def test_a_card_is_in_one_place() -> None:
    twice = trial(oh_hell(), "H6 H8 H6 HA", held={1: "HA C2"})
    assert [(place.place, place.seat, place.detail) for place in twice.misplaced()] == [
        ("card", 2, "♥6 is in two places: Amber played it already."),
        ("held", 1, "♥A is in two places: Diana played it already."),
    ]


def enlarged(players: int = 5, *sizes: int) -> OhHell:
    return oh_hell(players, hand_sizes=sizes or (13,))


def test_of_equal_cards_of_an_enlarged_pack_the_second_beats_the_first() -> None:
    """[S2] "If duplicate cards are played to a trick, the second played beats the first"."""
    trick = trial(enlarged(), "H3 H4 H4 H2 C2")
    assert trick.misplaced() == ()
    assert trick.trick.winner.seat == 2
    assert list(reasons(trick))[-1] == ("♥4 was played twice: the second beats the first.", oh_hell_rules.EQUAL)
    trumped = trial(enlarged(), "H9 S4 HA S4 H8", SPADES)
    assert trumped.trick.winner.seat == 3
    assert trial(enlarged(), "H4 H4 C2 C2 C3", None).trick.winner.seat == 1


@pytest.mark.parametrize(
    ("players", "cards", "held", "said"),
    [
        (5, "H3 HA HA H2 H4", {}, "♥A stands here twice, and this pack has it once."),
        (5, "H3 H6 H7 H2 H4", {1: "H6"}, "♥6 stands here twice, and this pack has it once."),
        (5, "H3 H3 H4 H2 H6", {4: "H3"}, "♥3 stands here 3 times, and this pack has it twice."),
        (6, "H3 H3 H4 H2 H6 H9", {5: "H9 H8 H8"}, "♥9 stands here twice, and this pack has it once."),
        (5, "H5 H5 H4 H4 H2", {}, ""),
        (6, "H7 H7 H4 H4 H8 H8", {}, ""),
    ],
)
def test_a_card_stands_as_often_as_the_pack_has_it(
    players: int, cards: str, held: dict[int, str], said: str
) -> None:
    """[S2] 13 low cards of a second pack for five players, 26 for six: of those, the highest rank in part."""
    misplaced = trial(enlarged(players), cards, held=held).misplaced()
    assert [place.detail for place in misplaced] == ([said] if said else [])


def test_the_pack_is_that_of_the_whole_game_and_not_of_one_hand() -> None:
    for carry in range(2):
        pack = play_rules(enlarged(5, 13, 4), carry).pack
        assert (pack.more, pack.copies(parse_card("C2")), pack.copies(parse_card("C6"))) == (13, 2, 1)


def test_a_player_may_hold_a_card_that_another_played_where_the_pack_has_it_twice() -> None:
    (open_,) = trial(enlarged(), "H3 H2 H2 D9 H3", held={3: "C7"}).findings()
    assert (open_.seat, open_.proved) == (3, False)


def brader(*sizes: int) -> OhHell:
    return oh_hell(jokers="suit of their own", hand_sizes=sizes or (9,))


def test_who_holds_the_other_joker_follows_one_that_is_led() -> None:
    (finding,) = proved(trial(brader(), "RJ H4 S2 CA", SPADES, held={1: "BJ"}))
    assert finding.sentence == (
        "Betty played ♥4 when joker was led, and had the black joker: they could have followed."
    )
    both = trial(brader(), "RJ BJ S2 CA", Denomination.HEARTS)
    assert list(reasons(both))[-1] == (
        "Both jokers were played: of equal cards the rules say nothing; the first is taken.",
        None,
    )


def test_a_pack_without_jokers_has_no_joker_as_trump() -> None:
    assert Denomination.JOKER in play_rules(brader()).trumps
    assert Denomination.JOKER not in play_rules(oh_hell()).trumps
    assert [place.detail for place in trial(oh_hell(), "RJ H4 S2 CA").misplaced()] == [
        "The red joker is not in this game's pack."
    ]


def atkinson(cards: str, high: bool, trump: Denomination | None = SPADES, **known: Any) -> Trial:
    """A trick of five players with jokers that are named. high: the first of them."""
    tried = trial(oh_hell(5, jokers="high or low", hand_sizes=(10,)), cards, trump, **known)
    return replace(tried, trick=replace(tried.trick, joker_high=high))


@pytest.mark.parametrize(
    ("cards", "high", "winner"),
    [
        ("H5 RJ HA SA C3", True, 1),
        ("H5 RJ HA SA C3", False, 3),
        ("H5 RJ HA BJ C3", True, 1),
        ("H5 RJ HA BJ C3", False, 3),
        ("RJ H5 HA C3 D3", False, 2),
        ("RJ H5 HA C3 D3", True, 0),
        ("RJ BJ C3 HA C4", False, 1),
    ],
)
def test_a_joker_that_is_named_high_wins_and_one_named_low_loses(cards: str, high: bool, winner: int) -> None:
    """[S2] Dick Atkinson's version; the second joker is the contrary of the first."""
    tried = atkinson(cards, high)
    assert tried.misplaced() == ()
    assert tried.trick.winner.seat == winner
    won = [sentence for sentence, _ in reasons(tried) if "counts as high" in sentence]
    assert bool(won) == (tried.trick.winner.card in JOKERS)


def test_a_joker_may_be_played_whatever_was_led_but_is_not_led_nor_played_at_once() -> None:
    assert proved(atkinson("H5 RJ HA H6 C3", True, held={1: "H9", 4: "RJ"}, number=2)) == []
    (led,) = proved(atkinson("RJ H5 HA H6 H7", False, held={0: "C4"}, number=2))
    assert led.sentence == "Amber led the red joker, and had ♣4."
    assert led.rule is oh_hell_rules.NAMED_JOKERS
    (first,) = proved(atkinson("H5 BJ HA H6 H7", True, held={1: "D9"}, number=1))
    assert first.sentence == "Betty played the black joker in the first trick, and had ♦9."
    unknown = atkinson("RJ H5 HA H6 H7", False, number=2).findings()
    assert "Amber led the red joker: right only if they had nothing but jokers." in [
        each.sentence for each in unknown
    ]


def test_behind_a_joker_that_was_led_the_first_suit_is_followed() -> None:
    (finding,) = proved(atkinson("RJ H5 C4 H6 H7", False, held={2: "H9"}, number=9))
    assert finding.sentence == "Cindy played ♣4 when ♥ was led, and had ♥9: they could have followed."


def test_of_39_cards_for_three_one_five_is_out_and_nobody_says_which() -> None:
    """[S2] 13 low cards out: twos, threes, fours and one more."""
    short = oh_hell(3, short_pack=True)
    assert trial(short, "C5 D5 C6", held={0: "H5"}).misplaced() == ()
    (missing,) = trial(short, "C5 D4 C6").misplaced()
    assert missing.detail == "♦4 is not in this game's pack, which begins at 5."
    (fourth,) = trial(short, "C5 D5 S5", held={0: "H5"}).misplaced()
    assert fourth.detail == "♥5 is one too many: this game's pack has 3 cards of its rank."


def test_five_players_with_named_jokers_have_no_twos() -> None:
    assert [place.detail for place in atkinson("H2 H5 HA H6 H7", True).misplaced()] == [
        "♥2 is not in this game's pack, which begins at 3."
    ]


def test_where_the_rules_say_nothing_of_equal_cards_the_first_is_taken() -> None:
    game = offender(7)
    many = type(game)(game.players, type(game.options)(tricks=17))
    assert play_rules(many).pack.more
    trick = trial(many, "H6 HA HA H2 H3 H4 H5")
    assert trick.trick.winner.seat == 1
    assert list(reasons(trick))[-1] == (
        "♥A was played twice: of equal cards the rules say nothing; the first is taken.",
        None,
    )


def test_in_new_york_the_two_of_diamonds_and_the_jokers_follow_spades_and_no_diamond() -> None:
    assert told(trial(new_york(), "SA S5 S3 D2", SPADES, number=4, held={3: "SK"})) == []
    led = trial(new_york(), "D2 DA S3 RJ", SPADES, number=4, held={1: "S4"})
    assert [(finding.rule, finding.sentence) for finding in proved(led)] == [
        (spades_rules.FOLLOW, "East played ♦A when ♠ was led, and had ♠4: they could have followed.")
    ]
    (finding,) = proved(trial(new_york(), "DA D2 D3 D4", SPADES, held={1: "D9"}))
    assert finding.sentence == "East played ♦2 when ♦ was led, and had ♦9: they could have followed."
    (guarded,) = proved(trial(new_york(), "RJ S5 S3 S4", SPADES, number=2, held={0: "D2 H9"}))
    assert guarded.rule is spades_rules.NEW_YORK_LEAD
    assert guarded.sentence == "North led the red joker before spades were broken, and had ♥9."


def test_in_new_york_why_the_winner_wins_says_what_is_a_spade() -> None:
    trick = trial(new_york(), "SA BJ S3 D2", SPADES)
    assert verdict(trick) == "East wins with the black joker and leads to the next trick."
    assert list(reasons(trick))[1:] == [
        ("The black joker counts as a ♠.", spades_rules.NEW_YORK_PACK),
        ("♦2 counts as a ♠.", spades_rules.NEW_YORK_PACK),
        ("The black joker is the highest trump in the trick.", spades_rules.FOLLOW),
    ]


def test_where_both_red_twos_are_out_the_two_of_clubs_is_a_club_and_the_pack_has_52_cards() -> None:
    game = new_york(twos_out="diamonds and hearts")
    known = play_rules(game).pack.cards
    assert len(known) == len(set(known)) == 52
    assert [place.detail for place in trial(game, "D2 H3 S3 H2").misplaced()] == [
        "♦2 is not in this game's pack.",
        "♥2 is not in this game's pack.",
    ]
    (finding,) = proved(trial(game, "C3 SA C4 C5", SPADES, held={1: "C2"}))
    assert finding.sentence == "East played ♠A when ♣ was led, and had ♣2: they could have followed."


# Brader's jokers [S2]: a suit of their own; if one is turned up, the other is the only trump.
BRADER = [
    ("RJ HA SA CA", HEARTS, 1), ("RJ HA SA CA", None, 0), ("BJ RJ SA CA", DIAMONDS, 0), ("HA RJ H3 C2", SPADES, 0),
    ("H3 RJ H4 S2", SPADES, 3), ("H3 HA BJ S2", Denomination.JOKER, 2),
]  # fmt: skip
# New York [S2]: red joker, black joker, ♦2, ♠2, ace and on down; the jokers and ♦2 are spades.
JOKERS_AND_TWOS = [
    ("SA S2 S3 D2", 3), ("SA S2 RJ BJ", 2), ("HA H3 BJ D2", 2), ("D2 DA SA S2", 0), ("DA D2 D3 D4", 1),
    ("HA SK S3 S2", 3), ("D3 D4 DA HA", 2),
]  # fmt: skip
# [S2: Redd] Two house rules of New York, each by itself.
BLACK, OTHER_TWOS = {"high_joker": "black"}, {"twos_out": "diamonds and hearts"}
OTHER_PACKS: list[tuple[dict[str, Any], str, int]] = [
    (BLACK, "SA RJ BJ D2", 2),
    (BLACK, "SA RJ S3 D2", 1),
    (BLACK, "SA S2 S3 D2", 3),
    (OTHER_TWOS, "SA S2 S3 DA", 1),
    (OTHER_TWOS, "C3 C2 D3 H3", 0),
    (OTHER_TWOS | BLACK, "RJ S2 BJ SA", 2),
]
# Standard Spades: twos, or the jokers of 54 cards, above the ace of spades [S2, Theodore Hwa].
ABOVE_THE_ACE = [
    (["D2", "S2"], "SA S2 D2 H2", 2),
    (["S2", "D2"], "SA S2 D2 H2", 1),
    (["S2", "H2", "C2", "D2"], "SA D2 C2 H2", 3),
    (["D2"], "DA D2 SA S2", 1),
    (["D2"], "S3 S2 S4 SA", 3),
    (["RJ", "BJ"], "SA BJ RJ S2", 2),
    (["BJ", "RJ", "C2"], "C2 BJ RJ C3", 1),
]


@pytest.mark.parametrize(
    ("game", "cards", "trump", "winner"),
    [
        *((brader(), *row) for row in BRADER),
        *((new_york(), cards, SPADES, winner) for cards, winner in JOKERS_AND_TWOS),
        *((new_york(**options), cards, SPADES, winner) for options, cards, winner in OTHER_PACKS),
        *((spades(high_spades=high), cards, SPADES, winner) for high, cards, winner in ABOVE_THE_ACE),
    ],
)
def test_whatever_is_in_the_pack_the_highest_card_wins(
    game: Any, cards: str, trump: Denomination | None, winner: int
) -> None:
    tried = trial(game, cards, trump)
    assert tried.misplaced() == ()
    assert tried.trick.winner.seat == winner


def test_a_two_above_the_ace_of_spades_is_a_spade_and_is_told_with_its_rule() -> None:
    game = spades(high_spades=["D2"])
    (finding,) = proved(trial(game, "S5 H9 S3 S4", SPADES, held={1: "D2"}))
    assert finding.sentence == "East played ♥9 when ♠ was led, and had ♦2: they could have followed."
    assert proved(trial(game, "D5 H9 D3 D4", SPADES, held={1: "D2"})) == []
    (guarded,) = proved(trial(game, "D2 S5 S3 S4", SPADES, number=1, held={0: "H9"}))
    assert guarded.rule is spades_rules.LEAD
    assert ("♦2 counts as a ♠.", spades_rules.HIGH_SPADES) in reasons(trial(game, "SA D2 S3 S4", SPADES))
    assert len(play_rules(spades(high_spades=["RJ", "BJ"])).pack.cards) == 54
    assert play_rules(spades()).pack.size == 52


def test_the_pack_of_new_york_has_52_cards_two_jokers_among_them_and_two_twos_out() -> None:
    known = play_rules(new_york()).pack.cards
    assert len(known) == len(set(known)) == 52
    wrong = trial(new_york(), "C2 H3 S3 H2", SPADES)
    assert [place.detail for place in wrong.misplaced()] == [
        "♣2 is not in this game's pack.",
        "♥2 is not in this game's pack.",
    ]
    (stray,) = trial(spades(), "H6 H8 RJ HA").misplaced()
    assert stray.detail == "The red joker is not in this game's pack."


def test_a_game_whose_play_the_app_does_not_know_has_none() -> None:
    assert Plain.of(FOUR).play_rules({}, 0, None) is None


@st.composite
def played(draw: st.DrawFn, key: str) -> tuple[Trial, dict[int, tuple]]:
    """A trick from dealt hands, in which everybody plays by the rules: a card that `breach` lets pass."""
    game = GAMES[key.partition(" ")[0]]
    seats = draw(st.sampled_from(list(game.sizes)))
    table = game.of(NAMES[:seats], new_york().options if key == NEW_YORK else None)
    play = table.play_rules({}, 0, table.carrying.first)
    assert play
    each = draw(st.integers(1, min(5, play.tricks)))
    deck = draw(st.permutations(play.pack.cards))
    leader = draw(st.integers(0, seats - 1))
    hands = {(leader + at) % seats: tuple(deck[at * each : at * each + each]) for at in range(seats)}
    trump = SPADES if key.startswith("spades") else draw(st.sampled_from([*SUITS, None]))
    shown = draw(st.none() | st.integers(0, seats - 1)) if play.hidden else 0
    cards = [hand[0] for hand in hands.values()]
    for at, hand in enumerate(hands.values()):
        legal = []
        for card in hand:
            tried = Trick.of(leader, [*cards[:at], card, *cards[at + 1 :]], trump, shown, play.pack)
            if Trial(play, table.players, tried).breach(at, hand) is None:
                legal.append(card)
        assert legal, "whoever plays has a card that she may play"
        cards[at] = draw(st.sampled_from(legal))
    return Trial(play, table.players, Trick.of(leader, cards, trump, shown, play.pack)), hands


NEW_YORK = "spades in New York"
PLAYED = [*GAMES_WITH_PLAY, NEW_YORK]


@pytest.mark.parametrize("key", PLAYED)
@given(data=st.data())
def test_where_everybody_keeps_to_the_rules_nothing_is_proved(key: str, data: st.DataObject) -> None:
    """However much is known of the hands; only that the trump was asked for in vain is no matter of a card."""
    fair, hands = data.draw(played(key))
    for play in fair.trick.plays:
        rest = tuple(card for card in hands[play.seat] if card != play.card)
        known = Trial(fair.play_rules, fair.players, fair.trick, {play.seat: rest})
        assert known.misplaced() == ()
        found = [f for f in known.findings() if f.proved and "then followed suit" not in f.sentence]
        assert found == []


@pytest.mark.parametrize("key", PLAYED)
@given(data=st.data())
def test_a_revoke_is_proved_by_any_card_of_the_suit_and_by_no_other(key: str, data: st.DataObject) -> None:
    fair, hands = data.draw(played(key))
    trick = fair.trick
    at = data.draw(st.integers(1, len(trick.plays) - 1))
    revoker = trick.plays[at].seat
    in_play = {card for hand in hands.values() for card in hand}
    left = [card for card in fair.play_rules.pack.cards if card not in in_play]
    others = [card for card in left if fair.play_rules.pack.suit(card) is not trick.led]
    of_suit = [card for card in left if fair.play_rules.pack.suit(card) is trick.led]
    assume(others and of_suit)
    cards = [play.card for play in trick.plays]
    cards[at] = data.draw(st.sampled_from(others))
    revoked = Trick.of(trick.plays[0].seat, cards, trick.trump, None, trick.pack)
    kept = data.draw(st.sampled_from(of_suit))
    (finding,) = proved(Trial(fair.play_rules, fair.players, revoked, {revoker: (kept,)}))
    assert finding.seat == revoker
    assert kept.symbols in finding.sentence
    assert "they could have followed" in finding.sentence
    pass_word = Trial(fair.play_rules, fair.players, revoked).findings()
    assert [f for f in pass_word if f.proved] == []
