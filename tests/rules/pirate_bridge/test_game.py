"""Pirate Bridge's two ways to score, its rubber and its house rules [rules 2.3 to 2.5]."""

from typing import Any

import pytest

from scorer.rules.pirate_bridge.auction_bridge import HONORS, MADE_DOUBLED, ODD_TRICKS, SLAMS, UNDERTRICKS
from scorer.rules.pirate_bridge.game import PirateBridge, Rubber

from ..piracy import ALAN, DAVE, GRACIE, MIKE, pirates, played, points, rubber, score

# Contract, tricks; what declarer and acceptor score each, and each defender.
BY_AUCTION = [
    ("1C", 7, 6, 0),
    ("3NT", 9, 30, 0),
    ("4S", 10, 36, 0),
    ("2H", 11, 40, 0),
    ("2SX", 8, 36 + 50, 0),
    ("2SXX", 9, 108 + 100 + 100, 0),
    ("1DX", 11, 70 + 50 + 200, 0),
    ("4H", 9, 0, 50),
    ("4HX", 8, 0, 200),
    ("4HXX", 8, 0, 400),
    ("7NT", 13, 70 + 100, 0),
    ("6C", 12, 36 + 50, 0),
    ("1S", 12, 54 + 50, 0),
    ("7C", 12, 50, 50),  # P8: set, and a small slam by the tricks taken all the same
    ("1C", 1, 0, 300 + 50),  # the defenders took twelve
    ("1C", 0, 0, 350 + 100),
]
# The same by the values of contract bridge, with who is vulnerable.
BY_CONTRACT = [
    ("1C", 7, False, 70, 0),
    ("3NT", 9, False, 400, 0),
    ("4S", 11, True, 650, 0),
    ("6NTXX", 12, True, 2110, 0),
    ("4H", 8, False, 0, 100),
    ("4H", 8, True, 0, 200),
    ("5SX", 8, True, 0, 800),
    ("1C", 0, False, 0, 350),
]


@pytest.mark.parametrize(("contract", "tricks", "each", "defender"), BY_AUCTION)
def test_as_in_auction_bridge_each_of_a_side_scores_in_full(
    contract: str, tricks: int, each: int, defender: int
) -> None:
    assert points(played(contract, tricks)) == [defender, each, each, defender]
    assert points(played(contract, tricks, MIKE, DAVE)) == [defender, each, defender, each]


@pytest.mark.parametrize(("contract", "tricks", "vulnerable", "each", "defender"), BY_CONTRACT)
def test_by_the_values_of_contract_bridge_only_the_winners_score(
    contract: str, tricks: int, vulnerable: bool, each: int, defender: int
) -> None:
    hand = played(contract, tricks, vulnerable=vulnerable)
    assert points(hand, scoring="contract") == [defender, each, each, defender]


def test_every_line_of_a_score_names_its_reason_and_its_rule() -> None:
    scored, _ = score(played("5SXX", 12, honors={"Alan": 3, "Mike": 1, "Dave": 1}))
    assert [(line.points, line.reason, line.rule) for line in scored.of(DAVE)] == [
        (216, "6 odd tricks below the line, redoubled", ODD_TRICKS),
        (100, "made, redoubled", MADE_DOUBLED),
        (100, "1 overtrick, redoubled", MADE_DOUBLED),
        (50, "small slam", SLAMS),
    ]
    assert [(line.points, line.reason, line.rule) for line in scored.of(ALAN)] == [(36, "4 honors", HONORS)]
    beaten, _ = score(played("5SX", 9))
    assert [(line.points, line.reason, line.rule) for line in beaten.of(MIKE)] == [
        (200, "2 tricks down, doubled", UNDERTRICKS)
    ]


