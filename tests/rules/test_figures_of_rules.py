"""The sentences of the rules: each figure in them that is a house rule is the one that holds at the table."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest

from scorer.rules.core import Rule
from scorer.rules.game import Game
from scorer.rules.options import Options
from scorer.rules.registry import GAMES

NUMBER = 37
"""No sentence of a rule has it, and a house rule that is a number can be it; of those that cannot, 7."""
WORDS = {2: ("2", "twice"), 10: ("10", "ten")}
OF_CONTRACT = [
    f"Contract bridge: {name}" for name in ("doubled and made", "part score and game", "undertricks", "overtricks")
]
ELSEWHERE: dict[tuple[str, str], set[str]] = {
    ("spades", "target"): set(),
    ("spades", "blind_margin"): {"Nil", "Bags that add up"},
    ("spades", "bag_limit"): {
        *(
            "Bid made",
            "First hand without bids",
            "Ten or thirteen bid",
            "New York: first hand",
            "New York: bids of the sides",
            "New York: blind bid",
        ),
        *("New York: made or set", "New York: ten", "New York: blind pays double", "New York: Boston"),
    },
    ("spades", "least_bid"): {"One bid for a side"},
    ("spades", "overtrick"): {"Bid", "One bid for a side", "At the table"},
    ("spades", "bag_penalty"): {"Nil", "Blind nil", "New York: blind bid"},
    ("spades", "nil"): {"Blind nil", "Bags that add up", "New York: blind bid"},
    ("spades", "blind_nil"): {"New York: ten", "New York: blind pays double"},
    ("spades", "sets_to_lose"): {"New York: the pack", "At the table"},
    ("spades", "failed_ten"): {"Blind nil", "New York: ten"},
    ("pirate-bridge", "small_slam"): {"Doubled and made", "Undertricks", *OF_CONTRACT},
    ("pirate-bridge", "grand_slam"): {"Doubled and made", "Undertricks", "Honors", *OF_CONTRACT},
    ("pirate-bridge", "rubber_bonus"): set(),
}
"""The rules in which the same figure is something else, by game and house rule; of the games whose sentences name
house rules that are numbers."""


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def says(text: str, figure: int) -> bool:
    """Whether a sentence has a figure, in digits or as a word."""
    return any(re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in WORDS.get(figure, (f"{figure}",)))


def house_rules(game: type[Game]) -> list[tuple[str, int, Options]]:
    """Each house rule that is a number, its default, and the options that differ in it alone."""
    found: list[tuple[str, int, Options]] = []
    for option in game.options_type.described():
        if isinstance(option.values, range) and type(option.default) is int and len(option.values) > 2:
            value = NUMBER if NUMBER in option.values else 7
            changed: dict[str, Any] = {option.name: value}
            if option.only:
                changed[option.only[0]] = option.only[1]
            found.append((option.name, option.default, replace(game.options_type(), **changed)))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_a_figure_that_a_table_has_changed_is_the_one_in_every_sentence(key: str) -> None:
    game = GAMES[key]
    for name, usual, options in house_rules(game):
        value = getattr(options, name)
        changed = [rule for rule in game.rules if rule.text_under(options) not in ("", rule.text)]
        assert (key, name) in ELSEWHERE or not any(says(rule.text, usual) for rule in game.rules), (key, name)
        if (key, name) not in ELSEWHERE:
            continue
        assert changed, name
        for rule in changed:
            assert says(rule.text_under(options), value), (name, rule.name)
        still = {rule.name for rule in game.rules if says(rule.text_under(options), usual)}
        assert still <= ELSEWHERE[key, name], (name, still - ELSEWHERE[key, name])


def test_what_is_the_same_rule_is_so_under_all_house_rules() -> None:
    assert "write" in {each.name for each in fields(Rule)}
    told = Rule("Name", "text", lambda options: "other")
    assert told == Rule("Name", "text")
    assert hash(told) == hash(Rule("Name", "text"))
    assert (told.text_under(None), Rule("Name", "text").text_under(None)) == ("other", "text")
