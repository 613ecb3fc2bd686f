"""Whatever a table does, takes back and puts right: the page kept in memory, the page read again, the sheet's file
and a fold from nothing agree, and no entry ever changes.
"""

from dataclasses import asdict
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from scorer.rules.core import CLOSED_SHEET, RuleViolation
from scorer.rules.offender import Offender
from scorer.sheet.changes.disputes import Agreement, versions
from scorer.sheet.changes.remarks import sheet_warnings
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Outcome, fold, timeline
from scorer.store.scorebook import Command, Snapshot, forget_snapshots
from scorer.web import commands, disputes

from ..sheet.evening import exported, shown
from .book import NOBODY, Book, numbers

NAMES = ["Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace", "Helen", "Irene"]
REASONS = st.sampled_from(["", "misheard", "miscounted"])
DATA = st.data()

open_sheet = precondition(lambda table: not table.snapshot.sheet.finished)
with_hands = precondition(lambda table: table.snapshot.ledger.rows != () and not table.snapshot.sheet.finished)
finished_sheet = precondition(lambda table: table.snapshot.sheet.finished)


def told(snapshot: Snapshot) -> tuple[Any, ...]:
    """All that a sheet holds and says, as values that compare."""
    return snapshot.sheet, [row.hand.entry for row in snapshot.ledger.rows], shown(snapshot.ledger)