HONORED = [
    ({"Dave": 4, "Gracie": 1}, [0, 81, 81, 0]),
    ({"Dave": 2, "Gracie": 1}, [0, 18, 18, 0]),
    ({"Alan": 2, "Mike": 2}, [36, 0, 0, 36]),
    ({"Alan": 5}, [90, 0, 0, 90]),
    ({"Alan": 1, "Mike": 4, "Dave": 0}, [81, 0, 0, 81]),
    ({"Alan": 2, "Dave": 2, "Gracie": 1}, [0, 18, 18, 0]),
    ({"Alan": 2, "Dave": 2}, [0, 0, 0, 0]),
    ({}, [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("held", "paid"), HONORED)
def test_honors_pay_both_of_the_side_that_holds_them_whoever_declares(
    held: dict[str, int], paid: list[int]
) -> None:
    without = points(played("2S", 8))
    found = points(played("2S", 8, honors=held))
    assert [a - b for a, b in zip(found, without, strict=True)] == paid


def test_four_aces_in_one_hand_pay_a_hundred_at_no_trump() -> None:
    assert points(played("1NT", 8, ALAN, MIKE, honors={"Dave": 4})) == [20, 100, 100, 20]


# A hand, what was before it, house rules; the sentence of the preview.
SENTENCES: list[tuple[Any, Any, dict[str, Any], str]] = [
    (
        played("2SX", 8),
        Rubber(),
        {},
        (
            "Dave and Gracie bid 2♠ doubled, took 8: made. They score 36 + 50 = 86 each, the defenders 0. "
            "Dave and Gracie win a game."
        ),
    ),
    (
        played("4H", 8),
        Rubber(),
        {},
        "Dave and Gracie bid 4♥, took 8: set. They score 0 each, the defenders 100 each.",
    ),
    (
        played("4S", 10, ALAN, DAVE),
        rubber(played("4S", 10, ALAN, GRACIE)),
        {},
        (
            "Alan and Dave bid 4♠, took 10: made. Alan scores 36 + 250 = 286, Dave 36, the defenders 0. "
            "The rubber is over: Alan has two games."
        ),
    ),
    (
        played("1NT", 7, vulnerable=True),
        Rubber(),
        {"scoring": "contract"},
        "Dave and Gracie bid 1 NT, vulnerable, took 7: made. They score 40 + 50 = 90 each, the defenders 0.",
    ),
]


@pytest.mark.parametrize(("hand", "carry", "options", "sentence"), SENTENCES)
def test_the_sentence_of_a_hand_says_what_happened_and_what_it_pays(
    hand: Any, carry: Any, options: dict[str, Any], sentence: str
) -> None:
    assert pirates(**options).describe(hand, ALAN, carry) == sentence


def test_a_hand_in_one_line() -> None:
    assert pirates().summarize(played("4SX", 9)) == "Dave and Gracie 4♠ doubled, took 9"
    assert [pirates().outcomes.of(played("4S", tricks)) for tricks in (9, 10, 11)] == ["set", "made", "made"]


def test_the_bonuses_are_the_table_s() -> None:
    own = {"rubber_bonus": 500, "small_slam": 20, "grand_slam": 40}
    before = rubber(played("4S", 10))
    assert points(played("6C", 12), before, **own) == [0, 556, 556, 0]
    assert points(played("7C", 13), before, **own)[DAVE] == 42 + 40 + 500
    none = dict.fromkeys(own, 0)
    scored, _ = score(played("7C", 13), before, **none)
    assert [line.rule for line in scored.of(DAVE)] == [ODD_TRICKS]


def test_the_house_rules_and_their_defaults_are_those_of_the_sheet_format() -> None:
    described = {option.name: option for option in PirateBridge.options_type.described()}
    assert {name: option.default for name, option in described.items()} == {
        "scoring": "auction",
        "rubber_bonus": 250,
        "small_slam": 50,
        "grand_slam": 100,
        "length": None,
    }
    assert described["scoring"].values == ("auction", "contract")
    bonuses = [option for name, option in described.items() if name not in ("scoring", "length")]
    assert {option.only for option in bonuses} == {("scoring", "auction")}
    for option in bonuses:
        assert option.accepts(0)
        assert not option.accepts(-1)
        assert not option.accepts(True)


def test_the_keys_of_a_result_follow_the_way_to_score() -> None:
    """[sheet-format: A result, game by game]"""
    common = ["contract", "declarer", "acceptor", "tricks"]
    assert list(pirates().keys) == [*common, "honors"]
    assert list(pirates(scoring="contract").keys) == [*common, "vulnerable"]
    for game in (pirates(), pirates(scoring="contract")):
        assert [key for key, known in game.keys.items() if known.needed] == common
