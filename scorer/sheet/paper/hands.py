"""The lines of a table, taken one after the other: of a paper sheet that is checked, of a table imported."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...rules.reading import FormatError
from ..core.ledger import Ledger
from ..core.sheet import Hand, Sheet
from ..file import document
from .check import placed
from .claims import Claims, Paper
from .headings import check_number, is_adjustment, is_end, is_total, with_keys
from .lines import Head, Line
from .side_by_side import joined
from .table import Layout


def arranged(head: Head, lines: Sequence[Line]) -> list[Line]:
    """The headings, as the keys of a hand where they are meant so, and the lines below them; columns that stand
    side by side are one. Raises FormatError, at the first line too many.
    """
    players = head.facts.get("players", ())
    heading, *rows = joined([with_keys(lines[0], lines[1:], players), *lines[1:]], players)
    check_number(heading, rows)
    return [heading, *rows]


class Taken:
    """What the lines taken so far make: ledger, and the claims beside its hands and adjustments."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.ledger = Ledger.of(layout.sheet())
        self.finished = layout.finished
        self.hands: list[Hand] = []
        self.claims: list[Claims] = []
        self.adjusted: list[Claims] = []
        self.closing = Claims()
        self.places = dict(layout.head.places)

    def take(self, row: Line) -> bool:
        """Whether the line has a hand or an adjustment, and no mere sum or nothing.

        Raises FormatError, by line and column, and IllegalHandError; then nothing is taken of it.
        """
        places: dict[str, str] = {}
        try:
            found = self._found(row, places)
        except FormatError as fault:
            raise placed(fault, places) from None
        self.places |= {path: place for path, place in places.items() if path not in self.places}
        return found

    def _found(self, row: Line, places: dict[str, str]) -> bool:
        layout = self.layout
        if is_end(layout.heading, row):
            # A sheet that an agreed length has ended pays at its end, and nobody need have closed it.
            self.finished = self.finished or not self.ledger.over
            self.closing = layout.claims(row, places)
            return False
        if is_total(row):
            claim = layout.claims(row, places)
            self.closing = Claims(totals={**claim.points, **claim.totals}, unread=claim.unread)
            return False
        if layout.has_no_hand(row):
            return False
        if is_adjustment(layout.heading, row):
            adjustment, claim = layout.adjustment(row, self.ledger, places)
            self.ledger = self.ledger.adjust(replace(adjustment, facts=_plain(adjustment.facts)))
            self.adjusted.append(claim)
            return True
        facts, claim = layout.hand(row, self.ledger, places)
        hand = Hand(_plain(facts))
        self.ledger = self.ledger.add(hand)
        self.hands.append(hand)
        self.claims.append(claim)
        self.closing = Claims()  # What was added up above this hand is not the end.
        return True

    @property
    def sheet(self) -> Sheet:
        return replace(self.ledger.sheet, hands=tuple(self.hands), finished=self.finished)

    @property
    def paper(self) -> Paper:
        layout = self.layout
        figures = tuple(self.claims), self.places, self.closing, tuple(self.adjusted)
        return Paper(self.sheet, *figures, layout.assumed, layout.left_out)


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """As a sheet file would give it back."""
    return document.parse(document.dumps(dict(facts)).encode())
