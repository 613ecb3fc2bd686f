"""Checking a paper sheet: every figure against the ledger, and which are wrong only because one before is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...rules.core import Points, ScoreLine, whole
from ...rules.reading import FormatError
from ..core.ledger import AdjustmentRow, Ledger, Row
from . import mistakes
from .claims import Claims, Paper, Unread, claimed_at, place
from .mistakes import Cell

POINTS, TOTAL = "points", "total"
NAMED = 100
"""For how many wrong figures the slip is looked for. A sheet with more was written for another game."""
Named = Callable[[], tuple[str, ...]]


@dataclass(frozen=True)
class Finding:
    """A figure on the paper that is not what is due. hand: its number; after the last hand, what the end of the
    sheet pays. kind: POINTS of the hand, or the running TOTAL. carried: whether it is right but for a wrong figure
    before it. mistakes: what may have gone wrong, in sentences, the likeliest first. adjustment: the number of the
    adjustment behind that hand which the total follows; 0 where it follows none.
    """

    hand: int
    column: str
    kind: str
    claimed: Points
    due: Points
    carried: bool = False
    mistakes: tuple[str, ...] = ()
    adjustment: int = 0


@dataclass(frozen=True)
class Checked:
    """A paper and its ledger compared. figures: how many there were. findings: in reading order, hand by hand and
    column by column; the first of all is never carried. unread: what was left out, because it cannot be read.
    assumed, left_out: as of the Paper.
    """

    ledger: Ledger
    figures: int
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.carried)

    @property
    def carried(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.carried)

    @property
    def found(self) -> Mapping[tuple[int, str, str], Finding]:
        """Those of the hands by hand, column and kind."""
        of_hands = (finding for finding in self.findings if not finding.adjustment)
        return {(finding.hand, finding.column, finding.kind): finding for finding in of_hands}

    def row(self, finding: Finding) -> Row | None:
        """The hand; None behind an adjustment and at the end of the sheet."""
        line = self.line(finding)
        return line if isinstance(line, Row) else None

    def line(self, finding: Finding) -> Row | AdjustmentRow | None:
        """The hand or the adjustment; None at the end of the sheet."""
        if finding.adjustment:
            return self.ledger.adjusted[finding.adjustment - 1]
        return self.ledger.rows[finding.hand - 1] if finding.hand <= len(self.ledger.rows) else None

    def place(self, finding: Finding) -> str:
        """ "Hand 2", "Adjusted after hand 2", "The end of the sheet"."""
        line = self.line(finding)
        if isinstance(line, AdjustmentRow):
            return f"Adjusted {line.place}"
        return f"Hand {finding.hand}" if line else "The end of the sheet"

    def working(self, finding: Finding) -> str:
        """How the right total comes about: "49 + 38 = 87"."""
        line, column = self.line(finding), self.ledger.columns.index(finding.column)
        return self.ledger.working(line, column) if line else self.ledger.closing_working(column)

    def why(self, finding: Finding) -> tuple[ScoreLine, ...]:
        """The lines of the hand in that column, with their reasons."""
        line, column = self.line(finding), self.ledger.columns.index(finding.column)
        if line:
            return line.why(column)
        return tuple(self.ledger.closing_score.of(column)) if self.ledger.closing_score else ()


def check(paper: Paper, ledger: Ledger | None = None) -> Checked:
    """Score the hands again and compare. ledger: that of the paper's sheet, where it is known already.

    Raises FormatError, at the paper's own places, and IllegalHandError.
    """
    try:
        ledger = ledger or Ledger.of(paper.sheet)
        _known_columns(paper, ledger)
    except FormatError as fault:
        raise FormatError(place(paper.places, fault.where), fault.detail) from None
    claims = paper.claims[: len(ledger.rows)]
    columns = range(len(ledger.columns))
    paper = replace(paper, claims=claims)
    scored = _scored_by(ledger, paper)
    found = [figure for column in columns for figure in _in_column(ledger, paper, column, scored)]
    # Each column was read by itself, downwards; on the sheet one reads hand by hand.
    found.sort(key=lambda figure: (figure[0].hand, figure[0].adjustment, ledger.columns.index(figure[0].column)))
    wrong = {id(finding) for finding, _ in [figure for figure in found if not figure[0].carried][:NAMED]}
    findings = tuple(replace(each, mistakes=named()) if id(each) in wrong else each for each, named in found)
    figures = sum(len(claim.points) + len(claim.totals) for claim in (*claims, *paper.adjusted, paper.closing))
    unread = [each for claim in (*claims, *paper.adjusted, paper.closing) for each in claim.unread]
    return Checked(ledger, figures, findings, tuple(unread), paper.assumed, paper.left_out)


def _known_columns(paper: Paper, ledger: Ledger) -> None:
    for hand, claims in enumerate(paper.claims, 1):
        for kind, figures in (("points", claims.points), ("totals", claims.totals)):
            for column in figures:
                where = claimed_at(hand, kind, column)
                if column not in ledger.columns:
                    columns = ", ".join(ledger.columns)
                    raise FormatError(where, f"“{column}” is no column of this sheet: {columns}")
                if hand > len(ledger.rows):
                    raise FormatError(where, "this hand is still being played, and scores nothing yet")


def _scored_by(ledger: Ledger, paper: Paper) -> list[tuple[Points | None, ...]]:
    """What the columns scored by the paper, hand by hand; None where it gives neither points nor a total."""
    scored: list[tuple[Points | None, ...]] = []
    off: dict[str, Points] = {}  # By how much its totals are out.
    for row in ledger.lines:
        claim = paper.claims[row.number - 1] if isinstance(row, Row) else None
        points: dict[str, Points] = dict(claim.points) if claim else {}
        figures = zip(ledger.columns, ledger.padded(row.points), ledger.padded(row.totals), strict=True)
        for name, given, due in figures:
            total = claim.totals.get(name) if claim else paper.total_adjusted(row.number, name)
            if total is not None:
                points.setdefault(name, whole(total - off.get(name, 0) - due + given))
                off[name] = total - due
        if claim:
            scored.append(tuple(points.get(name) for name in ledger.columns))
    return scored


def _in_column(
    ledger: Ledger, paper: Paper, column: int, scored: Sequence[tuple[Points | None, ...]]
) -> Iterator[tuple[Finding, Named]]:
    name = ledger.columns[column]
    before: Points = 0  # What paper has for the hands so far: as claimed, else as due.
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            due, given = ledger.padded(row.totals)[column], ledger.padded(row.points)[column]
            total, before = paper.total_adjusted(row.number, name), whole(before + given)
            if total is not None and total != due:
                finding = Finding(row.after, name, TOTAL, total, due, total == before, adjustment=row.number)
                yield finding, tuple
            before = before if total is None else total
            continue
        claim = paper.claims[row.number - 1]
        cell = Cell(ledger, row, column, before, scored[row.number - 1])
        points, total = claim.points.get(name), claim.totals.get(name)
        follows = whole(before + (cell.points if points is None else points))
        if points is not None and points != cell.points:
            yield Finding(row.number, name, POINTS, points, cell.points), partial(mistakes.of_points, cell, points)
        if total is not None and total != cell.total:
            finding = Finding(row.number, name, TOTAL, total, cell.total, carried=total == follows)
            yield finding, partial(mistakes.of_total, cell, points, total)
        before = follows if total is None else total
    yield from _at_the_end(ledger, paper.closing, column, before)


def _at_the_end(ledger: Ledger, claim: Claims, column: int, before: Points) -> Iterator[tuple[Finding, Named]]:
    """What paper says that the end of the sheet paid. before: the total that it has then."""
    name, number = ledger.columns[column], len(ledger.rows) + 1
    due = ledger.closing[column] if ledger.closing else 0
    points, total = claim.points.get(name), claim.totals.get(name)
    if points is not None and points != due:
        yield Finding(number, name, POINTS, points, due), tuple
    if total is not None and total != ledger.totals[column]:
        follows = whole(before + (due if points is None else points))
        yield Finding(number, name, TOTAL, total, ledger.totals[column], carried=total == follows), tuple
