"""What a broken rule of Oh Hell says of the field."""

import pytest

from scorer.rules.core import RuleViolation

from .rule_book import played
from .test_game import oh_hell


def test_a_broken_rule_names_the_field_of_the_hand() -> None:
    for breaks, field in (
        (played((5, 4), (0, 0), (0, 0)), "bids"),
        (played((1, 1), (2, 2), (1, 1)), "bids"),
        (played((1, 1), (1, 1), (0, 1)), "tricks"),
    ):
        with pytest.raises(RuleViolation) as caught:
            breaks()
        assert caught.value.field == field


def test_a_value_that_no_hand_of_the_table_has_is_refused_by_itself() -> None:
    for key in ("bids", "tricks"):
        oh_hell().check_key(key, 10)
        with pytest.raises(RuleViolation):
            oh_hell().check_key(key, 11)
