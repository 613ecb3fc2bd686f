"""What a broken rule of Oh Hell says of the field, and rules that a table may leave out."""

from collections.abc import Callable
from typing import Any

import pytest

from scorer.rules.calls import parse_call
from scorer.rules.core import RuleViolation

from .rule_book import played
from .test_game import bid, hand, oh_hell, totals


@pytest.mark.parametrize(
    ("breaks", "field"),
    [
        (played((5, 4), (0, 0), (0, 0)), "bids"),
        (played((1, 1), (2, 2), (1, 1)), "bids"),
        (played((1, 1), (1, 1), (0, 1)), "tricks"),
    ],
)
def test_a_broken_rule_names_the_field_of_the_hand(breaks: Callable[[], object], field: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        breaks()
    assert caught.value.field == field


def test_the_hook_may_be_left_out() -> None:
    game = oh_hell(3, hand_sizes=[3], hook=False)
    assert parse_call("1") in bid(game, 1, 1).legal()
    assert totals(game, hand((1, 1), (1, 1), (1, 1))) == [11, 11, 11]


@pytest.mark.parametrize("options", [{}, {"hook": False}, {"scoring": "fives"}])
def test_a_value_that_no_hand_of_the_table_has_is_refused_by_itself(options: dict[str, Any]) -> None:
    game = oh_hell(5, **options)
    game.check_key("bids", 10)
    game.check_key("tricks", 10)
    for key in ("bids", "tricks"):
        with pytest.raises(RuleViolation):
            game.check_key(key, 11)
