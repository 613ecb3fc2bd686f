"""An evening with acts of many kinds, its history sealed, and the file of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from scorer.sheet import audit, sheet_file
from scorer.sheet.core.sheet import Entry, fold

from .evening import FIVE, FOR_AMBER, SET, SWAPPED, Evening
from .files import NOBODY, RESULT

NOTE = 'Ночь \x01\x1f\u2028\x85 «安娜» 🃏 "quoted" \\ and\ttabbed\n'
BEGAN = datetime(2026, 11, 20, 19, 30, 0, 5, UTC)


@cache
def entries() -> tuple[Entry, ...]:
    """Of an evening on two phones: recorded, spoken, amended, struck, seated, renamed, undone and redone."""
    evening = Evening(RESULT, SET, NOBODY, title="Friday", date="2026-11-20")
    evening.call("Cindy: 6H", "Diana: reject")
    evening.undo()
    evening.undo()
    evening.record({"points": dict(zip(FIVE, points(), strict=True)), "note": NOTE})
    evening.amend(1, {**RESULT, "tricks": 5}, "misheard: «шесть»")
    evening.amend(2, {**SET, "note": "1e-6"})
    evening.undo(evening.numbers[-2])
    evening.redo()
    evening.seat(None, SWAPPED, "Betty")
    evening.seat(None, FOR_AMBER, "Fiona", heir="Fiona")
    evening.rules(lowest_bid=0)
    evening.rename(Betty="Bétty")
    evening.strike(2, "twice")
    evening.finish()
    evening.reopen()
    evening.finish()
    phones = ("phone-of-betty", "phone-of-cindy")
    return tuple(
        replace(
            entry,
            key=f"key-{entry.number}",
            device=phones[entry.number % 2],
            at=BEGAN + timedelta(seconds=61 * entry.number),
        )
        for entry in evening.entries
    )


def points() -> list[Any]:
    return [Decimal("1.5"), Decimal("0.000001"), -3, Decimal("-0.25"), 100_000_000]


def file(history: tuple[Entry, ...] | None = None) -> bytes:
    history = history or entries()
    return sheet_file.write(fold(history), audit.lines(history, ()))
