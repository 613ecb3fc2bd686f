"""Pirate Bridge's two ways to score, its rubber and its house rules [rules 2.3 to 2.5]."""

from typing import Any

import pytest

from scorer.rules.pirate_bridge.auction_bridge import ODD_TRICKS
from scorer.rules.pirate_bridge.game import PirateBridge, Rubber

from ..piracy import ALAN, DAVE, GRACIE, pirates, played, points, rubber, score


def test_by_the_values_of_contract_bridge_only_the_winners_score() -> None:
    for contract, tricks, vulnerable, each, defender in (
        ("4S", 11, True, 650, 0),
        ("3NT", 9, False, 400, 0),
        ("5SX", 8, True, 0, 800),
        ("1C", 0, False, 0, 350),
    ):
        hand = played(contract, tricks, vulnerable=vulnerable)
        assert points(hand, scoring="contract") == [defender, each, each, defender]


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
    bonuses = [option for option in PirateBridge.options_type.described() if option.name in own]
    assert {option.only for option in bonuses} == {("scoring", "auction")}
    assert all(each.accepts(0) and not each.accepts(-1) and not each.accepts(True) for each in bonuses)


def test_the_keys_of_a_result_follow_the_way_to_score() -> None:
    """[sheet-format: A result, game by game]"""
    common = ["contract", "declarer", "acceptor", "tricks"]
    assert list(pirates().keys) == [*common, "honors"]
    assert list(pirates(scoring="contract").keys) == [*common, "vulnerable"]
    for game in (pirates(), pirates(scoring="contract")):
        assert [key for key, known in game.keys.items() if known.needed] == common
