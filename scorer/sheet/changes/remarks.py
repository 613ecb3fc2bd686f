"""What is said of a sheet beside its points: by which house rules it is played, and what the table changed in its
course; by the players, disputes, agreements and signatures, for what leaves the app; by the app, what looks odd
and may well be right.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from typing import NamedTuple

from ...rules.core import Rule, listed, sentence, upper_first
from ...rules.game import Game
from ..core.judge import partners
from ..core.ledger import Ledger, Row
from ..core.sheet import BESIDE, OWN_PHONE, Entry, EntryKind, Outcome
from .disputes import OUTCOMES, Agreement, Dispute, disputes, versions


def changes(ledger: Ledger) -> list[list[str]]:
    """What the table changed with each hand and with the next, as sentences: who plays, by which house rules."""
    pairs = enumerate(pairwise(ledger.games), 2)
    return [[], *(list(_changed(ledger, old, new, number)) for number, (old, new) in pairs)]


def _changed(ledger: Ledger, old: Game, new: Game, number: int) -> Iterator[str]:
    if new is old:
        return
    if new.players != old.players:
        yield f"From hand {number} on at the table: {listed(new.players)}."
        if partners(old) != partners(new):
            yield _scoring(ledger, new)
    if rules := new.house_rules(old):
        yield f"From hand {number} on: {'; '.join(rules)}."


def in_force(ledger: Ledger, rule: Rule) -> str:
    """What a rule says by the house rules of the sheet; where these change, each time from which hand on. Empty
    where it never held.
    """
    texts: list[str] = []
    said = ""
    for number, game in enumerate(ledger.games, 1):
        text = rule.text_under(game.options)
        if text != said:
            since = f"From hand {number} on: {text}" if text else f"Until hand {number - 1}."
            texts.append(since if number > 1 else text)
        said = text
    return " ".join(texts)


def seating(ledger: Ledger, row: Row | None, players: tuple[str, ...]) -> Iterator[str]:
    """Whose column has the points so far and gets those to come, where a seating from a hand on changes partners.

    Nothing in a game of individual scores. row: the hand from which on, None for the next.
    """
    first = row.number - 1 if row else len(ledger.rows)
    table = row.judged.table if row else ledger.table
    new = table.game.replace(players)
    if not new.partnerships or partners(new) == partners(table.game):
        return
    if first == 0:
        if new.sides_have_columns:
            yield f"The columns are called {listed(new.with_columns(()))}."
        return
    if new.partners_may_change:
        yield "Everybody keeps the points of their own column."
        yield f"From hand {first + 1} on {_scoring(ledger, new)}"
        return
    totals = ledger.totals_after(first)
    counters = ledger.counters_of(table)
    made = (
        f"{column} {total}" + "".join(f", {mark.name} {mark.text}" for mark in counters.get(column, ()))
        for column, total in zip(ledger.columns, totals, strict=True)
    )
    yield f"What was made before hand {first + 1} stays in its column: {'; '.join(made)}."
    yield f"From hand {first + 1} on {_scoring(ledger, new)}"


def _scoring(ledger: Ledger, game: Game) -> str:
    """ "East & South score in the column “North & South”, North & West in the column “East & West”." """
    ours, theirs = (side.name for side in game.columns())
    if game.partners_may_change:
        rules = {option.name: option for option in game.options.described()}
        rule = rules.get("carry_goes")
        carried = f" {upper_first(rule.in_words(game.options.carry_goes))}." if rule else ""
        return f"{ours} play against {theirs}, and each of them is given what the side scores.{carried}"
    first, second = ledger.columns
    return f"{ours} score in the column “{first}”, {theirs} in the column “{second}”."


DISPUTED = "Disputed"
"""What the sentence of an open dispute begins with."""


@dataclass(frozen=True)
class Remarks:
    """Sentences.

    hands: of each hand that any are about, by its number.
    sheet: of the sheet as a whole.
    open: the numbers of the hands in dispute.
    signed: who signed the sheet as it stands, marked where it was on a phone of their own, and when.
    """

    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    sheet: tuple[str, ...] = ()
    open: tuple[int, ...] = ()
    signed: Mapping[str, datetime] = field(default_factory=dict[str, datetime])

    @classmethod
    def of(
        cls, acts: Sequence[Entry], ledger: Ledger, local: Callable[[datetime], datetime] = lambda time: time
    ) -> "Remarks":
        """acts: those that stand, the start first.
        ledger: the sheet's.
        local: gives a moment in its time zone.
        """
        agreement, raised = Agreement(acts), disputes(acts, ledger)
        times = {act.number: local(act.at) for act in acts}
        hands: dict[int, tuple[str, ...]] = {}
        for row in ledger.rows:
            about = [dispute for dispute in raised if dispute.hand == row.hand.entry]
            disputed = (_dispute_text(ledger, row, dispute, times) for dispute in about)
            if sentences := (*disputed, *_agreed(agreement, row, about)):
                hands[row.number] = sentences
        there = {row.hand.entry: row.number for row in ledger.rows}
        sheet = [
            f"A hand that was recorded {when(times[dispute.hand])}: {_ended(dispute, times)}"
            for dispute in raised
            if dispute.hand not in there and dispute.settlement and dispute.settlement.outcome is Outcome.STRUCK
        ]
        if agreement.before:
            sheet.append(f"{listed(agreement.before)} had signed the sheet before it was changed.")
        still_open = (there[each.hand] for each in raised if each.hand in there and not each.settlement)
        signed = dict(zip(agreement.signed_marked, map(local, agreement.signed_at.values()), strict=True))
        return cls(hands, tuple(sheet), tuple(still_open), signed)

    def of_hand(self, row: Row) -> tuple[str, ...]:
        return self.hands.get(row.number, ())

    def at_the_foot(self) -> Iterator[str]:
        """What ends a printed sheet: which hands are in dispute, what is said of the whole, and who signed it."""
        if self.open:
            yield f"In dispute: {listed([f'hand {number}' for number in self.open])}."
        yield from self.of_sheet()

    def to_sign(self, seated: Iterable[str]) -> tuple[str, Sequence[str]]:
        """Who has not signed yet, of everybody who sat down: how they are called together, and by name."""
        names = [name for name in seated if not {name, f"{name}{OWN_PHONE}"} & self.signed.keys()]
        return ("the others who played" if self.signed else "all who played"), names

    def of_sheet(self) -> Iterator[str]:
        """What is said of the sheet as a whole, who signed it the last."""
        yield from self.sheet
        yield from (f"Signed by {name}, {when(time)}." for name, time in self.signed.items())


NO_REMARKS = Remarks()


def moment(time: datetime) -> str:
    """ "2026-11-22 20:15 UTC+01:00": for tables, in which it is sorted."""
    return f"{time:%Y-%m-%d %H:%M} {_offset(time)}"


def when(time: datetime) -> str:
    """ "22 November 2026, 20:15 UTC+01:00": the same wherever it is read."""
    return f"{time.day} {time:%B %Y, %H:%M} {_offset(time)}"


def _offset(time: datetime) -> str:
    return f"{timezone(time.utcoffset() or timedelta())}"


def _dispute_text(ledger: Ledger, row: Row, dispute: Dispute, times: Mapping[int, datetime]) -> str:
    """A dispute of a hand that is on the sheet: how it ended, and who has or had the hand how."""
    has, have = ("had", "had") if dispute.settlement else ("has", "have")
    parts = [
        f"{listed(version.players)} {have if version.players[1:] else has} it as {version.row.summary}"
        for version in versions(ledger, row, dispute)
        if version.players and version.row
    ]
    parts += [f"{statement.player}: “{statement.words}”" for statement in dispute.statements if statement.words]
    if dispute.settlement:
        return " ".join([_ended(dispute, times, row), *([sentence("; ".join(parts))] if parts else [])])
    return sentence("; ".join([f"{DISPUTED} {when(times[dispute.number])}, and not settled", *parts]))


def _ended(dispute: Dispute, times: Mapping[int, datetime], row: Row | None = None) -> str:
    """row: the hand, where it is on the sheet: the reason that is its note is not said once more."""
    settled = dispute.settlement
    if settled is None:
        raise ValueError("the dispute is open")
    said = row is not None and row.judged.settled is not None and settled.reason == row.hand.facts.get("note")
    by = f" {settled.by_whom}" if settled.by_whom else ""
    agreed = f", agreed by {listed(settled.also)}" if settled.also else ""
    ended = f"Dispute settled {when(times[settled.number])}{by}, {OUTCOMES[settled.outcome][1]}{agreed}"
    return sentence(f"{ended}: “{settled.reason}”" if settled.reason and not said else ended)


def _agreed(agreement: Agreement, row: Row, about: Sequence[Dispute]) -> Iterator[str]:
    """Who agreed to a hand as it stands, but for those who only did so to end its dispute."""
    ends = [dispute.settlement for dispute in about if dispute.settlement]
    said = bool(ends) and {*agreement.to(row)} <= {*ends[-1].agreed} and not agreement.own_phones(row)
    if (agreed := agreement.agreed_in_words(row)) and not said:
        yield agreed


PLAIN_KEYS = {*BESIDE, "calls"}


class SheetWarning(NamedTuple):
    """key: the same for the same oddity, so that it stays dismissed; hand: the number of the hand, if one."""

    key: str
    text: str
    hand: int | None = None


def sheet_warnings(acts: Sequence[Entry], ledger: Ledger) -> tuple[SheetWarning, ...]:
    """What nobody has dismissed yet. acts: those that stand; ledger: the sheet's."""
    dismissed = {act.facts["flag"] for act in acts if act.kind is EntryKind.DISMISS}
    struck = [act.facts["entry"] for act in acts if act.strikes]
    doubted = (
        SheetWarning(f"doubt {row.hand.entry} {row.doubt}", f"Hand {row.number}: {row.doubt}", row.number)
        for row in ledger.rows
        if row.doubt
    )
    found = (*_twice(ledger), *doubted, *_skipped(ledger, struck, _seated(acts)), *_after_sign_off(acts))
    return tuple(flag for flag in found if flag.key not in dismissed)


