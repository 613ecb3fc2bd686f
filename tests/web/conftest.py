"""The sheets that most tests of the pages begin with, by their addresses."""

import pytest

from .evening import four_hands
from .phone import Phone


@pytest.fixture
def sheet(phone: Phone) -> str:
    """A sheet with the document's four hands."""
    return four_hands(phone)


@pytest.fixture
def fresh(phone: Phone) -> str:
    """A sheet of the same five players without a hand."""
    return phone.start()
