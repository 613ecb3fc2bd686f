"""One evening's score sheet as plain facts, in the words of the sheet file. No points in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError

SETTING = ("players", "dealer", "options")
"""What a hand may change from itself on."""
DEALT = ("cards",)
"""What is dealt to this hand alone, in the games that have it as a key: `Game.dealt`."""
BESIDE = (*SETTING, *DEALT, "note")
"""The keys that any hand may carry beside its contract, calls, result or points."""
SETTLED = ("points", "played", "by", "carry")
"""The keys of a hand that the table has settled: points; what was bid and taken; who agreed; what is carried."""
PINNED = ("dealer", *DEALT)
"""What a hand names so that it stays as it was played when another is struck."""


@dataclass(frozen=True)
class Hand:
    """One deal: its keys as they stand in the sheet file. entry: the number of the entry that recorded it."""

    facts: Mapping[str, Any]
    entry: int | None = field(default=None, compare=False)

    @property
    def calls(self) -> tuple[str, ...]:
        return tuple(self.facts.get("calls", ()))


@dataclass(frozen=True)
class Adjustment:
    """Points without a deal. facts: its `points`, by the name of a column, `note` and `by`, as they stand in the
    sheet file; after: the number of the hand that it follows, 0 before the first; entry: the number of the entry
    that first wrote it; where: its place in a file.
    """

    facts: Mapping[str, Any]
    after: int
    entry: int | None = field(default=None, compare=False)
    where: str = field(default="$.adjustments", compare=False)


@dataclass(frozen=True)
class Sheet:
    """The facts as they stand. options: the house rules that differ from the game's defaults, by key; coming: what
    the next hand changes of players, dealer and options, and what it is dealt, while none of its calls has been
    spoken and the sheet is not finished; adjustments: in the order of the hands that they follow.
    """

    game: str
    players: tuple[str, ...]
    dealer: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    title: str = ""
    date: str = ""
    hands: tuple[Hand, ...] = ()
    coming: Mapping[str, Any] = field(default_factory=dict[str, Any])
    adjustments: tuple[Adjustment, ...] = ()
    finished: bool = False


def kept_beside(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What stays of a hand when its contract or its tricks are amended."""
    return {key: facts[key] for key in BESIDE if key in facts}


def with_pins(facts: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with these of `PINNED`, None for one that need not be named any more."""
    return {key: value for key, value in {**facts, **pins}.items() if value is not None or key not in PINNED}


def read_date(value: Any, where: str) -> str:
    """A reader of the day of a sheet, "2026-11-20". Raises FormatError."""
    written = reading.text(value, where)
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError
        Date.fromisoformat(written)
    except ValueError:
        raise FormatError(where, "a date is written as 2026-11-20") from None
    return written
