"""What a form asks for a field: every choice is a value of the hand, and what is sent is read as it was."""

from typing import Any

import pytest

from scorer.rules.core import RuleViolation
from scorer.rules.fields import (
    BidField,
    ContractField,
    CountField,
    Field,
    FlagField,
    PlayerField,
    TrumpField,
    Value,
)
from scorer.web.games.entry import from_inputs, inputs_of, to_inputs

from ...rules.test_fields import CONTEXT, NAMES, VALUES


@pytest.mark.parametrize(("field", "value"), [each[:2] for each in VALUES])
def test_what_a_form_sends_for_a_value_is_read_as_the_same(field: Field, value: Any) -> None:
    single = field.single
    for inner in field.values(value):
        if inner is not None:
            texts = to_inputs(single, inner, NAMES)
            assert any(texts) == (inner is not False)
            assert inner is False or from_inputs(single, texts) == single.write_one(inner, NAMES)


@pytest.mark.parametrize("field", [ContractField(), PlayerField(), FlagField(), TrumpField(), CountField()])
def test_every_choice_of_a_form_is_a_value_that_the_table_takes(field: Value) -> None:
    first, *more = inputs_of(field, CONTEXT)
    assert first.choices
    for text, _ in first.choices:
        others = [each.choices[0][0] for each in more if each.choices and not each.optional]
        assert field.read(from_inputs(field, [text, *others]), "$", CONTEXT) is not None


def test_numbers_that_the_table_does_not_take_are_no_choices() -> None:
    (counts,) = inputs_of(CountField(), CONTEXT)
    assert counts.choices
    assert [value for value, _ in counts.choices] == ["0", "1", "2", "3", "4", "5", "6"]
    (bids,) = inputs_of(BidField(), CONTEXT)
    assert bids.choices
    assert [value for value, _ in bids.choices][-4:] == ["blind 5", "blind 6", "nil", "blind nil"]
    with pytest.raises(RuleViolation):
        CountField().read(7, "$", CONTEXT)
