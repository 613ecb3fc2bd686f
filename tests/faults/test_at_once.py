"""A short run of `python -m tests.faults.at_once`: no hand is lost, and nobody waits much too long."""

from collections.abc import Callable

import pytest

from .at_once import a_sheet_each, one_sheet, pace, phones, tries
from .device import Device
from .sheet import Sheet

HANDS_EACH = 2


@pytest.mark.long
def test_sixteen_phones_on_one_sheet_lose_nothing() -> None:
    with phones() as devices:
        pace(devices, one_sheet(devices), HANDS_EACH)


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize("sheets_for", [one_sheet, a_sheet_each])
def test_sixteen_phones_lose_nothing_and_none_waits_long(
    sheets_for: Callable[[list[Device]], list[Sheet]],
) -> None:
    in_time, seen = tries(sheets_for, HANDS_EACH)
    assert in_time, f"The slowest are too slow: {seen}"
