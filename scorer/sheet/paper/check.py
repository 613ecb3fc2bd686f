"""A paper sheet: what it says, the facts of its hands and the figures that somebody worked out by hand; and every
figure checked against the ledger, and which are wrong only because one before is.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from ...rules import reading
from ...rules.core import Points, ScoreLine, whole
from ...rules.reading import FormatError, JsonObject, Reader, at
from ..core.ledger import AdjustmentRow, Ledger, Row
from ..core.sheet import Sheet
from ..file import document
from . import mistakes
from .mistakes import ScoredCell

CLAIMED = "claimed"
"""The key of a hand that a paper file has beyond a sheet file."""
MOST_HANDS = 1000


class Unread(NamedTuple):
    """A figure that cannot be read. kind: "points" or "totals"; where: its place; detail: what is wrong."""

    column: str
    kind: str
    where: str
    detail: str


@dataclass(frozen=True)
class Claims:
    """The figures that paper gives for one hand, by the names of the columns; it need not give all."""

    points: Mapping[str, Points] = field(default_factory=dict[str, Points])
    totals: Mapping[str, Points] = field(default_factory=dict[str, Points])
    unread: tuple[Unread, ...] = ()

    def check_facts(self, columns: Container[str]) -> None:
        """Raise FormatError, by line and column, where points of these columns cannot be read: they are facts."""
        for figure in self.unread:
            if figure.kind == "points" and figure.column in columns:
                raise FormatError(figure.where, figure.detail)


@dataclass(frozen=True)
class Paper:
    """claims: for each hand of the sheet. places: where things stand on the paper itself, by their path in the
    sheet file; empty where the paper is such a file. closing: what the end of the sheet paid, and the totals then;
    adjusted: the totals after each adjustment. assumed: the players, where only headings name them; left_out: the
    headings of columns that are no player's and say nothing of a hand.
    """

    sheet: Sheet
    claims: tuple[Claims, ...]
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    closing: Claims = Claims()
    adjusted: tuple[Claims, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def total_adjusted(self, number: int, column: str) -> Points | None:
        """The total of a column after adjustment `number`, from 1; None where paper does not say it."""
        return self.adjusted[number - 1].totals.get(column) if number <= len(self.adjusted) else None


def claimed_at(hand: int, kind: str, column: str) -> str:
    """The path of a claimed figure; hand counts from 1, kind is "points" or "totals"."""
    return at(f"$.hands[{hand - 1}].{CLAIMED}.{kind}", column)


def of_document(value: Any) -> Paper:
    """Read the object of a paper file: a sheet file whose hands may carry, besides,
    `"claimed": {"points": {column: number}, "totals": {column: number}}`.

    Raises FormatError, and IllegalHandError as `document.sheet_of`. Whether the columns are those of the sheet is
    asked when the paper is checked.
    """
    hands = value.get("hands") if reading.is_object(value) else None
    if not reading.is_list(hands):
        return Paper(document.sheet_of(value), ())  # Which is refused.
    if len(hands) > MOST_HANDS:
        raise FormatError("$.hands", f"a paper sheet has at most {MOST_HANDS} hands")
    claims = [_claims(hand, f"$.hands[{index}]") for index, hand in enumerate(hands)]
    return Paper(document.sheet_of(value), tuple(claims))


def _claims(hand: Any, where: str) -> Claims:
    """The figures claimed of a hand, which is left as a sheet file has it."""
    if not isinstance(hand, JsonObject) or CLAIMED not in hand:
        return Claims()
    # A doubled key is told by its place among the others: here, before one of them is taken out.
    for _ in reading.in_order(hand, where):
        pass
    kinds: dict[str, Reader] = {"points": _figures, "totals": _figures}
    return Claims(**reading.keys(hand.pop(CLAIMED), at(where, CLAIMED), kinds))


def _figures(value: Any, where: str) -> dict[str, Points]:
    names = list(reading.in_order(value, where))
    return {name: reading.points(value[name], at(where, name)) for name in names}


def place(places: Mapping[str, str], where: str) -> str:
    """Where a path of the sheet file stands on the paper: its own place, or that of what it is a part of."""
    path = where
    while path and path not in places:
        path = path[: max(path.rfind(_begins(path)), 0)]
    return places.get(path, "$" if places else where)


def placed(fault: FormatError, places: Mapping[str, str]) -> FormatError:
    """The same fault by line and column, where it was told by its path in the sheet file."""
    return FormatError(place(places, fault.where), fault.detail) if fault.where.startswith("$") else fault


def _begins(path: str) -> str:
    """What the last part of a path begins with: quotation marks within a key are escaped, so no key has this."""
    if path.endswith('"]'):
        return '["'
    return "[" if path.endswith("]") else "."


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


class Checked(NamedTuple):
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
        cell = ScoredCell(ledger, row, column, before, scored[row.number - 1])
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
