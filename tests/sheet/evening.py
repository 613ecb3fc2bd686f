"""A sheet written on in memory, act by act, as the pages send them and the scorebook keeps them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.calls import parse_call
from scorer.rules.core import Rule
from scorer.sheet import sheet_file
from scorer.sheet.changes.history import History
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Entry, EntryKind, Sheet, fold, timeline
from scorer.sheet.importing import acts_of
from scorer.store.scorebook import Command, Snapshot
from scorer.web import commands

from .files import FIVE

SET: dict[str, Any] = {"contract": "7S", "proposer": "Betty", "accepter": "Ellie", "tricks": 6}
"""21 for Betty and Ellie, 10 + 28 = 38 for the others."""
SPOKEN = [
    "Amber: 6H",
    "Betty: reject",
    "Cindy: accept",
    *(f"{name}: no proposal" for name in ("Betty", "Cindy", "Diana", "Ellie", "Amber")),
]
"""The bidding of RESULT, Ellie dealing."""
SILENCE = [f"{name}: no proposal" for name in FIVE]
FOUR = FIVE[:4]
SIX = [*FIVE, "Fiona"]
FOR_AMBER = ["Fiona", *FIVE[1:]]
FOR_ELLIE = [*FOUR, "Fiona"]
SWAPPED = ["Amber", "Diana", "Cindy", "Betty", "Ellie"]


class Evening:
    """One sheet. Hands are told by their number, from 1; all that is done gives the ledger after it."""

    def __init__(self, *hands: Mapping[str, Any], **head: Any) -> None:
        facts = {"game": "offender", "players": FIVE, "dealer": "Ellie", **head}
        self.snapshot = Snapshot.of("evening", (Entry(1, EntryKind.START, facts),))
        for hand in hands:
            self.record(hand)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.snapshot.entries

    @property
    def ledger(self) -> Ledger:
        return self.snapshot.ledger

    @property
    def numbers(self) -> list[int]:
        """The acts that stand."""
        return [act.number for act in timeline(self.entries).acts]

    @property
    def history(self) -> History:
        return self.snapshot.history

    def act(self, act: Command) -> Ledger:
        *_, entry = commands.preview(self.snapshot, act).entries
        kept = sheet_file.parse(sheet_file.dumps(entry.facts).encode())
        self.snapshot = Snapshot.of(self.snapshot.id, (*self.entries, replace(entry, facts=kept)), self.snapshot)
        return self.ledger

    @property
    def players(self) -> list[str]:
        """At the next hand."""
        return list(self.ledger.table.game.players)

    @property
    def totals(self) -> dict[str, Any]:
        """By column, after a look whether the ledger is a fold from nothing and what the sheet's file says."""
        assert shown(self.ledger) == shown(Ledger.of(fold(self.entries))) == shown(exported(self.snapshot))
        return dict(zip(self.ledger.columns, self.ledger.totals, strict=True))

    def row(self, number: int) -> Row:
        return self.ledger.rows[number - 1]

    def record(self, hand: Mapping[str, Any]) -> Ledger:
        return self.act(commands.record(hand))

    def call(self, *calls: str) -> Ledger:
        """Calls as the file writes them: "Amber: 3H"."""
        for name, _, said in (call.rpartition(": ") for call in calls):
            self.act(commands.speak(name, parse_call(said)))
        return self.ledger

    def amend(self, number: int, hand: Mapping[str, Any], reason: str = "") -> Ledger:
        return self.act(commands.amend(self.row(number), hand, reason))

    def strike(self, number: int, reason: str = "") -> Ledger:
        return self.act(commands.strike(self.row(number), reason))

    def seat(self, number: int | None, players: Sequence[str], dealer: str, heir: str = "") -> Ledger:
        """From hand `number` on, None: from the next."""
        entry = self.row(number).hand.entry if number else None
        return self.act(commands.seat(entry, tuple(players), dealer, heir))

    def rules(self, *, whole: bool = False, **changed: Any) -> Ledger:
        options = {**asdict(self.ledger.table.game.options), **changed}
        return self.act(commands.change_rules(options, whole=whole))

    def rename(self, **names: str) -> Ledger:
        return self.act(commands.rename(names))

    def undo(self, down_to: int | None = None) -> Ledger:
        return self.act(commands.undo(down_to))

    def redo(self) -> Ledger:
        return self.act(commands.redo)

    def finish(self) -> Ledger:
        return self.act(commands.finish)

    def reopen(self) -> Ledger:
        return self.act(commands.reopen)

    def refuses(self, act: Command) -> tuple[int, Rule, str]:
        """The hand, the rule and the sentence with which a correction is refused; nothing is written."""
        before = self.snapshot
        with pytest.raises(IllegalHandError) as caught:
            self.act(act)
        assert self.snapshot is before
        return caught.value.hand, caught.value.violation.rule, caught.value.violation.detail


def as_entries(acts: Iterable[tuple[EntryKind, Mapping[str, Any]]]) -> tuple[Entry, ...]:
    """The first of them starts the sheet."""
    return tuple(Entry(number, *act) for number, act in enumerate(acts, start=1))


def brought_in(sheet: Sheet) -> Evening:
    """A sheet file without a history, as an evening that goes on: only its own hands name a dealer or cards."""
    evening = Evening()
    evening.snapshot = Snapshot.of("evening", as_entries(acts_of(sheet)))
    return evening


def shown(ledger: Ledger) -> tuple[Any, ...]:
    """All that a sheet says: its points, and who deals the next hand, bids on it, by which rules."""
    table = ledger.table
    bidding = ledger.playing.auction if ledger.playing else table.auction()
    return json_answer.score(ledger), table.game.players, table.game.options, table.dealer, bidding


def dealers(ledger: Ledger) -> list[str]:
    """Of every hand, and of the next."""
    return [*(row.dealer for row in ledger.rows), ledger.table.game.players[ledger.table.dealer]]


def exported(snapshot: Snapshot) -> Ledger:
    """The sheet's file, read again."""
    return Ledger.of(sheet_file.load(sheet_file.write(snapshot.sheet)))
