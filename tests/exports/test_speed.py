"""A sheet of three hundred hands leaves the app at once, in every form."""

from collections.abc import Callable
from functools import partial

import pytest

from scorer.exports import picture, texts
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.csv import long as long_csv
from scorer.sheet.paper.csv import wide as wide_csv

from ..timing import cpu_seconds
from .ledgers import HANDS, long_evening

ENOUGH = 2
"""Seconds of the processor."""


@pytest.mark.alone
@pytest.mark.long
def test_every_export_of_three_hundred_hands_comes_within_two_seconds() -> None:
    known = long_evening()
    assert len(known.rows) == HANDS
    exports: list[Callable[[Ledger], str | bytes]] = [
        *(wide_csv, long_csv, texts.summary, texts.whole, picture.draw)
    ]
    for export in exports:
        assert cpu_seconds(partial(export, known)) < ENOUGH, export
        written = export(known)
        assert f"{max(known.totals)}" in (written if isinstance(written, str) else written.decode())