class Table(RuleBasedStateMachine):
    """An evening at random. snapshot: the sheet as it stands; steps: how many acts were tried."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    @initialize(players=st.permutations(NAMES), size=st.integers(4, 6), accepter=st.booleans())
    def sit_down(self, players: list[str], size: int, accepter: bool) -> None:
        options = {"speaks_next": "left of accepter"} if accepter else {}
        self.book = Book(players=players[:size], dealer=players[0], options=options)
        self.snapshot = self.book.snapshot

    def take(self, act: Command) -> None:
        """Do an act. What breaks a rule is refused, and nothing of it is written."""
        before = self.snapshot
        self.steps += 1
        try:
            entry = commands.preview(before, act).entries[-1]
        except IllegalHandError as refusal:
            self.refused(refusal)
        else:
            self.snapshot = self.book.act(lambda snapshot: (entry.kind, entry.facts))
            assert self.snapshot.version == before.version + 1
            assert self.snapshot.entries[: before.version] == before.entries

    def refused(self, refusal: IllegalHandError) -> None:
        assert refusal.violation.rule in Offender.rules
        assert "key" not in refusal.violation.detail, "a sentence for the table, not for a file"
        assert self.book.snapshot is self.snapshot

    def hand(self, data: st.DataObject, row: Row | None = None) -> dict[str, Any]:
        """A hand that the table may have played, or nearly."""
        game = row.game if row else self.snapshot.ledger.table.game
        if data.draw(st.integers(0, 5)) == 0:
            return NOBODY
        proposer, accepter = data.draw(st.permutations(game.players))[:2]
        level, tricks = data.draw(st.tuples(st.integers(1, 7), st.integers(0, 7)))
        suit = data.draw(st.sampled_from("CDHS"))
        return {"contract": f"{level}{suit}", "proposer": proposer, "accepter": accepter, "tricks": tricks}

    def row(self, data: st.DataObject) -> Row:
        rows = self.snapshot.ledger.rows
        return rows[data.draw(st.integers(1, len(rows))) - 1]

    @open_sheet
    @rule(data=DATA)
    def record(self, data: st.DataObject) -> None:
        self.take(commands.record(self.hand(data)))

    @open_sheet
    @rule(data=DATA, calls=st.integers(1, 6))
    def bid(self, data: st.DataObject, calls: int) -> None:
        for _ in range(calls):
            auction = self.snapshot.ledger.open_auction
            assert auction
            if auction.turn is not None:
                call = data.draw(st.sampled_from([auction.legal()[0], *auction.legal()[-3:]]))
                self.take(commands.speak(auction.name(auction.turn), call))

    @with_hands
    @rule(data=DATA, reason=REASONS)
    def amend(self, data: st.DataObject, reason: str) -> None:
        row = self.row(data)
        if row.judged.settled is None:
            self.take(commands.amend(row, self.hand(data, row), reason))

    @with_hands
    @rule(data=DATA, reason=REASONS)
    def strike(self, data: st.DataObject, reason: str) -> None:
        self.take(commands.strike(self.row(data), reason))

    @open_sheet
    @rule(data=DATA, size=st.sampled_from([0, 0, 0, 1, -1]), swap=st.booleans(), takes_over=st.booleans())
    def seat(self, data: st.DataObject, size: int, swap: bool, takes_over: bool) -> None:
        """Other players, in other seats, more or fewer, another dealer; from any hand on."""
        ledger = self.snapshot.ledger
        row = self.row(data) if ledger.rows and data.draw(st.booleans()) else None
        old = (row.judged.table if row else ledger.table).game.players
        bench = [name for name in NAMES if name not in old]
        come = data.draw(st.sampled_from(bench))
        new = data.draw(st.permutations(old)) if swap else list(old)
        chair = data.draw(st.integers(0, len(old) - 1))
        if size == 1 and len(old) < 7:
            new.append(come)
        elif size == -1 and len(old) > 3:
            new.pop(chair)
        elif not swap:
            new[chair] = come
        dealer, heir = data.draw(st.sampled_from(new)), come if takes_over else ""
        self.take(commands.seat(row.hand.entry if row else None, tuple(new), dealer, heir))

    @open_sheet
    @rule(
        whole=st.booleans(),
        changed=st.fixed_dictionaries(
            {},
            optional={
                "no_trump": st.booleans(),
                "tricks": st.none() | st.integers(7, 10),
                "lowest_bid": st.sampled_from([0, 1]),
                "speaks_next": st.sampled_from(["left of proposer", "left of accepter"]),
            },
        ),
    )
    def change_rules(self, whole: bool, changed: dict[str, Any]) -> None:
        options = asdict(self.snapshot.ledger.table.game.options)
        self.take(commands.change_rules({**options, **changed}, whole=whole))

    @open_sheet
    @rule(data=DATA, new=st.sampled_from([*NAMES, "Zoe", "Zoë"]))
    def rename(self, data: st.DataObject, new: str) -> None:
        """Somebody is called otherwise, perhaps as somebody else is."""
        old = data.draw(st.sampled_from(self.snapshot.ledger.columns))
        if old != new:
            self.take(commands.rename({old: new}))

    @with_hands
    @rule(data=DATA, player=st.integers(0, 3), version=st.booleans())
    def talk(self, data: st.DataObject, player: int, version: bool) -> None:
        """Dispute a hand or say more of it, agree to it, or sign the sheet."""
        row = self.row(data)
        name = row.game.players[player % len(row.game.players)]
        known = self.snapshot.open_disputes.get(row.hand.entry or 0)
        try:
            if player == 0:
                self.take(disputes.to_agree(row.hand.entry or 0, name, self.snapshot.version))
            elif player == 1:
                self.take(disputes.to_sign(name, self.snapshot.version))
            elif known is None:
                self.take(disputes.to_dispute(row.hand.entry or 0))
            else:
                hand = self.hand(data, row) if version and row.judged.settled is None else None
                self.take(disputes.to_state(known.number, name, "Not so.", hand))
        except disputes.AlreadyDoneError:
            assert player < 2

    @with_hands
    @rule(data=DATA, outcome=st.sampled_from([each for each in Outcome if each is not Outcome.BY_HAND]))
    def settle(self, data: st.DataObject, outcome: Outcome) -> None:
        ledger = self.snapshot.ledger
        rows = {row.hand.entry: row for row in ledger.rows}
        for known in self.snapshot.disputes:
            row = rows.get(known.hand)
            if known.settlement or row is None:
                continue
            decided = None
            if outcome is Outcome.CORRECTED:
                decided = next((one for one in versions(ledger, row, known)[1:] if one.row), None)
                if decided is None:
                    continue
            self.take(disputes.to_settle(known.number, outcome, (row.game.players[0],), "", decided))
            break

    @open_sheet
    @rule(title=st.sampled_from(["", "Friday", "At Betty's"]))
    def entitle(self, title: str) -> None:
        self.take(commands.entitle(title, "2026-11-20"))

    @open_sheet
    @rule()
    def finish(self) -> None:
        self.take(commands.finish)

    @finished_sheet
    @rule()
    def reopen(self) -> None:
        self.take(commands.reopen)

    @finished_sheet
    @rule(
        act=st.sampled_from(
            [commands.record(NOBODY), commands.entitle("More", ""), commands.rename({}), commands.finish]
        )
    )
    def write_on_a_finished_sheet(self, act: Command) -> None:
        before = self.snapshot
        with pytest.raises(RuleViolation) as caught:
            self.take(act)
        assert caught.value.rule is CLOSED_SHEET
        assert self.book.snapshot is before

    @precondition(lambda table: timeline(table.snapshot.entries).last_act is not None)
    @rule(data=DATA, several=st.booleans())
    def undo(self, data: st.DataObject, several: bool) -> None:
        standing = timeline(self.snapshot.entries).acts
        down_to = data.draw(st.sampled_from(standing[:-1])).number if several else None
        undone = commands.preview(self.snapshot, commands.undo(down_to))
        assert told(commands.preview(undone, commands.redo)) == told(self.snapshot)
        if several:
            assert undone.sheet == fold(self.snapshot.entries[: undone.entries[-1].facts["entry"] - 1])
        self.take(commands.undo(down_to))

    @precondition(lambda table: timeline(table.snapshot.entries).undone != ())
    @rule()
    def redo(self) -> None:
        self.take(commands.redo)

    @invariant()
    def all_accounts_agree(self) -> None:
        snapshot = self.snapshot
        assert numbers(snapshot.entries) == list(range(1, snapshot.version + 1))
        assert shown(snapshot.ledger) == shown(Ledger.of(fold(snapshot.entries)))
        assert shown(snapshot.ledger) == shown(exported(snapshot))
        assert self.book.snapshot is snapshot
        if self.steps % 6 == 5:
            forget_snapshots()
            read_again = self.book.snapshot
            assert read_again.entries == snapshot.entries
            assert told(read_again) == told(snapshot)
            self.snapshot = read_again

    def teardown(self) -> None:
        if hasattr(self, "snapshot"):
            history = self.snapshot.history
            assert (
                len(list(history.latest(self.snapshot.version + 1, self.snapshot.version)))
                == self.snapshot.version
            )
            acts_now = timeline(self.snapshot.entries).acts
            agreement = Agreement(acts_now)
            sheet_warnings(acts_now, self.snapshot.ledger)
            for known in self.snapshot.disputes:
                row = next((row for row in self.snapshot.ledger.rows if row.hand.entry == known.hand), None)
                assert row is None or versions(self.snapshot.ledger, row, known)[0].row is row
            for row in self.snapshot.ledger.rows:
                assert {*agreement.to(row), *agreement.missing(row)} == {*row.game.players}
                assert history.of_hand(row.hand.entry or 0)[-1].entry.number == row.hand.entry


def test_memory_database_file_and_a_fold_from_nothing_agree_after_every_act(open_app: Flask) -> None:
    # The same evenings each time: whoever changes something else shall not find a fault by chance.
    some = settings(
        max_examples=2 * settings().max_examples,
        stateful_step_count=25,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    run(Table, settings=some)
