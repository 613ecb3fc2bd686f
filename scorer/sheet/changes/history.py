"""What each entry of a sheet did, in words, and what it moved: for the history, and for whoever is about to take
it back.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ...rules.calls import parse_call
from ...rules.core import Points, counted, listed
from ..core.judge import Table
from ..core.ledger import AdjustmentRow, Ledger, Row, Standing
from ..core.sheet import Entry, EntryKind, Outcome, fold, kept_beside, timeline
from ..looks import in_words
from .disputes import OUTCOMES, changed, with_hand


class Move(NamedTuple):
    """A number that is another one now: a column's points in a hand, or its total."""

    column: str
    old: Points
    new: Points


class Consequence(NamedTuple):
    """hands: the hands whose points move, by number, the new one.
    totals: of the whole sheet.
    lead: who leads then, as a sentence.
    calls_dropped: the numbers of the hands that lose their calls.
    due: what the next hand costs then whatever it brings, as sentences.
    standings: where the columns are then those of players instead of sides, or of sides instead of players, best
        first.
    """

    hands: tuple[tuple[int, tuple[Move, ...]], ...]
    totals: tuple[Move, ...]
    lead: str
    calls_dropped: tuple[int, ...]
    due: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()


def compare(before: Ledger, after: Ledger) -> Consequence:
    old_rows = {row.hand.entry: row for row in before.rows}
    pairs = [(old_rows[row.hand.entry], row) for row in after.rows if row.hand.entry in old_rows]
    columns = before.columns, after.columns
    points = ((new.number, before.padded(old.points), after.padded(new.points)) for old, new in pairs)
    hands = ((number, _moves(columns, was, now)) for number, was, now in points)
    dropped = [new.number for old, new in pairs if old.hand.calls and not new.hand.calls]
    if before.playing and before.sheet.hands[-1].calls and not (after.playing and after.sheet.hands[-1].calls):
        dropped.append(len(after.rows) + 1)
    sides_before = before.table.game.sides_have_columns
    return Consequence(
        hands=tuple((number, moves) for number, moves in hands if moves),
        totals=_moves(columns, before.totals, after.totals),
        lead=lead(after),
        calls_dropped=tuple(dropped),
        due=after.table.game.carrying.due(after.table.carry),
        standings=after.standings if sides_before != after.table.game.sides_have_columns else (),
    )


def _moves(
    columns: tuple[Sequence[str], Sequence[str]], old: Sequence[Points], new: Sequence[Points]
) -> tuple[Move, ...]:
    """columns: before and after."""
    was, now = (dict(zip(*pair, strict=True)) for pair in zip(columns, (old, new), strict=True))
    return tuple(Move(column, was[column], new) for column, new in now.items() if was.get(column, new) != new)


def lead(ledger: Ledger) -> str:
    """Who leads whom by how much: "Betty leads Cindy by 4."; empty before the first hand."""
    places = sorted({standing.place for standing in ledger.standings})
    if not ledger.rows:
        return ""
    if len(places) == 1:
        return "All are level."
    first, second = ([each for each in ledger.standings if each.place == place] for place in places[:2])
    names = listed([standing.column for standing in first])
    if len(first) > 1:
        return f"{names} share the lead."
    ahead = abs(first[0].total - second[0].total)
    leads = "lead" if ledger.table.game.sides_have_columns else "leads"
    return f"{names} {leads} {listed([s.column for s in second])} by {ahead}."


def dealt_otherwise(before: Table, after: Table) -> str:
    """What is other in one of the hands to come: "hand 5 has 6 cards"; empty where it is not just one."""
    was, now = ([*table.game.dealing.coming(table.carry)] for table in (before, after))
    if before.hands != after.hands or was == now:
        return ""
    at = [old == new for old, new in zip([*was, 0], [*now, 0], strict=False)].index(False)
    if was[at:] == now[at + 1 :]:
        return f"a hand of {counted(now[at], 'card')} is played after all"
    if was[at + 1 :] == now[at:]:
        return f"a hand of {counted(was[at], 'card')} is skipped"
    number = len(before.game.dealing.done(before.carry)) + at + 1
    return f"hand {number} has {counted(now[at], 'card')}" if was[at + 1 :] == now[at + 1 :] else ""


