"""The sheets that most tests of the pages begin with, by their addresses."""

from collections.abc import Callable
from datetime import datetime

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


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Lets it be a moment for the whole app, until the next one is set."""

    def set_clock(moment: datetime) -> None:
        clock = type("Clock", (datetime,), {"now": classmethod(lambda cls, tz=None: moment)})
        for module in ("store.database", "web.forms", "web.club"):
            monkeypatch.setattr(f"scorer.{module}.datetime", clock)

    return set_clock
