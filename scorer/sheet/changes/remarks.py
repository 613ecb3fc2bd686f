"""What is said of a sheet beside its points: by the players, disputes, agreements and signatures, for what leaves
the app; by the app, what looks odd and may well be right.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ...rules.core import listed, sentence
from ..core.entries import OWN_PHONE, Entry, EntryKind, Outcome
from ..core.ledger import Ledger, Row
from ..core.sheet import BESIDE
from .corrections import in_full, rotated_dealer
from .disputes import Agreement, Dispute, disputes, versions

DISPUTED = "Disputed"
"""What the sentence of an open dispute begins with."""
ENDED = {
    Outcome.UPHELD: "the hand stands",
    Outcome.CORRECTED: "the hand was corrected",
    Outcome.STRUCK: "the hand was deleted",
    Outcome.BY_HAND: "the table wrote down the points",
}


@dataclass(frozen=True)
class Remarks:
    """Sentences. hands: of each hand that any are about, by its number; sheet: of the sheet as a whole; open: the
    numbers of the hands in dispute; signed: who signed the sheet as it stands, marked where it was on a phone of
    their own, and when.
    """

    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    sheet: tuple[str, ...] = ()
    open: tuple[int, ...] = ()
    signed: Mapping[str, datetime] = field(default_factory=dict[str, datetime])

    @classmethod
    def of(cls, acts: Sequence[Entry], ledger: Ledger) -> "Remarks":
        """acts: those that stand, the start first; ledger: the sheet's."""
        agreement, raised = Agreement.of(acts), disputes(acts, ledger)
        times = {act.number: act.at for act in acts}
        hands: dict[int, tuple[str, ...]] = {}
        for row in ledger.rows:
            about = [dispute for dispute in raised if dispute.hand == row.hand.entry]
            sentences = (
                *(_dispute_text(ledger, row, dispute, times) for dispute in about),
                *_agreed(agreement, row, about),
            )
            if sentences:
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
        signed = dict(zip(agreement.signed_marked, agreement.signed_at.values(), strict=True))
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
    """ "2026-11-22 20:15 UTC": for tables, in which it is sorted."""
    return f"{time:%Y-%m-%d %H:%M} UTC"


def when(time: datetime) -> str:
    """ "22 November 2026, 20:15 UTC": the same wherever it is read."""
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


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
    by, agreed = (
        f" by {settled.by}" if settled.by else "",
        f", agreed by {listed(settled.also)}" if settled.also else "",
    )
    ended = f"Dispute settled {when(times[settled.number])}{by}, {ENDED[settled.outcome]}{agreed}"
    return sentence(f"{ended}: “{settled.reason}”" if settled.reason and not said else ended)


def _agreed(agreement: Agreement, row: Row, about: Sequence[Dispute]) -> Iterator[str]:
    """Who agreed to a hand as it stands, but for those who only did so to end its dispute."""
    ends = [dispute.settlement for dispute in about if dispute.settlement]
    said = bool(ends) and {*agreement.to(row)} <= {*ends[-1].agreed} and not agreement.own_phones(row)
    if (agreed := agreement.agreed_in_words(row)) and not said:
        yield agreed


PLAIN_KEYS = {*BESIDE, "calls"}


@dataclass(frozen=True)
class SheetWarning:
    """key: the same for the same oddity, so that it stays dismissed; hand: the number of the hand, if one."""

    key: str
    text: str
    hand: int | None = None


def sheet_warnings(acts: Sequence[Entry], ledger: Ledger) -> tuple[SheetWarning, ...]:
    """What nobody has dismissed yet. acts: those that stand; ledger: the sheet's."""
    dismissed = {act.facts["flag"] for act in acts if act.kind is EntryKind.DISMISS}
    struck = [act.facts["entry"] for act in acts if act.strikes]
    found = (*_twice(ledger), *_skipped(ledger, struck, _seated(acts)), *_after_sign_off(acts))
    return tuple(flag for flag in found if flag.key not in dismissed)


def _twice(ledger: Ledger) -> Iterator[SheetWarning]:
    for row, after in zip(ledger.rows, ledger.rows[1:], strict=False):
        if row.result == after.result and _result(row) and _result(row) == _result(after):
            text = f"Hands {row.number} and {after.number} are the same: {after.summary}. Recorded twice?"
            yield SheetWarning(f"twice {row.hand.entry} {after.hand.entry}", text, after.number)


def _result(row: Row) -> dict[str, object]:
    """What was bid and taken; nothing for a hand that nobody bid."""
    facts = {key: value for key, value in in_full(row).items() if key not in PLAIN_KEYS}
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
        due = rotated_dealer(before.judged.after, row.hand.facts)
        if row.dealer != due and row.hand.entry not in seated:
            text = f"Hand {row.number}: {row.dealer} dealt, and by rotation it was {due}'s deal."
            yield SheetWarning(f"dealer {row.hand.entry} {row.dealer}", text, row.number)


def _after_sign_off(acts: Sequence[Entry]) -> Iterator[SheetWarning]:
    agreement = Agreement.of(acts)
    if agreement.corrected:
        last = agreement.corrected[-1]
        text = f"The sheet was changed after {listed(agreement.before)} had signed it."
        yield SheetWarning(f"signed {last.number}", text)
