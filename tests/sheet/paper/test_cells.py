"""A field of a hand in the cell of a table: what is written there is read from it."""

from typing import Any

import pytest

from scorer.rules.fields import ContractField, Field
from scorer.sheet.paper.csv import cell_of, cell_part_of
from scorer.sheet.paper.lines import parse_part

from ...rules.test_fields import EACH, NAMES


@EACH
def test_what_is_written_in_a_cell_is_read_from_it(
    field: Field, value: Any, file_value: Any, cell: object
) -> None:
    assert cell_of(field, file_value, NAMES) == cell
    assert field.parse(f"{cell}", NAMES) == file_value
    assert parse_part(field, f"{cell_part_of(field, file_value, NAMES)}", NAMES) == file_value


def test_that_nobody_bid_is_written_among_several_fields_as_it_is_read() -> None:
    assert cell_part_of(ContractField(), None, NAMES) == "no contract"


@pytest.mark.parametrize("text", ["pass", "Passed out", "all pass", "—", "no contract"])
def test_a_hand_that_nobody_bid_is_read_as_people_write_it(text: str) -> None:
    assert parse_part(ContractField(), text, ()) is None