def _twice(ledger: Ledger) -> Iterator[SheetWarning]:
    for row, after in zip(ledger.rows, ledger.rows[1:], strict=False):
        if row.result == after.result and _result(row) and _result(row) == _result(after):
            text = f"Hands {row.number} and {after.number} are the same: {after.summary}. Recorded twice?"
            yield SheetWarning(f"twice {row.hand.entry} {after.hand.entry}", text, after.number)


def _result(row: Row) -> dict[str, object]:
    """What was bid and taken; nothing for a hand that nobody bid."""
    facts = {key: value for key, value in row.in_full.items() if key not in PLAIN_KEYS}
    nothing = row.judged.settled is None and row.result is None
    return {} if nothing or not any(row.points) else facts


def _seated(acts: Sequence[Entry]) -> set[int]:
    """The hands that the table has set the dealer of, by the entries that recorded them."""
    seated: set[int] = set()
    coming = False
    for act in acts:
        if act.kind is EntryKind.SEATS and act.facts["entry"] is not None:
            seated.add(act.facts["entry"])
        elif act.kind is EntryKind.SEATS:
            coming = True
        elif act.kind is EntryKind.RECORD and coming:
            seated.add(act.number)
            coming = False
    return seated


def _skipped(ledger: Ledger, struck: Sequence[int], seated: set[int]) -> Iterator[SheetWarning]:
    """Where the deal went out of turn, but behind a hand that was struck and where somebody has set the dealer.

    struck, seated: those hands, by the entries that recorded them.
    """
    for before, row in zip(ledger.rows, ledger.rows[1:], strict=False):
        if any((before.hand.entry or 0) < number < (row.hand.entry or 0) for number in struck):
            continue
        due = before.judged.after.dealer_by_rotation(row.hand.facts)
        if row.dealer != due and row.hand.entry not in seated:
            text = f"Hand {row.number}: {row.dealer} dealt, and by rotation it was {due}'s deal."
            yield SheetWarning(f"dealer {row.hand.entry} {row.dealer}", text, row.number)


def _after_sign_off(acts: Sequence[Entry]) -> Iterator[SheetWarning]:
    agreement = Agreement(acts)
    if agreement.corrected:
        last = agreement.corrected[-1]
        text = f"The sheet was changed after {listed(agreement.before)} had signed it."
        yield SheetWarning(f"signed {last.number}", text)
