"""The table that most tests in a browser begin with."""

import pytest
from playwright.sync_api import Page

from ..table import Table


@pytest.fixture
def table(page: Page) -> Table:
    """A new sheet of Offender, its first hand open."""
    table = Table(page)
    table.start()
    return table