WORDS = {
    EntryKind.START: ("Started", ""),
    EntryKind.CALL: ("Called", ""),
    EntryKind.RECORD: ("Recorded", ""),
    EntryKind.AMEND: ("Changed", "the change of "),
    EntryKind.STRIKE: ("Deleted", "the deletion of "),
    EntryKind.ADJUST: ("Adjusted", "the adjustment "),
    EntryKind.SEATS: ("Seated", "the seats "),
    EntryKind.RULES: ("House rules", "the house rules "),
    EntryKind.RENAME: ("Renamed", "the renaming of "),
    EntryKind.TITLE: ("Titled", "the title "),
    EntryKind.LOOKS: ("Colours", "the colours "),
    EntryKind.FINISH: ("Finished", "the end of "),
    EntryKind.REOPEN: ("Reopened", "the reopening of "),
    EntryKind.UNDO: ("Undone", ""),
    EntryKind.REDO: ("Redone", ""),
    EntryKind.DISPUTE: ("Disputed", "the dispute of "),
    EntryKind.STATEMENT: ("Stated", "what was said: "),
    EntryKind.SETTLE: ("Settled", "the settling of "),
    EntryKind.AGREE: ("Agreed", "the agreement of "),
    EntryKind.SIGN: ("Signed", "the signature "),
    EntryKind.DISMISS: ("Dismissed", "the dismissal of "),
}
"""The verb of each kind, and what an act is as a thing that can be taken back, before what it was done to."""


class HistoryLine(NamedTuple):
    """One entry in words.

    what: what it was done to.
    was: the old value, where one was replaced.
    moves: the points of the hand that it moved, or the totals.
    stands: not taken back.
    """

    entry: Entry
    what: str
    was: str
    moves: tuple[Move, ...]
    stands: bool

    @property
    def verb(self) -> str:
        return WORDS[self.entry.kind][0]

    @property
    def reason(self) -> str:
        return self.entry.facts.get("reason", "")


