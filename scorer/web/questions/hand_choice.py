"""Which hand a question is about: the one being played or the next, or any that is on the sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wtforms import Form

from ...sheet.core.judge import Table
from ...store.scorebook import Snapshot
from ..commands import commands
from ..forms.base import TextField


class HandForm(Form):
    """hand: its number; show: whether it was just chosen, and nothing else is asked yet."""

    hand = TextField()
    show = TextField()


@dataclass(frozen=True)
class HandAsked:
    """what: the hand in one line. table: who played it under which rules; facts: what its bidding or its result
    settled; calls: as spoken.
    """

    number: int
    what: str
    table: Table
    facts: Mapping[str, Any] = field(default_factory=dict)
    calls: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        return f"{self.number}"


def hands_to_ask(snapshot: Snapshot) -> tuple[HandAsked, ...]:
    """Every hand of the sheet, the newest first; the next one where another is to be played."""
    ledger, finished = snapshot.ledger, snapshot.sheet.finished
    hands = [
        HandAsked(row.number, row.summary, row.judged.table, commands.facts_of(row), row.hand.calls)
        for row in reversed(ledger.rows)
    ]
    number = len(ledger.rows) + 1
    if ledger.playing:
        calls = snapshot.sheet.hands[-1].calls
        return HandAsked(number, "being played", ledger.table, commands.bid_so_far(snapshot), calls), *hands
    if not hands or not (finished or ledger.over):
        return HandAsked(number, "the next hand", ledger.table), *hands
    return tuple(hands)


def asked(hands: tuple[HandAsked, ...], value: str, otherwise: HandAsked) -> HandAsked:
    """The hand that a form names."""
    return next((hand for hand in hands if hand.value == value), otherwise)