class History:
    """The entries of a sheet in words. ledger: the sheet's, after all of them."""

    def __init__(self, entries: Sequence[Entry], ledger: Ledger) -> None:
        self.entries = entries
        self._ledgers = {len(entries): ledger}

    @cached_property
    def _standing(self) -> frozenset[int]:
        return frozenset(act.number for act in timeline(self.entries).acts)

    def ledger(self, number: int) -> Ledger:
        """The ledger as it stood after entry `number`."""
        if number not in self._ledgers:
            nearest = min(self._ledgers, key=lambda other: abs(other - number))
            self._ledgers[number] = Ledger.of(fold(self.entries[:number]), self._ledgers[nearest])
        return self._ledgers[number]

    def line(self, entry: Entry) -> HistoryLine:
        stands = entry.kind in (EntryKind.UNDO, EntryKind.REDO) or entry.number in self._standing
        return HistoryLine(entry, self.describe(entry), self._was(entry), self._moves(entry), stands)

    def latest(self, below: int, most: int) -> Iterator[HistoryLine]:
        """At most so many entries before entry `below`, the latest first."""
        for entry in reversed(self.entries[max(0, below - 1 - most) : below - 1]):
            yield self.line(entry)

    def of_hand(self, hand: int) -> list[HistoryLine]:
        """All that happened to one hand, the latest first. hand: the entry that recorded it."""

        def touches(act: Entry) -> bool:
            return act.about_hand == hand or str(hand) in act.facts.get("revised", {}).get("hands", {})

        about = (entry for entry in reversed(self.entries) if any(map(touches, self._about(entry))))
        return [self.line(entry) for entry in about]

    def _about(self, entry: Entry) -> tuple[Entry, ...]:
        """The acts that an entry is, takes back, or brings back."""
        if entry.kind not in (EntryKind.UNDO, EntryKind.REDO):
            return (entry,)
        undo = entry.number if entry.kind is EntryKind.UNDO else entry.facts["entry"]
        return timeline(self.entries[:undo]).undone[-1].acts

    def describe(self, entry: Entry) -> str:
        """What an act was about, as a noun: "hand 4, Betty and Diana 8♦, took 7"."""
        facts = entry.facts
        match entry.kind:
            case EntryKind.START:
                return f"{listed(facts['players'])}; {facts['dealer']} deals first"
            case EntryKind.CALL:
                return f"the call “{as_spoken(facts['call'])}”"
            case EntryKind.RECORD | EntryKind.AMEND | EntryKind.STRIKE | EntryKind.DISPUTE:
                about = self.corrected(entry) or named(self.row(entry))
                return f"{about}{f', by {entry.speaker}' if entry.speaker else ''}"
            case EntryKind.ADJUST:
                return self.adjustment(entry).in_words
            case EntryKind.STATEMENT:
                # What a player said of a hand, and how they have the hand.
                row = self.row(entry)
                words = f", “{facts['words']}”" if facts.get("words") else ""
                if "hand" not in facts:
                    return f"{entry.speaker} on hand {row.number}{words}"
                said = {**kept_beside(row.hand.facts), **facts["hand"]}
                version = with_hand(self.ledger(entry.number), row, said).rows[row.number - 1]
                return f"{entry.speaker} has hand {row.number} as {version.summary}{words}"
            case EntryKind.SETTLE:
                by = f" {entry.by_whom}" if entry.by_whom else ""
                others = [name for name in facts["agreed"] if not by or name != facts.get("player")]
                agreed = f", agreed by {listed(others)}" if others else ""
                hand, _, what = (self.corrected(entry) or named(self.row(entry))).partition(", ")
                return f"{hand}, {OUTCOMES[Outcome(facts['outcome'])][0]}{by}{agreed}: {what}"
            case EntryKind.AGREE:
                return f"{entry.speaker} to {named(self.row(entry))}"
            case EntryKind.SIGN:
                return f"by {entry.speaker}"
            case EntryKind.DISMISS:
                return facts["said"]
            case EntryKind.SEATS:
                settled = f"; {facts['hand']['note']}" if "hand" in facts else ""
                return f"{self._from(entry)}: {listed(facts['players'])}; {facts['dealer']} deals{settled}"
            case EntryKind.RULES:
                options, given = self.ledger(entry.number).table.game.options.described(), facts["options"]
                changed = ((each, given[each.name]) for each in options if each.name in given)
                words = [f"{option.title.lower()} {option.in_words(value)}" for option, value in changed]
                return f"{self._from(entry)}, {', '.join(words) or 'as they are'}"
            case EntryKind.RENAME:
                names, before = facts["names"], self.ledger(entry.number - 1)
                order = dict.fromkeys((*before.played, *before.table.game.players, *names))
                return ", ".join(f"{old} to {names[old]}" for old in order if old in names)
            case EntryKind.TITLE:
                return f"“{facts['title']}”, {facts['date']}" if facts["title"] else facts["date"]
            case EntryKind.LOOKS:
                return ", ".join(f"{name} {in_words(look)}" for name, look in facts["looks"].items()) or "as usual"
            case EntryKind.FINISH | EntryKind.REOPEN:
                return "the sheet"
            case EntryKind.UNDO | EntryKind.REDO:
                *others, last = self._about(entry)
                several = f"{len(others) + 1} entries, from {self.act(others[0])} to " if others else ""
                return f"{several}{self.act(last)}"

    def act(self, entry: Entry) -> str:
        """An act as a thing that can be taken back: "the change of hand 4, …"."""
        return f"{WORDS[entry.kind][1]}{self.describe(entry)}"

    def row(self, entry: Entry) -> Row:
        """The hand that an act was about: as it was after the act; a struck hand as it was before."""
        then = self.ledger(entry.number - 1 if entry.strikes else entry.number)
        if row := then.row(entry.about_hand):
            return row
        # What was said of it came after it was struck: it is told as it was recorded.
        then = self.ledger(entry.about_hand or 1)
        return next(row for row in then.rows if row.hand.entry == entry.about_hand)

    def adjustment(self, entry: Entry) -> AdjustmentRow:
        """The points without a deal that an act gave; of one that was struck, those of before."""
        struck = entry.facts["adjustment"] is None
        then = self.ledger(entry.number - 1 if struck else entry.number)
        return next(row for row in then.adjusted if row.entry == entry.adjustment)

    def _from(self, entry: Entry) -> str:
        """From which hand on."""
        if entry.facts.get("whole"):
            return "for the whole sheet"
        then = self.ledger(entry.number - 1)
        row = then.row(entry.facts["entry"]) if entry.facts.get("entry") else None
        return f"from hand {row.number if row else len(then.rows) + 1} on"

    def _was(self, entry: Entry) -> str:
        if entry.kind is EntryKind.ADJUST and entry.adjustment != entry.number and entry.facts["adjustment"]:
            adjusted = self.ledger(entry.number - 1).adjusted
            return next(row.in_words for row in adjusted if row.entry == entry.adjustment)
        if not entry.rewrites or self.corrected(entry):
            return ""
        row = self.ledger(entry.number - 1).row(entry.about_hand)
        return row.noted if row else ""

    def corrected(self, entry: Entry) -> str:
        """What of its bids and tricks a change of a hand put right; empty where it touched more than those."""
        old = self.ledger(entry.number - 1).row(entry.about_hand) if entry.rewrites else None
        new = old and self.row(entry)
        if not (old and new) or old.noted.removeprefix(old.summary) != new.noted.removeprefix(new.summary):
            return ""
        what = list(changed(old, new))
        return f"hand {new.number}, {', '.join(what)}" if what else ""

    def _moves(self, entry: Entry) -> tuple[Move, ...]:
        """The points of an amended hand that moved; the totals that another act moved; nothing for new hands."""
        if entry.only_talks or entry.kind in (EntryKind.START, EntryKind.CALL, EntryKind.RECORD):
            return ()
        moved = compare(self.ledger(entry.number - 1), self.ledger(entry.number))
        if entry.rewrites:
            return next((moves for number, moves in moved.hands if number == self.row(entry).number), ())
        return moved.totals


def named(row: Row) -> str:
    return f"hand {row.number}, {row.noted}"


def as_spoken(call: str) -> str:
    """A call of the sheet file with its suit as a symbol: "Amber: 3♥"."""
    player, _, text = call.rpartition(": ")
    return f"{player}: {parse_call(text).symbols}"
